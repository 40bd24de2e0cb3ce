//! The pages of a club: what is played, finished games, ladders, tournaments and rules, for everybody who has a browser. The
//! pages are made here, whole, from what the screens of the club read too, and work without scripts. Nobody can do anything
//! here but read.

mod answer;
mod assets;
mod body;
mod door;
mod forwarded;
mod html;
mod live;
mod pages;
mod recent;
pub mod route;
mod served;
mod shown_game;
mod site;
mod stall;

use heterodox_club as club;
use heterodox_games as games;
use heterodox_kernel as rules;
use heterodox_play::{rating, record, session, zone};
use heterodox_tui as tui;

pub use door::{Door, Place};
pub use served::serve;
pub use site::{Site, SiteWords};
