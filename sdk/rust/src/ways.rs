//! All variants of a choice.

use crate::cards::Card;
use crate::choices::Choice;

impl Choice {
    /// Every variant of this choice, the lowest values first. With two packs there may be
    /// thousands.
    pub fn options(&self) -> impl Iterator<Item = Choice> + '_ {
        let ways = self.ways_to_lay();
        ways.into_iter().flat_map(move |more| self.decisions(&more))
    }

    /// Every allowed `more`, the smallest first; the order below the top does not matter.
    pub fn ways_to_lay(&self) -> Vec<Vec<Card>> {
        let mut found = vec![];
        for many in self.least..=self.most {
            for laid in combinations(&self.further, many) {
                found.extend(tops(&laid));
            }
        }
        found
    }

    /// All variants of the rest.
    fn decisions(&self, more: &[Card]) -> Vec<Choice> {
        let mut found = vec![Choice { more: more.to_vec(), ..self.clone() }];
        found = each(found, self.suits, |choice, suit| choice.suit = Some(suit));
        found = each(found, self.words, |choice, word| choice.word = Some(word));
        found = each(found, self.targets, |choice, seat| choice.target = Some(seat));
        each(found, &self.claims, |choice, card| choice.claim = Some(card))
    }
}

/// Each choice with each value.
fn each<T: Copy>(choices: Vec<Choice>, values: &[T], decide: fn(&mut Choice, T)) -> Vec<Choice> {
    if values.is_empty() {
        return choices;
    }
    let decided = |choice: &Choice, value: T| {
        let mut choice = choice.clone();
        decide(&mut choice, value);
        choice
    };
    choices.iter().flat_map(|choice| values.iter().map(move |&value| decided(choice, value))).collect()
}

/// Yield the cards with each different card on top.
fn tops(laid: &[Card]) -> Vec<Vec<Card>> {
    if laid.is_empty() {
        return vec![vec![]];
    }
    let places = (0..laid.len()).rev().filter(|&top| !laid[top + 1..].contains(&laid[top]));
    let with_top = |top: usize| [&laid[..top], &laid[top + 1..], &laid[top..=top]].concat();
    places.map(with_top).collect()
}

/// Yield the different combinations of so many cards; equal cards are adjacent.
fn combinations(cards: &[Card], many: usize) -> Vec<Vec<Card>> {
    if many == 0 {
        return vec![vec![]];
    }
    let mut found = vec![];
    for (place, &card) in cards.iter().enumerate() {
        if place > 0 && cards[place - 1] == card {
            continue;
        }
        for rest in combinations(&cards[place + 1..], many - 1) {
            found.push([&[card], rest.as_slice()].concat());
        }
    }
    found
}
