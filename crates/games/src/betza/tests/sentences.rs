//! What is said about pieces.

use proptest::prelude::*;

use super::super::*;
use super::reading::nearly;

#[test]
fn pieces_are_described_in_plain_words() {
    for (text, expected) in [
        ("", "never moves"),
        ("W", "steps one square straight"),
        ("F", "steps one square diagonally"),
        ("WF", "steps one square in any direction"),
        ("K", "steps one square in any direction"),
        ("D", "leaps two squares straight"),
        ("AD", "leaps two squares in any direction"),
        ("N", "leaps two squares straight and one aside"),
        ("C", "leaps three squares straight and one aside"),
        ("R", "slides any distance straight"),
        ("Q", "slides any distance in any direction"),
        ("RB", "slides any distance in any direction"),
        ("B3", "slides up to three squares diagonally"),
        ("BN", "moves as a Bishop or as a Knight"),
        ("QN", "moves as a Queen or as a Knight"),
        ("RF", "slides any distance straight or steps one square diagonally"),
        ("KisO2", "steps one square in any direction; castles, moving two squares"),
        (
            "fmWfceFifmnD",
            "steps one square ahead, two on its first move; captures one square diagonally ahead, also en passant",
        ),
        (
            "fmFfceWifmnA",
            "steps one square diagonally ahead, two on its first move; captures one square ahead, also en passant",
        ),
        ("fmW", "steps one square ahead, without capturing"),
        ("KmN", "steps one square in any direction; leaps two squares straight and one aside, without capturing"),
        ("KcN", "steps one square in any direction; captures two squares straight and one aside"),
        ("FfW", "steps one square diagonally or ahead"),
        ("WfF", "steps one square straight or diagonally ahead"),
        ("fR", "slides any distance ahead"),
        ("fsW", "steps one square ahead or sideways"),
        ("frF", "steps one square diagonally ahead to the right"),
        ("fN", "leaps two squares ahead and one to either side"),
        ("fsN", "leaps one square ahead and two to either side"),
        ("nN", "steps one square straight, then one diagonally outward, not over a piece"),
        ("nA", "steps two squares diagonally, not over a piece"),
        ("mRcpR", "slides any distance straight; captures at any distance straight over exactly one piece"),
        ("gQ", "slides any distance in any direction to the square right behind the first piece"),
        ("NN", "leaps two squares straight and one aside any number of times in one direction"),
        ("DD", "leaps two squares straight any number of times in one direction"),
        ("zB", "makes any number of diagonal steps, turning right and left by turns"),
        ("qN", "makes any number of knight's leaps, turning always to the same side"),
        ("[F?R]", "steps one square diagonally, or from there slides any distance straight outward"),
        (
            "[F-R]",
            "steps one square diagonally to an empty square, and from there slides any distance straight outward",
        ),
        (
            "v[F?R]",
            "steps one square diagonally, or from there slides any distance straight outward, only ahead or back",
        ),
        (
            "afsW",
            "steps one square straight to an empty square, and from there steps one square turned by 45 degrees",
        ),
        ("jR", "slides any distance straight, passing over the first square"),
        ("jD", "leaps two squares straight over a piece"),
        ("iW", "on its first move steps one square straight"),
    ] {
        assert_eq!(words(&read(text).unwrap()), expected, "{text}");
    }
}

proptest! {
    #[test]
    fn whatever_is_read_has_words(text in nearly()) {
        if let Ok(moves) = read(&text) {
            let words = words(&moves);
            prop_assert!(!words.is_empty() && !words.contains("  ") && words.trim() == words, "{text}: {words}");
        }
    }
}
