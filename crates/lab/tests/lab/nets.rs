//! Nets: what is in the program belongs to its game, says the same of both colours and knows what
//! pieces are worth; a net learns what it is taught, and always the same.

use std::process::Command;

use heterodox_games::blackholes::BlackHoles;
use heterodox_games::holywar::Holywar;
use heterodox_games::{self as games, GAMES, Registry, Visitor};
use heterodox_kernel::board::Board;
use heterodox_kernel::eval::evaluate::Evaluate;
use heterodox_kernel::eval::net::{BLOCK, DuelAccumulator, Net, View};
use heterodox_kernel::fen;
use heterodox_kernel::game::CompiledGame;
use heterodox_kernel::simd::Kernels;
use heterodox_kernel::timeline::Timeline;
use heterodox_kernel::variant::{Opening, begin};
use heterodox_lab::trainer::{self, First, Fit, GameLog, Noted};

use crate::folder::Folder;

/// A position without rights of en passant.
fn plain(text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').collect();
    format!("{} {} - - {} {}", fields[0], fields[1], fields[4], fields[5])
}

/// The same with the colours changed: what White had Black has, seen from the other edge.
fn changed(text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').collect();
    let swap = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    let (placement, reserve) = fields[0].split_once('[').unwrap_or((fields[0], ""));
    // White's reserve comes first.
    let mut reserve: Vec<char> = reserve.chars().map(swap).collect();
    reserve.sort_by_key(|letter| (*letter == ']', letter.is_ascii_lowercase()));
    let reserve = if reserve.is_empty() { String::new() } else { format!("[{}", String::from_iter(reserve)) };
    let ranks: Vec<String> = placement.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    format!("{}{reserve} {turn} - - {} {}", ranks.join("/"), fields[4], fields[5])
}

struct Colours;

impl Visitor for Colours {
    type Output = usize;
    fn visit<R: Evaluate + CompiledGame>(self) -> usize {
        if R::SPEC.seats.len() > 2 {
            return 0;
        }
        let (Some(net), Some(bytes)) = (&R::eval_tables(R::tables()).net, R::NET) else { return 0 };
        let of = |kernels: Kernels| Net::compile(R::SPEC, &R::tables().geometry, bytes).with(kernels);
        let mut by_kernels: Vec<_> = Kernels::available()
            .into_iter()
            .map(|kernels| (kernels.name, of(kernels), DuelAccumulator::default()))
            .collect();
        let (mut seen, mut dice) = (0, 7usize);
        // One that has seen much else before says the same as one that sees for the first time.
        let mut accumulator = DuelAccumulator::default();
        for _ in 0..20 {
            let mut game: Timeline<R> = begin(Opening::Start).expect("it begins");
            while game.outcome().is_none() && game.board().round() < 60 {
                let legal = game.legal();
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                game.play(legal[(dice >> 33) % legal.len()]);
                let text = plain(&fen::write(game.board()));
                let read = |text: String| Board::<R>::read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                let (one, other) = (read(text.clone()), read(changed(&text)));
                let anew = |board| net.evaluate(board, &mut DuelAccumulator::default());
                assert_eq!(anew(&one), anew(&other), "{}: {text}", R::SPEC.id);
                assert_eq!(net.evaluate(&one, &mut accumulator), anew(&one), "{}: {text}", R::SPEC.id);
                for (name, net, accumulator) in &mut by_kernels {
                    assert_eq!(net.evaluate(&one, accumulator), anew(&one), "{name}, {}: {text}", R::SPEC.id);
                }
                seen += 1;
            }
        }
        seen
    }
}

#[test]
fn colours_do_not_matter() {
    let seen: usize = GAMES.iter().filter_map(|game| games::visit(game.spec().id, Colours)).sum();
    assert!(seen > 500, "{seen} positions");
}

struct Sources;

impl Visitor for Sources {
    type Output = (bool, bool);
    fn visit<R: Evaluate + CompiledGame>(self) -> (bool, bool) {
        (R::NET.is_some(), !R::WEIGHTS.is_empty())
    }
}

#[test]
fn each_game_has_a_net_and_with_more_than_two_seats_terms_too() {
    for game in GAMES {
        let (id, seats) = (game.spec().id, game.spec().seats.len());
        assert_eq!(games::visit(id, Sources).expect("a game"), (true, seats > 2), "{id}");
    }
}

fn worth(text: &str) -> i32 {
    let board = Board::<BlackHoles>::read(text).expect("a position");
    BlackHoles::eval_tables(BlackHoles::tables())
        .net
        .as_ref()
        .expect("the game has a net")
        .evaluate(&board, &mut DuelAccumulator::default())
}

