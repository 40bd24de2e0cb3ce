//! Weights and nets from games: positions of self-play, what an evaluation counts or a net sees in
//! them, and the weights that tell best how their games ended.

mod adam;
mod data;
mod fit;
mod lesson;
mod pupil;
mod sample;
mod teach;

pub use data::{Diary, Position as Noted};
pub use fit::{Fit, Report, fit};
pub use teach::teach;

use crate::games::{self, Visitor};
use crate::rules::game::Rules;

/// How the positions are made.
#[derive(Clone, Copy, Debug)]
pub struct Making {
    /// How many games.
    pub games: usize,
    /// Positions looked at for a move.
    pub nodes: u64,
    /// At most so many random plies come first.
    pub random_plies: usize,
    /// Games at the same time.
    pub parallel: usize,
    /// Other games.
    pub seed: u64,
}

struct Make<'a>(Making, &'a (dyn Fn(&Diary) + Sync));

impl Visitor for Make<'_> {
    type Output = ();
    fn visit<R: Rules>(self) {
        data::make::<R>(self.0, self.1);
    }
}

/// Plays games of the engine against itself; each is told with its positions. False if there is no
/// such game.
pub fn make(game: &str, making: Making, told: &(dyn Fn(&Diary) + Sync)) -> bool {
    games::visit(game, Make(making, told)).is_some()
}

struct Weigh<'a>(&'a [Diary], Fit, &'a mut dyn FnMut(&Report));

impl Visitor for Weigh<'_> {
    type Output = Result<Vec<(i32, i32)>, String>;
    fn visit<R: Rules>(self) -> Self::Output {
        fit::<R>(self.0, self.1, self.2)
    }
}

/// The weights of a game (in the middle and at the end) that fit these positions best, starting from
/// those it has.
pub fn weigh(
    game: &str,
    diaries: &[Diary],
    how: Fit,
    told: &mut dyn FnMut(&Report),
) -> Result<Vec<(i32, i32)>, String> {
    games::visit(game, Weigh(diaries, how, told)).unwrap_or_else(|| Err(format!("there is no game \"{game}\"")))
}

struct Teach<'a>(&'a [Diary], usize, Fit, &'a mut dyn FnMut(&Report));

impl Visitor for Teach<'_> {
    type Output = Result<Vec<u8>, String>;
    fn visit<R: Rules>(self) -> Self::Output {
        if R::SPEC.seats.len() != 2 {
            return Err("a net is for games for two".to_owned());
        }
        teach::<R>(self.0, self.1, self.2, self.3)
    }
}

/// A net for a game, of so many units a seat, that knows nothing but these positions, as it is written.
pub fn net(
    game: &str,
    diaries: &[Diary],
    units: usize,
    how: Fit,
    told: &mut dyn FnMut(&Report),
) -> Result<Vec<u8>, String> {
    games::visit(game, Teach(diaries, units, how, told))
        .unwrap_or_else(|| Err(format!("there is no game \"{game}\"")))
}
