//! Every place that shows words, with texts of any length and of any letters, in windows of every size:
//! nothing leaves the picture.

use std::fs;
use std::time::{Duration, Instant};

use crate::support::Folder;
use heterodox::cli::picture::bare_world;
use heterodox::config::engines::EngineRow;
use heterodox::games::{Registry, built_in};
use heterodox::paths::Paths;
use heterodox::record::pool::Pool;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::action::Action;
use heterodox::tui::app::App;
use heterodox::tui::dialogs::confirm::Confirm;
use heterodox::tui::dialogs::reading::Reading;
use heterodox::tui::input::{Input, Key};
use heterodox::tui::screen::Screen;
use heterodox::tui::screens::home::Home;
use heterodox::tui::screens::library::Library;
use heterodox::tui::screens::new_game::NewGame;
use heterodox::tui::screens::play::Play;
use heterodox::tui::screens::review::Review;
use heterodox::tui::screens::rules::Rules;
use heterodox::tui::screens::settings::Settings;
use heterodox::tui::theme::Themes;
use heterodox::tui::world::World;
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub(crate) fn world(glyphs: &str, size: (u16, u16)) -> World {
    bare_world("classic", "true", glyphs, size)
}

pub(crate) fn app(world: World, screen: impl Screen + 'static) -> App {
    App::new(world, vec![Box::new(screen)])
}

pub(crate) fn give(app: &mut App, inputs: &str) {
    for name in inputs.split_whitespace() {
        let key: Key = name.parse().unwrap_or_else(|_| panic!("{name} is no key"));
        app.input(&Input::Key(key), Instant::now());
    }
}

/// A text of one line in which nothing ends a tag or a comment.
fn tame(text: &str) -> String {
    text.chars()
        .map(|letter| if matches!(letter, '{' | '}' | '"' | '\\' | '\n' | '\r' | '[') { '_' } else { letter })
        .collect()
}

/// A game with a text in every place that a file has.
fn game(text: &str, variant: &str, moves: [&str; 3]) -> String {
    let text = tame(text);
    let tags: String = ["Event", "Site", "Date", "White", "Black", "Red", "Green", "Annotator"]
        .iter()
        .fold(String::new(), |all, tag| all + &format!("[{tag} \"{text}\"]\n"));
    let [first, second, other] = moves;
    format!(
        "{tags}[Result \"{text}\"]\n[Variant \"{variant}\"]\n\n{{{text}}} 1. {first} $1 $1 $1 $1 $1 $1 $1 $1 $1 $1 \
         {{{text}}} {{{text}}} {second} {{{text}}} ({{{text}}} 1... {other} {{{text}}}) {text}\n"
    )
}

fn noticed(mut world: World, text: &str, count: usize) -> World {
    world.notices = vec![text.to_owned(); count];
    world
}

