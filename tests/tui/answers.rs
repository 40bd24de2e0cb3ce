//! What keys are answered with: the words fit what was done, stay as long as they are needed, and go
//! when they are not. Lists and footers offer only what can be done.

use std::thread;
use std::time::{Duration, Instant};

use crate::app::{PATIENCE, keys, shown, wait};
use heterodox::cli::picture::{bare_world, scripted};
use heterodox::games::{GAMES, built_in};
use heterodox::record::game::Game;
use heterodox::record::pgn;
use heterodox::record::tree::{Id, PlayedMove};
use heterodox::rules::variant::Opening;
use heterodox::session::setup::{MatchSetup, SeatKind, Start};
use heterodox::tui::action::Action;
use heterodox::tui::app::App;
use heterodox::tui::input::{Input, Key};
use heterodox::tui::keymap::Keymap;
use heterodox::tui::read_game::Source;
use heterodox::tui::screen::Screen as _;
use heterodox::tui::screens::play::Play;
use heterodox::tui::screens::review::Review;
use heterodox::tui::world::World;

/// White wins with the seventh move.
const WON: &str = "d1e3 d8e6 e3a7 e6a2 a7b8 a2c4 a1a8";

fn world(size: (u16, u16)) -> World {
    bare_world("classic", "256", "unicode", size)
}

/// A game between people.
fn setup(game: &str) -> MatchSetup {
    let mut setup = MatchSetup::against_computer(built_in(game).expect("a game"), 3);
    setup.seats.fill(SeatKind::Human(String::new()));
    setup
}

fn people(game: &str, moves: &str, keys: &str) -> App {
    scripted(Some(setup(game)), world((80, 24)), moves, keys).expect("a game")
}

#[track_caller]
fn has(app: &App, words: &str) {
    assert!(shown(app).contains(words), "\"{words}\" is not in\n{}", shown(app));
}

#[track_caller]
fn has_not(app: &App, words: &str) {
    assert!(!shown(app).contains(words), "\"{words}\" is in\n{}", shown(app));
}

#[test]
fn what_is_told_ends_with_the_next_key() {
    // On the first screen, and whatever comes over it.
    for next in ["Down", "Enter", "?", ":"] {
        let mut app = scripted(None, world((80, 24)), "", "v").expect("keys");
        has(&app, "Character set: ");
        keys(&mut app, next);
        keys(&mut app, "Esc");
        has_not(&app, "Character set: ");
    }
    // In settings, where something wrong was typed, and in a list of games.
    let mut app = scripted(None, world((80, 24)), "", "Down Down Down Enter Enter n o n e Enter").expect("keys");
    has(&app, "there is no theme \"none\"");
    keys(&mut app, "Backspace");
    has_not(&app, "there is no theme");
    has(&app, "> non");
    let mut app = scripted(None, world((80, 24)), "", "Down Enter").expect("keys");
    tell(&mut app);
    keys(&mut app, "Down");
    has_not(&app, "Character set: ");
    // In a game and in a review of it: all but the cursor, which need not rest to be seen.
    for way in ["", "V"] {
        let mut app = people("sanctuary", "e2e4 e7e5", way);
        for next in ["t", "f", "r q", "? Esc", "a"] {
            tell(&mut app);
            keys(&mut app, next);
            has_not(&app, "Character set: ");
        }
    }
}

/// Something is told on the screen on top, whatever its letters do.
fn tell(app: &mut App) {
    app.act(Action::Glyphs);
    has(app, "Character set: ");
}

#[test]
fn every_question_says_what_it_is_about() {
    for (game, moves, way, title) in [
        ("sanctuary", "", "R", "Resign"),
        ("sanctuary", "e2e4", "N", "Restart"),
        ("sanctuary", "e2e4", "D", "Draw"),
    ] {
        let app = people(game, moves, way);
        has(&app, "▌ No");
        has(&app, &format!("╭ {title} ─"));
        has_not(&app, "╭ ? ─");
    }
    let app = people("sanctuary", "e2e4 e7e5", "V d q");
    for shown in ["╭ Save changes? ─", "Save ", "Discard ", "Cancel "] {
        has(&app, shown);
    }
}

