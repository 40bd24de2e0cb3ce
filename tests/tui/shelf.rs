//! The games that are files: the list, its filter, and what is said about each.

use std::fs;

use crate::app::{chosen_row, click, keys, place, shown};
use crate::folder::Folder;
use crate::menus::{app, home};
use heterodox::cli::picture::scripted;
use heterodox::games::shelf;
use heterodox::tui::world::World;

/// The keys from the first screen to the list.
const OPEN: &str = "Down Down Down Down Down Down Enter";

/// A world with two files in the user's folder: a game, and one with mistakes.
fn own() -> (Folder, World) {
    let (folder, world) = home("shelf", None);
    let variants = folder.path().join("variants");
    fs::create_dir_all(&variants).expect("room");
    let chess = shelf::all().iter().find(|book| book.id == "chess").expect("it is there").text;
    let mine = chess.replacen("\"chess\"", "\"mine\"", 1).replacen("\"Chess\"", "\"My Chess\"", 1);
    fs::write(variants.join("mine.toml"), &mine).expect("room");
    fs::write(variants.join("wrong.toml"), mine.replacen("\"N\"", "\"NX\"", 1)).expect("room");
    (folder, world)
}

#[test]
fn what_is_typed_chooses_among_all_games() {
    let mut app = app((80, 24), OPEN);
    assert!(shown(&app).contains("More games") && shown(&app).contains("filter:"), "{}", shown(&app));
    keys(&mut app, "c o u r");
    assert!(chosen_row(&app).starts_with("Courier Chess"), "{}", shown(&app));
    assert!(shown(&app).contains("twelve files"), "{}", shown(&app));
    keys(&mut app, "z z");
    assert!(shown(&app).contains("No game fits."), "{}", shown(&app));
    keys(&mut app, "Enter Down C-r");
    assert!(shown(&app).contains("No game fits."), "{}", shown(&app));
    keys(&mut app, "Esc");
    assert!(shown(&app).contains("Breakthrough"), "the filter is empty again:\n{}", shown(&app));
    keys(&mut app, "Esc");
    assert!(shown(&app).contains("New game"), "{}", shown(&app));
}

#[test]
fn a_game_is_set_up_and_its_rules_are_read() {
    let mut app = app((120, 40), OPEN);
    keys(&mut app, "l o s C-r");
    assert!(shown(&app).contains("Los Alamos Chess"), "{}", shown(&app));
    keys(&mut app, "Esc Enter");
    assert!(chosen_row(&app).starts_with("Start"), "{}", shown(&app));
    assert!(shown(&app).contains("Los Alamos Chess"), "{}", shown(&app));
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("computer 1"), "{}", shown(&app));
}

#[test]
fn a_press_selects_and_a_second_one_chooses() {
    let mut app = app((80, 24), OPEN);
    for _ in 0..2 {
        let at = place(&app, "Almost Chess");
        click(&mut app, at);
    }
    assert!(chosen_row(&app).starts_with("Start"), "{}", shown(&app));
}

#[test]
fn games_of_the_users_folder_come_first_with_their_mistakes() {
    let (folder, world) = own();
    let mut app = scripted(None, world, "", OPEN).expect("keys");
    assert!(chosen_row(&app).starts_with("My Chess"), "{}", shown(&app));
    keys(&mut app, "Down");
    assert!(chosen_row(&app).starts_with("wrong.toml"), "{}", shown(&app));
    assert!(shown(&app).contains("no atom X"), "{}", shown(&app));
    keys(&mut app, "Enter");
    assert!(chosen_row(&app).starts_with("wrong.toml"), "there is nothing to play:\n{}", shown(&app));
    keys(&mut app, "Up Enter Enter");
    assert!(shown(&app).contains("computer 1"), "{}", shown(&app));
    drop((app, folder));
}
