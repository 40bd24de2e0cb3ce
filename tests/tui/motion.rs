//! Moves in motion, by a clock of the test: what is seen of a move and when, that every key ends it and does what it
//! does otherwise, and where there is none. With `PICTURES=FOLDER` the frames are written there as SVG.

use std::time::{Duration, Instant};

use heterodox::cli::picture::{bare_world, frame};
use heterodox::config::{Motion as Setting, PieceSetting};
use heterodox::games::{GAMES, built_in};
use heterodox::record::game::Game;
use heterodox::record::tree::{Id, PlayedMove};
use heterodox::rules::geometry::Square;
use heterodox::rules::pick::Mark;
use heterodox::rules::position::Position;
use heterodox::rules::variant::Opening;
use heterodox::session::setup::{MatchSetup, SeatKind, Start};
use heterodox::tui::app::App;
use heterodox::tui::board::motion::steps::frames;
use heterodox::tui::board::motion::{EACH, Earlier, Motion, QUIET};
use heterodox::tui::input::{Input, Key, KeyCode};
use heterodox::tui::picture::svg;
use heterodox::tui::read_game::Source;
use heterodox::tui::screens::play::Play;
use heterodox::tui::screens::review::Review;
use heterodox::tui::world::World;
use proptest::prelude::*;
use ratatui::buffer::Buffer;

const SIZE: (u16, u16) = (120, 40);

fn moving_world(colours: &str, setting: Setting) -> World {
    let mut world = bare_world("slate", colours, "unicode", SIZE);
    world.client.config.look.pieces = PieceSetting::Sextants;
    world.client.config.look.motion = setting;
    world
}

/// A client with the clock of the test.
struct Client {
    app: App,
    now: Instant,
}

impl Client {
    fn play(game: &str, start: Start, world: World) -> Client {
        let mut setup = MatchSetup::against_computer(built_in(game).expect("a game"), 1);
        setup.seats.fill(SeatKind::Human(String::new()));
        setup.start = start;
        let play = Play::start(setup, &world).expect("a game");
        Client { app: App::new(world, vec![Box::new(play)]), now: Instant::now() }
    }

    fn review(moves: usize, world: World) -> Client {
        let variant = built_in("sanctuary").expect("a game");
        let mut game = Game::begin(variant, None, None).expect("a game");
        let mut position = game.tree.start().fork();
        let mut at = Id::ROOT;
        for ply in 0..moves {
            let legal = position.legal();
            let text = position.machine(legal[ply * 31 % legal.len()]);
            let deed = PlayedMove::play(position.as_mut(), &text).expect("it is legal");
            at = game.tree.attach(at, deed);
        }
        let review = Review::of(game, Source::Board);
        Client { app: App::new(world, vec![Box::new(review)]), now: Instant::now() }
    }

    fn shown(&self) -> Buffer {
        frame(&self.app, SIZE)
    }

    fn key(&mut self, key: KeyCode) {
        self.app.input(&Input::Key(Key::plain(key)), self.now);
    }

    /// Types a move and the last key of it; what is drawn then is the first frame.
    fn enter(&mut self, text: &str) {
        self.key(KeyCode::Char('m'));
        for letter in text.chars() {
            self.key(KeyCode::Char(letter));
        }
        self.pass(Duration::from_secs(2));
        self.key(KeyCode::Enter);
    }

    /// The frames that are drawn from now on for this time, each with when it comes.
    fn pass(&mut self, time: Duration) -> Vec<(Duration, Buffer)> {
        let (begin, end) = (self.now, self.now + time);
        let mut frames = Vec::new();
        loop {
            if self.app.take_dirty() {
                frames.push((self.now - begin, self.shown()));
            }
            let Some(due) = self.app.deadline().filter(|&due| due <= end) else { break };
            self.now = self.now.max(due);
            self.app.wake(self.now);
        }
        self.now = end;
        frames
    }
}

/// The frames of one move, as they come.
fn seen(game: &str, fen: Option<&str>, text: &str, world: World) -> Vec<(Duration, Buffer)> {
    let start = fen.map_or(Start::Usual, |fen| Start::Fen(fen.to_owned()));
    let mut client = Client::play(game, start, world);
    client.enter(text);
    let frames = client.pass(Duration::from_secs(1));
    assert_eq!(client.app.deadline(), None, "nothing is to come");
    if let Some(folder) = std::env::var_os("PICTURES").filter(|_| frames.len() == 3) {
        for (at, (_, frame)) in frames.iter().enumerate() {
            let name = format!("motion-{game}-{text}-{at}.svg");
            std::fs::write(std::path::Path::new(&folder).join(name), svg(frame)).expect("room");
        }
    }
    frames
}

