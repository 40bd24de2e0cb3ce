//! Benchmarks with fixed work: the same positions and depths on every machine.

use std::fmt;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::engine::interface::{EngineOptions, create};
use crate::engine::limits::{Limits, Stop};
use crate::games::{Registry, built_in};
use crate::rules::variant::Opening;
use crate::simd;

/// A perft position: game, opening, depth and the expected number of leaf nodes.
pub struct Task {
    /// The id of the game.
    pub game: &'static str,
    /// The name of the opening.
    pub setup: &'static str,
    /// The depth in plies.
    pub depth: u32,
    /// The expected number of leaf nodes.
    pub leaves: u64,
}

impl fmt::Display for Task {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {} {}", self.game, self.setup, self.depth)
    }
}

/// The positions of `bench perft`.
pub const PERFT: &[Task] = &[
    Task { game: "sanctuary", setup: "start", depth: 6, leaves: 434_934_381 },
    Task { game: "holywar", setup: "cathedral", depth: 7, leaves: 13_537_073 },
    Task { game: "blackholes", setup: "start", depth: 6, leaves: 6_398_531 },
    Task { game: "armies", setup: "start", depth: 4, leaves: 46_256_276 },
];

/// Runs perft on one thread and prints the speed; returns false if a count is wrong.
pub(crate) fn perft(out: &mut dyn Write) -> io::Result<bool> {
    let mut right = true;
    for task in PERFT {
        let game = built_in(task.game).expect("the bench names games of the list");
        let position = game.begin(Opening::Named(task.setup)).expect("the bench names openings of its games");
        let start = Instant::now();
        let leaves = position.perft(task.depth);
        let seconds = start.elapsed().as_secs_f64();
        let speed = leaves as f64 / seconds / 1e6;
        let (id, setup, depth) = (task.game, task.setup, task.depth);
        writeln!(
            out,
            "{id:<11} {setup:<10} depth {depth}  {leaves:>11} nodes  {seconds:>7.3} s  {speed:>7.1} million nodes/s"
        )?;
        if leaves != task.leaves {
            writeln!(out, "{id}: expected {} nodes", task.leaves)?;
            right = false;
        }
    }
    Ok(right)
}

/// The positions of `bench search`: a game, a FEN (none for the start position), and a depth.
const SEARCHES: &[(&str, Option<&str>, u32)] = &[
    ("holywar", None, 14),
    ("holywar", Some("c******c/*sblkbs*/*pppppp*/*6*/*6*/*PPPPPP*/*SBLKBS*/C******C[] w - - 0 1"), 15),
    ("holywar", Some("k******s/*lscbcb*/*2pp1p*/*pp2p1*/*1PPP2*/*P1S1PP*/*1CBSBL*/C******K[] b - - 1 12"), 14),
    ("holywar", Some("c******C/*3s2*/*pb1k2*/*1p4*/*1p4*/*P4P*/*3S1S*/1******K[] w - - 0 25"), 16),
    ("blackholes", None, 14),
    ("blackholes", Some("rhhhk/pqpp1/b1s1p/1p3/1P1P1/S1P1B/P2KP/RHHQH w - - 0 10"), 10),
    ("blackholes", Some("r1bhk/pphpp/2s2/5/1q3/4P/RBPPQ/1SHHK b - - 1 9"), 11),
    ("blackholes", Some("rs2k/ppp1p/2h2/5/5/2P1P/PP3/RSBK1 b - - 0 11"), 13),
    ("sanctuary", None, 14),
    ("sanctuary", Some("r6r/1p1bbpp1/p2p1ng1/2p1p1Np/P2nP2P/1PNP1P2/R1P1B1P1/2B1G2R w - - 0 15"), 13),
    ("sanctuary", Some("r1br4/ppp2p1p/4pBp1/2b2nP1/2P1B2P/1P2P3/1P2NP2/R6R b - - 5 20"), 13),
    ("sanctuary", Some("8/3gp3/2np1p2/rAp5/2P2P2/2NPP2r/4R3/1R6 w - - 4 35"), 12),
    ("armies", None, 7),
    (
        "armies",
        Some(
            "3bP2gN2/2bP3gP2/5gP2gN/bK1bP6/1bP1bP1oP3/1rP7/rK2bN5/4oN4/6oK2|9/oR1gA1gP2gR1/1bP7/4bR4/5gR3/7gP1/9/\
             9/9|2gP4gK1/9/3gP5/8gP/1bP5gP1/1bP7/5oP3/6oP2/9 o rogb - 5 69",
        ),
        7,
    ),
    ("armies", Some("9/9/9/9/7bR1/9/9/9/9|9/9/9/3gK5/9/3oK1rK3/9/9/9|9/9/9/9/9/9/9/2bK6/2bP6 b rogb - 35 153"), 7),
];

/// The total number of nodes of all these searches, the same on every machine.
pub(crate) const NODES: u64 = 3_764_909;

/// The result of a search benchmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Searched {
    /// The number of nodes.
    pub(crate) nodes: u64,
    /// How many of them belong to the quiescence search.
    pub(crate) quiet_nodes: u64,
    pub(crate) time: Duration,
}

/// Searches all positions on one thread and prints the speed for each position and each game.
pub(crate) fn search(out: &mut dyn Write) -> io::Result<Searched> {
    let mut all = Searched { nodes: 0, quiet_nodes: 0, time: Duration::ZERO };
    for of_game in SEARCHES.chunk_by(|a, b| a.0 == b.0) {
        let id = of_game[0].0;
        let game = built_in(id).expect("the bench names games of the list");
        let mut engine = create(&Registry::default(), id, EngineOptions::default()).expect("every game is played");
        let (mut nodes, mut quiet, begun) = (0, 0, Instant::now());
        for &(_, fen, depth) in of_game {
            let opening = fen.map_or(Opening::Start, Opening::Fen);
            let position = game.begin(opening).expect("the bench has positions of its games");
            engine.forget();
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let mut last = (0, 0);
            engine.think(position.as_ref(), &limits, &Stop::default(), &mut |report| {
                last = (report.nodes, report.quiet_nodes);
            });
            nodes += last.0;
            quiet += last.1;
        }
        let time = begun.elapsed();
        writeln!(out, "{}", line(id, nodes, quiet, time))?;
        all = Searched { nodes: all.nodes + nodes, quiet_nodes: all.quiet_nodes + quiet, time: all.time + time };
    }
    writeln!(out, "{}", line("all", all.nodes, all.quiet_nodes, all.time))?;
    writeln!(out, "instructions: {}", simd::words())?;
    Ok(all)
}

fn line(name: &str, nodes: u64, quiet: u64, time: Duration) -> String {
    let speed = u128::from(nodes) * 1000 / time.as_micros().max(1);
    format!(
        "{name:<11} {nodes:>11} nodes  {:>3} % beyond the horizon  {:>7.3} s  {speed:>6} thousand nodes/s",
        quiet * 100 / nodes.max(1),
        time.as_secs_f64()
    )
}
