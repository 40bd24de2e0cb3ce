//! The text prompt for actions on games: rename, import, export.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::listing::Listing;
use super::{Job, Library};
use crate::action::Action;
use crate::depth::Depth;
use crate::input::{Input, KeyCode};
use crate::message::Message;
use crate::paths::files::Refusal;
use crate::record::form::Form;
use crate::record::store::{GameEntry, StoreError};
use crate::screen::Transition;
use crate::widgets::field::{FieldState, FieldStep};
use crate::world::World;

/// Why the typed text cannot be used.
#[derive(Debug, Error)]
enum PromptError {
    #[error(transparent)]
    Rename(#[from] StoreError),
    #[error(transparent)]
    Files(#[from] Refusal),
    #[error("{}: no such file", .path.display())]
    NoFile { path: PathBuf },
    #[error("{}: the extension must be .pgn, .fen, .txt, .cast or .svg", .path.display())]
    Form { path: PathBuf },
    #[error("{}: this file exists already; choose another name", .path.display())]
    Exists { path: PathBuf },
}

/// A text prompt.
pub(super) struct Prompt {
    /// The action that the text is for.
    action: Action,
    pub(super) label: String,
    /// A hint about what can be typed.
    pub(super) hint: &'static str,
    pub(super) field: FieldState,
    /// The games that the action applies to.
    games: Vec<GameEntry>,
}

impl Prompt {
    /// The prompt for an action; `None` if there is no game to rename or the action has no prompt.
    pub(super) fn new(action: Action, listing: &Listing) -> Option<Prompt> {
        let prompt = |label: String, hint, text: &str, games| {
            Some(Prompt { action, label, hint, field: FieldState::with(text), games })
        };
        match action {
            Action::Rename => {
                let game = listing.here()?.clone();
                let stem = Path::new(&game.file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
                prompt("name: ".to_owned(), "File name without extension.", &stem, vec![game])
            }
            Action::Import => {
                prompt("import: ".to_owned(), "Path of a PGN file. Your saved games are kept.", "", Vec::new())
            }
            Action::Export => {
                let games = listing.meant();
                let name = match &games[..] {
                    [game] => format!("{}.pgn", game.id().replace(':', "-")),
                    _ => "games.pgn".to_owned(),
                };
                let label =
                    if games.len() == 1 { "to: ".to_owned() } else { format!("{} games to: ", games.len()) };
                let hint = "Format follows the extension: pgn, fen, txt (replay for cat), cast (asciinema), svg (animation). Tab: next format.";
                prompt(label, hint, &name, games)
            }
            _ => None,
        }
    }

    /// The keys of the field, with what they do.
    pub(super) fn keys(&self) -> Vec<(&'static str, &'static str)> {
        match self.action {
            Action::Rename => vec![("Enter", "rename"), ("Esc", "cancel")],
            Action::Import => vec![("Enter", "import"), ("Esc", "cancel")],
            _ => vec![("Enter", "export"), ("Tab", "next format"), ("Esc", "cancel")],
        }
    }

    /// Switches to the next export format by changing the file extension.
    fn next_form(&mut self) {
        let path = Path::new(self.field.text());
        let at = Form::of(path).and_then(|form| Form::ALL.iter().position(|&known| known == form));
        let next = Form::ALL[at.map_or(0, |at| (at + 1) % Form::ALL.len())];
        let stem = if at.is_some() { path.with_extension("") } else { path.to_owned() };
        self.field.set(&format!("{}.{next}", stem.display()));
    }
}

impl Library {
    /// Handles input while the prompt is open.
    pub(super) fn answer(&mut self, input: &Input, world: &World) -> Option<Transition> {
        let prompt = self.prompt.as_mut()?;
        if let Input::Key(key) = input
            && key.code == KeyCode::Tab
        {
            if prompt.action == Action::Export {
                prompt.next_form();
            }
            return Some(Transition::Changed);
        }
        match prompt.field.input(input) {
            Some(FieldStep::Changed) => Some(self.say(None)),
            Some(FieldStep::Leave) => {
                self.prompt = None;
                Some(self.say(None))
            }
            Some(FieldStep::Enter) => Some(self.take_answer(world)),
            None => matches!(input, Input::Key(key) if !key.ctrl).then_some(Transition::Same),
        }
    }

    /// Performs the action; if it fails, the prompt stays open.
    fn take_answer(&mut self, world: &World) -> Transition {
        let Some(prompt) = self.prompt.take() else { return Transition::Same };
        let text = prompt.field.text().trim().to_owned();
        if text.is_empty() {
            return self.say(None);
        }
        let done = match prompt.action {
            Action::Rename => self.rename(&prompt.games, &text),
            Action::Import => self.import(&text, world),
            _ => self.export(&prompt.games, &text, world),
        };
        match done {
            Ok(words) => self.say(words.map(Message::notice)),
            Err(problem) => {
                self.prompt = Some(prompt);
                self.say(Message::warning(world.client.files.shown(&problem.to_string())))
            }
        }
    }

    fn rename(&mut self, games: &[GameEntry], name: &str) -> Result<Option<String>, PromptError> {
        let (Some(store), Some(game)) = (&self.store, games.first()) else { return Ok(None) };
        let new = store.rename(&game.file, name)?;
        self.listing.rename(&game.file, &new);
        Ok(Some(format!("Renamed to {new}.")))
    }

    fn import(&mut self, path: &str, world: &World) -> Result<Option<String>, PromptError> {
        let Some(store) = &self.store else { return Ok(None) };
        let path = world.client.files.named(path)?;
        if !path.is_file() {
            return Err(PromptError::NoFile { path });
        }
        self.job = Some(Job::import(store.clone(), path, world.client.room()?, world.client.waker.clone()));
        Ok(None)
    }

    fn export(&mut self, games: &[GameEntry], path: &str, world: &World) -> Result<Option<String>, PromptError> {
        let Some(store) = &self.store else { return Ok(None) };
        let (path, room) = (world.client.new_file(path)?, world.client.room()?);
        let Some(form) = Form::of(&path) else {
            return Err(PromptError::Form { path });
        };
        if path.exists() {
            return Err(PromptError::Exists { path });
        }
        let waker = world.client.waker.clone();
        let theme = world.themes.named(&world.client.config.look.theme, Depth::True);
        let look = (form, world.glyphs, theme, world.piece_style());
        let file = (path, room, world.client.files.clone());
        self.job = Some(Job::export(store.clone(), games.to_vec(), look, file, waker));
        Ok(None)
    }
}
