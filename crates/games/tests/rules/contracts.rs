//! One suite of contracts, held by every game of the list over seeded random games: the kernel
//! agrees with a literal reading of the rules, and everything that has two forms agrees with
//! itself. The games are biased so that rare rules occur; each run says how often they did.

mod literal;
mod player;
mod tally;

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

use heterodox_games::{self as games, GAMES, Visitor};
use heterodox_kernel::attack::Scene;
use heterodox_kernel::bits::SquareSet;
use heterodox_kernel::board::Board;
use heterodox_kernel::fen;
use heterodox_kernel::game::CompiledGame;
use heterodox_kernel::geometry::Square;
use heterodox_kernel::mv::Move;
use heterodox_kernel::notation;
use heterodox_kernel::outcome::Share;
use heterodox_kernel::pick::{Pick, Picked, Picker, picks};
use heterodox_kernel::piece::Piece;
use heterodox_kernel::position::Position;
use heterodox_kernel::timeline::{Act, Timeline};

use player::{Dice, Game};
use tally::{Tally, wanted};

/// How many games of each kind are played.
fn games_each() -> u64 {
    if std::env::var_os("HETERODOX_THOROUGH").is_some() { 1500 } else { 120 }
}

#[test]
fn every_game_keeps_the_contracts() {
    let mut never = Vec::new();
    for game in GAMES {
        let id = game.spec().id;
        let tally = games::visit(id, Suite).expect("the game is in the list");
        println!("{id}: how often each rule occurred\n{}", tally.report());
        never.extend(tally.missing(wanted(id)).into_iter().map(|rule| format!("{id}: {rule}")));
    }
    assert!(never.is_empty(), "rules that never occurred: {never:#?}");
}

struct Suite;

impl Visitor for Suite {
    type Output = Tally;

    fn visit<R: CompiledGame>(self) -> Tally {
        let next = AtomicU64::new(0);
        let mut all = Tally::default();
        std::thread::scope(|scope| {
            let worker = || {
                let mut tally = Tally::default();
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= games_each() {
                        return tally;
                    }
                    play::<R>(seed, &mut tally);
                }
            };
            let workers: Vec<_> = (0..2).map(|_| scope.spawn(worker)).collect();
            for worker in workers {
                all.merge(worker.join().expect("a contract does not hold: see above"));
            }
        });
        all
    }
}

/// Plays one game and checks every position of it.
fn play<R: CompiledGame>(seed: u64, tally: &mut Tally) {
    let mut dice = Dice::new(seed);
    let mut game = Game::<R>::begin(&mut dice);
    let start = game.timeline.board().to_owned();
    for ply in 0..game.length {
        if let Err(fault) = check(&game.timeline, &mut dice, ply) {
            let board = game.timeline.board();
            let drawn = game.timeline.draw();
            panic!("{} seed {seed} ply {ply}: {fault}\n{drawn}{}", R::SPEC.id, fen::write(board));
        }
        let Some(act) = game.choose(&mut dice) else { break };
        let before = *game.timeline.board();
        if let Act::Move(mv) = act {
            tally.note_move(&before, mv);
        }
        match act {
            Act::Move(mv) => Timeline::play(&mut game.timeline, mv),
            Act::Leave(side) => Timeline::leave(&mut game.timeline, side),
        }
        tally.note_after(&before, act, &game.timeline);
        let paid = literal::points(&before, act, game.timeline.board());
        let counted = R::SPEC.sides().filter_map(|side| R::points(game.timeline.board(), side)).collect::<Vec<_>>();
        assert_eq!(counted, paid, "{} seed {seed} ply {ply}: points", R::SPEC.id);
        let last = if game.timeline.outcome().is_some() { &before } else { game.timeline.board() };
        let number = format!(" {}", last.round());
        assert!(game.timeline.round_words().ends_with(&number), "{} seed {seed} ply {ply}: round", R::SPEC.id);
        let mut back = game.timeline.clone();
        Timeline::undo(&mut back);
        assert!(identical(back.board(), &before), "{} seed {seed} ply {ply}: taking back", R::SPEC.id);
    }
    while Timeline::undo(&mut game.timeline).is_some() {}
    assert!(identical(game.timeline.board(), &start), "{} seed {seed}: taking back everything", R::SPEC.id);
}

/// The same position with the same counters.
fn identical<R: CompiledGame>(one: &Board<R>, other: &Board<R>) -> bool {
    one == other
        && one.hash() == other.hash()
        && (one.plies(), one.round(), one.passes()) == (other.plies(), other.round(), other.passes())
        && one.living() == other.living()
        && R::SPEC.sides().all(|side| one.side(side) == other.side(side))
        && R::SPEC.all_kinds().all(|kind| one.kind(kind) == other.kind(kind))
}

type Verdict = Result<(), String>;

fn hold(holds: bool, what: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(what()) }
}