#[test]
fn what_is_deleted_is_counted_and_comes_back_with_the_key_that_is_said() {
    let moves = "e2e4 e7e5 d2d4 d7d5";
    let mut app = people("sanctuary", moves, "V Left d");
    has(&app, "Deleted 2 moves (u: undo).");
    has_not(&app, "d4");
    keys(&mut app, "u End");
    has(&app, "4 of 4");
    keys(&mut app, "d");
    has(&app, "Deleted 1 move (u: undo).");
    // Variations are moves too.
    keys(&mut app, "u Left Left Left m d 5 Enter Left d");
    has(&app, "Deleted 5 moves (u: undo).");
    let mut world = world((80, 24));
    let key = ["z".to_owned()];
    world.keymap = Keymap::with([("undo-change", key.as_slice())]).0;
    let mut app = scripted(Some(setup("sanctuary")), world, moves, "V d").expect("a game");
    has(&app, " (z: undo).");
    keys(&mut app, "z End");
    has(&app, "4 of 4");
}

/// A game of people that has ended by its rules, or because one resigned, as the program keeps it.
fn ended(resigns: bool) -> Game {
    let app = people("sanctuary", if resigns { "e2e4 e7e5" } else { WON }, if resigns { "R y" } else { "" });
    has(&app, if resigns { "resigned" } else { "White wins" });
    let mut game = Game::begin(built_in("sanctuary").expect("a game"), None, None).expect("a game");
    let mut position = game.tree.start().fork();
    let mut at = Id::ROOT;
    for text in (if resigns { "e2e4 e7e5" } else { WON }).split(' ') {
        at = game.tree.attach(at, PlayedMove::play(position.as_mut(), text).expect("it is legal"));
    }
    let how = if resigns { ": Black resigned." } else { " with two safe pieces on the far rank." };
    game.tree.notes_mut(at).comments.push(format!("White wins{how}"));
    game
}

#[test]
fn how_a_game_ended_is_no_comment_of_a_person() {
    for resigns in [false, true] {
        let game = ended(resigns);
        let ending = game.tree.node(game.tree.last()).notes.comments[0].clone();
        let review = Review::of(pgn::normal(&game), Source::Board);
        let mut world = world((80, 24));
        let mut review = review;
        review.act(Action::Last, &mut world);
        let enter = |review: &mut Review, world: &mut World, text: &str| {
            review.act(Action::Comment, world);
            review.input(&Input::Key("C-u".parse().expect("a key")), world);
            review.input(&Input::Paste(text.to_owned()), world);
            review.input(&Input::Key(Key::plain(heterodox::tui::input::KeyCode::Enter)), world);
        };
        let said = |review: &Review| review.game().tree.node(review.at()).notes.comments.clone();
        enter(&mut review, &mut world, "well played");
        assert_eq!(said(&review), ["well played".to_owned(), ending.clone()]);
        let read = pgn::read(&pgn::write(review.game())).remove(0).game.expect("a game");
        assert_eq!(read, pgn::normal(review.game()));
        enter(&mut review, &mut world, "");
        assert_eq!(said(&review), [ending]);
    }
    // On the screen the line is empty, and another text comes back as it was typed.
    let mut app = people("sanctuary", WON, "V ;");
    let line = |app: &App| shown(app).lines().find_map(|line| line.split("comment:").nth(1).map(str::to_owned));
    assert_eq!(line(&app).as_deref().map(str::trim), Some(""));
    keys(&mut app, "f i n e Enter ;");
    assert_eq!(line(&app).as_deref().map(str::trim), Some("fine"));
    has(&app, "White wins with two safe pieces");
}

#[test]
fn an_analysis_without_lines_says_why() {
    for size in [(40, 12), (60, 20), (80, 24), (120, 40)] {
        for way in ["a", "V a"] {
            let app = scripted(Some(setup("sanctuary")), world(size), WON, way).expect("a game");
            let seen: Vec<String> = shown(&app).split_whitespace().map(str::to_owned).collect();
            assert!(seen.join(" ").contains("game is over"), "{size:?} {way}:\n{}", shown(&app));
        }
    }
    let app = people("sanctuary", WON, "V a");
    has(&app, "The game is over here.");
}

