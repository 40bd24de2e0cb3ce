//! The pictures of the pieces: each PNG is made from its SVG (`BLESS=1` writes them anew), small, and told
//! from the other kinds of its game by its silhouette alone.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use heterodox::games::GAMES;
use heterodox::rules::spec::Spec;

use crate::drawing::png::{entry, is_solid, written};
use crate::drawing::raster::{Dot, SAMPLES, dots};
use crate::drawing::svg::{SIDE, STYLE, read};

fn folder(spec: &Spec) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crates/games/src").join(spec.id).join("art")
}

/// The name of the files of a kind.
fn stem(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

/// The dots of a kind's drawing.
fn drawn(spec: &Spec, name: &str) -> Vec<Dot> {
    let path = folder(spec).join(stem(name) + ".svg");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("reading {}: {error}", path.display()));
    dots(&read(&text).unwrap_or_else(|flaw| panic!("{}: {flaw}", path.display())))
}

#[test]
fn every_kind_has_a_drawing_and_nothing_else_lies_there() {
    for game in GAMES {
        let spec = game.spec();
        let names =
            spec.kinds.iter().flat_map(|kind| [".png", ".svg", ".txt"].map(|ending| stem(kind.name) + ending));
        let found = fs::read_dir(folder(spec)).expect("the folder of the artwork");
        let found = found.map(|entry| entry.expect("an entry").file_name().into_string().expect("plain text"));
        assert_eq!(found.collect::<BTreeSet<_>>(), names.collect::<BTreeSet<_>>(), "{}", spec.id);
    }
}

#[test]
fn every_picture_is_made_from_its_drawing() {
    let mut other = Vec::new();
    for game in GAMES {
        let spec = game.spec();
        let mut sum = 0;
        for kind in spec.kinds {
            let file = written(&drawn(spec, kind.name));
            let path = folder(spec).join(stem(kind.name) + ".png");
            if std::env::var_os("BLESS").is_some() {
                fs::write(&path, &file).expect("it is written");
            }
            if fs::read(&path).unwrap_or_default() != file {
                other.push(path.display().to_string());
            }
            assert!(file.len() <= 1_600, "{}: {} bytes", path.display(), file.len());
            sum += file.len();
        }
        assert!(sum <= 22_000, "{}: {sum} bytes", spec.id);
    }
    assert!(other.is_empty(), "not what the drawing gives; BLESS=1 writes them anew: {other:#?}");
}

/// The artwork that only files of games name.
#[test]
fn pictures_for_files_are_made_from_their_drawings() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crates/games/src/file/art");
    let entries =
        fs::read_dir(&folder).expect("the folder of the artwork").map(|entry| entry.expect("an entry").path());
    let drawings: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "svg")).collect();
    assert!(drawings.len() >= 5, "{drawings:?}");
    for path in drawings {
        let text = fs::read_to_string(&path).expect("a drawing");
        let dots = dots(&read(&text).unwrap_or_else(|flaw| panic!("{}: {flaw}", path.display())));
        let file = written(&dots);
        let picture = path.with_extension("png");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&picture, &file).expect("it is written");
        }
        assert!(fs::read(&picture).unwrap_or_default() == file, "{}: BLESS=1 writes it anew", picture.display());
        assert!(file.len() <= 1_600, "{}: {} bytes", picture.display(), file.len());
        let free = |at: usize| {
            let (x, y) = (at % SIDE, at / SIDE);
            ![x, y, SIDE - 1 - x, SIDE - 1 - y].contains(&0) || dots[at][0] == 64
        };
        assert!((0..dots.len()).all(free), "{} touches the edge", path.display());
    }
}

/// The silhouette of a drawing when this many dots along each side become one.
fn silhouette(dots: &[Dot], by: usize) -> Vec<bool> {
    let side = SIDE / by;
    let mut solid = vec![0; side * side];
    for (at, &dot) in dots.iter().enumerate() {
        solid[at / SIDE / by * side + at % SIDE / by] += usize::from(is_solid(dot));
    }
    solid.iter().map(|&count| count * 2 > by * by).collect()
}

/// In full, at half and at a third of the size, which is about that of a cell of 4x2.
#[test]
fn any_two_silhouettes_of_a_game_differ_in_a_fifth() {
    for game in GAMES {
        let spec = game.spec();
        let drawings: Vec<Vec<Dot>> = spec.kinds.iter().map(|kind| drawn(spec, kind.name)).collect();
        for by in [1, 2, 3] {
            let shapes: Vec<Vec<bool>> = drawings.iter().map(|dots| silhouette(dots, by)).collect();
            for (at, one) in shapes.iter().enumerate() {
                for (before, two) in shapes[..at].iter().enumerate() {
                    let count =
                        |is: fn(bool, bool) -> bool| one.iter().zip(two).filter(|&(&a, &b)| is(a, b)).count();
                    let (union, off) = (count(|a, b| a || b), count(|a, b| a != b));
                    let names = (spec.kinds[at].name, spec.kinds[before].name);
                    assert!(off * 5 >= union, "{}: {names:?} differ in {off} of {union} dots", spec.id);
                }
            }
        }
    }
}

