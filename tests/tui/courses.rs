//! Lessons on the screen: by keys alone and by mouse alone, with their answers and hints, from every place that leads to them.

use heterodox::cli::picture::{bare_world, frame, press, scripted};
use heterodox::games::{GAMES, Registry, built_in};
use heterodox::paths::Paths;
use heterodox::record::course::Course;
use heterodox::record::tree::Id;
use heterodox::rules::pick::Pick;
use heterodox::rules::timeline::Act;
use heterodox::tui::app::App;
use heterodox::tui::screens::rules::Pages;
use heterodox::tui::theme::{Role, Theme};
use heterodox::tui::world::World;
use proptest::prelude::*;
use ratatui::layout::Position as Point;

use crate::app::{chosen_row, click, place, shown};
use crate::folder::Folder;

fn world(glyphs: &str, size: (u16, u16)) -> World {
    bare_world("classic", "true", glyphs, size)
}

/// The first screen with the list of lessons opened.
fn learn(size: (u16, u16)) -> App {
    scripted(None, world("unicode", size), "", "Down Down Down Down Enter").expect("keys")
}

/// The words are there in this order. Beside a board there may be parts of it between them.
fn told(app: &App, words: &str) {
    let shown = shown(app);
    let mut seen = shown.split_whitespace();
    let is_there = words.split_whitespace().all(|word| seen.any(|other| other.contains(word)));
    assert!(is_there, "\"{words}\" is not in\n{shown}");
}

#[test]
fn a_step_is_solved_by_keys_and_leads_to_the_next() {
    let mut app = learn((80, 24));
    told(&app, "Lessons");
    press(&mut app, "Down Enter").expect("keys");
    told(&app, "Learn Black Holes: 0 of");
    press(&mut app, "Enter").expect("a key");
    told(&app, "Step 1 of");
    // A wrong move is answered, and the position stays; two of them bring a hint.
    press(&mut app, "m R a 7 Enter").expect("keys");
    told(&app, "Ra7: The Rook cuts off");
    press(&mut app, "m e 4 Enter").expect("keys");
    told(&app, "e4: A Pawn of the second rank");
    told(&app, "Hint: Pick the Hole with 1");
    // The rules answer what is not legal.
    press(&mut app, "g a 1 Enter g b 3 Enter").expect("keys");
    told(&app, "The Rook does not go from a1 to b3");
    press(&mut app, "Esc H").expect("keys");
    told(&app, "Hint: Play H@b1.");
    press(&mut app, "1 g b 1 Enter").expect("keys");
    told(&app, "H@b1: right. The Hole stands beside your Rook");
    told(&app, "Solved. Enter: the next step");
    press(&mut app, "Enter").expect("a key");
    told(&app, "Step 2 of");
    press(&mut app, "} } { q").expect("keys");
    told(&app, "1 of");
    assert!(chosen_row(&app).starts_with("3 "), "it goes on where it was left: {}", chosen_row(&app));
    press(&mut app, "q").expect("a key");
    told(&app, "1 of");
}

#[test]
fn the_mouse_alone_is_enough() {
    for size in [(80, 24), (120, 40)] {
        let mut app = scripted(None, world("unicode", size), "", "").expect("a screen");
        for words in ["Learn", "Learn", "Black Holes", "Drop a Hole"] {
            let at = place(&app, words);
            click(&mut app, at);
        }
        told(&app, "Step 1 of");
        let at = place(&app, "H hint");
        click(&mut app, at);
        told(&app, "Hint: Pick the Hole");
        let at = place(&app, "1 Hole");
        click(&mut app, at);
        let (x, _) = place(&app, " b  ");
        let (_, y) = place(&app, " 1  ");
        click(&mut app, (x + 1, y));
        told(&app, "H@b1: right.");
        let at = place(&app, "Enter next step");
        click(&mut app, at);
        told(&app, "Step 2 of");
        let at = place(&app, "q leave");
        click(&mut app, at);
        told(&app, "Learn Black Holes: 1 of");
    }
}

