//! Reads the text format of sprites:
//!
//! ```text
//! # A comment before the first section.
//! [8x6]
//! ...##...
//! ..####..
//! ```
//!
//! The sections `[8x6]`, `[14x9]`, `[22x15]` and `[quadrants 14x6]` are needed, once each. `[hollow 8x6]` and so
//! on may follow; without it the outline of the solid sprite is taken.

use thiserror::Error;

use super::sprite::{Dot, Size, Sprite};
use super::{Art, Sprites};

/// Why sprites could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}, line {line}, section [{section}]: {wrong}")]
pub struct ArtError {
    file: String,
    /// Counted from 1.
    line: usize,
    section: String,
    wrong: String,
}

/// The sections, in the order in which messages name them.
fn names() -> String {
    Size::ALL.map(|size| format!("[{}]", size.name())).join(", ")
}

/// The part of the text between two headings.
struct Section<'a> {
    line: usize,
    name: &'a str,
    rows: Vec<&'a str>,
}

impl Section<'_> {
    fn error(&self, file: &str, line: usize, wrong: String) -> ArtError {
        ArtError { file: file.to_owned(), line, section: self.name.to_owned(), wrong }
    }

    /// The size in the heading, and whether it is a hollow sprite.
    fn heading(&self) -> Option<(Size, bool)> {
        let (name, hollow) = self.name.strip_prefix("hollow ").map_or((self.name, false), |name| (name, true));
        Some((Size::ALL.into_iter().find(|size| size.name() == name)?, hollow))
    }

    fn sprite(&self, file: &str, size: Size) -> Result<Sprite, ArtError> {
        let (wide, high) = size.dots();
        let mut dots = Vec::with_capacity(wide * high);
        for (row, text) in self.rows.iter().enumerate() {
            let line = self.line + 1 + row;
            let error = |wrong| self.error(file, line, wrong);
            if row == high {
                return Err(error(format!("expected {high} lines of dots and then a heading or the end")));
            }
            let count = text.chars().count();
            if count != wide {
                return Err(error(format!("{count} characters, expected {wide}")));
            }
            for (column, sign) in text.chars().enumerate() {
                let Some((dot, _)) = Dot::SIGNS.into_iter().find(|(_, known)| *known == sign) else {
                    let column = column + 1;
                    let what = "expected '.' ground, '#' fill, '+' shade or 'o' core";
                    return Err(error(format!("{sign:?} in column {column}: {what}")));
                };
                if dot == Dot::Shade && size != Size::Large {
                    return Err(error(format!("'+' is for [{}] only: expected '#'", Size::Large.name())));
                }
                dots.push(dot);
            }
        }
        let rows = self.rows.len();
        let short = || self.error(file, self.line + rows, format!("{rows} lines of dots, expected {high}"));
        let sprite = Sprite::new(size, dots).ok_or_else(short)?;
        match sprite.overfull() {
            None => Ok(sprite),
            Some((column, row)) => {
                let line = self.line + 1 + usize::from(row * size.dots_in_cell().1);
                let wrong = format!(
                    "the character in column {}, row {} needs three colours, but only two are possible",
                    column + 1,
                    row + 1
                );
                Err(self.error(file, line, wrong))
            }
        }
    }
}

/// The sections of a text.
fn sections<'a>(file: &str, text: &'a str) -> Result<Vec<Section<'a>>, ArtError> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    // Empty lines at the end are no lines of dots.
    for (at, line) in text.trim_end().lines().enumerate() {
        let heading = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        match (heading, sections.last_mut()) {
            (Some(name), _) => sections.push(Section { line: at + 1, name, rows: Vec::new() }),
            (None, Some(section)) => section.rows.push(line),
            (None, None) if line.is_empty() || line == "#" || line.starts_with("# ") => {}
            (None, None) => {
                let wrong = format!("expected a comment that begins with \"# \", or one of {}", names());
                return Err(ArtError { file: file.to_owned(), line: at + 1, section: String::new(), wrong });
            }
        }
    }
    Ok(sections)
}

