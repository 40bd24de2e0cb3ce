//! From the keys of a file to the data of a game.

use crate::rules::frame::Frame;
use crate::rules::geometry::{Coord, Geometry};
use crate::rules::piece::Kind;
use crate::rules::side::BySide;
use crate::rules::spec::{KindSpec, Lettering, NamedSetup, PLUS, Promotion, Spec, Zone};

use super::becoming::Becoming;
use super::demands::{Demands, Own};
use super::ends::{Ends, Wins};
use super::facing::Facing;
use super::gaits::Castling;
use super::hand::{HandData, brackets};
use super::laws::LawData;
use super::lessons::Lessons;
use super::passing::Passing;
use super::pawns::no_pawns;
use super::pieces::{Around, PieceData, kinds};
use super::plan::Plan;
use super::promotions::Place;
use super::seats::Seats;
use super::section::{Mistakes, Section};
use super::shuffle::{self, Shuffle};
use super::swaps::{self, Swap};
use super::texts::{self, Credits};
use super::view::View;
use super::walls::{WallData, Walls};
use super::wings::{shuffled, wings};
use super::{kept, kept_text, last_army, levels, naming};
use crate::shelf::Book;

/// The data of a game, and the laws beyond them.
pub(super) struct Read {
    pub(super) spec: &'static Spec,
    pub(super) laws: LawData,
    /// Who invented it, as a sentence.
    pub(super) credits: &'static str,
    /// For each line of its lessons, the line of the file.
    pub(super) lesson_lines: Vec<usize>,
}

/// What the key of a piece is.
const KEY: &str = "a key of one letter from A to Z, or of \"+\" and a letter for what a piece becomes";

/// What a piece can become.
const BECOMES: &str = "letters of other pieces of this file, each once, at a piece that is not royal";

/// What is expected where a second piece castles.
const ONE_CASTLES: &str = "castling, the atom O, at one piece only";

/// What is expected where a piece castles among many players.
const NONE_CASTLES: &str = "no castling in a game for more than two players";

pub(super) struct Reader<'m> {
    pub(super) mistakes: &'m mut Mistakes,
    /// The game whose keys stand where the file has none.
    pub(super) like: Option<&'static Book>,
}

/// The first keys of a file.
struct Head {
    id: String,
    title: String,
    about: String,
    goal: Option<String>,
    seats: Seats,
    view: View,
    opening: String,
    setups: Vec<(String, String)>,
    shuffle: Option<Shuffle>,
    scene: Option<String>,
    rules: String,
    lessons: Lessons,
    credits: Credits,
}

impl Head {
    /// All openings, the usual one first.
    fn named_setups(&self) -> Vec<NamedSetup> {
        let opening = kept_text(&self.opening);
        let mut setups = vec![NamedSetup { name: "start", words: "as usual", fen: opening }];
        if self.shuffle.is_some() {
            setups.insert(0, NamedSetup { name: shuffle::NAME, words: "one of 960 arrays by lot", fen: opening });
        }
        setups.extend(self.setups.iter().map(|(name, fen)| NamedSetup {
            name: kept_text(name),
            words: "",
            fen: kept_text(fen),
        }));
        setups
    }
}

