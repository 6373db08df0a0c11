//! What ends a stream early, and what the author is told of it.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why a bot cannot play on.
#[derive(Debug)]
pub enum Failure {
    /// It panicked, or returned what is none of its choices.
    Bot(String),
    /// The referee closes the stream because of a fault, or cannot be talked to.
    Referee(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(why) => write!(f, "the bot failed{why}"),
            Self::Referee(why) => write!(f, "the referee ended this bot: {why}"),
        }
    }
}

impl std::error::Error for Failure {}

/// Call a bot. What it panicked with is on stderr already.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|_| Failure::Bot(String::new()))
}
