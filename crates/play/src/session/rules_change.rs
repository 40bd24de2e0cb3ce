//! Goes over to other rules in the middle of a game: its events are played again as far as they fit.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::driver::chance;
use super::referee::Referee;
use super::setup::{MatchSetup, SetupError, Start};
use crate::games::RegistryError;
use crate::games::file::FileVariant;
use crate::record::date::Date;
use crate::record::journal::{self, Journal, JournalError, JournalEvent};
use crate::rules::variant::Variant;

/// A game with other rules, and how far it came.
#[derive(Debug)]
pub struct ChangedGame {
    /// Its journal.
    pub path: PathBuf,
    /// What is to be said about it; nothing if its rules are the same, as after a change of words.
    pub words: String,
}

/// Why a game cannot go over to other rules.
#[derive(Debug, Error)]
pub enum ChangeError {
    /// Its journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The new journal cannot be written.
    #[error("the game with the new rules cannot be saved: {0}")]
    NotSaved(std::io::Error),
    /// The new rules have no such game.
    #[error("the new rules have no such game: {0}")]
    Setup(#[from] SetupError),
    /// Another game has the name of the new one.
    #[error(transparent)]
    Taken(#[from] RegistryError),
    /// Nothing was saved yet.
    #[error("a game that is not saved cannot go over to new rules; start it again")]
    Nothing,
}

/// Writes a journal of this game with other rules beside the journal of the game. It ends before the first move that the
/// new rules do not allow.
pub fn change(old: &Path, setup: &MatchSetup, game: &'static dyn Variant) -> Result<ChangedGame, ChangeError> {
    let mut events = journal::read(old)?.records.into_iter();
    let Some(JournalEvent::Begin { date, .. }) = events.next() else { return Err(ChangeError::Nothing) };
    // Whether the game is over is for the new rules to say.
    let later: Vec<JournalEvent> = events.filter(|event| !matches!(event, JournalEvent::End { .. })).collect();
    let digest = |game: &'static dyn Variant| FileVariant::of(game.spec()).map(FileVariant::digest);
    let is_same = digest(setup.game) == digest(game);
    let mut setup = MatchSetup { game, ..setup.clone() };
    let mut words = String::new();
    let position = match setup.begin() {
        Ok(position) => position,
        Err(_) if setup.start != Start::Usual => {
            setup.start = Start::Usual;
            " It did not begin with a position of these rules, so it begins anew.".clone_into(&mut words);
            setup.begin()?
        }
        Err(error) => return Err(error.into()),
    };
    let mut referee = Referee::new(setup.clone(), position);
    let fit = if words.is_empty() { referee.replay(&later) } else { 0 };
    if let (true, Some(JournalEvent::Act { text, .. })) = (words.is_empty(), later.get(fit)) {
        let spec = game.spec();
        let number = referee.position().round();
        let who = spec.seat(referee.position().turn()).name;
        words = format!(" Move {number} of {who}, {text}, is no longer legal: the game continues before it.");
    }
    let mut begin = setup.to_event(Date::default());
    if let JournalEvent::Begin { date: own, .. } = &mut begin {
        *own = date;
    }
    let folder = old.parent().unwrap_or(old);
    let mut journal = Journal::create(folder, game.spec().id, chance());
    for event in std::iter::once(&begin).chain(&later[..fit]) {
        journal.append(event).1.map_err(ChangeError::NotSaved)?;
    }
    let path = journal.path().ok_or(ChangeError::Nothing)?.to_owned();
    let news = if is_same { String::new() } else { format!("{} has new rules.", game.spec().title) };
    Ok(ChangedGame { path, words: (news + &words).trim().to_owned() })
}
