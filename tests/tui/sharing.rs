//! Copying a position or a game, saving pictures of it, and notes while the window has no focus.

use std::fs;

use heterodox::cli::picture::bare_world;
use heterodox::config::{Clipboard, Notify};
use heterodox::games::{GAMES, built_in};
use heterodox::paths::files::Files;
use heterodox::record::pgn::Lister;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::host::facts::Facts;
use heterodox::tui::input::Input;
use heterodox::tui::screen::Screen as _;
use heterodox::tui::screens::home::Home;
use heterodox::tui::screens::play::Play;
use heterodox::tui::world::TerminalRequest;

use crate::app::{give, keys, shown};
use crate::folder::Folder;

/// A game between people after its first legal moves, with the FEN after each.
fn played(game: &str, plies: usize) -> (App, Vec<String>) {
    let mut world = bare_world("slate", "true", "unicode", (100, 40));
    let game = built_in(game).expect("a game");
    let mut setup = MatchSetup::against_computer(game, 1);
    setup.seats.fill(SeatKind::Human(String::new()));
    let mut position = setup.begin().expect("it begins");
    let mut fens = vec![position.fen()];
    let mut play = Play::start(setup, &world).expect("a game");
    if let Some(message) = play.message_slot() {
        message.hush();
    }
    for ply in 0..plies {
        let legal = position.legal();
        let mv = legal[ply * 7 % legal.len()];
        play.play_text(&position.machine(mv), &mut world).expect("it is legal");
        position.play(mv).expect("it is legal");
        fens.push(position.fen());
    }
    let home = Home::new(&world);
    (App::new(world, vec![Box::new(home), Box::new(play)]), fens)
}

/// The texts that were sent to the clipboard.
fn copied(app: &mut App) -> Vec<String> {
    let requests = std::mem::take(&mut app.world.requests);
    let texts = requests.into_iter().filter_map(|request| match request {
        TerminalRequest::Copy(text) => Some(text),
        _ => None,
    });
    texts.collect()
}

#[test]
fn what_is_copied_is_what_is_shown_in_play_and_review() {
    for game in GAMES {
        let spec = game.spec();
        let (mut app, fens) = played(spec.id, 5);
        keys(&mut app, "Y f");
        assert_eq!(copied(&mut app), [fens[5].clone()], "{}", spec.id);
        assert!(shown(&app).contains("clipboard"), "{}", shown(&app));
        // While looking back it is the position that is shown.
        keys(&mut app, "b b Y Enter");
        assert_eq!(copied(&mut app), [fens[3].clone()], "{}", spec.id);
        keys(&mut app, "0 Y b");
        let text = copied(&mut app).remove(0);
        let position = game.begin(heterodox::rules::variant::Opening::Fen(&fens[5])).expect("its own FEN");
        assert!(text.contains(&position.draw()) && text.starts_with(spec.title), "{text}");
        keys(&mut app, "Y p");
        let pgn = copied(&mut app).remove(0);
        let header = Lister::new(pgn.as_bytes()).next().expect("a game").expect("it is right");
        assert_eq!(header.tags.get("Variant"), Some(spec.title));
        // The same in the review, two moves before the end.
        keys(&mut app, "V b b Y f");
        assert_eq!(copied(&mut app), [fens[3].clone()], "{}", spec.id);
    }
}

#[test]
fn the_palette_knows_other_words_for_it() {
    for word in ["clipboard", "copy", "share", "export", "picture"] {
        let (mut app, fens) = played("sanctuary", 1);
        keys(&mut app, ":");
        for letter in word.chars() {
            give(&mut app, &Input::Key(heterodox::tui::input::Key::char(letter)));
        }
        keys(&mut app, "Enter f");
        assert_eq!(copied(&mut app), [fens[1].clone()], "{word}");
    }
}

