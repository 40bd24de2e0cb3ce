//! The goal of a game on its board: the squares that matter, and what wins.

use heterodox::cli::picture::{bare_world, frame, press, scripted, text};
use heterodox::client::threats::threats;
use heterodox::games::{GAMES, built_in};
use heterodox::rules::variant::Opening;
use heterodox::session::setup::{MatchSetup, SeatKind, Start};
use heterodox::tui::app::App;
use heterodox::tui::depth::Depth;
use heterodox::tui::theme::color::{Rgb, contrast, rgb};
use heterodox::tui::theme::ground::Ground;
use heterodox::tui::theme::{Role, Theme, Themes};

fn game(id: &str, moves: &str, theme: &str, colours: &str, glyphs: &str, size: (u16, u16)) -> App {
    let game = GAMES.iter().find(|game| game.spec().id == id).expect("a game");
    let mut setup = MatchSetup::against_computer(*game, 3);
    setup.seats.fill(SeatKind::Human(String::new()));
    scripted(Some(setup), bare_world(theme, colours, glyphs, size), moves, "").expect("a game")
}

/// How many places have the ground of this state.
fn grounds(app: &mut App, role: Role) -> usize {
    app.world.theme = Theme::chart();
    let frame = frame(app, app.world.facts.size);
    frame.content.iter().filter(|cell| Theme::charted(cell.bg) == Some(role)).count()
}

#[test]
fn what_wins_stands_above_the_board() {
    for game in GAMES {
        let spec = game.spec();
        for size in [(80, 24), (120, 40), (200, 60)] {
            let app = self::game(spec.id, "", "slate", "true", "unicode", size);
            let shown = text(&frame(&app, size));
            let heading = shown.lines().next().unwrap_or_default();
            assert!(heading.contains(&format!("{} · {}", spec.title, spec.goal)), "{heading}");
            assert!(heading.contains("to move") || heading.contains("to drop"), "{heading}");
        }
    }
}

#[test]
fn the_squares_of_the_goal_have_a_ground_of_their_own() {
    let cells = 3;
    let mut app = game("sanctuary", "", "slate", "true", "ascii", (80, 24));
    assert_eq!(grounds(&mut app, Role::Goal), 15 * cells, "two ranks without the cursor's square");
    // The last move is stronger.
    let mut app = game("sanctuary", "g1f3", "slate", "true", "ascii", (80, 24));
    assert_eq!(grounds(&mut app, Role::Goal), 15 * cells, "one square is that of the last move");
    let mut app = game("armies", "", "slate", "true", "unicode", (80, 24));
    assert_eq!(grounds(&mut app, Role::Goal), 15 * 4, "those of one seat");
}

#[test]
fn where_colours_do_not_say_it_a_sign_does() {
    for (theme, colours, glyphs, sign) in [
        ("slate", "none", "unicode", '°'),
        ("slate", "16", "console", '°'),
        ("mono", "true", "unicode", '°'),
        ("slate", "none", "ascii", '~'),
    ] {
        let app = game("sanctuary", "", theme, colours, glyphs, (80, 24));
        let shown = text(&frame(&app, (80, 24)));
        assert!(shown.matches(sign).count() >= 15, "{theme} {colours}\n{shown}");
    }
    let app = game("sanctuary", "", "slate", "true", "unicode", (80, 24));
    assert!(!text(&frame(&app, (80, 24))).contains('°'));
}

/// How far two colours are apart.
fn apart(one: Rgb, two: Rgb) -> i32 {
    let part = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
    part(one.0, two.0) + part(one.1, two.1) + part(one.2, two.2)
}

