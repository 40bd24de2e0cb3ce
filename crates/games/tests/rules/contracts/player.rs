//! A random player with a temper, so that between them the games see every rule.

use heterodox_games as games;
use heterodox_kernel::bits::SquareSet;
use heterodox_kernel::board::Board;
use heterodox_kernel::fen;
use heterodox_kernel::game::CompiledGame;
use heterodox_kernel::mv::{Move, Verb};
use heterodox_kernel::side::Side;
use heterodox_kernel::timeline::{Act, Timeline};
use heterodox_kernel::variant::{self, Opening};
use heterodox_kernel::zobrist::mix;

use super::literal::takes;

const TABLE: &str = include_str!("../../../../../tests/data/perft.tsv");
const STARTS: &str = include_str!("../../../../../tests/data/starts.tsv");

/// Numbers that look random and are the same in every run.
pub(crate) struct Dice(u64);

impl Dice {
    /// The dice of one game.
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(mix(seed))
    }

    /// A number below `sides`; nothing if that is 0.
    pub(crate) fn below(&mut self, sides: u64) -> Option<u64> {
        self.0 = self.0.wrapping_add(1);
        mix(self.0).checked_rem(sides)
    }

    /// True once in so many throws.
    pub(crate) fn one_in(&mut self, sides: u64) -> bool {
        self.below(sides) == Some(0)
    }
}

/// What a player likes.
#[derive(Clone, Copy)]
enum Temper {
    /// Nothing in particular.
    Even,
    /// Captures, checks and promotions.
    Fierce,
    /// What the game has of its own: holes, exchanges, arrivals.
    Curious,
    /// Going back and forth.
    Idle,
    /// Ending the game, whichever way.
    Seeker,
}

/// A game being played.
pub(crate) struct Game<R: CompiledGame> {
    /// The game so far.
    pub(crate) timeline: Timeline<R>,
    /// How many plies it may take.
    pub(crate) length: u32,
    temper: Temper,
    leaves: bool,
}

impl<R: CompiledGame> Game<R> {
    /// Begins from the start, a position of the table, or one made for a rare rule.
    pub(crate) fn begin(dice: &mut Dice) -> Game<R> {
        let tempers = [Temper::Even, Temper::Fierce, Temper::Curious, Temper::Idle, Temper::Seeker];
        let temper = tempers[dice.below(tempers.len() as u64).unwrap_or(0) as usize];
        let mut timeline = Game::<R>::start(dice);
        if dice.one_in(4) {
            let late = timeline
                .board()
                .plies()
                .max(R::SPEC.draw_plies.expect("a limit") - 1 - dice.below(5).unwrap_or(0) as u32)
                .to_string();
            let text = fen::write(timeline.board());
            let mut fields: Vec<&str> = text.split(' ').collect();
            fields[4] = &late;
            timeline = Timeline::new(Board::read(&fields.join(" ")).expect("only the count of plies has changed"));
        }
        let length = if R::SPEC.seats.len() > 2 { 60 } else { 120 };
        Game { timeline, length, temper, leaves: R::SPEC.seats.len() > 2 && dice.one_in(4) }
    }

    fn start(dice: &mut Dice) -> Timeline<R> {
        let id = R::SPEC.id;
        let made: Vec<&str> = STARTS.lines().filter(|line| line.split('\t').next() == Some(id)).collect();
        let mut walked: Vec<&str> = TABLE.lines().filter(|line| line.split('\t').next() == Some(id)).collect();
        walked.dedup_by_key(|line| line.split('\t').nth(2));
        let setups = R::SPEC.setups;
        let pick = |dice: &mut Dice, count: usize| dice.below(count as u64).unwrap_or(0) as usize;
        let opening = match dice.below(4) {
            Some(0) => Opening::Named(setups[pick(dice, setups.len())].name),
            Some(1) => Opening::Fen(walked[pick(dice, walked.len())].split('\t').nth(2).expect("a third column")),
            _ => Opening::Fen(made[pick(dice, made.len())].split('\t').nth(1).expect("a second column")),
        };
        assert!(games::built_in(id).is_some());
        variant::begin(opening).expect("the positions to start from are good")
    }

    /// What happens next; nothing when the game is over.
    pub(crate) fn choose(&mut self, dice: &mut Dice) -> Option<Act> {
        let legal = self.timeline.legal();
        if legal.is_empty() {
            return None;
        }
        if self.leaves && dice.one_in(15) {
            let living: Vec<Side> = self.timeline.board().living().iter().collect();
            return Some(Act::Leave(living[dice.below(living.len() as u64)? as usize]));
        }
        let weights: Vec<u64> = legal.iter().map(|&mv| self.weight(mv)).collect();
        let mut left = dice.below(weights.iter().sum())?;
        for (&mv, weight) in legal.iter().zip(weights) {
            match left.checked_sub(weight) {
                Some(rest) => left = rest,
                None => return Some(Act::Move(mv)),
            }
        }
        None
    }

    fn weight(&self, mv: Move) -> u64 {
        let board = self.timeline.board();
        let pawn = Some(mv.kind) == R::SPEC.pawn;
        let own = board.piece(mv.to).is_some_and(|piece| piece.side() == board.turn());
        let points = |when: bool, points: u64| if when { points } else { 0 };
        let promotes = mv.promotion().is_some();
        let declines = pawn && !promotes && board.tables().may[board.turn()].has(mv.to);
        let rare = points(mv.verb == Verb::Passant, 300) + points(promotes, 40) + points(declines, 15);
        let liked = match self.temper {
            Temper::Even => 0,
            Temper::Fierce => points(takes(board, mv) && !own, 200) + points(pawn, 10),
            Temper::Curious => match mv.verb {
                Verb::Special(_) if R::SPEC.id == "holywar" => 60,
                Verb::Special(_) => 12,
                Verb::Drop => 6,
                _ => points(pawn, 8),
            },
            Temper::Idle => {
                let mine = self.timeline.acts().rev().nth(R::SPEC.seats.len() - 1);
                let back = matches!(mine, Some(Act::Move(last)) if (last.from, last.to) == (mv.to, mv.from));
                points(back, 500) + points(!takes(board, mv) && !pawn, 10)
            }
            Temper::Seeker => {
                let mut next = self.timeline.clone();
                Timeline::play(&mut next, mv);
                let check = next.board().checked().has(next.board().turn());
                points(next.outcome().is_some(), 400) + points(check, 20)
            }
        };
        1 + rare + liked
    }
}
