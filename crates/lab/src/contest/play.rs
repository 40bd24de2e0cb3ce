//! One game of a contest.

use super::contestant::GivenNet;
use super::{Contest, Contestant};
use crate::engine::giving_up::GivingUp;
use crate::engine::interface::{Engine, NoEngine, Report, beginner, create, greedy};
use crate::engine::limits::Stop;
use crate::engine::makers::maker;
use crate::engine::score::Score;
use crate::engine::uci_client::{ClientError, Signal, UciClient};
use crate::rules::mv::Move;
use crate::rules::outcome::{Cause, Outcome};
use crate::rules::position::{MoveError, Position};
use crate::rules::side::{BySide, Side, Sides};
use crate::rules::spec::Spec;
use crate::rules::timeline::Act;
use crate::rules::variant::Opening;
use crate::rules::zobrist::mix;
use std::time::Duration;

use thiserror::Error;

/// Why a player could not play on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum GameFault {
    /// There is no engine for the game.
    #[error(transparent)]
    NoEngine(#[from] NoEngine),
    /// The greedy player does not know the game.
    #[error("there is no such game")]
    NoGreedy,
    /// The external engine failed.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The seat has no player.
    #[error("the seat has no player")]
    Nobody,
    /// There is no legal move.
    #[error("{name}: there is no legal move")]
    NoMove {
        /// The name of the player.
        name: String,
    },
    /// The search found no move.
    #[error("{name}: the search found no move")]
    NotFound {
        /// The name of the player.
        name: String,
    },
    /// The move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// A finished game.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) number: usize,
    /// The number of the contestant in each seat.
    pub(crate) seating: Vec<usize>,
    /// The points of each seat.
    pub(crate) points: Vec<f64>,
    /// The cause of the end: `checkmate`, `long`, `failed`.
    pub(crate) cause: String,
    /// The error, if there was one.
    pub(crate) problem: Option<GameFault>,
    /// The number of plies.
    pub(crate) plies: usize,
    /// The FEN of its first position, and its moves in machine notation; `out:` and a letter is a seat that gives up.
    pub(crate) record: (String, String),
}

/// The running engines, one per seat; they are kept between games.
pub(super) struct Bench {
    seated: Vec<Option<(usize, Body)>>,
}

enum Body {
    Inside(Box<dyn Engine>),
    UciClient(UciClient),
}

impl Bench {
    pub(super) fn new(contest: &Contest) -> Bench {
        Bench { seated: contest.game.spec().seats.iter().map(|_| None).collect() }
    }
}

fn body(player: &Contestant, contest: &Contest) -> Result<Body, GameFault> {
    let game = contest.game.spec().id;
    let engine = match (&player.command, player.beginner) {
        (Some(command), _) => return Ok(Body::UciClient(UciClient::start(command, game)?)),
        (None, Some(kind)) => beginner(&contest.registry, game, kind)?,
        (None, None) if player.grabs => greedy(&contest.registry, game).ok_or(GameFault::NoGreedy)?,
        (None, None) => {
            let options = player.engine_options(&contest.registry, game);
            match &player.net {
                Some(GivenNet(net)) => {
                    let maker = maker(&contest.registry, game).ok_or_else(|| NoEngine::Game(game.to_owned()))?;
                    maker.engine_with(Some(net), options)?
                }
                None => create(&contest.registry, game, options)?,
            }
        }
    };
    Ok(Body::Inside(engine))
}

pub(super) fn play(contest: &Contest, bench: &mut Bench, number: usize, opening: u64, seating: &[usize]) -> Game {
    let spec = contest.game.spec();
    let mut position = begin(contest, opening);
    let first = {
        let mut start = position.fork();
        while start.undo().is_some() {}
        start.fen()
    };
    let mut problem = None;
    let mut loser = None;
    for (seat, &player) in seating.iter().enumerate() {
        let ready = match &mut bench.seated[seat] {
            Some((known, Body::Inside(engine))) if *known == player => {
                engine.forget();
                Ok(())
            }
            Some((known, Body::UciClient(client))) if *known == player => {
                client.new_game(Duration::from_secs(10)).map_err(GameFault::from)
            }
            place => body(&contest.players[player], contest).map(|body| *place = Some((player, body))),
        };
        if let Err(why) = ready {
            bench.seated[seat] = None;
            (problem, loser) = (Some(why), Some(Side::new(seat)));
        }
    }
    let mut dice = mix(contest.seed ^ mix(number as u64 + 1));
    let mut giving_up = BySide::<GivingUp>::default();
    while problem.is_none() && position.outcome().is_none() && position.acts().len() < contest.most_plies {
        let seat = position.turn();
        dice = mix(dice);
        match choose(contest, bench, seat, position.as_ref(), dice) {
            Ok((mv, seats)) => {
                let player = &contest.players[seating[seat.index()]];
                // As at the table: a level leaves a game of more than two that is lost.
                let many = spec.seats.len() > 2;
                let leaves = player
                    .level()
                    .is_some_and(|level| many && giving_up[seat].sees(position.as_ref(), seats, level));
                let done = if leaves { position.leave(seat) } else { position.play(mv) };
                if let Err(error) = done {
                    (problem, loser) = (Some(error.into()), Some(seat));
                }
            }
            Err(why) => {
                bench.seated[seat.index()] = None;
                (problem, loser) = (Some(why), Some(seat));
            }
        }
    }
    let long = Cause { id: "long", words: "" };
    let failed = Cause { id: "failed", words: "" };
    let outcome = match (position.outcome(), loser) {
        (Some(outcome), None) => outcome,
        (_, Some(loser)) => Outcome::shared(position.living().without(loser), failed),
        (None, None) => Outcome::shared(position.living(), long),
    };
    Game {
        number,
        seating: seating.to_vec(),
        points: spec.sides().map(|side| outcome.shares[side].value()).collect(),
        cause: outcome.cause.id.to_owned(),
        problem,
        plies: position.acts().len(),
        record: (first, moves(position.as_ref())),
    }
}

