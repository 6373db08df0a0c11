//! Cards and suits.

use std::collections::HashMap;
use std::fmt;

/// A suit, with its name in a French pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Suit {
    /// Or acorns.
    Clubs,
    /// Or bells.
    Diamonds,
    Hearts,
    /// Or leaves.
    Spades,
}

impl Suit {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The suit with this number in the protocol; `None` for 4, which means no suit.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.letter() == letter)
    }

    fn letter(self) -> char {
        match self {
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Hearts => 'H',
            Self::Spades => 'S',
        }
    }

    /// The suit in full, "HEARTS".
    pub fn name(self) -> &'static str {
        match self {
            Self::Clubs => "CLUBS",
            Self::Diamonds => "DIAMONDS",
            Self::Hearts => "HEARTS",
            Self::Spades => "SPADES",
        }
    }
}

impl fmt::Display for Suit {
    /// Its letter in the notation of cards.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A card. Cards are ordered as in the pack; the copies of a card are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card {
    code: u8,
    /// '2' … '9', 'T', 'J', 'Q', 'K', 'A', 'X' for a Joker.
    pub rank: char,
    /// `None` for a Joker.
    pub suit: Option<Suit>,
}

impl Card {
    /// Its code in the protocol.
    pub fn code(self) -> u8 {
        self.code
    }
}

impl fmt::Display for Card {
    /// The notation of logs: "7H", "XX" for a Joker.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank, self.suit.map_or('X', Suit::letter))
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The card of every code.
pub(crate) struct Pack([Option<Card>; 256]);

impl Pack {
    /// Equal names (Jokers) get the lowest of their codes.
    pub(crate) fn new(names: &[String]) -> Self {
        let mut codes = HashMap::new();
        let mut cards = [None; 256];
        for ((code, slot), name) in (0..=u8::MAX).zip(&mut cards).zip(names) {
            let mut letters = name.chars();
            let code = *codes.entry(name).or_insert(code);
            let rank = letters.next().unwrap_or('?');
            let suit = letters.next().and_then(Suit::from_letter);
            *slot = Some(Card { code, rank, suit });
        }
        Self(cards)
    }

    pub(crate) fn card(&self, code: u8) -> Option<Card> {
        self.0[usize::from(code)]
    }

    pub(crate) fn cards(&self, codes: &[u8]) -> Vec<Card> {
        codes.iter().filter_map(|&code| self.card(code)).collect()
    }

    /// The whole pack, each Joker counted.
    pub(crate) fn all(&self) -> Vec<Card> {
        self.0.iter().flatten().copied().collect()
    }
}
