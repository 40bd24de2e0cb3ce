//! One whole game of each kind, with everything that can be seen at each ply, held against what
//! was written down before. `BLESS=1 cargo test` writes it down anew after a wanted change.

use std::fmt::Write as _;
use std::path::PathBuf;

use heterodox_games::{self as games, GAMES};
use heterodox_kernel::mv::Move;
use heterodox_kernel::position::Position;
use heterodox_kernel::variant::Opening;

fn path(game: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/playthroughs").join(format!("{game}.txt"))
}

/// The value behind a name at the head of a file.
fn head<'t>(text: &'t str, name: &str) -> &'t str {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    line.unwrap_or_else(|| panic!("expected a line \"{name}: …\""))
}

/// Everything that can be seen of a position.
fn seen(position: &dyn Position) -> String {
    let spec = position.spec();
    let legal = position.legal();
    let name = |side| spec.seat(side).name;
    let mut text = position.draw();
    let _ = writeln!(text, "fen {}", position.fen());
    let _ = writeln!(text, "hash {:016x}, seen {} times", position.hash(), position.occurrences());
    for side in spec.sides() {
        let notes: Vec<String> = position.seat_notes(side).iter().map(ToString::to_string).collect();
        let notes = notes.join("; ");
        let _ = writeln!(text, "{}: {}", name(side), if notes.is_empty() { "-" } else { &notes });
    }
    for side in position.checked().iter() {
        let (king, by) = position.checkers(side);
        let label = |square| position.geometry().label(square).to_owned();
        let by: Vec<String> = by.into_iter().map(label).collect();
        let _ = writeln!(text, "{} is in check on {} from {by:?}", name(side), king.map(label).unwrap_or_default());
    }
    if let Some(outcome) = position.outcome() {
        let shares: Vec<String> = spec.sides().map(|side| outcome.shares[side].to_string()).collect();
        let _ = writeln!(text, "over {}: {}", outcome.cause.words, shares.join("-"));
    } else {
        let shown = position.display_all(&legal).join(" ");
        let _ = writeln!(text, "{} to move, {} moves: {shown}", name(position.turn()), legal.len());
    }
    text
}

/// What is said of a move before it is played.
fn told(position: &dyn Position, mv: Move) -> String {
    let mut text = format!("{} = {}", position.machine(mv), position.display(mv));
    let marks: Vec<String> = position
        .marks(mv)
        .into_iter()
        .map(|(square, mark)| format!("{} {mark:?}", position.geometry().label(square)))
        .collect();
    let _ = write!(text, " [{}]", marks.join(", "));
    for sentence in position.sentences(mv) {
        let _ = write!(text, " {sentence}");
    }
    text
}

fn play(text: &str) -> String {
    let (id, opening, moves) = (head(text, "game"), head(text, "opening"), head(text, "moves"));
    let mut all = format!("game: {id}\nopening: {opening}\nmoves: {moves}\n");
    let opening = opening.strip_prefix("start:").map_or(Opening::Start, Opening::Named);
    let mut position = games::built_in(id).unwrap().begin(opening).unwrap();
    let _ = write!(all, "\n{}", seen(position.as_ref()));
    for (ply, text) in moves.split(' ').enumerate() {
        let said = position.read(text).map_or_else(|_| text.to_owned(), |mv| told(position.as_ref(), mv));
        position.act(text).unwrap_or_else(|error| panic!("{id} move {}: {error}", ply + 1));
        let _ = write!(all, "\n{}. {said}\n{}", ply + 1, seen(position.as_ref()));
        for (fall, line) in position.falls().iter().zip(position.fall_lines()) {
            let opened = fall.opened_by.map(|opener| format!(", opened by {}", position.spec().seat(opener).name));
            let _ = writeln!(all, "{line}{}", opened.unwrap_or_default());
        }
    }
    all
}

#[test]
fn games_look_as_they_did() {
    for game in GAMES {
        let id = game.spec().id;
        let expected = std::fs::read_to_string(path(id)).expect("every game has a play-through");
        let found = play(&expected);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path(id), found).unwrap();
            continue;
        }
        let differing = expected.lines().zip(found.lines()).enumerate().find(|(_, (old, new))| old != new);
        if let Some((line, (old, new))) = differing {
            panic!("{id}, line {}:\nwas: {old}\nis:  {new}", line + 1);
        }
        assert_eq!(expected.lines().count(), found.lines().count(), "{id}: one is longer");
    }
}
