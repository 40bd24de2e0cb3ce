//! Positions and games as vector pictures (SVG) in the artwork of the pieces and the colours of a theme: one
//! position, or a whole game that plays by itself in a browser. The same input gives the same bytes. It depends on
//! no terminal and no game.

mod card;
mod draw;
mod edge_names;
mod moment;
mod page_board;
mod place;
pub(super) mod symbol;

pub use card::{CARD, card};
pub use moment::{Moment, moments};
pub use page_board::{PIECES, PageSymbols, colour_sheet};

use super::theme::Theme;
use super::view::View;
use crate::record::game::Game;
use crate::rules::position::Position;

/// How long a position of an animation is shown, and the last one.
const PACE_SECONDS: f64 = 1.0;
const END_SECONDS: f64 = 4.0;

/// How a picture looks.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    /// The colours.
    pub theme: &'a Theme,
    /// From which side the board is seen.
    pub view: View,
}

impl Diagram<'_> {
    /// A picture of one position.
    pub fn still(&self, position: &dyn Position, moment: Moment) -> String {
        draw::picture(*self, position.spec(), &[moment])
    }

    /// An animation of the main line of a game, one position for each ply and one for the start.
    pub fn film(&self, game: &Game) -> String {
        draw::picture(*self, game.spec(), &moments(game))
    }
}

/// The times at which the positions of an animation begin, as parts of the whole, and the length of the whole in
/// seconds.
fn times(count: usize) -> (Vec<f64>, f64) {
    let whole = (count.max(1) - 1) as f64 * PACE_SECONDS + END_SECONDS;
    ((0..count).map(|at| at as f64 * PACE_SECONDS / whole).collect(), whole)
}
