//! Heterodox: four chess variants in the terminal.
//!
//! The layers depend in one direction only: `rules` ← `eval` ← `games` ← `engine` ← `players` ← `session` ← `club` ← `tui` ← `linear` ←
//! `ssh` ← `cli`. A layer may use those before it, but not those after it. All but `cli` are members of the workspace,
//! given out here again as modules. `ARCHITECTURE.md` has the map.
//!
//! From a FEN to its legal moves:
//!
//! ```
//! use heterodox::games::GAMES;
//! use heterodox::rules::variant::Opening;
//!
//! let game = GAMES[0];
//! let mut position = game.begin(Opening::Start).expect("the start position");
//! let first = position.legal()[0];
//! position.play(first).expect("a legal move");
//! let moves: Vec<String> = position.legal().into_iter().map(|mv| position.display(mv)).collect();
//! assert!(!moves.is_empty());
//!
//! // The position as text, and back.
//! let text = position.fen();
//! assert_eq!(game.begin(Opening::Fen(&text)).expect("a position").legal().len(), moves.len());
//! ```
//!
//! The engine looks for the best move; one thread and a node limit give the same move every time:
//!
//! ```
//! use heterodox::engine::interface::{EngineOptions, create};
//! use heterodox::engine::limits::{Limits, Stop};
//! use heterodox::games::Registry;
//! use heterodox::rules::variant::Opening;
//!
//! let games = Registry::default();
//! let game = games.games()[0];
//! let position = game.begin(Opening::Start).expect("the start position");
//! let mut engine = create(&games, game.spec().id, EngineOptions::default()).expect("enough memory");
//! let limits = Limits { nodes: Some(2_000), ..Limits::default() };
//! let best = engine.think(position.as_ref(), &limits, &Stop::default(), &mut |_report| {}).expect("a move");
//! assert!(position.legal().contains(&best));
//! ```

pub mod cli;

pub use heterodox_base::{answers, escape, fault, lines, task};
#[cfg(feature = "serve")]
pub use heterodox_club as club;
pub use heterodox_engine as engine;
pub use heterodox_games as games;
pub use heterodox_kernel as rules;
pub use heterodox_kernel::{art, eval, simd, spelling};
pub use heterodox_linear as linear;
pub use heterodox_play::{client, config, files, game_file, nets, paths, players, rating, record, session, zone};
#[cfg(feature = "serve")]
pub use heterodox_serve as ssh;
pub use heterodox_tui as tui;
