//! The result of a game: compares the result after the moves, the tag and the rules.

use super::Builder;
use crate::record::game::Game;
use crate::record::pgn::head::Head;
use crate::record::pgn::problem::{GameProblem, clipped};
use crate::record::pgn::result::{self, Result as Shares};
use crate::record::pgn::{normal, tags};

impl Builder<'_> {
    pub(super) fn no_result(&self, text: &str) -> String {
        let like = if self.spec.seats.len() == 2 { "1-0, 1/2-1/2 or *" } else { "1-0-0-0, 1/2-0-1/2-0 or *" };
        format!("\"{}\" is not a result: expected something like {like}", clipped(text))
    }

    /// The result in the tag.
    pub(super) fn tagged(&mut self, head: &Head<'_>) -> Option<Shares> {
        let text = head.tags.get(tags::RESULT).map(str::trim).filter(|text| !matches!(*text, "" | "?"))?;
        let shares = result::read(self.spec, text);
        if shares.is_none() {
            let words = self.no_result(text);
            let line = self.lexer.line_of(head.place(tags::RESULT));
            self.told.push(GameProblem { line, at: None, words, stops: false });
        }
        shares
    }

    pub(super) fn done(mut self, head: &Head<'_>, tagged: Option<Shares>) -> (Game, Vec<GameProblem>) {
        let stopped = self.over;
        let (told, place) = match self.result {
            Some((told, place)) => (Some(told), place),
            None => (None, self.lexer.at()),
        };
        if let (Some(Some(told)), Some(Some(tag))) = (told, tagged)
            && told != tag
        {
            let words = format!(
                "the result differs from the tag Result: expected {}",
                result::write(self.spec, &Some(tag))
            );
            self.tell(place, words, false);
        }
        let shares = told.or(tagged).flatten();
        if let (Some(shares), Some(outcome), false) = (shares, self.position.outcome(), stopped)
            && shares != outcome.shares
        {
            let right = result::write(self.spec, &Some(outcome.shares));
            let words = format!("the game is over {}: expected the result {right}", outcome.cause.words);
            self.tell(place, words, false);
        }
        normal::settle(&mut self.tree);
        let told = result::write(self.spec, &shares);
        let tags = tags::normal(&head.tags, self.spec, &self.tree.start().fen(), &told);
        (Game { tags, tree: self.tree, shares }, self.told)
    }
}
