//! What is read, and what is refused.

use proptest::prelude::*;

use super::super::*;

/// Pieces with what they are called. All of them can be read.
pub(super) const PIECES: &[&str] = &[
    "",
    "W",
    "F",
    "D",
    "N",
    "A",
    "H",
    "C",
    "Z",
    "G",
    "K",
    "R",
    "B",
    "Q",
    "KisO2",
    "isO3",
    "fmWfceFifmnD",
    "fmFfceWifmnA",
    "nN",
    "nA",
    "nZ",
    "mRcpR",
    "pR",
    "FfW",
    "WfF",
    "fR",
    "ffN",
    "fN",
    "gQ",
    "NN",
    "N0",
    "[F?R]",
    "[W?B]",
    "[F-fR]",
    "v[F?R]",
    "[W-sW]",
    "[W-fsF]",
    "[D?B]",
    "qN",
    "zF",
    "zB3",
    "DD",
    "BN",
    "RNF",
    "HFD",
    "FfrlW",
    "afsW",
    "yafsF",
    "FyafsF",
    "aaK",
    "masR",
    "mpafN",
    "pafR",
    "gafsW",
    "hrN",
    "fhN",
    "fhK",
    "jR",
    "jD",
    "W31",
];

fn line(text: &str) -> Line {
    match &read(text).unwrap()[..] {
        [Move { course: Course::Line(line), .. }] => *line,
        other => panic!("{text} is one line, not {other:?}"),
    }
}

/// The steps of the first leg, as pairs.
fn steps(text: &str) -> Vec<(i8, i8)> {
    let line = line(text);
    line.ways.iter().map(|way| line.atom.step(way)).map(|by| (by.x, by.y)).collect()
}

#[test]
fn directions_choose_as_the_table_of_xboard_says() {
    for (text, expected) in [
        ("fW", &[(0, 1)][..]),
        ("fsW", &[(0, 1), (1, 0), (-1, 0)]),
        ("fblW", &[(0, 1), (0, -1), (-1, 0)]),
        ("vD", &[(0, 2), (0, -2)]),
        ("fF", &[(1, 1), (-1, 1)]),
        ("frF", &[(1, 1)]),
        ("rfF", &[(1, 1)]),
        ("fsF", &[(1, 1), (-1, 1)]),
        ("flbrF", &[(1, -1), (-1, 1)]),
        ("rA", &[(2, 2), (2, -2)]),
        ("fN", &[(1, 2), (-1, 2)]),
        ("ffN", &[(1, 2), (-1, 2)]),
        ("fsN", &[(2, 1), (-2, 1)]),
        ("rfN", &[(1, 2)]),
        ("frN", &[(2, 1)]),
        ("lbN", &[(-1, -2)]),
        ("rvN", &[(1, 2), (1, -2)]),
        ("vN", &[(1, 2), (1, -2), (-1, -2), (-1, 2)]),
        ("sN", &[(2, 1), (2, -1), (-2, -1), (-2, 1)]),
        ("fhN", &[(1, 2), (2, 1), (-2, 1), (-1, 2)]),
        ("rhC", &[(1, 3), (3, 1), (3, -1), (1, -3)]),
        ("ffrrN", &[(1, 2), (2, 1), (2, -1), (-1, 2)]),
        ("hrN", &[(1, 2), (2, -1), (-1, -2), (-2, 1)]),
        ("hlN", &[(2, 1), (1, -2), (-2, -1), (-1, 2)]),
        ("fK", &[(0, 1)]),
        ("ffrrK", &[(0, 1), (1, 0)]),
        ("frQ", &[(1, 1)]),
        ("fsK", &[(1, 1), (-1, 1)]),
        ("fhK", &[(0, 1), (1, 1), (-1, 1)]),
        ("sK", &[(1, 0), (-1, 0)]),
    ] {
        assert_eq!(steps(text), expected, "{text}");
    }
    for text in ["F", "sF", "vF", "sA"] {
        assert_eq!(line(text).ways, Ways::DIAGONAL, "{text}");
    }
}

