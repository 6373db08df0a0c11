//! Choices, from a question packed by hand.

use bytes::Bytes;
use maumau::proto::{Clock, GameStart, PlayRequest, PlayResponse, Question, Welcome};
use maumau::session::{Player, Session};
use maumau::{Choice, Kind, Rng, Suit, View, Word};

const CARDS: [&str; 10] = ["7C", "JC", "7D", "JD", "7H", "JH", "7S", "JS", "XX", "XX"];

/// What a bot makes of a question with these choices, 8 bytes each, and these cards in its hand; and its answer.
fn asked(choices: &[u8], claims: &[u8], hand: &[u8], bot: impl Fn(&View) -> Choice + 'static) -> PlayRequest {
    let welcome = Welcome {
        ruleset_json: "{}".to_owned(),
        cards: CARDS.map(str::to_owned).to_vec(),
        seats: 2,
        clock: Some(Clock::default()),
        ..Welcome::default()
    };
    let question = Question {
        choices: Bytes::copy_from_slice(choices),
        claims: Bytes::copy_from_slice(claims),
        hand: Bytes::copy_from_slice(hand),
        table: Bytes::from_static(&[2, 0, 0, 1, 0, 0, 9, 1, 0, 1, 0, 255, 255, 3, 4, 4, 2, 2, 0, 0, 0, 0]),
        ..Question::default()
    };
    let message = PlayResponse {
        welcome: Some(welcome),
        starts: vec![GameStart::default()],
        questions: vec![question],
        ..PlayResponse::default()
    };
    Session::new(Player::One(Box::new(bot))).reply(message).unwrap().unwrap()
}

const NAMING: [u8; 8] = [1, 1, 0b1010, 0b110, 0b10, 0, 0, 0]; // a Jack that names diamonds or spades
const SEVERAL: [u8; 8] = [1, 0, 0, 0, 0, 0, 2, 0]; // a seven and up to two others
const DRAW: [u8; 8] = [2, 255, 0, 0, 0, 0, 0, 0];

#[test]
fn a_choice_is_the_lowest_until_decided() {
    let request = asked(&[NAMING, DRAW].concat(), &[], &[1], |view| {
        let choice = &view.legal()[0];
        assert_eq!(choice.suits, [Suit::Diamonds, Suit::Spades]);
        assert_eq!(choice.words, [Word::LastCard, Word::Silent]);
        assert_eq!(choice.targets, [1]);
        assert_eq!(choice.to_string(), "JC:D@1 Mau");
        assert_eq!(view.find(Kind::Draw).unwrap().to_string(), "draw");
        assert_eq!(view.plays().count(), 1);
        choice.clone()
    });
    assert_eq!((request.answers.len(), request.plain.as_ref()), (0, [0, 0, 0, 0, 0, 0].as_slice()));
}

#[test]
fn what_is_decided_is_sent() {
    let request = asked(&[DRAW, NAMING].concat(), &[], &[1], |view| {
        view.note("a".repeat(199) + "é");
        let choice =
            view.legal()[1].with().suit(Suit::Spades).word(Word::Silent).target(None).build().unwrap();
        assert_eq!(choice.to_string(), "JC:S@1");
        choice
    });
    let [answer] = request.answers.as_slice() else { panic!("{request:?}") };
    assert_eq!((answer.choice, answer.suit, answer.word, answer.target), (1, Some(3), Some(2), Some(1)));
    assert_eq!((answer.claim, answer.note.len(), answer.resign), (None, 199, false));
}

#[test]
fn an_estimate_is_sent_unless_it_is_no_chance() {
    let chances = [(0.25, Some(0.25)), (0.0, Some(0.0)), (-0.1, None), (1.1, None), (f64::NAN, None)];
    for (chance, sent) in chances {
        let request = asked(&DRAW, &[], &[], move |view| {
            view.win(chance);
            view.legal()[0].clone()
        });
        assert_eq!(request.answers.first().and_then(|answer| answer.win), sent, "{chance}");
    }
}

#[test]
fn what_is_not_allowed_says_so() {
    asked(&[NAMING, SEVERAL].concat(), &[], &[0, 1, 2, 4], |view| {
        let [naming, several] = view.legal() else { panic!() };
        let jack = naming.card.unwrap();
        let sevens = several.further[0];
        for (with, why) in [
            (naming.with().suit(Suit::Hearts), "suit HEARTS: this choice allows DIAMONDS SPADES"),
            (several.with().suit(Suit::Hearts), "suit HEARTS: this choice allows none"),
            (naming.with().word(Word::MauMau), "word MAU_MAU: this choice allows LAST_CARD SILENT"),
            (naming.with().target(0), "target 0: this choice allows 1"),
            (naming.with().claim(jack), "claim JC: this choice allows none"),
            (naming.with().more([jack]), "more JC: this choice allows 0 to 0 of none"),
            (several.with().more([sevens, sevens]), "more 7D 7D: this choice allows 0 to 2 of 7D 7H"),
        ] {
            assert_eq!(with.build().unwrap_err().to_string(), why);
        }
        naming.clone()
    });
}

#[test]
fn claims_with_a_suit_are_apart() {
    let plain = [1, 0, 0, 0, 0, 0, 0, 0];
    let naming = [1, 0, 15, 0, 0, 0, 0, 0];
    asked(&[plain, naming, DRAW].concat(), &[2, 4, 255, 1], &[0], |view| {
        let texts: Vec<String> = view.legal().iter().map(Choice::to_string).collect();
        assert_eq!(texts, ["7C=7D", "7C=JC:C", "draw"]);
        assert_eq!(view.legal().iter().map(Choice::is_true).collect::<Vec<_>>(), [false, false, true]);
        assert_eq!(view.legal()[0].claims.len(), 2);
        view.legal()[0].clone()
    });
}

#[test]
fn options_are_all_ways() {
    let several = [1, 0, 0b11, 0, 0, 0, 2, 0];
    asked(&several, &[], &[0, 2, 2, 4], |view| {
        let options: Vec<String> = view.legal()[0].options().map(|choice| choice.to_string()).collect();
        let ways = "7C 7C+7D 7C+7H 7C+7D+7D 7C+7D+7H 7C+7H+7D".split(' ');
        let both: Vec<String> = ways.flat_map(|way| [format!("{way}:C"), format!("{way}:D")]).collect();
        assert_eq!(options, both);
        assert!(view.legal()[0].options().all(|choice| choice.check().is_ok()));
        view.legal()[0].clone()
    });
}

#[test]
fn what_is_not_known_here_has_a_number() {
    asked(&[77, 255, 0, 0, 0, 0, 0, 0], &[], &[8, 9], |view| {
        assert_eq!(view.legal()[0].kind, Kind::Unknown(77));
        assert_eq!(view.hand()[0], view.hand()[1]); // Jokers are equal
        assert_eq!(view.hand()[0].to_string(), "XX");
        view.legal()[0].clone()
    });
}

/// The first numbers are those of the reference implementation (Vigna's splitmix64.c).
#[test]
fn the_same_seed_gives_the_same_numbers_in_every_run() {
    let mut rng = Rng::new(1_234_567);
    let drawn: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
    assert_eq!(drawn, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    let mut values = [1, 2, 3, 4, 5];
    rng.shuffle(&mut values);
    values.sort_unstable();
    assert_eq!(values, [1, 2, 3, 4, 5]);
    assert!((0..100).map(|_| rng.below(3)).all(|number| number < 3));
    assert!((0.0..1.0).contains(&rng.unit()));
    assert_eq!(rng.pick::<u8>(&[]), None);
}
