//! The laboratory: matches between engines, training of nets and evaluation weights, endings, errors of levels and
//! benchmarks. It is a program of its own, `heterodox-lab`; nobody who plays needs it.

pub mod bench;
pub mod cli;
mod contest;
mod endings;
pub mod learn;
pub mod trainer;

use heterodox_base::{escape, lines, output, task};
use heterodox_engine as engine;
use heterodox_games as games;
use heterodox_kernel as rules;
use heterodox_kernel::eval;
use heterodox_kernel::simd;
use heterodox_play::record;
