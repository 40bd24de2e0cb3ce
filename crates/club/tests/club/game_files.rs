//! Games of files in the club: which rules a table, a challenge, a tournament and a ladder have when the file changes.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use heterodox_club::Club;
use heterodox_club::member::Member;
use heterodox_club::ratings::Ladder;
use heterodox_club::store::VersionRow;
use heterodox_club::table_service::{TableServiceError, Terms, Wanted};
use heterodox_club::tournament::{Form, Plan, TournamentError};
use heterodox_games::Registry;
use heterodox_games::file::FileVariant;
use heterodox_games::shelf;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::Variant;
use heterodox_play::game_file::OfferedGames;
use heterodox_play::players::Opponents;
use heterodox_play::session::setup::{ClockSetup, MatchSetup};

use crate::database;
use crate::folder::Folder;

/// The text of a game with this id, in which Knights move so.
fn text(id: &str, knight: &str) -> String {
    let chess = shelf::named("chess").expect("it is on the shelf").text;
    let named = chess.replacen("\"chess\"", &format!("\"{id}\""), 1).replacen("\"Chess\"", "\"My Chess\"", 1);
    named.replacen("move = \"N\"", &format!("move = \"{knight}\""), 1)
}

/// A club with the folder of games beside it.
struct Place {
    folder: Folder,
    games: Registry,
    offered: OfferedGames,
}

impl Place {
    fn new(name: &str) -> Place {
        let place =
            Place { folder: Folder::new(name), games: Registry::default(), offered: OfferedGames::default() };
        fs::create_dir_all(place.variants()).expect("room");
        place
    }

    fn variants(&self) -> std::path::PathBuf {
        self.folder.path().join("variants")
    }

    /// Writes a file, and reads the folder again.
    fn write(&self, name: &str, text: &str) {
        fs::write(self.variants().join(name), text).expect("room");
        self.offered.read(&self.variants(), &self.games);
    }

    fn club(&self) -> Arc<Club> {
        open(self.folder.path(), &self.games)
    }

    fn game(&self, id: &str) -> &'static dyn Variant {
        self.games.find(id).expect("it is offered")
    }
}

fn open(folder: &Path, games: &Registry) -> Arc<Club> {
    database::open(folder, &Opponents { games: games.clone(), ..Opponents::default() }).expect("a club")
}

fn member(club: &Club, key: u8) -> Member {
    let (member, _) =
        club.store.member_of_key([key; 32], &format!("folder-{key}"), SystemTime::now()).expect("a member");
    member
}

fn digest(game: &'static dyn Variant) -> String {
    FileVariant::of(game.spec()).expect("a game of a file").digest().to_string()
}

/// A rated game of both with days for each move.
fn rated(game: &'static dyn Variant) -> Terms {
    Terms { clock: Some(ClockSetup::days(3)), rated: true, ..Terms::new(game) }
}

fn plan(game: &'static dyn Variant) -> Plan {
    Plan::new(Form::RoundRobin, game, "3+2", true)
}