#[test]
fn modifiers_stand_in_any_order() {
    assert_eq!(read("fmW").unwrap(), read("mfW").unwrap());
    let pawn = read("fmWfceFifmnD").unwrap();
    let modes: Vec<_> = pawn.iter().map(|one| (one.at, one.mode, one.initial)).collect();
    let takes = Mode { quiet: false, capture: true, en_passant: true };
    assert_eq!(modes, [(1, Mode::QUIET, false), (4, takes, false), (8, Mode::QUIET, true)]);
    assert_eq!(line("ifmnD").manner, Manner::Lame);
    assert_eq!(line("fmcW"), line("fW"));
}

#[test]
fn ranges_and_doubled_letters_repeat() {
    for (text, most) in
        [("W", Some(1)), ("WW", None), ("W0", None), ("W3", Some(3)), ("R", None), ("R12", Some(12))]
    {
        assert_eq!(line(text).most, most, "{text}");
    }
    assert_eq!((line("zF").most, line("qN").most, line("zF3").most), (None, None, Some(3)));
    assert_eq!(read("RR").unwrap().len(), 2, "a Rook needs no doubling");
}

#[test]
fn bent_moves_have_parts() {
    let bent = |text: &str| match &read(text).unwrap()[..] {
        [Move { course: Course::Bent(bent), .. }] => bent.clone(),
        other => panic!("{text} is one bent move, not {other:?}"),
    };
    let griffon = bent("[F?R]");
    assert_eq!(griffon.links.iter().map(|link| link.stop).collect::<Vec<_>>(), [true, true]);
    assert_eq!(griffon.links[1].turn, Turn::Outward);
    assert!(!bent("[F-fR]").links[0].stop);
    assert_eq!(bent("v[F?R]").headings, [Heading::Alone('v')]);
    let later = bent("yafsF").links[1];
    assert_eq!((later.most, later.turn), (None, Turn::Again(Ways::where_holds(|by| by == 1 || by == 7))));
    assert_eq!(bent("mpafN").links[0].end, Must::Anything);
    assert_eq!(bent("pafR").links[0].end, Must::Occupied);
}

