//! Explanations in words: names of pieces, and reasons why something cannot be picked. They are made from the
//! same data as the moves, so they always agree with the rules.

mod shy;

use super::attack::Scene;
use super::bits::SquareSet;
use super::board::Board;
use super::gait::{Mode, Path};
use super::game::Rules;
use super::generate::Generator;
use super::geometry::Square;
use super::pick::Pick;
use super::piece::{Kind, Piece};
use super::position::Position as _;
use super::side::Side;
use super::spec::Movement;
use super::spelling::a;
use super::timeline::Timeline;

/// A pick that leads to no legal move, and the picks before it.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// The picks so far.
    pub so_far: &'a [Pick],
    /// The pick that is not possible.
    pub tried: Pick,
}

/// Joins words with commas and "and": `a, b and c`.
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

impl<R: Rules> Board<R> {
    /// The name of a kind.
    pub fn kind_name(&self, kind: Kind) -> &'static str {
        self.spec().of(kind).name
    }

    /// The name of a seat.
    pub fn seat_name(&self, side: Side) -> &'static str {
        self.spec().seat(side).name
    }

    /// The name of a piece from the view of the seat to move: `your Bishop`, `the Red Squire`.
    pub(crate) fn piece_name(&self, piece: Piece) -> String {
        let kind = self.kind_name(piece.kind());
        if piece.side() == self.turn() {
            format!("your {kind}")
        } else {
            format!("the {} {kind}", self.seat_name(piece.side()))
        }
    }

    /// The name of a piece with its square, from the view of the seat to move. Only the square if it is empty.
    pub fn name_at(&self, square: Square) -> String {
        let label = self.geometry().label(square);
        match self.piece(square) {
            Some(piece) => format!("{} on {label}", self.piece_name(piece)),
            None => label.to_owned(),
        }
    }

    /// The names of the pieces on these squares.
    pub fn names_at(&self, squares: R::Set) -> String {
        let names: Vec<String> = squares.iter().map(|square| self.name_at(square)).collect();
        list(&names)
    }

    /// The reason why a pick that leads to no legal move cannot be made.
    pub(crate) fn why_not(&self, attempt: &Attempt<'_>) -> String {
        if let Some(reason) = R::why_not(self, attempt) {
            return reason;
        }
        match (attempt.so_far, attempt.tried) {
            ([], Pick::Square(square)) => self.why_not_from(square),
            ([], Pick::Reserve(kind)) => self.why_no_drop_of(kind),
            ([], Pick::Pass) => "only a seat without any other move passes".to_owned(),
            ([Pick::Reserve(kind)], Pick::Square(to)) => self.why_no_drop_on(*kind, to),
            ([Pick::Square(from)], Pick::Square(to)) => self.why_not_to(*from, to),
            ([Pick::Square(from), Pick::Square(to)], Pick::Promote(kind)) => self.why_not_become(*from, *to, kind),
            ([Pick::Square(from), Pick::Square(to)], Pick::Stop) => self.why_not_stay(*from, *to),
            ([Pick::Square(_), Pick::Square(_)], _) => {
                format!("now pick what the {} becomes", self.promoting_name(attempt.so_far))
            }
            ([Pick::Square(_)], _) => "now pick where the piece goes".to_owned(),
            ([Pick::Reserve(_)], _) => "now pick where the piece is put".to_owned(),
            _ => "pick a piece first".to_owned(),
        }
    }

    fn why_not_from(&self, from: Square) -> String {
        let label = self.geometry().label(from);
        let Some(piece) = self.piece(from) else { return format!("{label} is empty") };
        let seat = self.seat_name(self.turn());
        if piece.side() != self.turn() {
            let name = self.piece_name(piece);
            return format!(
                "it is {seat}'s turn, and {name} on {label} belongs to {}",
                self.seat_name(piece.side())
            );
        }
        let spec = self.spec().of(piece.kind());
        if spec.moves.is_empty() {
            return format!("{} {}", a(spec.name), spec.words);
        }
        let mut blockers = R::Set::EMPTY;
        let mut uncovered = None;
        for (mode, path) in self.powers(piece, from) {
            match self.obstacle(mode, &path) {
                Obstacle::Blocked(square) => blockers = blockers.with(square),
                Obstacle::None => uncovered = uncovered.or_else(|| self.why_exposed(from, path.to)),
                Obstacle::Target | Obstacle::NothingToTake => blockers = blockers.with(path.to),
                Obstacle::NoHurdle => {}
            }
        }
        let blockers = blockers & self.occupied();
        match (uncovered, blockers.is_empty()) {
            (Some(check), _) => format!("no move of the {} on {label} is safe: {check}", spec.name),
            (None, false) => format!("the {} on {label} is blocked by {}", spec.name, self.names_at(blockers)),
            (None, true) => format!("the {} on {label} has nowhere to go", spec.name),
        }
    }

    fn why_no_drop_of(&self, kind: Kind) -> String {
        let spec = self.spec().of(kind);
        if self.reserve(self.turn()).count(kind) == 0 && !self.spec().of(kind).endless {
            return if self.spec().is_dropped(kind) {
                format!("no {} is left in reserve", spec.name)
            } else {
                format!("{} is never dropped", a(spec.name))
            };
        }
        let zone = if self.holds_by_rule(kind) { self.tables().squares } else { self.tables().drops[self.turn()] };
        let open = zone & !self.occupied();
        match open.lowest() {
            None => "there is no empty square to drop on: move a piece away, then drop".to_owned(),
            Some(square) => self.why_no_drop_on(kind, square),
        }
    }

    fn why_no_drop_on(&self, kind: Kind, to: Square) -> String {
        let label = self.geometry().label(to);
        if let Some(piece) = self.piece(to) {
            return format!("{label} is taken by {}", self.piece_name(piece));
        }
        let zone = self.tables().drops[self.turn()];
        if self.holds_by_rule(kind) {
            if let Some(reason) = self.why_no_landing(kind, to) {
                return reason;
            }
        } else if !zone.has(to) {
            let open: Vec<String> = zone.iter().map(|square| self.geometry().label(square).to_owned()).collect();
            return format!("{} is dropped on {} only", a(self.kind_name(kind)), list(&open));
        }
        let scene = Scene { occupied: self.occupied().with(to), hitters: self.hostile(self.turn()) };
        let royal = if Some(kind) == self.spec().royal { Some(to) } else { self.royal(self.turn()) };
        royal
            .and_then(|royal| self.why_in_check(royal, scene, Some(kind) == self.spec().royal))
            .unwrap_or_else(|| format!("{} cannot be dropped on {label}", a(self.kind_name(kind))))
    }

    fn why_not_to(&self, from: Square, to: Square) -> String {
        let (from_label, to_label) = (self.geometry().label(from), self.geometry().label(to));
        let Some(piece) = self.piece(from) else { return format!("{from_label} is empty") };
        let spec = self.spec().of(piece.kind());
        if from == to {
            return format!("the {} already stands on {to_label}", spec.name);
        }
        match self.piece(to) {
            Some(other) if self.spares(other) => {
                return format!("{} stands on {to_label}", self.piece_name(other));
            }
            Some(other) if self.spec().of(other.kind()).untouchable => {
                return format!("no normal move captures {}", a(self.kind_name(other.kind())));
            }
            _ => {}
        }
        if let Some(shunned) = self.why_shunned(piece, from, to) {
            return shunned;
        }
        let mut blockers = R::Set::EMPTY;
        let mut wrong_mode = None;
        let mut no_hurdle = None;
        for (mode, path) in self.powers(piece, from).into_iter().filter(|(_, path)| path.to == to) {
            match self.obstacle(mode, &path) {
                Obstacle::Blocked(square) => blockers = blockers.with(square),
                Obstacle::Target => {
                    wrong_mode = Some(format!("{} does not capture that way: it {}", a(spec.name), spec.words));
                }
                Obstacle::NothingToTake => {
                    let passant = self.why_not_passant(piece, to);
                    let empty = format!("{} goes to {to_label} only to capture, and it is empty", a(spec.name));
                    wrong_mode = Some(passant.map_or(empty.clone(), |passant| format!("{empty}; {passant}")));
                }
                Obstacle::NoHurdle => {
                    let over = "and there is no piece to jump over";
                    no_hurdle = Some(format!("the {} reaches {to_label} only over a piece, {over}", spec.name));
                }
                Obstacle::None => {
                    if let Some(check) = self.why_exposed(from, to) {
                        return check;
                    }
                    if self.must_promote(piece, to) && self.promotions(self.turn(), piece.kind()).is_empty() {
                        return format!(
                            "on {to_label} the {} must promote, and there is nothing to become",
                            spec.name
                        );
                    }
                }
            }
        }
        match no_hurdle.or(wrong_mode) {
            _ if blockers.any() => {
                let where_to: Vec<String> =
                    blockers.iter().map(|square| self.geometry().label(square).to_owned()).collect();
                let by = self.names_at(blockers);
                format!("the {} is blocked on {} ({by})", spec.name, list(&where_to))
            }
            Some(reason) => reason,
            None if self.is_out_of_zone(piece, from, to) => {
                format!("no such move of the {} ends on {to_label}: it {}", spec.name, spec.words)
            }
            None => format!("the {} does not go from {from_label} to {to_label}: it {}", spec.name, spec.words),
        }
    }

    /// Why a pawn cannot capture en passant on this empty square, if a hostile pawn could have passed over it.
    fn why_not_passant(&self, pawn: Piece, over: Square) -> Option<String> {
        let kind = self.spec().pawn.filter(|&kind| kind == pawn.kind())?;
        let others = self.spec().sides().filter(|&side| side != pawn.side());
        let passed = |(side, at): (Side, Square)| {
            let paths = |from| self.powers(Piece::new(side, kind), from);
            let mut all = self.geometry().squares().flat_map(paths);
            let (_, path) = all.find(|(_, path)| path.to == at && path.vias.contains(&over))?;
            Some((at, if path.vias.len() > 1 { "triple" } else { "double" }))
        };
        let mut pawns = others.flat_map(|side| self.pieces(side, kind).iter().map(move |at| (side, at)));
        let (at, how) = pawns.find_map(passed)?;
        Some(format!("en passant takes {} only right after its {how} step", self.name_at(at)))
    }

    fn why_not_become(&self, from: Square, to: Square, kind: Kind) -> String {
        let spec = self.spec().of(kind);
        let side = self.turn();
        let label = self.geometry().label(to);
        let promotes = |piece: &Piece| self.tables().promotes(*piece).is_some_and(|zones| zones.on(from, to));
        let Some(piece) = self.piece(from).filter(promotes) else {
            return format!("there is no promotion on {label}");
        };
        let own = a(self.kind_name(piece.kind()));
        if !self.spec().promotes_to(piece.kind()).contains(&kind) || !spec.owned_by(side) {
            return format!("{own} of {} cannot become {}", self.seat_name(side), a(spec.name));
        }
        match spec.limit {
            Some(limit) if self.count(side, kind) >= u32::from(limit) => {
                let all = if limit == 1 { "the one".to_owned() } else { format!("all {limit}") };
                format!("{} has {all} {} of its array", self.seat_name(side), plural(spec.name, limit.into()))
            }
            _ => format!("{own} cannot become {} on {label}", a(spec.name)),
        }
    }

    fn why_not_stay(&self, from: Square, to: Square) -> String {
        match self.piece(from) {
            Some(piece) if self.must_promote(piece, to) => {
                format!("on {} the {} must promote", self.geometry().label(to), self.kind_name(piece.kind()))
            }
            _ => "there is nothing to leave out".to_owned(),
        }
    }

    fn must_promote(&self, piece: Piece, to: Square) -> bool {
        self.tables().promotes(piece).is_some_and(|zones| zones.must.has(to))
    }

    /// The name of the piece that these picks promote.
    pub(super) fn promoting_name(&self, so_far: &[Pick]) -> &'static str {
        let kind = match so_far {
            [Pick::Square(from), ..] => self.piece(*from).map(Piece::kind),
            _ => None,
        };
        kind.map_or(self.spec().pawn_name(), |kind| self.kind_name(kind))
    }

    /// Every path of a piece from a square.
    pub fn powers(&self, piece: Piece, from: Square) -> Vec<(Mode, Path)> {
        let (board, frame) = (self.geometry(), self.spec().seat(piece.side()).frame);
        let moves = self.spec().of(piece.kind()).moves.iter();
        moves
            .flat_map(|movement| {
                movement.paths(board, frame, from).into_iter().map(move |path| (movement.mode, path))
            })
            .collect()
    }

    /// Would a piece reach a square if its movements did not end in zones only?
    fn is_out_of_zone(&self, piece: Piece, from: Square, to: Square) -> bool {
        let (board, frame) = (self.geometry(), self.spec().seat(piece.side()).frame);
        let mut moves = self.spec().of(piece.kind()).moves.iter().filter(|movement| movement.onto.is_some());
        let is_there = |square: &Square| self.piece(*square).is_some();
        let reaches =
            |path: Path| path.to == to && !path.vias.iter().any(is_there) && path.hurdles.iter().all(is_there);
        moves
            .any(|movement| Movement { onto: None, ..*movement }.paths(board, frame, from).into_iter().any(reaches))
    }

    fn obstacle(&self, mode: Mode, path: &Path) -> Obstacle {
        let target = self.piece(path.to);
        if path.hurdles.iter().any(|&hurdle| self.piece(hurdle).is_none()) {
            return match (mode, target) {
                (Mode::Quiet, Some(_)) => Obstacle::Target,
                (Mode::Capture, None) => Obstacle::NothingToTake,
                _ => Obstacle::NoHurdle,
            };
        }
        match path.vias.iter().find(|&&via| self.piece(via).is_some()) {
            Some(&blocker) => Obstacle::Blocked(blocker),
            None => match (mode, target) {
                (Mode::Quiet, Some(_)) => Obstacle::Target,
                (Mode::Capture, None) => Obstacle::NothingToTake,
                (_, Some(piece)) if self.spares(piece) => Obstacle::Blocked(path.to),
                (_, Some(piece)) if self.spec().of(piece.kind()).untouchable => Obstacle::Blocked(path.to),
                _ => Obstacle::None,
            },
        }
    }

    /// Is it one of the own pieces that no move captures?
    fn spares(&self, piece: Piece) -> bool {
        piece.side() == self.turn() && (!R::takes_own(self) || self.spec().royal == Some(piece.kind()))
    }

    /// The reason why a plain move would leave the mover's own King in check.
    pub fn why_exposed(&self, from: Square, to: Square) -> Option<String> {
        let royal = self.royal(self.turn())?;
        let scene = Generator::new(self).moved(from, to);
        if royal == from { self.why_in_check(to, scene, true) } else { self.why_in_check(royal, scene, false) }
    }

    /// The attackers that would give check to a King on this square.
    pub fn why_in_check(&self, royal: Square, scene: Scene<R::Set>, moving: bool) -> Option<String> {
        let label = self.geometry().label(royal);
        let hitters = self.hitters(royal, scene);
        let by = if hitters.any() {
            format!("from {}", self.names_at(hitters))
        } else {
            R::explain_otherwise(self, royal, scene)?
        };
        Some(if moving {
            format!("the King would be in check on {label} {by}")
        } else {
            format!("your King on {label} would be in check {by}")
        })
    }
}

