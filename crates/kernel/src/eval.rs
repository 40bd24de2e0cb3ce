//! The evaluation, between the rules and the games: what the author of a game says about the value of a position
//! ([`Evaluate`](evaluate::Evaluate)), the neural network, hand-written terms, and the levels of the computer. It uses
//! no files, clocks, threads, terminals or random numbers, and it does not search.

pub mod evaluate;
pub mod net;
pub mod skill;
pub mod tables;
pub mod terms;
