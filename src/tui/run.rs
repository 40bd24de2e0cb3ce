//! The event loop of a terminal. It waits for input, for results from background threads and for timers, and
//! draws only when something has changed.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use super::app::App;
use super::backend::Backend;
use super::input::Input;
use super::terminal::{Event, Screen, Terminal};
use super::world::TerminalRequest;
use crate::task;

/// A resize comes as many small steps, so the screen is redrawn this long after the last one.
const SETTLE: Duration = Duration::from_millis(40);

/// The maximum size of a frame.
pub const LARGEST: (u16, u16) = (500, 200);

/// What wakes the event loop.
pub enum Wake {
    /// An event of the terminal.
    Terminal(Event),
    /// A result from a background thread: a player, the journal or a hint.
    Answer,
}

/// Runs until the program ends. Returns the message to print on exit.
pub fn run(app: &mut App, terminal: &mut Terminal, wakes: &Receiver<Wake>) -> io::Result<Option<String>> {
    let (columns, rows) = clamp(terminal.size());
    let backend = terminal.backend();
    let mut screen = ratatui::Terminal::new(backend)?;
    app.world.facts.size = (columns, rows);
    let mut title = String::new();
    let mut resized: Option<Instant> = None;
    while !app.over() {
        if resized.is_none_or(|settled| Instant::now() >= settled) {
            if resized.take().is_some() {
                let (columns, rows) = app.world.facts.size;
                screen.backend_mut().resize(columns, rows);
                screen.resize(Rect::new(0, 0, columns, rows))?;
            }
            if app.take_dirty() {
                if app.world.config.look.title {
                    let now = app.title();
                    if now != title {
                        screen.backend_mut().title(&now);
                        title = now;
                    }
                }
                draw(app, &mut screen)?;
            }
        }
        let due = [app.deadline(), resized].into_iter().flatten().min();
        let wake = match due {
            Some(due) => match wakes.recv_timeout(due.saturating_duration_since(Instant::now())) {
                Ok(wake) => Some(wake),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => break,
            },
            None => match wakes.recv() {
                Ok(wake) => Some(wake),
                Err(_) => break,
            },
        };
        // All waiting events are handled before the next frame.
        let mut answered = wake.is_none();
        for wake in wake.into_iter().chain(wakes.try_iter()) {
            let now = Instant::now();
            match wake {
                Wake::Answer => answered = true,
                Wake::Terminal(Event::Input(Input::Resize(columns, rows))) => {
                    app.world.facts.size = clamp((columns, rows));
                    resized = Some(now + SETTLE);
                    app.input(&Input::Resize(columns, rows), now);
                }
                Wake::Terminal(Event::Input(input)) => app.input(&input, now),
                Wake::Terminal(Event::Resumed) => {
                    app.resumed(now);
                    screen.clear()?;
                    title.clear();
                }
            }
            if app.over() {
                break;
            }
        }
        if answered || app.deadline().is_some_and(|due| due <= Instant::now()) {
            app.wake(Instant::now());
        }
        for order in std::mem::take(&mut app.world.requests) {
            match order {
                TerminalRequest::Bell => screen.backend_mut().bell(),
                TerminalRequest::Mouse => terminal.set_mouse(app.world.mouse),
                TerminalRequest::Redraw => screen.clear()?,
                TerminalRequest::Suspend => {
                    if terminal.suspend() {
                        screen.clear()?;
                        title.clear();
                        app.world.facts.size = clamp(terminal.size());
                        resized = Some(Instant::now());
                    }
                    app.resumed(Instant::now());
                }
            }
        }
    }
    Ok(app.take_farewell())
}

fn clamp((columns, rows): (u16, u16)) -> (u16, u16) {
    (columns.clamp(1, LARGEST.0), rows.clamp(1, LARGEST.1))
}

fn draw(app: &App, screen: &mut ratatui::Terminal<Backend<Screen>>) -> io::Result<()> {
    screen.draw(|frame| {
        let cursor = app.draw(frame.buffer_mut());
        if let Some(cursor) = cursor {
            frame.set_cursor_position(cursor);
        }
    })?;
    fail(app.world.fault.as_deref());
    Ok(())
}

/// Causes the failure that a test asks for.
fn fail(asked: Option<&str>) {
    fn fill_the_stack(depth: u64) -> u64 {
        let frame = std::hint::black_box([depth; 64]);
        if frame[0] == 0 { 0 } else { fill_the_stack(depth + 1) + frame[1] }
    }
    match asked {
        Some("abort") => std::process::abort(),
        Some("memory") => drop(std::hint::black_box(vec![1_u8; isize::MAX as usize])),
        Some("stack") => drop(std::hint::black_box(fill_the_stack(1))),
        Some("thread") => {
            let _ = std::thread::Builder::new().spawn(|| panic!("a fault was asked for"));
        }
        Some("contained") => {
            let _ = task::spawn("fault", || panic!("a fault was asked for"));
        }
        _ => {}
    }
}
