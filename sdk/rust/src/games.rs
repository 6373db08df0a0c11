//! The state of an open game.

use std::cell::{Cell, RefCell, RefMut};
use std::mem;
use std::rc::Rc;

use bytes::Bytes;

use crate::cards::Card;
use crate::events::{Event, EventKind, History, SIZE};
use crate::matches::MatchInfo;
use crate::piles::Pile;
use crate::proto;
use crate::random::Rng;

/// One game: its events and random numbers.
pub(crate) struct Game {
    pub(crate) match_info: Rc<MatchInfo>,
    pub(crate) seat: usize,
    pub(crate) rng: RefCell<Rng>,
    hand: Bytes,             // at the last question
    laid: Vec<Option<Card>>, // played face down by this seat
    packed: Vec<u8>,
    shown: usize,       // number of events in the last view
    heard: Cell<usize>, // number of events passed to on_event
    pile: RefCell<Pile>,
}

impl Game {
    pub(crate) fn new(match_info: Rc<MatchInfo>, start: &proto::GameStart) -> Self {
        Self {
            match_info,
            seat: start.seat as usize,
            rng: RefCell::new(Rng::new(seed(&start.seed))),
            hand: Bytes::new(),
            laid: vec![],
            shown: 0,
            packed: vec![],
            heard: Cell::new(0),
            pile: RefCell::default(),
        }
    }

    /// Add packed events.
    pub(crate) fn add(&mut self, events: &Bytes) {
        self.packed.extend_from_slice(events);
    }

    /// Find the cards that this seat played face down since the last question: its hand lacks them.
    /// They may differ from the bot's answer if the bot is asked about a game played before.
    pub(crate) fn miss(&mut self, hand: &Bytes) {
        let pack = &self.match_info.pack;
        let mut held = pack.cards(&self.hand);
        let mut claimed = false;
        for event in self.since(self.shown).iter() {
            let mine = event.seat == Some(self.seat);
            match event.kind {
                EventKind::Deal => held.clear(),
                EventKind::Claimed => claimed |= mine,
                EventKind::Dealt | EventKind::Drew | EventKind::CutKept | EventKind::TakenBack if mine => {
                    held.extend(event.card);
                }
                _ => {}
            }
        }
        if claimed {
            for card in pack.cards(hand) {
                if let Some(place) = held.iter().position(|&one| one == card) {
                    held.swap_remove(place);
                }
            }
            self.laid.push(held.first().copied()); // None after the end of a deal
        }
        self.hand = hand.clone();
    }

    /// Mark all events as viewed; return the number in the previous view.
    pub(crate) fn show(&mut self) -> usize {
        mem::replace(&mut self.shown, self.packed.len() / SIZE)
    }

    /// The events from an index on.
    pub(crate) fn since(&self, first: usize) -> History<'_> {
        History { pack: &self.match_info.pack, packed: &self.packed[first * SIZE..] }
    }

    /// The next event for on_event.
    pub(crate) fn next_to_tell(&self) -> Option<Event> {
        let event = self.since(self.heard.get()).get(0)?;
        self.heard.update(|heard| heard + 1);
        Some(event)
    }

    /// The discard pile now.
    pub(crate) fn pile(&self) -> RefMut<'_, Pile> {
        let mut pile = self.pile.borrow_mut();
        for event in self.since(pile.events).iter() {
            pile.add(event, self.seat, &self.laid);
        }
        pile
    }
}

fn seed(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte))
}
