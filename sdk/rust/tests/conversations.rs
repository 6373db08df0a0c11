//! Recorded conversations with the referee, which the SDKs of all languages replay. Their file tells in "how" what
//! is recorded there.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Display;
use std::rc::Rc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use maumau::proto::{Answer, PlayRequest, PlayResponse};
use maumau::session::{Player, Session};
use maumau::{Bot, Choice, GameResult, View};
use prost::Message;
use serde_json::{Value, json};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../conversations.json");

#[derive(Default)]
struct Seen {
    views: Vec<Value>,
    texts: Vec<String>,
    ends: Vec<Value>,
}

/// Answers as the file says and records the views.
struct Recorder(Rc<RefCell<Seen>>);

impl Bot for Recorder {
    fn choose(&mut self, view: &View) -> Choice {
        let place = (5 * view.number() + view.ply()) % view.legal().len();
        let mut choice = view.legal()[place].clone();
        if !view.number().is_multiple_of(3) {
            choice = decided(&choice, view.ply());
        }
        if view.number().is_multiple_of(5) {
            view.note(format!("n{}", view.number()));
        }
        if view.number().is_multiple_of(4) {
            view.win((view.number() % 3) as f64 / 2.0);
        }
        let mut seen = self.0.borrow_mut();
        seen.views.push(shown(view));
        seen.texts.push(choice.to_string());
        choice
    }

    fn on_game_end(&mut self, result: &GameResult) {
        self.0.borrow_mut().ends.push(json!({
            "seat": result.seat,
            "places": result.places,
            "totals": result.totals,
            "verdict": result.verdict.name(),
            "detail": result.detail,
        }));
    }
}

fn decided(choice: &Choice, ply: usize) -> Choice {
    let with = choice.with().suit(at(choice.suits, ply)).word(at(choice.words, ply));
    let with = with.target(at(choice.targets, ply)).claim(at(&choice.claims, ply));
    with.more(&choice.further[..choice.most]).build().expect("all that is allowed")
}

fn at<T: Copy>(allowed: &[T], ply: usize) -> Option<T> {
    (!allowed.is_empty()).then(|| allowed[ply % allowed.len()])
}

fn shown(view: &View) -> Value {
    let info = view.match_info();
    let unseen = view.unseen().iter().flat_map(|(card, &number)| vec![card; number]);
    let lying = view.lying().into_iter().map(text);
    let effects = view.hand().iter().map(|&card| info.effect(card)["is"].as_str().unwrap_or_default());
    json!({
        "ask": view.ask().name(),
        "number": view.number(),
        "ply": view.ply(),
        "seat": view.seat(),
        "seats": view.seats(),
        "ruleset": view.ruleset(),
        "legal": view.legal().iter().map(allowed).collect::<Vec<_>>(),
        "plays": view.plays().count(),
        "hand": joined(view.hand()),
        "top": text(view.top()),
        "suit": text(view.suit()),
        "wished_suit": text(view.wished_suit()),
        "claim": text(view.claim()),
        "claimant": view.claimant(),
        "pending_draw": view.pending_draw(),
        "misses": view.misses(),
        "drawn": text(view.drawn()),
        "met": text(view.met()),
        "direction": view.direction(),
        "counts": view.counts(),
        "stock": view.stock(),
        "pile": view.pile(),
        "lying": joined(lying),
        "unseen": joined(unseen),
        "said": view.said().iter().map(|word| word.name()).collect::<Vec<_>>(),
        "totals": view.totals(),
        "inside": view.inside(),
        "opponents": view.opponents(),
        "dealer": view.dealer(),
        "deal": view.deal(),
        "history": view.history().len(),
        "news": view.news().iter().map(|event| event.to_string()).collect::<Vec<_>>(),
        "clock_ms": view.clock().map(|left| left.as_millis() as u64),
        "points": view.hand().iter().map(|&card| info.points(card)).collect::<Vec<_>>(),
        "effects": effects.collect::<Vec<_>>(),
        "wild": view.hand().iter().map(|&card| info.is_wild(card)).collect::<Vec<_>>(),
    })
}

fn allowed(choice: &Choice) -> String {
    [
        choice.to_string(),
        choice.kind.to_string(),
        text(choice.card),
        joined(choice.suits.iter().map(|suit| suit.name())),
        joined(choice.words),
        joined(choice.targets),
        joined(&*choice.claims),
        joined(&*choice.further),
        choice.least.to_string(),
        choice.most.to_string(),
    ]
    .join("|")
}

fn text<T: Display>(value: Option<T>) -> String {
    value.map_or("-".to_owned(), |value| value.to_string())
}

