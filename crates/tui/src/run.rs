//! A client: it runs on any host until the user leaves. The event loop waits for input, for results from background
//! threads and for timers, and draws only when something has changed. A panic ends this client only.

use heterodox_base::output::REPORT;
use std::io;
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;

use super::app::App;
use super::backend::canvas::Canvas;
use super::host::cell_size::CellSize;
use super::host::edges::Edges;
use super::host::name::{CELL_QUESTIONS, QUESTIONS};
use super::host::{Host, LARGEST, control};
use super::input::Input;
use super::input::parser::Parser;
use super::input::report::Report;
use super::pieces::piece_style::{Ability, PieceStyle};
use super::pieces::sent::{Sent, wanted};
use super::wakes::{Event, Inbox, Wake};
use super::world::TerminalRequest;
use crate::task;

/// After this time no answer of the terminal is waited for.
const LATE: Duration = Duration::from_millis(500);

/// Clears the screen, so that no pixels of pictures are left.
const CLEARED: &[u8] = b"\x1b[m\x1b[2J";

/// An answer of the terminal that has begun may take this long.
const ANSWER: Duration = Duration::from_secs(1);

/// How a client has ended.
#[derive(Debug, Default)]
pub struct Ended {
    /// The message to print: how to return to the game.
    pub exit_message: Option<String>,
    /// What could not be saved, one line for each loss.
    pub losses: Vec<String>,
    /// The failure of the terminal, if that was the reason.
    pub failure: Option<io::Error>,
    /// Whether the client has panicked. The user was told.
    pub panicked: bool,
}

/// Runs a client on a host until the user leaves it, the host is gone, or the client panics. The terminal is
/// restored in any case. A panic of the client is told to its user; it is not passed on.
pub fn run(host: &mut dyn Host, mut app: App) -> Ended {
    let done = task::contain(|| drive(host, &mut app));
    let mut ended = Ended::default();
    match done {
        Ok(Ok(())) => {}
        Ok(Err(error)) => ended.failure = Some(error),
        Err(why) => {
            // The user gets the terminal back first: saving may take time.
            host.close();
            let saved = if app.world.client.games_dir().is_some() { "; your game is saved" } else { "" };
            host.say(&format!(
                "heterodox: the program has failed: {why}\nThis is a bug in the program{saved}.\n{REPORT}"
            ));
            ended.panicked = true;
        }
    }
    // After a failure of the terminal, or a panic, the user cannot be asked about unsaved changes.
    let left = task::contain(|| {
        app.end();
        (app.take_exit_message(), app.take_losses())
    });
    host.close();
    (ended.exit_message, ended.losses) =
        left.unwrap_or_else(|why| (None, vec![format!("the program has failed: {why}")]));
    if ended.panicked {
        ended.exit_message = None;
    }
    // After a panic, dropping what was half changed may panic again.
    let _ = task::contain(move || drop(app));
    ended
}

/// The screen of a client: what is drawn, and whether the host still takes it.
struct Output<'a> {
    host: &'a mut dyn Host,
    screen: Canvas,
    title: String,
    /// The pictures that the terminal has.
    sent: Sent,
    /// The default background that it has.
    edges: Edges,
    /// What is written before the next frame, in the same write.
    before: Vec<u8>,
    /// The size of the cells, if the terminal shows pictures only as pixels.
    sixels: Option<CellSize>,
    /// A write has failed, so the other end is gone. The host detects that; until then nothing is written.
    dead: bool,
}