#[test]
fn more_is_worth_more() {
    // A middle game, and the same without one piece.
    let even = worth("r1bhk/pphpp/2s2/5/1q3/4P/RBPPQ/1SHHK w - - 0 9");
    for (text, sign) in [
        ("r1bhk/pphpp/2s2/5/5/4P/RBPPQ/1SHHK", 1),
        ("2bhk/pphpp/2s2/5/1q3/4P/RBPPQ/1SHHK", 1),
        ("r1b1k/pphpp/2s2/5/1q3/4P/RBPPQ/1SHHK", 1),
        ("r1bhk/pphpp/2s2/5/1q3/4P/RBPP1/1SHHK", -1),
        ("r1bhk/pphpp/2s2/5/1q3/4P/1BPPQ/1SHHK", -1),
        ("r1bhk/pphpp/2s2/5/1q3/4P/RBPPQ/1SH1K", -1),
    ] {
        let other = worth(&format!("{text} w - - 0 9"));
        assert!((other - even) * sign > 0, "{text}: {other} instead of {even}");
    }
}

#[test]
fn what_is_in_reserve_is_seen() {
    let view = View::compile(Holywar::SPEC, &Holywar::tables().geometry);
    let seen = |text: &str| {
        let board = Board::<Holywar>::read(text).expect("a position");
        let mut seen = Vec::new();
        view.look::<Holywar, 2>(&board, board.turn(), |input| seen.push(input));
        assert!(seen.iter().all(|&input| input < view.inputs()), "{text}");
        seen
    };
    let rest = "/*6*/*6*/*6*/*6*/*6*/*1L4*/K******1";
    let empty = seen(&format!("1******k{rest}[] w - - 0 9"));
    let (own, both) =
        (seen(&format!("1******k{rest}[SS] w - - 0 9")), seen(&format!("1******k{rest}[SSs] w - - 0 9")));
    assert_eq!((own.len(), both.len()), (empty.len() + 2, empty.len() + 3));
    let mut different = both.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), both.len(), "each has an input of its own");
}

fn numbers(value: i16) -> Vec<u8> {
    let view = View::compile(BlackHoles::SPEC, &BlackHoles::tables().geometry);
    value.to_le_bytes().repeat(Net::size(view.inputs(), 2, BLOCK))
}

fn compiled(bytes: &[u8]) -> Net {
    Net::compile(BlackHoles::SPEC, &BlackHoles::tables().geometry, bytes)
}

#[test]
#[should_panic(expected = "bytes: expected a net of")]
fn a_net_that_is_cut_off_is_refused() {
    compiled(&numbers(1)[2..]);
}

#[test]
#[should_panic(expected = "a hidden neuron can become too great")]
fn a_net_that_could_overflow_is_refused() {
    compiled(&numbers(900));
}

#[test]
#[should_panic(expected = "an output can become too great")]
fn an_output_weight_that_does_not_fit_is_refused() {
    let mut bytes = numbers(1);
    let view = View::compile(BlackHoles::SPEC, &BlackHoles::tables().geometry);
    let first = 2 * (view.inputs() + 1) * BLOCK;
    bytes[first..][..2].copy_from_slice(&129i16.to_le_bytes());
    compiled(&bytes);
}

/// Games in which one seat lacks its Queen and loses.
fn logs() -> Vec<GameLog> {
    let noted = |text: &str, score| Noted::new(text.to_owned(), score);
    let lost_by = |loser: usize| {
        let (own, score) = (["rsbqk/ppppp/5/5/5/5/PPPPP/RSB1K", "rsb1k/ppppp/5/5/5/5/PPPPP/RSBQK"][loser], 900);
        let for_white = if loser == 0 { -score } else { score };
        GameLog {
            shares: if loser == 0 { [0.0, 1.0, 0.0, 0.0] } else { [1.0, 0.0, 0.0, 0.0] },
            cause: "checkmate".to_owned(),
            positions: vec![
                noted(&format!("{own} w - - 0 1"), for_white),
                noted(&format!("{own} b - - 0 1"), -for_white),
            ],
        }
    };
    (0..100).map(|number| lost_by(number % 2)).collect()
}

#[test]
fn a_net_learns_and_learns_the_same_again() {
    let how = Fit { epochs: 120, result: 0.2, later: 0.0, scale: None, rate: 0.02, batch: Fit::BATCH };
    let teach = || {
        let mut errors = Vec::new();
        let net = trainer::net(
            &Registry::default(),
            "blackholes",
            &logs(),
            First::Untrained(BLOCK),
            how,
            &mut |report| {
                errors.push(report.validation_loss);
            },
        );
        (net.expect("there are enough games"), errors)
    };
    let (bytes, errors) = teach();
    assert!(errors.last() < errors.first().map(|first| first / 2.0).as_ref(), "{errors:?}");
    let net = compiled(&bytes);
    for (text, ahead) in [("rsb1k/ppppp/5/5/5/5/PPPPP/RSBQK", 1), ("rsbqk/ppppp/5/5/5/5/PPPPP/RSB1K", -1)] {
        for (turn, sign) in [("w", 1), ("b", -1)] {
            let board = Board::<BlackHoles>::read(&format!("{text} {turn} - - 0 1")).expect("a position");
            assert_eq!(
                net.evaluate(&board, &mut DuelAccumulator::default()).signum(),
                ahead * sign,
                "{text} {turn}"
            );
        }
    }
    assert_eq!(teach(), (bytes, errors));
    // Without an epoch the net is untrained, but whole.
    let how = Fit { epochs: 0, ..how };
    compiled(
        &trainer::net(&Registry::default(), "blackholes", &logs(), First::Untrained(BLOCK), how, &mut |_| {})
            .expect("a net"),
    );
}

