//! What all pages share: the club, its games, and what is told of it.

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::assets::Assets;
use crate::club::Club;
use crate::door::Door;
use crate::games::Registry;
use crate::recent::RecentAnswers;
use crate::record::puzzle::collection::Collection;
use crate::rules::variant::Variant;
use crate::tui::depth::Depth;
use crate::tui::theme::{Theme, Themes};

/// What the operator says of the pages.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SiteWords {
    /// The line by which somebody comes in with a terminal.
    pub ssh: String,
    /// Where others find the pages, without a slash at the end: `https://chess.example.org`.
    pub address: Option<String>,
    /// The proxies that are believed when they say for whom they ask.
    pub proxies: Vec<IpAddr>,
}

/// The themes of the pages: in the dark, and in the light.
const THEMES: [&str; 2] = ["slate", "parchment"];

/// The pages of a club.
pub struct Site {
    pub(crate) club: Arc<Club>,
    pub(crate) games: Registry,
    pub(crate) words: SiteWords,
    pub(crate) door: Arc<dyn Door>,
    pub(crate) dark: Theme,
    pub(crate) assets: Assets,
    pub(crate) recent: RecentAnswers,
    /// The puzzles of games that were asked for.
    puzzles: Mutex<BTreeMap<&'static str, Arc<Collection>>>,
}

impl fmt::Debug for Site {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Site({:?})", self.words)
    }
}

impl Site {
    /// The pages of this club.
    pub fn new(club: Arc<Club>, games: Registry, words: SiteWords, door: Arc<dyn Door>) -> Site {
        let themes = Themes::load(None);
        let [dark, light] = THEMES.map(|name| themes.named(name, Depth::True));
        let assets = Assets::new(&dark, &light);
        Site { club, games, words, door, dark, assets, recent: RecentAnswers::default(), puzzles: Mutex::default() }
    }

    /// The puzzles of a game.
    pub(crate) fn puzzles(&self, game: &'static dyn Variant) -> Arc<Collection> {
        let mut all = self.puzzles.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || Arc::new(Collection::of_game(game, &self.games));
        Arc::clone(all.entry(game.spec().id).or_insert_with(read))
    }

    /// Is this address one of the proxies?
    pub(crate) fn is_proxy(&self, address: IpAddr) -> bool {
        self.words.proxies.contains(&address)
    }
}
