//! Levels as characters: how each plays, which one the results of the user suggest, and a choice that follows them.

use std::fs;

use heterodox::cli::picture::{bare_world, scripted};
use heterodox::client::results::my_level;
use heterodox::games::built_in;
use heterodox::paths::Paths;
use heterodox::players::computer::{LEVELS, level_character, level_name};
use heterodox::session::puzzles::choice::Mode;
use heterodox::session::puzzles::progress::{Attempt, Progress};
use heterodox::session::puzzles::solving::Finish;
use heterodox::session::setup::MatchSetup;
use heterodox::tui::world::World;

use crate::app::{keys, shown, wait};
use crate::folder::Folder;

/// A world with some won games of Sanctuary Chess against level 5.
fn winner(folder: &Folder) -> World {
    let data = folder.path().join("data");
    fs::create_dir_all(data.join("games")).expect("a folder");
    for number in 1..=3 {
        let text = format!(
            "[Event \"Casual game\"]\n[Date \"2026.11.2{number}\"]\n[White \"Human\"]\n[Black \"Computer 5\"]\n\
             [Result \"1-0\"]\n[Variant \"Sanctuary Chess\"]\n[WhiteType \"human\"]\n[BlackType \"program\"]\n\n\
             1. e4 e5 1-0\n"
        );
        fs::write(data.join(format!("games/2026112{number}-081500-sanctuary-1.pgn")), text).expect("room");
    }
    let mut world = bare_world("slate", "none", "ascii", (100, 36));
    let config_file = folder.path().join("config.toml");
    world.client.paths = Some(Paths { config_file, themes_dir: folder.path().join("themes"), data_dir: data });
    world
}

#[test]
fn each_level_says_how_it_plays_where_it_is_chosen() {
    let mut app = scripted(None, bare_world("slate", "none", "ascii", (100, 36)), "", "Enter").expect("keys");
    keys(&mut app, "Down Down Down Down");
    let mut seen = 0;
    for _ in 0..16 {
        keys(&mut app, "Right");
        let text = shown(&app).split_whitespace().collect::<Vec<_>>().join(" ");
        for level in 1..=LEVELS {
            if text.contains(&format!("Level {level} {}.", level_character(level))) {
                assert!(text.contains(level_name(level)), "{text}");
                seen |= 1 << level;
            }
        }
    }
    assert_eq!(seen, 0b111_1111_1110_u32, "all ten");
}

#[test]
fn a_choice_follows_the_results_and_says_which_level_it_is() {
    let folder = Folder::new("strength");
    let mut app = scripted(None, winner(&folder), "", "Enter").expect("keys");
    keys(&mut app, "Down Down Down Down Left");
    // The list of players is human, my strength, level 1 and so on.
    let mut tries = 0;
    while !shown(&app).contains("my strength: level") {
        keys(&mut app, "Left");
        tries += 1;
        assert!(tries < 16, "{}", shown(&app));
    }
    // Holywar was never played, Sanctuary was won against level 5.
    assert!(shown(&app).contains("my strength: level 1, newcomer"), "{}", shown(&app));
    keys(&mut app, "Up Up Up Right Right Down Down Down");
    assert!(shown(&app).contains("Sanctuary Chess"), "{}", shown(&app));
    wait(&mut app, "my strength: level 6, strong", true);
    // In two lines.
    wait(&mut app, "Level 6 rarely gives a piece away. Your results suggest", true);
    wait(&mut app, "level 6, strong.", true);
    // The game is played against that level.
    keys(&mut app, "Up Up Up Up Enter");
    assert!(shown(&app).contains("Black - computer 6"), "{}", shown(&app));
}

#[test]
fn the_end_suggests_the_next_level_by_all_results() {
    let folder = Folder::new("next-level");
    let mut setup = MatchSetup::against_computer(built_in("sanctuary").expect("a game"), 5);
    setup.takebacks = false;
    let mut app = scripted(Some(setup), winner(&folder), "", "m e 4 Enter R y").expect("a game");
    wait(&mut app, "Your results suggest level", true);
    assert!(shown(&app).contains("Your results suggest level 6, strong"), "{}", shown(&app));
}

/// Where no game was played yet, the puzzles say which level fits.
#[test]
fn the_rating_at_puzzles_says_where_to_begin() {
    let folder = Folder::new("strength-puzzles");
    let world = winner(&folder);
    let data = folder.path().join("data");
    fs::remove_dir_all(data.join("games")).expect("a folder");
    let mut progress = Progress::default();
    for number in 0..30_u64 {
        let rating =
            progress.rating_after("holywar", 1400, if number % 2 == 0 { Finish::Solved } else { Finish::Failed });
        let attempt = Attempt {
            at: format!("20261124-1200{number:02}"),
            game: "holywar".to_owned(),
            puzzle: number,
            mode: Mode::Rated.id().to_owned(),
            finish: if number % 2 == 0 { Finish::Solved } else { Finish::Failed },
            rating: Some(rating),
        };
        progress.add(attempt, Some(&data)).expect("room");
    }
    assert!((4..=6).contains(&my_level(built_in("holywar").expect("a game").spec(), &world.client)));
    assert_eq!(my_level(built_in("armies").expect("a game").spec(), &world.client), 1, "nothing is known there");
}
