//! Perft on several threads, divided by root moves.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::limits::Stop;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::task;

/// The perft count of each root move at depth `depth`, in the order of the moves.
pub fn divide(position: &dyn Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    divide_until(position, depth, threads, &Stop::default()).unwrap_or_default()
}

/// Like [`divide`], but `None` if it is stopped before the end.
pub(crate) fn divide_until(
    position: &dyn Position,
    depth: u32,
    threads: usize,
    stop: &Stop,
) -> Option<Vec<(Move, u64)>> {
    let Some(rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let moves = position.perft_moves();
    let counts = Mutex::new(vec![0; moves.len()]);
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&index| index < moves.len()) {
            let Some(count) = position.perft_after(moves[index], rest, &|| stop.is_requested()) else { return };
            counts.lock().unwrap_or_else(PoisonError::into_inner)[index] = count;
        }
    };
    if let Err(why) = task::share("perft", threads.clamp(1, moves.len().max(1)), work) {
        std::panic::resume_unwind(Box::new(why.to_string()));
    }
    let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    (!stop.is_requested()).then(|| moves.into_iter().zip(counts).collect())
}

/// The perft count: the number of legal move sequences of `depth` plies.
pub fn count(position: &dyn Position, depth: u32, threads: usize) -> u64 {
    if depth == 0 || threads <= 1 {
        position.perft(depth)
    } else {
        divide(position, depth, threads).iter().map(|&(_, count)| count).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    #[test]
    fn a_count_without_end_can_be_stopped() {
        let position = GAMES[2].begin(Opening::Start).expect("the start");
        let stop = Stop::default();
        std::thread::scope(|scope| {
            let counting = scope.spawn(|| divide_until(position.as_ref(), 60, 2, &stop));
            std::thread::sleep(std::time::Duration::from_millis(50));
            stop.request();
            assert_eq!(counting.join().expect("no panic"), None);
        });
        let all = divide_until(position.as_ref(), 3, 2, &Stop::default()).expect("nobody stops it");
        assert_eq!(all.iter().map(|&(_, count)| count).sum::<u64>(), position.perft(3));
    }
}
