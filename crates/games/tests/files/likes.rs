//! Files that change a game of the shelf.

use heterodox_games::file::{FileVariant, Mistakes};
use heterodox_games::shelf;
use heterodox_kernel::variant::Variant as _;

use crate::{chess, moves, position, told};

/// The first lines of such a file.
const HEAD: &str = "format = 1\nid = \"mine\"\ntitle = \"Mine\"\n";

fn like(game: &str, keys: &str) -> Result<&'static FileVariant, Mistakes> {
    FileVariant::kept(&format!("{HEAD}like = \"{game}\"\n{keys}"), "mine.toml")
}

fn start(game: &'static FileVariant) -> Vec<String> {
    moves(game.begin(heterodox_kernel::variant::Opening::Start).expect("an opening").as_ref())
}

#[test]
fn a_file_without_changes_has_the_same_moves() {
    for book in shelf::all() {
        let game = like(book.id, "").unwrap_or_else(|mistakes| panic!("{}: {:?}", book.id, told(&mistakes)));
        let same = position(book.id, book.game().spec().setups[0].fen);
        assert_eq!(start(game), moves(same.as_ref()), "{}", book.id);
        let kinds = |game: &FileVariant| game.spec().kinds.iter().map(|kind| kind.name).collect::<Vec<_>>();
        assert_eq!(kinds(game), kinds(book.game()), "{}", book.id);
    }
}

#[test]
fn tables_and_pieces_are_changed_key_by_key() {
    let game = like("chess", "[piece]\nN = { move = \"NN\" }\n[end]\nstalemate = \"loss\"\n").expect("a game");
    let whole = chess(&[("move = \"N\"", "move = \"NN\""), ("\"draw\"", "\"loss\"")]).expect("a game");
    assert_eq!(start(game), start(whole));
    assert_eq!(game.spec().draw_plies, Some(100), "the other keys of the table stay");
    let knight = &game.spec().kinds[4];
    assert_eq!((knight.name, knight.letter), ("Knight", 'N'), "the order of the pieces is that of chess");
    assert!(knight.words.contains("any number of times"), "{}", knight.words);
}

#[test]
fn what_a_game_says_of_itself_is_not_taken() {
    let game = like("capablanca", "[credits]\ninventor = \"Somebody\"\nyear = 2026\n").expect("a game");
    let spec = game.spec();
    assert_eq!((spec.id, spec.title, spec.about), ("mine", "Mine", ""));
    assert_eq!(game.credits(), "Invented by Somebody, 2026. Made from Capablanca Chess.");
    assert!(spec.rules.ends_with("Made from Capablanca Chess.") && !spec.rules.contains("http"), "{}", spec.rules);
    assert_eq!(like("capablanca", "").expect("a game").credits(), "Made from Capablanca Chess.");
    // Openings of another board are none of this one.
    let setups = |keys| like("courier", keys).expect("a game").spec().setups.len();
    let opening =
        format!("opening = \"{}\"\n", shelf::named("courier").expect("a game").game().spec().setups[0].fen);
    assert_eq!((setups(""), setups(&opening)), (2, 1));
}

#[test]
fn a_word_leaves_keys_out() {
    let opening = "opening = \"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\"\n";
    let keys = "[piece]\nQ = \"remove\"\nP = { promote = \"remove\" }\n";
    let game = like("chess", &format!("{opening}{keys}"));
    let spec = game.unwrap_or_else(|mistakes| panic!("{:?}", told(&mistakes))).spec();
    assert_eq!(spec.kinds.iter().map(|kind| kind.letter).collect::<String>(), "KRBNP");
    assert!(spec.kinds[4].promotion.is_none());
    let told = told(
        &like("chess", "hand = \"remove\"\n[piece]\nX = \"remove\"\nN = { value = \"remove\" }\n")
            .expect_err("three"),
    );
    assert_eq!(
        told,
        [
            "mine.toml:5: hand is \"remove\"; expected a key that Chess has",
            "mine.toml:7: piece.X is \"remove\"; expected a key that Chess has",
            "mine.toml:8: piece.N.value is \"remove\"; expected a key that Chess has",
        ]
    );
}

#[test]
fn mistakes_have_lines_of_the_file_that_was_written() {
    let of = |game, keys| told(&like(game, keys).expect_err("a mistake"));
    assert_eq!(
        of("ches", ""),
        [
            "mine.toml:4: like is \"ches\"; expected the name of a game of the shelf, such as \"chess\"; did you mean chess?"
        ]
    );
    assert_eq!(
        of("chess", "[end]\nstelemate = \"draw\"\n[piece]\nN = { move = \"NX\" }\n"),
        [
            "mine.toml:6: end.stelemate: unknown key; did you mean stalemate?",
            "mine.toml:8: piece.N.move is \"NX\": no atom X; expected W F D N A H C Z G K R B Q O (character 2)"
        ]
    );
    let taken = of("chess", "[piece]\nQ = \"remove\"\n");
    assert!(
        taken.iter().any(|told| told.starts_with("mine.toml:4: piece.P.promote is ")
            && told.contains(" as in Chess; expected letters")),
        "{taken:?}"
    );
    let missing = told(&FileVariant::kept("like = \"chess\"\n", "mine.toml").expect_err("no name"));
    assert_eq!(missing.len(), 3, "format, id and title are its own: {missing:?}");
    let number = told(&FileVariant::kept(&format!("{HEAD}like = 7\n"), "mine.toml").expect_err("no name"));
    assert_eq!(number, ["mine.toml:4: like is 7; expected the name of a game of the shelf, such as \"chess\""]);
}

#[test]
fn games_of_the_shelf_are_true_for_others() {
    // One that is like another is like one that is whole: there is no circle.
    for book in shelf::all() {
        let like = book.text.split_once("\nlike = \"").and_then(|(_, rest)| rest.split('"').next());
        let other = like.map(|id| shelf::named(id).expect("a game of the shelf"));
        assert!(other.is_none_or(|other| !other.text.contains("\nlike = ")), "{}", book.id);
    }
}

/// What is said of a piece is said of its moves.
#[test]
fn a_piece_that_moves_otherwise_has_other_words() {
    let words = |changes: &str, letter: char| {
        let text = format!("{HEAD}like = \"janggi\"\n{changes}");
        let game = FileVariant::kept(&text, "mine.toml").map_err(|mistakes| told(&mistakes)).expect("a game");
        game.spec().kinds.iter().find(|kind| kind.letter == letter).expect("a kind").words
    };
    let (elephant, chariot) = (words("", 'B'), words("", 'R'));
    assert!(elephant.starts_with("steps one point straight, then two"), "{elephant}");
    for (changes, same) in [("name = \"Camel\"", true), ("move = \"N\"", false)] {
        let changes = format!("[piece]\nB = {{ {changes} }}\n");
        assert_eq!(words(&changes, 'B') == elephant, same, "{changes}");
        assert_eq!(words(&changes, 'R'), chariot, "{changes}");
    }
}

#[test]
fn the_files_of_the_guide_are_games() {
    let guide = include_str!("../../../../docs/variants.md");
    let blocks = guide.split("```toml\n").skip(1).map(|rest| rest.split("```").next().expect("an end"));
    let read: Vec<_> = blocks.map(|text| FileVariant::kept(text, "guide.toml")).collect();
    assert!(read.len() > 1);
    for game in read {
        game.map_err(|mistakes| told(&mistakes)).expect("a game");
    }
}