/// A position of the game with a move of which something is so, found by playing.
fn found(game: &str, so: impl Fn(&dyn Position, heterodox::rules::mv::Move) -> bool) -> (String, String) {
    let mut position = built_in(game).expect("a game").begin(Opening::Start).expect("the start");
    for ply in 0..400_usize {
        let legal = position.legal();
        if let Some(&mv) = legal.iter().find(|&&mv| so(position.as_ref(), mv)) {
            return (position.fen(), position.machine(mv));
        }
        let Some(&mv) = legal.get(ply * 37 % legal.len().max(1)) else { break };
        position.play(mv).expect("it is legal");
    }
    panic!("no such move in {game}");
}

#[test]
fn a_slide_a_capture_and_a_dive_have_three_frames_in_less_than_200_milliseconds() {
    let slides = found("sanctuary", |position, mv| {
        let far = position.geometry().delta(mv.from, mv.to);
        far.x.abs() >= 4 && far.y.abs() == far.x.abs() && position.captured(mv).is_none()
    });
    let takes = found("sanctuary", |position, mv| {
        position.captured(mv).is_some() && position.geometry().delta(mv.from, mv.to).x.abs() >= 3
    });
    let dives = found("blackholes", |position, mv| {
        let marks = position.marks(mv);
        let at = |mark: Mark| marks.iter().find(|&&(_, known)| known == mark).map(|&(square, _)| square);
        at(Mark::In).is_some() && at(Mark::In) != at(Mark::Out)
    });
    for (game, (fen, text)) in [("sanctuary", slides), ("sanctuary", takes), ("blackholes", dives)] {
        let frames = seen(game, Some(&fen), &text, moving_world("true", Setting::On));
        assert_eq!(frames.len(), 3, "{game} {text}");
        assert!(frames[2].0 <= Duration::from_millis(200), "{game} {text}: {:?}", frames[2].0);
        let still = seen(game, Some(&fen), &text, moving_world("true", Setting::Off));
        assert_eq!(still.len(), 1);
        assert_eq!(still[0].1, frames[2].1, "{game} {text}: at the end the board is as without motion");
        assert!(frames[0].1 != frames[1].1 && frames[1].1 != frames[2].1);
    }
}

#[test]
fn there_is_less_motion_where_it_would_harm() {
    let (fen, text) =
        found("blackholes", |position, mv| position.marks(mv).iter().any(|(_, mark)| *mark == Mark::In));
    for (colours, setting, over_ssh, count) in [
        ("true", Setting::Auto, false, 3),
        ("16", Setting::Auto, false, 3),
        ("true", Setting::Auto, true, 2),
        ("true", Setting::On, true, 3),
        ("true", Setting::Off, false, 1),
        ("none", Setting::Auto, false, 1),
        ("none", Setting::On, false, 1),
    ] {
        let mut world = moving_world(colours, setting);
        world.facts.over_ssh = over_ssh;
        let frames = seen("blackholes", Some(&fen), &text, world);
        assert_eq!(frames.len(), count, "{colours} {setting} over SSH {over_ssh}");
    }
}

/// At every moment of a motion, any key does what it does without motion, at once.
#[test]
fn every_key_ends_the_motion_and_does_what_it_does() {
    for key in [
        KeyCode::Right,
        KeyCode::Enter,
        KeyCode::Char('i'),
        KeyCode::Char('f'),
        KeyCode::Char('?'),
        KeyCode::Char('u'),
        KeyCode::Esc,
    ] {
        for wait in [0, 50, 90] {
            let after = |setting| {
                let mut client = Client::play("sanctuary", Start::Usual, moving_world("true", setting));
                client.enter("e1e3");
                client.pass(Duration::from_millis(wait));
                client.key(key);
                // Whatever it does, the end of the motion is drawn.
                assert!(client.app.take_dirty() || setting == Setting::Off || wait > 80);
                client.shown()
            };
            assert_eq!(after(Setting::On), after(Setting::Off), "{key:?} after {wait} ms");
        }
    }
}

#[test]
fn a_mouse_button_that_is_released_ends_nothing_and_a_pressed_one_does() {
    let mut client = Client::play("sanctuary", Start::Usual, moving_world("true", Setting::On));
    client.enter("e1e3");
    let first = client.shown();
    client.app.input(&Input::Release(0, 0), client.now);
    assert_eq!(client.shown(), first);
    client.app.input(&Input::Press(0, 0), client.now);
    assert_ne!(client.shown(), first);
    assert!(client.pass(Duration::from_secs(1)).len() <= 1);
}

