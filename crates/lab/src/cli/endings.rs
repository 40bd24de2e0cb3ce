//! The command that finds endings which one seat should win, and plays them on.

use std::fs::File;
use std::io::Write;

use clap::Args;

use super::{Failure, Outcome, find};
use crate::endings::{Players, Search};
use crate::games::Registry;
use crate::lines::Lines;
use crate::rules::variant::Opening;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// holywar, blackholes or sanctuary
    game: String,
    /// Play on the positions of this file instead, one FEN a line
    file: Option<String>,
    /// Number of endings
    #[arg(long, value_name = "N", default_value_t = 30)]
    positions: usize,
    /// Greatest number of men on the board
    #[arg(long, value_name = "N", default_value_t = 12)]
    men: usize,
    /// Least score of the seat to move, in hundredths of a Pawn
    #[arg(long, value_name = "N", default_value_t = 450)]
    least: i32,
    /// Greatest score of the seat to move
    #[arg(long, value_name = "N", default_value_t = 550)]
    most: i32,
    /// Nodes per move
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Nodes per move of the games in which the endings are found
    #[arg(long, default_value_t = 2_000)]
    game_nodes: u64,
    /// Number of random plies at the start of these games
    #[arg(long, value_name = "N", default_value_t = 8)]
    random_plies: usize,
    /// Stop after this many games
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    games: u64,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Plays the endings on and prints each with its end, then how many were won, drawn and lost by the seat to move.
pub(super) fn run(arguments: &Arguments, registry: &Registry, out: &mut impl Write) -> Outcome {
    let game = find(registry, &arguments.game)?;
    let spec = game.spec();
    if spec.seats.len() != 2 {
        return Err(Failure::Usage(format!("{}: expected a game for two", spec.id)));
    }
    let failed = |error: &dyn std::fmt::Display| Failure::Failed(format!("{}: {error}", spec.id));
    let mut players = Players::new(registry, game).map_err(|error| failed(&error))?;
    let how = Search {
        men: arguments.men,
        scores: (arguments.least, arguments.most),
        nodes: arguments.nodes,
        game_nodes: arguments.game_nodes,
        random_plies: arguments.random_plies,
        seed: arguments.seed,
    };
    let mut known = arguments.file.as_deref().map(read).transpose()?.map(Vec::into_iter);
    let (mut number, mut counts) = (0, [0; 3]);
    while counts.iter().sum::<usize>() < arguments.positions {
        let next = if let Some(fens) = &mut known {
            fens.next()
        } else {
            let found = (number..arguments.games).find_map(|game| {
                number = game + 1;
                players.find(&how, game)
            });
            found.map(|(fen, _)| fen)
        };
        let Some(fen) = next else { break };
        let position = game.begin(Opening::Fen(&fen)).map_err(|error| {
            Failure::Failed(format!("{}: {error}", arguments.file.as_deref().unwrap_or(spec.id)))
        })?;
        let side = position.turn();
        let ending = players.play_on(position, arguments.nodes);
        let (place, word) = match ending.winner {
            Some(winner) if winner == side => (0, "won"),
            None => (1, "drawn"),
            Some(_) => (2, "lost"),
        };
        counts[place] += 1;
        writeln!(out, "{word:5}  {:11} {:>3} plies  {fen}  to  {}", ending.cause, ending.plies, ending.end)?;
    }
    let [won, drawn, lost] = counts;
    Ok(writeln!(out, "{} endings: {won} won, {drawn} drawn, {lost} lost", won + drawn + lost)?)
}

/// The lines of a file.
fn read(name: &str) -> Result<Vec<String>, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Failed(format!("{name}: {error}"));
    let mut lines = Lines::new(File::open(name).map_err(|error| failed(&error))?);
    let mut fens = Vec::new();
    while let Some(line) = lines.next_line().map_err(|error| failed(&error))? {
        let line = line.map_err(|long| failed(&long))?;
        fens.push(std::str::from_utf8(line).map_err(|error| failed(&error))?.trim().to_owned());
    }
    fens.retain(|fen| !fen.is_empty());
    Ok(fens)
}