/// Does the prompt ask for a target by its name ("Pawn ui1 to vi1?")? A long description takes the place of their number.
fn names_a_target(shown: &str) -> bool {
    let asked = |rest: &str| rest.split(' ').next().is_some_and(|word| word.len() > 1 && word.ends_with('?'));
    shown.lines().any(|line| line.split(" to ").skip(1).any(asked))
}

/// Where the cursor is, Enter picks something: at the start, after each move of whoever is next, and
/// when a move was taken back.
#[test]
fn the_cursor_is_on_something_that_can_be_picked() {
    for game in GAMES {
        let spec = game.spec();
        let mut position = game.begin(Opening::Start).expect("the start");
        let mut moves = Vec::new();
        for ply in 0..24_usize {
            let before = people(spec.id, &moves.join(" "), "");
            let mut app = people(spec.id, &moves.join(" "), "Enter");
            let picked = shown(&app) != shown(&before);
            let told = shown(&app);
            // A drop is played at once; a piece is in hand.
            let title = |app: &App| shown(app).lines().next().unwrap_or_default().to_owned();
            let asked = told.contains('?') && (told.contains("target") || names_a_target(&told));
            let in_hand = asked || title(&app) != title(&before);
            assert!(picked && in_hand, "{} after {moves:?}:\n{told}", spec.id);
            if !moves.is_empty() && ply % 5 == 0 {
                app = people(spec.id, &moves.join(" "), "u Enter");
                let told = shown(&app);
                let undone = people(spec.id, &moves[..moves.len() - 1].join(" "), "");
                let in_hand = told.contains("target") || names_a_target(&told) || title(&app) != title(&undone);
                assert!(in_hand, "{}:\n{told}", spec.id);
            }
            let legal = position.legal();
            let Some(&mv) = legal.get((ply * 31 + 7) % legal.len().max(1)) else { break };
            moves.push(position.machine(mv));
            position.play(mv).expect("it is legal");
            if position.outcome().is_some() {
                break;
            }
        }
    }
}

/// The square under the cursor, by the brackets around it.
fn cursor(app: &App) -> (u16, u16) {
    let shown = shown(app);
    let found = shown.lines().enumerate().skip(1).find_map(|(y, line)| {
        let letters: Vec<char> = line.chars().collect();
        let at = letters.windows(3).position(|three| three[0] == '[')?;
        Some((at as u16, y as u16))
    });
    found.unwrap_or_else(|| panic!("there is no cursor in\n{shown}"))
}

#[test]
fn the_cursor_stays_where_a_person_moves_it() {
    let mut setup = MatchSetup::against_computer(built_in("sanctuary").expect("a game"), 1);
    setup.start = Start::Usual;
    for moving in [true, false] {
        // The computer answers after a pause, in which the cursor moves.
        let world = world((80, 24));
        let play = Play::start(setup.clone(), &world).expect("a game");
        let mut app = App::new(world, vec![Box::new(play)]);
        let now = Instant::now();
        // To the middle of the board, where nothing stands.
        let input = |app: &mut App, name: &str| app.input(&Input::Key(name.parse().expect("a key")), now);
        for key in "m e 4 Enter Up Up Up Up".split(' ') {
            input(&mut app, key);
        }
        let left = cursor(&app);
        let later = if moving { now } else { now + Duration::from_secs(1) };
        let began = Instant::now();
        while !shown(&app).contains("White to move") {
            assert!(began.elapsed() < PATIENCE, "{}", shown(&app));
            thread::sleep(Duration::from_millis(2));
            app.wake(later);
        }
        assert_eq!(cursor(&app) == left, moving, "{}", shown(&app));
    }
}

#[test]
fn threats_are_told_also_where_there_are_none() {
    for (way, name) in [("t", "White"), ("V t", "White")] {
        let mut app = people("sanctuary", "e2e4 e7e5", way);
        has(&app, &format!("No piece of {name} is attacked."));
        keys(&mut app, "t");
        has_not(&app, "is attacked");
    }
    // What was said before does not stand in the way.
    let mut app = people("sanctuary", "", "v t");
    has(&app, "No piece of White is attacked.");
    // It says whose pieces are meant where the cursor is on another's.
    app = people("sanctuary", "d1e3 d8e6 e3a7", "t g a 7");
    has(&app, " on Black. The letters show who attacks: w White.");
}

