//! Perft on several threads, divided by first moves.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::rules::mv::Move;
use crate::rules::position::Position;

/// The count for each first move of a sequence of `depth` plies, in the order of the moves.
pub fn divide(position: &dyn Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let moves = position.perft_moves();
    let counts = Mutex::new(vec![0; moves.len()]);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, moves.len().max(1)) {
            scope.spawn(|| {
                while let Some(index) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&index| index < moves.len())
                {
                    let count = position.perft_after(moves[index], rest);
                    counts.lock().expect("no counting thread panics")[index] = count;
                }
            });
        }
    });
    moves.into_iter().zip(counts.into_inner().expect("no counting thread panics")).collect()
}

/// How many sequences of `depth` legal plies there are.
pub fn count(position: &dyn Position, depth: u32, threads: usize) -> u64 {
    if depth == 0 || threads <= 1 {
        position.perft(depth)
    } else {
        divide(position, depth, threads).iter().map(|&(_, count)| count).sum()
    }
}