impl Reader<'_> {
    /// Reads the whole file.
    pub(super) fn all(&mut self, mut root: Section) -> Option<Read> {
        if root.number("format", [1, 1], self.mistakes).is_none() && root.value("format").is_none() {
            root.needed("format", "1, the number of this format", self.mistakes);
        }
        // It is read already.
        root.value("like");
        let plan = naming::board(&mut root, self.mistakes);
        let head = self.head(&mut root);
        let place = root.table("promote", self.mistakes).and_then(|mut keys| {
            let place = Place::read(&mut keys, &plan, None, self.mistakes);
            keys.finish(self.mistakes);
            place
        });
        let hand = root.table("hand", self.mistakes).map(|keys| HandData::read(keys, &plan, self.mistakes));
        let mut pieces =
            self.pieces(&mut root, &Around { plan: &plan, place: place.as_ref(), seats: &head.seats.two });
        let wall = root.table("wall", self.mistakes).map(|keys| WallData::read(keys, &plan, self.mistakes));
        if let Some(wall) = &wall {
            wall.check(&root, &pieces, hand.is_some(), self.mistakes);
            pieces.push(PieceData::wall(&wall.name, wall.art));
        }
        self.hold(&root, hand.as_ref(), &mut pieces);
        let walls = wall.and_then(|wall| wall.walls(&pieces));
        let swaps = self.swaps(&root, &mut pieces, head.shuffle.is_some());
        let wins = root.table("win", self.mistakes);
        let wins =
            wins.map(|keys| Wins::read(keys, &plan, &pieces, &head.seats.two, self.mistakes)).unwrap_or_default();
        let ends = root.table("end", self.mistakes);
        let ends = ends.map(|keys| Ends::read(keys, &pieces, &head.seats.two, self.mistakes)).unwrap_or_default();
        let demands = root.table("law", self.mistakes);
        let mut demands =
            demands.map(|keys| Demands::read(keys, &pieces, hand.is_some(), self.mistakes)).unwrap_or_default();
        demands.settle(&pieces);
        let chosen = walls.is_some_and(Walls::are_chosen);
        let gates = hand.as_ref().is_some_and(HandData::has_gates);
        demands.pass.check(&root, &pieces, chosen || gates, self.mistakes);
        self.faces(&root, &pieces, demands.pass);
        if demands.own == Own::Taken && (gates || !swaps.is_empty() || head.shuffle.is_some()) {
            root.wrong_below(&["law", "capture_own"], "it without gates, swaps and shuffle", self.mistakes);
        }
        if let (Some(hand), Some(value)) = (&hand, root.value("law"))
            && demands.explosion.is_some()
        {
            hand.refuse_explosion(&root, value, self.mistakes);
        }
        if let Some(hand) = &hand {
            let others =
                head.shuffle.is_some() || !swaps.is_empty() || demands.drop || !becoming(&pieces).is_empty();
            hand.refuse_gates(&root, plan.size[0], others, self.mistakes);
        }
        levels::refuse(&root, &plan, self.mistakes);
        naming::refuse(&root, gates || head.shuffle.is_some(), self.mistakes);
        head.seats.refuse(&root, &pieces, self.mistakes);
        let built = self.build(&root, &plan, (head, hand, walls, swaps), &pieces, (wins, ends, demands));
        root.finish(self.mistakes);
        built
    }

    fn head(&mut self, root: &mut Section) -> Head {
        let mistakes = &mut *self.mistakes;
        let id = root.needed("id", "a word of small letters and digits, such as \"chess\"", mistakes).to_owned();
        let plain = |id: &str| id.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit());
        if let Some(value) = root.value("id").filter(|_| id.is_empty() || !plain(&id) || id.len() > 32) {
            root.wrong("id", value, "a word of at most 32 small letters and digits", mistakes);
        }
        let title = root.needed("title", "the name of the game", mistakes).to_owned();
        let about = root.text("about", mistakes).unwrap_or_default().to_owned();
        let goal = root.text("goal", mistakes).map(str::to_owned);
        let seats = Seats::read(root, mistakes);
        let opening = root.needed("opening", "the first position in FEN", mistakes).to_owned();
        let mut setups = Vec::new();
        if let Some(keys) = root.table("setups", mistakes) {
            for (name, value) in keys.named() {
                match value.get_ref().as_str() {
                    Some(fen) => setups.push((name.get_ref().to_string(), fen.to_owned())),
                    None => keys.wrong(name.get_ref(), value, "a position in FEN", mistakes),
                }
            }
        }
        let credits = root.table("credits", mistakes).map(|keys| Credits::read(keys, mistakes)).unwrap_or_default();
        let lessons = Lessons::read(root, &title, &opening, mistakes);
        let credits = credits.made_from(self.like.map(|book| book.title));
        Head {
            id,
            title,
            about,
            goal,
            seats,
            view: View::read(root, mistakes),
            shuffle: Shuffle::read(root, &opening, mistakes),
            opening,
            setups,
            scene: root.text("scene", mistakes).map(str::to_owned),
            rules: root.text("rules", mistakes).unwrap_or_default().to_owned(),
            lessons,
            credits,
        }
    }

    fn pieces(&mut self, root: &mut Section, around: &Around<'_>) -> Vec<PieceData> {
        let Some(keys) = root.table("piece", self.mistakes) else {
            root.needed("piece", "a table with one key for each piece", self.mistakes);
            return Vec::new();
        };
        let mut pieces = Vec::new();
        for (key, value) in keys.named() {
            let letters = key.get_ref().as_ref();
            let plain = letters
                .strip_prefix(PLUS)
                .filter(|plain| keys.named().iter().all(|(key, _)| key.get_ref() != plain));
            if !matches!(letters.as_bytes(), [b'A'..=b'Z'] | [b'+', b'A'..=b'Z']) {
                keys.wrong(letters, value, KEY, self.mistakes);
            } else if let Some(plain) = plain {
                keys.wrong(letters, value, format!("a piece {plain} beside it, which becomes it"), self.mistakes);
            } else if let Some(below) = keys.below(letters, value, self.mistakes) {
                pieces.push(PieceData::read(letters, below, around, self.mistakes));
            }
        }
        for (what, has) in
            [("royal", (|piece| piece.royal) as fn(&PieceData) -> bool), ("pawn", |piece| piece.pawn)]
        {
            let named: Vec<&PieceData> = pieces.iter().filter(|piece| has(piece)).collect();
            if let [_, second, ..] = named[..]
                && let Some((_, value)) = keys.named().into_iter().find(|(key, _)| *key.get_ref() == second.letters)
            {
                let expected = format!("{what} = true for one piece only");
                keys.wrong(&second.letters, value, expected, self.mistakes);
            }
        }
        pieces
    }

    /// What the pieces say of hands.
    fn hold(&mut self, root: &Section, hand: Option<&HandData>, pieces: &mut [PieceData]) {
        let table = root.named().into_iter().find(|(key, _)| key.get_ref() == "piece");
        if let Some(keys) = table.and_then(|(_, value)| root.below("piece", value, &mut Vec::new())) {
            HandData::check(hand, pieces, &keys, self.mistakes);
        }
        if let Some(hand) = hand {
            hand.sort(pieces);
        }
    }

    /// Royal pieces that offer the end of the game, where nobody can accept it.
    fn faces(&mut self, root: &Section, pieces: &[PieceData], pass: Passing) {
        for piece in pieces.iter().filter(|piece| piece.facing == Facing::Offered && pass == Passing::Never) {
            let expected = "it beside pass = \"may\" in [law]";
            root.wrong_below(&["piece", &piece.letters, "facing"], expected, self.mistakes);
        }
    }

    /// Who changes places with whom.
    fn swaps(&mut self, root: &Section, pieces: &mut [PieceData], is_shuffled: bool) -> Vec<Swap> {
        let table = root.named().into_iter().find(|(key, _)| key.get_ref() == "piece");
        let keys = table.and_then(|(_, value)| root.below("piece", value, &mut Vec::new()));
        keys.map(|keys| swaps::all(pieces, &keys, is_shuffled, self.mistakes)).unwrap_or_default()
    }

    fn build(
        &mut self,
        root: &Section,
        plan: &Plan,
        (head, hand, walls, swaps): (Head, Option<HandData>, Option<Walls>, Vec<Swap>),
        pieces: &[PieceData],
        (wins, ends, demands): (Wins, Ends, Demands),
    ) -> Option<Read> {
        let many = head.seats.are_many();
        let men =
            if many { head.seats.men(root, plan, &head.opening, self.mistakes) } else { plan.men(&head.opening) };
        // The pieces of many stand there as their owners see them.
        let frame = if many { Frame::SOUTH } else { head.view.frame(plan) };
        let turn = |at: Coord| frame.local(at);
        let mut specs: Vec<KindSpec> = Vec::new();
        let mut castlings: Vec<(Kind, Castling)> = Vec::new();
        let table = root.named().into_iter().find(|(key, _)| key.get_ref() == "piece").map(|(_, value)| value)?;
        let keys = root.below("piece", table, self.mistakes)?;
        let board = plan.geometry();
        for (index, piece) in pieces.iter().enumerate() {
            let kind = piece.kind(&men, &board, turn);
            let castles = kind.as_ref().is_ok_and(|(_, ways)| !ways.is_empty());
            let refusal = if many { NONE_CASTLES } else { ONE_CASTLES };
            match if castles && (many || !castlings.is_empty()) { Err(refusal) } else { kind } {
                Ok((kind, ways)) => {
                    specs.push(kind);
                    castlings.extend(ways.into_iter().map(|way| (Kind(index as u8), way)));
                }
                Err(expected) => {
                    let named = keys.named();
                    let value = named.iter().find(|(key, _)| *key.get_ref() == piece.letters)?.1;
                    let below = keys.below(&piece.letters, value, self.mistakes)?;
                    let (_, moves) = below.named().into_iter().find(|(key, _)| key.get_ref() == "move")?;
                    below.wrong("move", moves, expected, self.mistakes);
                }
            }
        }
        if let Some(hand) = &hand {
            let setups = head.setups.iter().map(|(_, fen)| fen.as_str());
            let openings: Vec<&str> = std::iter::once(head.opening.as_str()).chain(setups).collect();
            hand.apply(pieces, &mut specs, &openings);
        }
        let pawn = pieces.iter().position(|piece| piece.pawn).map(|index| Kind(index as u8));
        if specs.len() == pieces.len() {
            self.promotions(&keys, pieces, &mut specs, &board);
        }
        let mut wings = wings(&castlings, pieces, &men);
        if head.shuffle.is_some() {
            wings = shuffled(&wings, plan.size[0]);
        }
        let must = pawn.and_then(|pawn| specs.get(pawn.index())?.promotion).unwrap_or(Promotion::NONE).must;
        let no_pawns = no_pawns(pieces, &men, plan, turn, must);
        let royal = pieces.iter().position(|piece| piece.royal).map(|index| Kind(index as u8));
        let setups = head.named_setups();
        let usual = || if many { "Be the last army".to_owned() } else { texts::goal(pieces, &wins, &demands) };
        let ending = if many { last_army::WORDS } else { "" };
        let rules = if head.rules.is_empty() { texts::rules(&head.about, &specs) + ending } else { head.rules };
        let spec = Spec {
            id: kept_text(&head.id),
            title: kept_text(&head.title),
            about: kept_text(&head.about),
            goal: kept_text(&head.goal.unwrap_or_else(usual)),
            seats: kept(head.seats.data(plan, head.view)),
            kinds: kept(specs),
            plan: kept(plan.pictures.iter().map(|picture| kept_text(picture)).collect()),
            axes: plan.axes(),
            names: kept(plan.names.iter().map(|(at, name)| (*at, kept_text(name))).collect()),
            royal,
            pawn,
            no_pawns,
            drops: hand.as_ref().map_or(Zone::NOWHERE, HandData::zone),
            draw_plies: ends.quiet_plies,
            repetition: ends.repetition.times,
            setups: kept(setups),
            more_setups: head.shuffle.map(|_| shuffle::NAMES),
            scene: head.scene.as_deref().map(kept_text),
            lettering: if many { Lettering::Seat } else { Lettering::Case },
            rules: kept_text(&(rules + &head.credits.text())),
            course: Some(head.lessons.pgn).filter(|pgn| !pgn.is_empty()).map(|pgn| kept_text(&pgn)),
        };
        let laws = LawData {
            source: None,
            wings,
            stalemate: ends.stalemate,
            repetition: ends.repetition,
            progress: ends.progress.iter().fold(0, |all, kind| all | 1 << kind.index()),
            goal: wins.goal(&ends, royal.is_some()),
            bare: wins.bare,
            walls,
            swaps,
            becoming: becoming(pieces),
            gates: hand.as_ref().and_then(|hand| hand.gates(&men, turn)),
            shuffle: head.shuffle,
            extinct: wins.extinct,
            extinction: wins.extinction,
            row: wins.row,
            draw_wins: ends.draw,
            points: ends.points,
            checks: wins.checks,
            nothing_left: wins.nothing_left,
            demands,
            last_army: many,
            kingless: kingless(pieces, &men, &head.opening),
            too_few: ends.too_few,
            facing: facing(pieces),
            values: pieces.iter().map(|piece| piece.value).collect(),
        };
        let credits = kept_text(&head.credits.inventor);
        Some(Read { spec: Box::leak(Box::new(spec)), laws, credits, lesson_lines: head.lessons.lines })
    }

    /// Where and to what the pieces promote.
    fn promotions(&mut self, keys: &Section, pieces: &[PieceData], specs: &mut [KindSpec], board: &Geometry) {
        for (index, (piece, spec)) in pieces.iter().zip(specs).enumerate() {
            let Some(data) = &piece.promotion else { continue };
            let to = kinds(&data.to, pieces).filter(|_| !piece.royal);
            spec.promotion = to.and_then(|to| data.promotion(Kind(index as u8), to, spec.moves, board));
            let named = keys.named().into_iter().find(|(key, _)| *key.get_ref() == piece.letters);
            if let (None, Some((_, value))) = (spec.promotion, named) {
                keys.wrong(&format!("{}.promote", piece.letters), value, BECOMES, self.mistakes);
            }
        }
    }
}

/// The pieces that promote instead of moving.
fn becoming(pieces: &[PieceData]) -> Vec<Becoming> {
    let of = |(index, piece): (usize, &PieceData)| {
        Some(Becoming { kind: Kind(index as u8), at: piece.promotion.as_ref()?.instead()? })
    };
    pieces.iter().enumerate().filter_map(of).collect()
}

/// How the royal pieces may face each other.
fn facing(pieces: &[PieceData]) -> Facing {
    pieces.iter().map(|piece| piece.facing).find(|&facing| facing != Facing::Allowed).unwrap_or_default()
}

/// The seats that begin without a King in a game that has one.
fn kingless(pieces: &[PieceData], men: &[(String, Coord)], opening: &str) -> BySide<bool> {
    let held = brackets(opening).unwrap_or_default();
    let lacks =
        |letters: &String| !men.iter().any(|(found, _)| found == letters) && !held.contains(letters.as_str());
    let Some(royal) = pieces.iter().find(|piece| piece.royal) else { return BySide::default() };
    let letters = [royal.letters.clone(), royal.letters.to_ascii_lowercase()];
    // Armies of more than two players all begin with a King.
    BySide::from_fn(|side| letters.get(side.index()).is_some_and(lacks))
}
