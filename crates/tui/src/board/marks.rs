//! The marks on the board: last moves, checks, lost pieces, threats. They are computed once per position, not
//! per frame.

use crate::board::cell::Sign;
use crate::client::threats::{Threat, ways};
use crate::games::worths;
use crate::rules::explain::{counted, list};
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::pick::Mark;
use crate::rules::piece::Kind;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};
use crate::rules::spec::Spec;
use crate::rules::timeline::Act;

/// The marks of a position.
#[derive(Clone, Debug, Default)]
pub struct BoardMarks {
    /// The pieces that decided the game with the winner, the checks with the checked seats, and the squares of the last
    /// moves with the movers.
    pub(crate) signs: Vec<(Square, Sign, Side)>,
    /// The pieces that each seat has lost, in order of loss.
    pub(crate) lost: BySide<Vec<Kind>>,
    /// The pieces of others that each seat has taken, in order; none where they go to its hand, which is shown.
    pub(crate) taken: BySide<Vec<Kind>>,
    /// The squares that matter to each seat: where its pieces count towards a win, promote, or are dropped.
    pub(crate) goals: BySide<(Vec<Square>, String)>,
}

impl BoardMarks {
    /// Computes the marks of a position.
    pub(crate) fn of(position: &dyn Position) -> BoardMarks {
        let winner = position.outcome().and_then(|outcome| outcome.winner());
        let decided =
            winner.into_iter().flat_map(|side| position.decided_by().into_iter().map(move |at| (at, side)));
        let mut signs: Vec<(Square, Sign, Side)> = decided.map(|(at, side)| (at, Sign::Picked, side)).collect();
        for side in position.checked().iter() {
            if let (Some(king), _) = position.checkers(side) {
                signs.push((king, Sign::Check, side));
            }
        }
        // With more than two seats, all moves since one's own last move are marked.
        let news = position.spec().seats.len() - 1;
        let mut back = position.fork();
        let mut plies = 0;
        let mut lost: BySide<Vec<Kind>> = BySide::default();
        let mut taken: BySide<Vec<Kind>> = BySide::default();
        while let Some(act) = back.undo() {
            let Act::Move(mv) = act else { continue };
            let mover = back.turn();
            let effects = back.effects(mv);
            if plies < news {
                signs.extend(squares(back.as_ref(), mv).into_iter().map(|(square, sign)| (square, sign, mover)));
            }
            plies += 1;
            for &(_, piece) in &effects.removed {
                lost[piece.side()].push(piece.kind());
                if piece.side() != mover && !position.spec().has_hand() {
                    taken[mover].push(piece.kind());
                }
            }
        }
        for side in position.spec().sides() {
            lost[side].reverse();
            taken[side].reverse();
        }
        let goals = BySide::from_fn(|side| {
            if side.index() < position.spec().seats.len() {
                position.goal_squares(side)
            } else {
                Default::default()
            }
        });
        BoardMarks { signs, lost, taken, goals }
    }

    /// By how many Pawns the pieces that one of two seats has taken are worth more than those it has lost; 0 in a game
    /// whose pieces have no worth, and with more seats.
    pub(crate) fn ahead(&self, spec: &Spec, side: Side) -> i32 {
        let Some(worths) = worths(spec.id).filter(|_| spec.seats.len() == 2) else { return 0 };
        let sum = |kinds: &[Kind]| -> i32 { kinds.iter().filter_map(|kind| worths.get(kind.index())).sum() };
        let other = Side::new(1 - side.index().min(1));
        // Half a Pawn is rounded up.
        (sum(&self.lost[other]) - sum(&self.lost[side]) + 50).div_euclid(100)
    }

    /// Is it a square of a goal? With two seats those of both count, otherwise those of the seat from which the
    /// board is seen.
    pub(crate) fn is_goal(&self, spec: &Spec, seen_from: Side, square: Square) -> bool {
        let counts = |side: &Side| spec.seats.len() == 2 || *side == seen_from;
        spec.sides().filter(counts).any(|side| self.goals[side].0.contains(&square))
    }

    /// What a square of the goal is for: `White: Pawns promote here.`
    pub(crate) fn goal_words(&self, spec: &Spec, seen_from: Side, square: Square) -> Option<String> {
        let counts = |side: &Side| spec.seats.len() == 2 || *side == seen_from;
        let side = spec.sides().filter(counts).find(|&side| self.goals[side].0.contains(&square))?;
        Some(format!("{}: {}", spec.seat(side).name, self.goals[side].1))
    }

    /// The sign of a square with its seat: the mover, or the checked seat.
    pub(crate) fn sign(&self, square: Square) -> Option<(Sign, Side)> {
        self.signs.iter().find(|&&(at, ..)| at == square).map(|&(_, sign, side)| (sign, side))
    }
}

/// The reserve piece of the side to move that has this number.
pub(crate) fn numbered(position: &dyn Position, number: u8) -> Option<Kind> {
    let stock = position.reserve(position.turn());
    stock.get(usize::from(number).checked_sub(1)?).map(|&(kind, _)| kind)
}