#[test]
fn what_makes_no_sense_is_refused_by_name() {
    const ATOMS: &str = "W F D N A H C Z G K R B Q O";
    for (text, error) in [
        ("FfV", format!("no atom V; expected {ATOMS} (character 3)")),
        ("fm", format!("the text ends after its modifiers; expected {ATOMS} (character 3)")),
        ("W-F", format!("no move begins with \"-\"; expected a modifier, [ or {ATOMS} (character 2)")),
        ("W F", format!("no move begins with \" \"; expected a modifier, [ or {ATOMS} (character 2)")),
        ("3W", format!("no move begins with \"3\"; expected a modifier, [ or {ATOMS} (character 1)")),
        ("tK", "no modifier t; expected f b l r v s h i m c e n j p g z q a y (character 1)".to_owned()),
        ("NdK", "no modifier d; expected f b l r v s h i m c e n j p g z q a y (character 2)".to_owned()),
        ("oR", "no modifier o; expected f b l r v s h i m c e n j p g z q a y (character 1)".to_owned()),
        ("mmW", "m is there twice; expected it once (character 2)".to_owned()),
        ("pgR", "p and g exclude each other; expected one of them (character 2)".to_owned()),
        ("nzB", "n and z exclude each other; expected one of them (character 2)".to_owned()),
        (
            "pW",
            "p has no meaning before W; expected a range of two squares or more, as in pR or gW3 (character 1)"
                .to_owned(),
        ),
        (
            "jH",
            "j has no meaning before H; expected it before D, A, N or before a piece that slides (character 1)"
                .to_owned(),
        ),
        (
            "fzB",
            "z has no meaning before B; expected one atom with all its directions, as in zB or qN (character 2)"
                .to_owned(),
        ),
        (
            "zQ",
            "z has no meaning before Q; expected one atom with all its directions, as in zB or qN (character 1)"
                .to_owned(),
        ),
        (
            "zF1",
            "z has no meaning before F; expected a range of two steps or more, as in zF3 (character 1)".to_owned(),
        ),
        ("yB", "y has no meaning before B; expected y only before a, as in yafsF (character 1)".to_owned()),
        (
            "hW",
            "h has no meaning here; expected it after f b l r, or as hl or hr before N C Z (character 1)"
                .to_owned(),
        ),
        (
            "shN",
            "h has no meaning here; expected it after f b l r, or as hl or hr before N C Z (character 2)"
                .to_owned(),
        ),
        ("sfN", "sf is read in two ways; expected fs or ffs (character 1)".to_owned()),
        ("W32", "the range is 32; expected 1 to 31, or 0 for no limit (character 2)".to_owned()),
        ("NW03", "the range is 03; expected 1 to 31, or 0 for no limit (character 3)".to_owned()),
        (
            "WW3",
            "3 follows a doubled letter; expected a range or a doubled letter, not both (character 3)".to_owned(),
        ),
        ("KO", "O has no number; expected how many squares the King castles, as in O2 (character 2)".to_owned()),
        ("fO2", "f has no meaning before O; expected only i, s, l or r (character 1)".to_owned()),
        ("mO2", "m has no meaning before O; expected only i, s, l or r (character 1)".to_owned()),
        (
            "cabK",
            "c stands in the middle of a bent move; expected only directions, m, p, g or y there (character 1)"
                .to_owned(),
        ),
        (
            "[cF-R]",
            "c stands inside brackets; expected only directions there, all else before the bracket (character 2)"
                .to_owned(),
        ),
        ("[F?R", "the end inside brackets; expected ? or - or ] (character 5)".to_owned()),
        ("[F]", "one step inside brackets; expected two steps or more, as in [F?R] (character 3)".to_owned()),
        ("[FR]", "R inside brackets; expected ? or - or ] (character 3)".to_owned()),
        ("[?R]", "? inside brackets; expected an atom (character 2)".to_owned()),
        (
            "[F-sR]",
            "F cannot turn into R like that; expected f, or two of f b and l r s, as in fs (character 4)"
                .to_owned(),
        ),
        ("[N-sN]", "N cannot turn into N like that; expected f or nothing (character 4)".to_owned()),
        ("p[F?R]", "p has no meaning before [; expected only directions, i, m, c and e (character 1)".to_owned()),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), error, "{text}");
    }
    assert_eq!(read(&"W".repeat(300)).unwrap_err().flaw, Flaw::Long(300));
    assert_eq!(read(&"N".repeat(130)).unwrap_err().flaw, Flaw::Atoms);
}

#[test]
fn every_piece_is_read() {
    for text in PIECES {
        assert!(read(text).is_ok(), "{text}: {:?}", read(text));
    }
}

/// Texts that are nearly right: pieces one after another, with some characters replaced, added or left out.
pub(super) fn nearly() -> impl Strategy<Value = String> {
    let signs = "fblrvshimcenjpgzqaytodukxWFDNAHCZGKRBQOV[]?-()0123456789 é";
    let sign = proptest::sample::select(signs.chars().collect::<Vec<_>>());
    let pieces = proptest::collection::vec(proptest::sample::select(PIECES), 1..4);
    let changes = proptest::collection::vec((any::<usize>(), 0..3_u8, sign), 0..4);
    (pieces, changes).prop_map(|(pieces, changes)| {
        let mut letters: Vec<char> = pieces.concat().chars().collect();
        for (at, how, sign) in changes {
            let at = at % (letters.len() + 1);
            match how {
                0 => letters.insert(at, sign),
                1 if at < letters.len() => letters[at] = sign,
                _ if at < letters.len() => drop(letters.remove(at)),
                _ => {}
            }
        }
        letters.into_iter().collect()
    })
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_at_one_of_its_characters(text in "\\PC{0,300}") {
        if let Err(error) = read(&text) {
            prop_assert!((1..=text.chars().count() + 1).contains(&error.at), "{error}");
        }
    }

    #[test]
    fn what_is_nearly_right_is_read_or_refused(text in nearly()) {
        match read(&text) {
            Ok(moves) => prop_assert!(moves.len() <= MOST_ATOMS),
            Err(error) => prop_assert!((1..=text.chars().count() + 1).contains(&error.at), "{error}"),
        }
    }
}
