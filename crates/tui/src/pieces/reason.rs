//! Why pieces are shown as they are, in words for a report of a bug.

use super::piece_style::PieceStyle;
use super::shown::Shown;
use crate::config::{GlyphSet, Look, PieceSetting};
use crate::escape;
use crate::host::facts::Facts;
use crate::host::name::Answers;

impl Shown {
    /// The style in which pieces are shown on the terminal with these facts, and what has decided it.
    pub fn reason(&self, look: &Look, glyphs: GlyphSet, facts: &Facts) -> String {
        let style = self.piece_style(look, glyphs);
        let delay = facts.delay.map_or(0, |delay| delay.as_millis());
        let why = if glyphs != GlyphSet::Unicode {
            format!("the characters are {glyphs}")
        } else if look.pieces != PieceSetting::Auto {
            "the settings say so".to_owned()
        } else if let Some(cell) = self.ability.sixels {
            let (wide, high) = cell.pixels((1, 1)).unwrap_or_default();
            match style {
                PieceStyle::Pictures => format!("the terminal shows sixels, in cells of {wide}x{high} pixels"),
                _ if look.slow_ms == 0 => "the settings want no sixels (slow_ms = 0)".to_owned(),
                _ => format!(
                    "no sixels, because the terminal answered after {delay} ms (slow_ms = {})",
                    look.slow_ms
                ),
            }
        } else if facts.takes_sixels() && facts.told_cell().is_none() && style < PieceStyle::Pictures {
            "no sixels, because the terminal does not say how large its cells are".to_owned()
        } else if let Some(name) = Answers::of(&facts.reports).name() {
            format!("the terminal is {}", escape::line(&name.program))
        } else {
            format!("TERM is {}", escape::line(&facts.term))
        };
        format!("{}: {why}", self.name(style))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::games::Registry;
    use crate::input::report::Report;
    use crate::pieces::gallery::Gallery;

    /// What is said of a terminal that has answered after so many milliseconds.
    fn reason(look: &Look, glyphs: GlyphSet, answers: &[Report], delay: u64) -> String {
        let value = |name: &str| match name {
            "TERM" => Some("foot".to_owned()),
            "LANG" => Some("C.UTF-8".to_owned()),
            "SSH_TTY" => Some("/dev/pts/1".to_owned()),
            _ => None,
        };
        let asked = Instant::now();
        let mut facts = Facts { asked: Some(asked), ..Facts::of(value) };
        for answer in answers {
            facts.time(answer, asked + Duration::from_millis(delay));
            facts.learn(answer.clone());
        }
        Shown::new(Arc::new(Gallery::new(&Registry::default())), &facts).reason(look, glyphs, &facts)
    }

    #[test]
    fn it_is_said_what_has_decided_how_pieces_are_shown() {
        let name = Report::Version("WezTerm 20240203".to_owned());
        let (sixels, cell) = (Report::Attributes(vec![62, 4]), Report::Cell(10, 19));
        let all = [name, cell, sixels.clone()];
        let usual = Look::default();
        let with = |pieces, slow_ms| Look { pieces, slow_ms, ..Look::default() };
        let late = "sextants: no sixels, because the terminal answered after 501 ms (slow_ms = 500)";
        for (look, answers, delay, said) in [
            (&usual, &all[..], 500, "pictures (sixel): the terminal shows sixels, in cells of 10x19 pixels"),
            (&usual, &all, 501, late),
            (&with(PieceSetting::Auto, 0), &all, 3, "sextants: the settings want no sixels (slow_ms = 0)"),
            (&with(PieceSetting::Pictures, 0), &all, 900, "pictures (sixel): the settings say so"),
            (&with(PieceSetting::Letters, 9), &[], 0, "letters: the settings say so"),
            (&usual, &all[..1], 0, "sextants: the terminal is wezterm"),
            (&usual, &[], 0, "sextants: TERM is foot"),
            (
                &usual,
                &[sixels],
                0,
                "sextants: no sixels, because the terminal does not say how large its cells are",
            ),
        ] {
            assert_eq!(reason(look, GlyphSet::Unicode, answers, delay), said);
        }
        assert_eq!(reason(&usual, GlyphSet::Ascii, &all, 0), "letters: the characters are ascii");
    }
}