impl Output<'_> {
    fn write(&mut self, write: impl FnOnce(&mut dyn Host) -> io::Result<()>) {
        self.dead = self.dead || write(self.host).is_err();
    }

    fn draw(&mut self, app: &App) -> io::Result<()> {
        if app.world.client.config.look.title {
            let now = app.title();
            if now != self.title {
                self.write(|host| host.title(&now));
                self.title = now;
            }
        }
        self.choose_pictures(app.world.pieces.ability.sixels)?;
        self.screen.backend_mut().set_erases(app.world.pieces.ability.erases);
        let (pieces, theme, sixels) = (&app.world.pieces, &app.world.theme, self.sixels);
        let mut pictures = Vec::new();
        let draw = |frame: &mut Buffer| {
            let cursor = app.draw(frame);
            if sixels.is_none() && app.world.piece_style() == PieceStyle::Pictures {
                pictures = wanted(frame);
            }
            cursor
        };
        let leaves_pixels = pieces.draw(&mut self.screen, draw, theme, sixels)?;
        let bytes = pieces.prepare(&mut self.sent, &pictures, theme, app.world.facts.cell_size());
        let bytes = [bytes, self.edges.update(&app.world.facts, &app.world.theme)].concat();
        if !bytes.is_empty() || leaves_pixels {
            // Before they are sent, so that they are undone even if the program ends in the next moment.
            let deletion =
                if self.sixels.is_some() { CLEARED.to_vec() } else { app.world.pieces.deletion(&self.sent) };
            self.host.set_exit_bytes(&[&deletion, self.edges.exit_bytes()].concat());
            self.before.extend(bytes);
        }
        self.send();
        Ok(())
    }

    /// Takes up another way to show pictures, or another size of their pixels. Nothing that is seen goes with it.
    fn choose_pictures(&mut self, sixels: Option<CellSize>) -> io::Result<()> {
        if self.sixels == sixels {
            return Ok(());
        }
        self.sixels = sixels;
        self.screen.backend_mut().set_draws_pictures(sixels.is_some());
        self.refresh()
    }

    /// Passes what was drawn to the host, in one write.
    fn send(&mut self) {
        let before = std::mem::take(&mut self.before);
        let frame = self.screen.backend_mut().take_frame();
        let parts: Vec<&[u8]> =
            Some(before.as_slice()).filter(|before| !before.is_empty()).into_iter().chain(frame.parts()).collect();
        if !parts.is_empty() {
            self.write(|host| host.write_parts(&parts));
        }
    }

    /// Whether the terminal has got pictures.
    fn has_pictures(&self) -> bool {
        self.screen.backend().has_pictures() || !self.sent.is_empty()
    }

    fn resize(&mut self, (columns, rows): (u16, u16)) -> io::Result<()> {
        self.screen.resize(columns, rows)
    }

    /// Draws the next frame completely, with its pictures and edges: the terminal may have dropped them.
    fn refresh(&mut self) -> io::Result<()> {
        self.sent.forget();
        self.edges.forget();
        self.screen.clear()
    }

    /// Forgets what is on the terminal, so that the next frame is drawn completely.
    fn clear(&mut self) -> io::Result<()> {
        self.refresh()?;
        self.title.clear();
        Ok(())
    }
}

/// The input of a client as events. Escape alone is a key only if no more bytes come in time.
struct Keys {
    parser: Parser,
    patience: Duration,
    due: Option<Instant>,
}

impl Keys {
    fn feed(&mut self, bytes: &[u8], now: Instant) -> Vec<Input> {
        let begun = self.due.filter(|_| self.parser.is_answer());
        let inputs = self.parser.feed(bytes);
        self.due = match (self.parser.pending(), self.parser.is_answer()) {
            (false, _) => None,
            // The rest of it may be on its way for as long as anything comes.
            _ if self.parser.is_overlong() => Some(now + ANSWER),
            (true, false) => Some(now + self.patience),
            // Typed letters do not prolong it.
            (true, true) => begun.or(Some(now + ANSWER)),
        };
        inputs
    }

    /// The input that is complete because the time is up.
    fn flush(&mut self, now: Instant) -> Vec<Input> {
        if self.due.take_if(|due| *due <= now).is_some() { self.parser.flush() } else { Vec::new() }
    }
}

/// The event loop.
fn drive(host: &mut dyn Host, app: &mut App) -> io::Result<()> {
    let inbox = app.world.take_inbox();
    let size = clamp(host.size());
    app.world.facts.size = size;
    let mut keys = Keys { parser: Parser::new(), patience: app.world.escape_patience(), due: None };
    host.open(inbox.events(), app.world.mouse)?;
    if app.world.wants_focus() {
        host.set_focus(true)?;
    }
    let screen = Canvas::new(size.0, size.1);
    let facts = &app.world.facts;
    let asks = Ability::may_ask(facts, facts.depth(app.world.client.config.look.colours));
    let before = if asks { QUESTIONS.to_vec() } else { Vec::new() };
    let asked = asks.then(Instant::now);
    app.world.facts.asked = asked;
    let (title, sent, edges) = (String::new(), Sent::default(), Edges::default());
    let mut output = Output { host, screen, title, sent, edges, before, sixels: None, dead: false };
    let mut resized: Option<Instant> = None;
    while !app.over() {
        let now = Instant::now();
        if resized.take_if(|settled| *settled <= now).is_some() {
            match inbox.settled(now) {
                Ok(size) => {
                    let size = size.map_or(app.world.facts.size, clamp);
                    app.world.facts.resize(size, output.host.cell());
                    let (columns, rows) = app.world.facts.size;
                    app.input(&Input::Resize(columns, rows), now);
                    output.resize((columns, rows))?;
                    // The letters may have another size, which not every system tells.
                    if app.world.facts.takes_sixels() {
                        output.write(|host| host.write(CELL_QUESTIONS));
                    }
                }
                Err(later) => resized = Some(later),
            }
        }
        if resized.is_none() && app.take_dirty() {
            output.draw(app)?;
            let fault = &app.world.client.fault;
            fault.reach("frame");
            if output.has_pictures() {
                fault.reach("pictures");
            }
            if !output.edges.exit_bytes().is_empty() {
                fault.reach("edges");
            }
        }
        if wait(&inbox, app, &mut keys, &mut output, &mut resized)? == Step::Gone {
            return Ok(());
        }
        for request in std::mem::take(&mut app.world.requests) {
            perform(request, app, &mut output, &mut resized)?;
        }
        output.send();
    }
    if let Some(asked) = asked {
        hear_out(&inbox, app, &mut keys, asked + LATE);
    }
    Ok(())
}

