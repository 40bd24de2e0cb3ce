//! The command that plays games between engines.

mod save;

use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use heterodox_play::files;

use super::{Failure, Outcome, find};
use crate::contest::{Contest, Contestant, Game, GivenNet, Score, Sprt, elo, share};
use crate::escape;
use crate::games::Registry;
use crate::games::nets::{MOST_BYTES, NetFile};
use crate::rules::spec::Spec;
use crate::rules::variant::{Opening, Variant};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// holywar, blackholes, sanctuary or armies
    game: String,
    /// The players: one plays itself; two play all seatings; or give one for each seat
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<String>,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: usize,
    /// Start from this opening
    #[arg(long, value_name = "NAME")]
    setup: Option<String>,
    /// Number of random plies at the start, the same for all seatings
    #[arg(long, value_name = "N", default_value_t = 4)]
    random_plies: usize,
    /// Score a longer game as a draw
    #[arg(long, value_name = "N", default_value_t = 600)]
    most_plies: usize,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    parallel: usize,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// SPRT: stop when the first player is shown to be stronger by LOW or by HIGH Elo
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Save the games: as PGN if the name ends in .pgn, otherwise one line per game
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
}

/// Plays the games and prints the result.
pub(super) fn run(arguments: &Arguments, registry: Registry, out: &mut (impl Write + Send)) -> Outcome {
    let game = find(&registry, &arguments.game)?;
    let spec = game.spec();
    let players: Vec<Contestant> = arguments
        .players
        .iter()
        .map(|text| Contestant::read(text))
        .collect::<Result<_, _>>()
        .map_err(Failure::usage)?;
    let players: Vec<Contestant> =
        players.into_iter().map(|player| with_net(player, game)).collect::<Result<_, _>>()?;
    if players.len() > 2 && players.len() != spec.seats.len() {
        return Err(Failure::Usage(format!("expected one, two or {} players", spec.seats.len())));
    }
    if let Some(setup) = &arguments.setup {
        game.begin(Opening::Named(setup)).map_err(|error| Failure::Usage(format!("{}: {error}", spec.id)))?;
    }
    let failed = |name: &str, error: std::io::Error| Failure::Failed(format!("{name}: {error}"));
    let save = match &arguments.save {
        Some(name) => Some((name, Mutex::new(File::create(name).map_err(|error| failed(name, error))?))),
        None => None,
    };
    let as_pgn = arguments
        .save
        .as_ref()
        .is_some_and(|name| Path::new(name).extension().is_some_and(|ending| ending == "pgn"));
    let contest = Contest {
        registry,
        game,
        setup: arguments.setup.clone(),
        players,
        games: arguments.games,
        random_plies: arguments.random_plies,
        most_plies: arguments.most_plies,
        parallel: arguments.parallel,
        seed: arguments.seed,
        sprt: arguments.sprt.as_ref().map(|bounds| Sprt { low: bounds[0], high: bounds[1] }),
    };
    let out = Mutex::new(out);
    let problems = Mutex::new(Vec::new());
    let score = contest.run(&|game: &Game, score: &Score| {
        if let Some((_, file)) = &save {
            let text = if as_pgn { save::record(&contest, game) } else { Ok(save::line(spec, game)) };
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let written = text.and_then(|text| Ok(file.write_all(text.as_bytes())?));
            if let Err(problem) = written {
                problems.lock().unwrap_or_else(PoisonError::into_inner).push(problem);
            }
        }
        let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
        let points: Vec<String> = game.points.iter().map(|points| format!("{points:.2}")).collect();
        let problem = game
            .problem
            .as_ref()
            .map(|problem| format!(" ({})", escape::line(&problem.to_string())))
            .unwrap_or_default();
        let seats: Vec<String> = game.seating.iter().map(|player| (player + 1).to_string()).collect();
        let _ = writeln!(
            out,
            "game {:>4}  players {}  points {}  {} in {} plies{problem}  total {:.1} of {}",
            game.number + 1,
            seats.join(" "),
            points.join(" "),
            game.cause,
            game.plies,
            score.points[0],
            score.games
        );
    });
    let mut out = out.into_inner().unwrap_or_else(PoisonError::into_inner);
    tell(&contest, &score, spec, &mut out)?;
    match (save, problems.into_inner().unwrap_or_default().first()) {
        (Some((name, _)), Some(problem)) => Err(Failure::Failed(format!("{name}: {problem}"))),
        _ => Ok(()),
    }
}

/// The player with the net of its file.
fn with_net(player: Contestant, game: &'static dyn Variant) -> Result<Contestant, Failure> {
    let Some(name) = player.net_file.clone() else { return Ok(player) };
    let failed = |error: &dyn Display| Failure::Failed(format!("{name}: {error}"));
    let bytes = files::read(Path::new(&name), MOST_BYTES).map_err(|error| failed(&error))?;
    let net = NetFile::read(&bytes).and_then(|file| file.compile(game)).map_err(|error| failed(&error))?;
    Ok(player.given(GivenNet(net)))
}

fn tell(contest: &Contest, score: &Score, spec: &Spec, out: &mut impl Write) -> Outcome {
    let games = score.games.max(1) as f64;
    writeln!(out)?;
    for (number, player) in contest.players.iter().enumerate() {
        // The average score of a seat, relative to the expected score among equal players.
        let part = 100.0 * score.points[number] / score.expected[number].max(1e-9) / spec.seats.len() as f64;
        writeln!(
            out,
            "player {}  {:>7.1} points of {} seats  {part:.1} %  {}",
            number + 1,
            score.points[number],
            score.seats[number],
            escape::line(&player.name)
        )?;
    }
    let seats: Vec<String> = spec
        .sides()
        .zip(&score.by_seat)
        .map(|(side, points)| format!("{} {:.1} %", spec.seat(side).name, 100.0 * points / games))
        .collect();
    let causes: Vec<String> = score.causes.iter().map(|(cause, count)| format!("{cause} {count}")).collect();
    writeln!(out, "seats: {}", seats.join(", "))?;
    writeln!(out, "games: {}, {:.1} plies each; {}", score.games, score.plies as f64 / games, causes.join(", "))?;
    let [points, least, most] = share(score).map(|part| 100.0 * part);
    if contest.players.len() == 2 && spec.seats.len() == 2 {
        let [won, drawn, lost] = score.tally;
        let elo = elo(score);
        writeln!(
            out,
            "first: {won} won, {drawn} drawn, {lost} lost; {points:.1} % ({least:.1} to {most:.1}); Elo {:+.0} ({:+.0} to {:+.0})",
            elo.value, elo.least, elo.most
        )?;
        if let Some(sprt) = &contest.sprt {
            let verdict = match sprt.verdict(score) {
                Some(true) => format!("H1 accepted: stronger by {} Elo rather than {}", sprt.high, sprt.low),
                Some(false) => format!("H0 accepted: stronger by {} Elo rather than {}", sprt.low, sprt.high),
                None => "undecided".to_owned(),
            };
            writeln!(out, "SPRT: LLR {:+.2} (bounds -2.94, 2.94), {verdict}", sprt.log_likelihood_ratio(score))?;
        }
    } else if contest.players.len() > 1 {
        writeln!(out, "first: {points:.1} % of the points ({least:.1} to {most:.1})")?;
    }
    Ok(())
}