/// Every place that shows words of somebody else, with this text in it, and what is typed there.
fn places(text: &str, glyphs: &str, size: (u16, u16)) -> Vec<(&'static str, App)> {
    let world = || world(glyphs, size);
    let mut all: Vec<(&'static str, App)> = Vec::new();
    let notices = |count: usize| noticed(world(), text, count);
    all.push(("problems on the first screen", app(notices(1), Home::new(&world()))));
    all.push(("many problems on the first screen", app(notices(500), Home::new(&world()))));
    all.push(("problems in the list of games", app(notices(1), Library::new(&world()))));
    all.push(("a question", app(world(), Confirm::new(text.to_owned(), Action::Resign))));
    all.push(("a text to be read", app(world(), Reading::new(text.to_owned(), text.to_owned()))));
    for game in ["sanctuary", "armies"] {
        let mut setup = MatchSetup::against_computer(built_in(game).expect("a game"), 3);
        setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(text.to_owned()));
        let play = || Play::start(setup.clone(), &world()).expect("a game");
        all.push(("problems over a game", app(notices(1), play())));
        all.push(("many problems over a game", app(notices(13), play())));
        for (name, key) in [("a move", "m"), ("a square", "g"), ("a file", "W C-u")] {
            let mut app = app(world(), play());
            give(&mut app, key);
            // No file is written: there is no such folder.
            let typed = if key.starts_with('W') { format!("/nowhere/{text}") } else { text.to_owned() };
            app.input(&Input::Paste(typed), Instant::now());
            all.push((name, app));
        }
        let form = NewGame::new(Some(setup.clone()), &world());
        all.push(("names of a new game", app(world(), form)));
    }
    for (row, name) in [(2, "an opening"), (3, "a name"), (5, "a clock")] {
        let mut app = app(world(), NewGame::new(None, &world()));
        give(&mut app, &format!("{}Enter", "Down ".repeat(row)));
        app.input(&Input::Paste(text.to_owned()), Instant::now());
        all.push((name, app));
    }
    let mut pasted = app(world(), NewGame::new(None, &world()));
    pasted.input(&Input::Paste(text.to_owned()), Instant::now());
    all.push(("a position", pasted));
    for (down, name) in [(0, "a theme"), (17, "a clock of the settings")] {
        let mut app = app(world(), Settings::new(&world()));
        give(&mut app, &format!("{}Enter", "Down ".repeat(down)));
        app.input(&Input::Paste(text.to_owned()), Instant::now());
        all.push((name, app));
    }
    for keys in ["?", ":"] {
        let mut app = app(world(), Rules::list());
        give(&mut app, keys);
        app.input(&Input::Paste(text.to_owned()), Instant::now());
        all.push(("a filter of keys", app));
    }
    let mut filter = app(world(), Library::new(&world()));
    filter.input(&Input::Paste(text.to_owned()), Instant::now());
    all.push(("a filter of games", filter));
    let mut named = world();
    text.clone_into(&mut named.client.config.look.theme);
    let engine = EngineRow {
        name: text.to_owned(),
        command: vec![text.to_owned()],
        options: Vec::new(),
        games: Vec::new(),
        loses: false,
        think_ms: 1,
        line: 1,
    };
    named.client.config.engines.push(engine);
    let settings = Settings::new(&named);
    let mut setup = MatchSetup::against_computer(built_in("sanctuary").expect("a game"), 3);
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Engine(text.to_owned()));
    let form = NewGame::new(Some(setup), &named);
    let mut same = world();
    same.client.config = named.client.config.clone();
    let mut begun = app(same, form);
    give(&mut begun, "Enter");
    all.push(("engines that are not there", begun));
    all.push(("values of the settings", app(named, settings)));
    for (variant, moves) in
        [("Sanctuary Chess", ["e4", "e5", "d5"]), ("Armies of Faith 1", ["sc3sd3", "yb2ya2", "yb2yc2"])]
    {
        for keys in [
            "",
            "Right",
            "Right Right",
            "Right Right Down",
            "End i",
            "O",
            "Right ;",
            "g",
            "G",
            "!",
            "Right b",
            "W C-u",
        ] {
            let pool = Pool::text(&tame(text), game(text, variant, moves).into_bytes(), &Registry::default())
                .expect("a game");
            let mut app = app(world(), Review::pool(pool, 1).expect("a game"));
            give(&mut app, keys);
            let typed = if keys.starts_with('W') { format!("/nowhere/{text}") } else { text.to_owned() };
            if matches!(keys, "Right ;" | "g" | "G" | "!" | "W C-u") {
                app.input(&Input::Paste(typed), Instant::now());
            }
            all.push(("a review", app));
        }
    }
    all
}

/// Draws in a window of this size, and looks at what is there.
pub(crate) fn draw(name: &str, app: &mut App, (columns, rows): (u16, u16)) {
    app.world.facts.size = (columns, rows);
    let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
    let cursor = app.draw(&mut buffer);
    assert!(cursor.is_none_or(|at| buffer.area.contains(at)), "{name} at {columns}x{rows}: {cursor:?}");
    for cell in buffer.content() {
        assert!(!cell.symbol().contains(char::is_control), "{name}: {cell:?}");
        assert!(
            cell.symbol().len() <= 200 + 8 * usize::from(columns),
            "{name} at {columns}x{rows}: a letter of {} bytes",
            cell.symbol().len()
        );
    }
}

