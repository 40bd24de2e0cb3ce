//! Games of files on a server: in the forms of tables and tournaments, in lists, and on the page of the ladders.

use std::fs;
use std::sync::Arc;
use std::time::SystemTime;

use heterodox::cli::picture::bare_world;
use heterodox::club::Club;
use heterodox::club::member::MemberId;
use heterodox::club::ratings::{Ladder, RatedGame, RatedPlayer, RatedSeat};
use heterodox::club::store::TableKey;
use heterodox::club::table_service::{Terms, Wanted};
use heterodox::game_file::{OfferedGames, OwnGame, of_others};
use heterodox::games::{Registry, shelf};
use heterodox::players::Opponents;
use heterodox::session::setup::ClockSetup;
use heterodox::tui::app::App;
use heterodox::tui::place::Place;

use crate::app::{keys, shown, wait};
use crate::folder::Folder;
use crate::lobby::{Evening, choose, chosen, go_to};

/// A club that offers games of files.
struct Offering {
    evening: Evening,
    games: Registry,
    offered: Arc<OfferedGames>,
}

fn text(id: &str, title: &str, knight: &str) -> String {
    let chess = shelf::named("chess").expect("it is on the shelf").text;
    let named =
        chess.replacen("\"chess\"", &format!("\"{id}\""), 1).replacen("\"Chess\"", &format!("\"{title}\""), 1);
    named.replacen("move = \"N\"", &format!("move = \"{knight}\""), 1)
}

impl Offering {
    fn new(name: &str) -> Offering {
        let (folder, games, offered) = (Folder::new(name), Registry::default(), OfferedGames::default());
        fs::create_dir_all(folder.path().join("variants")).expect("room");
        let opponents = Opponents { games: games.clone(), ..Opponents::default() };
        let club = Club::open(folder.path(), &opponents).expect("a club");
        offered.offer_shelf(true);
        Offering { evening: Evening { folder, club }, games, offered: Arc::new(offered) }
    }

    fn write(&self, name: &str, text: &str) {
        let folder = self.evening.folder.path().join("variants");
        fs::write(folder.join(name), text).expect("room");
        self.offered.read(&folder, &self.games);
    }

    /// The client of Ann.
    fn client(&self) -> App {
        let mut app = self.evening.client(1, (120, 40), "unicode");
        app.world.client.games = self.games.clone();
        app.world.client.offered = Some(Arc::clone(&self.offered));
        app
    }
}

#[test]
fn a_table_and_a_challenge_are_made_of_a_game_in_the_folder() {
    let club = Offering::new("server-games");
    club.write("mine.toml", &text("clubchess", "Club Chess", "NN"));
    club.write("wrong.toml", "format = 7");
    let mut app = club.client();
    choose(&mut app, "New table");
    go_to(&mut app, "Rated");
    keys(&mut app, "Right");
    go_to(&mut app, "Game");
    assert!(shown(&app).contains("more games"), "{}", shown(&app));
    keys(&mut app, "Enter");
    assert!(chosen(&app).starts_with("Club Chess") && shown(&app).contains("of this server"), "{}", shown(&app));
    assert!(!shown(&app).contains("wrong"), "a file with mistakes is not for players:\n{}", shown(&app));
    keys(&mut app, "c l u b C-r");
    assert!(shown(&app).contains("Club Chess"), "its rules:\n{}", shown(&app));
    // Leaving the list leaves the form as it was.
    keys(&mut app, "Esc Esc Esc");
    assert!(chosen(&app).contains("Holywar"), "{}", shown(&app));
    go_to(&mut app, "Rated");
    assert!(chosen(&app).contains("yes"), "{}", shown(&app));
    go_to(&mut app, "Game");
    keys(&mut app, "Enter g r a s s");
    assert!(chosen(&app).starts_with("Grasshopper Chess"), "{}", shown(&app));
    keys(&mut app, "Enter");
    assert!(chosen(&app).contains("Grasshopper Chess"), "{}", shown(&app));
    // Left and Right go on among the four and this one.
    keys(&mut app, "Right");
    assert!(chosen(&app).contains("Holywar"), "{}", shown(&app));
    keys(&mut app, "Enter c l u b Enter");
    assert!(chosen(&app).contains("Club Chess"), "{}", shown(&app));
    go_to(&mut app, "Rated");
    assert!(chosen(&app).contains("yes"), "{}", shown(&app));
    go_to(&mut app, "Clock");
    keys(&mut app, "Right Home Enter");
    wait(&mut app, "Close the table", true);
    let tables = club.evening.club.tables.own(&club.evening.member(1));
    assert_eq!((tables[0].setup.game.spec().id, tables[0].rated), ("clubchess", true));
}

#[test]
fn a_tournament_is_made_of_a_game_of_a_file() {
    let club = Offering::new("server-tournament");
    club.write("mine.toml", &text("clubchess", "Club Chess", "NN"));
    let mut app = club.client();
    choose(&mut app, "Tournaments");
    keys(&mut app, "Home Enter");
    assert!(chosen(&app).contains("Game"), "{}", shown(&app));
    keys(&mut app, "Enter c l u b Enter");
    assert!(chosen(&app).contains("Club Chess"), "{}", shown(&app));
    keys(&mut app, "End Enter");
    wait(&mut app, "Club Chess", true);
    assert_eq!(club.evening.club.tournaments()[0].1.plan.game, "clubchess");
}

