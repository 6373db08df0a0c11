//! The view that a bot gets with each question.

use std::cell::{Cell, OnceCell, RefCell, RefMut};
use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use crate::cards::{Card, Suit};
use crate::choices::{Choice, Kind, Word, joined};
use crate::decoding;
use crate::events::{EventKind, History};
use crate::games::Game;
use crate::matches::{MatchInfo, milliseconds};
use crate::numbered::numbered;
use crate::proto;
use crate::random::Rng;

numbered! {
    /// The kind of a question.
    Ask {
        /// Keep or leave the card seen when cutting.
        Cut = 1 "CUT",
        /// A fresh turn.
        Turn = 2 "TURN",
        /// After an ordinary draw: play or end the turn.
        Drawn = 3 "DRAWN",
        /// Cover the card just played.
        Cover = 4 "COVER",
        /// Cards are owed: answer or draw them.
        Debt = 5 "DEBT",
        /// After drawing the cards owed: play or end the turn.
        Paid = 6 "PAID",
        /// A turn must be missed: answer or miss it.
        Miss = 7 "MISS",
        /// Play another card, or still say a missing word.
        GoOn = 8 "GO_ON",
        /// A player owes or owed an announcement: catch or let pass.
        Catch = 9 "CATCH",
        /// A card was played face down: believe or doubt.
        Believe = 10 "BELIEVE",
        /// Name the suit to follow.
        Name = 11 "NAME",
        /// The first cards of a debt are drawn: play one of them or end the turn.
        DrawnSeven = 12 "DRAWN_SEVEN",
    }
}

// Bytes of the table, as laid down in `referee.proto`.
const ASK: usize = 0;
const TOP: usize = 1;
const SUIT: usize = 2;
const FLAGS: usize = 3;
const OWED: usize = 4;
const MISSES: usize = 5;
const STOCK: usize = 6;
const PILE: usize = 7;
const DEAL: usize = 8;
const DEALER: usize = 9;
const MET: usize = 11;
const DRAWN: usize = 12;
const INSIDE: usize = 13;
const ROWS: usize = 14;
const FORWARD: u8 = 1;
const NAMED: u8 = 2;

/// All that this seat may know now, and its legal choices.
pub struct View<'a> {
    pub(crate) id: u64, // unique number
    pub(crate) question: proto::Question,
    game: &'a Game,
    told: usize, // number of events before the news
    arrived: Instant,
    legal: OnceCell<Vec<Choice>>,
    hand: OnceCell<Vec<Card>>,
    unseen: OnceCell<BTreeMap<Card, usize>>,
    note: RefCell<String>, // of the next answer
    win: Cell<Option<f32>>,
    resigned: Cell<bool>,
}

impl<'a> View<'a> {
    pub(crate) fn new(
        id: u64,
        game: &'a Game,
        question: proto::Question,
        told: usize,
        arrived: Instant,
    ) -> Self {
        Self {
            id,
            question,
            game,
            told,
            arrived,
            legal: OnceCell::new(),
            hand: OnceCell::new(),
            unseen: OnceCell::new(),
            note: RefCell::default(),
            win: Cell::new(None),
            resigned: Cell::new(false),
        }
    }

    /// The legal choices, at least one; each is legal as it is.
    pub fn legal(&self) -> &[Choice] {
        self.legal.get_or_init(|| decoding::choices(self))
    }

    /// The choices of `legal` that play a card; may be empty.
    pub fn plays(&self) -> impl Iterator<Item = &Choice> {
        self.legal().iter().filter(|choice| choice.kind == Kind::Play)
    }

    /// The first choice of this kind.
    pub fn find(&self, kind: Kind) -> Option<&Choice> {
        self.legal().iter().find(|choice| choice.kind == kind)
    }

    /// This seat's cards, in the order of the pack.
    pub fn hand(&self) -> &[Card] {
        self.hand.get_or_init(|| self.match_info().pack.cards(&self.question.hand))
    }

    /// The kind of a question.
    pub fn ask(&self) -> Ask {
        Ask::from_number(self.table(ASK))
    }

    /// The top of the discard pile, as claimed if it is face down; `None` before a card is turned up.
    pub fn top(&self) -> Option<Card> {
        self.card(TOP)
    }

