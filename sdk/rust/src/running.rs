//! `run`: connect a bot to the referee.

use std::any::type_name;
use std::env;
use std::path::Path;
use std::process::ExitCode;

use crate::bots::Bot;
use crate::dialing::dial;
use crate::failures::Failure;
use crate::session::{Player, Session};

const DEFAULT_SOCKET: &str = "/run/arena/referee.sock";
const MAX_GAMES: u32 = 256;
const NAME_LENGTH: usize = 16; // characters, each of at most 4 bytes

/// Play for the referee at ARENA_TARGET until it has no more games, with one bot for all games.
/// The exit code is 1 if the bot panicked and 2 if the referee ended it because of a fault.
pub fn run<B: Bot + 'static>(bot: B) -> ExitCode {
    Runner::one(bot).run()
}

/// Like `run`, with a bot for each game.
pub fn run_each<B: Bot + 'static>(make: impl FnMut() -> B + 'static) -> ExitCode {
    Runner::each(make).run()
}

/// Like `run`, with more options.
pub struct Runner {
    player: Player,
    name: String,
    max_games: u32,
}

impl Runner {
    /// One bot plays all games.
    pub fn one<B: Bot + 'static>(bot: B) -> Self {
        Self::new::<B>(Player::One(Box::new(bot)))
    }

    /// Each game has its own bot.
    pub fn each<B: Bot + 'static>(mut make: impl FnMut() -> B + 'static) -> Self {
        Self::new::<B>(Player::Each(Box::new(move || Box::new(make()))))
    }

    fn new<B>(player: Player) -> Self {
        Self { player, name: name_of(type_name::<B>()), max_games: MAX_GAMES }
    }

    /// The maximum number of games at once, 1 to 256.
    #[must_use]
    pub fn max_games(mut self, number: u32) -> Self {
        self.max_games = number;
        self
    }

    /// Play. See [`run`].
    pub fn run(self) -> ExitCode {
        let target = env::var("ARENA_TARGET").ok().filter(|target| !target.is_empty());
        let Some(target) = target.or_else(default_target) else {
            eprintln!(
                "maumau: ARENA_TARGET is not set; let the arena run this bot: arena play ./mybot builtin:random"
            );
            return ExitCode::from(1);
        };
        code(self.play(&target, &env::var("ARENA_TOKEN").unwrap_or_default()))
    }

    /// Play for this referee, ignoring the environment, until it has no more games.
    pub fn play(self, target: &str, token: &str) -> Result<(), Failure> {
        let hello = Session::hello(&self.name, token, self.max_games);
        dial(Session::new(self.player), target, hello)
    }
}

fn default_target() -> Option<String> {
    Path::new(DEFAULT_SOCKET).exists().then(|| format!("unix://{DEFAULT_SOCKET}"))
}

fn code(played: Result<(), Failure>) -> ExitCode {
    let Err(failure) = played else { return ExitCode::SUCCESS };
    eprintln!("maumau: {failure}");
    match failure {
        Failure::Bot(_) => ExitCode::from(1),
        Failure::Referee(_) => ExitCode::from(2),
    }
}

/// The last part of the path of a type or function.
fn name_of(path: &str) -> String {
    let parts = path.split("::").filter(|part| !part.starts_with('{'));
    parts.last().unwrap_or(path).chars().take(NAME_LENGTH).collect()
}