/// The seat that leaves the game, if this is not a move of a record but `out:` and the letter of a seat.
pub(crate) fn leaver(spec: &Spec, text: &str) -> Option<Side> {
    let letter = text.strip_prefix("out:")?;
    spec.sides().find(|&side| letter == spec.seat(side).letter.to_string())
}

/// The moves of a game in machine notation.
fn moves(position: &dyn Position) -> String {
    let mut game = position.fork();
    let mut acts = Vec::new();
    while let Some(act) = game.undo() {
        acts.push(match act {
            Act::Move(mv) => game.machine(mv),
            Act::Leave(side) => format!("out:{}", game.spec().seat(side).letter),
        });
    }
    acts.reverse();
    acts.join(" ")
}

/// The opening with this number: random plies after which the game is not over and no seat has fallen.
fn begin(contest: &Contest, number: u64) -> Box<dyn Position> {
    let opening = contest.setup.as_deref().map_or(Opening::Start, Opening::Named);
    let start = || contest.game.begin(opening).or_else(|_| contest.game.begin(Opening::Start));
    for attempt in 0..100 {
        let mut position = start().expect("every game begins from its own start");
        let all: Sides = position.living();
        let mut dice = mix(contest.seed ^ mix(number << 8 | attempt));
        for _ in 0..contest.random_plies {
            let Some(mv) = at_random(position.as_ref(), dice) else { break };
            if position.play(mv).is_err() {
                break;
            }
            dice = mix(dice);
        }
        if position.outcome().is_none() && position.living() == all {
            return position;
        }
    }
    start().expect("every game begins from its own start")
}

fn at_random(position: &dyn Position, dice: u64) -> Option<Move> {
    let legal = position.legal();
    legal.get((dice % legal.len().max(1) as u64) as usize).copied()
}

/// The move of the seat to move, and the scores that its search gives to all seats of a game for more than two.
fn choose(
    contest: &Contest,
    bench: &mut Bench,
    seat: Side,
    position: &dyn Position,
    dice: u64,
) -> Result<(Move, Option<BySide<Score>>), GameFault> {
    let Some((player, body)) = &mut bench.seated[seat.index()] else { return Err(GameFault::Nobody) };
    let player = &contest.players[*player];
    let moved = position.acts().len() / position.spec().seats.len();
    if moved < player.dice {
        let mv = at_random(position, dice).ok_or_else(|| GameFault::NoMove { name: player.name.clone() })?;
        return Ok((mv, None));
    }
    match body {
        Body::Inside(engine) => {
            let limits = player.limits(engine.skills(), position.spec(), position.acts().len(), dice);
            let mut seats = None;
            let report = &mut |newest: &Report| seats = newest.lines.first().and_then(|line| line.seats);
            let best = engine.think(position, &limits, &Stop::default(), report);
            let mv = best.ok_or_else(|| GameFault::NotFound { name: player.name.clone() })?;
            Ok((mv, seats))
        }
        Body::UciClient(client) => {
            let (go, patience) = player.go();
            Ok((client.search(position, &go, patience, &Signal::default(), &mut |_| ())?, None))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn a_record_says_who_gave_up() {
        let game = GAMES.iter().find(|game| game.spec().seats.len() == 4).expect("one has four seats");
        let mut position = game.begin(Opening::Start).expect("the start");
        let first = position.legal()[0];
        position.play(first).expect("it is legal");
        let side = position.turn();
        position.leave(side).expect("it lives");
        let moves = moves(position.as_ref());
        let leaves: Vec<_> = moves.split(' ').map(|text| leaver(game.spec(), text)).collect();
        assert_eq!(leaves, [None, Some(side)], "{moves}");
    }
}
