//! The assessment of an analysed game: the loss of each move, the mistakes, and the turning point.

use super::game::Game;
use super::tree::{Eval, Id, Worth};
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};

/// The severity of a mistake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// A small drop.
    Inaccuracy,
    /// A clear drop.
    Mistake,
    /// A large drop.
    Blunder,
}

impl Fault {
    /// Its NAG in PGN.
    pub(crate) const fn nag(self) -> u8 {
        match self {
            Fault::Inaccuracy => 6,
            Fault::Mistake => 2,
            Fault::Blunder => 4,
        }
    }

    /// All of them, least severe first.
    pub const ALL: [Fault; 3] = [Fault::Inaccuracy, Fault::Mistake, Fault::Blunder];
}

/// The NAGs that judge a move.
pub(crate) const JUDGING: std::ops::RangeInclusive<u8> = 1..=6;

/// The smallest drop of the chances for each fault. The scale is 2 wide, from a sure loss (-1) to a sure win (1).
const DROPS: [(f64, Fault); 3] = [(0.6, Fault::Blunder), (0.4, Fault::Mistake), (0.2, Fault::Inaccuracy)];

/// The reported score in centipawns at which the odds are about e to 1, in all games.
const SCALE_CENTIPAWNS: f64 = 200.0;

/// Evaluations are clamped to this many centipawns when losses are summed up, so that no move loses more than the
/// range.
const MOST_CENTIPAWNS: i32 = 1000;

/// The winning chances for an evaluation: 1 is won, -1 is lost.
pub fn chance(worth: Worth) -> f64 {
    match worth {
        Worth::Cents(cents) => (f64::from(cents) / (2.0 * SCALE_CENTIPAWNS)).tanh(),
        Worth::Mate(moves) if moves > 0 => 1.0,
        Worth::Mate(_) => -1.0,
    }
}

fn cents(worth: Worth) -> i32 {
    match worth {
        Worth::Cents(cents) => cents.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS),
        Worth::Mate(moves) if moves > 0 => MOST_CENTIPAWNS,
        Worth::Mate(_) => -MOST_CENTIPAWNS,
    }
}

fn turned(worth: Worth) -> Worth {
    match worth {
        Worth::Cents(cents) => Worth::Cents(-cents),
        // A mate in 0 has no sign of its own, so it becomes the closest value, a mate in 1.
        Worth::Mate(0) => Worth::Mate(1),
        Worth::Mate(moves) => Worth::Mate(-moves),
    }
}

/// The evaluation from the point of view of a seat.
pub fn worth_for(eval: &Eval, side: Side) -> Option<Worth> {
    match eval.0.as_slice() {
        [one] if side == Side::FIRST => Some(*one),
        [one] => Some(turned(*one)),
        all => all.get(side.index()).copied(),
    }
}

/// The evaluation of a position in which the game is over.
pub fn final_eval(position: &dyn Position) -> Option<Eval> {
    let outcome = position.outcome()?;
    let part = |side: Side| match outcome.winner() {
        Some(winner) if winner == side => Worth::Mate(1),
        Some(_) => Worth::Mate(-1),
        None => Worth::Cents(0),
    };
    let spec = position.spec();
    Some(Eval(if spec.seats.len() == 2 { vec![part(Side::FIRST)] } else { spec.sides().map(part).collect() }))
}

/// The assessment of one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// The move.
    pub id: Id,
    /// The seat that made it.
    pub side: Side,
    /// Its loss, in hundredths of a Pawn.
    pub(crate) loss: i32,
    /// The drop of the chances.
    pub(crate) drop: f64,
    /// The severity, if it was a fault.
    pub fault: Option<Fault>,
}

/// The assessment of all moves of a seat.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Account {
    /// The number of its moves that were judged.
    pub moves: u32,
    /// The average loss, in hundredths of a Pawn.
    pub average: f64,
    /// The number of inaccuracies, mistakes and blunders.
    pub faults: [u32; 3],
    /// How good its moves were on average, from 0 to 100; see `accuracy`.
    pub accuracy: f64,
}