#[test]
fn where_nothing_can_be_copied_the_text_is_shown_alone() {
    let terminal = |variables: &'static [(&str, &str)]| {
        Facts::of(move |name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    };
    for (variables, setting) in [
        (&[("TERM", "linux")][..], Clipboard::Auto),
        (&[("TERM", "dumb")], Clipboard::Auto),
        (&[("TERM", "screen")], Clipboard::Auto),
        (&[("TERM", "xterm"), ("STY", "1")], Clipboard::Auto),
        (&[("TERM", "xterm")], Clipboard::Off),
    ] {
        for game in GAMES {
            let (mut app, fens) = played(game.spec().id, 3);
            app.world.facts = Facts { size: app.world.facts.size, ..terminal(variables) };
            app.world.client.config.input.clipboard = setting;
            app.world.mouse = true;
            keys(&mut app, "Y f");
            assert_eq!(copied(&mut app), [""; 0], "{variables:?}");
            assert!(!app.world.mouse, "the mouse of the terminal selects");
            // Long lines go on at the edge, and nothing else stands in them.
            let whole: String = shown(&app).lines().take_while(|line| !line.contains("Not copied")).collect();
            assert_eq!(whole.trim_end(), fens[3], "{variables:?}");
            assert!(shown(&app).contains("Select the text with the mouse"), "{}", shown(&app));
            keys(&mut app, "q");
            assert!(app.world.mouse && !shown(&app).contains("Select the text"));
        }
    }
    // It can be asked for where copying may work, and forced where it may not.
    let (mut app, fens) = played("sanctuary", 3);
    keys(&mut app, "Y t");
    assert!(copied(&mut app).is_empty() && shown(&app).starts_with(&fens[3]), "{}", shown(&app));
    keys(&mut app, "q");
    app.world.facts.term = "linux".to_owned();
    app.world.client.config.input.clipboard = Clipboard::On;
    keys(&mut app, "Y f");
    assert_eq!(copied(&mut app), [fens[3].clone()]);
}

#[test]
fn pictures_are_new_files_of_the_client() {
    let folder = Folder::new("share-pictures");
    for game in GAMES {
        let id = game.spec().id;
        let (mut app, _) = played(id, 4);
        app.world.client.files = Files::Under(folder.path().to_owned());
        for round in 0..2 {
            keys(&mut app, "Y s");
            assert!(shown(&app).contains("Saved as"), "{}", shown(&app));
            keys(&mut app, "Y a");
            // The same picture is not written twice.
            let files = fs::read_dir(folder.path()).expect("the folder").count();
            assert_eq!(files % 2, 0, "round {round}");
        }
        let still = fs::read_to_string(folder.path().join(format!("{id}-4.svg"))).expect("the picture");
        let film = fs::read_to_string(folder.path().join(format!("{id}-game.svg"))).expect("the animation");
        assert!(still.starts_with("<svg ") && !still.contains("<animate"));
        assert!(film.starts_with("<svg ") && film.contains("<animate"));
        app.world.client.files = Files::None;
        keys(&mut app, "Y s");
        assert!(shown(&app).contains("Not saved: files cannot be used on this server"), "{}", shown(&app));
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 8);
}

/// What was asked of the terminal, in words.
fn noted(app: &mut App) -> Vec<String> {
    let requests = std::mem::take(&mut app.world.requests);
    let texts = requests.into_iter().filter_map(|request| match request {
        TerminalRequest::Notify(words) => Some(words),
        TerminalRequest::Bell => Some("bell".to_owned()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn a_note_is_shown_only_while_the_window_has_no_focus() {
    let turn = "Sanctuary Chess: it is your turn".to_owned();
    for (notify, focus, wanted) in [
        (Notify::Off, Some(false), vec![]),
        (Notify::Desktop, None, vec![]),
        (Notify::Desktop, Some(true), vec![]),
        (Notify::Desktop, Some(false), vec![turn]),
        (Notify::Bell, Some(false), vec!["bell".to_owned()]),
    ] {
        let mut world = bare_world("slate", "true", "unicode", (80, 24));
        world.client.config.sound.notify = notify;
        let setup = MatchSetup::against_computer(built_in("sanctuary").expect("a game"), 1);
        let play = Play::start(setup, &world).expect("a game");
        let mut app = App::new(world, vec![Box::new(play)]);
        if let Some(here) = focus {
            give(&mut app, &Input::Focus(here));
        }
        noted(&mut app);
        keys(&mut app, "m e 4 Enter");
        crate::app::wait(&mut app, "White to move", false);
        crate::app::wait(&mut app, "White to move", true);
        assert_eq!(noted(&mut app), wanted, "{notify:?} {focus:?}");
    }
}
