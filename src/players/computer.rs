//! The computer at the board. It looks at each of its moves and at what could be taken in return,
//! values pieces by how far they go, and is the less careful the lower its level.

use std::sync::mpsc::{RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{Answer, Player, Question, Reply, Thought};
use crate::rules::gait::{Mode, paths};
use crate::rules::mv::Move;
use crate::rules::piece::KINDS;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::spec::Spec;

/// The highest level.
pub const LEVELS: u8 = 10;

/// What a thinking thread can be told.
enum Word {
    Stop,
    Hurry,
}

/// The computer.
#[derive(Debug)]
pub struct Computer {
    level: u8,
    seed: u64,
    thinking: Option<Sender<Word>>,
}

impl Computer {
    /// A computer of this level; the same seed plays the same moves.
    pub fn new(level: u8, seed: u64) -> Computer {
        Computer { level: level.clamp(1, LEVELS), seed, thinking: None }
    }
}

impl Player for Computer {
    fn ask(&mut self, question: Question, answer: Answer) {
        self.stop();
        let (sender, words) = channel();
        self.thinking = Some(sender);
        let (level, seed) = (self.level, self.seed);
        let think = move || {
            let Question { ticket, position, pace, .. } = question;
            let begun = Instant::now();
            let mut hurried = false;
            let mut stopped = || match words.try_recv() {
                Ok(Word::Stop) | Err(TryRecvError::Disconnected) => true,
                Ok(Word::Hurry) => {
                    hurried = true;
                    false
                }
                Err(TryRecvError::Empty) => false,
            };
            let Some((mv, thought)) = choose(position.as_ref(), level, seed, &mut stopped) else { return };
            answer(ticket, Reply::Thought(thought));
            let pace = if hurried { Duration::ZERO } else { pace };
            match words.recv_timeout(pace.saturating_sub(begun.elapsed())) {
                Ok(Word::Stop) | Err(RecvTimeoutError::Disconnected) => {}
                Ok(Word::Hurry) | Err(RecvTimeoutError::Timeout) => answer(ticket, Reply::Move(mv)),
            }
        };
        // Without a thread there is no answer; the person can still undo, wait or leave.
        let _ = thread::Builder::new().name("computer".to_owned()).spawn(think);
    }

    fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            let _ = thinking.send(Word::Stop);
        }
    }

    fn hurry(&mut self) {
        if let Some(thinking) = &self.thinking {
            let _ = thinking.send(Word::Hurry);
        }
    }
}

/// Numbers that look like chance.
#[derive(Clone, Copy, Debug)]
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below this.
    fn below(&mut self, limit: i32) -> i32 {
        (self.roll() % limit.max(1) as u64) as i32
    }
}

/// What each kind is worth, in hundredths: how many squares it reaches on an empty board.
fn values(spec: &'static Spec, position: &dyn Position) -> [i32; KINDS] {
    let board = position.geometry();
    let frame = spec.seat(Side::FIRST).frame;
    let mut values = [0; KINDS];
    for kind in spec.all_kinds() {
        let mut reach = 0;
        for square in board.squares() {
            for movement in spec.of(kind).moves.iter().filter(|movement| movement.mode != Mode::Quiet) {
                reach += paths(movement.gait, board, frame, square).len();
            }
        }
        values[kind.index()] = if spec.of(kind).untouchable { 0 } else { (reach * 60 / board.len()) as i32 + 40 };
    }
    values
}

/// The worth of every seat's pieces.
fn worth(position: &dyn Position, values: &[i32; KINDS]) -> [i32; 4] {
    let mut worth = [0; 4];
    for square in position.geometry().squares() {
        if let Some(piece) = position.piece(square) {
            worth[piece.side().index()] += values[piece.kind().index()];
        }
    }
    worth
}

/// What the seat `side` could lose by the next move at most.
fn danger(position: &dyn Position, side: Side, values: &[i32; KINDS]) -> i32 {
    let taken = |mv: &Move| {
        let piece = position.piece(mv.to).filter(|piece| piece.side() == side && mv.from != mv.to);
        piece.map_or(0, |piece| values[piece.kind().index()])
    };
    position.legal().iter().map(taken).max().unwrap_or(0)
}

/// Chooses a move; none if it is stopped before.
fn choose(
    position: &dyn Position,
    level: u8,
    seed: u64,
    stopped: &mut dyn FnMut() -> bool,
) -> Option<(Move, Thought)> {
    let spec = position.spec();
    let side = position.turn();
    let values = values(spec, position);
    let mut dice = Dice(seed ^ position.hash());
    let noise = i32::from(LEVELS + 1 - level) * 30;
    let before = worth(position, &values);
    let mut next = position.fork();
    let mut best: Option<(i32, Move)> = None;
    let legal = position.legal();
    for &mv in &legal {
        if stopped() {
            return None;
        }
        if next.play(mv).is_err() {
            continue;
        }
        let score = if let Some(outcome) = next.outcome() {
            (outcome.shares[side].value() * 20_000.0) as i32 - 10_000
        } else {
            let after = worth(next.as_ref(), &values);
            let gained: i32 = spec
                .sides()
                .map(|seat| (after[seat.index()] - before[seat.index()]) * if seat == side { 1 } else { -1 })
                .sum();
            gained - danger(next.as_ref(), side, &values) * 9 / 10 + dice.below(noise)
        };
        next.undo();
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, mv));
        }
    }
    let (score, mv) = best?;
    Some((mv, Thought { depth: 1, score, line: position.display(mv), nodes: legal.len() as u64 }))
}

/// How long a move takes at least, so that people see it come.
pub const PACE: Duration = Duration::from_millis(250);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    #[test]
    fn moves_are_legal_and_the_same_for_the_same_seed() {
        for game in GAMES {
            let mut position = game.begin(Opening::Start).expect("the start");
            for ply in 0..30 {
                let Some((mv, _)) = choose(position.as_ref(), 5, 7, &mut || false) else { break };
                assert_eq!(choose(position.as_ref(), 5, 7, &mut || false).map(|(mv, _)| mv), Some(mv));
                position.play(mv).unwrap_or_else(|error| panic!("{} at {ply}: {error}", game.spec().id));
            }
        }
    }

    #[test]
    fn it_stops_and_hurries() {
        let position = || GAMES[0].begin(Opening::Start).expect("the start");
        let (sender, answers) = channel();
        let ask = |computer: &mut Computer, ticket| {
            let sender = sender.clone();
            let answer = move |ticket, reply| {
                let _ = sender.send((ticket, reply));
            };
            let pace = Duration::from_secs(600);
            computer.ask(Question { ticket, position: position(), clock: None, pace }, Box::new(answer));
        };
        let mut computer = Computer::new(3, 1);
        ask(&mut computer, 1);
        computer.stop();
        ask(&mut computer, 2);
        computer.hurry();
        let moved = answers.iter().find(|(_, reply)| matches!(reply, Reply::Move(_)));
        assert_eq!(moved.map(|(ticket, _)| ticket), Some(2));
    }
}
