//! The discard pile as one seat knows it, from what happened.

use crate::cards::Card;
use crate::events::{Event, EventKind};

/// What lies there after so many events, from the bottom to the top; `None`: face down, somebody
/// else's.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pile {
    pub(crate) cards: Vec<Option<Card>>,
    pub(crate) events: usize,
    own: usize, // cards that the seat itself laid face down
}

impl Pile {
    /// This happened next. `laid`: all that the seat itself laid face down in this game.
    pub(crate) fn add(&mut self, event: Event, seat: usize, laid: &[Option<Card>]) {
        self.events += 1;
        match event.kind {
            EventKind::Deal => self.cards.clear(),
            EventKind::Turned => self.cards = vec![event.card], // one turned up before it goes back
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
