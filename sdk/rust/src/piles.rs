//! The discard pile as one seat knows it.

use crate::cards::Card;
use crate::events::{Event, EventKind};

/// The pile from bottom to top after a number of events; `None`: an unknown face-down card.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pile {
    pub(crate) cards: Vec<Option<Card>>,
    pub(crate) events: usize,
    own: usize, // number of cards that the seat played face down
}

impl Pile {
    /// Apply a further event. `laid`: all cards that the seat played face down in this game.
    pub(crate) fn add(&mut self, event: Event, seat: usize, laid: &[Option<Card>]) {
        self.events += 1;
        match event.kind {
            EventKind::Deal => self.cards.clear(),
            EventKind::Turned => self.cards = vec![event.card], // a card turned up before returns to the stock
            EventKind::Played => self.cards.push(event.card),
            EventKind::Claimed if event.seat == Some(seat) => {
                self.cards.push(laid.get(self.own).copied().flatten());
                self.own += 1;
            }
            EventKind::Claimed => self.cards.push(None),
            EventKind::Shown => {
                self.cards.pop();
                self.cards.push(event.card);
            }
            EventKind::TakenBack => drop(self.cards.pop()),
            EventKind::Reshuffled => drop(self.cards.drain(..self.cards.len().saturating_sub(1))),
            _ => {}
        }
    }
}