/// The reason why something cannot be picked after these picks. `None` if it can.
pub(super) fn why_not_picked<R: Rules>(timeline: &Timeline<R>, so_far: &[Pick], tried: Pick) -> Option<String> {
    let board = timeline.board();
    if let Some(outcome) = timeline.outcome() {
        return Some(outcome.words());
    }
    let mut picker = timeline.picker();
    for (done, &pick) in so_far.iter().enumerate() {
        if !picker.options().contains(&pick) {
            let attempt = Attempt { so_far: &so_far[..done], tried: pick };
            // If a piece cannot move at all, the general reason says more than the reason for one target
            // square.
            let own = matches!(pick, Pick::Square(square) if done == 0 && board.owns(square));
            let general = if own { R::why_not(board, &attempt) } else { None };
            return match general {
                None if own => Some(board.why_not(&Attempt { so_far, tried })),
                None => Some(board.why_not(&attempt)),
                some => some,
            };
        }
        picker.choose(pick);
    }
    (!picker.options().contains(&tried)).then(|| board.why_not(&Attempt { so_far, tried }))
}

/// What blocks a piece from using a path.
enum Obstacle {
    None,
    Blocked(Square),
    Target,
    NothingToTake,
    /// A piece to jump over is missing.
    NoHurdle,
}

/// The singular or plural of a name: `Falcon` for one, `Falcons` for two.
fn plural(name: &str, count: usize) -> String {
    if count == 1 { name.to_owned() } else { format!("{name}s") }
}

/// A count with its noun: `1 capture`, `2 captures`.
pub fn counted(count: usize, name: &str) -> String {
    format!("{count} {}", plural(name, count))
}
