//! Recordings that replay games in a terminal: as text for `cat`, and as an asciicast, which has the time of
//! every move. The frames are drawn with the board widget.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use serde_json::json;

use super::backend::{Backend, safe};
use super::board::cell::Sign;
use super::board::draw::{Look, plain_cell};
use super::board::map::{BoardMap, Drawing, Wish};
use super::board::marks::squares;
use super::depth::Depth;
use super::glyphs::Glyphs;
use super::pieces::gallery::{Album, Numbers};
use super::pieces::piece_style::PieceStyle;
use super::theme::{Role, Theme, Themes};
use super::view::View;
use super::widgets::put::put as put_words;
use super::widgets::text::fit;
use crate::config::PieceLetters;
use crate::export::format::Format;
use crate::record::game::Game;
use crate::record::tree::PlayedMove;
use crate::rules::geometry::Square;
use crate::rules::position::Position;
use crate::rules::timeline::Act;

/// The size of recordings with letters: it fits in an 80x24 terminal with a shell prompt below.
const SIZE: Rect = Rect::new(0, 0, 80, 22);

/// The size of recordings with sprites, which need larger cells.
const LARGE: Rect = Rect::new(0, 0, 96, 32);

/// The seconds between two moves, and how long the last position is shown.
const PACE_SECONDS: f64 = 1.0;
const END_SECONDS: f64 = 4.0;

/// Draws the frames of a recording.
struct Painter<'a> {
    theme: &'a Theme,
    glyphs: &'a Glyphs,
    piece_style: PieceStyle,
    size: Rect,
}

impl<'a> Painter<'a> {
    fn new(theme: &'a Theme, glyphs: &'a Glyphs, piece_style: PieceStyle) -> Painter<'a> {
        // A recording holds characters only.
        Painter {
            theme,
            glyphs,
            piece_style: piece_style.min(PieceStyle::Sextants),
            size: if piece_style == PieceStyle::Letters { SIZE } else { LARGE },
        }
    }

    /// Draws one position of a game; the last one has the result.
    fn draw(
        &self,
        game: &Game,
        position: &dyn Position,
        (last, signs): (Option<&PlayedMove>, &[(Square, Sign)]),
        result: &str,
        buffer: &mut Buffer,
    ) {
        let spec = position.spec();
        let room = usize::from(self.size.width) - 2;
        let mut put = |row: u16, text: &str, role: Role| {
            let text = fit(&self.glyphs.head(text, room), room, self.glyphs.more);
            put_words(buffer, 1, row, text, room, self.theme.style(role));
        };
        let players: Vec<String> =
            spec.sides().map(|side| format!("{} {}", spec.seat(side).name, game.player(side))).collect();
        put(0, &format!("{}: {}", spec.title, players.join(", ")), Role::Title);
        let moved = match last {
            None => "the beginning".to_owned(),
            Some(deed) => format!("{}. {} {}", deed.round, spec.seat(deed.side).name, deed.shown),
        };
        put(1, format!("{moved}   {result}").trim_end(), Role::Text);
        let drawing = Drawing::of(spec, self.piece_style, self.theme.depth());
        let fits = |way: &BoardMap<'_>| way.size().0 < self.size.width && way.size().1 <= self.size.height - 2;
        let wish = Wish { lines: drawing.lines(self.glyphs.name), ..Wish::of(spec, drawing) };
        let ways = BoardMap::ways(position.geometry(), View::FIRST, wish);
        let Some(way) = ways.into_iter().find(fits) else { return };
        let army = last.and_then(|deed| spec.seat(deed.side).name.to_lowercase().chars().next()).unwrap_or(' ');
        let cell = |square: Square| {
            let sign = signs.iter().find(|(at, _)| *at == square).map(|&(_, sign)| sign);
            super::board::cell::Cell { sign, army, ..plain_cell(position, square) }
        };
        let album = Album::new(spec, &Numbers::default());
        let look = Look {
            theme: self.theme,
            glyphs: self.glyphs,
            album: Some(&album),
            drawing,
            drawn: None,
            letters: PieceLetters::Auto,
        };
        look.board(&way.at(Point::new(1, 2)), u8::MAX, buffer, cell);
    }

    /// Draws all positions of a game; the last one with the result.
    fn moments(&self, game: &Game, mut show: impl FnMut(&Buffer) -> io::Result<()>) -> io::Result<()> {
        let mut position = game.tree.start().fork();
        let deeds = game.tree.line(crate::record::tree::Id::ROOT).map(|id| game.tree.node(id).deed.as_ref());
        let (mut number, last) = (0, game.tree.length());
        for deed in deeds {
            let mut signs = Vec::new();
            if let Some(deed) = deed {
                if let Act::Move(mv) = deed.act {
                    signs = squares(position.as_ref(), mv);
                }
                let done = deed.repeat(position.as_mut());
                debug_assert!(done.is_ok(), "only what is legal gets into a tree");
            }
            let mut buffer = Buffer::empty(self.size);
            buffer.set_style(self.size, self.theme.style(Role::Text));
            let result = game.tags.get("Result").filter(|_| number == last).unwrap_or_default();
            self.draw(game, position.as_ref(), (deed, &signs), result, &mut buffer);
            number += 1;
            show(&buffer)?;
        }
        Ok(())
    }
}