impl Sprites {
    /// Reads the sprites of a kind.
    pub fn read(art: &Art) -> Result<Sprites, ArtError> {
        let file = art.file;
        let sections = sections(file, art.sprites)?;
        let (mut solid, mut hollow) = ([const { None }; Size::ALL.len()], [const { None }; Size::ALL.len()]);
        for section in &sections {
            let Some((size, is_hollow)) = section.heading() else {
                let wrong = format!("expected one of {}, or the same with \"hollow \"", names());
                return Err(section.error(file, section.line, wrong));
            };
            let place = if is_hollow { &mut hollow } else { &mut solid };
            if place[size as usize].replace(section.sprite(file, size)?).is_some() {
                return Err(section.error(file, section.line, "it occurs twice".to_owned()));
            }
        }
        let last = art.sprites.lines().count().max(1);
        let missing = |size: Size| ArtError {
            file: file.to_owned(),
            line: last,
            section: size.name().to_owned(),
            wrong: format!("it is missing: expected each of {}", names()),
        };
        let mut found = Vec::new();
        for (size, sprite) in Size::ALL.into_iter().zip(solid) {
            found.push(sprite.ok_or_else(|| missing(size))?);
        }
        let hollow = std::array::from_fn(|at| hollow[at].take().unwrap_or_else(|| found[at].outline()));
        let solid = std::array::from_fn(|at| found[at].clone());
        Ok(Sprites { solid, hollow })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(sections: &[(&str, Size)], fault: impl Fn(&str, String) -> String) -> String {
        let mut text = "# A test\n".to_owned();
        for (prefix, size) in sections {
            let (wide, high) = size.dots();
            let name = format!("{prefix}{}", size.name());
            let rows = format!("{}\n", "#".repeat(wide)).repeat(high);
            text += &fault(&name, format!("[{name}]\n{rows}"));
        }
        text
    }

    const SOLID: [(&str, Size); 4] =
        [("", Size::Small), ("", Size::Medium), ("", Size::Large), ("", Size::Quadrants)];

    fn read(text: &str) -> Result<Sprites, String> {
        let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
        Sprites::read(&Art { file: "king.txt", sprites: text, picture: None, drawing: None })
            .map_err(|error| error.to_string())
    }

    #[test]
    fn hollow_sprites_are_drawn_or_computed() {
        let computed = read(&written(&SOLID, |_, text| text)).expect("it is right");
        assert_eq!(computed.hollow(Size::Medium), &computed.solid(Size::Medium).outline());
        let all = [&SOLID[..], &[("hollow ", Size::Medium)]].concat();
        let drawn = read(&written(&all, |_, text| text)).expect("it is right");
        assert_eq!(drawn.hollow(Size::Medium), drawn.solid(Size::Medium));
        assert_eq!(drawn.hollow(Size::Large), &drawn.solid(Size::Large).outline());
    }

    #[test]
    fn a_mistake_is_told_with_file_section_line_and_what_was_expected() {
        for (section, from, to, told) in [
            ("8x6", "########\n[", "[", "king.txt, line 7, section [8x6]: 5 lines of dots, expected 6"),
            ("8x6", "]\n", "]\n.#######\n", "line 9, section [8x6]: expected 6 lines of dots and then"),
            ("8x6", "]\n#", "]\n", "line 3, section [8x6]: 7 characters, expected 8"),
            ("8x6", "]\n##", "]\n#x", "line 3, section [8x6]: 'x' in column 2: expected '.' ground, '#' fill"),
            ("8x6", "]\n##", "]\n#é", "line 3, section [8x6]: 'é' in column 2"),
            ("14x9", "]\n#", "]\n+", "line 10, section [14x9]: '+' is for [22x15] only"),
            (
                "8x6",
                "]\n##",
                "]\n.o",
                "line 3, section [8x6]: the character in column 1, row 1 needs three colours",
            ),
            ("8x6", "[8x6]", "[8x7]", "line 2, section [8x7]: expected one of [8x6], [14x9]"),
            ("8x6", "[8x6]", "[hollow 8x6]", "line 41, section [8x6]: it is missing"),
            ("8x6", "[8x6]", "8x6", "line 2, section []: expected a comment that begins with"),
        ] {
            // The next heading is put behind the section, so that its last line can be named.
            let fault = |name: &str, text: String| {
                if name == section {
                    let whole = format!("{text}[");
                    let changed = whole.replacen(from, to, 1);
                    changed.strip_suffix('[').unwrap_or(&changed).to_owned()
                } else {
                    text
                }
            };
            let found = read(&written(&SOLID, fault)).expect_err(told);
            assert!(found.contains(told), "{told}:\n{found}");
        }
        let twice = [&SOLID[..], &[("", Size::Small)]].concat();
        assert!(read(&written(&twice, |_, text| text)).expect_err("twice").contains("it occurs twice"));
        assert!(read("").expect_err("nothing").contains("line 1, section [8x6]: it is missing"));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(seed in prop::collection::vec(0..2_usize, 48 + 126 + 330 + 84)) {
            let mut dots = seed.iter().map(|&at| Dot::SIGNS[at]);
            let mut text = String::new();
            for size in Size::ALL {
                let (wide, high) = size.dots();
                text = text + "[" + size.name() + "]\n";
                for _ in 0..high {
                    text.extend(dots.by_ref().take(wide).map(|(_, sign)| sign));
                    text.push('\n');
                }
            }
            let sprites = read(&text).expect("it is right");
            let read: Vec<Dot> = Size::ALL.iter().flat_map(|&size| sprites.solid(size).dots().to_vec()).collect();
            let meant: Vec<Dot> = seed.iter().map(|&at| Dot::SIGNS[at].0).collect();
            prop_assert_eq!(read, meant);
        }

        #[test]
        fn no_text_makes_it_panic(text in "(\\[(hollow )?(8x6|14x9|quadrants 14x6)\\]\n|[.#+oé]{0,15}\n|# \n|.{0,9}\n){0,30}") {
            let _ = read(&text);
        }
    }
}
