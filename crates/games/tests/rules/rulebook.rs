//! The rule book as tests: every special rule, every worked position and every count it states,
//! each on a board that is drawn.

mod armies;
mod blackholes;
mod common;
mod holywar;
mod sanctuary;
mod scene;
