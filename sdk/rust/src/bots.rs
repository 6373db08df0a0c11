//! The interface of bots: a type with `choose`, or a function.

use crate::choices::Choice;
use crate::events::Event;
use crate::matches::{GameResult, MatchInfo};
use crate::views::View;

/// A bot. Implement `choose`; all other methods are optional. Every function or closure from
/// `&View` to `Choice` is a bot too.
///
/// Many games are open at once; one thread calls the bots. [`run`](crate::run) uses one bot for all
/// games; [`run_each`](crate::run_each) creates a bot for each game, which can store its state in
/// fields.
pub trait Bot {
    /// Return a choice of `view.legal()`, as it is or refined. A panic ends the bot.
    fn choose(&mut self, view: &View) -> Choice;

    /// Called once, before this bot's first game.
    fn on_match_start(&mut self, _info: &MatchInfo) {}

    /// Called at the first question of a game, before `on_event` and `choose`.
    fn on_game_start(&mut self, _view: &View) {}

    /// Called for each event since the last question, before `choose` and at the end of the game.
    fn on_event(&mut self, _event: Event) {}

    /// Called at the end of a game.
    fn on_game_end(&mut self, _result: &GameResult) {}
}

impl<F: FnMut(&View) -> Choice> Bot for F {
    fn choose(&mut self, view: &View) -> Choice {
        self(view)
    }
}
