//! Puzzles on the screen: solved by keys, by typing and by mouse; wrong moves are answered; runs, hints and results.

use std::fs;
use std::time::{Duration, Instant};

use heterodox::cli::picture::bare_world;
use heterodox::games::{Registry, built_in, shelf};
use heterodox::paths::Paths;
use heterodox::players::thinking_slots::ThinkingSlots;
use heterodox::record::puzzle::Puzzle;
use heterodox::record::puzzle::collection::Collection;
use heterodox::rules::pick::Pick;
use heterodox::session::puzzles::daily;
use heterodox::session::puzzles::progress::Progress;
use heterodox::session::puzzles::solving::Finish;
use heterodox::tui::app::App;
use heterodox::tui::screens::home::Home;

use crate::app::{PATIENCE, chosen_row, click, keys, place, shown, wait};
use crate::folder::Folder;

const GAME: &str = "sanctuary";

/// The menu of the puzzles, with a folder for results.
fn menu(home: Option<&Folder>, size: (u16, u16)) -> App {
    let mut world = bare_world("classic", "true", "unicode", size);
    world.client.paths = home.map(|home| Paths {
        config_file: home.path().join("config.toml"),
        themes_dir: home.path().join("themes"),
        data_dir: home.path().to_owned(),
    });
    let screen = Home::new(&world);
    let mut app = App::new(world, vec![Box::new(screen)]);
    for _ in 0..10 {
        if !chosen_row(&app).starts_with("Puzzles") {
            keys(&mut app, "Down");
        }
    }
    keys(&mut app, "Enter");
    assert!(shown(&app).starts_with("  Puzzles"), "{}", shown(&app));
    // To Sanctuary Chess.
    keys(&mut app, "Up");
    for _ in 0..4 {
        if !shown(&app).contains("Sanctuary Chess ›") {
            keys(&mut app, "Right");
        }
    }
    keys(&mut app, "Down");
    app
}

#[test]
fn puzzles_beside_a_file_of_the_user_are_those_of_its_game() {
    let home = Folder::new("puzzles-beside");
    let variants = home.path().join("variants");
    fs::create_dir_all(&variants).expect("room");
    let chess = shelf::named("chess").expect("it is there").text;
    let mine = chess.replacen("\"chess\"", "\"mine\"", 1).replacen("\"Chess\"", "\"My Chess\"", 1);
    fs::write(variants.join("mine.toml"), mine).expect("room");
    let puzzle = "[Event \"Puzzle\"]\n[Variant \"My Chess\"]\n[SetUp \"1\"]\n\
                  [FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n\n1. Ra8# *\n";
    fs::write(variants.join("mine.puzzles.pgn"), puzzle).expect("room");
    let mut app = menu(Some(&home), (100, 30));
    keys(&mut app, "Up");
    for _ in 0..5 {
        if !shown(&app).contains("My Chess ›") {
            keys(&mut app, "Right");
        }
    }
    assert!(shown(&app).contains("1 puzzle of My Chess."), "{}", shown(&app));
    keys(&mut app, "Down Enter g a 1 Enter g a 8 Enter");
    wait(&mut app, "Solved", true);
}

fn puzzles() -> Collection {
    Collection::of_game(built_in(GAME).expect("a game"), &Registry::default())
}

/// The puzzle that is shown, by its board: the one of today is known.
fn today() -> Puzzle {
    let all = puzzles();
    let date = heterodox::zone::Zone::UTC.today();
    let at = daily::of(&all, &date).expect("there are puzzles");
    all.get(at, &Registry::default()).expect("it can be read")
}

/// Plays the moves of the solver in machine form.
fn solve(app: &mut App, puzzle: &Puzzle) {
    for at in 0..puzzle.line.len() {
        let position = puzzle.position(at);
        if position.turn() != puzzle.solver() {
            continue;
        }
        keys(app, "m");
        type_in(app, &position.machine(puzzle.line[at]));
        keys(app, "Enter");
    }
}

fn type_in(app: &mut App, text: &str) {
    for letter in text.chars() {
        keys(app, &letter.to_string());
    }
}

/// A legal move that is not the solution and does not end the game.
fn wrong(puzzle: &Puzzle) -> String {
    let position = puzzle.start.fork();
    let goes_on = |mv| {
        let mut next = position.fork();
        next.play(mv).is_ok() && next.outcome().is_none()
    };
    let other = position.legal().into_iter().find(|&mv| mv != puzzle.line[0] && goes_on(mv));
    position.machine(other.expect("there is a choice"))
}