/// How good a move was, from 0 to 100, by the drop of the chances: 100 for the best move. The curve is that of
/// lichess, which players know.
pub(crate) fn accuracy(drop: f64) -> f64 {
    let percent = 50.0 * drop.max(0.0);
    (103.1668 * (-0.04354 * percent).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The assessment of a whole game.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// One account per seat.
    pub accounts: BySide<Account>,
    /// The turning point: the fault with the largest drop, if there is one.
    pub turning: Option<Judged>,
    /// The number of evaluated positions, and of all positions.
    pub known: (usize, usize),
}

/// Judges every move of the main line for which the positions before and after it are evaluated.
pub fn judge(game: &Game) -> Vec<Judged> {
    let tree = &game.tree;
    let last = tree.last();
    let ended = final_eval(tree.position(last).as_ref());
    let eval = |id: Id| tree.node(id).notes.eval.as_ref().or(ended.as_ref().filter(|_| id == last));
    let mut judged = Vec::new();
    for id in tree.line(Id::ROOT).skip(1) {
        let (Some(deed), Some(parent)) = (&tree.node(id).deed, tree.parent(id)) else { continue };
        if !matches!(deed.act, crate::rules::timeline::Act::Move(_)) {
            continue;
        }
        let known = |id| eval(id).and_then(|eval| worth_for(eval, deed.side));
        let (Some(before), Some(after)) = (known(parent), known(id)) else { continue };
        let drop = chance(before) - chance(after);
        let fault = DROPS.iter().find(|(least, _)| drop >= *least).map(|&(_, fault)| fault);
        let loss = (cents(before) - cents(after)).max(0);
        judged.push(Judged { id, side: deed.side, loss, drop, fault });
    }
    judged
}

/// How many moments decide a game.
const MOMENTS: usize = 3;

/// The faults with the largest drops, at most three, in the order of the game.
pub fn moments(judged: &[Judged]) -> Vec<Judged> {
    let mut faults: Vec<Judged> = judged.iter().filter(|one| one.fault.is_some()).copied().collect();
    faults.sort_by(|one, other| other.drop.total_cmp(&one.drop));
    faults.truncate(MOMENTS);
    faults.sort_by_key(|one| one.id);
    faults
}

/// Summarizes a game.
pub fn summary(game: &Game) -> Summary {
    let judged = judge(game);
    let mut accounts: BySide<Account> = BySide::default();
    for one in &judged {
        let account = &mut accounts[one.side];
        account.moves += 1;
        account.average += f64::from(one.loss);
        account.accuracy += accuracy(one.drop);
        if let Some(fault) = one.fault {
            account.faults[fault as usize] += 1;
        }
    }
    for side in game.spec().sides() {
        let moves = f64::from(accounts[side].moves.max(1));
        accounts[side].average /= moves;
        accounts[side].accuracy /= moves;
    }
    let faults = judged.iter().filter(|one| one.fault.is_some());
    let turning = faults.max_by(|one, other| one.drop.total_cmp(&other.drop)).copied();
    let tree = &game.tree;
    let over = final_eval(tree.position(tree.last()).as_ref()).is_some();
    let looked = |&id: &Id| tree.node(id).notes.eval.is_some() || over && id == tree.last();
    let known = tree.line(Id::ROOT).filter(looked).count();
    Summary { accounts, turning, known: (known, tree.length() + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::record::tree::PlayedMove;

    /// A game of `plies` plies, each the first legal move.
    fn game(at: usize, plies: usize) -> Game {
        let mut game = Game::begin(GAMES[at], None, None).expect("a game");
        let mut position = game.tree.start().fork();
        let mut id = Id::ROOT;
        for _ in 0..plies {
            let text = position.machine(position.legal()[0]);
            id = game.tree.attach(id, PlayedMove::play(position.as_mut(), &text).expect("legal"));
        }
        game
    }

    #[test]
    fn what_a_move_gives_away_is_counted_to_who_made_it() {
        let mut game = game(0, 4);
        let line: Vec<Id> = game.tree.line(Id::ROOT).collect();
        for (&id, cents) in line.iter().zip([20, 20, 700, 650, -100]) {
            game.tree.notes_mut(id).eval = Some(Eval(vec![Worth::Cents(cents)]));
        }
        let summary = summary(&game);
        let [first, second] = [Side::FIRST, Side::new(1)].map(|side| summary.accounts[side]);
        assert_eq!((first.moves, first.average, first.faults), (2, 25.0, [0, 0, 0]));
        assert_eq!((second.moves, second.average, second.faults), (2, 340.0, [0, 0, 1]), "the first gave 680 away");
        assert!(first.accuracy > 95.0 && second.accuracy < 75.0 && second.accuracy > 30.0, "{second:?}");
        assert!((accuracy(0.0) - 100.0).abs() < 0.1 && accuracy(2.0) < 1.0 && accuracy(-1.0) > 99.0);
        assert_eq!(summary.turning.map(|turning| turning.id), Some(line[2]));
        assert_eq!(summary.known, (5, 5));
    }

    #[test]
    fn with_more_seats_each_has_its_own() {
        let at = GAMES.iter().position(|game| game.spec().seats.len() == 4).expect("one of them");
        let mut game = game(at, 2);
        let line: Vec<Id> = game.tree.line(Id::ROOT).collect();
        for (&id, second) in line.iter().zip([0, 0, -900]) {
            let worth = [500, second, 0, 0].map(Worth::Cents);
            game.tree.notes_mut(id).eval = Some(Eval(worth.to_vec()));
        }
        let judged = judge(&game);
        assert_eq!((judged[0].fault, judged[1].fault), (None, Some(Fault::Blunder)));
    }

    #[test]
    fn chances_are_between_lost_and_won() {
        assert_eq!((chance(Worth::Mate(3)), chance(Worth::Mate(-3)), chance(Worth::Cents(0))), (1.0, -1.0, 0.0));
        assert!(chance(Worth::Cents(30_000)) <= 1.0 && chance(Worth::Cents(100)) > 0.1);
        assert_eq!(worth_for(&Eval(vec![Worth::Mate(-2)]), Side::new(1)), Some(Worth::Mate(2)));
    }
}
