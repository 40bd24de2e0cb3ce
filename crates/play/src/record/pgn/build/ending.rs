//! The result of a game: compares the result after the moves, the tag and the rules.

use super::Builder;
use crate::record::game::Game;
use crate::record::pgn::head::Head;
use crate::record::pgn::problem::{GameProblem, clipped};
use crate::record::pgn::{normal, tags};
use crate::record::result::GameResult;

impl Builder<'_> {
    pub(super) fn no_result(&self, text: &str) -> String {
        let like = if self.spec.seats.len() == 2 { "1-0, 1/2-1/2 or *" } else { "1-0-0-0, 1/2-0-1/2-0 or *" };
        format!("\"{}\" is not a result: expected something like {like}", clipped(text))
    }

    /// The result in the tag.
    pub(super) fn tagged(&mut self, head: &Head<'_>) -> Option<GameResult> {
        let text = head.tags.get(tags::RESULT).map(str::trim).filter(|text| !matches!(*text, "" | "?"))?;
        let result = GameResult::read_for(self.spec.seats.len(), text);
        if result.is_none() {
            let words = self.no_result(text);
            let line = self.lexer.line_of(head.place(tags::RESULT));
            self.problems.push(GameProblem { line, at: None, words, stops: false });
        }
        result
    }

    /// The game, its problems, and whether it goes on where a player could claim a draw.
    pub(super) fn done(mut self, head: &Head<'_>, tagged: Option<GameResult>) -> (Game, Vec<GameProblem>, bool) {
        let stopped = self.over;
        let (written, place) = match self.result {
            Some((written, place)) => (Some(written), place),
            None => (None, self.lexer.at()),
        };
        let is_known = |result: &GameResult| result.shares().is_some();
        if let (Some(written), Some(tag)) = (written.filter(is_known), tagged.filter(is_known))
            && written != tag
        {
            self.tell(place, format!("the result differs from the tag Result: expected {tag}"), false);
        }
        let result = written.or(tagged).unwrap_or_default();
        if let (Some(shares), Some(outcome), false) = (result.shares(), self.position.outcome(), stopped)
            && shares != outcome.shares
        {
            self.goes_on |= self.is_claimable();
            let right = GameResult::of(self.spec.seats.len(), Some(outcome.shares));
            let words = format!("the game is over {}: expected the result {right}", outcome.cause.words);
            self.tell(place, words, false);
        }
        normal::settle(&mut self.tree);
        let tags = tags::normal(&head.tags, self.spec, &self.tree.start().fen(), result);
        (Game { tags, tree: self.tree, shares: result.shares() }, self.problems, self.goes_on)
    }
}
