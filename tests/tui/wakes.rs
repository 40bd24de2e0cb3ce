//! A screen looks only at what it is woken for: something new of another kind waits for its own wake.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use heterodox::cli::picture::bare_world;
use heterodox::games::built_in;
use heterodox::paths::Paths;
use heterodox::record::game::Game;
use heterodox::record::tree::{Id, PlayedMove};
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::action::Action;
use heterodox::tui::place::Place;
use heterodox::tui::screen::{Screen, Transition};
use heterodox::tui::screens::home::Home;
use heterodox::tui::screens::open;
use heterodox::tui::view::View;
use heterodox::tui::wakes::Reasons;
use heterodox::tui::world::World;

use crate::app::PATIENCE;
use crate::folder::Folder;

const TABLE: Reasons = Reasons { table: true, club: false, task: false };
const CLUB: Reasons = Reasons { table: false, club: true, task: false };
const TASK: Reasons = Reasons { table: false, club: false, task: true };

fn world() -> World {
    bare_world("slate", "none", "unicode", (100, 36))
}

/// A client with files, and what hears that a task has an answer.
fn with_files(folder: &Folder) -> (World, Receiver<()>) {
    let (mut world, (sender, answers)) = (world(), channel());
    world.client.paths = Some(Paths {
        config_file: folder.join("config.toml"),
        themes_dir: folder.join("themes"),
        data_dir: folder.join("data"),
    });
    world.client.waker = Arc::new(move || {
        let _ = sender.send(());
    });
    (world, answers)
}

/// There is something new of this kind, and none of the others.
fn looks_for(why: Reasons, screen: &mut dyn Screen, world: &mut World) {
    for other in [TABLE, CLUB, TASK, Reasons::default()] {
        if other != why {
            assert!(matches!(screen.wake(other, world), Transition::Same), "{other:?} instead of {why:?}");
        }
    }
    assert!(matches!(screen.wake(why, world), Transition::Changed), "{why:?}");
}

fn people() -> MatchSetup {
    let mut setup = MatchSetup::against_computer(built_in("sanctuary").expect("a game"), 1);
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
    setup
}

#[test]
fn forms_and_saved_games_look_for_answers_of_tasks() {
    for (name, place) in [("form", Place::NewGame(None)), ("list", Place::Library)] {
        let folder = Folder::new(&format!("wakes-{name}"));
        let (mut world, answers) = with_files(&folder);
        let mut screen = open(place, &world).expect("a screen");
        answers.recv_timeout(PATIENCE).expect("an answer");
        looks_for(TASK, screen.as_mut(), &mut world);
    }
}

#[test]
fn a_review_looks_for_answers_of_tasks() {
    let folder = Folder::new("wakes-review");
    let (mut world, answers) = with_files(&folder);
    let mut game = Game::begin(built_in("sanctuary").expect("a game"), None, None).expect("a game");
    let played = PlayedMove::play(game.tree.start().fork().as_mut(), "e2e4").expect("it is legal");
    game.tree.attach(Id::ROOT, played);
    let mut review = open(Place::Review(Box::new(game), View::FIRST), &world).expect("a review");
    assert!(matches!(review.act(Action::AnalyseGame, &mut world), Transition::Changed));
    answers.recv_timeout(PATIENCE).expect("an answer");
    looks_for(TASK, review.as_mut(), &mut world);
}

#[test]
fn the_first_screen_looks_for_tables() {
    let mut world = world();
    let mut home = Home::new(&world);
    let _play = open(Place::Start(Box::new(people())), &world).expect("a game");
    looks_for(TABLE, &mut home, &mut world);
}

#[cfg(feature = "serve")]
mod at_a_club {
    use std::time::SystemTime;

    use heterodox::club::talk::{Room, Said};
    use heterodox::rules::side::Side;
    use heterodox::ssh::screens::club::{ClubPlace, Entered};

    use super::*;
    use crate::lobby::Evening;
    use crate::planning::{moves, slow_game};

    #[test]
    fn conditional_moves_look_for_the_table() {
        let evening = Evening::new("wakes-plans");
        let (key, _app) = slow_game(&evening, "sanctuary", (100, 36), "unicode");
        let seat = evening.club.tables.handle(&evening.member(2), key, None).expect("a game");
        let mut world = world();
        let mut plans = open(Place::Plans(seat, Side::new(1), View::FIRST), &world).expect("a screen");
        moves(&evening, key, 1, "e4");
        looks_for(TABLE, plans.as_mut(), &mut world);
    }

    #[test]
    fn the_talk_looks_for_the_club() {
        let evening = Evening::new("wakes-talk");
        let mut world = world();
        world.club = Some(Box::new(Entered(evening.visit(1))));
        let mut talk = open(ClubPlace::Talk(Room::Lobby).into(), &world).expect("a screen");
        let said = evening.club.say(Room::Lobby, &evening.member(2), Said::Text("hi"), SystemTime::now());
        said.expect("it is said");
        looks_for(CLUB, talk.as_mut(), &mut world);
    }
}