/// All steps of all courses, typed, at a large and a small window.
#[test]
fn every_course_is_solved_to_its_end() {
    for (game, number) in GAMES.iter().zip(0..) {
        let Some(course) = Course::of(*game, &Registry::default()) else { continue };
        let course = course.unwrap_or_else(|error| panic!("{error}"));
        let mut app = learn((80, 24));
        press(&mut app, &"Down ".repeat(number)).expect("keys");
        press(&mut app, "Enter Enter").expect("keys");
        for (at, step) in course.steps.iter().enumerate() {
            told(&app, &format!("Step {} of {}: {}", at + 1, course.steps.len(), step.title));
            told(&app, &step.task);
            let mut question = Id::ROOT;
            while let Some(answer) = step.answers(question).into_iter().find(|answer| answer.is_right) {
                let keys: Vec<String> = answer.shown.chars().map(|letter| letter.to_string()).collect();
                press(&mut app, &format!("m {} Enter", keys.join(" "))).expect("keys");
                told(&app, &format!("{}: right.", answer.shown));
                match step.replies(answer.id).last() {
                    Some(&reply) => question = reply,
                    None => break,
                }
            }
            told(&app, "Solved");
            press(&mut app, "Enter").expect("a key");
        }
        told(&app, &format!("{0} of {0} solved", course.steps.len()));
    }
}

/// The places of the squares of the board, whatever is on them.
fn squares(app: &App) -> Vec<(u16, u16)> {
    let frame = frame(app, app.world.facts.size);
    let is_square = |&at: &Point| Theme::charted(frame[at].bg).is_some_and(Role::is_square);
    frame.area.positions().filter(is_square).map(|at| (at.x, at.y)).collect()
}

/// From the first step to the last, also when one is solved, the board neither moves nor changes its size.
#[test]
fn the_board_stays_where_it_is() {
    for (game, number) in GAMES.iter().zip(0..) {
        let Some(course) = Course::of(*game, &Registry::default()) else { continue };
        let course = course.unwrap_or_else(|error| panic!("{error}"));
        for size in [(80, 24), (120, 40), (200, 60), (60, 30)] {
            let mut app = learn(size);
            app.world.theme = Theme::chart();
            press(&mut app, &"Down ".repeat(number)).expect("keys");
            press(&mut app, "Enter Enter").expect("keys");
            let first = squares(&app);
            assert!(first.len() >= 36 * 2, "{first:?}");
            let hint = "H H";
            let typed = course.steps[0].answers(Id::ROOT)[0].shown.chars().map(String::from).collect::<Vec<_>>();
            let solve = format!("m {} Enter", typed.join(" "));
            for keys in [hint, &solve, "Enter"].into_iter().chain(std::iter::repeat_n("}", course.steps.len())) {
                press(&mut app, keys).expect("keys");
                assert_eq!(squares(&app), first, "{} {size:?} {keys}:\n{}", game.spec().id, shown(&app));
            }
        }
    }
}

/// The same by picks with the cursor: what a right move needs can be picked on the board.
#[test]
fn right_moves_are_picked_on_the_board() {
    for game in GAMES {
        let Some(course) = Course::of(*game, &Registry::default()) else { continue };
        for step in &course.unwrap_or_else(|error| panic!("{error}")).steps {
            let answers = step.answers(Id::ROOT);
            let right = answers.first().and_then(|answer| step.tree.node(answer.id).deed.as_ref());
            let Some(Act::Move(mv)) = right.map(|deed| deed.act) else { panic!("{}: no move", step.title) };
            let position = step.start();
            let mut so_far: Vec<Pick> = Vec::new();
            for &pick in position.picks(mv).as_slice() {
                let choices = position.choices(&so_far);
                assert!(choices.iter().any(|choice| choice.pick == pick), "{}: {pick:?}", step.title);
                so_far.push(pick);
            }
        }
    }
}

