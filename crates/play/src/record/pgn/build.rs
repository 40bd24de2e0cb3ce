//! Builds a game from its text: first the tags, then the moves, each checked against the rules.

mod ending;

use std::sync::Arc;

use super::comment::{self, Command, Part};
use super::head::Head;
use super::lex::{Lexer, Token};
use super::problem::{GameProblem, clipped};
use super::{MOST_MOVES, MOST_PROBLEMS};
use crate::games::Registry;
use crate::games::file::FileVariant;
use crate::record::game::Game;
use crate::record::nag;
use crate::record::result::{GameResult, is_like};
use crate::record::tree::{Id, Notes, PlayedMove, Tree};
use crate::rules::outcome::{Cause, Outcome};
use crate::rules::position::{MoveError, Position};
use crate::rules::spec::Spec;
use crate::rules::timeline::Act;

/// The result of parsing a text.
pub(super) struct Built {
    /// The game, as far as it could be read.
    pub(super) game: Option<Game>,
    pub(super) problems: Vec<GameProblem>,
    /// Is its variant unknown to this program?
    pub(super) foreign: bool,
}

/// Reads a game as far as possible. On many sites a draw by repetition or quiet moves has to be claimed, so a game that goes
/// on after it is read once more by that rule.
pub(super) fn game(text: &str, games: &Registry) -> Built {
    let (built, goes_on) = read(text, games, false);
    if goes_on { read(text, games, true).0 } else { built }
}

/// Reads a game, and says whether it goes on where a player could claim a draw.
fn read(text: &str, games: &Registry, claimed: bool) -> (Built, bool) {
    let mut lexer = Lexer::new(text);
    let mut problems = Vec::new();
    let head = Head::read(&mut lexer, &mut problems);
    match head.begin(&lexer, games) {
        Err(problem) => {
            problems.push(problem);
            (Built { game: None, problems, foreign: head.is_foreign(games) }, false)
        }
        Ok(mut game) => {
            if claimed {
                game.tree = Tree::new(Arc::from(game.tree.start().claimed()));
            }
            let mut builder = Builder::new(lexer, game, problems);
            let tagged = builder.tagged(&head);
            builder.moves();
            let (game, problems, goes_on) = builder.done(&head, tagged);
            (Built { game: Some(game), problems, foreign: false }, goes_on)
        }
    }
}

/// Why a game ends in a draw that a player has to claim elsewhere.
const CLAIMED: [Cause; 2] = [Cause::REPETITION, Cause::PLIES];

/// A line that is interrupted by a variation.
struct Frame {
    /// The node that the variation follows in the text.
    resume: Id,
    played: usize,
    owns: bool,
    /// The offset of its opening bracket.
    place: usize,
}

struct Builder<'t> {
    lexer: Lexer<'t>,
    spec: &'static Spec,
    position: Box<dyn Position>,
    tree: Tree,
    problems: Vec<GameProblem>,
    at: Id,
    /// The annotations before the first move of a variation, while that move has not been read.
    ahead: Option<Notes>,
    /// The number of moves played in this line.
    played: usize,
    /// Is the current node new in this line, rather than one that another line added before?
    owns: bool,
    frames: Vec<Frame>,
    deeds: usize,
    /// The result and its offset.
    result: Option<(GameResult, usize)>,
    over: bool,
    /// Does it go on where a player could claim a draw?
    goes_on: bool,
}

