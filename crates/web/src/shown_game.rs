//! A game as its page shows it. Private ones are not found, in no way that differs from games that were never played.

use std::time::{Duration, Instant};

use crate::club::member::Member;
use crate::club::store::TableKey;
use crate::club::table_service::Listed;
use crate::club::table_words;
use crate::record::game::Game;
use crate::record::pgn;
use crate::record::tree::PlayedMove;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::rules::timeline::Act;
use crate::site::Site;

/// The tag with the words of an ending.
const DETAILS: &str = "TerminationDetails";

/// The clocks of a live game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    /// What is left of each seat.
    pub(crate) left: Vec<Duration>,
    /// The seat whose clock runs.
    pub(crate) running: Option<Side>,
}

/// A game as its page shows it.
pub(crate) struct ShownGame {
    pub(crate) key: i64,
    /// The last position.
    end: Box<dyn Position>,
    pub(crate) moves: Vec<PlayedMove>,
    /// The players, in turn order.
    pub(crate) players: Vec<String>,
    pub(crate) clocks: Option<Clocks>,
    /// Is it in progress?
    pub(crate) is_live: bool,
    /// The result and how it came about, once it is over.
    pub(crate) result: Option<String>,
    /// Rated or casual, and the clock.
    pub(crate) terms: String,
    pub(crate) date: Option<String>,
}

/// The moves that lead to this position, in words.
fn moves(end: &dyn Position) -> Vec<PlayedMove> {
    let mut position = end.fork();
    while position.undo().is_some() {}
    let mut moves = Vec::new();
    for act in end.acts() {
        moves.push(PlayedMove::of(position.as_ref(), act));
        let done = match act {
            Act::Move(mv) => position.play(mv),
            Act::Leave(side) => position.leave(side),
        };
        if done.is_err() {
            break;
        }
    }
    moves
}

/// The table of a game in progress at this server.
fn listed(site: &Site, key: i64) -> Option<Listed> {
    let listed = site.club.tables.listed(&Member::stranger(), TableKey(key))?;
    listed.code.is_none().then_some(listed)
}

/// A number that changes with a game in progress; `None` if there is none.
pub(crate) fn version(site: &Site, key: i64) -> Option<u64> {
    let table = listed(site, key)?.table?;
    let view = table.newest();
    view.status.ending.is_none().then_some(view.number)
}

impl ShownGame {
    /// The game at the table with this number, if everybody may see it.
    pub(crate) fn find(site: &Site, key: i64) -> Option<ShownGame> {
        let here = listed(site, key);
        if let Some(game) = here.as_ref().and_then(|listed| ShownGame::live(key, listed)) {
            return Some(game);
        }
        let game = site.club.tables.public_game(TableKey(key)).ok().flatten()?;
        Some(ShownGame::stored(key, &game, here.is_some_and(|listed| listed.far.is_some())))
    }

    fn live(key: i64, listed: &Listed) -> Option<ShownGame> {
        let view = listed.table.as_ref()?.newest();
        let spec = view.position.spec();
        let clocks = view.status.clocks.map(|clocks| Clocks {
            left: spec.sides().map(|side| clocks.left(side, Instant::now())).collect(),
            running: clocks.running().map(|(side, _)| side),
        });
        let ending = view.status.ending.as_ref();
        Some(ShownGame {
            key,
            end: view.position.fork(),
            moves: moves(view.position.as_ref()),
            players: listed.seats.iter().map(table_words::name).collect(),
            clocks: clocks.filter(|_| !listed.setup.is_slow()),
            is_live: ending.is_none(),
            result: ending.map(|end| format!("{}: {}", end.result(spec.seats.len()), end.words)),
            terms: table_words::terms(&listed.setup, listed.rated),
            date: None,
        })
    }

    fn stored(key: i64, game: &Game, is_live: bool) -> ShownGame {
        let spec = game.spec();
        let end = game.end();
        let tag = |name| game.tags.get(name).filter(|text| *text != "*" && *text != "?");
        let words = tag(DETAILS).map(|words| format!(": {words}")).unwrap_or_default();
        let kind = if tag("Event") == Some("Rated game") { "rated" } else { "casual" };
        ShownGame {
            key,
            moves: moves(end.as_ref()),
            end,
            players: spec.sides().map(|side| table_words::safe(game.player(side))).collect(),
            clocks: None,
            is_live,
            result: tag("Result").map(|result| format!("{result}{words}")),
            terms: format!("{}, {kind}", spec.title),
            date: tag("Date").map(str::to_owned),
        }
    }

    /// The game as PGN.
    pub(crate) fn pgn(site: &Site, key: i64) -> Option<String> {
        let game = site.club.tables.public_game(TableKey(key)).ok().flatten()?;
        Some(pgn::write(&game))
    }

    pub(crate) fn spec(&self) -> &'static Spec {
        self.end.spec()
    }

    /// The number of moves until the last position.
    pub(crate) fn last(&self) -> usize {
        self.moves.len()
    }

    /// The position after so many moves.
    pub(crate) fn at(&self, ply: usize) -> Box<dyn Position> {
        let mut position = self.end.fork();
        for _ in ply..self.last() {
            position.undo();
        }
        position
    }

    /// Who plays whom.
    pub(crate) fn title(&self) -> String {
        self.players.join(" – ")
    }
}
