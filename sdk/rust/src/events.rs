//! Game events, as one seat learns them.

use std::fmt;

use crate::cards::{Card, Pack, Suit};
use crate::choices::Word;
use crate::numbered::numbered;

numbered! {
    /// The kind of an event. The comments explain `card` and `value` in brackets.
    EventKind {
        /// A deal begins; seat: the dealer (value: number of the deal from 0).
        Deal = 1 "DEAL",
        /// A card is dealt to a seat (card, if it is your own).
        Dealt = 2 "DEALT",
        /// The first face-up card (card).
        Turned = 3 "TURNED",
        /// A card is drawn (card, if it is your own; see `Event::reason`).
        Drew = 4 "DREW",
        /// The discard pile without its top becomes the stock (value: number of its cards).
        Reshuffled = 5 "RESHUFFLED",
        /// A card is played (card; value: number of further cards of the same play).
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
        /// A card is seen when cutting (card).
        CutMet = 12 "CUT_MET",
        /// The cutter keeps it (card).
        CutKept = 13 "CUT_KEPT",
        /// The cutter leaves it (card).
        CutLeft = 14 "CUT_LEFT",
        /// Only cards with an effect were seen: shuffled and cut again.
        CutAgain = 15 "CUT_AGAIN",
        /// A seat catches a missing word (value: the seat caught).
        Catches = 16 "CATCHES",
        /// A seat does not catch.
        LetsPass = 17 "LETS_PASS",
        /// A card is played face down (card: the claimed card).
        Claimed = 18 "CLAIMED",
        /// The claim is believed.
        Believed = 19 "BELIEVED",
        /// The claim is doubted.
        Doubted = 20 "DOUBTED",
        /// A face-down card is shown (card).
        Shown = 21 "SHOWN",
        /// A card returns from the pile to a hand (card).
        TakenBack = 22 "TAKEN_BACK",
        /// A seat has no cards left (value: its place in the deal, 1 is first).
        Out = 23 "OUT",
        /// The deal is over (see `Event::termination`).
        DealOver = 24 "DEAL_OVER",
        /// A seat's total changed (value: the change).
        Scored = 25 "SCORED",
        /// A seat is out of the game.
        Eliminated = 26 "ELIMINATED",
        /// The game is over (see `Event::termination`).
        GameOver = 27 "GAME_OVER",
        /// A seat's bot was at fault; a fallback player takes over.
        Forfeited = 28 "FORFEITED",
    }
}

numbered! {
    /// The reason for drawing a card.
    DrawReason {
        /// An ordinary draw.
        Draw = 0 "DRAW",
        /// Cards owed.
        Debt = 1 "DEBT",
        /// A missing or wrong announcement.
        Call = 2 "CALL",
        /// A last card that may not be played to go out.
        LastCard = 3 "LAST_CARD",
        /// A card that makes others draw.
        Others = 4 "OTHERS",
        /// A lost doubt.
        Doubt = 5 "DOUBT",
    }
}

numbered! {
    /// The reason why a deal or a game ended.
    Termination {
        /// A player won by the rules.
        Won = 1 "WON",
        /// No player could play or draw.
        Blocked = 2 "BLOCKED",
        /// A deal of 2,000 decisions.
        Decisions = 3 "DECISIONS",
        /// A game of 200 deals.
        Deals = 4 "DEALS",
        /// All bots but one were at fault.
        Forfeit = 5 "FORFEIT",
    }
}

const EVERYBODY: u8 = 15;
pub(crate) const SIZE: usize = 4; // bytes of an event

/// A game event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub kind: EventKind,
    /// `None`: everybody.
    pub seat: Option<usize>,
    /// `None`: no card, or a hidden one.
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

    /// The named suit, if any.
    pub fn suit(&self) -> Option<Suit> {
        (self.kind == EventKind::Named).then(|| Suit::from_number(self.byte())).flatten()
    }

    /// The said word, if any.
    pub fn word(&self) -> Option<Word> {
        (self.kind == EventKind::Said).then(|| Word::from_number(self.byte()))
    }

    /// The reason for the draw, if a card was drawn.
    pub fn reason(&self) -> Option<DrawReason> {
        (self.kind == EventKind::Drew).then(|| DrawReason::from_number(self.byte()))
    }

    /// The reason why the deal or game ended, if it did.
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

/// Events in chronological order, decoded on access.
#[derive(Clone, Copy)]
pub struct History<'a> {
    pub(crate) pack: &'a Pack,
    pub(crate) packed: &'a [u8],
}

impl<'a> History<'a> {
    /// Their number.
    pub fn len(&self) -> usize {
        self.packed.len() / SIZE
    }

    /// True if empty.
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// Return the event at an index.
    pub fn get(&self, place: usize) -> Option<Event> {
        self.packed.chunks_exact(SIZE).nth(place).map(|packed| Event::decode(self.pack, packed))
    }

    /// The events, from the first to the last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Event> + ExactSizeIterator + use<'a> {
        let pack = self.pack;
        self.packed.chunks_exact(SIZE).map(move |packed| Event::decode(pack, packed))
    }
}
