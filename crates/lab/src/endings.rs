//! Endings in which one seat is clearly ahead: how they are found in games of the engine against itself, and how it
//! plays them on.

use crate::engine::interface::{Engine, EngineOptions, NoEngine, Report, create};
use crate::engine::limits::{Limits, Stop};
use crate::engine::score::Score;
use crate::games::Registry;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::variant::{Opening, Variant};
use crate::rules::zobrist::mix;

/// How endings are found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    /// The greatest number of men on the board.
    pub(crate) men: usize,
    /// The least and the greatest score of the seat to move.
    pub(crate) scores: (Score, Score),
    /// Nodes a move of the search that says this score.
    pub(crate) nodes: u64,
    /// Nodes a move of the games.
    pub(crate) game_nodes: u64,
    /// The number of random plies at the start of each game.
    pub(crate) random_plies: usize,
    /// The seed of the games.
    pub(crate) seed: u64,
}

/// Endings do not begin before so many plies.
const LEAST_PLIES: usize = 20;
/// A score of the search of a game that differs by more than this from what is looked for is not looked at again.
const NEAR: Score = 200;
/// A longer game is a draw.
const MOST_PLIES: usize = 600;
/// The transposition table of each engine in megabytes.
const TABLE_MEGABYTES: usize = 8;

/// An ending that was played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ending {
    /// The cause of the end: `checkmate`, `repetition`, `long`.
    pub(crate) cause: String,
    /// The seat that won.
    pub(crate) winner: Option<Side>,
    /// The number of plies.
    pub(crate) plies: usize,
    /// The FEN of the last position.
    pub(crate) end: String,
}

/// Engines that play one game against each other.
pub(crate) struct Players {
    game: &'static dyn Variant,
    seats: Vec<Box<dyn Engine>>,
}

impl Players {
    /// An engine for each seat of a game.
    pub(crate) fn new(registry: &Registry, game: &'static dyn Variant) -> Result<Players, NoEngine> {
        let options = EngineOptions { megabytes: TABLE_MEGABYTES, ..EngineOptions::default() };
        let engine = |_| create(registry, game.spec().id, options);
        Ok(Players { game, seats: game.spec().seats.iter().map(engine).collect::<Result<_, _>>()? })
    }

    /// The FEN and the score of the first ending of the game with this number; `None` if it has none.
    pub(crate) fn find(&mut self, how: &Search, number: u64) -> Option<(String, Score)> {
        let mut position = self.game.begin(Opening::Start).ok()?;
        let mut dice = mix(how.seed ^ mix(number + 1));
        for _ in 0..how.random_plies {
            let legal = position.legal();
            position.play(*legal.get(dice as usize % legal.len().max(1))?).ok()?;
            dice = mix(dice);
        }
        self.forget();
        let within = |score: Score, by: Score| (how.scores.0 - by..=how.scores.1 + by).contains(&score);
        while position.outcome().is_none() && position.acts().len() < MOST_PLIES {
            let (mv, score) = self.think(position.as_ref(), how.game_nodes)?;
            if position.acts().len() >= LEAST_PLIES && men(position.as_ref()) <= how.men && within(score, NEAR) {
                // The history of the game does not belong to the ending.
                let fen = position.fen();
                let alone = self.game.begin(Opening::Fen(&fen)).ok()?;
                self.forget();
                let (_, score) = self.think(alone.as_ref(), how.nodes)?;
                if within(score, 0) {
                    return Some((fen, score));
                }
            }
            position.play(mv).ok()?;
        }
        None
    }

    /// Plays a position on with so many nodes a move.
    pub(crate) fn play_on(&mut self, mut position: Box<dyn Position>, nodes: u64) -> Ending {
        self.forget();
        let mut plies = 0;
        while position.outcome().is_none() && plies < MOST_PLIES {
            let Some((mv, _)) = self.think(position.as_ref(), nodes) else { break };
            if position.play(mv).is_err() {
                break;
            }
            plies += 1;
        }
        let outcome = position.outcome();
        Ending {
            cause: outcome.as_ref().map_or("long", |outcome| outcome.cause.id).to_owned(),
            winner: outcome.and_then(|outcome| outcome.winner()),
            plies,
            end: position.fen(),
        }
    }

    fn forget(&mut self) {
        self.seats.iter_mut().for_each(|engine| engine.forget());
    }

    /// The move of the seat to move, and its score.
    fn think(&mut self, position: &dyn Position, nodes: u64) -> Option<(Move, Score)> {
        let engine = self.seats.get_mut(position.turn().index())?;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut score = 0;
        let report = &mut |newest: &Report| score = newest.lines.first().map_or(score, |line| line.score);
        let mv = engine.think(position, &limits, &Stop::default(), report)?;
        Some((mv, score))
    }
}

/// The number of men on the board.
fn men(position: &dyn Position) -> usize {
    position.geometry().squares().filter(|&square| position.piece(square).is_some()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    fn players(game: &str) -> Players {
        let game = GAMES.iter().copied().find(|known| known.spec().id == game).expect("a game");
        Players::new(&Registry::default(), game).expect("it is played")
    }

    #[test]
    fn an_ending_that_is_found_has_few_men_and_the_score_that_was_asked_for() {
        let how = Search { men: 14, scores: (200, 900), nodes: 1_000, game_nodes: 200, random_plies: 8, seed: 3 };
        let mut players = players("sanctuary");
        let found: Vec<_> = (0..6).map(|number| players.find(&how, number)).collect();
        let endings: Vec<_> = found.iter().flatten().collect();
        assert!(!endings.is_empty());
        for (fen, score) in &endings {
            let position = players.game.begin(Opening::Fen(fen)).expect(fen);
            assert!(men(position.as_ref()) <= how.men && (200..=900).contains(score), "{fen} {score}");
        }
        let again: Vec<_> = (0..6).map(|number| players.find(&how, number)).collect();
        assert_eq!(found, again);
    }

    #[test]
    fn a_mate_in_one_is_won_in_one_ply() {
        let mut players = players("blackholes");
        let position = players.game.begin(Opening::Fen("4k/Q4/3K1/5/5/5/5/5 w - - 0 1")).expect("a position");
        let ending = players.play_on(position, 2_000);
        assert_eq!((ending.cause.as_str(), ending.winner, ending.plies), ("checkmate", Some(Side::FIRST), 1));
    }
}
