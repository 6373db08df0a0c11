//! What happened in a game, as one seat learns it.

use std::fmt;

use crate::cards::{Card, Pack, Suit};
use crate::choices::Word;
use crate::numbered::numbered;

numbered! {
    /// What happened. In brackets what `card` and `value` tell, where they tell anything.
    EventKind {
        /// A deal begins; seat: the dealer (value: number of the deal from 0).
        Deal = 1 "DEAL",
        /// A card is dealt to a seat (card, if it is one's own).
        Dealt = 2 "DEALT",
        /// The first face-up card (card).
        Turned = 3 "TURNED",
        /// A card is drawn (card, if it is one's own; see `Event::reason`).
        Drew = 4 "DREW",
        /// The discard pile without its top is the stock now (value: cards in it).
        Reshuffled = 5 "RESHUFFLED",
        /// A card is laid (card; value: further cards of the same play still to come).
        Played = 6 "PLAYED",
        /// A word was said with the play before (see `Event::word`).
        Said = 7 "SAID",
        /// A suit was named (see `Event::suit`).
        Named = 8 "NAMED",
        /// The direction changed (value: 1 the first direction, 0 the other).
        Reversed = 9 "REVERSED",
        /// A seat misses its turn.
        Skipped = 10 "SKIPPED",
        /// A seat ends its turn without (another) play.
        Passed = 11 "PASSED",
        /// A card is met in cutting (card).
        CutMet = 12 "CUT_MET",
        /// The cutter keeps it (card).
        CutKept = 13 "CUT_KEPT",
        /// The cutter leaves it (card).
        CutLeft = 14 "CUT_LEFT",
        /// Only cards with an effect were met: shuffled and cut again.
        CutAgain = 15 "CUT_AGAIN",
        /// A seat says the missing word first (value: the seat caught).
        Catches = 16 "CATCHES",
        /// A seat does not.
        LetsPass = 17 "LETS_PASS",
        /// A card is laid face down (card: the one claimed).
        Claimed = 18 "CLAIMED",
        /// The claim is believed.
        Believed = 19 "BELIEVED",
        /// The claim is doubted.
        Doubted = 20 "DOUBTED",
        /// A face-down card is shown (card).
        Shown = 21 "SHOWN",
        /// A card goes back from the pile to a hand (card).
        TakenBack = 22 "TAKEN_BACK",
        /// A seat has no card left (value: its place in the deal, 1 is first).
        Out = 23 "OUT",
        /// The deal is over (see `Event::termination`).
        DealOver = 24 "DEAL_OVER",
        /// A seat's total changed (value: by how much).
        Scored = 25 "SCORED",
        /// A seat is out of the game.
        Eliminated = 26 "ELIMINATED",
        /// The game is over (see `Event::termination`).
        GameOver = 27 "GAME_OVER",
        /// A seat's bot was at fault, somebody plays on for it.
        Forfeited = 28 "FORFEITED",
    }
}

numbered! {
    /// Why a card was drawn.
    DrawReason {
        /// An ordinary draw.
        Draw = 0 "DRAW",
        /// Cards that were owed.
        Debt = 1 "DEBT",
        /// A missing or wrong announcement.
        Call = 2 "CALL",
        /// A last card that may not go out.
        LastCard = 3 "LAST_CARD",
        /// Somebody's card makes others draw.
        Others = 4 "OTHERS",
        /// A lost doubt.
        Doubt = 5 "DOUBT",
    }
}

numbered! {
    /// Why a deal or a game ended.
    Termination {
        /// Somebody won by the rules.
        Won = 1 "WON",
        /// Nobody could play or draw.
        Blocked = 2 "BLOCKED",
        /// A deal of 2,000 decisions.
        Decisions = 3 "DECISIONS",
        /// A game of 200 deals.
        Deals = 4 "DEALS",
        /// All seats but one were at fault.
        Forfeit = 5 "FORFEIT",
    }
}

const EVERYBODY: u8 = 15;
pub(crate) const SIZE: usize = 4; // bytes of an event

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub kind: EventKind,
    /// `None`: everybody.
    pub seat: Option<usize>,
    /// `None`: no card, or one that may not be seen.
    pub card: Option<Card>,
    pub value: i32,
}

impl Event {
    pub(crate) fn decode(pack: &Pack, packed: &[u8]) -> Self {
        let kind = EventKind::from_number(packed[0]);
        let seat = (packed[1] != EVERYBODY).then_some(usize::from(packed[1]));
        let (card, value) = match kind {
            EventKind::Scored => (None, i16::from_be_bytes([packed[2], packed[3]]).into()),
            _ => (pack.card(packed[2]), packed[3].into()),
        };
        Self { kind, seat, card, value }
    }

    /// The suit that was named, if one was.
    pub fn suit(&self) -> Option<Suit> {
        (self.kind == EventKind::Named).then(|| Suit::from_number(self.byte())).flatten()
    }

    /// The word that was said, if one was.
    pub fn word(&self) -> Option<Word> {
        (self.kind == EventKind::Said).then(|| Word::from_number(self.byte()))
    }

    /// Why a card was drawn, if one was.
    pub fn reason(&self) -> Option<DrawReason> {
        (self.kind == EventKind::Drew).then(|| DrawReason::from_number(self.byte()))
    }

    /// Why the deal or the game is over, if it is.
    pub fn termination(&self) -> Option<Termination> {
        matches!(self.kind, EventKind::DealOver | EventKind::GameOver)
            .then(|| Termination::from_number(self.byte()))
    }

    fn byte(&self) -> u8 {
        self.value as u8
    }
}

impl fmt::Display for Event {
    /// "PLAYED seat 1 7H 0"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if let Some(seat) = self.seat {
            write!(f, " seat {seat}")?;
        }
        if let Some(card) = self.card {
            write!(f, " {card}")?;
        }
        write!(f, " {}", self.value)
    }
}

/// Events in the order in which they happened. They are decoded when looked at.
#[derive(Clone, Copy)]
pub struct History<'a> {
    pub(crate) pack: &'a Pack,
    pub(crate) packed: &'a [u8],
}

impl<'a> History<'a> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.packed.len() / SIZE
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// The event at a place, from 0.
    pub fn get(&self, place: usize) -> Option<Event> {
        self.packed.chunks_exact(SIZE).nth(place).map(|packed| Event::decode(self.pack, packed))
    }

    /// The events, from the first to the last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Event> + ExactSizeIterator + use<'a> {
        let pack = self.pack;
        self.packed.chunks_exact(SIZE).map(move |packed| Event::decode(pack, packed))
    }
}
