//! The engine functions of a game that was read from a file.

use std::sync::Arc;

use super::{EngineMaker, searcher};
use crate::beginner::{Beginner, BeginnerEngine};
use crate::budget::Needs;
use crate::engine::{Engine, EngineOptions, NoEngine};
use crate::errors::{self, Assessment};
use crate::eval::evaluate::Evaluate as _;
use crate::eval::net::Net;
use crate::games::file::{Compiled, FileGame, FileVariant};
use crate::games::nets::{self, LearntNet};
use crate::greedy::GreedyEngine;
use crate::rules::bits::SquareSet;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::tables::Tables;
use crate::two::duel_engine::DuelEngine;

/// The engine functions of this game. Small tables are those of games for two, so no search for more is made for them.
pub(super) fn maker(game: &FileVariant) -> Arc<dyn EngineMaker> {
    let net = nets::of(game);
    match game.compiled() {
        Compiled::Small(tables) => {
            let search: Search<_> = |tables, options, net| Ok(Box::new(DuelEngine::new(tables, options, net)?));
            Arc::new(OfFile { tables, search, net })
        }
        Compiled::Large(tables) => Arc::new(OfFile { tables, search: searcher, net }),
    }
}

/// Makes the search of a game.
type Search<S> =
    fn(&'static Tables<FileGame<S>>, EngineOptions, Option<&Arc<Net>>) -> Result<Box<dyn Engine>, NoEngine>;

/// The game that has these tables.
#[derive(Debug)]
struct OfFile<S: SquareSet> {
    tables: &'static Tables<FileGame<S>>,
    search: Search<S>,
    /// What was learnt of it.
    net: Option<Arc<LearntNet>>,
}

impl<S: SquareSet> EngineMaker for OfFile<S> {
    fn worth(&self) -> &'static [i32] {
        FileGame::worth(self.tables)
    }

    fn engine(&self, options: EngineOptions) -> Result<Box<dyn Engine>, NoEngine> {
        self.engine_with(self.net.as_ref().map(|learnt| learnt.net()), options)
    }

    fn engine_with(&self, net: Option<&Arc<Net>>, options: EngineOptions) -> Result<Box<dyn Engine>, NoEngine> {
        (self.search)(self.tables, options, net)
    }

    fn needs(&self) -> Needs {
        Needs::of(self.tables)
    }

    fn greedy(&self) -> Box<dyn Engine> {
        Box::new(GreedyEngine::<FileGame<S>>::default())
    }

    fn beginner(&self, beginner: Beginner) -> Box<dyn Engine> {
        Box::new(BeginnerEngine::<FileGame<S>>::new(beginner))
    }

    fn assess(&self, position: &dyn Position, mv: Move) -> Option<Assessment> {
        errors::assess::<FileGame<S>>(position, mv)
    }
}
