//! Write a bot for the Mau-Mau arena. A bot needs no rules: it is shown what its seat may know and
//! what it may do, in every ruleset, and picks one of its choices.
//!
//! ```no_run
//! use maumau::View;
//!
//! fn main() -> std::process::ExitCode {
//!     maumau::run(|view: &View| view.legal()[0].clone())
//! }
//! ```

mod answers;
mod bots;
mod cards;
mod choices;
mod decoding;
mod dialing;
mod events;
mod failures;
mod games;
mod matches;
mod numbered;
mod piles;
mod random;
mod running;
mod views;
mod ways;
mod with;

/// The wire protocol, generated (see `tests/stubs`).
#[doc(hidden)]
#[rustfmt::skip]
#[allow(clippy::all, missing_docs)]
pub mod proto;
/// The conversation without its connection, for tests.
#[doc(hidden)]
pub mod session;

pub use bots::Bot;
pub use cards::{Card, Suit};
pub use choices::{Choice, Kind, Word};
pub use events::{DrawReason, Event, EventKind, History, Termination};
pub use failures::Failure;
pub use matches::{Clock, GameResult, MatchInfo, Verdict};
pub use random::Rng;
pub use running::{Runner, run, run_each};
pub use views::{Ask, View};
pub use with::{NotAllowed, With};

/// The code of the README is compiled, and so right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