/// The squares that a move uses: where the pieces that it moves or places start and end, and the holes between.
pub(crate) fn squares(before: &dyn Position, mv: Move) -> Vec<(Square, Sign)> {
    let effects = before.effects(mv);
    let mut squares: Vec<(Square, Sign)> = Vec::new();
    let ends: Vec<Square> =
        effects.put.iter().map(|&(at, _)| at).chain(effects.moved.iter().map(|moved| moved.1)).collect();
    squares.extend(effects.put.iter().map(|&(at, _)| (at, Sign::LastTo)));
    for &(from, to, _) in &effects.moved {
        squares.push((to, Sign::LastTo));
        if !ends.contains(&from) {
            squares.push((from, Sign::LastFrom));
        }
    }
    let holes = before.marks(mv).into_iter().filter(|(_, mark)| matches!(mark, Mark::In | Mark::Out));
    for (hole, _) in holes {
        if squares.iter().all(|&(known, _)| known != hole) {
            squares.push((hole, Sign::LastFrom));
        }
    }
    squares
}

/// The threats against the pieces of a seat.
#[derive(Clone, Debug)]
pub(crate) struct Threats {
    of: Side,
    /// Is it the seat of who looks?
    yours: bool,
    /// The threats, each attacker of a piece once.
    pub(crate) all: Vec<Threat>,
    /// The legs of each of them.
    ways: Vec<Vec<(Square, Square)>>,
}

impl Threats {
    /// The threats against a seat.
    pub(crate) fn of(position: &dyn Position, of: Side) -> Threats {
        let (all, ways) = ways(position, of).into_iter().unzip();
        Threats { of, yours: false, all, ways }
    }

    /// The legs of each capture, from the attacker to the attacked piece.
    pub(crate) fn ways(&self) -> impl Iterator<Item = &[(Square, Square)]> {
        self.ways.iter().map(Vec::as_slice)
    }

    /// The same for who has this seat.
    #[must_use]
    pub(crate) fn yours(self, yours: bool) -> Threats {
        Threats { yours, ..self }
    }

    /// The threats against the same seat in another position.
    #[must_use]
    pub(crate) fn again(&self, position: &dyn Position) -> Threats {
        Threats::of(position, self.of).yours(self.yours)
    }

    /// The threats as text: against the piece on a square or the only one that is attacked, or the total.
    pub(crate) fn words(&self, position: &dyn Position, at: Option<Square>) -> String {
        let name = position.spec().seat(self.of).name;
        let Some(first) = self.all.first() else { return format!("No piece of {name} is attacked.") };
        let attacked = |at: Square| self.all.iter().any(|threat| threat.on == at);
        let only = self.all.iter().all(|threat| threat.on == first.on);
        if let Some(at) = at.filter(|&at| attacked(at)).or_else(|| only.then_some(first.on)) {
            return self.words_on(position, at);
        }
        let all = format!(
            "{} on {name}. The letters show who attacks: {}.",
            counted(self.all.len(), "attack"),
            self.legend(position)
        );
        let own = at.and_then(|at| position.piece(at)).is_some_and(|piece| piece.side() == self.of);
        if own { format!("Not attacked. {all}") } else { all }
    }

    /// Who attacks the piece on a square: `Your Pawn on e4 is attacked by the Pawn on d5.`
    fn words_on(&self, position: &dyn Position, at: Square) -> String {
        let spec = position.spec();
        let owner = if self.yours { "Your".to_owned() } else { format!("{}'s", spec.seat(self.of).name) };
        let kind = position.piece(at).map_or("piece", |piece| spec.of(piece.kind()).name);
        let here = self.all.iter().filter(|threat| threat.on == at);
        let by: Vec<String> = here.map(|threat| threat.attacker(position)).collect();
        format!("{owner} {kind} on {} is attacked by {}.", position.geometry().label(at), list(&by))
    }

    /// The letters of the attackers, with their names.
    fn legend(&self, position: &dyn Position) -> String {
        let spec = position.spec();
        let attacks = |&side: &Side| self.all.iter().any(|threat| threat.by == side);
        let named = |side: Side| format!("{} {}", spec.seat(side).initial(), spec.seat(side).name);
        spec.sides().filter(attacks).map(named).collect::<Vec<_>>().join(", ")
    }

    /// The attackers of a square, as initials: `og`; one seat with two attacks: `o2`; three or more attacks:
    /// `3!`.
    pub(crate) fn attackers(&self, position: &dyn Position, square: Square) -> Option<String> {
        attackers(position, &self.all, square)
    }
}