#[test]
fn a_square_of_the_goal_is_told_from_every_other_in_every_theme() {
    let themes = Themes::load(None);
    for (name, depth) in themes.list().iter().flat_map(|(name, _)| [(name, Depth::Indexed256), (name, Depth::True)])
    {
        let theme = themes.named(name, depth);
        if !theme.has_tint(Role::Goal) {
            assert_eq!(*name, "mono", "{name} has a colour");
            continue;
        }
        let tint = |ground: Ground| theme.on(ground, None).bg.and_then(rgb).expect("a ground");
        for square in [Ground::LIGHT, Ground::DARK] {
            let zone = Ground { goal: true, ..square };
            for &piece in Role::ALL.iter().filter(|piece| piece.is_piece()) {
                let style = theme.on(zone, Some(piece));
                let found = contrast(style.fg.and_then(rgb).expect("a colour"), tint(zone));
                assert!(found >= 4.5, "{name} {depth:?}: {piece:?} on the goal: {found:.2}");
            }
            let marks = [Role::LastFrom, Role::LastTo, Role::Check, Role::Cursor, Role::Target];
            let others = marks.map(|mark| square.marked(mark)).into_iter().chain([Ground::LIGHT, Ground::DARK]);
            for other in others {
                let far = apart(tint(other), tint(zone));
                let least = if depth == Depth::True { 20 * 20 } else { 1 };
                assert!(far >= least, "{name} {depth:?}: {other:?} {far}");
            }
        }
    }
}

/// The squares of the goal are there during the whole game, so they are calmer than what has just happened.
#[test]
fn a_square_of_the_goal_is_calm_and_light_ones_differ_from_dark_ones() {
    let themes = Themes::load(None);
    for (name, _) in themes.list() {
        let theme = themes.named(name, Depth::True);
        let tint = |ground: Ground| theme.on(ground, None).bg.and_then(rgb).expect("a ground");
        let step = |square: Ground, other: Ground| apart(tint(square), tint(other));
        let zone = |square: Ground| Ground { goal: true, ..square };
        let both = |state: &dyn Fn(Ground) -> Ground| {
            [Ground::LIGHT, Ground::DARK].map(|square| step(square, state(square))).iter().sum::<i32>()
        };
        for square in [Ground::LIGHT, Ground::DARK] {
            let (goal, check) = (step(square, zone(square)), step(square, square.marked(Role::Check)));
            assert!(goal <= 48 * 48, "{name}: {goal}");
            assert!(goal < check, "{name}: {goal} is louder than a check: {check}");
        }
        let (goal, last) = (both(&zone), both(&|square| square.marked(Role::LastTo)));
        assert!(goal < last, "{name}: {goal} is louder than the last move: {last}");
        let [light, dark] = [Ground::LIGHT, Ground::DARK].map(|square| tint(zone(square)));
        assert!(apart(light, dark) >= 14 * 14, "{name}: {}", apart(light, dark));
    }
}

#[test]
fn the_goal_stays_marked_once_the_game_is_over() {
    let (theme, moves) = ("slate", "g4 f5 gxf5 d5");
    let mut app = game("sanctuary", moves, theme, "true", "unicode", (80, 24));
    let before = grounds(&mut app, Role::Goal);
    press(&mut app, ": r e s i g n Enter y").expect("keys");
    let shown = text(&frame(&app, (80, 24)));
    assert!(shown.contains("The end"), "{shown}");
    assert!(before > 0 && grounds(&mut app, Role::Goal) == before);
}

/// What decided the game is lit: the safe pieces, or the piece that gives mate.
#[test]
fn what_won_is_lit() {
    let decided = |id: &str, start: Start, moves: &str, keys: &str| {
        let mut setup = MatchSetup::against_computer(built_in(id).expect("a game"), 3);
        setup.seats.fill(SeatKind::Human(String::new()));
        setup.start = start;
        let world = bare_world("slate", "true", "ascii", (80, 24));
        let mut app = scripted(Some(setup), world, moves, keys).expect("a game");
        assert!(text(&frame(&app, (80, 24))).contains("The end"));
        grounds(&mut app, Role::Picked)
    };
    let one = 3;
    let refugee = || Start::Fen("4F3/8/8/8/8/8/6g1/R3G3 w - - 0 1".to_owned());
    assert_eq!(decided("sanctuary", refugee(), "Ra8", ""), 2 * one);
    assert_eq!(decided("sanctuary", refugee(), "", ": r e s i g n Enter y"), 0, "nothing on the board won");
    let cathedral = Start::Named("cathedral".to_owned());
    assert_eq!(decided("holywar", cathedral, "e2d2 c6c5 c3c4 d7b5 d2c3 b5b4", ""), one);
}

