//! The summary of an analysed game in a box: average loss and mistakes of each seat, the turning point.

use std::sync::{Arc, Mutex, Weak};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::status::worth;
use crate::action::{Action, Context};
use crate::glyphs::beginning;
use crate::record::game::Game;
use crate::record::judgement::{Fault, summary, worth_for};
use crate::rules::side::Side;
use crate::screen::{Cover, Screen, Transition};
use crate::session::coach::decided;
use crate::theme::Role;
use crate::widgets::frame::Dialog;
use crate::widgets::label::Lines as TextLines;
use crate::widgets::text::{columns, wrap};
use crate::world::World;

/// The width of the name column.
const NAME: usize = 20;

/// The lines of the summary, with their styles.
pub(super) type Lines = Vec<(String, Role)>;

/// The summary box. The review below it updates the lines as results arrive.
pub(super) struct Tally {
    lines: Arc<Mutex<Lines>>,
}

/// Summarises a game.
pub(super) fn lines(game: &Game) -> Lines {
    let message = summary(game);
    let spec = game.spec();
    let mut lines =
        vec![(format!("{:<20}{:>9}{:>5}{:>5}{:>5}{:>10}", "", "avg loss", "?!", "?", "??", "accuracy"), Role::Dim)];
    for side in spec.sides() {
        let account = message.accounts[side];
        let name = format!("{} {}", spec.seat(side).name, beginning(game.player(side), NAME).0);
        let name: String = name.chars().take(NAME).collect();
        let average = account.average / 100.0;
        let counts = Fault::ALL.map(|fault| format!("{:>5}", account.faults[fault as usize])).concat();
        let accuracy = if account.moves > 0 { format!("{:.0} %", account.accuracy) } else { String::new() };
        lines.push((format!("{name:<20}{average:>9.2}{counts}{accuracy:>10}"), Role::Text));
    }
    lines.push((String::new(), Role::Text));
    let tree = &game.tree;
    lines.push(match message.turning {
        Some(turning) => {
            let node = tree.node(turning.id);
            let round = node.deed.as_ref().map_or(0, |deed| deed.round);
            let side: Side = turning.side;
            let dots = if side == Side::FIRST { "." } else { "…" };
            let eval = |id| tree.node(id).notes.eval.as_ref().and_then(|eval| worth_for(eval, side)).map(worth);
            let before = tree.parent(turning.id).and_then(eval).unwrap_or_default();
            let after = eval(turning.id).unwrap_or_else(|| "the end".to_owned());
            let said = node.deed.as_ref().map_or("", |deed| deed.shown.as_str());
            let name = spec.seat(side).name;
            (format!("Turning point: {round}{dots}{said} ({before} → {after} for {name})"), Role::Text)
        }
        None => ("No single mistake decided the game.".to_owned(), Role::Text),
    });
    let moments = decided(game);
    if moments.len() > 1 {
        lines.push(("Moments that decided it:".to_owned(), Role::Dim));
        lines.extend(moments.iter().enumerate().map(|(at, one)| (format!("{} {}", at + 1, one.words), Role::Text)));
    }
    let (known, all) = message.known;
    if known < all {
        lines.push((format!("{known} of {all} positions analysed"), Role::Dim));
    }
    lines
}

impl Tally {
    /// The box, and a weak reference to its lines for updates.
    pub(super) fn of(game: &Game) -> (Tally, Weak<Mutex<Lines>>) {
        let lines = Arc::new(Mutex::new(lines(game)));
        let summed = Arc::downgrade(&lines);
        (Tally { lines }, summed)
    }
}

impl Screen for Tally {
    fn context(&self) -> Context {
        Context::List
    }

    fn cover(&self) -> Cover {
        Cover::Part
    }

    fn can(&self, action: Action, _: &World) -> bool {
        matches!(action, Action::Pick | Action::Back | Action::Leave)
    }

    fn act(&mut self, action: Action, _: &mut World) -> Transition {
        if matches!(action, Action::Pick | Action::Back | Action::Leave) {
            Transition::Close
        } else {
            Transition::Same
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Back]
    }

    fn draw(&self, world: &World, _: Rect, buffer: &mut Buffer) {
        const WIDE: u16 = 60;
        let width = WIDE.min(world.stage().room.width);
        let room = usize::from(width.saturating_sub(4)).max(1);
        let plain = |text: &str| world.glyphs.plain(text);
        let lines = self.lines.lock().map(|lines| lines.clone()).unwrap_or_default();
        let rows: Vec<(String, Role)> = lines
            .iter()
            .flat_map(|(text, role)| {
                let rows = if text.is_empty() { vec![String::new()] } else { wrap(&plain(text), room).collect() };
                // Table rows are not wrapped, so that their columns stay aligned.
                let rows = if text.starts_with(' ') || text.len() <= room { vec![plain(text)] } else { rows };
                rows.into_iter().map(move |row| (row, *role))
            })
            .collect();
        let widest = rows.iter().map(|(text, _)| columns(text, room)).max().unwrap_or(0) as u16;
        let shape = world.stage().place(widest + 4, rows.len() as u16 + 2);
        Dialog::new(world, "Summary").render(shape, buffer);
        let rows = rows.into_iter().map(|(text, role)| (text, world.theme.style(role)));
        TextLines(rows).render(Dialog::inside(shape), buffer);
    }
}