#[test]
fn a_move_that_cannot_be_played_is_answered_like_its_picks() {
    for way in ["", "V Left Right"] {
        let mut app = people("sanctuary", "e2e4 e7e5", way);
        keys(&mut app, "m G e 5 Enter");
        has(&app, "The Swiss Guard does not go from e1 to e5");
        keys(&mut app, "C-u z z Enter");
        has(&app, "\"zz\" is not a move. Type a move like ");
    }
}

#[test]
fn footers_offer_a_piece_of_the_reserve_only_where_there_is_one() {
    let footer = |app: &App| shown(app).lines().last().unwrap_or_default().to_owned();
    let cathedral = || {
        let mut setup = setup("holywar");
        setup.start = Start::Named("cathedral".to_owned());
        scripted(Some(setup), world((80, 24)), "", "").expect("a game")
    };
    let review = |mut app: App| {
        keys(&mut app, "m b 4 Enter V Enter");
        app
    };
    for (app, offered) in vec![
        (cathedral(), ""),
        (review(cathedral()), ""),
        (people("sanctuary", "", ""), ""),
        (people("armies", "", ""), ""),
        (people("holywar", "", ""), "2 reserve"),
        (people("holywar", "K@d2", ""), "2 reserve"),
        (people("holywar", "", "2"), "1 reserve"),
        (people("holywar", "K@d2 K@d7 L@e2 L@e7", ""), "4 reserve"),
        (people("blackholes", "", ""), ""),
        (people("blackholes", "b1c3 b8c6", ""), "1 reserve"),
        (people("blackholes", "b1c3 b8c6", "V Enter"), "1 reserve"),
    ] {
        let told = footer(&app);
        assert!(!told.contains("choose"), "{told}");
        assert_eq!(told.contains("reserve"), !offered.is_empty(), "{told}");
        assert!(told.contains(offered), "{offered}: {told}");
    }
    let mut app = cathedral();
    keys(&mut app, "1");
    has(&app, "No King is left in reserve.");
}

#[test]
fn seats_have_the_letters_of_their_names() {
    // A narrow list has a letter before each move.
    let app = scripted(Some(setup("holywar")), world((40, 16)), "K@d2 K@d7 L@e2 L@e7", "").expect("a game");
    for words in ["w K@d2", "r K@d7", "r Red"] {
        has(&app, words);
    }
    has_not(&app, "b K@d7");
}

/// The whole game is looked at: an answer to another key does not hide how far that is, and the summary
/// that lies over it tells what is known now.
#[test]
fn a_look_at_the_whole_game_is_seen_whatever_is_done_meanwhile() {
    let mut world = world((80, 24));
    world.client.config.play.threads = 1;
    world.client.config.play.memory = 16;
    let mut app = scripted(Some(setup("sanctuary")), world, WON, "V A e").expect("a game");
    has(&app, "No mistakes are marked after this move.");
    has(&app, "of 8");
    has(&app, "positions");
    has(&app, "A: stop");
    wait(&mut app, "Chances", true);
    let began = Instant::now();
    while !shown(&app).contains("Summary") {
        assert!(began.elapsed() < PATIENCE, "{}", shown(&app));
        thread::sleep(Duration::from_millis(20));
        app.wake(Instant::now());
        keys(&mut app, "O");
    }
    // Eight positions are not looked at in the time of a key.
    has(&app, "positions analysed");
    wait(&mut app, "positions analysed", false);
    has(&app, "Summary");
    keys(&mut app, "Esc");
    has(&app, "Analysis finished.");
}

#[test]
fn nothing_that_cannot_be_typed_is_an_error() {
    // Any text, in any game: a sentence, and never a panic.
    for game in ["holywar", "blackholes", "sanctuary", "armies"] {
        assert!(built_in(game).is_some());
        let mut app = people(game, "", "");
        for text in
            ["é", "ß4", "Kk", "K@", "@", "=", "a1-", "x", "-", "--", "漢字e4", "Ke9", "zz9", "e4=Q", "\u{301}e4"]
        {
            keys(&mut app, "Esc m");
            app.input(&Input::Paste(text.to_owned()), Instant::now());
            keys(&mut app, "Enter");
            let told = shown(&app);
            assert!(told.contains("move: ") || told.contains("round"), "{game} {text}:\n{told}");
        }
    }
}