#[test]
fn what_is_there_keeps_its_rules_when_the_file_changes_or_is_gone() {
    let place = Place::new("files-change");
    place.write("mine.toml", &text("clubchess", "N"));
    let first = place.game("clubchess");
    let club = place.club();
    let (ann, bo) = (member(&club, 1), member(&club, 2));
    let open_game = |club: &Club, game| {
        let key = club.tables.open_table(&ann, &rated(game)).expect("a table");
        club.tables.sit(&bo, key, Side::new(1), None).expect("a seat");
        key
    };
    let table = open_game(&club, first);
    let challenge = club.tables.challenge(&ann, None, &rated(first)).expect("a challenge");
    let now = SystemTime::now();
    let tournament = club.make_tournament(&ann, plan(first), now).expect("a tournament");

    // The file has other rules: what is new uses them.
    place.write("mine.toml", &text("clubchess", "NN"));
    let second = place.game("clubchess");
    assert_ne!(digest(first), digest(second));
    let newer = open_game(&club, second);
    let answered = club.tables.accept(&bo, challenge).expect("a table");
    let of = |club: &Club, key| digest(club.tables.listed(&ann, key).expect("a table").setup.game);
    for (key, game) in [(table, first), (newer, second), (answered, first)] {
        assert_eq!(of(&club, key), digest(game));
    }
    let old_plan = club.tournament(tournament).expect("it is there").plan;
    assert_eq!(old_plan.variant(&place.games).map(digest), Some(digest(first)));
    let fresh = club.make_tournament(&bo, plan(second), now).expect("a tournament");
    let new_plan = club.tournament(fresh).expect("it is there").plan;
    assert_eq!(new_plan.variant(&place.games).map(digest), Some(digest(second)));

    // After a restart without the file everything is as it was.
    drop(club);
    fs::remove_file(place.variants().join("mine.toml")).expect("it is there");
    place.offered.read(&place.variants(), &place.games);
    assert!(place.games.find("clubchess").is_none(), "it is not offered any more");
    let club = open(place.folder.path(), &place.games);
    for (key, game) in [(table, first), (newer, second), (answered, first)] {
        assert_eq!(of(&club, key), digest(game));
        let handle = club.tables.handle(&ann, key, None).expect("the game goes on");
        let spec = handle.table().newest().position.spec();
        assert_eq!(FileVariant::of(spec).map(|own| own.digest().to_string()), Some(digest(game)));
    }
    let plan = club.tournament(tournament).expect("it is there").plan;
    assert_eq!(plan.variant(&place.games).map(digest), Some(digest(first)));
    let refused = club.tables.open_table(&ann, &rated(second));
    assert!(matches!(refused, Err(TableServiceError::OwnFile)), "{refused:?}");
}

#[test]
fn a_version_has_a_ladder_and_a_number_of_its_own() {
    let place = Place::new("files-ladders");
    let club = place.club();
    let ann = member(&club, 1);
    let mut seen = Vec::new();
    for (knight, title) in [("N", "My Chess"), ("NN", "My Chess"), ("N", "Our Chess")] {
        place.write("mine.toml", &text("versions", knight).replacen("My Chess", title, 1));
        let game = place.game("versions");
        let terms = Terms { seats: vec![Wanted::Host, Wanted::Computer(1)], ..rated(game) };
        club.tables.open_table(&ann, &terms).expect("a table");
        let ladder = Ladder::of(&MatchSetup::against_computer(game, 1)).expect("a ladder");
        assert_eq!((ladder.game.as_str(), ladder.digest.clone()), ("versions", Some(digest(game))));
        seen.push(ladder);
        club.tables.clear_out(&ann).expect("it is closed");
    }
    assert_eq!(seen[0], seen[2], "only the title has changed");
    let row = |at: usize, number| VersionRow {
        game: "versions".to_owned(),
        digest: seen[at].digest.clone().expect("a digest"),
        title: "My Chess".to_owned(),
        number,
    };
    assert_eq!(club.store.versions().expect("the store"), [row(0, 1), row(1, 2)]);
}

#[test]
fn a_game_that_the_server_does_not_offer_needs_a_private_table() {
    let place = Place::new("files-own");
    let club = place.club();
    let (ann, bo) = (member(&club, 1), member(&club, 2));
    let own: &'static dyn Variant = FileVariant::kept(&text("annchess", "NN"), "mine.toml").expect("a game");
    let terms = Terms::new(own);
    for refused in [terms.clone(), Terms { private: true, ..rated(own) }] {
        let refused = club.tables.open_table(&ann, &refused);
        assert!(matches!(refused, Err(TableServiceError::OwnFile)), "{refused:?}");
    }
    let refused = club.tables.challenge(&ann, bo.id.into(), &terms);
    assert!(matches!(refused, Err(TableServiceError::OwnFile)), "{refused:?}");
    let refused = club.make_tournament(&ann, plan(own), SystemTime::now());
    assert!(matches!(refused, Err(TournamentError::Plan(_))), "{refused:?}");
    let key = club.tables.open_table(&ann, &Terms { private: true, ..terms }).expect("a private table");
    assert!(club.tables.listed(&bo, key).is_none(), "others do not see it");
    assert!(club.tables.listed(&ann, key).is_some());
    // A game of the shelf is offered as it is in the program, and a file of its id with other rules is not.
    let seirawan = place.game("seirawan");
    club.tables.challenge(&ann, bo.id.into(), &rated(seirawan)).expect("a challenge");
    let chess: &'static dyn Variant = FileVariant::kept(&text("chess", "NN"), "mine.toml").expect("a game");
    assert!(!club.tables.offers(chess) && club.tables.offers(seirawan));
}
