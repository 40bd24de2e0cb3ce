//! The command that measures the errors of a player: it plays games and judges each of its moves by the next reply.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use clap::Args;

use super::{Failure, Outcome, find};
use crate::contest::{Contest, Contestant, Game, leaver};
use crate::engine::errors::{Assessment, Punishment};
use crate::engine::makers::{EngineMaker, maker};
use crate::engine::shallow::overlook::Hardness;
use crate::games::Registry;
use crate::rules::position::Position;
use crate::rules::variant::Opening;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// holywar, blackholes, sanctuary or armies
    game: String,
    /// The player that is measured, as in `match`
    #[arg(default_value = "level=1")]
    player: String,
    /// Its rivals, as in `match`
    #[arg(default_value = "beginner:2")]
    against: String,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// Number of random plies at the start
    #[arg(long, value_name = "N", default_value_t = 4)]
    random_plies: usize,
    /// Stop a longer game
    #[arg(long, value_name = "N", default_value_t = 600)]
    most_plies: usize,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print so many errors: position, move and reply
    #[arg(long, value_name = "N", default_value_t = 0)]
    show: usize,
}

/// What was counted.
#[derive(Default)]
struct Count {
    moves: usize,
    errors: usize,
    mates: (usize, usize),
    offers: (usize, usize),
    kinds: Vec<(String, usize)>,
    shown: Vec<String>,
}

/// A share in percent.
fn percent(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

/// Half of the 95% confidence interval of a share, in percent.
fn error(part: usize, all: usize) -> f64 {
    let share = part as f64 / all.max(1) as f64;
    196.0 * (share * (1.0 - share) / all.max(1) as f64).sqrt()
}

/// What is hard to see about a reply.
fn words(punishment: &Punishment) -> String {
    let (hardness, far) = punishment.hardness;
    let what = match hardness {
        Hardness::Near => "a step".to_owned(),
        Hardness::Line => format!("a line of {far} squares"),
        Hardness::Diagonal => format!("a diagonal of {far} squares"),
        Hardness::Leap => "a leap or a way that turns".to_owned(),
        Hardness::Drop => "a drop".to_owned(),
        Hardness::Special => "a move of its own kind".to_owned(),
        Hardness::Level => "a move to another level".to_owned(),
    };
    if punishment.wins { what + ", which ends the game" } else { what }
}

/// Plays the games and prints what was counted.
pub(super) fn run(arguments: &Arguments, registry: &Registry, out: &mut (impl Write + Send)) -> Outcome {
    let game = find(registry, &arguments.game)?;
    let seats = game.spec().seats.len();
    let known = maker(registry, game.spec().id);
    let maker = known.ok_or_else(|| Failure::Failed(format!("{}: no engine plays it", game.spec().id)))?;
    let read = |text: &str| Contestant::read(text).map_err(Failure::usage);
    let mut players = vec![read(&arguments.player)?];
    for number in 1..seats {
        let mut rival = read(&arguments.against)?;
        rival.name = format!("{} {number}", rival.name);
        players.push(rival);
    }
    let contest = Contest {
        registry: registry.clone(),
        game,
        setup: None,
        players,
        games: arguments.games,
        random_plies: arguments.random_plies,
        most_plies: arguments.most_plies,
        parallel: 1,
        seed: arguments.seed,
        sprt: None,
    };
    let count = Mutex::new(Count::default());
    let score = contest.run(&|played: &Game, _| {
        let mut count = count.lock().unwrap_or_else(PoisonError::into_inner);
        judge(&contest, maker.as_ref(), arguments, played, &mut count);
    });
    let count = count.into_inner().unwrap_or_else(PoisonError::into_inner);
    for text in &count.shown {
        writeln!(out, "{text}")?;
    }
    let points = 100.0 * score.points[0] / score.games.max(1) as f64;
    writeln!(out, "{} games, {points:.1} % of the points, {} moves", score.games, count.moves)?;
    for (what, part, all) in [
        ("moves that lose three Pawns or more to one reply", count.errors, count.moves),
        ("own mates in one that were missed", count.mates.1 - count.mates.0, count.mates.1),
        ("offers of three Pawns or more that were taken", count.offers.0, count.offers.1),
    ] {
        writeln!(out, "{what}: {part} of {all}, {:.1} % ± {:.1}", percent(part, all), error(part, all))?;
    }
    let mut kinds = count.kinds;
    kinds.sort_by_key(|&(_, number)| std::cmp::Reverse(number));
    for (kind, number) in kinds {
        writeln!(out, "{:5.1} %  {kind}", percent(number, count.errors))?;
    }
    Ok(())
}

/// Judges the moves of the first player in a game, without the random ones of the opening.
fn judge(contest: &Contest, maker: &dyn EngineMaker, arguments: &Arguments, played: &Game, count: &mut Count) {
    let (fen, moves) = &played.record;
    let Ok(mut position) = contest.game.begin(Opening::Fen(fen)) else { return };
    for (ply, text) in moves.split_whitespace().enumerate() {
        if let Some(side) = leaver(contest.game.spec(), text) {
            if position.leave(side).is_err() {
                return;
            }
            continue;
        }
        let Ok(mv) = position.read(text) else { return };
        let own = played.seating.get(position.turn().index()) == Some(&0);
        if own
            && ply >= contest.random_plies
            && let Some(assessment) = maker.assess(position.as_ref(), mv)
        {
            add(&assessment, position.as_ref(), text, arguments, count);
        }
        if position.play(mv).is_err() {
            return;
        }
    }
}

fn add(assessment: &Assessment, position: &dyn Position, text: &str, arguments: &Arguments, count: &mut Count) {
    count.moves += 1;
    if let Some(played) = assessment.mate {
        count.mates = (count.mates.0 + usize::from(played), count.mates.1 + 1);
    }
    if let Some(taken) = assessment.offer {
        count.offers = (count.offers.0 + usize::from(taken), count.offers.1 + 1);
    }
    let Some(punishment) = &assessment.error else { return };
    count.errors += 1;
    let kind = words(punishment);
    if count.shown.len() < arguments.show {
        let mut next = position.fork();
        let reply = next.read(text).and_then(|mv| next.play(mv)).map(|()| next.machine(punishment.reply));
        count.shown.push(format!("{}  {text}  {}  {kind}", position.fen(), reply.unwrap_or_default()));
    }
    match count.kinds.iter_mut().find(|(known, _)| *known == kind) {
        Some((_, number)) => *number += 1,
        None => count.kinds.push((kind, 1)),
    }
}
