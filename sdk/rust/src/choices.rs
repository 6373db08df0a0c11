//! The legal choices of a bot. Each is legal as it is; some can be refined.

use std::fmt;
use std::sync::Arc;

use crate::cards::{Card, Suit};
use crate::numbered::numbered;

numbered! {
    /// The kind of a choice.
    Kind {
        /// Play the card.
        Play = 1 "PLAY",
        /// Draw one card.
        Draw = 2 "DRAW",
        /// End the turn without (another) play.
        Pass = 3 "PASS",
        /// Draw all the cards owed.
        TakeDebt = 4 "TAKE_DEBT",
        /// Miss the turn instead of answering.
        MissTurn = 5 "MISS_TURN",
        /// Keep the card seen when cutting.
        KeepCut = 6 "KEEP_CUT",
        /// Leave it.
        LeaveCut = 7 "LEAVE_CUT",
        /// Catch a player who has not said the word.
        Catch = 8 "CATCH",
        /// Do not catch.
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
    /// The word said with a play. The lowest word that a choice allows is never a mistake.
    Word {
        /// The stronger word.
        MauMau = 0 "MAU_MAU",
        /// The usual word.
        LastCard = 1 "LAST_CARD",
        /// No word is said.
        Silent = 2 "SILENT",
    }
}

/// A legal choice, to be returned from `choose`.
///
/// Plural fields have the allowed values, singular fields the decided one: at first the lowest
/// allowed value, or `None` if there is nothing to decide. [`Choice::with`] decides otherwise; or
/// set the field, which is checked when the choice is sent.
///
/// If cards are played face down, each card has up to two choices: one that claims a card without a
/// suit to name, and one, with `suits`, that claims a card that names a suit.
#[derive(Clone)]
pub struct Choice {
    pub kind: Kind,
    /// Of a play: the card, or the bottom card of several.
    pub card: Option<Card>,
    /// Allowed suits to name.
    pub suits: &'static [Suit],
    /// Allowed words.
    pub words: &'static [Word],
    /// Allowed seats to aim at.
    pub targets: &'static [usize],
    /// Allowed claims about a face-down `card`.
    pub claims: Arc<[Card]>,
    /// Cards of the same rank to play on it, `least` to `most`.
    pub further: Arc<[Card]>,
    pub least: usize,
    pub most: usize,
    pub suit: Option<Suit>,
    pub word: Option<Word>,
    pub target: Option<usize>,
    pub claim: Option<Card>,
    /// Of `further`, the last one on top.
    pub more: Vec<Card>,
    pub(crate) view: u64,    // number of its view
    pub(crate) place: usize, // index in its legal choices
}

impl Choice {
    /// The played cards from bottom to top; empty if this is not a play.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.card.into_iter().chain(self.more.iter().copied())
    }

    /// True if the claim is true or nothing is claimed.
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

/// Join the texts of values with a separator.
pub(crate) fn joined<T: fmt::Display>(values: impl IntoIterator<Item = T>, between: &str) -> String {
    let texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    texts.join(between)
}