#[test]
fn a_net_goes_on_learning() {
    let how = Fit { epochs: 5, result: 0.2, later: 0.0, scale: None, rate: 0.02, batch: Fit::BATCH };
    let teach = |first: First<'_>, how| {
        let mut errors = Vec::new();
        let net = trainer::net(&Registry::default(), "blackholes", &logs(), first, how, &mut |report| {
            errors.push(report.validation_loss);
        });
        (net.expect("there are enough games"), errors)
    };
    let (first, errors) = teach(First::Untrained(BLOCK), how);
    let (second, more) = teach(First::Trained(&first), how);
    assert!((more[0] - errors[5]).abs() < 0.01 && more[5] < more[0], "{errors:?} {more:?}");
    compiled(&second);
    // Steps that are far too great make a good net worse, and then it stays as it is.
    let (good, _) = teach(First::Trained(&second), Fit { epochs: 120, ..how });
    let (third, worse) = teach(First::Trained(&good), Fit { epochs: 1, rate: 50.0, ..how });
    assert!(worse[1] > worse[0] && third == good, "{worse:?}");
    let refused = trainer::net(&Registry::default(), "sanctuary", &[], First::Trained(&first), how, &mut |_| {});
    let expected = format!("a file of {} bytes: expected a net of this game", first.len());
    assert_eq!(refused.expect_err("it is a net of another game").to_string(), expected);
}

#[test]
fn a_net_is_made_at_the_shell() {
    let home = Folder::new("nets");
    let folder = home.path().to_owned();
    let file = |name: &str| folder.join(name).to_str().expect("a plain name").to_owned();
    let (positions, net) = (file("positions.tsv"), file("net.bin"));
    let tune = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_heterodox-lab")).arg("tune").args(arguments).output();
        let output = output.expect("the program starts");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let made = tune(&["data", "blackholes", &positions, "--games", "30", "--nodes", "20"]);
    assert!(made.0, "{}", made.1);
    let taught = tune(&["net", "blackholes", &positions, "--rounds", "2", "--write", &net]);
    assert!(taught.0, "{}", taught.1);
    compiled(&std::fs::read(&net).expect("the net is written"));
    let taught = tune(&["net", "blackholes", &positions, "--rounds", "1", "--from", &net, "--write", &net]);
    assert!(taught.0, "{}", taught.1);
    compiled(&std::fs::read(&net).expect("the net is written"));
    let refused = tune(&["net", "blackholes", &positions, "--from", &positions, "--write", &net]);
    let named = refused.1.contains(&positions) && refused.1.contains("expected a net of this game");
    assert!(!refused.0 && named, "{}", refused.1);
    let refused = tune(&["net", "armies", &positions, "--scale", "200", "--scale-few", "100", "--write", &net]);
    assert!(!refused.0 && refused.1.contains("armies is not a game for two"), "{}", refused.1);
    let refused = tune(&["fit", "blackholes", &positions]);
    assert!(!refused.0 && refused.1.contains("a net says what a position is worth"), "{}", refused.1);
}

#[test]
fn nothing_is_learnt_without_games() {
    let how = Fit { epochs: 1, result: 0.2, later: 0.0, scale: None, rate: 0.01, batch: Fit::BATCH };
    assert!(trainer::net(&Registry::default(), "armies", &[], First::Untrained(BLOCK), how, &mut |_| {}).is_err());
    assert!(
        trainer::net(&Registry::default(), "blackholes", &[], First::Untrained(BLOCK), how, &mut |_| {}).is_err()
    );
}

#[test]
fn a_net_of_part_of_a_block_is_refused() {
    let how = Fit { epochs: 1, result: 0.2, later: 0.0, scale: None, rate: 0.01, batch: Fit::BATCH };
    let refused = trainer::net(&Registry::default(), "blackholes", &logs(), First::Untrained(48), how, &mut |_| {})
        .expect_err("48 neurons are no whole blocks");
    assert_eq!(refused.to_string(), "a net of 48 hidden neurons: expected 32, 64, 128 or 256");
}