/// A frame stays free, or pieces of two ranks touch on a board without lines.
#[test]
fn no_drawing_touches_the_edge() {
    for game in GAMES {
        let spec = game.spec();
        for kind in spec.kinds {
            let dots = drawn(spec, kind.name);
            for (at, dot) in dots.iter().enumerate() {
                let (x, y) = (at % SIDE, at / SIDE);
                let edge = [x, y, SIDE - 1 - x, SIDE - 1 - y].contains(&0);
                assert!(!edge || dot[0] == 64, "{} {}: dot {x} {y}", spec.id, kind.name);
            }
        }
    }
}

fn drawing(shapes: &str) -> String {
    format!("<svg viewBox=\"0 0 96 96\"><style>{STYLE}</style>{shapes}</svg>")
}

/// How many samples of the whole picture have each ink.
fn sums(shapes: &str) -> Dot {
    let dots = dots(&read(&drawing(shapes)).expect("a drawing"));
    dots.iter().fold([0; 5], |sum, dot| std::array::from_fn(|ink| sum[ink] + dot[ink]))
}

#[test]
fn areas_and_strokes_have_their_size() {
    let all = (SIDE * SIDE * SAMPLES * SAMPLES) as u32;
    let square = sums("<rect class=\"fill\" x=\"10\" y=\"10\" width=\"20\" height=\"20\"/>");
    assert_eq!(square, [all - 25_600, 0, 25_600, 0, 0]);
    let path = sums("<path class=\"core\" d=\"M 10 10 H 30 V 30 L 10 30 Z\"/>");
    assert_eq!(path, [all - 25_600, 0, 0, 0, 25_600]);
    // A hole that winds the other way stays open.
    let ring = sums("<path class=\"shade\" d=\"M0 0 H20 V20 H0 Z M5 5 V15 H15 V5 Z\"/>");
    assert_eq!(ring[3], (400 - 100) * 64);
    let circle = sums("<circle class=\"fill\" cx=\"48\" cy=\"48\" r=\"40\"/>");
    assert!(circle[2].abs_diff(321_699) < 400, "{circle:?}");
    // Two half circles at the ends.
    let line = sums("<path class=\"pale\" style=\"stroke-width:10\" d=\"M20 48 L70 48\"/>");
    assert!(line[2].abs_diff(37_027) < 200, "{line:?}");
    // The edge lies under its area, and half of it is seen.
    let edged = sums("<rect class=\"fill edge\" x=\"10\" y=\"10\" width=\"20\" height=\"20\"/>");
    assert_eq!(edged[2], 25_600);
    assert!(edged[1].abs_diff(14_057) < 100, "{edged:?}");
}

#[test]
fn what_a_drawing_may_not_hold_is_refused() {
    for (shapes, words) in [
        ("<path class=\"fill\" d=\"M1 1 A1 1 0 0 0 2 2\"/>", "not A"),
        ("<path class=\"fill\" d=\"M1 1 l1 1\"/>", "not l"),
        ("<path class=\"fill\" d=\"M1 1 C1 1\"/>", "takes 6 numbers"),
        ("<path class=\"fill\" d=\"L1 1\"/>", "expected M"),
        ("<path class=\"gold\" d=\"M1 1\"/>", "no class gold"),
        ("<path class=\"fill\" transform=\"scale(2)\" d=\"M1 1\"/>", "no attribute transform"),
        ("<circle class=\"fill\" cx=\"1\" cy=\"x\" r=\"1\"/>", "expected a number"),
        ("<text class=\"fill\"/>", "expected path"),
        ("some words", "expected an element"),
    ] {
        let flaw = read(&drawing(shapes)).expect_err(shapes);
        assert!(flaw.contains(words), "{flaw}");
    }
    assert!(read("<svg viewBox=\"0 0 10 10\"></svg>").is_err());
    assert!(read("<svg viewBox=\"0 0 96 96\"><style>.fill{fill:red}</style></svg>").is_err());
}

/// An army's colours are put over the palette without reading the rest of the file.
#[test]
fn the_palette_lies_at_the_same_place_in_every_picture() {
    for game in GAMES {
        let spec = game.spec();
        for kind in spec.kinds {
            let file = written(&drawn(spec, kind.name));
            assert_eq!(&file[33..41], b"\0\0\0\x30PLTE", "{} {}", spec.id, kind.name);
            assert_eq!(&file[44..47], &[0x2a, 0x26, 0x20], "the second entry is the outline");
        }
    }
}

#[test]
fn a_dot_takes_the_nearest_mix() {
    assert_eq!(entry([64, 0, 0, 0, 0]), 0);
    assert_eq!(entry([30, 34, 0, 0, 0]), 2);
    assert_eq!(entry([0, 64, 0, 0, 0]), 4);
    assert_eq!(entry([0, 0, 64, 0, 0]), 5);
    assert_eq!(entry([0, 34, 30, 0, 0]), 9);
    assert_eq!(entry([0, 0, 0, 64, 0]), 6);
    assert_eq!(entry([0, 0, 0, 0, 64]), 7);
}
