//! The conversation with the referee, message by message, without the connection.

use std::rc::Rc;
use std::time::{Duration, Instant};
use std::vec::IntoIter;

use crate::answers::Answers;
use crate::bots::Bot;
use crate::failures::{Failure, guarded};
use crate::games::Game;
use crate::matches::{GameResult, MatchInfo, verdict};
use crate::proto;
use crate::views::View;

const PROTOCOL: u32 = 1;
const SDK: &str = concat!("maumau-rust ", env!("CARGO_PKG_VERSION"));
const GAMES: usize = 256;

/// The player: one bot for all games, or a new one for each.
pub enum Player {
    One(Box<dyn Bot>),
    Each(Box<dyn FnMut() -> Box<dyn Bot>>),
}

/// A game, and its own bot if it has one.
struct Table {
    game: Game,
    bot: Option<Box<dyn Bot>>,
}

/// The rest of a message: questions to answer, and the items after them.
pub struct Rest {
    questions: IntoIter<proto::Question>,
    ends: Vec<proto::GameEnd>,
    fault: Option<proto::Fault>,
}

impl Rest {
    /// True if there are unanswered questions.
    pub fn asks(&self) -> bool {
        self.questions.len() > 0
    }
}

/// One stream.
pub struct Session {
    player: Player,
    match_info: Option<Rc<MatchInfo>>,
    tables: Vec<Option<Table>>, // by the game's number
    views: u64,                 // number of views so far
}

impl Session {
    pub fn new(player: Player) -> Self {
        let tables = (0..GAMES).map(|_| None).collect();
        Self { player, match_info: None, tables, views: 0 }
    }

    /// Return the first message to send.
    pub fn hello(name: &str, token: &str, max_games: u32) -> proto::PlayRequest {
        let hello = proto::Hello {
            protocol: PROTOCOL,
            token: token.to_owned(),
            name: name.to_owned(),
            sdk: SDK.to_owned(),
            max_games,
        };
        proto::PlayRequest { hello: Some(hello), ..proto::PlayRequest::default() }
    }

    /// Process a message; return the answers to its questions, if any.
    pub fn reply(&mut self, message: proto::PlayResponse) -> Result<Option<proto::PlayRequest>, Failure> {
        let mut rest = self.hear(message)?;
        let request = if rest.asks() { Some(self.answers(&mut rest, Duration::MAX)?) } else { None };
        self.settle(rest)?;
        Ok(request)
    }

    /// Process the items before the questions. Then call `answers` until all are answered, and `settle`.
    pub fn hear(&mut self, message: proto::PlayResponse) -> Result<Rest, Failure> {
        if let Some(welcome) = message.welcome {
            self.welcome(&welcome)?;
        }
        for start in message.starts {
            self.start(&start)?;
        }
        for news in message.news {
            self.table(news.game)?.game.add(&news.events);
        }
        let questions = message.questions.into_iter();
        Ok(Rest { questions, ends: message.ends, fault: message.fault })
    }

    /// Return answers to the next questions: at least one, and as many as can be started within this time.
    pub fn answers(&mut self, rest: &mut Rest, soon: Duration) -> Result<proto::PlayRequest, Failure> {
        let mut answers = Answers::default();
        let since = Instant::now();
        for question in rest.questions.by_ref() {
            self.answer(question, since, &mut answers)?;
            if since.elapsed() > soon {
                break;
            }
        }
        Ok(answers.request())
    }

    /// Process the items after the questions of a message.
    pub fn settle(&mut self, rest: Rest) -> Result<(), Failure> {
        for end in rest.ends {
            self.end(end)?;
        }
        match rest.fault {
            Some(fault) => Err(Failure::Referee(format!("{}: {}", verdict(fault.verdict), fault.detail))),
            None => Ok(()),
        }
    }

    fn welcome(&mut self, welcome: &proto::Welcome) -> Result<(), Failure> {
        let unreadable = |error| Failure::Referee(format!("the ruleset cannot be read: {error}"));
        let match_info = Rc::new(MatchInfo::new(welcome).map_err(unreadable)?);
        self.match_info = Some(match_info.clone());
        match &mut self.player {
            Player::One(bot) => guarded(|| bot.on_match_start(&match_info)),
            Player::Each(_) => Ok(()),
        }
    }

    fn start(&mut self, start: &proto::GameStart) -> Result<(), Failure> {
        let unwelcome = || Failure::Referee("a game began before the welcome".to_owned());
        let match_info = self.match_info.clone().ok_or_else(unwelcome)?;
        let bot = match &mut self.player {
            Player::One(_) => None,
            Player::Each(make) => Some(guarded(|| {
                let mut bot = make();
                bot.on_match_start(&match_info);
                bot
            })?),
        };
        let slot = self.tables.get_mut(start.game as usize).ok_or_else(|| not_open(start.game))?;
        *slot = Some(Table { game: Game::new(match_info, start), bot });
        Ok(())
    }

    fn table(&mut self, game: u32) -> Result<&mut Table, Failure> {
        let slot = self.tables.get_mut(game as usize).and_then(Option::as_mut);
        slot.ok_or_else(|| not_open(game))
    }

    fn answer(
        &mut self,
        question: proto::Question,
        arrived: Instant,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        self.views += 1;
        let id = self.views;
        let slot = self.tables.get_mut(question.game as usize).and_then(Option::as_mut);
        let Table { game, bot } = slot.ok_or_else(|| not_open(question.game))?;
        let bot = whose(bot, &mut self.player);
        game.add(&question.events);
        game.miss(&question.hand);
        let told = game.show();
        let view = View::new(id, game, question, told, arrived);
        asked(bot, game, &view, answers)
    }

    fn end(&mut self, end: proto::GameEnd) -> Result<(), Failure> {
        let slot = self.tables.get_mut(end.game as usize).and_then(Option::take);
        let Table { mut game, mut bot } = slot.ok_or_else(|| not_open(end.game))?;
        game.add(&end.events);
        let result = GameResult::new(game.seat, end);
        if !result.detail.is_empty() {
            eprintln!("maumau: {}: {}", result.verdict, result.detail);
        }
        let bot = whose(&mut bot, &mut self.player);
        guarded(|| {
            tell(bot, &game);
            bot.on_game_end(&result);
        })
    }
}

/// The bot of a game, or the bot for all games.
fn whose<'a>(own: &'a mut Option<Box<dyn Bot>>, player: &'a mut Player) -> &'a mut dyn Bot {
    match (own, player) {
        (Some(bot), _) | (None, Player::One(bot)) => bot.as_mut(),
        (None, Player::Each(_)) => unreachable!("a game without a bot"),
    }
}

/// Ask a bot and add its answer.
fn asked(bot: &mut dyn Bot, game: &Game, view: &View, answers: &mut Answers) -> Result<(), Failure> {
    let choice = guarded(|| {
        if view.number() == 0 {
            bot.on_game_start(view);
        }
        tell(bot, game);
        bot.choose(view)
    });
    let shown = |why: &str| Failure::Bot(format!("{why}\nThe view that the bot got:\n{view}"));
    let choice = choice.map_err(|_| shown(""))?;
    answers.add(view, &choice).map_err(|error| shown(&format!(": {error}")))
}

/// Call on_event for all new events.
fn tell(bot: &mut dyn Bot, game: &Game) {
    while let Some(event) = game.next_to_tell() {
        bot.on_event(event);
    }
}

fn not_open(game: u32) -> Failure {
    Failure::Referee(format!("it speaks of game {game}, which is not open"))
}