/// Letters of every kind, as many as somebody may have.
fn any_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        3 => "[a-z ]{1,40}",
        2 => "[a-z]{1,80}",
        1 => "[漢字한글 ]{1,30}",
        1 => "[a\u{301}\u{300}\u{200d}\u{fe0f}❤👩·→…]{1,30}",
        1 => "[\u{0}-\u{1f}\u{7f}-\u{9f}\u{202e} a]{1,20}",
        1 => "\\PC{1,30}",
        1 => Just("\u{301}".to_owned()),
    ];
    let most = prop::sample::select(vec![0, 20, 363, 1880, 5000, 70_000]);
    (prop::collection::vec(part, 1..4), most).prop_map(|(parts, most)| {
        let part = parts.concat();
        part.chars().cycle().take(if part.is_empty() { 0 } else { most }).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5, max_shrink_iters: 20, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_text_leaves_the_picture(
        text in any_text(),
        glyphs in prop::sample::select(vec!["unicode", "console", "ascii"]),
        first in (1..=200_u16, 1..=60_u16),
        sizes in prop::collection::vec((1..=200_u16, 1..=60_u16), 3),
        keys in prop::sample::select(vec!["Enter", "Left Left", "PgDn Down End", "Esc", "Tab"]),
    ) {
        for (name, mut app) in places(&text, glyphs, first) {
            draw(name, &mut app, first);
            give(&mut app, keys);
            for &size in &sizes {
                draw(name, &mut app, size);
            }
        }
    }
}

#[test]
fn every_size_holds_a_text_that_is_longer() {
    let text = "somewhat longer words, and then aVeryLongWordThatIsBroken 漢字漢字漢字 · ".repeat(100);
    for (name, mut app) in places(&text, "unicode", (80, 24)) {
        for columns in (1..=200).step_by(19) {
            for rows in (1..=60).step_by(7) {
                draw(name, &mut app, (columns, rows));
            }
        }
    }
}

#[test]
fn a_long_comment_says_that_it_goes_on_and_is_read_to_its_end() {
    let said = (1..=2000).map(|number| format!("word{number}")).collect::<Vec<_>>().join(" ");
    let text = format!("[Variant \"Sanctuary Chess\"]\n\n1. e4 {{{said}}} *");
    let pool = Pool::text("long", text.into_bytes(), &Registry::default()).expect("a game");
    let mut app = app(world("unicode", (80, 24)), Review::pool(pool, 1).expect("a game"));
    let shown = |app: &App| heterodox::cli::picture::text(&heterodox::cli::picture::frame(app, (80, 24)));
    give(&mut app, "Right");
    let seen = shown(&app);
    let is_rank = |rank: &u8| seen.lines().any(|line| line.trim_start().starts_with(&format!("{rank}  ")));
    let board = (1..=8).filter(is_rank).count();
    assert!(seen.contains("word1 ") && seen.contains("… (i: read all)") && board > 4, "{seen}");
    give(&mut app, "i");
    let mut read = String::new();
    for _ in 0..200 {
        read += &shown(&app);
        give(&mut app, "PgDn");
    }
    for number in 1..=2000 {
        assert!(read.contains(&format!("word{number}")), "{number}");
    }
    assert!(shown(&app).contains("100 %"), "{}", shown(&app));
}

/// The names of files, what is in them and what is wrong with them, in the list of the saved games.
#[test]
fn saved_games_with_long_names_are_listed() {
    let folder = Folder::new("long-names");
    let games = folder.path().join("data/games");
    fs::create_dir_all(&games).expect("a folder");
    for (at, letter) in ["x", "漢", "e\u{301}", "word "].into_iter().enumerate() {
        let name = format!("{at}{}.pgn", letter.repeat(200 / letter.len()));
        let text = game(&letter.repeat(20_000), "Sanctuary Chess", ["e4", "e5", "d5"]);
        fs::write(games.join(name), text).expect("room");
    }
    let themes_dir = folder.path().join("themes");
    fs::create_dir_all(&themes_dir).expect("a folder");
    fs::write(themes_dir.join("long.toml"), format!("about = \"{}\"\n", "words ".repeat(20_000))).expect("room");
    let mut world = world("unicode", (80, 24));
    world.themes = Themes::load(Some(&themes_dir));
    world.client.config.look.theme = "long".to_owned();
    world.take_theme();
    let (data_dir, config_file) = (folder.path().join("data"), folder.path().join("x".repeat(200)));
    world.client.paths = Some(Paths { config_file, themes_dir, data_dir });
    let settings = Settings::new(&world);
    let library = Library::new(&world);
    let mut app = App::new(world, vec![Box::new(settings), Box::new(library)]);
    let began = Instant::now();
    let mut keys = "Down Down Up C-n Esc C-e Esc C-g Esc End".split(' ');
    loop {
        app.wake(Instant::now());
        for size in [(20, 8), (40, 12), (64, 20), (80, 24), (200, 60)] {
            draw("the list of games", &mut app, size);
        }
        if began.elapsed() > Duration::from_millis(500) {
            let Some(key) = keys.next() else { break };
            give(&mut app, key);
        }
    }
    give(&mut app, "C-x");
    for size in [(20, 8), (40, 12), (80, 24), (200, 60)] {
        draw("the settings", &mut app, size);
    }
}
