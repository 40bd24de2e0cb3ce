//! The file of the game, if the user has written it: when it is saved again, the game goes over to its new rules, or its
//! mistakes stand beside the board.

use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::desk::Desk;
use super::part::{Below, Part, Step};
use crate::board::layout::Panels;
use crate::game_file::WatchedFile;
use crate::games::file::FileVariant;
use crate::place::Place;
use crate::rules::variant::Variant as _;
use crate::screen::Transition;
use crate::session::archive;
use crate::session::rules_change::{ChangeError, change};
use crate::theme::Role;
use crate::wakes::Reasons;
use crate::widgets::frame::Frame;
use crate::widgets::label::Lines;
use crate::widgets::put::clear;
use crate::widgets::text::wrap;
use crate::world::World;

/// How often the file is looked at.
const BEAT: Duration = Duration::from_secs(1);

/// The least width of mistakes that can be read.
const LEAST: u16 = 16;

/// The file, and what is wrong in it.
#[derive(Default)]
pub(super) struct OwnFile {
    file: Option<WatchedFile>,
    due: Option<Instant>,
    trouble: Vec<String>,
}

impl OwnFile {
    /// Draws the mistakes in the place of the moves.
    pub(super) fn paint(&self, panels: Panels, world: &World, buffer: &mut Buffer) {
        let Some(area) = self.place(panels) else { return };
        clear(buffer, area, world.theme.style(Role::Text));
        let title = world.glyphs.plain(&self.title());
        Frame::of(world, &title).active(true).render(area, buffer);
        let inside = Frame::inside(area);
        let width = usize::from(inside.width);
        let lines = self.trouble.iter().flat_map(|line| wrap(line, width).chain([String::new()]));
        let style = world.theme.style(Role::Warning);
        Lines(lines.map(|line| (world.glyphs.plain(&line), style))).render(inside, buffer);
    }

    fn place(&self, panels: Panels) -> Option<Rect> {
        let (Panels::Beside(area) | Panels::Below(area) | Panels::Slim(area)) = panels else { return None };
        (!self.trouble.is_empty() && area.width >= LEAST && area.height >= 3).then_some(area)
    }

    fn title(&self) -> String {
        self.file.as_ref().map(WatchedFile::name).unwrap_or_default()
    }
}

/// Goes over to the game that the file gives now.
fn take(game: &'static FileVariant, desk: &mut Desk, world: &mut World) -> Result<Step, ChangeError> {
    let table = desk.table.shared();
    let old = table.path().ok_or(ChangeError::Nothing)?;
    let setup = desk.table.setup();
    world.client.renew(setup.game.spec(), game)?;
    let changed = change(&old, setup, game)?;
    // What it was before is in the new journal, as far as it still makes sense; the rest can be restored.
    world.client.tables.close(table.id());
    let data = world.client.paths.as_ref().map(|paths| archive::store(&paths.data_dir, world.client.games.clone()));
    if let (Some(store), Some(name)) = (data, old.file_name().and_then(|name| name.to_str())) {
        let _ = store.trash(name);
    }
    world.news.extend(Some(changed.words).filter(|words| !words.is_empty()));
    Ok(Step::Then(Transition::Become(Place::Resume(changed.path))))
}

impl Part for OwnFile {
    fn opened(&mut self, desk: &mut Desk, world: &World) {
        if self.file.is_none() && desk.table.people().is_none() {
            self.file = world.client.file_of(desk.table.setup().game.spec());
        }
        self.due = self.file.as_ref().map(|_| world.now + BEAT);
    }

    fn wake(&mut self, _: Reasons, desk: &mut Desk, world: &mut World) -> Option<Step> {
        self.due.filter(|&due| due <= world.now)?;
        self.due = Some(world.now + BEAT);
        // A move that is not written yet would be lost.
        let ready = !desk.covered && !desk.table.is_waiting();
        let found = self.file.as_mut().filter(|_| ready)?.look()?;
        let done = match found {
            // What was wrong is as it was before.
            Ok(game) if std::ptr::eq(game.spec(), desk.table.setup().game.spec()) => {
                self.trouble.clear();
                Ok(Step::changed())
            }
            Ok(game) => take(game, desk, world).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        Some(done.unwrap_or_else(|error| {
            self.trouble = error.lines().map(str::to_owned).collect();
            Step::changed()
        }))
    }

    fn deadline(&self) -> Option<Instant> {
        self.due
    }

    fn line(&self, _: &Desk, _: &Below<'_>) -> Option<(String, Role)> {
        let first = self.trouble.first()?;
        let count = match self.trouble.len() {
            1 => "a mistake".to_owned(),
            count => format!("{count} mistakes"),
        };
        Some((format!("{} has {count}; the game keeps its rules. {first}", self.title()), Role::Warning))
    }
}
