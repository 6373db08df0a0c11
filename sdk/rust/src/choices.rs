//! What a bot may choose from: each choice is legal as it is, and some can be made more precise.

use std::fmt;
use std::sync::Arc;

use crate::cards::{Card, Suit};
use crate::numbered::numbered;

numbered! {
    /// What a choice does.
    Kind {
        /// Lay the card.
        Play = 1 "PLAY",
        /// Draw one card.
        Draw = 2 "DRAW",
        /// End the turn without (another) play.
        Pass = 3 "PASS",
        /// Draw all the cards owed.
        TakeDebt = 4 "TAKE_DEBT",
        /// Miss the turn instead of answering.
        MissTurn = 5 "MISS_TURN",
        /// Take the card met in cutting.
        KeepCut = 6 "KEEP_CUT",
        /// Leave it.
        LeaveCut = 7 "LEAVE_CUT",
        /// Say the word before the one who should have said it.
        Catch = 8 "CATCH",
        /// Do not.
        LetPass = 9 "LET_PASS",
        /// Believe the claim.
        Believe = 10 "BELIEVE",
        /// Doubt it.
        Doubt = 11 "DOUBT",
        /// Name the suit to follow.
        NameSuit = 12 "NAME_SUIT",
    }
}

numbered! {
    /// What is said with a play. The lowest one that a choice allows is never a mistake.
    Word {
        /// The stronger word.
        MauMau = 0 "MAU_MAU",
        /// The usual word.
        LastCard = 1 "LAST_CARD",
        /// Nothing is said.
        Silent = 2 "SILENT",
    }
}

/// One thing that may be done now, ready to be returned from `choose`.
///
/// The plural fields say what is allowed, the singular ones what is decided: at first the lowest of
/// what is allowed, or `None` where there is nothing to decide. [`Choice::with`] decides otherwise;
/// or set the field, which is checked when the choice is sent.
///
/// Where cards are laid face down each card has up to two choices: one that claims a card that names
/// no suit, and one, with `suits`, that claims a card that names one.
#[derive(Clone)]
pub struct Choice {
    pub kind: Kind,
    /// Of a play: the card, the bottom one of several.
    pub card: Option<Card>,
    /// That may be named.
    pub suits: &'static [Suit],
    /// That may be said.
    pub words: &'static [Word],
    /// Seats that may be aimed at.
    pub targets: &'static [usize],
    /// That `card` may be said to be, where cards are laid face down.
    pub claims: Arc<[Card]>,
    /// That may be laid on it, `least` to `most` of them; all of its rank.
    pub further: Arc<[Card]>,
    pub least: usize,
    pub most: usize,
    pub suit: Option<Suit>,
    pub word: Option<Word>,
    pub target: Option<usize>,
    pub claim: Option<Card>,
    /// Of `further`, the last one on top.
    pub more: Vec<Card>,
    pub(crate) view: u64,    // which of all views it belongs to
    pub(crate) place: usize, // among the legal ones there
}

impl Choice {
    /// The cards that are laid, from the bottom to the top; none if this is no play.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.card.into_iter().chain(self.more.iter().copied())
    }

    /// Whether the card is the one that is claimed, or nothing is claimed.
    pub fn is_true(&self) -> bool {
        self.claim.is_none() || self.claim == self.card
    }
}

impl fmt::Display for Choice {
    /// The notation of logs: "7H", "JC:S Mau", "7H+7C", "9C=KH", "2H@1", "draw".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Play => write!(f, "{}", joined(self.cards(), "+"))?,
            other => write!(f, "{}", notation(other))?,
        }
        if let Some(claim) = self.claim {
            write!(f, "={claim}")?;
        }
        if let Some(suit) = self.suit {
            write!(f, ":{suit}")?;
        }
        if let Some(target) = self.target {
            write!(f, "@{target}")?;
        }
        f.write_str(match self.word {
            Some(Word::MauMau) => " Mau-Mau",
            Some(Word::LastCard) => " Mau",
            _ => "",
        })
    }
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn notation(kind: Kind) -> &'static str {
    match kind {
        Kind::Draw => "draw",
        Kind::Pass => "pass",
        Kind::TakeDebt => "take",
        Kind::MissTurn => "miss",
        Kind::KeepCut => "keep",
        Kind::LeaveCut => "leave",
        Kind::Catch => "catch",
        Kind::LetPass => "let",
        Kind::Believe => "believe",
        Kind::Doubt => "doubt",
        Kind::NameSuit => "name",
        _ => "?",
    }
}

/// The texts of some values with something between them.
pub(crate) fn joined<T: fmt::Display>(values: impl IntoIterator<Item = T>, between: &str) -> String {
    let texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    texts.join(between)
}
