//! The files of a member on a server: what each takes of the room that they have. They can be deleted here.

use std::path::{Path, PathBuf};

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::client::new_file::kept;
use crate::escape;
use crate::paths::quota::Quota;
use crate::record::form::Form;
use crate::record::journal;
use crate::tui::list_screen::ListScreen;
use crate::tui::message::Message;
use crate::tui::screen::Transition;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::{columns, sides, titled};
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::{Label, Lines};
use crate::tui::widgets::list::{Item, List, ListState};
use crate::tui::widgets::text::block;
use crate::tui::world::World;

/// The maximum width of the list.
const WIDEST: u16 = 78;

/// The rows below the list.
const WORDS: u16 = 3;

/// The files.
pub struct OwnFiles {
    /// Each with its size, the largest first.
    files: Vec<(PathBuf, u64)>,
    /// What all files take, those that cannot be deleted here among them.
    used: (usize, u64),
    list: ListState,
    /// The file that is deleted at the next Enter.
    armed: Option<PathBuf>,
    message: Option<Message>,
}

/// Can this file be deleted here? Settings and results stay, and so does a game in progress.
fn is_given(path: &Path) -> bool {
    Form::of(path).is_some() || journal::is_named_so(path) && journal::is_free(path)
}

/// A size in words.
fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} B"),
        10_000..10_000_000 => format!("{} kB", bytes / 1000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

impl OwnFiles {
    /// The list as it is now.
    pub fn new(world: &World) -> OwnFiles {
        let mut screen =
            OwnFiles { files: Vec::new(), used: (0, 0), list: ListState::default(), armed: None, message: None };
        screen.refresh(world);
        screen
    }

    fn name(path: &Path, world: &World) -> String {
        let root = world.client.paths.as_ref().map(|paths| paths.data_dir.as_path());
        escape::path(root.and_then(|root| path.strip_prefix(root).ok()).unwrap_or(path))
    }

    fn title(&self, world: &World) -> String {
        let (count, bytes) = (self.used.0, size(self.used.1));
        match world.client.quota {
            Quota::NONE => format!("Your files: {count}, {bytes}"),
            quota => format!("Your files: {count} of {}, {bytes} of {}", quota.files, size(quota.bytes)),
        }
    }

    fn areas(area: Rect) -> [Rect; 4] {
        let [title, content, footer] = titled(area);
        let parts = Layout::vertical([Constraint::Fill(1), Constraint::Length(WORDS)]);
        let [list, words] = parts.areas(columns(sides(content, 1), WIDEST));
        [sides(title, 1), list, words, footer]
    }
}

impl ListScreen for OwnFiles {
    fn list(&mut self) -> &mut ListState {
        &mut self.list
    }

    fn rows(&self, _: &World) -> usize {
        self.files.len()
    }

    fn list_area(&self, world: &World) -> Rect {
        OwnFiles::areas(world.whole())[1]
    }

    fn choose(&mut self, world: &World) -> Transition {
        let Some((path, _)) = self.files.get(self.list.selected).cloned() else { return Transition::Same };
        let name = OwnFiles::name(&path, world);
        if self.armed.replace(path.clone()).as_ref() != Some(&path) {
            self.message =
                Some(Message::warning(format!("Press Enter again to delete {name}. It cannot be brought back.")));
            return Transition::Changed;
        }
        self.armed = None;
        let allowed = world.client.files.own(&path).map_err(|refusal| refusal.to_string());
        let gone = allowed.and_then(|()| std::fs::remove_file(&path).map_err(|error| error.to_string()));
        self.refresh(world);
        let deleted = gone.map(|()| format!("{name} is deleted."));
        self.message = Some(Message::of(deleted.map_err(|why| format!("{name} is not deleted: {why}."))));
        Transition::Changed
    }

    fn message(&mut self) -> Option<&mut Option<Message>> {
        Some(&mut self.message)
    }

    fn refresh(&mut self, world: &World) {
        let Some(paths) = &world.client.paths else { return };
        match kept(&paths.data_dir) {
            Ok(all) => {
                self.used = (all.len(), all.iter().map(|(_, size)| size).sum());
                self.files = all;
            }
            Err(refusal) => self.message = Some(Message::warning(refusal)),
        }
        self.files.retain(|(path, _)| is_given(path));
        self.files.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        self.list.selected = self.list.selected.min(self.files.len().saturating_sub(1));
    }

    fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [title, list, words, footer] = OwnFiles::areas(area);
        Label::new(self.title(world), world.theme.style(Role::Title)).render(title, buffer);
        let item = |(path, bytes): &(PathBuf, u64)| Item::new(OwnFiles::name(path, world), size(*bytes));
        let items: Vec<Item> = self.files.iter().map(item).collect();
        List::new(&items, world).render(list, buffer, &mut { self.list });
        let (message, role) = match &self.message {
            Some(message) => (message.words.as_str(), message.role),
            None if self.files.is_empty() => ("There is nothing to delete.", Role::Dim),
            None => ("Enter deletes a file. Files in games/trash are games that you have deleted.", Role::Dim),
        };
        let lines = block(&world.glyphs, message, usize::from(words.width), usize::from(words.height));
        Lines(lines.into_iter().map(|line| (line, world.theme.style(role)))).render(words, buffer);
        Footer::of(self, world).render(footer, buffer);
    }
}
