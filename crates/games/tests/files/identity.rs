//! What tells two games of files apart: their digest, and the file that a saved game carries.

use heterodox_games::file::FileVariant;
use heterodox_games::shelf;
use heterodox_kernel::spec::KindSpec;
use heterodox_kernel::variant::Variant as _;

use crate::chess;

/// The digest of chess with these changes.
fn digest(changes: &[(&str, &str)]) -> String {
    chess(changes).expect("a game").digest().to_string()
}

fn read(text: &str) -> &'static FileVariant {
    FileVariant::kept(text, "mine.toml").expect("a game")
}

#[test]
fn words_and_order_do_not_count() {
    let plain = digest(&[]);
    assert_eq!(plain.len(), 16);
    let queen = "Q = { name = \"Queen\", move = \"Q\" }\n";
    for changes in [
        &[("\"Chess\"", "\"Mine\""), ("id = \"chess\"", "id = \"mine\"")][..],
        &[("\"Queen\", move = \"Q\"", "\"Lady\", move = \"Q\", art = \"lady\", value = 700, words = \"far\"")],
        &[("[piece]", "seats = [\"Red\", \"Blue\"]\nscene = \"8/8/8/8/8/8/8/K6k w - - 0 1\"\n[piece] # here")],
        &[(queen, ""), ("N = {", "Q = { move = \"Q\", name = \"Queen\" }\nN = {")],
        &[("[credits]", "[credits]\ninventor = \"Somebody\"")],
    ] {
        assert_eq!(digest(changes), plain, "{changes:?}");
    }
}

#[test]
fn what_a_wall_is_called_does_not_count() {
    let wall = |text: &str| digest(&[("[end]", &format!("[wall]\n{text}\n[end]"))]);
    assert_eq!(wall("name = \"Rock\""), wall("name = \"Stone\""));
    assert_ne!(wall("name = \"Rock\""), wall("after_move = \"behind\""));
    assert_ne!(wall(""), digest(&[]));
}

#[test]
fn rules_count() {
    let mut all = vec![digest(&[])];
    for change in [
        ("\"Queen\", move = \"Q\"", "\"Queen\", move = \"QN\""),
        ("\"draw\"", "\"loss\""),
        ("repetition = 3", "repetition = 4"),
        ("to = \"QRBN\"", "to = \"QRB\""),
        ("opening = \"rn", "opening = \"nr"),
        ("[end]", "[win]\nbare = true\n[end]"),
        ("[piece]", "[setups]\nother = \"k7/8/8/8/8/8/8/K7 w - - 0 1\"\n[piece]"),
    ] {
        all.push(digest(&[change]));
    }
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count, "each of them is another game");
}

#[test]
fn the_owner_of_a_piece_counts_and_not_what_the_owner_is_called() {
    let text = shelf::named("chigorin").expect("a game").text;
    let seats = text.replacen("[piece]", "seats = [\"Red\", \"Blue\"]\n[piece]", 1);
    let renamed = seats.replace("\"White\"", "\"Red\"").replace("\"Black\"", "\"Blue\"");
    let swapped =
        text.replace("\"White\"", "\"Grey\"").replace("\"Black\"", "\"White\"").replace("\"Grey\"", "\"Black\"");
    assert_eq!(read(text).digest(), read(&renamed).digest());
    assert!(FileVariant::kept(&swapped, "mine.toml").is_err(), "the pieces of the opening have no such owner");
}

#[test]
fn a_file_that_is_like_another_carries_all_of_it() {
    let text =
        "format = 1\nid = \"mine\"\ntitle = \"Mine\"\nlike = \"crazyhouse\"\n[piece]\nN = { move = \"NN\" }\n";
    let game = read(text);
    let carried = game.source().expect("it is no part of the program");
    assert!(!carried.contains("like") && carried.contains("move = \"NN\""), "{carried}");
    assert!(std::ptr::eq(game, read(carried)), "the same text is the same game");
    let again = FileVariant::read(carried, "carried.toml").expect("a game");
    assert_eq!(again.digest(), game.digest());
    assert_eq!(again.spec().kinds.len(), game.spec().kinds.len());
    let names = |game: &FileVariant| game.spec().kinds.iter().map(KindSpec::letters).collect::<Vec<_>>();
    assert_eq!(names(&again), names(game));
    assert_ne!(game.digest(), shelf::named("crazyhouse").expect("a game").game().digest());
}

#[test]
fn games_of_the_shelf_are_all_different() {
    let mut all: Vec<String> = shelf::all().iter().map(|book| book.game().digest().to_string()).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), shelf::all().len());
}

#[test]
fn a_game_is_known_by_its_data() {
    let mine = chess(&[("id = \"chess\"", "id = \"known\"")]).expect("a game");
    assert!(FileVariant::of(mine.spec()).is_some_and(|found| std::ptr::eq(found, mine)));
    let book = shelf::named("gardner").expect("a game").game();
    assert!(FileVariant::of(book.spec()).is_some_and(|found| std::ptr::eq(found, book)));
}