impl<'t> Builder<'t> {
    fn new(lexer: Lexer<'t>, game: Game, problems: Vec<GameProblem>) -> Builder<'t> {
        let spec = game.spec();
        Builder {
            lexer,
            spec,
            position: game.tree.start().fork(),
            tree: game.tree,
            problems,
            at: Id::ROOT,
            ahead: None,
            played: 0,
            owns: true,
            frames: Vec::new(),
            deeds: 0,
            result: None,
            over: false,
            goes_on: false,
        }
    }

    /// Reports a problem; with too many of them, the last one stops the game.
    fn tell(&mut self, place: usize, words: String, stops: bool) {
        let at = format!("{} of {}", self.position.round(), self.spec.seat(self.position.turn()).name);
        let line = self.lexer.line_of(place);
        let (words, stops) = if self.problems.len() + 1 >= MOST_PROBLEMS && !stops {
            ("too many problems: the rest of the game is ignored".to_owned(), true)
        } else {
            (words, stops)
        };
        self.problems.push(GameProblem { line, at: Some(at), words, stops });
        self.over |= stops;
    }

    fn moves(&mut self) {
        while !self.over {
            let before = self.lexer.at();
            let Some(token) = self.lexer.token() else { break };
            self.token(token, before);
        }
        if let (Some(frame), false) = (self.frames.last(), self.over) {
            self.tell(frame.place, "a variation is not closed: expected \")\"".to_owned(), false);
        }
        while !self.frames.is_empty() {
            self.close();
        }
    }

    /// The offset of the token that was just read.
    fn place(&self, before: usize, length: usize) -> usize {
        self.lexer.at().saturating_sub(length).max(before)
    }

    fn token(&mut self, token: Token<'t>, before: usize) {
        match token {
            Token::Word(word) => self.word(word, self.place(before, word.len())),
            Token::Comment(text, closed) => {
                let place = self.place(before, text.len());
                if !closed {
                    self.tell(place, "a comment is not closed: expected \"}\"".to_owned(), false);
                }
                self.comment(text, place);
            }
            Token::Nag(number) => {
                if let Ok(nag) = number.parse() {
                    self.notes().nags.push(nag);
                } else {
                    let words = format!("\"${}\" is not a mark: expected a number up to 255", clipped(number));
                    self.tell(self.place(before, 1), words, false);
                }
            }
            Token::Open => self.open(self.place(before, 1)),
            Token::Close if self.frames.is_empty() => {
                self.tell(self.place(before, 1), "a \")\" without a \"(\": expected a move".to_owned(), false);
            }
            Token::Close => self.close(),
            Token::Stray => {
                self.tell(self.place(before, 1), "a \"}\" without a \"{\": expected a move".to_owned(), false);
            }
        }
    }

    /// The annotations to which new comments and NAGs are added.
    fn notes(&mut self) -> &mut Notes {
        match &mut self.ahead {
            Some(notes) => notes,
            None => self.tree.notes_mut(self.at),
        }
    }

    fn word(&mut self, word: &str, place: usize) {
        if let Some(result) = GameResult::read_for(self.spec.seats.len(), word) {
            match self.result {
                Some((written, _)) if self.frames.is_empty() && written != result => {
                    self.tell(place, "a second result: expected the end of the game".to_owned(), true);
                }
                None if self.frames.is_empty() => self.result = Some((result, place)),
                _ => {}
            }
            return;
        }
        let number = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let text = match number.trim_start_matches(['.', '…']) {
            "" if number.is_empty() && word == "0000" => word,
            "" => return,
            // A word that starts with a digit but has no dots is not a move number.
            rest if rest.len() == number.len() && number.len() < word.len() => word,
            rest => rest,
        };
        let bare = text.trim_end_matches(['!', '?']);
        let nag = nag::after_move(&text[bare.len()..]);
        // The mark of en passant may be a word of its own or follow the move; the same is true for check.
        let bare = bare.strip_suffix("e.p.").unwrap_or(bare);
        if !matches!(bare, "" | "ep" | "+" | "++" | "#" | "-" | "–") {
            self.mv(bare, place);
        }
        if !self.over {
            self.notes().nags.extend(nag);
        }
    }

    fn mv(&mut self, text: &str, place: usize) {
        if self.result.is_some() && self.frames.is_empty() {
            let words = format!("\"{}\" after the result: expected the end of the game", clipped(text));
            self.tell(place, words, true);
            return;
        }
        let side = self.position.turn();
        let round = self.position.round();
        if text.len() > MOST_WORD_BYTES {
            self.fault(place, format!("\"{}\" is not a move: it is too long", clipped(text)));
            return;
        }
        match self.position.play_text(text) {
            Ok((mv, shown)) => {
                self.deed(PlayedMove { act: Act::Move(mv), side, round, shown, leaving: None }, place);
            }
            // This is reported, but does not stop the game.
            Err(MoveError::Unreadable(..)) if is_like(text) => {
                let words = self.no_result(text);
                self.tell(place, words, false);
            }
            Err(error) => {
                self.goes_on |= self.is_claimable();
                self.fault(place, error.to_string());
            }
        }
    }

    /// Has the game of a file ended in a draw that a player has to claim elsewhere?
    fn is_claimable(&self) -> bool {
        let by_rule = |outcome: &Outcome| {
            CLAIMED.iter().any(|cause| cause.id == outcome.cause.id) && outcome.winner().is_none()
        };
        FileVariant::of(self.spec).is_some() && self.position.outcome().as_ref().is_some_and(by_rule)
    }

    /// Reports something that cannot be played. In the main line the game stops here; in a variation the rest of
    /// that is skipped.
    fn fault(&mut self, place: usize, words: String) {
        if self.frames.is_empty() {
            self.tell(place, words, true);
            return;
        }
        self.tell(place, words + "; the rest of the variation is ignored", false);
        let mut depth = 1;
        while depth > 0 && !self.over {
            match self.lexer.token() {
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth -= 1,
                Some(_) => {}
                None => return,
            }
        }
        self.close();
    }

    /// Adds a move that has been played to the tree.
    fn deed(&mut self, deed: PlayedMove, place: usize) {
        if self.result.is_some() && self.frames.is_empty() {
            self.position.undo();
            self.tell(place, "an army leaves after the result: expected the end of the game".to_owned(), true);
            return;
        }
        if self.deeds == MOST_MOVES {
            self.position.undo();
            self.too_many(place);
            return;
        }
        self.deeds += 1;
        let known = self.tree.size();
        let id = self.tree.attach(self.at, deed);
        let new = self.tree.size() > known;
        match self.ahead.take() {
            Some(mut ahead) => {
                let notes = self.tree.notes_mut(id);
                notes.lead.append(&mut ahead.lead);
                notes.nags.append(&mut ahead.nags);
                notes.clock = ahead.clock.or(notes.clock);
                notes.eval = ahead.eval.or(notes.eval.take());
                self.owns = new;
            }
            // A variation may have played the same move before this line continued with it.
            None if self.owns => self.tree.put_first(id),
            None => self.owns = new,
        }
        self.at = id;
        self.played += 1;
    }

    fn comment(&mut self, text: &str, place: usize) {
        let parts = comment::parts(self.spec, text);
        if let [Part::Text(text)] = parts[..] {
            // The usual case, and the only one in which a text may be long.
            return self.say(text);
        }
        let mut said = String::new();
        for part in parts {
            match part {
                Part::Text(text) => {
                    said.push(' ');
                    said.push_str(text);
                }
                Part::Odd(text) => {
                    let words = format!("\"{}\" is not understood: expected {}", clipped(text), comment::LEAVES);
                    self.tell(place, words, false);
                    said.push(' ');
                    said.push_str(text);
                }
                Part::Command(Command::Clock(left)) => self.notes().clock = Some(left),
                Part::Command(Command::Eval(eval)) => self.notes().eval = Some(eval),
                Part::Command(Command::Out(side, how)) => {
                    self.say(&std::mem::take(&mut said));
                    let depth = self.frames.len();
                    let round = self.position.round();
                    match self.position.leave(side) {
                        Ok(()) => self.deed(PlayedMove::leave(side, round, how), place),
                        Err(error) => self.fault(place, error.to_string()),
                    }
                    // The line has ended, so the rest of the comment is dropped.
                    if self.over || self.frames.len() < depth {
                        return;
                    }
                }
            }
        }
        self.say(&said);
    }

    fn say(&mut self, text: &str) {
        let text = comment::plain(self.spec, text);
        if text.is_empty() {
            return;
        }
        match &mut self.ahead {
            Some(ahead) => ahead.lead.push(text),
            None => self.tree.notes_mut(self.at).comments.push(text),
        }
    }

    fn too_many(&mut self, place: usize) {
        self.tell(place, format!("more than {MOST_MOVES} moves: the rest is ignored"), true);
    }

    fn open(&mut self, place: usize) {
        // The move before the variation is played again when the variation ends.
        if self.deeds == MOST_MOVES {
            self.too_many(place);
            return;
        }
        self.deeds += 1;
        let after = self.result.is_some() && self.frames.is_empty();
        let beside = if self.ahead.is_some() { None } else { self.tree.parent(self.at) };
        // Only moves of this line can be taken back here.
        let Some(parent) = beside.filter(|_| self.played > 0 && !after) else {
            let words = "a variation without a move to replace: expected a move".to_owned();
            // Skip it like a variation with a wrong move.
            self.frames.push(Frame { resume: self.at, played: self.played, owns: self.owns, place });
            let ahead = self.ahead.take();
            let frames = self.frames.len();
            self.played = 0;
            self.fault(place, words);
            if self.frames.len() < frames {
                self.ahead = ahead;
            }
            return;
        };
        self.position.undo();
        self.frames.push(Frame { resume: self.at, played: self.played, owns: self.owns, place });
        (self.at, self.played, self.owns) = (parent, 0, false);
        self.ahead = Some(Notes::default());
    }

    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        for _ in 0..self.played {
            self.position.undo();
        }
        let beside = self.at != frame.resume || self.played > 0 || self.ahead.is_some();
        if let (true, Some(deed)) = (beside, &self.tree.node(frame.resume).deed) {
            let again = match deed.act {
                Act::Move(mv) => self.position.play(mv),
                Act::Leave(side) => self.position.leave(side),
            };
            debug_assert!(again.is_ok(), "it was played before");
        }
        let ahead = self.ahead.take();
        (self.at, self.played, self.owns) = (frame.resume, frame.played, frame.owns);
        // Comments of a variation without moves belong to the move that the variation follows.
        if let Some(mut ahead) = ahead {
            self.tree.notes_mut(self.at).comments.append(&mut ahead.lead);
        }
    }
}

/// The longest word that can be a move, in bytes.
const MOST_WORD_BYTES: usize = 64;