fn attackers(position: &dyn Position, threats: &[Threat], square: Square) -> Option<String> {
    let mut by: Vec<char> = threats
        .iter()
        .filter(|threat| threat.on == square)
        .map(|threat| position.spec().seat(threat.by).initial())
        .collect();
    let count = by.len();
    by.dedup();
    match count {
        0 => None,
        3.. => Some(format!("{}!", count.min(9))),
        _ if by.len() == count => Some(by.into_iter().collect()),
        _ => Some(format!("{}{count}", by[0])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    /// Each seat is named by the initial of its name, whatever letter the FEN uses for it.
    #[test]
    fn attackers_have_the_letters_of_their_names() {
        for game in GAMES {
            let spec = game.spec();
            let initials: Vec<char> = spec.seats.iter().map(crate::rules::spec::Seat::initial).collect();
            for (at, (seat, initial)) in spec.seats.iter().zip(&initials).enumerate() {
                assert!(seat.name.to_lowercase().starts_with(*initial) && !initials[..at].contains(initial));
            }
            let position = game.begin(Opening::Start).expect("the start");
            let square = Square(0);
            for by in spec.sides() {
                let letters = attackers(position.as_ref(), &[Threat { on: square, by, from: square }], square);
                assert_eq!(letters, Some(spec.seat(by).initial().to_string()), "{}", spec.id);
            }
        }
    }

    #[test]
    fn threats_say_whose_they_are_also_where_there_are_none() {
        for game in GAMES.iter().filter(|game| game.spec().seats.len() == 2) {
            let position = game.begin(Opening::Start).expect("the start");
            let side = position.turn();
            let threats = Threats::of(position.as_ref(), side);
            assert_eq!(threats.all, [], "{}", game.spec().id);
            let sentence = threats.words(position.as_ref(), None);
            assert_eq!(sentence, format!("No piece of {} is attacked.", game.spec().seat(side).name));
        }
    }

    #[test]
    fn an_attack_is_said_with_both_pieces() {
        let position = GAMES[2].begin(Opening::Fen("4g3/8/5n2/3p4/4P3/8/8/4G2R w - - 0 1")).expect("a position");
        let at = |label: &str| position.geometry().parse(label);
        let (white, position) = (position.turn(), position.as_ref());
        let threats = Threats::of(position, white).yours(true);
        let sentence = "Your Pawn on e4 is attacked by the Knight on f6 and the Pawn on d5.";
        // It is the only piece that is attacked, so the cursor need not be there.
        assert_eq!([threats.words(position, at("e4")), threats.words(position, at("h1"))], [sentence, sentence]);
        assert!(threats.again(position).words(position, None).starts_with("Your Pawn"));
        let sentence = Threats::of(position, Side::new(1)).words(position, None);
        assert_eq!(sentence, "Black's Pawn on d5 is attacked by the Pawn on e4.");
    }

    #[test]
    fn every_square_of_a_dive_is_marked() {
        let game = GAMES.iter().find(|game| game.spec().id == "blackholes").expect("the game");
        let mut position = game.begin(Opening::Start).expect("the start");
        for text in "b1c3 b8c6 H@b1 c6b4 c3d5 b4c6 c2c3 c6b4 d1c2 b4c6 H@d1 c6b4".split(' ') {
            let mv = position.legal().into_iter().find(|&mv| position.machine(mv) == text).expect("it is legal");
            position.play(mv).expect("it is legal");
        }
        let through = |mv: Move| {
            let marks = position.marks(mv);
            let at = |wanted| marks.iter().find(|&&(_, mark)| mark == wanted).map(|&(square, _)| square);
            Some((at(Mark::In)?, at(Mark::Out)?))
        };
        let (dive, (entry, exit)) =
            position.legal().into_iter().find_map(|mv| Some((mv, through(mv)?))).expect("a dive");
        let (from, to, _) = position.effects(dive).moved[0];
        position.play(dive).expect("it is legal");
        let marks = BoardMarks::of(position.as_ref());
        for (square, sign) in
            [(from, Sign::LastFrom), (entry, Sign::LastFrom), (exit, Sign::LastFrom), (to, Sign::LastTo)]
        {
            assert_eq!(marks.sign(square).map(|(sign, _)| sign), Some(sign), "{square:?}");
        }
    }

    #[test]
    fn pieces_lost_and_left_are_those_of_the_start() {
        for game in GAMES {
            let mut position = game.begin(Opening::Start).expect("the start");
            let endless = game.spec().kinds.iter().any(|kind| kind.endless || kind.untouchable);
            for ply in 0..120_usize {
                let legal = position.legal();
                let taking = legal.iter().position(|&mv| position.captured(mv).is_some());
                let Some(&mv) = legal.get(taking.unwrap_or(ply * 31 % legal.len().max(1))) else { break };
                let living = position.living();
                position.play(mv).expect("it is legal");
                if position.living() != living {
                    break;
                }
            }
            let seen = BoardMarks::of(position.as_ref());
            let men = |position: &dyn Position| {
                position.geometry().squares().filter(|&square| position.piece(square).is_some()).count()
            };
            let start = men(game.begin(Opening::Start).expect("the start").as_ref());
            let now = men(position.as_ref());
            let lost: usize = seen.lost.values().iter().map(Vec::len).sum();
            assert!(lost > 0, "{}", game.spec().id);
            if !endless && !game.spec().has_reserve() {
                assert_eq!(start, now + lost, "{}", game.spec().id);
            }
        }
    }
}
