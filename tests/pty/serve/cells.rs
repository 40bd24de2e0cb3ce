//! Squares are as wide as they are high over ssh too: the size of a window in pixels comes with that in columns and rows, at
//! the start and whenever it changes, so no question is needed. The terminal here answers none.

use russh::client::Msg;
use russh::{ChannelMsg, ChannelReadHalf, ChannelWriteHalf};

use super::club::Club;
use super::lobby::SETTINGS;
use super::raw::Raw;
use crate::emulator::Emulator;
use crate::support::PATIENCE;

const WINDOW: (u16, u16) = (160, 50);

/// A terminal with a board on it.
struct Seen {
    raw: Raw,
    screen: ChannelReadHalf,
    keys: ChannelWriteHalf<Msg>,
    emulator: Emulator,
}

impl Seen {
    fn of(club: &Club, pixels: (u32, u32)) -> Seen {
        let raw = Raw::guest(club.port);
        let (screen, keys) = raw.window((WINDOW.0.into(), WINDOW.1.into()), pixels);
        let mut seen = Seen { raw, screen, keys, emulator: Emulator::new(WINDOW.0, WINDOW.1) };
        seen.wait(|seen| seen.text().contains("Play now"));
        seen.send("\x1b[H\r");
        // The start screen has a board too.
        seen.wait(Seen::is_playing);
        seen
    }

    fn send(&self, keys: &str) {
        self.raw.runtime.block_on(self.keys.data_bytes(keys.to_owned().into_bytes())).expect("it is open");
    }

    fn text(&self) -> String {
        let rows = self.emulator.screen.content.chunks(self.emulator.screen.area.width.into());
        rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>() + "\n").collect()
    }

    /// Reads what comes until this is seen.
    fn wait(&mut self, is_there: impl Fn(&Seen) -> bool) {
        while !is_there(self) {
            let Seen { raw, screen, .. } = self;
            let next = raw.runtime.block_on(async { tokio::time::timeout(PATIENCE, screen.wait()).await });
            match next {
                Ok(Some(ChannelMsg::Data { data })) => self.emulator.feed(&data),
                Ok(Some(_)) => {}
                other => panic!("{other:?} after\n{}", self.text()),
            }
        }
    }

    /// Whether the whole screen of a game is there, down to its keys.
    fn is_playing(&self) -> bool {
        self.square().is_some() && self.text().contains("Enter pick")
    }

    /// The columns and rows of a square, by the names beside the board.
    fn square(&self) -> Option<(u16, u16)> {
        let text = self.text();
        let lines: Vec<&str> = text.lines().collect();
        let files = lines.iter().find(|line| line.split_whitespace().collect::<String>().contains("bcdefg"))?;
        let column = |file: char| files.chars().position(|letter| letter == file);
        let row = |rank: char| lines.iter().position(|line| line.trim_start().starts_with(rank));
        Some(((column('c')? - column('b')?) as u16, (row('2')? - row('3')?) as u16))
    }

    /// The window gets another size.
    fn resize(&mut self, (columns, rows): (u16, u16), (width, height): (u32, u32)) {
        self.emulator = Emulator::new(columns, rows);
        let resized = self.keys.window_change(columns.into(), rows.into(), width, height);
        self.raw.runtime.block_on(resized).expect("it is open");
        self.wait(Seen::is_playing);
    }
}

#[test]
fn squares_are_square_by_the_pixels_of_the_window() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let (columns, rows) = (u32::from(WINDOW.0), u32::from(WINDOW.1));
    // Pixels of zero say nothing: a cell is taken to be about twice as high as wide.
    let (wide, high) = Seen::of(&club, (0, 0)).square().expect("a board");
    assert!((2 * high..=2 * high + 1).contains(&wide), "{wide}x{high}");
    // A cell of 12 by 16 pixels, and a border that is a part of no cell.
    let mut seen = Seen::of(&club, (12 * columns + 7, 16 * rows + 4));
    let is_square =
        |(wide, high): (u16, u16), cell: (u16, u16)| (wide * cell.0).abs_diff(high * cell.1) <= cell.0 / 2;
    let square = seen.square().expect("a board");
    assert!(is_square(square, (12, 16)) && !is_square(square, (8, 16)), "{square:?}");
    // The letters get smaller, so there are more of them.
    seen.resize((170, 52), (8 * 170, 16 * 52));
    let square = seen.square().expect("a board");
    assert!(is_square(square, (8, 16)), "{square:?}");
    seen.resize((168, 51), (12 * 168, 16 * 51));
    let square = seen.square().expect("a board");
    assert!(is_square(square, (12, 16)), "{square:?}");
    // What is not said is as it was.
    seen.resize((166, 50), (0, 0));
    assert_eq!(seen.square(), Some(square));
}