#[test]
fn a_game_of_ones_own_is_private_and_others_do_not_find_it() {
    let club = Offering::new("server-own");
    let game = of_others(&text("annchess", "Chess of Ann", "NN"), "variant").expect("a game");
    let ann = club.evening.member(1).id.identity();
    club.offered.set_of_member(ann.name(), vec![OwnGame { path: "annchess.toml".into(), game: Ok(game) }]);
    let mut app = club.client();
    choose(&mut app, "New table");
    go_to(&mut app, "Game");
    keys(&mut app, "Enter");
    assert!(chosen(&app).starts_with("Chess of Ann") && chosen(&app).contains("yours"), "{}", shown(&app));
    keys(&mut app, "Enter");
    go_to(&mut app, "Private");
    assert!(chosen(&app).contains("yes"), "{}", shown(&app));
    keys(&mut app, "Right Home Enter");
    assert!(shown(&app).contains("A game of your own file needs a private table"), "{}", shown(&app));
    let mut ben = club.evening.client(2, (120, 40), "unicode");
    ben.world.client.offered = Some(Arc::clone(&club.offered));
    choose(&mut ben, "New table");
    go_to(&mut ben, "Game");
    keys(&mut ben, "Enter a n n c h");
    assert!(shown(&ben).contains("No game fits."), "{}", shown(&ben));
}

#[test]
fn the_ladders_name_the_versions_of_a_game() {
    let club = Offering::new("server-ladders");
    let (ann, now) = (club.evening.member(1), SystemTime::now());
    let MemberId::Member(number) = ann.id else { panic!("a key is a member") };
    let seat = |player, share| RatedSeat { player, share, left: false, address: None };
    for (at, knight) in ["N", "NN"].into_iter().enumerate() {
        club.write("mine.toml", &text("clubchess", "Club Chess", knight));
        let mut app = club.client();
        choose(&mut app, "Ladders");
        for _ in 0..4 {
            keys(&mut app, "Right");
        }
        let title = if at == 0 { "Ladder: Club Chess" } else { "Ladder: Club Chess, version 2" };
        assert!(shown(&app).lines().any(|line| line.trim_end().ends_with(title)), "{}", shown(&app));
        assert!(shown(&app).contains("no rated game here yet"), "{}", shown(&app));
        let game = club.games.find("clubchess").expect("it is offered");
        let seats = vec![Wanted::Host, Wanted::Computer(2)];
        let terms = Terms { clock: Some(ClockSetup::days(1)), rated: true, seats, ..Terms::new(game) };
        club.evening.club.tables.open_table(&ann, &terms).expect("a table");
        club.evening.club.tables.clear_out(&ann).expect("it is closed");
        let rated = RatedGame {
            table: TableKey(900 + at as i64),
            ladder: Some(Ladder::usual(game)),
            rated: true,
            moves: 30,
            time: now,
            seats: vec![seat(RatedPlayer::Member(number), 1.0), seat(RatedPlayer::Level(2), 0.0)],
        };
        club.evening.club.rate(rated).expect("the store").expect("a rated game");
    }
    let mut app = club.client();
    choose(&mut app, "Ladders");
    keys(&mut app, "Right Right Right Right");
    for title in ["Ladder: Club Chess, version 2", "Ladder: Club Chess, version 1 (earlier rules)"] {
        assert!(shown(&app).contains(title) && shown(&app).contains("(you)"), "{title}:\n{}", shown(&app));
        keys(&mut app, "Right");
    }
}

#[test]
fn lessons_and_puzzles_of_the_folder_are_offered_as_those_of_the_four() {
    let club = Offering::new("server-learn");
    let puzzle = "[Event \"Puzzle\"]\n[Variant \"Club Chess\"]\n[SetUp \"1\"]\n\
                  [FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n\n1. Ra8# *\n";
    club.write("mine.toml", &text("clubchess", "Club Chess", "N"));
    fs::write(club.evening.folder.path().join("variants/mine.puzzles.pgn"), puzzle).expect("room");
    let mut app = App::new(club.client().world, vec![]);
    let open = |app: &mut App, place: Place| {
        let screen = heterodox::tui::screens::open(place, &app.world).expect("a screen");
        *app = App::new(
            std::mem::replace(&mut app.world, bare_world("classic", "true", "unicode", (120, 40))),
            vec![screen],
        );
    };
    open(&mut app, Place::Lessons);
    assert!(shown(&app).contains("Club Chess"), "{}", shown(&app));
    open(&mut app, Place::Puzzles);
    keys(&mut app, "Up");
    for _ in 0..5 {
        if !shown(&app).contains("1 puzzle of Club Chess.") {
            keys(&mut app, "Right");
        }
    }
    assert!(shown(&app).contains("1 puzzle of Club Chess."), "{}", shown(&app));
}