/// Where a piece can be dropped is shown to whom may drop it.
#[test]
fn only_who_may_move_sees_targets() {
    let targets = |own: bool| {
        let mut setup = MatchSetup::against_computer(built_in("holywar").expect("a game"), 10);
        if !own {
            setup.seats.reverse();
        }
        let mut world = bare_world("slate", "true", "unicode", (80, 24));
        world.client.config.play.think = 3600;
        let mut app = scripted(Some(setup), world, "", "").expect("a game");
        assert!(text(&frame(&app, (80, 24))).contains("White to drop"));
        grounds(&mut app, Role::Target)
    };
    assert!(targets(true) > 0);
    assert_eq!(targets(false), 0, "the computer is to drop");
}

/// Explaining a piece that cannot move marks this piece and no other square.
#[test]
fn a_piece_that_cannot_move_is_explained_alone() {
    let mut app = game("sanctuary", "", "slate", "true", "ascii", (80, 24));
    press(&mut app, "g a 1 Enter i").expect("keys");
    assert!(text(&frame(&app, (80, 24))).contains("Rook of White"));
    assert_eq!((grounds(&mut app, Role::Picked), grounds(&mut app, Role::Target)), (0, 0));
    // The cursor has gone on to one of its two squares.
    press(&mut app, "Esc g b 1 Enter i").expect("keys");
    assert!(text(&frame(&app, (80, 24))).contains("Knight of White"));
    assert_eq!((grounds(&mut app, Role::Picked), grounds(&mut app, Role::Target)), (3, 3));
}

/// Drop zones while dropping, then the squares of promotion.
#[test]
fn squares_of_drops_and_of_promotion_are_marked() {
    let cells = 3;
    let mut app = game("holywar", "", "slate", "true", "ascii", (80, 24));
    assert_eq!(grounds(&mut app, Role::Goal), 8 * cells, "where Red drops");
    assert_eq!(grounds(&mut app, Role::Target), 7 * cells, "where White drops, without the cursor's square");
    let dropped = "K@d2 K@d7 L@a1 L@a8 C@b2 C@b7 C@c2 C@c7 B@e2 B@e7 B@f2 B@f7 S@g2 S@g7 S@h1 S@h8";
    let mut app = game("holywar", dropped, "slate", "true", "ascii", (80, 24));
    let shown = text(&frame(&app, (80, 24)));
    assert!(shown.contains("White to move"), "{shown}");
    let mut position = GAMES[0].begin(Opening::Start).expect("the start");
    for text in dropped.split_whitespace() {
        position.act(text).expect("it is legal");
    }
    let zones: usize = position.spec().sides().map(|side| position.goal_squares(side).0.len()).sum();
    // Some of them have a mark of their own: the cursor, or the last moves.
    let marked = grounds(&mut app, Role::Goal) / cells;
    assert!((zones - 3..=zones).contains(&marked), "{marked}\n{shown}");
    let mut app = game("blackholes", "", "slate", "true", "ascii", (80, 24));
    assert_eq!(grounds(&mut app, Role::Goal), 10 * 5, "the last ranks of both");
}

/// The cursor on a tinted square says what the tint means, and the help what the sign means.
#[test]
fn a_square_of_the_goal_says_what_it_is_for() {
    for (id, square, words) in [
        ("sanctuary", "a 8", "White: Two safe pieces on this rank win."),
        ("blackholes", "a 8", "White: Pawns promote here."),
        ("holywar", "c 7", "Red: Pieces in reserve are dropped here."),
    ] {
        let mut app = game(id, "", "slate", "true", "ascii", (140, 40));
        // In Holywar a piece is in hand until Back.
        press(&mut app, "Esc").expect("a key");
        press(&mut app, &format!("g {square} Enter Right Left i")).expect("keys");
        let shown = text(&frame(&app, (140, 40)));
        assert!(shown.contains(words), "{id}:\n{shown}");
    }
}