#[test]
fn progress_is_kept_on_disk() {
    let home = Folder::new("learnt");
    let paths = || Paths {
        config_file: home.path().join("config.toml"),
        themes_dir: home.path().join("themes"),
        data_dir: home.path().join("data"),
    };
    let begin = || {
        let mut world = world("unicode", (80, 24));
        world.client.paths = Some(paths());
        scripted(None, world, "", "Down Down Down Down Enter Down Enter").expect("keys")
    };
    let mut app = begin();
    press(&mut app, "Enter m H @ b 1 Enter Enter").expect("keys");
    told(&app, "Step 2 of");
    drop(app);
    let app = begin();
    told(&app, "Learn Black Holes: 1 of");
    assert!(chosen_row(&app).starts_with("2 "), "{}", chosen_row(&app));
    // Where it cannot be kept, the lesson goes on and says so.
    std::fs::remove_dir_all(home.path().join("data")).expect("it is there");
    std::fs::write(home.path().join("data"), "no folder").expect("room");
    let mut app = begin();
    press(&mut app, "Enter m H @ b 1 Enter").expect("keys");
    told(&app, "Solved.");
    told(&app, "Your progress is not saved: ");
}

#[test]
fn pages_of_the_rules_lead_to_their_lessons() {
    for size in [(80, 24), (120, 40)] {
        let game = built_in("blackholes").expect("a game");
        let world = world("unicode", size);
        let pages = Pages::of(game, &world);
        let mut app = App::new(world, vec![Box::new(pages)]);
        for _ in 0..500 {
            if shown(&app).contains("L: lesson 1, Drop a Hole") {
                break;
            }
            press(&mut app, "Down").expect("a key");
        }
        let at = place(&app, "L: lesson 1, Drop a Hole");
        click(&mut app, at);
        told(&app, "Step 1 of");
        press(&mut app, "q Down Down Down Down L").expect("keys");
        told(&app, "Step ");
        press(&mut app, "q").expect("a key");
        told(&app, "Black Holes");
    }
    // From the card of a game on the first screen.
    let mut app = scripted(None, world("unicode", (120, 40)), "", "Right Right L").expect("keys");
    told(&app, "Learn Holywar");
    press(&mut app, "q").expect("a key");
    told(&app, "New game");
}

/// At the end of a course: a game in which the program says one thing at a time, in a line that gives way to picks.
#[test]
fn a_course_ends_with_a_first_game() {
    for (game, down) in GAMES.iter().zip(0..) {
        let mut app = learn((80, 24));
        press(&mut app, &"Down ".repeat(down)).expect("keys");
        press(&mut app, "Enter End").expect("keys");
        assert!(chosen_row(&app).starts_with("A first game"), "{}", chosen_row(&app));
        // The first key removes the message that nothing is saved here.
        press(&mut app, "Enter Esc").expect("a key");
        let start = game.begin(heterodox::rules::variant::Opening::Start).expect("the start");
        let goal = start.goal().0;
        told(&app, &format!("Your goal: {}{}.", goal[..1].to_lowercase(), &goal[1..]));
        press(&mut app, "q").expect("a key");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]
    #[test]
    fn any_keys_are_survived(game in 0..4_usize, keys in prop::collection::vec(0..23_usize, 0..60)) {
        let names = [
            "Enter", "Enter", "Tab", "S-Tab", "H", "}", "{", "Up", "Down", "Left", "Right", ",", ".", "f", "Z", "t", "i", "1",
            "2", "m", "a", "Space", "Esc",
        ];
        for (size, glyphs) in [((80, 24), "ascii"), ((40, 12), "console"), ((20, 8), "ascii")] {
            let mut world = bare_world("classic", "none", glyphs, size);
            world.mouse = true;
            let mut app = scripted(None, world, "", "Down Down Down Down Enter").expect("keys");
            press(&mut app, &"Down ".repeat(game)).expect("keys");
            press(&mut app, "Enter Enter").expect("keys");
            for &key in &keys {
                if app.over() {
                    break;
                }
                press(&mut app, names[key]).expect("a key");
                prop_assert!(app.over() || glyphs != "ascii" || shown(&app).is_ascii());
            }
        }
    }
}
