//! The match a bot plays in, and how its games end.

use std::fmt;
use std::time::Duration;

use serde_json::Value;

use crate::cards::{Card, Pack};
use crate::numbered::numbered;
use crate::proto;

numbered! {
    /// What was wrong with a bot in a game.
    Verdict {
        /// Nothing.
        Ok = 1 "OK",
        /// The answer was no legal action.
        Illegal = 2 "ILLEGAL",
        /// The time of the game was used up.
        Timeout = 3 "TIMEOUT",
        /// The game was open when the bot was judged for another one.
        Stall = 4 "STALL",
        /// The stream or the bot ended.
        Disconnect = 5 "DISCONNECT",
        /// The bot broke the protocol or a limit of it.
        Protocol = 6 "PROTOCOL",
        /// The bot needed more memory than it may have.
        Oom = 7 "OOM",
        /// The bot did not start in time.
        NoStart = 8 "NO_START",
        /// The bot gave the game up.
        Resign = 9 "RESIGN",
        /// A fault of the referee's; the board is played again.
        Internal = 10 "INTERNAL",
        /// The board was taken out because of such faults.
        Void = 11 "VOID",
    }
}

/// Time of one game: `bank`, plus `increment` for each decision, `cap` in all. All zero: no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    pub bank: Duration,
    pub increment: Duration,
    pub cap: Duration,
}

/// What is the same for all games of a match.
pub struct MatchInfo {
    /// Id and version, "mau-mau@1".
    pub ruleset: String,
    /// The whole ruleset as data.
    pub rules: Value,
    /// One pack, each Joker counted; two packs are played as one.
    pub cards: Vec<Card>,
    /// 2 to 8.
    pub seats: usize,
    /// How many may be open at once.
    pub max_games: usize,
    pub clock: Clock,
    pub(crate) pack: Pack,
    faces: Vec<Face>, // by code
}

/// What the ruleset says of a card.
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

    /// What a card counts at the end, by the ruleset's `values`.
    pub fn points(&self, card: Card) -> i32 {
        self.face(card).points
    }

    /// What a card does, by the ruleset's `effects`: `effect["is"]` is its name, "OweCards" for
    /// example; `Value::Null` if it does nothing.
    pub fn effect(&self, card: Card) -> &Value {
        &self.face(card).effect
    }

    /// Whether a card may be laid on others whatever their suit, by the ruleset's `wild`.
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

/// What a table that goes by card or by rank says of a card.
fn of_card(table: &Value, card: Card) -> Option<&Value> {
    table.get(card.to_string()).or_else(|| table.get(card.rank.to_string()))
}

pub(crate) fn milliseconds(number: u32) -> Duration {
    Duration::from_millis(number.into())
}

/// How a game ended for this bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// This bot's.
    pub seat: usize,
    /// Of each seat, 1 is best; empty if the game was stopped for this bot's fault.
    pub places: Vec<usize>,
    /// Of each seat; empty in the same case.
    pub totals: Vec<i32>,
    /// `Verdict::Ok`, or what was wrong with this bot.
    pub verdict: Verdict,
    /// What was wrong, in words.
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
