//! Nets of games of files: a file gives its net for its rules only, whatever stands in it; a net sees hands, and says the same
//! however it came to a position.

use heterodox_games::file::{Compiled, FileGame, FileVariant};
use heterodox_games::nets::{self, NetFault, NetFile, rules_of};
use heterodox_games::shelf;
use heterodox_kernel::bits::{Bits64, SquareSet as _};
use heterodox_kernel::eval::net::{BLOCK, DuelAccumulator, Net, View};
use heterodox_kernel::tables::Tables;
use heterodox_kernel::timeline::Timeline;
use heterodox_kernel::variant::{Opening, Variant as _, start};
use heterodox_kernel::zobrist::mix;
use proptest::prelude::*;

fn tables(id: &str) -> (&'static FileVariant, &'static Tables<FileGame<Bits64>>) {
    let game = shelf::named(id).expect("it is on the shelf").game();
    match game.compiled() {
        Compiled::Small(tables) => (game, tables),
        Compiled::Large(_) => panic!("{id} is small"),
    }
}

/// The weights of a net, by lot.
fn weights(game: &FileVariant) -> Vec<u8> {
    let spec = game.spec();
    let inputs = View::of(spec, &spec.geometry()).expect("it looks the same").inputs();
    let weight = |number: usize| (mix(number as u64) % 61) as i16 - 30;
    (0..Net::size(inputs, 2, BLOCK)).map(weight).flat_map(i16::to_le_bytes).collect()
}

fn file(game: &FileVariant) -> NetFile {
    let (game, rules, weights) = (game.spec().id.to_owned(), rules_of(game.spec()), weights(game));
    NetFile { game, rules, positions: 1_000, gain: "Elo +20".to_owned(), weights }
}

#[test]
fn a_file_is_read_as_it_was_written_and_is_of_its_rules_only() {
    let (game, _) = tables("gardner");
    let file = file(game);
    let bytes = file.written();
    assert_eq!(NetFile::read(&bytes), Ok(file.clone()));
    assert!(file.compile(game).is_ok());
    let (other, _) = tables("losalamos");
    assert!(matches!(file.compile(other), Err(NetFault::Rules { .. })));
    assert!(nets::learn(other, &file).is_err() && nets::of(other).is_none());
    let flawed = NetFile { weights: file.weights[2..].to_vec(), ..file };
    assert!(matches!(flawed.compile(game), Err(NetFault::Flaw(_))));
}

#[test]
fn a_torn_file_is_refused() {
    let bytes = file(tables("gardner").0).written();
    for cut in (0..400).chain([bytes.len() - 1]) {
        assert!(NetFile::read(&bytes[..cut]).is_err(), "{cut}");
    }
    for at in (0..300).chain([bytes.len() - 1]) {
        let mut wrong = bytes.clone();
        wrong[at] ^= 1;
        assert!(NetFile::read(&wrong).is_err(), "{at}");
    }
    assert_eq!(NetFile::read(&[bytes, vec![0]].concat()), Err(NetFault::Damaged));
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(
        lines in prop::collection::vec(prop::sample::select(vec![
            "heterodox net 1", "game x", "rules 0 K", "positions 7", "gain", "gain ", "weights 2 0000000000000000",
            "weights 99999999999999999999 zz", "", "\u{0}", "weights",
        ]), 0..9),
        rest in prop::collection::vec(any::<u8>(), 0..64),
    ) {
        let mut bytes = lines.join("\n").into_bytes();
        bytes.extend(rest);
        if let Ok(read) = NetFile::read(&bytes) {
            prop_assert_eq!(read.written(), bytes);
        }
    }
}

#[test]
fn a_net_says_the_same_however_it_came_to_a_position() {
    for (id, plies) in [("gardner", 60), ("minishogi", 120), ("crazyhouse", 160), ("isolation", 40)] {
        let (game, tables) = tables(id);
        let net = Net::read(game.spec(), &tables.geometry, &weights(game)).expect("a net");
        let view = View::of(game.spec(), &tables.geometry).expect("it looks the same");
        let mut timeline: Timeline<FileGame<Bits64>> = start(tables, Opening::Start).expect("it begins");
        let (mut accumulator, mut in_hand) = (DuelAccumulator::default(), 0);
        for ply in 0..plies {
            let legal = timeline.legal();
            if timeline.outcome().is_some() || legal.is_empty() {
                break;
            }
            timeline.play(legal[mix(ply) as usize % legal.len()]);
            let board = timeline.board();
            in_hand = in_hand.max(board.reserved());
            let mut seen = Vec::new();
            view.look::<_, 2>(board, board.turn(), |input| seen.push(input));
            assert!(seen.iter().all(|&input| input < view.inputs()), "{id}");
            assert_eq!(seen.len() as u32, board.occupied().count() + board.reserved(), "{id}: each man is seen");
            let anew = net.evaluate(board, &mut DuelAccumulator::default());
            assert_eq!(net.evaluate(board, &mut accumulator), anew, "{id} at ply {ply}");
        }
        assert_eq!(in_hand > 0, game.spec().has_hand(), "{id}");
    }
}