#[test]
fn the_puzzle_of_the_day_is_solved_and_kept() {
    let home = Folder::new("puzzles-daily");
    let mut app = menu(Some(&home), (120, 40));
    let puzzle = today();
    keys(&mut app, "Down Down Down");
    assert!(chosen_row(&app).starts_with("Puzzle of the day"), "{}", chosen_row(&app));
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("Puzzle of the day: "), "{}", shown(&app));
    solve(&mut app, &puzzle);
    assert!(shown(&app).contains("Solved."), "{}", shown(&app));
    // How it was proved and where it comes from is for those who make puzzles.
    for internal in ["Proof", "margin", "exhaustive", ".pgn"] {
        assert!(!shown(&app).contains(internal), "{internal}:\n{}", shown(&app));
    }
    // It is told to who asks for it.
    assert!(shown(&app).contains("i where it is from"), "{}", shown(&app));
    keys(&mut app, "i");
    let told = shown(&app);
    assert!(told.contains("Every line was tried") || told.contains("In a search of "), "{told}");
    let progress = Progress::read(home.path()).expect("results");
    assert_eq!(progress.attempts.len(), 1);
    assert!(progress.attempts[0].is_solved() && progress.attempts[0].puzzle == puzzle.key());
    // The solution is reviewed, and the menu knows of it.
    keys(&mut app, "V");
    assert!(shown(&app).contains("review") || shown(&app).contains("Moves"), "{}", shown(&app));
    keys(&mut app, "q Enter");
    assert!(shown(&app).contains("Solved: 1 of 1"), "{}", shown(&app));
    // It can be tried again from the history.
    keys(&mut app, "End Enter");
    assert!(shown(&app).contains("daily") && shown(&app).contains("solved"), "{}", shown(&app));
    keys(&mut app, "Enter");
    solve(&mut app, &puzzle);
    assert!(shown(&app).contains("Solved."), "{}", shown(&app));
    assert_eq!(Progress::read(home.path()).expect("results").attempts.len(), 2);
}

#[test]
fn a_wrong_move_is_answered_and_can_be_tried_again() {
    let mut app = menu(None, (120, 40));
    let puzzle = today();
    keys(&mut app, "Down Down Down Enter m");
    type_in(&mut app, &wrong(&puzzle));
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("is not the solution.") || shown(&app).contains("answers"), "{}", shown(&app));
    wait(&mut app, " answers ", true);
    keys(&mut app, "Enter");
    solve(&mut app, &puzzle);
    assert!(shown(&app).contains("This is the solution."), "a mistake was made before:\n{}", shown(&app));
}

/// What is told below the menu stands in its columns: the board beside it has its place.
#[test]
fn words_below_the_menu_do_not_reach_the_board() {
    let app = menu(None, (120, 40));
    let screen = shown(&app);
    let words = ["Your rating: 1000. It is a first guess, and", "gets better with each puzzle."];
    let at = words.map(|words| screen.lines().position(|line| line.trim_start().starts_with(words)));
    assert!(matches!(at, [Some(one), Some(two)] if two == one + 1), "{at:?}\n{screen}");
}

/// How the attempts in this folder ended.
fn ends(home: &Folder) -> Vec<Finish> {
    Progress::read(home.path()).expect("results").attempts.iter().map(|attempt| attempt.finish).collect()
}

#[test]
fn the_price_of_the_solution_is_told_before_it_is_shown() {
    let home = Folder::new("puzzles-solution");
    let mut app = menu(Some(&home), (80, 24));
    keys(&mut app, "Enter A");
    assert!(
        shown(&app).contains("The solution costs ") && shown(&app).contains("A again: show it."),
        "{}",
        shown(&app)
    );
    // Another key is no answer, and another help has another price.
    keys(&mut app, "Left H");
    assert!(shown(&app).contains("A hint costs "), "{}", shown(&app));
    assert_eq!(ends(&home), []);
    keys(&mut app, "A A");
    assert!(shown(&app).contains("The solution: "), "{}", shown(&app));
    assert_eq!(ends(&home), [Finish::Failed], "once, and not solved");
    assert!(Progress::read(home.path()).expect("results").rating(GAME).value < 1000.0);
    keys(&mut app, "Enter A A Enter A A");
    assert_eq!(ends(&home).len(), 3);
}

