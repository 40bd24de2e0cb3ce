//! The files of games that the program brings along.

use thiserror::Error;

use crate::rules::spec::Spec;
use crate::spelling::bare;

/// A game of the shelf.
#[derive(Debug)]
pub struct Book {
    /// The id of the game.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Its file.
    pub text: &'static str,
}

macro_rules! shelf {
    ($($id:literal, $title:literal, $about:literal;)+) => {
        /// The number of these games.
        pub(crate) const COUNT: usize = [$($id),+].len();

        static SHELF: [Book; COUNT] = [$(Book {
            id: $id,
            title: $title,
            about: $about,
            text: include_str!(concat!("../shelf/", $id, ".toml")),
        }),+];
    };
}

shelf! {
    "chess", "Chess", "Checkmate the enemy King.";
    "aiwok", "Ai-wok", "Makruk in which an Ai-wok, Rook and Knight and Met at once, stands in the place of the Met.";
    "almost", "Almost Chess", "Chess with a Chancellor in the place of the Queen.";
    "amazon", "Amazon Chess", "Chess in which the Queen leaps as a Knight too.";
    "amazons", "Game of the Amazons", "Queens that shoot an arrow after each move; a square with an arrow is lost, and so is who cannot move.";
    "antichess", "Antichess", "Lose all your pieces; who can capture must.";
    "asean", "ASEAN Chess", "The chess of South-East Asia: Makruk whose Pawns become any piece on the last rank.";
    "atomic", "Atomic Chess", "Each capture explodes and takes the pieces around with it.";
    "berolina", "Berolina Chess", "Chess whose Pawns step diagonally and capture straight ahead.";
    "breakthrough", "Breakthrough", "One Runner on the far rank wins.";
    "capablanca", "Capablanca Chess", "Chess on ten files with an Archbishop and a Chancellor.";
    "centaur", "Centaur Chess", "Chess on ten files with two Centaurs, which step as Kings and leap as Knights.";
    "chancellor", "Chancellor Chess", "Chess on 9x9 squares with a Chancellor beside the King.";
    "chess960", "Chess960", "Chess from one of 960 arrays by lot, the same for both.";
    "chessgi", "Chessgi", "Loop Chess in which a Pawn is dropped on the first rank too.";
    "chigorin", "Chigorin Chess", "White has Knights and a Chancellor, Black Bishops and a Queen.";
    "courier", "Courier Chess", "The large chess of the Middle Ages, on twelve files.";
    "crazyhouse", "Crazyhouse", "Chess in which what you capture fights for you.";
    "dobutsu", "Dobutsu Shogi", "Four animals on 3x4 squares: take the Lion, or bring yours across.";
    "embassy", "Embassy Chess", "Chess on ten files; the array is that of Grand Chess on one rank.";
    "extinction", "Extinction Chess", "A player without one kind of piece has lost; the King is a piece like others.";
    "gardner", "Gardner's Minichess", "Chess with all its pieces on 5x5 squares.";
    "gorogoro", "Goro Goro Shogi", "Shogi on 5x6 squares with Golds, Silvers and Pawns.";
    "gothic", "Gothic Chess", "Chess on ten files with another array than that of Capablanca.";
    "grand", "Grand Chess", "Chess on 10x10 squares: Pawns become only what their side has lost.";
    "grasshopper", "Grasshopper Chess", "Chess with a rank of Grasshoppers, which leap over one piece to the square right behind it.";
    "hoppelpoppel", "Hoppel-Poppel", "Knights capture as Bishops, and Bishops as Knights.";
    "horde", "Horde", "36 Pawns against a whole army.";
    "isolation", "Isolation", "Each move takes a square away; who cannot move has lost.";
    "janus", "Janus Chess", "Chess on ten files with two Januses, which move as Bishop and Knight.";
    "janggi", "Janggi", "The chess of Korea: mate the General in its palace, or have more points when both pass.";
    "judkins", "Judkins Shogi", "Shogi on 6x6 squares: what you capture fights for you.";
    "kinglet", "Kinglet Chess", "Take all Pawns; they become Kings, and a King is a piece like others.";
    "kingofthehill", "King of the Hill", "Chess that a King in the middle wins too.";
    "knightmate", "Knightmate", "Mate the royal Knight; two Commoners stand where the Knights stood.";
    "loop", "Loop Chess", "Crazyhouse in which what a Pawn has become stays so in hand.";
    "losalamos", "Los Alamos Chess", "Chess on 6x6 squares without Bishops, the first that a computer played.";
    "makruk", "Makruk", "The chess of Thailand: Bia stand on the third rank and become a Met.";
    "manchu", "Manchu Chess", "Xiangqi in which one Banner of Red stands for Chariots, Cannons and Horses.";
    "minishogi", "Minishogi", "Shogi on 5x5 squares: what you capture fights for you.";
    "minixiangqi", "Minixiangqi", "Xiangqi on 7x7 squares, without Elephants and Advisors.";
    "modern", "Modern Chess", "Chess on 9x9 squares with a Minister, which moves as Bishop and Knight.";
    "newzealand", "New Zealand Chess", "Rooks capture as Knights, and Knights as Rooks.";
    "nocastle", "No-castling Chess", "Chess without castling.";
    "omega", "Omega Chess", "Chess on 10x10 squares and four corners more, from which Wizards come; Champions leap beside them.";
    "orda", "Orda Chess", "A kingdom against a horde of riders that leap and capture afar; a King on the far rank wins too.";
    "quadrille", "Quadrille", "Four armies around one board: the last one wins.";
    "racingkings", "Racing Kings", "Your King is the first on the far rank; nobody may give check.";
    "raumschach", "Raumschach", "Chess in space: five levels of 5x5 squares, and Unicorns that slide along three axes at once.";
    "seirawan", "Seirawan Chess", "Chess in which a Hawk and an Elephant come in behind the first moves of other pieces.";
    "selfcapture", "Self-capture Chess", "Chess in which pieces may take those of their own side, but for the King.";
    "shako", "Shako", "Chess on 10x10 squares with the Cannons and Elephants of other chess.";
    "shatranj", "Shatranj", "The old chess of Persia and Arabia: stalemate and a bare King lose.";
    "shogi", "Shogi", "The chess of Japan: what you capture fights for you.";
    "sittuyin", "Sittuyin", "The chess of Burma: both set up their own armies, and a Soldier becomes the General that was lost.";
    "snailtrail", "Snailtrail", "Two snails leave walls behind them; who cannot go on has lost.";
    "spartan", "Spartan Chess", "Persians with the army of chess against Spartans with two Kings, who are lost when both are attacked.";
    "3check", "Three-check", "Chess that the third check wins too.";
    "xiangqi", "Xiangqi", "The chess of China: mate or stalemate the General in its palace.";
}

