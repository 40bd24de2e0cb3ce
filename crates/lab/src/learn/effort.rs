//! How much work the parts of a learning are.

use std::time::Duration;

/// How much work the parts are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The nodes of a move of the games to learn from.
    pub nodes: u64,
    /// The hidden neurons of each seat.
    pub hidden: usize,
    /// How often the net sees each position.
    pub epochs: usize,
    /// The nodes of a move of the test.
    pub test_nodes: u64,
    /// The most games of the test. Without a decision the net is not kept.
    pub test_games: usize,
    /// The least time between two reports of the same part.
    pub beat: Duration,
}

impl Effort {
    /// What a million positions are worth.
    pub const USUAL: Effort = Effort {
        nodes: 1_000,
        hidden: 64,
        epochs: 24,
        test_nodes: 2_000,
        test_games: 3_000,
        beat: Duration::from_millis(250),
    };
}
