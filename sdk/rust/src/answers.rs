//! Encode a bot's choices as answers.

use bytes::{BufMut, BytesMut};

use crate::choices::Choice;
use crate::proto;
use crate::views::View;
use crate::with::NotAllowed;

const NOTE_BYTES: usize = 200;

/// The answers to one message.
#[derive(Default)]
pub(crate) struct Answers {
    full: Vec<proto::Answer>,
    plain: BytesMut,
}

impl Answers {
    /// Add an answer, in the plain form if it is only the number of a choice.
    pub(crate) fn add(&mut self, view: &View, choice: &Choice) -> Result<(), NotAllowed> {
        if choice.view != view.id {
            let why = format!("choose returned {choice}, which is not in view.legal()");
            return Err(NotAllowed(why));
        }
        choice.check()?;
        let (note, win, resign) = view.extras();
        if note.is_empty() && win.is_none() && !resign && choice.is_lowest() {
            self.plain.put_u8(view.question.game as u8);
            self.plain.put_u8(choice.place as u8);
            self.plain.put_u32(view.question.number);
        } else {
            self.full.push(full(view, choice, note, win, resign));
        }
        Ok(())
    }

    pub(crate) fn request(self) -> proto::PlayRequest {
        proto::PlayRequest { hello: None, answers: self.full, plain: self.plain.freeze() }
    }
}

impl Choice {
    /// True if all open fields have their lowest values.
    fn is_lowest(&self) -> bool {
        self.suit.as_ref() == self.suits.first()
            && self.word.as_ref() == self.words.first()
            && self.target.as_ref() == self.targets.first()
            && self.claim.as_ref() == self.claims.first()
            && self.more.is_empty()
    }
}

fn full(view: &View, choice: &Choice, note: String, win: Option<f32>, resign: bool) -> proto::Answer {
    proto::Answer {
        game: view.question.game,
        number: view.question.number,
        choice: choice.place as u32,
        suit: choice.suit.map(|suit| suit as u32),
        word: choice.word.map(|word| word.number().into()),
        target: choice.target.map(|seat| seat as u32),
        claim: choice.claim.map(|card| card.code().into()),
        more: choice.more.iter().map(|card| card.code()).collect(),
        note: cut(note),
        resign,
        win,
    }
}

/// Cut text to the size of a note.
fn cut(mut note: String) -> String {
    note.truncate(note.floor_char_boundary(NOTE_BYTES));
    note
}
