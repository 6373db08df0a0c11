//! Errors that end a stream early, and their reports.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The reason why a bot cannot continue.
#[derive(Debug)]
pub enum Failure {
    /// It panicked or returned an illegal choice.
    Bot(String),
    /// The referee closes the stream because of a fault, or cannot be reached.
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

/// Call a bot. The panic message is already on stderr.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|_| Failure::Bot(String::new()))
}
