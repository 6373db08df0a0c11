//! Decode packed choices. `referee.proto` describes the layout.

use std::sync::{Arc, LazyLock};

use crate::cards::{Card, Suit};
use crate::choices::{Choice, Kind, Word};
use crate::views::View;

const SIZE: usize = 8; // bytes of a choice
const APART: u8 = 255; // between claims without and with a suit

/// The values of each bit mask; bit 0 is the first value.
struct Masks {
    suits: Vec<Vec<Suit>>,
    words: Vec<Vec<Word>>,
    seats: Vec<Vec<usize>>,
    no_cards: Arc<[Card]>,
}

static MASKS: LazyLock<Masks> = LazyLock::new(|| Masks {
    suits: subsets(&Suit::ALL),
    words: subsets(&[Word::MauMau, Word::LastCard, Word::Silent]),
    seats: subsets(&[0, 1, 2, 3, 4, 5, 6, 7]),
    no_cards: Arc::new([]),
});

fn subsets<T: Copy>(values: &[T]) -> Vec<Vec<T>> {
    let of_mask = |mask: usize| (0..values.len()).filter(move |bit| mask >> bit & 1 > 0);
    (0..1 << values.len()).map(|mask| of_mask(mask).map(|bit| values[bit]).collect()).collect()
}

/// The claims for plays that name no suit, and for plays that name one.
struct Claims {
    plain: Arc<[Card]>,
    naming: Arc<[Card]>,
}

impl Claims {
    fn new(view: &View) -> Self {
        let codes = &view.question.claims;
        if codes.is_empty() {
            let none = &MASKS.no_cards;
            return Self { plain: none.clone(), naming: none.clone() };
        }
        let pack = &view.match_info().pack;
        let mut parts = codes.split(|&code| code == APART).map(|part| pack.cards(part).into());
        let plain: Arc<[Card]> = parts.next().unwrap_or_default();
        let naming = parts.next().unwrap_or_else(|| plain.clone());
        Self { plain, naming }
    }
}

/// The choices of a question.
pub(crate) fn choices(view: &View) -> Vec<Choice> {
    let claims = Claims::new(view);
    let packed = view.question.choices.chunks_exact(SIZE);
    packed.enumerate().map(|(place, one)| choice(view, &claims, place, one)).collect()
}

fn choice(view: &View, claims: &Claims, place: usize, packed: &[u8]) -> Choice {
    let masks = &*MASKS;
    let suits = &masks.suits[usize::from(packed[2] & 15)];
    let words = &masks.words[usize::from(packed[3] & 7)];
    let targets = &masks.seats[usize::from(packed[4])];
    let (least, most) = (usize::from(packed[5]), usize::from(packed[6]));
    let kind = Kind::from_number(packed[0]);
    let card = view.match_info().pack.card(packed[1]);
    let claims = match kind {
        Kind::Play if suits.is_empty() => &claims.plain,
        Kind::Play => &claims.naming,
        _ => &masks.no_cards,
    };
    let further = match card {
        Some(card) if most > 0 => others_of_rank(view.hand(), card),
        _ => masks.no_cards.clone(),
    };
    Choice {
        kind,
        card,
        suits,
        words,
        targets,
        claims: claims.clone(),
        least,
        most,
        suit: suits.first().copied(),
        word: words.first().copied(),
        target: targets.first().copied(),
        claim: claims.first().copied(),
        more: further[..least.min(further.len())].to_vec(),
        further,
        view: view.id,
        place,
    }
}

/// The other cards of the same rank in the hand.
fn others_of_rank(hand: &[Card], card: Card) -> Arc<[Card]> {
    let own = hand.iter().position(|&other| other == card);
    let others = hand.iter().enumerate().filter(|&(place, _)| Some(place) != own);
    others.map(|(_, &other)| other).filter(|other| other.rank == card.rank).collect()
}
