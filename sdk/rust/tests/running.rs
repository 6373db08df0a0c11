//! A bot against a referee at the other end of a Unix socket.

mod support;

use std::cell::{Cell, RefCell};
use std::iter;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use maumau::proto::{Fault, GameEnd, PlayRequest, PlayResponse, Verdict};
use maumau::{Bot, Choice, Event, Failure, GameResult, MatchInfo, Runner, Suit, View, run};
use support::{End, recorded, refereed};

fn first(view: &View) -> Choice {
    view.legal()[0].clone()
}

/// Plays what is recorded and then what is given: what came of it, and what the referee heard.
fn played(runner: Runner, then: PlayResponse, end: End) -> (Result<(), Failure>, Vec<PlayRequest>) {
    let [welcome, questions] = recorded();
    let script = vec![None, Some(welcome), Some(questions), None, Some(then)];
    let (target, referee) = refereed(script, end);
    let result = runner.play(&target, "secret");
    (result, referee.join().unwrap())
}

fn ends(verdicts: [Verdict; 2]) -> PlayResponse {
    let end =
        |(game, verdict): (u32, Verdict)| GameEnd { game, verdict: verdict.into(), ..GameEnd::default() };
    PlayResponse { ends: (0..).zip(verdicts).map(end).collect(), ..PlayResponse::default() }
}