    /// The claimed card on top, if the question is to believe or doubt it.
    pub fn claim(&self) -> Option<Card> {
        self.top().filter(|_| self.ask() == Ask::Believe)
    }

    /// The seat that made the claim.
    pub fn claimant(&self) -> Option<usize> {
        self.claim()?;
        let mut last_first = self.history().iter().rev();
        last_first.find(|event| event.kind == EventKind::Claimed)?.seat
    }

    /// The suit to follow, printed or named; `None` without one.
    pub fn suit(&self) -> Option<Suit> {
        Suit::from_number(self.table(SUIT))
    }

    /// The suit to follow if it was named.
    pub fn wished_suit(&self) -> Option<Suit> {
        self.suit().filter(|_| self.table(FLAGS) & NAMED > 0)
    }

    /// 1 if play runs in ascending order of seats, −1 if descending.
    pub fn direction(&self) -> i32 {
        if self.table(FLAGS) & FORWARD > 0 { 1 } else { -1 }
    }

    /// The number of cards that the current player owes.
    pub fn pending_draw(&self) -> usize {
        self.table(OWED).into()
    }

    /// The number of turns that are still to be missed.
    pub fn misses(&self) -> usize {
        self.table(MISSES).into()
    }

    /// The number of cards in the stock.
    pub fn stock(&self) -> usize {
        self.table(STOCK).into()
    }

    /// The number of cards in the discard pile, including its top.
    pub fn pile(&self) -> usize {
        self.table(PILE).into()
    }

    /// The discard pile from bottom to top; `None` for unknown face-down cards.
    pub fn lying(&self) -> Vec<Option<Card>> {
        self.game.pile().cards.clone()
    }

    /// Counts of the cards that this seat does not see: in the stock, in other hands, or face down
    /// on the pile. Zero counts are left out.
    pub fn unseen(&self) -> &BTreeMap<Card, usize> {
        self.unseen.get_or_init(|| self.count_unseen())
    }

    fn count_unseen(&self) -> BTreeMap<Card, usize> {
        let pack = &self.match_info().cards;
        let all = self.stock() + self.pile() + self.counts().iter().map(|&n| usize::from(n)).sum::<usize>();
        let mut unseen = BTreeMap::new();
        for &card in pack {
            *unseen.entry(card).or_insert(0) += all / pack.len();
        }
        for card in self.hand().iter().chain(self.game.pile().cards.iter().flatten()) {
            if let Some(number) = unseen.get_mut(card) {
                *number = usize::saturating_sub(*number, 1);
            }
        }
        unseen.retain(|_, number| *number > 0);
        unseen
    }

    /// Number of the deal in this game, from 0.
    pub fn deal(&self) -> usize {
        self.table(DEAL).into()
    }

    /// The dealer's seat.
    pub fn dealer(&self) -> usize {
        self.table(DEALER).into()
    }

    /// The card seen when cutting, if the question is about it.
    pub fn met(&self) -> Option<Card> {
        self.card(MET)
    }

    /// The card just drawn that may be played now (the lowest of several), if any.
    pub fn drawn(&self) -> Option<Card> {
        self.card(DRAWN)
    }

    /// The number of cards in each hand, by seat.
    pub fn counts(&self) -> &[u8] {
        &self.question.table[ROWS..ROWS + self.seats()]
    }

    /// The word in force, by seat.
    pub fn said(&self) -> Vec<Word> {
        let row = &self.question.table[ROWS + self.seats()..ROWS + 2 * self.seats()];
        row.iter().map(|&number| Word::from_number(number)).collect()
    }

    /// The points, chips or lives so far, by seat.
    pub fn totals(&self) -> Vec<i32> {
        let row = &self.question.table[ROWS + 2 * self.seats()..ROWS + 4 * self.seats()];
        row.chunks_exact(2).map(|pair| i16::from_be_bytes([pair[0], pair[1]]).into()).collect()
    }

    /// True for seats that are still in the deal.
    pub fn inside(&self) -> Vec<bool> {
        (0..self.seats()).map(|seat| self.is_inside(seat)).collect()
    }

    fn is_inside(&self, seat: usize) -> bool {
        self.table(INSIDE) >> seat & 1 > 0
    }