/// The count of plies is told as what it means, and only when a draw is near.
#[test]
fn the_draw_by_the_count_of_plies_is_told_when_it_is_near() {
    let heading = |plies: u32| {
        let fen = format!("r1b1k/5/5/5/5/5/5/R1B1K w - - {plies} 60");
        let mut setup = MatchSetup::against_computer(built_in("blackholes").expect("a game"), 1);
        setup.seats = vec![SeatKind::Human(String::new()); 2];
        setup.start = Start::Fen(fen);
        let app = scripted(Some(setup), bare_world("slate", "true", "ascii", (100, 40)), "", "").expect("a game");
        text(&frame(&app, (100, 40))).lines().next().unwrap_or_default().to_owned()
    };
    assert!(!heading(3).contains("/100") && !heading(3).contains("draw"), "{}", heading(3));
    assert!(!heading(49).contains("draw"), "{}", heading(49));
    assert!(heading(50).ends_with("draw in 50 plies"), "{}", heading(50));
    assert!(heading(99).ends_with("draw in 1 ply"), "{}", heading(99));
}

/// Where there is little room, the name of the game makes room for what wins.
#[test]
fn what_wins_is_shown_in_narrow_windows_too() {
    for (id, columns) in [("sanctuary", 48), ("holywar", 40), ("blackholes", 40), ("armies", 44)] {
        let game = GAMES.iter().find(|game| game.spec().id == id).expect("a game");
        let app = self::game(id, "", "slate", "true", "unicode", (columns, 24));
        let shown = text(&frame(&app, (columns, 24)));
        let heading = shown.lines().next().unwrap_or_default();
        assert!(heading.contains(game.spec().goal) || heading.contains("The window"), "{heading}");
    }
}

/// The cursor begins on something that can be played and goes on to something legal after each pick, so that Enter alone
/// plays a legal move.
#[test]
fn enter_alone_plays_a_whole_move() {
    for variant in GAMES {
        let spec = variant.spec();
        let mut app = game(spec.id, "", "slate", "true", "unicode", (120, 40));
        for ply in 0..24 {
            let before = text(&frame(&app, (120, 40)));
            let before = before.lines().next().unwrap_or_default().to_owned();
            let mut picks = 0;
            loop {
                press(&mut app, "Enter").expect("a key");
                picks += 1;
                let shown = text(&frame(&app, (120, 40)));
                if shown.lines().next() != Some(before.as_str()) {
                    break;
                }
                assert!(picks < 6, "{} after {ply} plies:\n{shown}", spec.id);
            }
        }
    }
}

#[test]
fn attacked_squares_are_tinted_with_a_legend_and_guarded_pieces_are_calm() {
    let size = (80, 24);
    let mut app = game("sanctuary", "d1e3 d8e6 e3a7", "slate", "true", "ascii", size);
    press(&mut app, "g h 4 Enter t").expect("keys");
    let shown = text(&frame(&app, size));
    assert!(shown.contains("2 attacks on Black. The letters show who attacks: w White."), "{shown}");
    let tinted = grounds(&mut app, Role::Capture);
    let sanctuary = GAMES.iter().find(|game| game.spec().id == "sanctuary").expect("a game");
    let mut position = sanctuary.begin(Opening::Start).expect("the start");
    for text in ["d1e3", "d8e6", "e3a7"] {
        position.act(text).expect("it is legal");
    }
    let threats = threats(position.as_ref(), position.turn());
    let mut squares: Vec<_> = threats.iter().map(|threat| threat.on).collect();
    squares.sort_unstable();
    squares.dedup();
    assert_eq!(tinted, squares.len() * 3, "only those that can be taken: {threats:?}");
    // Without colours the letters say it.
    let mut app = game("sanctuary", "d1e3 d8e6 e3a7", "slate", "none", "ascii", size);
    press(&mut app, "g h 4 Enter t").expect("keys");
    assert!(text(&frame(&app, size)).contains("wn"), "{}", text(&frame(&app, size)));
    let mut app = game("sanctuary", "", "slate", "true", "ascii", size);
    press(&mut app, "t").expect("keys");
    assert!(text(&frame(&app, size)).contains("No piece of White is attacked."));
    assert_eq!(grounds(&mut app, Role::Capture), 0);
}
