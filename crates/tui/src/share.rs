//! What can be taken out of a game in play or review: as a text for the clipboard, or as a picture in a file.

use std::path::PathBuf;

use thiserror::Error;

use super::diagram::{Diagram, Moment};
use super::export::ExportError;
use super::message::Message;
use super::theme::Theme;
use super::view::View;
use super::world::{TerminalRequest, World};
use crate::config::Clipboard;
use crate::depth::Depth;
use crate::host::control::LONGEST_COPY_BYTES;
use crate::paths::files::Refusal;
use crate::record::file::give_away;
use crate::record::game::Game;
use crate::record::pgn;
use crate::record::tree::Id;
use crate::rules::position::Position;

/// The forms in which a game or its position can be taken along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// The FEN of the position.
    Fen,
    /// The game as PGN.
    Pgn,
    /// The board in letters.
    Board,
    /// The position as an SVG file.
    Picture,
    /// The game as an SVG file that plays in a browser.
    Animation,
}

impl Share {
    /// All of them, each with the key that chooses it.
    pub const ALL: [(Share, char); 5] =
        [(Share::Fen, 'f'), (Share::Pgn, 'p'), (Share::Board, 'b'), (Share::Picture, 's'), (Share::Animation, 'a')];

    /// What it is, in words.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Share::Fen => "copy the position (FEN)",
            Share::Pgn => "copy the game (PGN)",
            Share::Board => "copy the board as text",
            Share::Picture => "save the position as an SVG picture",
            Share::Animation => "save the game as an SVG animation",
        }
    }
}

/// Why a picture was not saved.
#[derive(Debug, Error)]
pub(crate) enum ShareError {
    /// This client may not write it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Writing it failed.
    #[error(transparent)]
    File(#[from] ExportError),
}

/// A game at one of its positions.
pub(crate) struct Subject {
    game: Game,
    at: Id,
    position: Box<dyn Position>,
    view: View,
}

impl Subject {
    /// A game at this place, seen from this side.
    pub(crate) fn new(game: Game, at: Id, view: View) -> Subject {
        let position = game.tree.position(at);
        Subject { game, at, position, view }
    }

    /// A game at this ply of its main line.
    pub(crate) fn ply(game: Game, ply: usize, view: View) -> Subject {
        let at = game.tree.line(Id::ROOT).nth(ply).unwrap_or(game.tree.last());
        Subject::new(game, at, view)
    }

    /// The text of a form; `None` for one that is a file.
    pub(crate) fn text(&self, form: Share) -> Option<String> {
        let spec = self.position.spec();
        match form {
            Share::Fen => Some(self.position.fen()),
            Share::Pgn => Some(pgn::write(&self.game)),
            Share::Board => {
                let turn = match self.position.outcome() {
                    None => format!("{} to move", spec.seat(self.position.turn()).name),
                    Some(_) => "the game is over".to_owned(),
                };
                Some(format!("{}, {turn}\n\n{}", spec.title, self.position.draw()))
            }
            Share::Picture | Share::Animation => None,
        }
    }

    /// Writes a picture to a new file in the current folder. If the name is taken, it gets a number.
    pub(crate) fn save(&self, form: Share, world: &World) -> Result<PathBuf, ShareError> {
        let theme = picture_theme(world);
        let diagram = Diagram { theme: &theme, view: self.view };
        let id = self.position.spec().id;
        let (name, text) = if form == Share::Animation {
            (format!("{id}-game.svg"), diagram.film(&self.game))
        } else {
            let picture = diagram.still(self.position.as_ref(), Moment::at(&self.game, self.at));
            (format!("{id}-{}.svg", self.game.tree.ply(self.at)), picture)
        };
        let path = world.client.new_file(&name)?;
        if text.len() as u64 > world.client.room()?.bytes {
            return Err(world.client.quota.full().into());
        }
        Ok(give_away(&path, &text).map_err(|error| ExportError::File { path, error })?)
    }
}

/// The theme of the world in all its colours.
fn picture_theme(world: &World) -> Theme {
    world.themes.named(&world.client.config.look.theme, Depth::True)
}

/// Copies a text to the clipboard of the user. The message says whether it was sent, and that of `what`.
pub fn copy(what: &str, text: String, world: &mut World) -> Message {
    if let Some(why) = why_not(&text, world) {
        return Message::warning(format!("The {what} is not copied: {why}. Select it with the mouse."));
    }
    world.requests.push(TerminalRequest::Copy(text));
    Message::notice(if world.facts.is_tmux() {
        // tmux drops what it does not take, and does not say so.
        format!("The {what} was sent to the clipboard of tmux, which takes it if set-clipboard is on.")
    } else {
        format!("The {what} was sent to the clipboard of your terminal.")
    })
}

/// Why a text cannot go to the clipboard; `None` if it probably can. No terminal says whether it has taken a text.
pub(crate) fn why_not(text: &str, world: &World) -> Option<String> {
    if text.len() > LONGEST_COPY_BYTES {
        return Some("too long for the clipboard".to_owned());
    }
    match world.client.config.input.clipboard {
        Clipboard::On => None,
        Clipboard::Off => Some("the clipboard is turned off in the settings".to_owned()),
        Clipboard::Auto if world.facts.can_copy() => None,
        Clipboard::Auto => Some("this terminal has no clipboard for programs".to_owned()),
    }
}
