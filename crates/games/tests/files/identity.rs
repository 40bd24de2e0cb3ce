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
fn what_is_usual_does_not_count_when_it_is_written() {
    let plain = digest(&[]);
    let none = [("stalemate = \"draw\"\nrepetition = 3\nquiet_plies = 100\n", "")];
    assert_eq!(digest(&none), plain);
    let short = [none[0], ("[end]\ntoo_few = \"BN\"\n", "")];
    assert_eq!(
        digest(&short),
        digest(&[short[0], ("[end]\ntoo_few = \"BN\"\n", "[end]\n[win]\n[law]\ncapture = \"may\"\n")])
    );
    for change in [
        ("board = \"8x8\"\n", ""),
        ("repetition = 3", "repetition = { times = 3, loser = \"nobody\", perpetual_check = \"draw\" }"),
        ("quiet_plies = 100", "quiet_plies = 0x64\ndraw = \"nobody\""),
        ("to = \"QRBN\"", "to = \"QRBN\", when = \"must\", leaving = false"),
        ("royal = true", "royal = true, facing = \"allowed\", castles = false, captured = \"may\", more = []"),
        ("[end]", "[win]\nbare = false\n[law]\nno_check = false\ndrop = \"may\"\n[end]"),
        ("format = 1", "format = 1\nturned = false\nsetups = {}"),
    ] {
        assert_eq!(digest(&[change]), plain, "{change:?}");
    }
    let goal = |more: &str| digest(&[("[end]", &format!("[win]\nreach = {{ at = \"e4\"{more} }}\n[end]"))]);
    assert_eq!(goal(""), goal(", count = 1, safe = false, answer = false"));
    let few = |more: &str| digest(&[("[end]", &format!("[win]\nextinction = {{ pieces = \"Q\"{more} }}\n[end]"))]);
    assert_eq!(few(""), few(", left = 0, rival = 0, result = \"loss\""));
    let row = |keys: &str| digest(&[("[end]", &format!("[win]\nrow = {{ {keys} }}\n[end]"))]);
    assert_eq!(row(""), row("count = 3, ways = \"all\", result = \"win\""));
    assert_ne!(row(""), plain, "a table that says nothing else is a rule here");
}

#[test]
fn what_is_usual_for_all_pieces_counts_at_one_of_them() {
    let may = ("[end]", "[promote]\nat = \"rank 8\"\nwhen = \"may\"\n[end]");
    let must = ("to = \"QRBN\"", "to = \"QRBN\", when = \"must\"");
    assert_ne!(digest(&[may, must]), digest(&[may]));
    let held = [("PPPP/RNBQKBNR w", "PPPP/RNBQKBNR[Nn] w"), ("[end]", "[hand]\nat = \"rank 3\"\n[end]")];
    let drop = |keys: &str| digest(&[held[0], held[1], ("\"N\" }", &format!("\"N\", drop = {{ {keys} }} }}"))]);
    assert_eq!(drop(""), digest(&held));
    assert_eq!(drop(""), drop("mate = true, stuck = false, one_a_file = false"));
    assert_ne!(drop(""), drop("mate = false"));
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
