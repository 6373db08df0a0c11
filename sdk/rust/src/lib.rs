//! Write a bot for the Mau-Mau arena. A bot needs no rules: in every ruleset it gets a view of what
//! its seat may know, with all legal choices, and returns one of them.
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

/// Compiles the code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