fn check<R: CompiledGame>(timeline: &Timeline<R>, dice: &mut Dice, ply: u32) -> Verdict {
    let board = timeline.board();
    hold(board.hash() == board.hash_from_scratch(), || "the hash has drifted".to_owned())?;
    position_text(board)?;
    results(timeline)?;
    let mut legal = timeline.legal();
    texts(timeline, &legal, ply)?;
    all_picks(timeline, &legal, dice)?;
    forks(timeline, dice)?;
    effects(timeline, &legal, ply)?;
    if dice.one_in(R::SPEC.seats.len() as u64 * 2) {
        attacks(board, dice)?;
    }
    if dice.one_in(if R::SPEC.seats.len() > 2 { 12 } else { 2 }) && timeline.outcome().is_none() {
        let mut literal = literal::legal(board);
        legal.sort_unstable();
        literal.sort_unstable();
        let names =
            |moves: &[Move]| -> Vec<String> { moves.iter().map(|&mv| notation::machine(board, mv)).collect() };
        hold(legal == literal, || format!("legal {:?}\nliterally {:?}", names(&legal), names(&literal)))?;
        hold(board.count_moves() == legal.len() as u64, || "counting differs from listing".to_owned())?;
    }
    Ok(())
}

/// What is written reads back to the same position and the same counters.
fn position_text<R: CompiledGame>(board: &Board<R>) -> Verdict {
    let text = fen::write(board);
    let again = Board::<R>::read(&text).map_err(|error| format!("its own text is refused: {error}"))?;
    let same = *board == again && board.plies() == again.plies() && board.round() == again.round();
    hold(same && fen::write(&again) == text, || format!("read back as {}", fen::write(&again)))
}

fn results<R: CompiledGame>(timeline: &Timeline<R>) -> Verdict {
    let Some(outcome) = timeline.outcome() else {
        return hold(!timeline.legal().is_empty(), || "no move, yet not over".to_owned());
    };
    let shares: Vec<Share> = R::SPEC.sides().map(|side| outcome.shares[side]).collect();
    let sum: u32 = shares.iter().map(|share| share.sixtieths()).sum();
    hold(sum == 60, || format!("the shares {shares:?} do not add to one"))?;
    hold(timeline.legal().is_empty(), || "over, yet there are moves".to_owned())
}

/// Both move texts are unique; now and then every one is read back.
fn texts<R: CompiledGame>(timeline: &Timeline<R>, legal: &[Move], ply: u32) -> Verdict {
    let board = timeline.board();
    let machine: Vec<String> = legal.iter().map(|&mv| notation::machine(board, mv)).collect();
    let display = notation::display_all(board, legal);
    for texts in [&machine, &display] {
        let unique: HashSet<&String> = texts.iter().collect();
        hold(unique.len() == legal.len(), || format!("two moves share a text: {texts:?}"))?;
    }
    if ply.is_multiple_of(10) {
        for (&mv, (machine, display)) in legal.iter().zip(machine.iter().zip(&display)) {
            hold(timeline.read(machine) == Ok(mv), || format!("{machine} is not read back"))?;
            hold(timeline.read(display) == Ok(mv), || format!("{display} is not read back"))?;
            hold(timeline.display(mv) == *display, || format!("{display} is written otherwise alone"))?;
        }
    }
    Ok(())
}

/// The picks of the legal moves are prefix-free, lead back to their moves, and everything else
/// has a reason.
fn all_picks<R: CompiledGame>(timeline: &Timeline<R>, legal: &[Move], dice: &mut Dice) -> Verdict {
    let sequences: Vec<Vec<Pick>> = legal.iter().map(|&mv| picks::<R>(mv, legal).as_slice().to_vec()).collect();
    let mut sorted = sequences.clone();
    sorted.sort_unstable();
    for pair in sorted.windows(2) {
        hold(!pair[1].starts_with(&pair[0]), || format!("{:?} goes on as {:?}", pair[0], pair[1]))?;
    }
    let Some(index) = dice.below(legal.len() as u64) else { return Ok(()) };
    let (mv, sequence) = (legal[index as usize], &sequences[index as usize]);
    let mut picker = Picker::new::<R>(legal);
    for (done, &pick) in sequence.iter().enumerate() {
        let offered = timeline.choices(&sequence[..done]);
        hold(offered.iter().any(|choice| choice.pick == pick), || format!("{pick:?} is not offered"))?;
        hold(timeline.explain(&sequence[..done], pick).is_none(), || format!("{pick:?} is said not to work"))?;
        let expected = if done + 1 == sequence.len() { Picked::Done(mv) } else { Picked::More };
        hold(picker.choose(pick) == expected, || format!("{sequence:?} does not lead to its move"))?;
    }
    hold(!timeline.sentences(mv).iter().any(String::is_empty), || "an empty sentence".to_owned())?;
    reasons(timeline, sequence, dice)
}