fn joined<T: Display>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_view_and_answer_is_the_recorded_one() {
    let file: Value = serde_json::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap();
    for conversation in file["conversations"].as_array().unwrap() {
        let seen = Rc::new(RefCell::new(Seen::default()));
        let mut session = Session::new(Player::One(Box::new(Recorder(seen.clone()))));
        for (number, step) in conversation["steps"].as_array().unwrap().iter().enumerate() {
            let message = BASE64_STANDARD.decode(step["message"].as_str().unwrap()).unwrap();
            let request = session.reply(PlayResponse::decode(message.as_slice()).unwrap()).unwrap();
            let seen = seen.take();
            let place = format!("{}, step {number}", conversation["ruleset"]);
            compare(&place, &json!(seen.views), list(&step["views"]));
            compare(&place, &json!(seen.ends), list(&step["ends"]));
            compare_answers(&place, request.unwrap_or_default(), &seen, list(&step["answers"]));
        }
    }
}

/// A list that is left out where it is empty.
/// Always prefers another choice.
struct Obstinate(Recorder);

impl Bot for Obstinate {
    fn choose(&mut self, view: &View) -> Choice {
        self.0.choose(view);
        view.legal().last().expect("at least one choice").clone()
    }
}

#[test]
fn what_was_laid_is_known_whatever_was_answered() {
    let file: Value = serde_json::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap();
    for conversation in file["conversations"].as_array().unwrap() {
        let seen = Rc::new(RefCell::new(Seen::default()));
        let mut session = Session::new(Player::One(Box::new(Obstinate(Recorder(seen.clone())))));
        for (number, step) in conversation["steps"].as_array().unwrap().iter().enumerate() {
            let message = BASE64_STANDARD.decode(step["message"].as_str().unwrap()).unwrap();
            session.reply(PlayResponse::decode(message.as_slice()).unwrap()).unwrap();
            let place = format!("{}, step {number}", conversation["ruleset"]);
            compare(&place, &json!(seen.take().views), list(&step["views"]));
        }
    }
}

fn list(value: &Value) -> Value {
    if value.is_null() { json!([]) } else { value.clone() }
}

fn compare(place: &str, have: &Value, want: Value) {
    let (have, want) = (have.as_array().unwrap(), want.as_array().unwrap().clone());
    assert_eq!(have.len(), want.len(), "{place}");
    for (have, want) in have.iter().zip(want) {
        assert_eq!(have.as_object().unwrap().len(), want.as_object().unwrap().len(), "{place}");
        for (name, value) in want.as_object().unwrap() {
            assert_eq!(&have[name], value, "{place}: {name}");
        }
    }
}

fn compare_answers(place: &str, request: PlayRequest, seen: &Seen, recorded: Value) {
    let recorded = recorded.as_array().unwrap();
    let (plain, full) = answers(&request);
    assert_eq!(plain.len() + full.len(), recorded.len(), "{place}");
    for ((want, text), view) in recorded.iter().zip(&seen.texts).zip(&seen.views) {
        assert_eq!(want["text"], *text, "{place}");
        let question = (number(&want["game"]), number(&want["number"]));
        let choice = number(&want["choice"]);
        let lowest = view["legal"][choice as usize].as_str().unwrap().split('|').next() == Some(text);
        if want["note"] == "" && want["win"].is_null() && lowest {
            assert_eq!(plain[&question], choice, "{place}: {text}");
        } else {
            compare_answer(place, &full[&question], want, lowest);
        }
    }
}

/// Omitted fields take the lowest value.
fn compare_answer(place: &str, have: &Answer, want: &Value, lowest: bool) {
    assert_eq!(have.choice, number(&want["choice"]), "{place}");
    assert_eq!((have.note.as_str(), have.resign), (want["note"].as_str().unwrap(), false), "{place}");
    assert_eq!(have.win.map(f64::from), want["win"].as_f64(), "{place}");
    let fields = json!({
        "suit": have.suit,
        "word": have.word,
        "target": have.target,
        "claim": have.claim,
        "more": have.more.to_vec(),
    });
    if !lowest || (have.suit, have.word, have.target, have.claim) != (None, None, None, None) {
        assert_eq!(fields, want["fields"], "{place}");
    }
}

type Question = (u32, u32); // game and number

/// The answers of a request: plain ones, and others.
fn answers(request: &PlayRequest) -> (HashMap<Question, u32>, HashMap<Question, Answer>) {
    let full = request.answers.iter().map(|answer| ((answer.game, answer.number), answer.clone()));
    let plain = request.plain.chunks_exact(6).map(|packed| {
        let number = u32::from_be_bytes([packed[2], packed[3], packed[4], packed[5]]);
        ((packed[0].into(), number), packed[1].into())
    });
    (plain.collect(), full.collect())
}

fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}
