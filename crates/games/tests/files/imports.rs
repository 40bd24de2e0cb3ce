//! Games that are written for another program: what becomes a file, and what is refused by which key.

use heterodox_games::file::FileVariant;
use heterodox_games::import::{self, Refusal};
use heterodox_kernel::position::Position;
use heterodox_kernel::variant::{Opening, Variant as _};
use proptest::prelude::*;

/// The one section of a text, as our file.
fn only(text: &str) -> Result<String, Vec<Refusal>> {
    let found = import::import(text).expect("sections");
    found.into_iter().last().expect("one section").result
}

fn begin(file: &str) -> Box<dyn Position> {
    let game = FileVariant::read(file, "mine").unwrap_or_else(|mistakes| panic!("{mistakes:?}\n{file}"));
    let game: &'static FileVariant = Box::leak(Box::new(game));
    game.begin(Opening::Start).unwrap_or_else(|error| panic!("{error}\n{file}"))
}

/// The keys that stop a section, with their lines.
fn stops(text: &str) -> Vec<(String, usize)> {
    only(text).expect_err("it is refused").into_iter().map(|refusal| (refusal.key, refusal.line)).collect()
}

/// Counts that the other program agrees with.
#[test]
fn games_of_the_other_program_have_its_counts() {
    for (name, depth, count) in [
        ("chess", 3, 8902),
        ("capablanca", 3, 25228),
        ("shogi", 3, 25470),
        ("horde", 3, 1274),
        ("crazyhouse", 3, 8902),
        ("kingofthehill", 3, 8902),
        ("losalamos", 3, 1212),
        ("newzealand", 3, 8976),
        ("shatranj", 3, 4176),
        ("torpedo", 3, 9194),
        ("nocheckatomic", 3, 8902),
        ("fox-and-hounds", 3, 56),
        ("jesonmor", 3, 27960),
        ("threekings", 3, 8942),
        ("gustav3", 3, 12804),
        ("janggi", 3, 33000),
    ] {
        let file =
            import::known(name).expect(name).result.unwrap_or_else(|refusals| panic!("{name}: {refusals:?}"));
        assert_eq!(begin(&file).perft(depth), count, "{name}\n{file}");
    }
    assert!(import::known("no such game").is_none());
}

#[test]
fn a_section_takes_from_its_parents_what_it_does_not_say() {
    let text = "[small]\nking = k\nqueen = q\ncustomPiece1 = p:mfWcfF\nmaxFile = 5\nmaxRank = 6\n\
                startFen = qk3/ppppp/5/5/PPPPP/QK3 w - - 0 1\npawnTypes = p\npromotionRegionWhite = *6\n\
                promotionPieceTypes = q\ncastling = false\ndoubleStep = false\n\
                [tall:small]\nmaxRank = 7\nstartFen = qk3/ppppp/5/5/5/PPPPP/QK3 w - - 0 1\npromotionRegionWhite = *7\n\
                nFoldRule = 4\nnFoldValue = loss\nperpetualCheckIllegal = true\nnMoveRule = 0\nstalemateValue = win\n";
    let found = import::import(text).expect("sections");
    assert_eq!(found[0].line, 1);
    let [small, tall] = [0, 1].map(|index| found[index].result.clone().expect("a file"));
    assert!(small.contains("promote = { at = \"rank 6\", to = \"Q\" }"), "{small}");
    assert!(tall.contains("board = \"5x7\"") && tall.contains("quiet_plies = \"none\""), "{tall}");
    assert!(tall.contains("{ times = 4, loser = \"rival\", perpetual_check = \"loss\" }"), "{tall}");
    assert_eq!(begin(&tall).legal().len(), 6);
}

#[test]
fn what_a_file_cannot_say_is_refused_by_its_key() {
    for (lines, keys) in [
        ("castlingWins = q", vec![("castlingWins", 2)]),
        ("twoBoards = true\ncountingRule = makruk", vec![("countingRule", 3), ("twoBoards", 2)]),
        ("checking = perhaps", vec![("checking", 2)]),
        ("unheardOf = 7", vec![("unheardOf", 2)]),
        ("promotionPieceTypes = xyz", vec![("promotionPieceTypes", 2)]),
        ("promotionRegionBlack = *2", vec![("promotionRegionBlack", 2)]),
        ("startFen = 8/8 w", vec![("startFen", 2)]),
        ("customPiece1 = n:zX", vec![("customPiece1", 2)]),
        ("maxRank = 0", vec![("maxRank", 2)]),
        ("knight = -", vec![("startFen", 0)]),
        ("passWhite = true", vec![("passBlack", 0)]),
        ("bikjangRule = true", vec![("bikjangRule", 2)]),
        ("materialCounting = janggi", vec![("materialCounting", 2)]),
        ("pieceDrops = true\nmustDrop = true", vec![("mustDrop", 3)]),
        ("diagonalLines = a1 b2", vec![("diagonalLines", 2)]),
    ] {
        let found = stops(&format!("[mine:chess]\n{lines}\n"));
        let keys: Vec<(String, usize)> = keys.into_iter().map(|(key, line)| (key.to_owned(), line)).collect();
        assert_eq!(found, keys, "{lines}");
    }
    for (text, key) in
        [("[mine:nobody]\n", "section"), ("[chess]\nking = k\n", "section"), ("[x]\n[x]\n", "section")]
    {
        assert_eq!(stops(text)[0].0, key, "{text}");
    }
    let told = only("[mine:chess]\ncastlingWins = q\n").expect_err("it is refused")[0].to_string();
    assert_eq!(told, "2: [mine] castlingWins = q: a file cannot say this rule");
}

#[test]
fn what_is_no_rule_is_not_asked_for() {
    let text =
        "[mine:chess]\npieceToCharTable = -\npieceValueMg = p:150\nvariantTemplate = fairy\npocketSize = 6\n";
    assert_eq!(begin(&only(text).expect("a file")).perft(2), 400);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_imported_or_refused(text in "(\\[[a-z]{1,3}(:chess|:shogi|:[a-z])?\\]\n([a-zA-Z]{1,9} = [ -~é]{0,12}\n){0,4}){1,4}") {
        for imported in import::import(&text).into_iter().flatten() {
            if let Ok(file) = imported.result {
                let _ = FileVariant::mistakes(&file, "mine");
            }
        }
    }

    #[test]
    fn known_keys_take_any_value(
        key in "startFen|customPiece1|promotedPieceType|promotionRegionWhite|flagPiece|maxFile|castlingRank|promotionLimit",
        value in "[ -~é*]{0,20}",
        parent in "chess|shogi|xiangqi|crazyhouse",
    ) {
        for imported in import::import(&format!("[mine:{parent}]\n{key} = {value}\n")).into_iter().flatten() {
            if let Ok(file) = imported.result {
                let _ = FileVariant::read(&file, "mine");
            }
        }
    }
}
