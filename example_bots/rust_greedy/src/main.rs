//! Plays the most costly card it can, keeps wild cards, names its longest suit.

use std::process::ExitCode;

use maumau::{Card, Choice, Kind, View};

fn main() -> ExitCode {
    maumau::run(greedy)
}

fn greedy(view: &View) -> Choice {
    let cannot_be = view.claim().is_some_and(|claim| !view.unseen().contains_key(&claim));
    if let Some(doubt) = view.find(Kind::Doubt).filter(|_| cannot_be) {
        return doubt.clone();
    }
    let held = |suit| view.hand().iter().filter(|card| card.suit == Some(suit)).count();
    let best = view.legal().iter().max_by_key(|choice| worth(view, choice)).expect("at least one choice");
    best.with()
        .suit(best.suits.iter().copied().max_by_key(|&suit| held(suit)))
        .claim(best.card.filter(|card| best.claims.contains(card))) // the truth
        .more(&best.further[..best.most])
        .build()
        .expect("nothing but what is allowed")
}

/// The points played; false claims and wild cards come later, other choices last.
fn worth(view: &View, choice: &Choice) -> (bool, bool, i32) {
    let wild = |card: Card| view.match_info().is_wild(card);
    let lie = !choice.claims.is_empty() && !choice.card.is_some_and(|card| choice.claims.contains(&card));
    let points = choice.card.map_or(0, |card| view.match_info().points(card));
    (choice.kind == Kind::Play, !lie && !choice.card.is_some_and(wild), points)
}