#[test]
fn a_step_in_a_review_is_seen_and_a_held_key_is_not_slowed() {
    let mut client = Client::review(12, moving_world("true", Setting::On));
    client.key(KeyCode::Right);
    assert!(client.pass(Duration::from_secs(1)).len() >= 2, "a step is seen");
    let mut frames = 0;
    for _ in 0..8 {
        client.key(KeyCode::Right);
        frames += client.pass(Duration::from_millis(30)).len();
    }
    // The first of them begins a motion, and no other does.
    let rest = client.pass(QUIET + Duration::from_secs(1)).len();
    assert_eq!((frames, rest), (8, 0));
    client.key(KeyCode::Left);
    assert_eq!(client.pass(Duration::from_secs(1)).len(), 1, "a step back is shown at once");
    client.key(KeyCode::Right);
    assert!(client.pass(Duration::from_secs(1)).len() >= 2, "after a while a step is seen again");
}

/// The moves of the other three seats, which come at once, are shown one after the other.
#[test]
fn moves_of_four_seats_are_shown_one_after_the_other() {
    let mut world = moving_world("true", Setting::On);
    let begin = world.now;
    let mut position = built_in("armies").expect("a game").begin(Opening::Start).expect("the start");
    let mut motion = Motion::new(position.as_ref());
    let mut hashes = Vec::new();
    for ply in 0..3_usize {
        let legal = position.legal();
        position.play(legal[ply * 7 % legal.len()]).expect("it is legal");
        hashes.push(position.hash());
        world.now = begin + Duration::from_millis(10 * ply as u64);
        motion.animate(position.as_ref(), Earlier::Ends, &world);
    }
    let mut seen: Vec<(Duration, u64)> = Vec::new();
    let mut now = begin;
    let mut wakes = 0;
    while let Some(due) = motion.deadline() {
        let older = motion.seen(position.as_ref()).expect("it moves").older();
        let shown = older.map_or(position.hash(), |(older, _)| older.hash());
        if seen.last().is_none_or(|&(_, hash)| hash != shown) {
            seen.push((now - begin, shown));
        }
        now = now.max(due);
        motion.advance(now);
        wakes += 1;
        assert!(wakes < 20, "it ends");
    }
    let shown: Vec<u64> = seen.iter().map(|&(_, hash)| hash).collect();
    assert_eq!(shown, hashes);
    for (at, (when, _)) in seen.iter().enumerate() {
        assert!(*when >= EACH * at as u32 && *when <= EACH * at as u32 + Duration::from_millis(40), "{seen:?}");
    }
    // More moves than seats are not waited for.
    let before = position.fork();
    let mut motion = Motion::new(before.as_ref());
    for _ in 0..5 {
        let mv = position.legal()[0];
        position.play(mv).expect("it is legal");
        motion.animate(position.as_ref(), Earlier::Ends, &world);
    }
    assert_eq!(motion.deadline(), None);
    assert!(motion.seen(position.as_ref()).is_none());
}

proptest! {
    /// Every move of every game has at most two frames, on the squares that it changes or passes.
    #[test]
    fn only_the_squares_of_a_move_are_in_motion(game in 0..GAMES.len(), seed in any::<usize>()) {
        let mut position = GAMES[game].begin(Opening::Start).expect("the start");
        for ply in 0..40_usize {
            let legal = position.legal();
            let Some(&mv) = legal.get(seed.wrapping_mul(31).wrapping_add(ply * 97) % legal.len().max(1)) else { break };
            let before = position.fork();
            position.play(mv).expect("it is legal");
            let effects = before.effects(mv);
            let mut changed: Vec<Square> = before.marks(mv).into_iter().map(|(square, _)| square).collect();
            changed.extend(effects.removed.iter().map(|&(square, _)| square));
            changed.extend(effects.put.iter().map(|&(square, _)| square));
            changed.extend(effects.moved.iter().flat_map(|&(from, to, _)| [from, to]));
            let frames = frames(before.as_ref(), mv, position.as_ref());
            prop_assert!(frames.len() <= 2);
            prop_assert!(!frames.is_empty() || effects.moved.is_empty() && effects.put.is_empty());
            for patch in frames.iter().flatten() {
                let passed = before.piece(patch.square).is_none() && position.piece(patch.square).is_none();
                prop_assert!(changed.contains(&patch.square) || passed, "{}", before.machine(mv));
            }
            // Nothing but what moves is out of its place: each frame has the pieces of the mover's army.
            for frame in &frames {
                let mut squares: Vec<Square> = frame.iter().map(|patch| patch.square).collect();
                squares.sort_unstable();
                squares.dedup();
                prop_assert_eq!(squares.len(), frame.len(), "one patch for each square");
            }
        }
    }
}
