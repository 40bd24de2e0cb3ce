//! The row of a new game that lets the computer learn it: each state in words and its colour, and what Enter does.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use heterodox::cli::picture::scripted;
use heterodox::client::teacher::Teacher;
use heterodox::eval::net::{BLOCK, Net, View};
use heterodox::games::Registry;
use heterodox::games::nets::{NetFile, rules_of};
use heterodox::games::shelf;
use heterodox::nets::{NetPlace, Progress, Stage, WorkLock};
use heterodox::rules::variant::Variant as _;
use heterodox::tui::app::App;
use heterodox::tui::theme::{Role, Theme};

use crate::app::{chosen_row, keys, shown};
use crate::folder::Folder;
use crate::menus::home;
use crate::tones::role;

/// The form of a game of the user's folder, with the row chosen, as it looks after a moment.
struct Opened {
    folder: Folder,
    place: NetPlace,
    app: App,
    now: Instant,
}

fn opened(id: &str, teacher: Teacher) -> Opened {
    let (folder, mut world) = home(&format!("learning-{id}"), None);
    world.client.teacher = teacher;
    world.theme = Theme::chart();
    let variants = folder.path().join("variants");
    fs::create_dir_all(&variants).expect("room");
    let text = shelf::named("breakthrough").expect("it is there").text;
    let own = text.replacen("\"breakthrough\"", &format!("\"{id}\""), 1);
    let own = own.replacen("\"Breakthrough\"", "\"Dash\"", 1).replacen("\"loss\"", "\"loss\"\nquiet_plies = 77", 1);
    fs::write(variants.join("dash.toml"), own).expect("room");
    let place = NetPlace::beside(&variants.join("dash.toml"));
    let app = scripted(None, world, "", "Down Down Down Down Down Down Enter d a s h Enter End").expect("keys");
    // Keys have taken the time of the program ahead.
    Opened { folder, place, app, now: Instant::now() + Duration::from_secs(5) }
}

impl Opened {
    /// The row after the next look at the folder.
    fn later(&mut self) -> String {
        self.now += Duration::from_secs(2);
        self.app.wake(self.now);
        chosen_row(&self.app)
    }

    fn write(&self, stage: Stage, percent: u8, left: u64, words: &str) {
        let progress = Progress { stage, percent, left, words: words.to_owned() };
        progress.keep(&self.place.work).expect("room");
    }
}

/// Gives a file this time of its last change.
fn touch(path: &Path, time: SystemTime) {
    let touched = fs::File::options().write(true).open(path).and_then(|file| file.set_modified(time));
    touched.expect("it is ours");
}

#[test]
fn without_the_laboratory_it_says_where_that_is() {
    let mut opened = opened("learnrowa", Teacher::default());
    assert!(chosen_row(&opened.app).contains("let the computer learn this game"), "{}", shown(&opened.app));
    assert!(shown(&opened.app).contains("keeps that if it wins"), "{}", shown(&opened.app));
    keys(&mut opened.app, "Enter");
    assert!(shown(&opened.app).contains("cargo install --path crates/lab"), "{}", shown(&opened.app));
    assert_eq!(role(&opened.app, "This takes the program"), Role::Warning);
}

