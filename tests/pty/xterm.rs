//! Pictures in a real xterm, which shows them by sixel: each pixel of them is as it was drawn. Skipped with a word where
//! xterm or Xvfb are missing; the checks of the project install them.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::multiplexers::is_on_path;
use crate::support::{Folder, PATIENCE};
use heterodox::config::{Config, Motion};
use heterodox::games::{Registry, built_in};
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::host::cell_size::CellSize;
use heterodox::tui::host::facts::Facts;
use heterodox::tui::input::report::Report;
use heterodox::tui::pieces::graphics::{Form, numbered, place};
use heterodox::tui::pieces::number::piece;
use heterodox::tui::pieces::piece_style::PieceStyle;
use heterodox::tui::pieces::png::entries;
use heterodox::tui::pieces::raster::Scene;
use heterodox::tui::pieces::sixel::Raster;
use heterodox::tui::screens::play::Play;
use heterodox::tui::theme::color::{Rgb, rgb};
use heterodox::tui::world::{Setup, World};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

/// The columns and rows of the window.
const SIZE: (u16, u16) = (120, 36);

/// The cells of `fixed`, a font that the server has without any files.
const CELL: (u16, u16) = (6, 13);

/// The screen, so large that the pointer in its middle is not in the window.
const SCREEN: &str = "1600x1000x24";

/// How far a part of a colour may be from what was sent in percent.
const NEAR: u8 = 3;

/// A program that ends with its owner.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server without a screen, and the number of its display. Its pixels are in a file of this folder.
fn server(folder: &Path) -> (Running, String) {
    let mut command = Command::new("Xvfb");
    command.args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", SCREEN, "-fbdir"]).arg(folder);
    let log = std::fs::File::create(folder.join("xvfb.log")).expect("room");
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).spawn().expect("Xvfb starts");
    let told = child.stdout.take().expect("a pipe");
    let running = Running(child);
    let mut number = String::new();
    BufReader::new(told).read_line(&mut number).expect("Xvfb says its number");
    let why = || std::fs::read_to_string(folder.join("xvfb.log")).unwrap_or_default();
    assert!(!number.trim().is_empty(), "Xvfb did not start: {}", why());
    (running, format!(":{}", number.trim()))
}

/// A game of two people in an xterm on this display.
fn start(display: &str, folder: &Path) -> Running {
    let mut command = Command::new("xterm");
    let geometry = format!("{}x{}+0+0", SIZE.0, SIZE.1);
    command.args(["-ti", "vt340", "-tn", "xterm-256color", "-fn", "fixed", "-b", "0", "-bw", "0", "-geometry"]);
    command.args([&geometry, "-e", env!("CARGO_BIN_EXE_heterodox"), "play", "sanctuary"]);
    command.args(["--seat", "white=human", "--seat", "black=human"]);
    command.env_clear().env("PATH", std::env::var("PATH").unwrap_or_default()).env("HOME", folder);
    command.env("DISPLAY", display).env("LANG", "C.UTF-8").env("LC_ALL", "C.UTF-8").env("COLORTERM", "truecolor");
    command.env("HETERODOX_CONFIG", folder.join("config")).env("HETERODOX_DATA", folder.join("data"));
    let log = std::fs::File::create(folder.join("xterm.log")).expect("room");
    Running(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().expect("xterm starts"))
}

/// What a screen shows.
struct Shot {
    line: usize,
    pixels: Vec<u8>,
}

impl Shot {
    /// Reads the file of a server, which is as `xwd` has it: a header of numbers, colours, and lines of four bytes for each
    /// pixel.
    fn read(folder: &Path) -> Option<Shot> {
        let bytes = std::fs::read(folder.join("Xvfb_screen0")).ok()?;
        let number = |at: usize| {
            let four = bytes.get(4 * at..4 * at + 4)?;
            Some(u32::from_be_bytes(four.try_into().ok()?) as usize)
        };
        assert_eq!((number(1)?, number(11)?), (7, 32), "the version of the file and the bits of a pixel");
        assert_eq!((number(14)?, number(16)?), (0xff_0000, 0xff), "red first in a number, blue last");
        assert_eq!(number(7)?, 0, "the lowest byte of a number comes first");
        Some(Shot { line: number(12)?, pixels: bytes.get(number(0)? + 12 * number(19)?..)?.to_vec() })
    }

    fn pixel(&self, (x, y): (usize, usize)) -> Option<Rgb> {
        let at = y * self.line + 4 * x;
        let part = self.pixels.get(at..at + 3)?;
        Some(Rgb(part[2], part[1], part[0]))
    }
}

