//! A small language for tests of rules: a position is drawn as the program itself draws it,
//! the rest of the position text stands beside it, and every failed claim shows the board.
//!
//! Ranks that a picture leaves out are empty, and so are levels. Of the rest
//! (`[reserve] side third en-passant plies number`) only the side must be given.

use std::fmt::Write as _;

use heterodox_games as games;
use heterodox_kernel::geometry::Coord;
use heterodox_kernel::mv::Move;
use heterodox_kernel::position::Position;
use heterodox_kernel::spec::Lettering;
use heterodox_kernel::variant::Opening;

/// The position text of a picture.
pub(crate) fn text(game: &str, picture: &str, rest: &str) -> String {
    let start = opening(game, Opening::Start).position;
    let (geometry, axes) = (start.geometry(), start.geometry().axes());
    let [width, height, depth] = geometry.size();
    let mut levels: Vec<Vec<String>> = vec![vec![String::new(); usize::from(height)]; usize::from(depth)];
    for (z, level) in (0..depth).zip(&mut levels) {
        for (y, rank) in (0..height).zip(level) {
            let cell = |x| geometry.at(Coord::new(x, y, z)).map_or("", |_| ".").to_owned();
            *rank = written((0..width).map(cell));
        }
    }
    let mut z = 0;
    for line in picture.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let first = line.chars().next().unwrap_or(' ');
        if let Some(number) = line.strip_prefix("level ") {
            z = number.parse::<usize>().expect("a level has a number") - 1;
        } else if let Some(y) = (first as usize).checked_sub(axes.y as usize).filter(|&y| y < usize::from(height)) {
            let cell = |x: u8| {
                let at = 2 + 3 * usize::from(x);
                line.get(at..line.len().min(at + 2)).unwrap_or("").trim().to_owned()
            };
            levels[z][y] = written((0..width).map(cell));
        }
    }
    let levels: Vec<String> =
        levels.iter().map(|ranks| ranks.iter().rev().cloned().collect::<Vec<_>>().join("/")).collect();
    let placement = levels.join("|");
    format!("{placement}{}", rest_of(start.as_ref(), &placement, rest))
}

/// A rank as position text: empty runs as digits, missing squares as stars.
fn written(cells: impl Iterator<Item = String>) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for cell in cells.chain([String::from("end")]) {
        if cell == "." {
            run += 1;
            continue;
        }
        if run > 0 {
            let _ = write!(text, "{run}");
            run = 0;
        }
        match cell.as_str() {
            "end" => {}
            "" => text.push('*'),
            piece => text.push_str(piece),
        }
    }
    text
}

/// Everything behind the placement, with the usual values where nothing is said.
fn rest_of(start: &dyn Position, placement: &str, rest: &str) -> String {
    let spec = start.spec();
    let mut words: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
    let reserve = if words[0].starts_with('[') {
        words.remove(0)
    } else if spec.has_reserve() {
        "[]".to_owned()
    } else {
        String::new()
    };
    let kings = |seat: &&heterodox_kernel::spec::Seat| placement.contains(&format!("{}K", seat.letter));
    let third: String = match spec.lettering {
        Lettering::Case => "-".to_owned(),
        Lettering::Seat => spec.seats.iter().filter(kings).map(|seat| seat.letter).collect(),
    };
    for usual in [third, "-".to_owned(), "0".to_owned(), "1".to_owned()].into_iter().skip(words.len() - 1) {
        words.push(usual);
    }
    format!("{reserve} {}", words.join(" "))
}

/// A game in progress, to be asked.
pub(crate) struct Table {
    position: Box<dyn Position>,
}

/// Begins a game from a picture.
#[track_caller]
pub(crate) fn table(game: &str, picture: &str, rest: &str) -> Table {
    from_text(game, &text(game, picture, rest))
}

/// Begins a game from a position text.
#[track_caller]
pub(crate) fn from_text(game: &str, text: &str) -> Table {
    opening(game, Opening::Fen(text))
}