/// Waits for the answers of the terminal if the user leaves before they have come, so that the shell does not
/// take them for input.
fn hear_out(inbox: &Inbox, app: &mut App, keys: &mut Keys, end: Instant) {
    let is_last = |report: &Report| matches!(report, Report::Attributes(_));
    while Instant::now() < end && !app.world.facts.reports.iter().any(is_last) {
        for wake in inbox.take(Some(end)) {
            match wake {
                Wake::Host(Event::Bytes(bytes)) => {
                    for input in keys.feed(&bytes, Instant::now()) {
                        if let Input::Report(report) = input {
                            app.world.learn(report);
                        }
                    }
                }
                Wake::Host(Event::Gone) => return,
                _ => {}
            }
        }
    }
}

/// Whether the client goes on.
#[derive(PartialEq, Eq)]
enum Step {
    On,
    Gone,
}

/// Waits for events and handles all that have come before the next frame.
fn wait(
    inbox: &Inbox,
    app: &mut App,
    keys: &mut Keys,
    output: &mut Output<'_>,
    resized: &mut Option<Instant>,
) -> io::Result<Step> {
    let due = [app.deadline(), *resized, keys.due].into_iter().flatten().min();
    let wakes = inbox.take(due);
    let mut answered = wakes.is_empty();
    for wake in wakes {
        let now = Instant::now();
        match wake {
            Wake::Answer => answered = true,
            Wake::Resized => drop(resized.get_or_insert(now)),
            // Sizes come by themselves.
            Wake::Host(Event::Resized(..)) => {}
            Wake::Host(Event::Bytes(bytes)) => give(app, keys.feed(&bytes, now), now),
            Wake::Host(Event::Resumed) => {
                app.resumed(now);
                output.clear()?;
                // A program that is stopped is not told that its window has another size.
                let size = clamp(output.host.size());
                if size != app.world.facts.size {
                    app.world.facts.resize(size, output.host.cell());
                    *resized = Some(now);
                }
            }
            Wake::Host(Event::Notice(words)) => app.notice(words),
            Wake::Host(Event::Gone) => return Ok(Step::Gone),
        }
        if app.over() {
            return Ok(Step::On);
        }
    }
    let now = Instant::now();
    give(app, keys.flush(now), now);
    if answered || app.deadline().is_some_and(|due| due <= Instant::now()) {
        app.wake(Instant::now());
    }
    Ok(Step::On)
}

/// Passes input to the screens, until they have ended.
fn give(app: &mut App, inputs: Vec<Input>, now: Instant) {
    for input in inputs {
        if !app.over() {
            app.input(&input, now);
        }
    }
}

/// Performs a request of a screen.
fn perform(
    request: TerminalRequest,
    app: &mut App,
    output: &mut Output<'_>,
    resized: &mut Option<Instant>,
) -> io::Result<()> {
    match request {
        TerminalRequest::Bell => output.write(|host| host.bell()),
        TerminalRequest::Mouse => {
            let on = app.world.mouse;
            output.write(|host| host.set_mouse(on));
        }
        TerminalRequest::Focus(on) => output.write(|host| host.set_focus(on)),
        TerminalRequest::Notify(words) => {
            let bytes = control::notification(app.world.facts.notes(), &words);
            let bytes = if app.world.facts.is_tmux() { control::through_tmux(&bytes) } else { bytes };
            output.write(|host| host.write(&bytes));
        }
        TerminalRequest::Copy(text) => {
            output.write(|host| host.clipboard(&text));
            // tmux takes the text itself if `set-clipboard` is on, or passes it on if `allow-passthrough` is on.
            if app.world.facts.is_tmux() {
                let bytes = control::through_tmux(&control::clipboard(&text));
                output.write(|host| host.write(&bytes));
            }
        }
        TerminalRequest::Query(bytes) => output.write(|host| host.write(bytes)),
        TerminalRequest::Redraw => output.refresh()?,
        TerminalRequest::Suspend => {
            if output.host.suspend() {
                output.clear()?;
                app.world.facts.resize(clamp(output.host.size()), output.host.cell());
                *resized = Some(Instant::now());
            }
            app.resumed(Instant::now());
        }
    }
    Ok(())
}

fn clamp((columns, rows): (u16, u16)) -> (u16, u16) {
    (columns.clamp(1, LARGEST.0), rows.clamp(1, LARGEST.1))
}

#[cfg(test)]
mod tests;
