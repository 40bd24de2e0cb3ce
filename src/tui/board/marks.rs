//! The marks on the board: last moves, checks, lost pieces, threats. They are computed once per position, not
//! per frame.

use crate::rules::effects::Effects;
use crate::rules::explain::counted;
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::piece::Kind;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};
use crate::rules::spec::Spec;
use crate::rules::timeline::Act;
use crate::tui::board::cell::Sign;

/// The marks of a position.
#[derive(Clone, Debug, Default)]
pub struct BoardMarks {
    /// The squares of the last moves, each with the mover, and of checks, each with the checked seat.
    pub signs: Vec<(Square, Sign, Side)>,
    /// The pieces each seat has lost, in order of loss.
    pub lost: BySide<Vec<Kind>>,
    /// The squares that matter to each seat: where its pieces count towards a win, promote, or are dropped.
    pub goals: BySide<(Vec<Square>, String)>,
}

impl BoardMarks {
    /// Computes the marks of a position.
    pub fn of(position: &dyn Position) -> BoardMarks {
        let mut signs = Vec::new();
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
        while let Some(act) = back.undo() {
            let Act::Move(mv) = act else { continue };
            let mover = back.turn();
            let effects = back.effects(mv);
            if plies < news {
                signs.extend(squares(&effects).into_iter().map(|(square, sign)| (square, sign, mover)));
            }
            plies += 1;
            for &(_, piece) in &effects.removed {
                lost[piece.side()].push(piece.kind());
            }
        }
        for side in position.spec().sides() {
            lost[side].reverse();
        }
        let goals = BySide::from_fn(|side| {
            if side.index() < position.spec().seats.len() {
                position.goal_squares(side)
            } else {
                Default::default()
            }
        });
        BoardMarks { signs, lost, goals }
    }

    /// Is it a square of a goal? With two seats those of both count, otherwise those of the seat from which the
    /// board is seen.
    pub fn is_goal(&self, spec: &Spec, seen_from: Side, square: Square) -> bool {
        let counts = |side: &Side| spec.seats.len() == 2 || *side == seen_from;
        spec.sides().filter(counts).any(|side| self.goals[side].0.contains(&square))
    }

    /// What a square of the goal is for: `White: Pawns promote here.`
    pub fn goal_words(&self, spec: &Spec, seen_from: Side, square: Square) -> Option<String> {
        let counts = |side: &Side| spec.seats.len() == 2 || *side == seen_from;
        let side = spec.sides().filter(counts).find(|&side| self.goals[side].0.contains(&square))?;
        Some(format!("{}: {}", spec.seat(side).name, self.goals[side].1))
    }

    /// The sign of a square with its seat: the mover, or the checked seat.
    pub fn sign(&self, square: Square) -> Option<(Sign, Side)> {
        self.signs.iter().find(|&&(at, ..)| at == square).map(|&(_, sign, side)| (sign, side))
    }
}

/// The reserve piece of the side to move that has this number.
pub fn numbered(position: &dyn Position, number: u8) -> Option<Kind> {
    let stock = position.reserve(position.turn());
    stock.get(usize::from(number).checked_sub(1)?).map(|&(kind, _)| kind)
}

/// The origin and destination squares of the pieces that a move moves or places.
pub fn squares(effects: &Effects) -> Vec<(Square, Sign)> {
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
    squares
}

/// The threats against the pieces of a seat.
#[derive(Clone, Debug)]
pub struct Threats {
    of: Side,
    /// One entry for each capture that another living seat could make if it were its turn: the square of the
    /// attacked piece, the attacker, the move.
    moves: Vec<(Square, Side, String)>,
}

impl Threats {
    /// The threats against a seat.
    pub fn of(position: &dyn Position, of: Side) -> Threats {
        Threats { of, moves: threats(position, of) }
    }

    /// The threats against the same seat in another position.
    #[must_use]
    pub fn again(&self, position: &dyn Position) -> Threats {
        Threats::of(position, self.of)
    }

    /// The threats as text: against the piece on a square, or the total.
    pub fn words(&self, position: &dyn Position, at: Option<Square>) -> String {
        let name = position.spec().seat(self.of).name;
        if self.moves.is_empty() {
            return format!("No piece of {name} is attacked.");
        }
        let here = self.moves.iter().filter(|(square, ..)| Some(*square) == at);
        let here: Vec<&str> = here.map(|(.., text)| text.as_str()).collect();
        let all = format!(
            "{} on {name}. The letters show who attacks: {}.",
            counted(self.moves.len(), "attack"),
            self.legend(position)
        );
        let own = at.and_then(|at| position.piece(at)).is_some_and(|piece| piece.side() == self.of);
        match (here.is_empty(), own) {
            (false, _) => format!("Attacked by {}.", here.join(", ")),
            (true, true) => format!("Not attacked. {all}"),
            (true, false) => all,
        }
    }

    /// The letters of the attackers, with their names.
    fn legend(&self, position: &dyn Position) -> String {
        let spec = position.spec();
        let attacks = |&side: &Side| self.moves.iter().any(|&(_, by, _)| by == side);
        let told = |side: Side| format!("{} {}", spec.seat(side).initial(), spec.seat(side).name);
        spec.sides().filter(attacks).map(told).collect::<Vec<_>>().join(", ")
    }

    /// The attackers of a square, as initials: `og`; one seat with two attacks: `o2`; three or more attacks:
    /// `3!`.
    pub fn attackers(&self, position: &dyn Position, square: Square) -> Option<String> {
        attackers(position, &self.moves, square)
    }
}

/// Every capture that another living seat could make against this one if it were its turn: the square of the attacked
/// piece, the attacker, the move.
pub fn threats(position: &dyn Position, of: Side) -> Vec<(Square, Side, String)> {
    let mut threats = Vec::new();
    if position.outcome().is_some() || !position.living().has(of) {
        return threats;
    }
    for by in position.living().iter().filter(|&side| side != of) {
        let theirs = position.if_turn_of(by);
        let captures = |mv: Move| theirs.captured(mv).filter(|(_, piece)| piece.side() == of);
        let taking: Vec<Move> = theirs.legal().into_iter().filter(|&mv| captures(mv).is_some()).collect();
        let shown = theirs.display_all(&taking);
        threats.extend(taking.iter().zip(shown).filter_map(|(&mv, text)| Some((captures(mv)?.0, by, text))));
    }
    threats
}

fn attackers(position: &dyn Position, threats: &[(Square, Side, String)], square: Square) -> Option<String> {
    let mut by: Vec<char> = threats
        .iter()
        .filter(|(at, ..)| *at == square)
        .map(|&(_, side, _)| position.spec().seat(side).initial())
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
                let told = attackers(position.as_ref(), &[(square, by, String::new())], square);
                assert_eq!(told, Some(spec.seat(by).initial().to_string()), "{}", spec.id);
            }
        }
    }

    #[test]
    fn threats_say_whose_they_are_also_where_there_are_none() {
        for game in GAMES.iter().filter(|game| game.spec().seats.len() == 2) {
            let position = game.begin(Opening::Start).expect("the start");
            let side = position.turn();
            let threats = Threats::of(position.as_ref(), side);
            assert_eq!(threats.moves, [], "{}", game.spec().id);
            let told = threats.words(position.as_ref(), None);
            assert_eq!(told, format!("No piece of {} is attacked.", game.spec().seat(side).name));
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