/// Begins a game.
#[track_caller]
pub(crate) fn opening(game: &str, opening: Opening<'_>) -> Table {
    match games::built_in(game).expect("the game is in the list").begin(opening) {
        Ok(position) => Table { position },
        Err(error) => panic!("{game}: {opening:?} was refused: {error}"),
    }
}

/// The error of a picture that is refused.
#[track_caller]
pub(crate) fn refused(game: &str, picture: &str, rest: &str) -> Found {
    refused_text(game, &text(game, picture, rest))
}

/// The error of a position text that is refused.
#[track_caller]
pub(crate) fn refused_text(game: &str, text: &str) -> Found {
    match games::built_in(game).expect("the game is in the list").begin(Opening::Fen(text)) {
        Ok(position) => panic!("{text} was not refused:\n{}", position.draw()),
        Err(error) => Found { words: vec![error.to_string()], board: text.to_owned() },
    }
}

/// What was found, with the board it was found on.
pub(crate) struct Found {
    words: Vec<String>,
    board: String,
}

impl Found {
    /// Exactly these words, in any order.
    #[track_caller]
    pub(crate) fn are(&self, expected: &str) {
        self.equal(expected.split_whitespace().map(str::to_owned).collect());
    }

    /// Exactly these words, in any order.
    #[track_caller]
    pub(crate) fn equal(&self, mut expected: Vec<String>) {
        expected.sort_unstable();
        let extra: Vec<_> = self.words.iter().filter(|&word| !expected.contains(word)).collect();
        let missing: Vec<_> = expected.iter().filter(|&word| !self.words.contains(word)).collect();
        let said = format!("not expected: {extra:?}\nnot found: {missing:?}");
        assert!(self.words == expected, "{said}\n{}", self.board);
    }

    /// Among others these words.
    #[track_caller]
    pub(crate) fn have(&self, expected: &str) {
        for word in expected.split_whitespace() {
            assert!(self.words.iter().any(|found| found == word), "{word} was not found\n{}", self.board);
        }
    }

    /// None of these words.
    #[track_caller]
    pub(crate) fn lack(&self, unexpected: &str) {
        for word in unexpected.split_whitespace() {
            assert!(!self.words.iter().any(|found| found == word), "{word} was found\n{}", self.board);
        }
    }

    /// The sentence says all of these.
    #[track_caller]
    pub(crate) fn says(&self, parts: &[&str]) {
        for part in parts {
            let said = self.words.join(" ");
            assert!(said.contains(part), "\"{said}\" does not say \"{part}\"\n{}", self.board);
        }
    }
}

impl Table {
    fn board(&self) -> String {
        format!("{}{}", self.position.draw(), self.position.fen())
    }

    fn found(&self, words: impl IntoIterator<Item = String>) -> Found {
        let mut words: Vec<String> = words.into_iter().collect();
        words.sort_unstable();
        Found { words, board: self.board() }
    }

    /// The machine forms of all legal moves.
    pub(crate) fn legal(&self) -> Found {
        self.found(self.position.legal().iter().map(|&mv| self.position.machine(mv)))
    }

    fn machine_forms(&self, keep: impl Fn(&str) -> bool) -> Found {
        let all = self.position.legal();
        self.found(all.iter().map(|&mv| self.position.machine(mv)).filter(|text| keep(text)))
    }

    /// The machine forms of the moves from a square.
    pub(crate) fn moves_from(&self, square: &str) -> Found {
        self.machine_forms(|text| text.starts_with(square))
    }

    /// Where the piece on a square can go by moves of two squares, without repeating the square.
    pub(crate) fn goals_from(&self, square: &str) -> Found {
        let length = 2 * square.len();
        let all = self.position.legal();
        let texts = all.iter().map(|&mv| self.position.machine(mv));
        self.found(
            texts
                .filter(|text| text.starts_with(square) && text.len() == length)
                .map(|text| text[square.len()..].to_owned()),
        )
    }

    /// The machine forms of the moves of pieces that end on a square.
    pub(crate) fn moves_to(&self, square: &str) -> Found {
        self.machine_forms(|text| text.len() > square.len() && text.ends_with(square) && !text.contains('@'))
    }

    /// The machine forms of the drops.
    pub(crate) fn drops(&self) -> Found {
        self.machine_forms(|text| text.contains('@'))
    }

