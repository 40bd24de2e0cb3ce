//! What the games say: why something cannot be picked, what a move does, how a seat stands.
//! Each test draws nothing but asks in words a player would read.

use heterodox_games as games;
use heterodox_kernel::pick::{Mark, Pick};
use heterodox_kernel::position::Position;
use heterodox_kernel::variant::Opening;

/// A position to ask.
struct Table(Box<dyn Position>);

impl Table {
    fn of(game: &str, fen: &str) -> Table {
        let opening = if fen.contains('/') { Opening::Fen(fen) } else { Opening::Named(fen) };
        Table(games::built_in(game).unwrap().begin(opening).unwrap_or_else(|error| panic!("{error}")))
    }

    fn after(mut self, moves: &str) -> Table {
        for mv in moves.split_whitespace() {
            self.0.act(mv).unwrap_or_else(|error| panic!("{error}\n{}", self.0.draw()));
        }
        self
    }

    /// A word as a pick: a square, `S@` from the reserve, `=R` a promotion, `stop`, `pass`.
    fn pick(&self, word: &str) -> Pick {
        let kind = |letter: &str| self.0.spec().kind(letter.chars().next().unwrap()).unwrap();
        match (word, word.strip_suffix('@'), word.strip_prefix('=')) {
            ("stop", ..) => Pick::Stop,
            ("pass", ..) => Pick::Pass,
            (_, Some(letter), _) => Pick::Reserve(kind(letter)),
            (_, _, Some(letter)) => Pick::Promote(kind(letter)),
            _ => Pick::Square(self.0.geometry().parse(word).unwrap_or_else(|| panic!("{word} is no square"))),
        }
    }

    /// Why the last of these picks cannot be made.
    fn why(&self, words: &str) -> String {
        let picks: Vec<Pick> = words.split_whitespace().map(|word| self.pick(word)).collect();
        let (&tried, so_far) = picks.split_last().unwrap();
        self.0.explain(so_far, tried).unwrap_or_else(|| panic!("{words} can be picked\n{}", self.0.draw()))
    }

    /// The next choices after these picks, with their marks.
    fn choices(&self, words: &str) -> Vec<(String, Mark)> {
        let picks: Vec<Pick> = words.split_whitespace().map(|word| self.pick(word)).collect();
        let named = |pick| match pick {
            Pick::Square(square) => self.0.geometry().label(square).to_owned(),
            Pick::Reserve(kind) => format!("{}@", self.0.spec().of(kind).letter),
            Pick::Promote(kind) => format!("={}", self.0.spec().of(kind).letter),
            Pick::Stop => "stop".to_owned(),
            Pick::Pass => "pass".to_owned(),
        };
        self.0.choices(&picks).into_iter().map(|choice| (named(choice.pick), choice.mark)).collect()
    }

    fn sentences(&self, mv: &str) -> Vec<String> {
        self.0.sentences(self.0.read(mv).unwrap_or_else(|error| panic!("{error}")))
    }

    fn notes(&self, seat: usize) -> Vec<String> {
        let notes = self.0.seat_notes(self.0.spec().sides().nth(seat).unwrap());
        notes.iter().map(ToString::to_string).collect()
    }
}

#[track_caller]
fn same(said: &str, expected: &str) {
    assert_eq!(said, expected);
}

#[test]
fn what_is_not_there_or_not_yours_is_named() {
    let start = Table::of("sanctuary", "start");
    same(&start.why("e4"), "e4 is empty");
    same(&start.why("e7"), "it is White's turn, and the Black Pawn on e7 belongs to Black");
    same(&start.why("a1"), "the Rook on a1 is blocked by your Knight on b1 and your Pawn on a2");
    same(&start.why("a1 a4"), "the Rook is blocked on a2 (your Pawn on a2)");
    same(&start.why("b1 d2"), "your Pawn stands on d2");
    same(&start.why("e2 e2"), "the Pawn already stands on e2");
    same(&start.why("c1 c4"), "the Bishop does not go from c1 to c4: it slides any distance along a diagonal");
    same(&start.why("e2 d3"), "a Pawn goes to d3 only to capture, and it is empty");
    same(&start.why("R@"), "a Rook is never dropped");
    same(&start.why("pass"), "only a seat without any other move passes");
    same(&start.why("e2 =R"), "now pick where the piece goes");
}

#[test]
fn a_squire_is_stopped_only_by_pieces_on_both_ways() {
    let table = Table::of("holywar", "1******1/*4k1*/*6*/*6*/*6*/*PP4*/*SK4*/1******1[] w - - 0 1");
    same(&table.why("b2 c4"), "the Squire is blocked on b3 and c3 (your Pawn on b3 and your Pawn on c3)");
}

