//! What an address of a page asks for. It is read without anything of the program, so that it can be fuzzed alone.

/// The longest address that is read, in bytes.
pub const LONGEST: usize = 512;

/// The most digits of a number: with more it would not fit.
const DIGITS: usize = 18;

/// The longest name of a game.
const NAME: usize = 64;

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Route {
    /// What the club is, and what is played.
    Front,
    /// The finished games before this one, or the newest.
    Games(Option<i64>),
    /// Something of a game.
    Game(i64, GamePart),
    /// The ladder of a game.
    Ladder(String),
    /// All games.
    AllRules,
    /// The rules of a game.
    Rules(String),
    /// The puzzle of the day of a game, with so many moves of its solution.
    Puzzle(String, usize),
    /// All tournaments.
    Tournaments,
    /// A tournament.
    Tournament(i64),
    /// A file of the program, by its name.
    File(String),
    /// What programs are asked that read all pages.
    Robots,
}

/// Something of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GamePart {
    /// The page with the position after so many moves, or the last one.
    Page(Option<usize>),
    /// The same as a picture.
    Card(Option<usize>),
    /// All of it as PGN.
    Pgn,
    /// Tells when it has changed.
    Live,
}

/// A number as the pages write it: digits, the first one not 0.
fn number(text: &str) -> Option<i64> {
    let is_plain = text.bytes().all(|digit| digit.is_ascii_digit()) && text.len() <= DIGITS;
    (is_plain && (text == "0" || !text.starts_with('0'))).then(|| text.parse().ok()).flatten()
}

fn count(text: &str) -> Option<usize> {
    number(text).and_then(|number| usize::try_from(number).ok())
}

/// A name of a game or a file: letters, digits and a few signs.
fn name(text: &str) -> Option<String> {
    let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || b"-_.".contains(&letter);
    let fits = !text.is_empty() && text.len() <= NAME && text.bytes().all(is_plain) && !text.starts_with('.');
    fits.then(|| text.to_owned())
}

fn game(number_text: &str, rest: &[&str]) -> Option<Route> {
    let (plain, ending) = number_text.split_once('.').unwrap_or((number_text, ""));
    let key = number(plain)?;
    let part = match (ending, rest) {
        ("", []) => GamePart::Page(None),
        ("pgn", []) => GamePart::Pgn,
        ("png", []) => GamePart::Card(None),
        ("", ["live"]) => GamePart::Live,
        ("", [ply]) => match ply.split_once('.') {
            None => GamePart::Page(Some(count(ply)?)),
            Some((ply, "png")) => GamePart::Card(Some(count(ply)?)),
            _ => return None,
        },
        _ => return None,
    };
    Some(Route::Game(key, part))
}

impl Route {
    /// Reads a path with its query. Unknown words of a query are ignored, because programs that share links add some. `None`
    /// if there is no such page.
    pub fn parse(address: &str) -> Option<Route> {
        if address.len() > LONGEST {
            return None;
        }
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let parts: Vec<&str> = path.strip_prefix('/')?.split('/').collect();
        match parts[..] {
            [""] => Some(Route::Front),
            ["games"] => {
                let before = query.split('&').find_map(|word| word.strip_prefix("before="));
                Some(Route::Games(before.map(|text| number(text).ok_or(())).transpose().ok()?))
            }
            ["game", key, ref rest @ ..] => game(key, rest),
            ["ladder", id] => name(id).map(Route::Ladder),
            ["rules"] => Some(Route::AllRules),
            ["rules", id] => name(id).map(Route::Rules),
            ["puzzle", id] => name(id).map(|id| Route::Puzzle(id, 0)),
            ["puzzle", id, step] => Some(Route::Puzzle(name(id)?, count(step)?)),
            ["tournaments"] => Some(Route::Tournaments),
            ["tournament", key] => number(key).map(Route::Tournament),
            ["file", file] => name(file).map(Route::File),
            ["robots.txt"] => Some(Route::Robots),
            _ => None,
        }
    }

    /// The path of it.
    pub fn path(&self) -> String {
        match self {
            Route::Front => "/".to_owned(),
            Route::Games(None) => "/games".to_owned(),
            Route::Games(Some(before)) => format!("/games?before={before}"),
            Route::Game(key, GamePart::Page(None)) => format!("/game/{key}"),
            Route::Game(key, GamePart::Page(Some(ply))) => format!("/game/{key}/{ply}"),
            Route::Game(key, GamePart::Card(None)) => format!("/game/{key}.png"),
            Route::Game(key, GamePart::Card(Some(ply))) => format!("/game/{key}/{ply}.png"),
            Route::Game(key, GamePart::Pgn) => format!("/game/{key}.pgn"),
            Route::Game(key, GamePart::Live) => format!("/game/{key}/live"),
            Route::Ladder(id) => format!("/ladder/{id}"),
            Route::AllRules => "/rules".to_owned(),
            Route::Rules(id) => format!("/rules/{id}"),
            Route::Puzzle(id, 0) => format!("/puzzle/{id}"),
            Route::Puzzle(id, step) => format!("/puzzle/{id}/{step}"),
            Route::Tournaments => "/tournaments".to_owned(),
            Route::Tournament(key) => format!("/tournament/{key}"),
            Route::File(file) => format!("/file/{file}"),
            Route::Robots => "/robots.txt".to_owned(),
        }
    }
}
