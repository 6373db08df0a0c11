//! Set the open fields of a choice.

use std::fmt;

use crate::cards::{Card, Suit};
use crate::choices::{Choice, Word, joined};

/// A field or value that a choice does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAllowed(pub(crate) String);

impl fmt::Display for NotAllowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotAllowed {}

/// A choice with new values. `None` changes nothing.
#[must_use = "`build` makes the choice"]
#[derive(Clone, Debug)]
pub struct With(Choice);

impl With {
    /// Name a suit.
    pub fn suit(mut self, suit: impl Into<Option<Suit>>) -> Self {
        self.0.suit = suit.into().or(self.0.suit);
        self
    }

    /// Say a word.
    pub fn word(mut self, word: impl Into<Option<Word>>) -> Self {
        self.0.word = word.into().or(self.0.word);
        self
    }

    /// Aim at a seat.
    pub fn target(mut self, seat: impl Into<Option<usize>>) -> Self {
        self.0.target = seat.into().or(self.0.target);
        self
    }

    /// Claim a card.
    pub fn claim(mut self, card: impl Into<Option<Card>>) -> Self {
        self.0.claim = card.into().or(self.0.claim);
        self
    }

    /// Play exactly these further cards, the last one on top.
    pub fn more(mut self, cards: impl Into<Vec<Card>>) -> Self {
        self.0.more = cards.into();
        self
    }

    /// Return the choice with these values, or an error.
    pub fn build(self) -> Result<Choice, NotAllowed> {
        self.0.check()?;
        Ok(self.0)
    }
}

impl Choice {
    /// Return this choice with other values: `choice.with().suit(Suit::Hearts).build()`.
    pub fn with(&self) -> With {
        With(self.clone())
    }

    /// Check that all values are allowed.
    pub fn check(&self) -> Result<(), NotAllowed> {
        allowed("suit", self.suit, self.suits, |suit| suit.name().to_owned())?;
        allowed("word", self.word, self.words, Word::to_string)?;
        allowed("target", self.target, self.targets, usize::to_string)?;
        allowed("claim", self.claim, &self.claims, Card::to_string)?;
        self.check_more()
    }

    fn check_more(&self) -> Result<(), NotAllowed> {
        let Self { more, further, least, most, .. } = self;
        let within = more.iter().all(|&card| count(more, card) <= count(further, card));
        if within && (*least..=*most).contains(&more.len()) {
            return Ok(());
        }
        let bounds = format!("{least} to {most} of {}", labels(further));
        Err(NotAllowed(format!("more {}: this choice allows {bounds}", labels(more))))
    }
}

fn count(cards: &[Card], card: Card) -> usize {
    cards.iter().filter(|&&one| one == card).count()
}

/// True if a value is allowed; `None` is allowed only without allowed values.
fn allowed<T: PartialEq>(
    field: &str,
    value: Option<T>,
    allowed: &[T],
    label: fn(&T) -> String,
) -> Result<(), NotAllowed> {
    let fine = match &value {
        Some(value) => allowed.contains(value),
        None => allowed.is_empty(),
    };
    if fine {
        return Ok(());
    }
    let value = value.as_ref().map_or("none".to_owned(), label);
    let all: Vec<String> = allowed.iter().map(label).collect();
    Err(NotAllowed(format!("{field} {value}: this choice allows {}", labels(&all))))
}

fn labels<T: fmt::Display>(values: &[T]) -> String {
    if values.is_empty() { "none".to_owned() } else { joined(values, " ") }
}