/// The client that runs in the xterm, as far as its board goes.
fn client() -> App {
    let value = |name: &str| match name {
        "TERM" => Some("xterm-256color".to_owned()),
        "LANG" => Some("C.UTF-8".to_owned()),
        "COLORTERM" => Some("truecolor".to_owned()),
        _ => None,
    };
    let mut config = Config::default();
    config.look.motion = Motion::Off;
    let facts = Facts { size: SIZE, ..Facts::of(value) };
    let mut world = World::new(Setup { config: Some(config), ..Setup::new(facts, Registry::default()) });
    world.learn(Report::Cell(CELL.0, CELL.1));
    world.learn(Report::Attributes(vec![63, 4]));
    assert_eq!(world.piece_style(), PieceStyle::Pictures);
    let mut people = MatchSetup::against_computer(built_in("sanctuary").expect("a game"), 1);
    people.seats.fill(SeatKind::Human(String::new()));
    let play = Play::start(people, &world).expect("a game");
    App::new(world, vec![Box::new(play)])
}

/// A pixel of the screen and its colour.
type Pixel = ((usize, usize), Rgb);

/// All pixels of the pictures of a frame.
fn drawn(world: &World, frame: &Buffer) -> Vec<Pixel> {
    let size = CellSize::new(CELL.0, CELL.1).expect("a cell");
    let (mut rasters, mut pixels) = (Vec::new(), Vec::new());
    for (cell, at) in frame.content.iter().zip(frame.area.positions()) {
        let (Color::Indexed(form), Some(Some((row, column)))) = (cell.underline_color, place(cell.symbol())) else {
            continue;
        };
        let name = (numbered(cell.fg).expect("a number"), Form::numbered(form).expect("a form"), cell.bg);
        let known = rasters.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            rasters.push((name, raster(world, size, name)));
            rasters.len() - 1
        });
        let raster = &rasters[known].1;
        let (left, top) = size.pixels((column, row)).expect("they are small");
        let (x, y) = size.pixels((at.x, at.y)).expect("they are small");
        for (down, right) in (0..CELL.1.into()).flat_map(|down| (0..CELL.0.into()).map(move |right| (down, right)))
        {
            let colour = raster.pixels[(top + down) * raster.wide + left + right];
            pixels.push(((x + right, y + down), raster.colours[usize::from(colour)]));
        }
    }
    pixels
}

/// The picture of a piece on a square of this colour.
fn raster(world: &World, size: CellSize, (number, form, ground): (u32, Form, Color)) -> Raster {
    let picture = world.pieces.gallery.picture(piece(number)).expect("only pieces are shown");
    let (read, inks) = (entries(picture.png).expect("a picture"), world.pieces.inks(number, &world.theme));
    let ground = rgb(ground).expect("the colour of a square");
    let scene = Scene { piece: Some((&read, inks.expect("colours"))), mark: None, ground: Some(ground) };
    scene.drawn(size.pixels(form.cells()).expect("they are small"))
}

fn is_near(seen: Rgb, wanted: Rgb) -> bool {
    let parts = [(seen.0, wanted.0), (seen.1, wanted.1), (seen.2, wanted.2)];
    parts.into_iter().all(|(seen, wanted)| seen.abs_diff(wanted) <= NEAR)
}

#[test]
fn an_xterm_shows_each_pixel_as_it_was_drawn() {
    for name in ["xterm", "Xvfb"] {
        let is_there = is_on_path(name);
        assert!(is_there || std::env::var_os("HETERODOX_NEED_XTERM").is_none(), "{name} is needed and missing");
        if !is_there {
            println!("skipped: there is no {name}");
            return;
        }
    }
    let app = client();
    let mut frame = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    app.draw(&mut frame);
    let wanted = drawn(&app.world, &frame);
    assert!(wanted.len() > 32 * 500, "32 pieces have {} pixels", wanted.len());

    let folder = Folder::new("xterm");
    // Also on a machine with much else to do the terminal is not slow.
    std::fs::create_dir_all(folder.join("config")).expect("a folder");
    std::fs::write(folder.join("config/config.toml"), "[look]\nslow_ms = 60000\n").expect("room");
    let (_server, display) = server(folder.path());
    let mut terminal = start(&display, folder.path());
    let end = Instant::now() + PATIENCE;
    loop {
        let shot = Shot::read(folder.path());
        let seen = |at| shot.as_ref().and_then(|shot| shot.pixel(at));
        let is_wrong = |(at, colour): &&Pixel| !seen(*at).is_some_and(|seen| is_near(seen, *colour));
        let wrong = wanted.iter().filter(is_wrong).count();
        if wrong == 0 {
            return;
        }
        let log = || std::fs::read_to_string(folder.join("xterm.log")).unwrap_or_default();
        assert_eq!(terminal.0.try_wait().expect("a child"), None, "xterm has ended: {}", log());
        let first = wanted.iter().find(is_wrong).map(|&(at, colour)| (at, colour, seen(at)));
        assert!(Instant::now() < end, "{wrong} of {} pixels are wrong; the first: {first:?}", wanted.len());
        thread::sleep(Duration::from_millis(50));
    }
}
