//! `perft`: counts the sequences of legal plies.

use std::io::Write as _;

use clap::Args;

use super::{Outcome, begin, out};
use crate::engine::count;
use crate::games::Registry;

/// The arguments.
#[derive(Args, Debug)]
pub(super) struct Perft {
    /// holywar, blackholes, sanctuary or armies, a game of the shelf, or a file
    pub(super) game: String,
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    /// Start from this position (FEN)
    #[arg(long, conflicts_with = "setup")]
    fen: Option<String>,
    /// Start from this opening
    #[arg(long, value_name = "NAME")]
    setup: Option<String>,
    /// Show the count for each first move
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// Counts the sequences of legal plies.
pub(super) fn run(arguments: &Perft, games: &Registry) -> Outcome {
    let position = begin(games, &arguments.game, arguments.fen.as_deref(), arguments.setup.as_deref())?;
    let threads = usize::from(arguments.threads);
    let mut out = out::data();
    let nodes = if arguments.divide && arguments.depth > 0 {
        let counts = count::divide(position.as_ref(), arguments.depth, threads);
        for &(mv, count) in &counts {
            writeln!(out, "{}: {count}", position.machine(mv))?;
        }
        writeln!(out)?;
        counts.iter().map(|&(_, count)| count).sum()
    } else {
        count::count(position.as_ref(), arguments.depth, threads)
    };
    Ok(writeln!(out, "Nodes searched: {nodes}")?)
}
