//! The games of files that the server offers: it reads its folder `variants` when it starts and when the operator asks. A
//! mistake in a file is told to the operator, and the others are offered.

use std::fmt::Write as _;
use std::sync::Arc;

use super::server::{Server, VARIANTS};
use crate::game_file::OwnGame;
use crate::rules::variant::Variant as _;
use crate::task;

/// Reads the folder again, and tells the log how many games there are and what is wrong.
pub(super) fn read(server: &Server) -> Vec<OwnGame> {
    let settings = server.settings().variants;
    server.offered.offer_shelf(settings.shelf);
    if !settings.from_members {
        server.offered.clear_members();
    }
    server.offered.read(&server.data.join(VARIANTS), &server.games);
    server.club.notifier.notify_all();
    note(server)
}

/// Tells the log what was read last.
pub(super) fn note(server: &Server) -> Vec<OwnGame> {
    let found = server.offered.folder();
    let games = found.iter().filter(|own| own.game.is_ok()).count();
    for error in found.iter().filter_map(|own| own.game.as_ref().err()) {
        for line in error.to_string().lines() {
            server.log.note("failed", &[("what", &"variant"), ("error", &line)]);
        }
    }
    server.log.note("variants", &[("games", &games), ("mistakes", &(found.len() - games))]);
    found
}

/// The same on a thread of its own: a file may take a moment.
pub(super) fn read_aside(server: &Arc<Server>) {
    let own = Arc::clone(server);
    if let Err(error) = task::spawn("variants", move || drop(read(&own))) {
        server.log.note("failed", &[("what", &"variants"), ("error", &error)]);
    }
}

/// The files of the folder for the operator: the game of each with the digest of its rules, or what is wrong.
pub(super) fn list(found: &[OwnGame]) -> String {
    found.iter().fold(String::new(), |mut text, own| {
        let _ = match &own.game {
            Ok(game) => {
                let spec = game.spec();
                writeln!(text, "{}.toml {} {} {}", own.stem(), spec.id, game.digest(), spec.title)
            }
            Err(error) => writeln!(text, "{error}"),
        };
        text
    })
}