#[test]
fn a_hint_in_rated_training_is_asked_for_twice_and_costs_little() {
    let home = Folder::new("puzzles-hints");
    let mut app = menu(Some(&home), (120, 40));
    let rating = || Progress::read(home.path()).expect("results").rating(GAME).points();
    for left in 1..=2 {
        let before = rating();
        keys(&mut app, "Enter H");
        let told = shown(&app);
        let cost = told.split("A hint costs ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<i64>().ok());
        let cost = cost.unwrap_or_else(|| panic!("{told}"));
        assert!((5..=20).contains(&cost), "{told}");
        keys(&mut app, "H");
        assert!(shown(&app).contains("Look at the "), "{}", shown(&app));
        // The target is a part of the same hint, and whoever leaves now has used it.
        keys(&mut app, "H");
        assert!(shown(&app).contains("Look at the "), "{}", shown(&app));
        keys(&mut app, "q");
        assert_eq!((ends(&home).len(), ends(&home).last()), (left, Some(&Finish::Hinted)));
        assert_eq!(rating(), before - cost, "as it was told");
        assert!(shown(&app).contains(&format!("Your rating: {}.", rating())), "{}", shown(&app));
    }
}

/// The rating before and the change are the rating after, at each puzzle of a run.
#[test]
fn the_change_of_the_rating_adds_up() {
    let home = Folder::new("puzzles-sums");
    let mut app = menu(Some(&home), (120, 40));
    keys(&mut app, "Enter");
    let number = |text: &str| text.trim_end_matches('.').parse::<i64>().expect("a number");
    let mut before = 1000;
    for _ in 0..8 {
        keys(&mut app, "A A");
        let told = shown(&app);
        let rest = told.split("Rating ").nth(1).unwrap_or_else(|| panic!("{told}"));
        let mut words = rest.split_whitespace();
        let after = number(words.next().expect("a rating"));
        let change = number(words.next().expect("a change").trim_matches(['(', ')']).replace('−', "-").as_str());
        assert_eq!(before + change, after, "{told}");
        before = after;
        keys(&mut app, "Enter");
    }
}

/// Picks by the mouse alone: each square of the first move is clicked.
#[test]
fn a_puzzle_is_solved_by_mouse() {
    let mut app = menu(None, (120, 40));
    let puzzle = today();
    let row = place(&app, "Puzzle of the day");
    click(&mut app, row);
    click(&mut app, row);
    let position = puzzle.start.fork();
    let picks = position.picks(puzzle.line[0]);
    for pick in picks.as_slice() {
        let Pick::Square(square) = *pick else { continue };
        let at = on_board(&app, &puzzle, square);
        click(&mut app, at);
    }
    let done = shown(&app);
    assert!(done.contains("Solved.") || done.contains("Right."), "{done}");
}

/// Where a square is on the screen.
fn on_board(app: &App, puzzle: &Puzzle, square: heterodox::rules::geometry::Square) -> (u16, u16) {
    use heterodox::tui::board::layout::{Regions, wish};
    use heterodox::tui::view::View;
    let position = puzzle.start.fork();
    let spec = position.spec();
    let wish = wish(position.as_ref(), &app.world, 0);
    let view = View::of(spec, position.turn());
    let regions =
        Regions::of(app.world.whole(), position.geometry(), spec.seats.len(), view, wish).expect("there is room");
    let (width, height) = app.world.facts.size;
    let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let mut hits = all.filter(|&(x, y)| regions.board.hit((x, y).into()) == Some(square));
    hits.next().expect("it is on the board")
}

#[test]
fn a_streak_has_no_hints_and_a_storm_ends_with_its_clock() {
    let home = Folder::new("puzzles-runs");
    let mut app = menu(Some(&home), (120, 40));
    keys(&mut app, "Down Down Down Down Enter");
    assert!(shown(&app).contains("Streak: "), "{}", shown(&app));
    keys(&mut app, "H");
    assert!(shown(&app).contains("There are no hints"), "{}", shown(&app));
    keys(&mut app, "q Down Enter");
    assert!(shown(&app).contains("Storm: ") && shown(&app).contains("3:00"), "{}", shown(&app));
    let later = Instant::now() + Duration::from_secs(181);
    app.wake(later);
    assert!(shown(&app).contains("0 solved"), "{}", shown(&app));
    let progress = Progress::read(home.path()).expect("results");
    assert_eq!(progress.runs.iter().map(|run| (run.mode.as_str(), run.count)).collect::<Vec<_>>(), [("storm", 0)]);
}

#[test]
fn rows_without_puzzles_say_why() {
    let mut app = menu(None, (80, 24));
    keys(&mut app, "Down Down Enter");
    assert!(shown(&app).contains("You have no puzzles of your own yet"), "{}", shown(&app));
    keys(&mut app, "End Enter");
    assert!(shown(&app).contains("Nothing is solved yet."), "{}", shown(&app));
}

/// The review of a game in which a win was missed, with these places to think, and the puzzle that it becomes.
fn missed_win(home: &Folder, pool: &ThinkingSlots) -> (App, Puzzle) {
    use heterodox::record::game::Game;
    use heterodox::record::tree::{Id, PlayedMove};
    use heterodox::rules::prover::Goal;
    use heterodox::rules::timeline::Act;
    use heterodox::tui::read_game::Source;
    use heterodox::tui::screens::review::Review;

    let all = puzzles();
    let read = |at| all.get(at, &Registry::default());
    let is_win = |puzzle: &Puzzle| puzzle.proof == Some(heterodox::record::puzzle::Proof::Exhaustive(Goal::Win(2)));
    let puzzle = (0..all.entries.len()).filter_map(read).find(is_win).expect("one of them");
    let fen = puzzle.start.fen();
    let mut game = Game::begin(puzzle.variant(), None, Some(&fen)).expect("a game");
    let position = game.tree.start().fork();
    let missed = position.read(&wrong(&puzzle)).expect("a legal move");
    game.tree.attach(Id::ROOT, PlayedMove::of(position.as_ref(), Act::Move(missed)));
    let mut world = bare_world("classic", "true", "unicode", (120, 40));
    world.client.paths = Some(Paths {
        config_file: home.path().join("config.toml"),
        themes_dir: home.path().join("themes"),
        data_dir: home.path().to_owned(),
    });
    world.client.pool = pool.clone();
    (App::new(world, vec![Box::new(Review::of(game, Source::Board))]), puzzle)
}

/// A game in which a win was missed becomes a puzzle, while it can be reviewed on.
#[test]
fn mistakes_of_a_game_become_puzzles() {
    let home = Folder::new("puzzles-own");
    let (mut app, puzzle) = missed_win(&home, &ThinkingSlots::default());
    keys(&mut app, "T");
    assert!(shown(&app).contains("become puzzles"), "{}", shown(&app));
    keys(&mut app, "Right Left");
    wait(&mut app, "1 puzzle of this game", true);
    let text = heterodox::session::puzzles::progress::own(home.path()).expect("a file");
    let own = Collection::of_text(text, puzzle.variant(), &Registry::default());
    let made = own.get(0, &Registry::default()).expect("it can be read");
    assert_eq!((own.entries.len(), made.machine(), made.proof), (1, puzzle.machine(), puzzle.proof));
    let mut app = menu(Some(&home), (80, 24));
    keys(&mut app, "Down Down");
    assert!(chosen_row(&app).contains("1 puzzle "), "{}", chosen_row(&app));
    keys(&mut app, "Enter");
    solve(&mut app, &made);
    assert!(shown(&app).contains("Solved."), "{}", shown(&app));
}

/// Waits until so many searches wait for a place, and so many have one.
fn until_queue(pool: &ThinkingSlots, queue: (usize, usize)) {
    let end = Instant::now() + PATIENCE;
    while pool.queue() != queue {
        assert!(Instant::now() < end, "{:?}, and not {queue:?}", pool.queue());
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn puzzles_are_made_at_a_place_to_think_and_with_their_session() {
    let home = Folder::new("puzzles-place");
    let pool = ThinkingSlots::shared(1, 1);
    let held = pool.of("somebody else").enter(None, || true);
    let (mut app, _) = missed_win(&home, &pool.of("one"));
    keys(&mut app, "T");
    until_queue(&pool, (1, 1));
    // Who leaves does not wait any more.
    drop(app);
    until_queue(&pool, (0, 1));
    let (mut app, _) = missed_win(&home, &pool.of("one"));
    keys(&mut app, "T");
    until_queue(&pool, (1, 1));
    drop(held);
    wait(&mut app, "1 puzzle of this game", true);
    until_queue(&pool, (0, 0));
}
