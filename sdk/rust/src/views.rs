//! What a bot is shown when it is asked.

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
    /// What is asked.
    Ask {
        /// Keep or leave the card met in cutting.
        Cut = 1 "CUT",
        /// A fresh turn.
        Turn = 2 "TURN",
        /// After an ordinary draw: play or end the turn.
        Drawn = 3 "DRAWN",
        /// A card must be put on the one just played.
        Cover = 4 "COVER",
        /// Cards are owed: answer or draw them.
        Debt = 5 "DEBT",
        /// After drawing what was owed: play or end the turn.
        Paid = 6 "PAID",
        /// A turn is to be missed: answer or miss it.
        Miss = 7 "MISS",
        /// Another card may be played, or a missing word still be said.
        GoOn = 8 "GO_ON",
        /// Somebody owes or owed an announcement: catch or let pass.
        Catch = 9 "CATCH",
        /// A card was laid face down: believe or doubt.
        Believe = 10 "BELIEVE",
        /// Name the suit to follow.
        Name = 11 "NAME",
        /// Of a debt the first cards are drawn: play one of them or end the turn.
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

/// Everything this seat may know now, and what it may do.
pub struct View<'a> {
    pub(crate) id: u64, // of all that were made
    pub(crate) question: proto::Question,
    game: &'a Game,
    told: usize, // events before those that are news
    arrived: Instant,
    legal: OnceCell<Vec<Choice>>,
    hand: OnceCell<Vec<Card>>,
    unseen: OnceCell<BTreeMap<Card, usize>>,
    note: RefCell<String>, // that goes with the answer
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
            resigned: Cell::new(false),
        }
    }

    /// What may be done: at least one choice, each legal as it is.
    pub fn legal(&self) -> &[Choice] {
        self.legal.get_or_init(|| decoding::choices(self))
    }

    /// Those of `legal` that lay a card; none if none may be laid.
    pub fn plays(&self) -> impl Iterator<Item = &Choice> {
        self.legal().iter().filter(|choice| choice.kind == Kind::Play)
    }

    /// The first of `legal` that is of this kind.
    pub fn find(&self, kind: Kind) -> Option<&Choice> {
        self.legal().iter().find(|choice| choice.kind == kind)
    }

    /// This seat's cards, in the order of the pack.
    pub fn hand(&self) -> &[Card] {
        self.hand.get_or_init(|| self.match_info().pack.cards(&self.question.hand))
    }

    /// What is asked.
    pub fn ask(&self) -> Ask {
        Ask::from_number(self.table(ASK))
    }

    /// The top of the discard pile, as claimed if it lies face down; `None` before one is turned.
    pub fn top(&self) -> Option<Card> {
        self.card(TOP)
    }

    /// What the card on top is said to be, if one is asked to believe it or to doubt.
    pub fn claim(&self) -> Option<Card> {
        self.top().filter(|_| self.ask() == Ask::Believe)
    }

    /// The seat that says so.
    pub fn claimant(&self) -> Option<usize> {
        self.claim()?;
        let mut last_first = self.history().iter().rev();
        last_first.find(|event| event.kind == EventKind::Claimed)?.seat
    }

    /// The suit to follow, printed or named; `None` if there is none.
    pub fn suit(&self) -> Option<Suit> {
        Suit::from_number(self.table(SUIT))
    }

    /// The suit to follow if it was named.
    pub fn wished_suit(&self) -> Option<Suit> {
        self.suit().filter(|_| self.table(FLAGS) & NAMED > 0)
    }

    /// 1 if play goes by rising seat numbers, −1 if by falling ones.
    pub fn direction(&self) -> i32 {
        if self.table(FLAGS) & FORWARD > 0 { 1 } else { -1 }
    }

    /// How many cards are owed by the seat that is in turn.
    pub fn pending_draw(&self) -> usize {
        self.table(OWED).into()
    }

    /// How many turns are still to be missed by those in turn.
    pub fn misses(&self) -> usize {
        self.table(MISSES).into()
    }

    /// Cards in the stock.
    pub fn stock(&self) -> usize {
        self.table(STOCK).into()
    }

    /// Cards in the discard pile, with its top.
    pub fn pile(&self) -> usize {
        self.table(PILE).into()
    }

    /// The discard pile from the bottom to the top; `None` for what somebody else laid face down there
    /// and nobody saw.
    pub fn lying(&self) -> Vec<Option<Card>> {
        self.game.pile().cards.clone()
    }

    /// How many there are of each card that this seat does not see: in the stock, in other hands, or
    /// face down on the pile. Those of which there is none are left out.
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

    /// The card met in cutting, if one is asked about.
    pub fn met(&self) -> Option<Card> {
        self.card(MET)
    }

    /// The card just drawn that may be played now (the lowest of several), if there is one.
    pub fn drawn(&self) -> Option<Card> {
        self.card(DRAWN)
    }

    /// Cards in the hand of each seat.
    pub fn counts(&self) -> &[u8] {
        &self.question.table[ROWS..ROWS + self.seats()]
    }

    /// The word that stands for each seat.
    pub fn said(&self) -> Vec<Word> {
        let row = &self.question.table[ROWS + self.seats()..ROWS + 2 * self.seats()];
        row.iter().map(|&number| Word::from_number(number)).collect()
    }

    /// Points, chips or lives of each seat so far, by the ruleset.
    pub fn totals(&self) -> Vec<i32> {
        let row = &self.question.table[ROWS + 2 * self.seats()..ROWS + 4 * self.seats()];
        row.chunks_exact(2).map(|pair| i16::from_be_bytes([pair[0], pair[1]]).into()).collect()
    }

    /// Whether each seat is still in the deal.
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

    /// What is the same for all games: the ruleset as data, the pack, seats, the clock.
    pub fn match_info(&self) -> &'a MatchInfo {
        &self.game.match_info
    }

    /// How many times this bot was asked in this game before.
    pub fn number(&self) -> usize {
        self.question.number as usize
    }

    /// How many decisions all seats made in this game so far: the place in the log and in a replay.
    pub fn ply(&self) -> usize {
        self.question.ply as usize
    }

    /// Time left for this game, this decision's increment in it; `None` without a clock.
    pub fn clock(&self) -> Option<Duration> {
        let clock_ms = self.question.clock_ms;
        (clock_ms > 0).then(|| milliseconds(clock_ms))
    }

    /// When this game's time is over at the latest; `None` without a clock. Questions that come
    /// together share the time until they are answered together.
    pub fn deadline(&self) -> Option<Instant> {
        self.clock().map(|left| self.arrived + left)
    }

    /// All that happened in this game so far, as this seat learned it.
    pub fn history(&self) -> History<'_> {
        self.game.since(0)
    }

    /// What of it happened since this bot was last asked.
    pub fn news(&self) -> History<'_> {
        self.game.since(self.told)
    }

    /// Random numbers for this game, from the referee's seed: so games repeat.
    pub fn rng(&self) -> RefMut<'_, Rng> {
        self.game.rng.borrow_mut()
    }

    /// Text to be shown beside the replay here, cut to 200 bytes of UTF-8. The last one counts.
    pub fn note(&self, text: impl Into<String>) {
        self.note.replace(text.into());
    }

    /// Give up this game, whatever `choose` returns.
    pub fn resign(&self) {
        self.resigned.set(true);
    }

    /// What was noted, and whether the game was given up.
    pub(crate) fn extras(&self) -> (String, bool) {
        (self.note.take(), self.resigned.get())
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