    /// The other seats that are still in the deal, in the order of play, the next one first.
    pub fn opponents(&self) -> Vec<usize> {
        let seats = self.seats();
        let next = if self.direction() > 0 { 1 } else { seats - 1 };
        let turn = (1..seats).map(|step| (self.seat() + step * next) % seats);
        turn.filter(|&seat| self.is_inside(seat)).collect()
    }

    /// This bot's seat, from 0.
    pub fn seat(&self) -> usize {
        self.game.seat
    }

    /// Number of seats at the table.
    pub fn seats(&self) -> usize {
        self.match_info().seats
    }

    /// Id and version of the ruleset, "mau-mau@1".
    pub fn ruleset(&self) -> &str {
        &self.match_info().ruleset
    }

    /// The common facts of all games: the ruleset as data, the pack, seats, the clock.
    pub fn match_info(&self) -> &'a MatchInfo {
        &self.game.match_info
    }

    /// The number of earlier questions to this bot in this game.
    pub fn number(&self) -> usize {
        self.question.number as usize
    }

    /// The number of decisions of all seats so far: the position in the log and in a replay.
    pub fn ply(&self) -> usize {
        self.question.ply as usize
    }

    /// Time left for this game, with this decision's increment; `None` without a clock.
    pub fn clock(&self) -> Option<Duration> {
        let clock_ms = self.question.clock_ms;
        (clock_ms > 0).then(|| milliseconds(clock_ms))
    }

    /// The latest end of this game's time; `None` without a clock. Questions of one message share
    /// the time until they are answered together.
    pub fn deadline(&self) -> Option<Instant> {
        self.clock().map(|left| self.arrived + left)
    }

    /// All events of this game so far, as this seat learned them.
    pub fn history(&self) -> History<'_> {
        self.game.since(0)
    }

    /// The events since the last question to this bot.
    pub fn news(&self) -> History<'_> {
        self.game.since(self.told)
    }

    /// Random numbers for this game, seeded by the referee, so that games can be repeated.
    pub fn rng(&self) -> RefMut<'_, Rng> {
        self.game.rng.borrow_mut()
    }

    /// Show text here in the replay, cut to 200 bytes of UTF-8. The last call counts.
    pub fn note(&self, text: impl Into<String>) {
        self.note.replace(text.into());
    }

    /// Show your own estimate of the chance to win this game, 0 to 1, here in the replay. Nothing is sent if
    /// it is outside this range. The last call counts.
    pub fn win(&self, chance: f64) {
        self.win.set((0.0..=1.0).contains(&chance).then_some(chance as f32));
    }

    /// Resign this game, whatever `choose` returns.
    pub fn resign(&self) {
        self.resigned.set(true);
    }

    /// The note, the estimate of the chance to win, and whether the bot resigned.
    pub(crate) fn extras(&self) -> (String, Option<f32>, bool) {
        (self.note.take(), self.win.get(), self.resigned.get())
    }

    fn table(&self, place: usize) -> u8 {
        self.question.table[place]
    }

    fn card(&self, place: usize) -> Option<Card> {
        self.match_info().pack.card(self.table(place))
    }
}

impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seat, seats, ruleset) = (self.seat(), self.seats(), self.ruleset());
        let (deal, ply, ask) = (self.deal(), self.ply(), self.ask());
        writeln!(f, "seat {seat} of {seats}, {ruleset}, deal {deal}, ply {ply}: {ask}")?;
        writeln!(f, "hand    {}", joined(self.hand(), " "))?;
        write!(f, "top     {}, suit {}", or_none(self.top()), or_none(self.suit()))?;
        f.write_str(if self.wished_suit().is_some() { ", named" } else { "" })?;
        if let Some(claimant) = self.claimant() {
            write!(f, ", claimed by seat {claimant}")?;
        }
        write!(f, "\ncounts  {}", joined(self.counts(), " "))?;
        let (stock, pile, owed) = (self.stock(), self.pile(), self.pending_draw());
        writeln!(f, ", stock {stock}, pile {pile}, owed {owed}")?;
        writeln!(f, "totals  {}", joined(self.totals(), " "))?;
        write!(f, "legal   {}", joined(self.legal(), ", "))
    }
}

fn or_none<T: fmt::Display>(value: Option<T>) -> String {
    value.map_or("none".to_owned(), |value| value.to_string())
}