#[test]
fn each_state_is_said() {
    let mut opened = opened("learnrowb", Teacher::default());
    let lock = WorkLock::take(&opened.place.work).expect("room").expect("nobody has it");
    assert!(opened.later().contains("it looks how long it takes"), "{}", shown(&opened.app));
    opened.write(Stage::Playing, 34, 700, "340 of 1000 positions");
    assert!(opened.later().contains("playing 34 %, 12 min left"), "{}", shown(&opened.app));
    assert!(shown(&opened.app).contains("340 of 1000 positions"), "{}", shown(&opened.app));
    opened.write(Stage::Testing, 5, 9_000, "1 won");
    assert!(opened.later().contains("testing 5 %, 2.5 h left"), "{}", shown(&opened.app));
    assert!(shown(&opened.app).contains("Enter pause"), "{}", shown(&opened.app));
    keys(&mut opened.app, "Enter");
    assert!(chosen_row(&opened.app).contains("it pauses") && lock.is_asked_to_pause(), "{}", shown(&opened.app));
    drop(lock);
    assert!(opened.later().contains("paused: testing 5 %"), "{}", shown(&opened.app));
    assert!(shown(&opened.app).contains("Enter go on"), "{}", shown(&opened.app));
    opened.write(Stage::Lost, 100, 0, "Elo -9 (-30 to +12)");
    assert!(opened.later().contains("it has learned nothing better"), "{}", shown(&opened.app));
    assert!(shown(&opened.app).contains("Elo -9 (-30 to +12)"), "{}", shown(&opened.app));
    let game = heterodox::game_file::read(&opened.folder.path().join("variants/dash.toml")).expect("a game");
    let (spec, board) = (game.spec(), game.spec().geometry());
    let inputs = View::of(spec, &board).expect("it looks the same").inputs();
    let net = |rules: String| NetFile {
        game: spec.id.to_owned(),
        rules,
        positions: 7,
        gain: "Elo +55 (+30 to +80) in 90 games".to_owned(),
        weights: vec![0; 2 * Net::size(inputs, 2, BLOCK)],
    };
    fs::write(&opened.place.net, net("0123456789abcdef P".to_owned()).written()).expect("room");
    assert!(opened.later().contains("what it learned does not fit"), "{}", shown(&opened.app));
    assert!(shown(&opened.app).contains("other rules"), "{}", shown(&opened.app));
    fs::write(&opened.place.net, net(rules_of(spec)).written()).expect("room");
    assert!(opened.later().contains("the computer has learned it"), "{}", shown(&opened.app));
    assert!(shown(&opened.app).contains("Elo +55"), "{}", shown(&opened.app));
    // Its file is read again only when its time, its length or the progress says so: damage that nothing tells is not seen.
    let changed = fs::metadata(&opened.place.net).and_then(|facts| facts.modified()).expect("it is there");
    let mut damaged = fs::read(&opened.place.net).expect("it is there");
    *damaged.last_mut().expect("weights") ^= 1;
    fs::write(&opened.place.net, damaged).expect("room");
    touch(&opened.place.net, changed);
    assert!(opened.later().contains("the computer has learned it"), "{}", shown(&opened.app));
    touch(&opened.place.net, changed + Duration::from_secs(1));
    assert!(opened.later().contains("what it learned does not fit"), "{}", shown(&opened.app));
    fs::write(&opened.place.net, net(rules_of(spec)).written()).expect("room");
    assert!(opened.later().contains("the computer has learned it"), "{}", shown(&opened.app));
    keys(&mut opened.app, "Enter");
    assert_eq!(role(&opened.app, "another --seed"), Role::Notice, "{}", shown(&opened.app));
}

#[test]
fn the_laboratory_is_started_with_the_file_and_its_failure_is_said() {
    let folder = Folder::new("laboratory");
    let program = folder.path().join("heterodox-lab");
    fs::write(&program, "#!/bin/sh\necho \"heterodox-lab: $1 $2 $4\" >&2\nexit 1\n").expect("room");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let mut opened = opened("learnrowc", Teacher::at(program));
    keys(&mut opened.app, "Enter");
    for _ in 0..6_000 {
        opened.later();
        if shown(&opened.app).contains("heterodox-lab: ") {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let shown = shown(&opened.app).replace(['\n', ' '], "");
    assert!(shown.contains("heterodox-lab:learn--attached") && shown.contains("variants/dash.toml"), "{shown}");
}

#[test]
fn games_of_the_program_that_have_nets_have_no_such_row() {
    let (_folder, world) = home("learning-none", None);
    for game in Registry::default().games() {
        assert!(world.client.net_place(game.spec()).is_none(), "{}", game.spec().id);
    }
    let place = |id| world.client.net_place(shelf::named(id).expect("a game").game().spec());
    assert!(
        place("chess")
            .is_some_and(|(place, id)| place.net.ends_with("data/nets/chess.net") && id.ends_with("chess"))
    );
    assert!(place("quadrille").is_none(), "it is no game for two");
}