#[test]
fn the_king_in_check_says_from_where() {
    let pinned = Table::of("holywar", "1******1/*k5*/*6*/*3b2*/*6*/*1S4*/*K5*/1******1[] w - - 0 1");
    same(
        &pinned.why("c3"),
        "no move of the Squire on c3 is safe: your King on b2 would be in check from the Red Bishop on e5",
    );
    same(&pinned.why("c3 d5"), "your King on b2 would be in check from the Red Bishop on e5");
    let open = Table::of("holywar", "1******1/*k5*/*6*/*3b2*/*6*/*6*/*1K4*/1******1[] w - - 0 1");
    same(&open.why("c2 b2"), "the King would be in check on b2 from the Red Bishop on e5");
}

#[test]
fn a_full_first_rank_says_what_to_do_before_a_hole_is_dropped() {
    let start = Table::of("blackholes", "start");
    same(&start.why("H@"), "your first rank is full: move a piece away, then drop");
    let moved = Table::of("blackholes", "start").after("b1c3 b8c6");
    assert!(moved.0.explain(&[], moved.pick("H@")).is_none(), "b1 is free");
}

#[test]
fn the_reserve_comes_first_and_has_its_places() {
    let start = Table::of("holywar", "free");
    same(&start.why("b3"), "the pieces in reserve are dropped before anything moves");
    same(&start.why("L@ b4"), "a Lady is dropped on a1, h1, b2, c2, d2, e2, f2 and g2 only");
    same(&start.why("P@"), "a Pawn is never dropped");
    let later = start.after("L@c2 L@c7");
    same(&later.why("L@"), "no Lady is left in reserve");
    same(&later.why("K@ c2"), "c2 is taken by your Lady");
    assert_eq!(later.notes(0), ["reserve K C2 B2 S2"]);
}

#[test]
fn king_and_lady_change_places_in_words() {
    let table = Table::of("holywar", "cathedral");
    assert_eq!(table.choices("e2"), [("d2".to_owned(), Mark::Partner)]);
    assert_eq!(table.sentences("Ke2<>Ld2"), ["King and Lady change places."]);
    let far = Table::of("holywar", "1******1/*1k4*/*6*/*6*/*6*/*6*/*LK1L2*/1******1[] w - - 0 1");
    same(&far.why("c2 e2"), "the King changes places only with a Lady next to it");
    let hit = Table::of("holywar", "1******1/*1k4*/*6*/*3b2*/*6*/*6*/*LK4*/1******1[] w - - 0 1");
    same(&hit.why("c2 b2"), "the King would be in check on b2 from the Red Bishop on e5");
}

#[test]
fn holes_are_spoken_of_as_in_and_out() {
    let table = Table::of("blackholes", "rs1qk/p1ppp/Bphh1/3hH/HP3/3S1/PBPPP/RH1QK w - - 0 1");
    assert_eq!(table.0.ask(&[]), "the piece to move");
    assert_eq!(table.0.ask(&[table.pick("a1")]), "the target square");
    assert_eq!(table.0.ask(&[table.pick("a1"), table.pick("b1")]), "the hole to leave through");
    assert_eq!(table.0.ask(&[table.pick("a1"), table.pick("b1"), table.pick("a4")]), "the target square");
    assert_eq!(table.choices("a1"), [("b1".to_owned(), Mark::In)]);
    assert_eq!(table.choices("a1 b1"), [("b1".to_owned(), Mark::Out), ("a4".to_owned(), Mark::Out)]);
    assert_eq!(table.choices("a1 b1 a4"), [("b4".to_owned(), Mark::OwnCapture)]);
    let taken = ["Takes your OWN Pawn on b4.", "In b1, out a4."];
    assert_eq!(table.sentences("Ra1-b1-a4xb4"), taken);
    same(&table.why("a1 e5"), "the Rook does not get from a1 into e5");
    same(&table.why("e1 b1"), "the King cannot go into a hole");
    same(&table.why("a1 b1 c3"), "c3 is not one of your holes");
    same(&table.why("a1 b1 e5"), "out e5 there is no square to go on to");
    same(&table.why("a1 b1 a4 c4"), "out a4 it keeps its direction and ends on b4 only");
    same(&table.why("b2 e5 c6"), "c6 is not one of your holes");
    same(&table.why("d3 e5 e5"), "out e5 there is no square to go on to");
    assert_eq!(table.notes(0), ["holes on board 3"]);
}

#[test]
fn a_check_through_holes_is_told_with_its_way() {
    // The Rook on e8 would go in at e6, out at a3 and down the file to the King.
    let pinned = Table::of("blackholes", "k3r/4S/4h/5/5/h4/5/K4 w - - 0 1");
    same(
        &pinned.why("e7"),
        "no move of the Knight on e7 is safe: your King on a1 would be in check from the Black Rook on e8, in e6, out a3",
    );
}

