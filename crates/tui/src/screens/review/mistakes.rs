//! Makes puzzles of somebody's mistakes in the game under review, in the background.

use std::sync::Arc;

use super::Review;
use crate::engine::interface::{EngineOptions, create};
use crate::engine::limits::Stop;
use crate::engine::makers::maker;
use crate::players::thinking_slots::Turn;
use crate::record::date::Date;
use crate::record::game::Game;
use crate::record::puzzle::Puzzle;
use crate::rules::explain::counted;
use crate::rules::side::Sides;
use crate::session::puzzles::games::{Choice, puzzles};
use crate::session::puzzles::maker::{Maker, Work};
use crate::session::puzzles::progress::keep_own;
use crate::session::setup::SeatKind;
use crate::session::setup::tags::setup_from;
use crate::task::{Reporter, Task};
use crate::theme::Role;
use crate::world::World;
use crate::zone::Zone;

/// The size of the transposition table, in megabytes.
const MEGABYTES: usize = 2;

/// A message of the work.
pub(super) enum News {
    /// So many moves were tried.
    Tried(usize),
    /// So many puzzles were made and kept.
    Done(usize),
    /// It has failed.
    Failed(String),
}

/// The work, and how many moves were tried.
pub(super) struct Making {
    task: Task<News>,
    tried: usize,
}

/// The seats of people; all seats if there are none.
fn people(game: &Game) -> Sides {
    let setup = setup_from(&game.tags, game.tree.start().variant());
    let sides = game.spec().sides();
    let people = sides.zip(&setup.seats).filter(|(_, seat)| matches!(seat, SeatKind::Human(_)));
    let people: Sides = people.map(|(side, _)| side).collect();
    if people.count() == 0 { Sides::first(game.spec().seats.len()) } else { people }
}

/// Where the game is from, in a few words.
fn source(game: &Game, zone: &Zone) -> String {
    let players: Vec<&str> = game.spec().sides().map(|side| game.player(side)).collect();
    let date = Date::of_game(&game.tags).map(|date| date.day(zone)).filter(|day| !day.starts_with('?'));
    let date = date.map(|day| format!(", {day}"));
    format!("{}{}", players.join(" - "), date.unwrap_or_default())
}

impl Review {
    /// Starts to make puzzles of the mistakes; if that is running, stops it. What was found so far is kept.
    pub(super) fn make_puzzles(&mut self, world: &World) {
        if self.making.take().is_some() {
            self.pane.tell(Role::Notice, "No more puzzles are made. Those found so far are kept.");
            return;
        }
        let Some(folder) = world.client.puzzles_folder() else {
            self.pane.message = Some("Puzzles cannot be kept: there is no folder for them.".to_owned());
            return;
        };
        let (game, games, fault) =
            (self.game.clone(), world.client.games.clone(), world.client.fault.point("puzzles"));
        let (pool, zone) = (world.client.pool.clone(), world.zone());
        let work = move |reporter: &Reporter<News>| {
            fault.reach();
            let spec = game.spec();
            let options = EngineOptions { megabytes: MEGABYTES, ..EngineOptions::default() };
            let mut engine = match create(&games, spec, options) {
                Ok(engine) => engine,
                Err(error) => return News::Failed(error.to_string()),
            };
            let worth = maker(&games, spec).map_or(&[][..], |maker| maker.worth());
            pool.yield_to_keys();
            let wanted = || reporter.goes_on();
            // On a server this waits for a place to think like an analysis, and stands still while others wait.
            let turn = Turn::new(&pool, &wanted);
            let goes_on = || turn.goes_on();
            let (stop, mut found) = (Stop::default(), Vec::<Puzzle>::new());
            let work = Work::default();
            let mut maker = Maker { engine: engine.as_mut(), worth, work, stop: &stop, goes_on: &goes_on };
            let choice = Choice { mistakes_of: Some(people(&game)), most: None };
            let source = source(&game, &zone);
            let mut tried = |count| {
                if !reporter.tell(News::Tried(count)) {
                    stop.request();
                }
            };
            puzzles(&game, choice, &mut maker, &mut tried, &mut |puzzle| {
                found.push(Puzzle { source: Some(source.clone()), ..puzzle });
                reporter.goes_on()
            });
            drop(turn);
            match keep_own(&found, &folder) {
                Ok(()) => News::Done(found.len()),
                Err(error) => News::Failed(error.to_string()),
            }
        };
        let task = Task::start("puzzles", Arc::clone(&world.client.waker), work, News::Failed);
        self.making = Some(Making { task, tried: 0 });
        self.pane.message =
            Some("The mistakes in this game become puzzles. You can keep reviewing meanwhile.".to_owned());
    }

    /// Takes news of the work. True if there were any.
    pub(super) fn made(&mut self) -> bool {
        let Some(making) = &mut self.making else { return false };
        let mut words = None;
        while let Some(news) = making.task.poll() {
            match news {
                News::Tried(count) => making.tried = count,
                News::Done(0) => {
                    let message = "No puzzle was found: no mistake has exactly one good answer.";
                    words = Some((Role::Notice, message.to_owned()));
                }
                News::Done(count) => {
                    let made = counted(count, "puzzle");
                    let message =
                        format!("{made} of this game: see Puzzles, From your games, on the first screen.");
                    words = Some((Role::Notice, message));
                }
                News::Failed(why) => words = Some((Role::Warning, format!("No puzzles were made: {why}."))),
            }
        }
        let Some((role, message)) = words else { return false };
        self.making = None;
        self.pane.tell(role, message);
        true
    }
}