    /// The machine forms of the relativistic moves from a square, or of all with "".
    pub(crate) fn journeys(&self, from: &str) -> Found {
        self.machine_forms(|text| text.starts_with(from) && text.len() >= 8)
    }

    /// The display forms of all legal moves.
    pub(crate) fn displays(&self) -> Found {
        self.found(self.position.display_all(&self.position.legal()))
    }

    /// The display form of a legal move; it must also read back.
    #[track_caller]
    pub(crate) fn display(&self, machine: &str) -> String {
        let mv = self.legal_move(machine);
        let shown = self.position.display(mv);
        assert_eq!(self.position.read(&shown), Ok(mv), "{shown} reads back\n{}", self.board());
        shown
    }

    #[track_caller]
    fn legal_move(&self, machine: &str) -> Move {
        let all = self.position.legal();
        let found = all.iter().find(|&&mv| self.position.machine(mv) == machine);
        *found.unwrap_or_else(|| panic!("{machine} is not legal\n{}", self.board()))
    }

    /// The game after these moves and events.
    #[track_caller]
    pub(crate) fn after(&self, acts: &str) -> Table {
        let mut next = Table { position: self.position.fork() };
        for act in acts.split_whitespace() {
            if let Err(error) = next.position.act(act) {
                panic!("{act} in \"{acts}\": {error}\n{}", next.board());
            }
        }
        next
    }

    /// What is said of a move or event that cannot be played.
    #[track_caller]
    pub(crate) fn not_possible(&self, act: &str) -> Found {
        match self.position.fork().act(act) {
            Ok(()) => panic!("{act} was played\n{}", self.board()),
            Err(error) => self.found([error.to_string()]),
        }
    }

    /// The game is over for this cause, with these shares in turn order.
    #[track_caller]
    pub(crate) fn ends(&self, cause: &str, shares: &str) {
        let Some(outcome) = self.position.outcome() else { panic!("the game goes on\n{}", self.board()) };
        let found: Vec<String> =
            self.position.spec().sides().map(|side| outcome.shares[side].to_string()).collect();
        assert_eq!((outcome.cause.id, found.join(" ").as_str()), (cause, shares), "\n{}", self.board());
        assert_eq!(self.position.legal(), [], "a game that is over has no legal moves\n{}", self.board());
    }

    /// The game is not over.
    #[track_caller]
    pub(crate) fn goes_on(&self) {
        assert_eq!(self.position.outcome(), None, "\n{}", self.board());
        assert!(!self.position.legal().is_empty(), "a game that goes on has a legal move\n{}", self.board());
    }

    /// The position text.
    pub(crate) fn fen(&self) -> String {
        self.position.fen()
    }

    /// The rest of the position text behind the placement and the reserves.
    pub(crate) fn rest(&self) -> String {
        self.fen().split_once(' ').map_or_else(String::new, |(_, rest)| rest.to_owned())
    }

    /// The board is as drawn.
    #[track_caller]
    pub(crate) fn shows(&self, picture: &str) {
        let (game, fen) = (self.position.spec().id, self.fen());
        let rest = fen.split_once([' ', '[']).map_or("", |(placement, _)| &fen[placement.len()..]);
        let drawn = text(game, picture, &rest.replacen(']', "] ", 1));
        assert_eq!(self.placement(), drawn.split([' ', '[']).next().unwrap_or(""), "\n{}", self.board());
    }

    fn placement(&self) -> String {
        self.fen().split([' ', '[']).next().unwrap_or("").to_owned()
    }

    /// The names of the seats in check.
    pub(crate) fn checked(&self) -> Found {
        let spec = self.position.spec();
        self.found(self.position.checked().iter().map(|side| spec.seat(side).name.to_owned()))
    }

    /// Who fell to whom with the last act: `Green>Red`.
    pub(crate) fn falls(&self) -> Vec<String> {
        let name = |side| self.position.spec().seat(side).name;
        self.position.falls().into_iter().map(|fall| format!("{}>{}", name(fall.side), name(fall.to))).collect()
    }
}