#[test]
fn refugees_stand_for_ever() {
    let table = Table::of("sanctuary", "4F1g1/4R2p/8/8/8/8/8/4G2R w - - 0 1");
    same(&table.why("e8"), "a Refugee never moves and can never be captured");
    let other = Table::of("sanctuary", "4F1g1/8/8/8/8/8/8/4G2R b - - 0 1");
    same(&other.why("g8 e8"), "no normal move captures a Refugee");
    assert_eq!(other.notes(0), ["1 of 2 safe", "F e8 safe"]);
    assert_eq!(other.notes(1), ["0 of 2 safe"]);
}

#[test]
fn a_winning_move_says_so() {
    let table = Table::of("sanctuary", "4F3/R7/8/8/8/8/1p6/4G2g w - - 0 1");
    assert_eq!(table.sentences("a7a8"), ["This move wins with two safe pieces on the far rank."]);
    assert!(table.sentences("a7b7").is_empty());
}

#[test]
fn armies_say_what_their_array_allows_and_who_falls() {
    let start = Table::of("armies", "start");
    assert_eq!(start.notes(2), ["29 pieces"]);
    same(&start.why("ra1"), "the Jackal on ra1 is blocked by your Rook on sb2");
    let full = "gK8/9/9/9/9/9/9/9/9|9/7rP1/9/9/9/9/9/9/8oK|9/9/9/9/9/9/9/9/rKrRrRrR5 r rog - 0 1";
    let table = Table::of("armies", full);
    same(&table.why("yh2 yi2 =R"), "Red has all 3 Rooks of its array");
    same(&table.why("yh2 yi2 =A"), "a Pawn of Red cannot become an Anu");
    same(&table.why("yh2 yi2 =K"), "a Pawn of Red cannot become a King");
    let choices: Vec<String> = table.choices("yh2 yi2").into_iter().map(|(pick, _)| pick).collect();
    assert_eq!(choices, ["=N", "=C", "=F", "=J", "stop"]);
    let left = start.after("out:g");
    assert_eq!(left.notes(2), ["out of the game"]);
}

#[test]
fn a_game_that_is_over_says_why_nothing_can_be_picked() {
    let over = Table::of("holywar", "1******1/*1k4*/*6*/*6*/*6*/*6*/*1K4*/1******1[] w - - 0 1");
    same(&over.why("c2"), "the game is over because nobody can win any more");
}

#[test]
fn moves_that_cannot_be_read_or_played_are_told_apart() {
    let start = Table::of("sanctuary", "start");
    let told = |text: &str| start.0.read(text).unwrap_err().to_string();
    assert!(told("hello").starts_with("\"hello\" is not a move: expected something like "), "{}", told("hello"));
    same(&told("a1a4"), "\"a1a4\" is not legal: the Rook is blocked on a2 (your Pawn on a2)");
    assert!(told("").contains("is not a move"));
    assert!(told("ä2ä4").contains("is not a move"));
}

/// A piece that cannot move leaves no choice, and not the choices of the other pieces.
#[test]
fn a_pick_that_leads_nowhere_has_no_choices() {
    let mut idle = 0;
    for game in games::GAMES {
        let position = game.begin(Opening::Start).expect("the start");
        let first = position.choices(&[]);
        for square in position.geometry().squares() {
            let pick = Pick::Square(square);
            if first.iter().all(|choice| choice.pick != pick) {
                assert_eq!(position.choices(&[pick]), [], "{}", game.spec().id);
                idle += 1;
            }
        }
    }
    assert!(idle > 100);
}

/// The squares of the goals, from the view of each game.
#[test]
fn goals_are_the_far_ranks_the_promotions_and_the_places_for_drops() {
    let goals = |game: &str, opening: &str, side: u8| {
        let Table(position) = Table::of(game, opening);
        let goals = position.goal_squares(heterodox_kernel::side::Side::new(side.into()));
        goals.0.iter().map(|&square| position.geometry().label(square).to_owned()).collect::<Vec<_>>()
    };
    let rank = |files: &str, rank: u8| files.chars().map(|file| format!("{file}{rank}")).collect::<Vec<_>>();
    assert_eq!(goals("sanctuary", "start", 0), rank("abcdefgh", 8));
    assert_eq!(goals("sanctuary", "start", 1), rank("abcdefgh", 1));
    assert_eq!(goals("blackholes", "start", 0), rank("abcde", 8));
    assert_eq!(goals("holywar", "free", 0), [rank("ah", 1), rank("bcdefg", 2)].concat());
    assert_eq!(goals("holywar", "cathedral", 0), rank("bcdefg", 7));
    // Five columns of three levels, of which a Pawn must promote in one.
    assert_eq!(goals("armies", "start", 0).len(), 15);
}
