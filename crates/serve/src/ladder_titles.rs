//! The ladders with their titles: those of the listed games, then those of games of files, whose rules may have changed.

use std::collections::BTreeSet;

use crate::club::ratings::Ladder;
use crate::club::store::VersionRow;
use crate::games::file::FileVariant;
use crate::rules::variant::Variant;
use crate::screens::club::visit;
use crate::tui::world::World;

/// All ladders: the usual one of every game that is listed or in the folder of the server, and those that were played.
pub(crate) fn all(world: &World) -> Vec<(Ladder, String)> {
    let store = visit(world).map(|visit| &visit.club.store);
    let played = store.and_then(|store| store.ladders().ok()).unwrap_or_default();
    let versions = store.and_then(|store| store.versions().ok()).unwrap_or_default();
    let mut ladders = Vec::new();
    for &game in world.client.games.games() {
        add(&mut ladders, Ladder::usual(game), game.spec().title, &played);
    }
    let offered: BTreeSet<&str> = world.client.server_games().into_iter().map(|game| game.spec().id).collect();
    let of_files = played.iter().filter(|ladder| ladder.digest.is_some()).map(|ladder| ladder.game.as_str());
    let is_file = |id: &&str| !world.client.games.lists(id);
    let ids: BTreeSet<&str> = offered.iter().copied().chain(of_files).filter(is_file).collect();
    for id in ids {
        let (now, is_offered) = (world.client.games.file(id), offered.contains(id));
        of_game(&mut ladders, id, now, is_offered, &versions, &played);
    }
    ladders
}

/// The ladders of a game of a file: the version of now first, then the others, the newest first.
fn of_game(
    ladders: &mut Vec<(Ladder, String)>,
    id: &str,
    now: Option<&'static FileVariant>,
    is_offered: bool,
    versions: &[VersionRow],
    played: &[Ladder],
) {
    let digest_now = now.map(|game| game.digest().to_string());
    let known: Vec<&VersionRow> = versions.iter().filter(|row| row.game == id).collect();
    let is_known = known.iter().any(|row| Some(&row.digest) == digest_now.as_ref());
    let is_new = is_offered && !is_known;
    let one = known.len() + usize::from(is_new) == 1;
    if let (Some(game), true) = (now, is_new) {
        let title = game.spec().title;
        let named = if one { title.to_owned() } else { format!("{title}, version {}", known.len() + 1) };
        add(ladders, Ladder::usual(game), &named, played);
    }
    let mut known = known;
    known.sort_by_key(|row| (Some(&row.digest) != digest_now.as_ref(), std::cmp::Reverse(row.number)));
    for row in known {
        let title = now.map_or(row.title.as_str(), |game| game.spec().title);
        let is_now = Some(&row.digest) == digest_now.as_ref();
        let named = match (one, is_now) {
            (true, _) => title.to_owned(),
            (false, true) => format!("{title}, version {}", row.number),
            (false, false) => format!("{title}, version {} (earlier rules)", row.number),
        };
        let ladder = Ladder { game: id.to_owned(), digest: Some(row.digest.clone()), preset: None };
        add(ladders, ladder, &named, played);
    }
}

/// The usual ladder, and those of its presets that were played.
fn add(ladders: &mut Vec<(Ladder, String)>, usual: Ladder, title: &str, played: &[Ladder]) {
    let same = |ladder: &&Ladder| ladder.game == usual.game && ladder.digest == usual.digest;
    let presets = played.iter().filter(same).filter_map(|ladder| Some((ladder.clone(), ladder.preset.as_ref()?)));
    let presets: Vec<(Ladder, String)> =
        presets.map(|(ladder, preset)| (ladder.clone(), format!("{title}, {preset}"))).collect();
    ladders.push((usual, title.to_owned()));
    ladders.extend(presets);
}