#[test]
fn all_questions_of_a_message_are_answered_in_one() {
    let (result, heard) = played(Runner::one(first).max_games(9), PlayResponse::default(), End::Close);
    assert!(result.is_ok(), "{result:?}");
    let [hello, answers] = heard.as_slice() else { panic!("{heard:?}") };
    let hello = hello.hello.as_ref().unwrap();
    assert_eq!((hello.protocol, hello.token.as_str(), hello.max_games), (1, "secret", 9));
    assert_eq!((hello.name.as_str(), hello.sdk.as_str()), ("first", "maumau-rust 0.1.0"));
    assert_eq!(answers.plain.as_ref(), [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
}

/// Whether the referee hears an answer to these messages while the bot, which thinks for so long about every question,
/// still thinks about the last one.
fn heard_in_time(messages: Vec<PlayResponse>, thinks: Duration) -> bool {
    let [welcome, _] = recorded();
    let last: usize = messages.iter().map(|message| message.questions.len()).sum();
    let script = [None, Some(welcome)].into_iter().chain(messages.into_iter().map(Some)).chain([None]);
    let (target, referee) = refereed(script.collect(), End::HangUp);
    let socket = PathBuf::from(target.trim_start_matches("unix://"));
    let heard = Rc::new(Cell::new(false));
    let told = heard.clone();
    let mut asked = 0;
    let bot = move |view: &View| {
        asked += 1;
        sleep(thinks);
        let patience = Instant::now();
        while asked == last && socket.exists() && patience.elapsed() < Duration::from_secs(10) {
            sleep(Duration::from_millis(10)); // it is gone when the referee has heard an answer
        }
        heard.set(!socket.exists());
        first(view)
    };
    Runner::one(bot).play(&target, "secret").unwrap();
    assert!(referee.join().unwrap().len() > 1);
    told.get()
}

#[test]
fn what_is_decided_is_on_its_way_while_the_bot_thinks_on() {
    let [_, questions] = recorded();
    assert!(heard_in_time(vec![questions], Duration::from_millis(150)));
}

#[test]
fn so_it_is_when_the_next_messages_have_come_already() {
    let [_, mut begins] = recorded();
    begins.questions.truncate(1);
    let more = PlayResponse { questions: begins.questions.clone(), ..PlayResponse::default() };
    let messages = iter::once(begins).chain(iter::repeat_n(more, 9)).collect();
    assert!(heard_in_time(messages, Duration::from_millis(30)));
}

#[test]
fn a_referee_that_goes_away_is_no_error() {
    let (result, _) = played(Runner::one(first), PlayResponse::default(), End::HangUp);
    assert!(result.is_ok(), "{result:?}");
}

#[test]
fn a_referee_that_is_not_there_is() {
    let result = Runner::one(first).play("unix:///nowhere/referee.sock", "");
    assert!(matches!(&result, Err(Failure::Referee(why)) if why.contains("/nowhere/")), "{result:?}");
}

#[test]
fn a_fault_is_told() {
    let fault = Fault { verdict: Verdict::Protocol.into(), detail: "too much of it".to_owned() };
    let message = PlayResponse { fault: Some(fault), ..PlayResponse::default() };
    let (result, _) = played(Runner::one(first), message, End::Close);
    let told = result.unwrap_err().to_string();
    assert_eq!(told, "the referee ended this bot: PROTOCOL: too much of it");
}

#[test]
fn a_bot_that_panics_tells_what_it_was_shown() {
    let bot = |view: &View| view.legal()[100].clone();
    let (result, _) = played(Runner::one(bot), PlayResponse::default(), End::Close);
    let Err(Failure::Bot(told)) = result else { panic!("{result:?}") };
    assert!(told.contains("mau-mau-stacking@1, deal 0, ply 0: CUT"), "{told}");
}

#[test]
fn a_choice_of_before_says_so() {
    let mut old = None;
    let bot = move |view: &View| old.get_or_insert_with(|| first(view)).clone();
    let (result, _) = played(Runner::one(bot), PlayResponse::default(), End::Close);
    let Err(Failure::Bot(told)) = result else { panic!("{result:?}") };
    assert!(told.contains("which is not in view.legal()"), "{told}");
}

#[test]
fn a_field_that_is_set_is_checked_too() {
    let bot = |view: &View| {
        let mut choice = first(view);
        choice.suit = Some(Suit::Hearts);
        choice
    };
    let (result, _) = played(Runner::one(bot), PlayResponse::default(), End::Close);
    let Err(Failure::Bot(told)) = result else { panic!("{result:?}") };
    assert!(told.contains("suit HEARTS: this choice allows none"), "{told}");
}

#[test]
fn without_a_target_it_tells_how_to_play() {
    assert_eq!(format!("{:?}", run(first)), format!("{:?}", ExitCode::from(1)));
}

/// Records events.
struct Listening {
    log: Rc<RefCell<Vec<String>>>,
    events: usize,
}

impl Listening {
    fn keep(&self, what: String) {
        self.log.borrow_mut().push(what);
    }
}

impl Bot for Listening {
    fn choose(&mut self, view: &View) -> Choice {
        self.keep(format!("{} events of {}", self.events, view.history().len()));
        view.resign();
        first(view)
    }

    fn on_match_start(&mut self, info: &MatchInfo) {
        self.keep(format!("match {}", info.ruleset));
    }

    fn on_game_start(&mut self, view: &View) {
        self.keep(format!("game at ply {}", view.ply()));
    }

    fn on_event(&mut self, _event: Event) {
        self.events += 1;
    }

    fn on_game_end(&mut self, result: &GameResult) {
        self.keep(format!("end {}, {} events", result.verdict, self.events));
    }
}

#[test]
fn each_game_has_its_own_bot_that_hears_what_happens() {
    let log = Rc::new(RefCell::new(vec![]));
    let kept = log.clone();
    let runner = Runner::each(move || Listening { log: log.clone(), events: 0 });
    let (result, heard) = played(runner, ends([Verdict::Resign, Verdict::Ok]), End::Close);
    assert!(result.is_ok(), "{result:?}");
    assert!(heard[1].answers.iter().all(|answer| answer.resign), "{heard:?}");
    let log = kept.take();
    assert_eq!(log[..2], ["match mau-mau-stacking@1", "match mau-mau-stacking@1"]);
    assert_eq!(log[2..6], ["game at ply 0", "5 events of 5", "game at ply 0", "5 events of 5"]);
    assert_eq!(log[6..], ["end RESIGN, 5 events", "end OK, 5 events"]);
}
