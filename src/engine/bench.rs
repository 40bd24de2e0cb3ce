//! Fixed work, measured: the same positions and depths on every machine.

use std::fmt;
use std::io::{self, Write};
use std::time::Instant;

use crate::games;
use crate::rules::variant::Opening;

/// A position to count from: game, opening, depth, and how many leaves there are.
pub struct Task {
    /// The id of the game.
    pub game: &'static str,
    /// The name of the opening.
    pub setup: &'static str,
    /// How many plies.
    pub depth: u32,
    /// What must come out.
    pub leaves: u64,
}

impl fmt::Display for Task {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {} {}", self.game, self.setup, self.depth)
    }
}

/// What `bench perft` counts.
pub const PERFT: &[Task] = &[
    Task { game: "sanctuary", setup: "start", depth: 6, leaves: 434_934_381 },
    Task { game: "holywar", setup: "cathedral", depth: 7, leaves: 13_537_073 },
    Task { game: "blackholes", setup: "start", depth: 6, leaves: 6_398_531 },
    Task { game: "armies", setup: "start", depth: 4, leaves: 46_256_276 },
];

/// Counts on one thread and says how fast; fails if a count is wrong.
pub fn perft(out: &mut dyn Write) -> io::Result<bool> {
    let mut right = true;
    for task in PERFT {
        let game = games::find(task.game).expect("the bench names games of the list");
        let position = game.begin(Opening::Named(task.setup)).expect("the bench names openings of its games");
        let start = Instant::now();
        let leaves = position.perft(task.depth);
        let seconds = start.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a speed is shown with one decimal")]
        let speed = leaves as f64 / seconds / 1e6;
        let (id, setup, depth) = (task.game, task.setup, task.depth);
        writeln!(
            out,
            "{id:<11} {setup:<10} depth {depth}  {leaves:>11} nodes  {seconds:>7.3} s  {speed:>7.1} million nodes/s"
        )?;
        if leaves != task.leaves {
            writeln!(out, "{id}: {} nodes were expected", task.leaves)?;
            right = false;
        }
    }
    Ok(right)
}