/// Writes games as text. Each frame overwrites the previous one, without pauses.
pub(crate) fn text(games: &[Game], glyphs: &Glyphs, out: &mut dyn Write) -> io::Result<()> {
    let theme = Themes::load(None).named("mono", Depth::None);
    let painter = Painter::new(&theme, glyphs, PieceStyle::Letters);
    out.write_all(b"\x1b[2J")?;
    for game in games {
        painter.moments(game, |buffer| {
            let mut frame = "\x1b[H".to_owned();
            for y in SIZE.top()..SIZE.bottom() {
                let row: String = (SIZE.left()..SIZE.right()).map(|x| safe(buffer[(x, y)].symbol())).collect();
                frame.push_str(row.trim_end());
                frame.push_str("\x1b[K");
                // A line feed after the last row would scroll the screen.
                frame.push_str(if y + 1 < SIZE.bottom() { "\n" } else { "" });
            }
            out.write_all(frame.as_bytes())
        })?;
    }
    out.write_all(b"\n")
}

/// A writer whose bytes can be read while it is in use.
#[derive(Clone, Default)]
struct Tape(Rc<RefCell<Vec<u8>>>);

impl Write for Tape {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes games as an asciicast of version 2, one move per second.
pub(crate) fn cast(games: &[Game], format: Format<'_>, out: &mut dyn Write) -> io::Result<()> {
    let painter = Painter::new(format.theme, format.glyphs, format.pieces);
    let size = painter.size;
    let title = games.first().map_or("Heterodox", |game| game.spec().title);
    let head = json!({
        "version": 2,
        "width": size.width,
        "height": size.height,
        "title": title,
        "env": { "TERM": "xterm-256color", "COLORTERM": "truecolor" },
    });
    writeln!(out, "{head}")?;
    let tape = Tape::default();
    let mut screen = ratatui::Terminal::new(Backend::new(tape.clone(), size.width, size.height))?;
    screen.clear()?;
    tape.0.borrow_mut().extend_from_slice(b"\x1b[?25l");
    let mut time = 0.0;
    for game in games {
        painter.moments(game, |buffer| {
            screen.draw(|frame| frame.buffer_mut().clone_from(buffer))?;
            let bytes = std::mem::take(&mut *tape.0.borrow_mut());
            writeln!(out, "{}", json!([time, "o", String::from_utf8_lossy(&bytes)]))?;
            time += PACE_SECONDS;
            Ok(())
        })?;
        time += END_SECONDS - PACE_SECONDS;
        // An empty event keeps the last frame on the screen until this time.
        writeln!(out, "{}", json!([time, "o", ""]))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::glyphs::{ASCII, UNICODE};
    use crate::record::form::Form;
    use crate::record::tree::Id;

    fn games() -> Vec<Game> {
        let begin = |variant: &&'static dyn crate::rules::variant::Variant| {
            let mut game = Game::begin(*variant, None, None).expect("a game");
            game.tags.set("Result", "1-0");
            let mut position = game.tree.start().fork();
            let mut at = Id::ROOT;
            for ply in 0..9 {
                let legal = position.legal();
                let text = position.machine(legal[ply * 5 % legal.len()]);
                let deed = PlayedMove::play(position.as_mut(), &text).expect("it is legal");
                at = game.tree.attach(at, deed);
            }
            game
        };
        GAMES.iter().map(begin).collect()
    }

    /// The screen of a terminal after these bytes.
    fn shown(bytes: &[u8]) -> String {
        let mut screen = vt100::Parser::new(24, 80, 0);
        screen.process(bytes);
        screen.screen().contents()
    }

    #[test]
    fn both_forms_end_with_the_same_board() {
        for game in games() {
            let games = [game];
            let (mut plain, mut film) = (Vec::new(), Vec::new());
            text(&games, &ASCII, &mut plain).expect("it is memory");
            let theme = Themes::load(None).named("classic", Depth::Indexed256);
            let format = Format { form: Form::Cast, glyphs: &ASCII, theme: &theme, pieces: PieceStyle::Letters };
            cast(&games, format, &mut film).expect("it is memory");
            assert!(plain.is_ascii() && plain.windows(3).filter(|part| part == b"\x1b[H").count() == 10);
            let film = String::from_utf8(film).expect("text");
            let mut lines = film.lines().map(|line| serde_json::from_str(line).expect("JSON"));
            let head: serde_json::Value = lines.next().expect("a head");
            assert_eq!((head["version"].as_u64(), head["width"].as_u64()), (Some(2), Some(80)));
            let events: Vec<serde_json::Value> = lines.collect();
            let times: Vec<f64> = events.iter().map(|event| event[0].as_f64().expect("a time")).collect();
            assert!(events.len() == 11 && times.is_sorted() && times[1] > times[0], "{times:?}");
            let bytes: String = events.iter().filter_map(|event| event[2].as_str()).collect();
            // A terminal needs a carriage return before each line feed.
            let plain = String::from_utf8(plain).expect("text").trim_end().replace('\n', "\r\n");
            let (one, other) = (shown(plain.as_bytes()), shown(bytes.as_bytes()));
            // An empty square has a dot only where it has no colour.
            let words = |text: &str| {
                let words = text.replace('.', " ");
                words.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>()
            };
            assert_eq!(words(&one), words(&other));
            assert!(one.contains(games[0].spec().title) && one.contains("   1-0"), "{one}");
        }
        let mut plain = Vec::new();
        text(&games(), &UNICODE, &mut plain).expect("it is memory");
        assert!(String::from_utf8(plain).expect("text").contains('─'));
    }

    #[test]
    fn a_recording_has_the_theme_and_the_pieces_that_are_wanted() {
        use crate::theme::color::{Rgb, rgb};
        let themes = Themes::load(None);
        for game in games() {
            let many = game.spec().seats.len() > 2;
            let games = [game];
            for (name, pieces) in [
                ("slate", PieceStyle::Sextants),
                ("parchment", PieceStyle::Quadrants),
                ("walnut", PieceStyle::Letters),
            ] {
                let theme = themes.named(name, Depth::True);
                let mut film = Vec::new();
                let format = Format { form: Form::Cast, glyphs: &UNICODE, theme: &theme, pieces };
                cast(&games, format, &mut film).expect("it is memory");
                let film = String::from_utf8(film).expect("text");
                let Some(Rgb(red, green, blue)) = theme.on_square(Role::Dark, None).bg.and_then(rgb) else {
                    panic!("{name} has a ground")
                };
                assert!(film.contains(&format!("48;2;{red};{green};{blue}")), "{name}");
                let has = |from: char, to: char| film.contains(|letter| (from..=to).contains(&letter));
                // Three levels of sprites have no room.
                assert_eq!(has('\u{1fb00}', '\u{1fb3b}'), pieces == PieceStyle::Sextants && !many, "{name}");
                assert_eq!(has('▖', '▖'), pieces == PieceStyle::Quadrants && !many, "{name}");
            }
        }
    }
}
