//! Two clients of one process know different games: there is no list of games that belongs to the process.

use std::sync::{Arc, Mutex};

use heterodox::cli::inspect;
use heterodox::cli::picture::bare_world;
use heterodox::engine::interface::{EngineOptions, NoEngine, create};
use heterodox::engine::uci::{Output, Uci};
use heterodox::games::Registry;
use heterodox::record::pgn::Reader;
use heterodox::session::archive;
use heterodox::tui::app::App;
use heterodox::tui::screens::rules::Rules;

use super::app::shown;
use super::folder::Folder;
use super::{games, give};

const TEXT: &str = "[Variant \"The Hunt\"]\n\n*\n";

#[test]
fn each_client_has_its_own_games() {
    let (few, more) = (Registry::default(), games());
    assert!(few.find("hunt").is_none() && more.find("hunt").is_some() && few != more);
    for (registry, known) in [(&few, false), (&more, true), (&few, false)] {
        // The screens.
        let mut world = bare_world("classic", "256", "unicode", (120, 40));
        give(&mut world, registry.clone());
        let seen = shown(&App::new(world, vec![Box::new(Rules::list())]));
        assert_eq!(
            (seen.contains("Chess\n") || seen.contains("Chess "), seen.contains("The Hunt")),
            (true, known),
            "{seen}"
        );
        // The commands.
        assert_eq!(inspect::answer(b"hunt\tstart", registry).contains("\"fen\""), known);
        // The records.
        let read = Reader::new(TEXT.as_bytes()).of(registry).flatten().next().expect("a game");
        assert_eq!((read.game.is_some(), read.foreign), (known, !known), "{:?}", read.problems);
        // The engine.
        let created = create(registry, "hunt", EngineOptions { megabytes: 1, ..EngineOptions::default() });
        assert_eq!(matches!(created, Err(NoEngine::Game(_))), !known);
        let heard: Arc<Mutex<Vec<u8>>> = Arc::default();
        let out: Output = heard.clone();
        Uci::new(out, registry.clone()).talk(&b"uci\n"[..]).expect("it talks");
        let heard = String::from_utf8(heard.lock().expect("no panic").clone()).expect("text");
        assert_eq!(heard.contains("var hunt"), known, "{heard}");
        // The list of saved games.
        let home = Folder::new("two");
        let folder = home.path().to_owned();
        std::fs::create_dir_all(folder.join("games")).expect("a folder");
        std::fs::write(folder.join("games/a.pgn"), TEXT).expect("room");
        let listed = archive::store(&folder, registry.clone()).list();
        assert_eq!(listed.games[0].spec().is_some(), known);
    }
}

/// A game that another program adds brings its own lessons, and a game without any shows none.
#[test]
fn a_game_brings_its_own_lessons() {
    use heterodox::record::course::Course;

    let games = games();
    let chess = games.find("chess").expect("it was added");
    let course = Course::of(chess, &games).expect("a course").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(course.steps[0].answers(heterodox::record::tree::Id::ROOT).len(), 4);
    let hunt = games.games().iter().find(|game| game.spec().title == "The Hunt").expect("it was added");
    assert!(Course::of(*hunt, &games).is_none());
    let mut world = bare_world("classic", "256", "unicode", (80, 24));
    give(&mut world, games);
    let lessons = heterodox::tui::screens::lessons::Courses::new(&world);
    let seen = shown(&App::new(world, vec![Box::new(lessons)]));
    assert!(seen.contains("Chess") && seen.contains("0 of 1") && !seen.contains("The Hunt"), "{seen}");
}
