//! The match, and the results of its games.

use std::fmt;
use std::time::Duration;

use serde_json::Value;

use crate::cards::{Card, Pack};
use crate::numbered::numbered;
use crate::proto;

numbered! {
    /// The referee's judgement of a bot in a game.
    Verdict {
        /// No fault.
        Ok = 1 "OK",
        /// The answer was not a legal action.
        Illegal = 2 "ILLEGAL",
        /// The bot's time for the game ran out.
        Timeout = 3 "TIMEOUT",
        /// The bot was judged in another game while this one was open.
        Stall = 4 "STALL",
        /// The stream or the bot ended.
        Disconnect = 5 "DISCONNECT",
        /// The bot broke the protocol or one of its limits.
        Protocol = 6 "PROTOCOL",
        /// The bot exceeded its memory limit.
        Oom = 7 "OOM",
        /// The bot did not start in time.
        NoStart = 8 "NO_START",
        /// The bot resigned.
        Resign = 9 "RESIGN",
        /// An internal failure of the referee; the board is replayed.
        Internal = 10 "INTERNAL",
        /// The board was cancelled after internal failures.
        Void = 11 "VOID",
    }
}

/// Time for one game: `bank` plus `increment` per decision, at most `cap`. All zero: no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    pub bank: Duration,
    pub increment: Duration,
    pub cap: Duration,
}

/// The common facts of all games of a match.
pub struct MatchInfo {
    /// Id and version, "mau-mau@1".
    pub ruleset: String,
    /// The whole ruleset as data.
    pub rules: Value,
    /// Of one pack, with each Joker; two packs are listed once.
    pub cards: Vec<Card>,
    /// 2 to 8.
    pub seats: usize,
    /// The maximum number of open games.
    pub max_games: usize,
    pub clock: Clock,
    pub(crate) pack: Pack,
    faces: Vec<Face>, // by code
}

/// The ruleset's data about a card.
#[derive(Clone)]
struct Face {
    points: i32,
    effect: Value,
    is_wild: bool,
}

impl MatchInfo {
    pub(crate) fn new(welcome: &proto::Welcome) -> Result<Self, serde_json::Error> {
        let pack = Pack::new(&welcome.cards);
        let rules: Value = serde_json::from_str(&welcome.ruleset_json)?;
        let cards = pack.all();
        let faces = cards.iter().map(|&card| Face::new(&rules, card)).collect();
        let clock = welcome.clock.unwrap_or_default();
        Ok(Self {
            ruleset: welcome.ruleset.clone(),
            rules,
            cards,
            seats: welcome.seats as usize,
            max_games: welcome.max_games as usize,
            clock: Clock {
                bank: milliseconds(clock.bank_ms),
                increment: milliseconds(clock.increment_ms),
                cap: milliseconds(clock.cap_ms),
            },
            pack,
            faces,
        })
    }

    /// A card's points at the end, from the ruleset's `values`.
    pub fn points(&self, card: Card) -> i32 {
        self.face(card).points
    }

    /// A card's effect, from the ruleset's `effects`: `effect["is"]` is its name, for example
    /// "OweCards"; `Value::Null` without an effect.
    pub fn effect(&self, card: Card) -> &Value {
        &self.face(card).effect
    }

    /// True if a card may be played on any suit, from the ruleset's `wild`.
    pub fn is_wild(&self, card: Card) -> bool {
        self.face(card).is_wild
    }

    fn face(&self, card: Card) -> &Face {
        &self.faces[usize::from(card.code())]
    }
}

impl fmt::Debug for MatchInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchInfo")
            .field("ruleset", &self.ruleset)
            .field("seats", &self.seats)
            .field("max_games", &self.max_games)
            .field("clock", &self.clock)
            .finish_non_exhaustive()
    }
}

impl Face {
    fn new(rules: &Value, card: Card) -> Self {
        let points = of_card(&rules["values"], card).and_then(Value::as_i64).unwrap_or(0);
        Self {
            points: i32::try_from(points).unwrap_or(0),
            effect: of_card(&rules["effects"], card).cloned().unwrap_or_default(),
            is_wild: rules["wild"].get(card.rank.to_string()).is_some(),
        }
    }
}

/// The entry for a card, or else for its rank.
fn of_card(table: &Value, card: Card) -> Option<&Value> {
    table.get(card.to_string()).or_else(|| table.get(card.rank.to_string()))
}

pub(crate) fn milliseconds(number: u32) -> Duration {
    Duration::from_millis(number.into())
}

/// The result of a game for this bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// This bot's.
    pub seat: usize,
    /// By seat, 1 is best; empty after this bot's fault.
    pub places: Vec<usize>,
    /// By seat; empty after this bot's fault.
    pub totals: Vec<i32>,
    /// The verdict on this bot.
    pub verdict: Verdict,
    /// A description of the fault.
    pub detail: String,
}

impl GameResult {
    pub(crate) fn new(seat: usize, end: proto::GameEnd) -> Self {
        Self {
            seat,
            places: end.places.iter().map(|&place| place.into()).collect(),
            totals: end.totals,
            verdict: verdict(end.verdict),
            detail: end.detail,
        }
    }
}

pub(crate) fn verdict(number: i32) -> Verdict {
    Verdict::from_number(u8::try_from(number).unwrap_or(0))
}