fn reasons<R: CompiledGame>(timeline: &Timeline<R>, sequence: &[Pick], dice: &mut Dice) -> Verdict {
    let so_far = &sequence[..dice.below(sequence.len() as u64).unwrap_or(0) as usize];
    let squares = timeline.geometry().len() as u64;
    let square = Square(dice.below(squares).unwrap_or(0) as u8);
    let kind = heterodox_kernel::piece::Kind(dice.below(R::SPEC.kinds.len() as u64).unwrap_or(0) as u8);
    for tried in [Pick::Square(square), Pick::Reserve(kind), Pick::Promote(kind), Pick::Stop, Pick::Pass] {
        let offered = timeline.choices(so_far).iter().any(|choice| choice.pick == tried);
        let reason = timeline.explain(so_far, tried);
        let said = reason.as_ref().is_some_and(|reason| reason.len() > 10);
        hold(said != offered, || format!("after {so_far:?}, {tried:?} is offered: {offered}; reason: {reason:?}"))?;
    }
    Ok(())
}

/// What a move is said to do, carried out on the squares, is what it does.
fn effects<R: CompiledGame>(timeline: &Timeline<R>, legal: &[Move], ply: u32) -> Verdict {
    let Some(&mv) = legal.get(ply as usize * 7 % legal.len().max(1)) else { return Ok(()) };
    let (effects, board) = (timeline.effects(mv), timeline.board());
    let mut cells: Vec<Option<Piece>> = board.geometry().squares().map(|square| board.piece(square)).collect();
    let left = effects.moved.iter().map(|&(from, _, piece)| (from, piece));
    for (from, piece) in left.chain(effects.removed.iter().copied()) {
        hold(cells[from.index()].take() == Some(piece), || format!("{effects:?}: something else stands there"))?;
    }
    let moved = effects.moved.iter().map(|&(_, to, piece)| (to, piece));
    for (to, piece) in moved.chain(effects.put.iter().copied()) {
        hold(cells[to.index()].replace(piece).is_none(), || format!("{effects:?}: two end on one square"))?;
    }
    for &(at, was, is) in &effects.changed {
        hold(cells[at.index()].replace(is) == Some(was), || format!("{effects:?}: something else changes"))?;
    }
    let (after, next) = (board.just_after(mv), board.after(mv));
    for cell in &mut cells {
        *cell = cell.filter(|piece| next.living().has(piece.side()));
    }
    let same = board.geometry().squares().all(|square| cells[square.index()] == next.piece(square));
    hold(same, || format!("{}: {effects:?}", notation::machine(board, mv)))?;
    let captured = timeline.captured(mv);
    hold(effects.removed == captured.into_iter().collect::<Vec<_>>(), || format!("{effects:?}, {captured:?}"))?;
    let mut next = timeline.clone();
    Timeline::play(&mut next, mv);
    hold(effects.falls == next.falls(), || format!("{:?}, {:?}", effects.falls, next.falls()))?;
    let checked = board.living().iter().any(|side| side != board.turn() && after.attacks_king(board.turn(), side));
    hold((effects.checks.count() > 0) == checked, || "a check is told that is none, or the other way".to_owned())
}

/// A fork goes its own way and leaves the original alone.
fn forks<R: CompiledGame>(timeline: &Timeline<R>, dice: &mut Dice) -> Verdict {
    let mut fork = timeline.fork();
    let legal = timeline.legal();
    hold(fork.legal() == legal && fork.fen() == timeline.fen(), || "a fork differs".to_owned())?;
    if let Some(index) = dice.below(legal.len() as u64) {
        let before = timeline.fen();
        fork.play(legal[index as usize]).map_err(|error| error.to_string())?;
        hold(timeline.fen() == before, || "a fork moves the original".to_owned())?;
        fork.undo();
        hold(fork.fen() == before && fork.hash() == timeline.hash(), || "a fork does not come back".to_owned())?;
    }
    Ok(())
}

/// Who hits a square, against every path of every piece.
fn attacks<R: CompiledGame>(board: &Board<R>, dice: &mut Dice) -> Verdict {
    for side in board.living().iter() {
        let scene = Scene { occupied: board.occupied(), hitters: board.side(side) };
        for _ in 0..4 {
            let target = Square(dice.below(board.geometry().len() as u64).unwrap_or(0) as u8);
            let fast = board.attacked(target, scene);
            let slow = literal::captures_on(board, side, target);
            let label = board.geometry().label(target);
            hold(fast == slow, || format!("{} hits {label}: {fast}, literally {slow}", R::SPEC.seat(side).name))?;
            let hitters = board.hitters(target, scene).any();
            hold(hitters == board.hit(target, scene), || format!("{label}: who hits it and whether differ"))?;
        }
        hold(board.in_check(side) == literal::in_check(board, side), || "check differs".to_owned())?;
    }
    Ok(())
}

#[test]
fn a_position_without_its_past_is_small() {
    use heterodox_games::{armies::Armies, blackholes::BlackHoles, holywar::Holywar, sanctuary::Sanctuary};
    for size in [size_of::<Board<Holywar>>(), size_of::<Board<BlackHoles>>(), size_of::<Board<Sanctuary>>()] {
        assert!(size <= 256, "{size} bytes for two players: copying more costs twice as much");
    }
    println!("two players {} bytes, four {}", size_of::<Board<Holywar>>(), size_of::<Board<Armies>>());
}