/// The game that is meant where no game is named, as in most PGN.
pub const USUAL: &str = "chess";

/// Is this the game that is meant where none is named?
pub fn is_usual(id: &str) -> bool {
    id == USUAL
}

/// The games that most programs and sites know.
const WIDELY_KNOWN: [&str; 16] = [
    USUAL,
    "chess960",
    "crazyhouse",
    "3check",
    "kingofthehill",
    "antichess",
    "atomic",
    "horde",
    "racingkings",
    "capablanca",
    "xiangqi",
    "shogi",
    "minishogi",
    "makruk",
    "janggi",
    "seirawan",
];

/// The place of this game among those that most programs know.
pub(crate) fn widely_known(id: &str) -> Option<usize> {
    WIDELY_KNOWN.iter().position(|known| *known == id)
}

/// What sites and other programs call games, beside their ids and titles: the id, and those names.
const OTHER_NAMES: [(&str, &[&str]); 7] = [
    ("chess", &["Standard", "From Position", "Normal", "Classical", "Regular"]),
    ("chess960", &["Fischerandom", "Fischerrandom", "Fischer Random", "960"]),
    ("3check", &["3-Checks", "Three Checks"]),
    ("atomic", &["Atom"]),
    ("kingofthehill", &["KOTH"]),
    ("crazyhouse", &["ZH"]),
    ("seirawan", &["S-Chess", "Seirawan++"]),
];

/// May this name stand in the place of the title? Only games of the shelf have names that others use.
pub fn replaces_title(spec: &Spec, name: &str) -> bool {
    let name = bare(name);
    named(spec.id).is_some() && name != bare(spec.title) && is_other_name(spec.id, spec.title, &name)
}

/// What a title may end with that others leave out: `Atomic` is Atomic Chess.
const LAST_WORD: &str = "chess";

/// Is this another name of the game with this id and title? It is bare already: a name may be as long as anybody likes, and
/// is compared with many games.
pub(crate) fn is_other_name(id: &str, title: &str, name: &str) -> bool {
    let (id_letters, title) = (bare(id), bare(title));
    let listed = OTHER_NAMES.iter().filter(|(known, _)| *known == id).flat_map(|(_, names)| *names);
    let short = title.strip_suffix(LAST_WORD).filter(|short| !short.is_empty());
    name == id_letters
        || name == title
        || short == Some(name)
        || listed.into_iter().any(|known| bare(known) == name)
}

/// All games of the shelf.
pub fn all() -> &'static [Book] {
    &SHELF
}

/// The game of the shelf with this id or title.
pub fn named(name: &str) -> Option<&'static Book> {
    SHELF.iter().find(|book| [book.id, book.title].iter().any(|known| known.eq_ignore_ascii_case(name)))
}

/// The error for a name that no game of the shelf has.
pub fn unknown(name: &str) -> UnknownGame {
    let ids: Vec<&str> = SHELF.iter().map(|book| book.id).collect();
    UnknownGame { name: name.to_owned(), known: ids.join(", ") }
}

/// There is no game of this name on the shelf.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no game \"{name}\" on the shelf: expected one of {known}")]
pub struct UnknownGame {
    pub(crate) name: String,
    /// The ids of all games of the shelf.
    pub(crate) known: String,
}
