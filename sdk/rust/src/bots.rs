//! What an author writes: a type with `choose`, or a function.

use crate::choices::Choice;
use crate::events::Event;
use crate::matches::{GameResult, MatchInfo};
use crate::views::View;

/// A bot. Write `choose`; the rest may be left as it is. Every function or closure of a `&View` that
/// returns a `Choice` is a bot too.
///
/// Many games are open at once, asked about one after the other on one thread. [`run`](crate::run)
/// asks one bot about all of them, [`run_each`](crate::run_each) makes a bot for each game, which may
/// keep in its fields what it remembers of that game.
pub trait Bot {
    /// One of `view.legal()`, as it is or with its open fields decided. If it panics the bot ends.
    fn choose(&mut self, view: &View) -> Choice;

    /// Called once, before this bot's first game.
    fn on_match_start(&mut self, _info: &MatchInfo) {}

    /// Called when this bot is asked for the first time in a game, before `on_event` and `choose`.
    fn on_game_start(&mut self, _view: &View) {}

    /// Called for everything that happened since the last question, before `choose` and at the end.
    fn on_event(&mut self, _event: Event) {}

    /// Called when a game is over.
    fn on_game_end(&mut self, _result: &GameResult) {}
}

impl<F: FnMut(&View) -> Choice> Bot for F {
    fn choose(&mut self, view: &View) -> Choice {
        self(view)
    }
}
