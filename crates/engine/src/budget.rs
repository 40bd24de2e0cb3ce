//! The memory of an engine. The setting `memory` bounds all tables of one engine: the transposition table, the
//! continuation history, and the tables of each thread.

use super::available_memory;
use super::engine::{EngineOptions, NoEngine};
use super::history::{ContinuationHistory, History};
use super::many::score_cache::ScoreCache;
use crate::rules::game::Rules;
use crate::rules::tables::Tables;

/// The lists of one search in bytes: moves, scores and lines of each ply.
const LISTS_BYTES: usize = 1 << 20;

/// The part of the memory that at least remains for the transposition table, as a divisor. If the continuation
/// history of a game leaves less, the engine works without it.
const LEAST_TABLE: usize = 4;

/// What the engine of a game needs beside its transposition table, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    /// The continuation history, which all threads share.
    pub(crate) continuation: usize,
    /// The tables and lists of one thread.
    pub(crate) thread: usize,
}

/// The upper bound of the tables and lists of one search on one thread, in bytes.
pub(super) fn of_search<R: Rules>(tables: &Tables<R>) -> usize {
    History::bytes(tables.geometry.len(), tables.spec().kinds.len()) + LISTS_BYTES
}

/// The same for a search of more than two seats, which also keeps static scores.
pub(super) fn of_multi_search<R: Rules>(tables: &Tables<R>) -> usize {
    of_search(tables) + ScoreCache::BYTES
}

impl Needs {
    /// The needs of the game that has these tables.
    pub(super) fn of<R: Rules>(tables: &Tables<R>) -> Needs {
        // With more than two seats, each thread also has a search for the time when only two are left.
        let more = if tables.spec().seats.len() > 2 { of_multi_search(tables) } else { 0 };
        Needs {
            continuation: ContinuationHistory::bytes(tables.geometry.len(), tables.spec().kinds.len()),
            thread: of_search(tables) + more,
        }
    }

    /// All that an engine with these options reserves, in bytes.
    pub fn total(&self, options: &EngineOptions) -> usize {
        let continuation = if options.continuation { self.continuation } else { 0 };
        options.megabytes.saturating_mul(1 << 20).saturating_add(continuation + options.threads * self.thread)
    }

    /// What there is no room for, if an engine with these options does not fit into the memory that is left.
    pub(super) fn lack(&self, options: &EngineOptions) -> Option<NoEngine> {
        self.lack_in(options, available_memory::bytes(options.threads)?)
    }

    fn lack_in(&self, options: &EngineOptions, room: usize) -> Option<NoEngine> {
        if self.total(options) <= room {
            return None;
        }
        let least = self.total(&EngineOptions { megabytes: 1, ..*options });
        Some(match options.threads {
            _ if least <= room => NoEngine::TranspositionTable(options.megabytes),
            2.. => NoEngine::Threads(options.threads),
            _ => NoEngine::Search,
        })
    }

    /// The options of an engine that reserves at most this many megabytes. The threads get at most half of what the
    /// continuation history leaves, so a small memory means fewer threads; the transposition table gets the rest.
    pub(super) fn within(&self, options: EngineOptions, megabytes: usize) -> EngineOptions {
        let all = megabytes.saturating_mul(1 << 20);
        let continuation = self.continuation <= all - all / LEAST_TABLE;
        let rest = if continuation { all - self.continuation } else { all };
        let threads = options.threads.min(rest / 2 / self.thread).max(1);
        let table = rest.saturating_sub(threads * self.thread) >> 20;
        EngineOptions { threads, megabytes: table.max(1), continuation, ..options }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_named_before_it_is_taken() {
        let needs = Needs { continuation: 2 << 20, thread: 3 << 20 };
        let of = |megabytes, threads| EngineOptions { threads, megabytes, ..EngineOptions::default() };
        let lack = |options, room: usize| needs.lack_in(&options, room << 20);
        assert_eq!(
            (lack(of(16, 4), 30), lack(of(usize::MAX, 4), usize::MAX >> 20)),
            (None, Some(NoEngine::TranspositionTable(usize::MAX)))
        );
        assert_eq!(lack(of(16, 4), 29), Some(NoEngine::TranspositionTable(16)));
        assert_eq!(
            (lack(of(16, 4), 14), lack(of(1, 4), 14)),
            (Some(NoEngine::Threads(4)), Some(NoEngine::Threads(4)))
        );
        assert_eq!((lack(of(1, 1), 5), lack(of(1, 1), 6)), (Some(NoEngine::Search), None));
        assert_eq!(lack(EngineOptions { continuation: false, ..of(1, 1) }, 5), None);
    }
}
