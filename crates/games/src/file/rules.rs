//! The rules of all games that are files. What differs between them is data: see [`Laws`].

use std::fmt::Write as _;

use crate::rules::attack::Scene;
use crate::rules::bits::SquareSet;
use crate::rules::board::{Board, Edit};
use crate::rules::explain::Attempt;
use crate::rules::fen::FenError;
use crate::rules::game::Rules;
use crate::rules::generate::{Generator, Sink};
use crate::rules::geometry::Square;
use crate::rules::guard::Guard;
use crate::rules::mv::Move;
use crate::rules::note::Note;
use crate::rules::outcome::{Cause, Outcome};
use crate::rules::pick::{Mark, Pick};
use crate::rules::piece::{KINDS, Kind, Piece};
use crate::rules::side::{BySide, Side, Sides};
use crate::rules::tables::Tables;

use super::game::{FileGame, FileState};
use super::gating;
use super::goal::{arrived, both_reached, is_out_of_reach, reached};
use super::judge;
use super::laws::{Laws, Stalemate};
use super::{bare, castling, facing, hand, last_army, royals, swaps, walls};

/// A win by pieces that have come somewhere.
const REACHED: Cause = Cause { id: "reached", words: "by reaching the goal" };
/// A win because the rival has lost its last piece of a kind.
const EXTINCT: Cause = Cause { id: "extinct", words: "because the rival has no such piece left" };
/// A win over a seat that has begun without a King and has nothing left.
const BEATEN: Cause = Cause { id: "beaten", words: "because the rival has no piece left" };
/// A win by losing everything.
const RID: Cause = Cause { id: "rid", words: "by having no piece left" };
/// A win by an explosion.
const EXPLODED: Cause = Cause { id: "exploded", words: "because the King of the rival has exploded" };
/// A draw, because the second seat has come to the goal right after the first.
const BOTH: Cause = Cause { id: "both", words: "because both have reached the goal" };
/// An end by pieces in a row.
const ROW: Cause = Cause { id: "row", words: "by pieces in a row" };
/// A win by a number of checks.
const CHECKS: Cause = Cause { id: "checks", words: "by checks" };

impl<S: SquareSet> Rules for FileGame<S> {
    type Set = S;
    type Kinds = [S; KINDS];
    type Extra = Laws<S>;
    type State = FileState;

    fn source(tables: &Tables<Self>) -> Option<&'static str> {
        tables.extra.data.source
    }

    fn setup(tables: &Tables<Self>, name: &str) -> Option<String> {
        tables.extra.data.shuffle?.setup(tables.spec().setups[0].fen, name)
    }

    #[inline]
    fn generate<K: Sink<S>>(generator: &Generator<'_, Self>, sink: &mut K) {
        if last_army::wins(generator.board) {
            last_army::moves(generator, sink);
        } else if generator.board.tables().extra.data.demands.any() {
            judge::moves(generator, sink);
        } else {
            judge::plain(generator, sink);
        }
    }

    #[inline]
    fn judges_safety(board: &Board<Self>) -> bool {
        board.tables().extra.data.demands.judges_safety()
    }

    #[inline]
    fn may_have_several_kings(tables: &Tables<Self>) -> bool {
        tables.extra.data.demands.royals.are_several()
    }

    #[inline]
    fn danger(board: &Board<Self>, side: Side) -> Option<bool> {
        royals::danger(board, side)
    }

    #[inline]
    fn is_shielded(board: &Board<Self>, royal: Square, scene: Scene<S>) -> bool {
        judge::is_shielded(board, royal, scene.hitters)
    }

    fn may_lack_king(board: &Board<Self>, side: Side) -> bool {
        let data = &board.tables().extra.data;
        data.demands.explosion.is_some() || data.kingless[side]
    }

    #[inline]
    fn hit_otherwise(board: &Board<Self>, royal: Square, scene: Scene<S>) -> bool {
        facing::hit(board, royal, scene)
    }

    #[inline]
    fn guard_otherwise(board: &Board<Self>, royal: Square, scene: Scene<S>, guard: &mut Guard<S>) {
        facing::guard(board, royal, scene, guard);
    }

    fn explain_otherwise(board: &Board<Self>, royal: Square, scene: Scene<S>) -> Option<String> {
        facing::explain(board, royal, scene)
    }

    fn play(edit: &mut Edit<'_, Self>, mv: Move) {
        let mover = edit.board().turn();
        let mut state = edit.board().state();
        if state.rights != 0 {
            state.rights = castling::left(edit.board(), state.rights, mv);
        }
        let gates = state.gates;
        let explosion = edit.board().tables().extra.data.demands.explosion.as_ref();
        let center = explosion.and_then(|explosion| Some((explosion, judge::center(edit.board(), mv)?)));
        edit.play(mv);
        if edit.board().tables().extra.data.progress >> mv.kind.index() & 1 == 1 {
            edit.reset_plies();
        }
        walls::leave(edit, mv);
        if let Some((explosion, center)) = center {
            let gone = judge::explode(edit, center, explosion);
            let lost = &edit.board().tables().extra.lost;
            state.rights = gone.iter().fold(state.rights, |rights, square| rights & !lost[square.index()]);
        }
        if edit.board().tables().extra.data.checks.is_some() && edit.board().in_check(edit.board().turn()) {
            state.checks[mover.index()] = state.checks[mover.index()].saturating_add(1);
        }
        if gates != [0; 2] {
            state.gates = gating::left(edit.board(), gates, mv, mover);
        }
        edit.set_state(state);
        if last_army::wins(edit.board()) && last_army::winner(edit.board()).is_none() {
            last_army::begin_turn(edit);
        }
    }

    #[inline]
    fn begin_turn(edit: &mut Edit<'_, Self>) {
        if last_army::wins(edit.board()) {
            last_army::begin_turn(edit);
        }
    }

    fn play_special(edit: &mut Edit<'_, Self>, mv: Move) -> Option<Piece> {
        match gating::brings(mv) {
            Some(kind) => gating::play(edit, mv, kind),
            None if walls::picks(mv).is_some() => walls::play(edit, mv),
            None if swaps::is(mv) => {
                swaps::play(edit, mv);
                None
            }
            None => {
                castling::play(edit, mv);
                None
            }
        }
    }

    fn special_captures_on(board: &Board<Self>, mv: Move) -> Option<Square> {
        gating::captures_on(board, mv).or_else(|| walls::captures_on(board, mv))
    }

    fn special_brings(mv: Move) -> Option<Kind> {
        gating::brings(mv)
    }

    fn special_picks(mv: Move) -> Vec<Square> {
        gating::picks(mv).or_else(|| walls::picks(mv)).unwrap_or_else(|| castling::picks(mv))
    }

    fn special_text(board: &Board<Self>, mv: Move) -> Option<String> {
        match gating::brings(mv) {
            None => {
                let others = walls::written(board, mv).or_else(|| swaps::written(board, mv));
                Some(others.unwrap_or_else(|| castling::written(board, mv)))
            }
            Some(_) => gating::castles(board, mv).map(|castling| castling::written(board, castling)),
        }
    }

    fn won(board: &Board<Self>) -> Option<(Side, Cause)> {
        let laws = &board.tables().extra;
        if laws.data.last_army {
            return last_army::winner(board);
        }
        let (turn, mover) = (board.turn(), board.living().after(board.turn()));
        if let Some(goal) = &laws.data.goal
            && let Some(winner) = reached(board, goal)
        {
            return Some((winner, REACHED));
        }
        if laws.data.demands.explosion.is_some() && board.spec().royal.is_some() && board.royal(turn).is_none() {
            return Some((mover, EXPLODED));
        }
        for (side, rival) in [(turn, mover), (mover, turn)] {
            if judge::is_beaten(board, side) {
                return Some((rival, BEATEN));
            }
            if laws.data.nothing_left && walls::army(board, side).is_empty() {
                return Some((side, RID));
            }
        }
        if let Some(needed) = laws.data.checks
            && board.state().checks[mover.index()] >= needed
        {
            return Some((mover, CHECKS));
        }
        let lost = |side| laws.data.extinct.iter().any(|&kind| board.pieces(side, kind).is_empty());
        if !laws.data.extinct.is_empty() {
            // Whoever takes the last one wins, also with the own last one.
            match [lost(turn), lost(mover)] {
                [true, _] => return Some((mover, EXTINCT)),
                [false, true] => return Some((turn, EXTINCT)),
                [false, false] => {}
            }
        }
        if let Some(winner) = laws.data.extinction.as_ref().and_then(|extinction| extinction.winner(board)) {
            return Some((winner, EXTINCT));
        }
        if let Some(winner) = laws.data.row.as_ref().and_then(|row| row.winner(board)) {
            return Some((winner, ROW));
        }
        if laws.data.bare {
            return bare::winner(board, turn, mover);
        }
        None
    }

    fn decided_by(board: &Board<Self>, winner: Side) -> S {
        let there = arrived(board, winner);
        if there.any() {
            return there;
        }
        let turn = board.turn();
        let hitters = board.royal(turn).map(|royal| board.hitters(royal, board.scene(turn)));
        hitters.unwrap_or_default() & board.side(winner)
    }

    fn drawn(board: &Board<Self>, cause: Cause) -> Outcome {
        let turn = board.turn();
        let laws = &board.tables().extra.data;
        let draw = || match laws.draw_wins {
            Some(winner) => Outcome::won(winner, cause),
            None => Outcome::shared(board.living(), cause),
        };
        match laws.stalemate {
            Stalemate::Loss if cause == Cause::STALEMATE => Outcome::won(board.living().after(turn), cause),
            Stalemate::Win if cause == Cause::STALEMATE => Outcome::won(turn, cause),
            _ if cause == Cause::DEAD && both_reached(board) => Outcome::shared(board.living(), BOTH),
            _ => draw(),
        }
    }

    #[inline]
    fn weighs_checks(tables: &Tables<Self>) -> bool {
        tables.extra.data.repetition.perpetual_check
    }

    fn repeated(board: &Board<Self>, pursuers: Sides) -> Outcome {
        let usual = Self::drawn(board, Cause::REPETITION);
        board.tables().extra.data.repetition.outcome(board.turn(), pursuers, usual)
    }

    /// What is captured can come back from a hand, so a capture or a drop undoes another one. A move that is progress by the
    /// file alone may go back too.
    #[inline]
    fn reversible_plies(board: &Board<Self>) -> usize {
        let returns = board.spec().has_hand() || board.tables().extra.data.progress != 0;
        if returns { usize::MAX } else { board.plies() as usize }
    }

    /// Nobody can win with Kings alone, or with one piece beside them of a kind that cannot mate.
    fn dead(board: &Board<Self>) -> bool {
        let laws = &board.tables().extra;
        if laws.data.last_army {
            return last_army::is_dead(board);
        }
        if both_reached(board) || is_out_of_reach(board) {
            return true;
        }
        if laws.data.kingless != BySide::default() || board.spec().has_hand() || board.reserved() > 0 {
            return false;
        }
        let others = laws.data.goal.is_some() || laws.data.extinction.is_some() || laws.data.row.is_some();
        let Some(royal) = board.spec().royal.filter(|_| !others && laws.data.extinct.is_empty()) else {
            return false;
        };
        // Two Kings can mate one.
        if board.kind(royal).count() > 2 {
            return false;
        }
        let armies = walls::army(board, Side::FIRST) | walls::army(board, Side::new(1));
        let men = armies & !board.kind(royal);
        if men.has_at_least(2) || laws.data.checks.is_some() && men.any() {
            return false;
        }
        men.is_empty() || laws.data.too_few.iter().any(|&kind| (men & board.kind(kind)).any())
    }

    fn state_text(board: &Board<Self>) -> Option<String> {
        let laws = &board.tables().extra;
        if laws.data.last_army {
            return None;
        }
        let mut text = if laws.data.has_gates() { gating::text(board) } else { castling::text(board) };
        if laws.data.checks.is_some() {
            let [first, second] = board.state().checks;
            let _ = write!(text, "+{first}+{second}");
        }
        Some(if text.is_empty() { "-".to_owned() } else { text })
    }

    fn read_state(board: &Board<Self>, text: &str) -> Result<FileState, FenError> {
        use crate::rules::fen::Field;
        let Some(needed) = board.tables().extra.data.checks else {
            let text = if text == "-" { "" } else { text };
            return without_checks(board, text);
        };
        let wrong = || {
            let expected = format!("the checks that each has given, such as +0+{}", needed - 1);
            FenError::new(Field::State("castling and checks"), text, expected)
        };
        let (rest, second) = text.rsplit_once('+').ok_or_else(wrong)?;
        let (rights, first) = rest.rsplit_once('+').ok_or_else(wrong)?;
        let count = |text: &str| {
            let digits = text.bytes().all(|letter| letter.is_ascii_digit());
            text.parse().ok().filter(|&count: &u8| digits && count <= needed).ok_or_else(wrong)
        };
        Ok(FileState { checks: [count(first)?, count(second)?], ..without_checks(board, rights)? })
    }

    fn why_not(board: &Board<Self>, attempt: &Attempt<'_>) -> Option<String> {
        let first = hand::why_not(board, attempt).or_else(|| castling::why_not(board, attempt));
        first.or_else(|| swaps::why_not(board, attempt)).or_else(|| judge::why_not(board, attempt))
    }

    fn ask(board: &Board<Self>, so_far: &[Pick]) -> Option<String> {
        gating::ask(board, so_far).or_else(|| walls::ask(board, so_far))
    }

    fn mark(board: &Board<Self>, so_far: &[Pick], next: Pick) -> Option<Mark> {
        castling::mark(board, so_far, next).or_else(|| swaps::mark(board, so_far, next))
    }

    fn remark(board: &Board<Self>, mv: Move) -> Option<String> {
        swaps::remark(board, mv)
    }

    fn goal_squares(board: &Board<Self>, side: Side) -> S {
        let tables = board.tables();
        if hand::must_drop(board, side) {
            return tables.drops[side];
        }
        if tables.extra.data.goal.is_some() {
            return tables.extra.goal_squares[side];
        }
        tables.promotion_squares(side)
    }

    fn goal_use(board: &Board<Self>, side: Side) -> String {
        if hand::must_drop(board, side) {
            return "Pieces in hand are dropped here.".to_owned();
        }
        match &board.tables().extra.data.goal {
            Some(goal) => {
                let names: Vec<String> = goal
                    .kinds
                    .iter()
                    .map(|&kind| crate::rules::explain::counted(1, board.kind_name(kind)))
                    .collect();
                let all = goal.kinds.len() == board.spec().kinds.len();
                let (who, safe) = (names.join(" or "), if goal.safe { " that nobody can capture" } else { "" });
                match goal.count {
                    1 if all => format!("A piece{safe} wins here."),
                    1 => format!("{who}{safe} wins here."),
                    count => format!("{count} pieces{safe} win here."),
                }
            }
            None => board.spec().promotion_use(),
        }
    }

    fn notes(board: &Board<Self>, side: Side) -> Vec<Note> {
        let laws = &board.tables().extra;
        let mut notes = Vec::new();
        if let Some(goal) = laws.data.goal.as_ref().filter(|goal| goal.count > 1) {
            notes.push(Note::Game(format!("{} of {} there", arrived(board, side).count(), goal.count)));
        }
        if let Some(needed) = laws.data.checks {
            notes.push(Note::Game(format!("{} of {needed} checks", board.state().checks[side.index()])));
        }
        notes
    }
}

/// Reads rights to castle and gates.
fn without_checks<S: SquareSet>(board: &Board<FileGame<S>>, text: &str) -> Result<FileState, FenError> {
    if !board.tables().extra.data.has_gates() {
        return Ok(FileState { rights: castling::read(board, text)?, ..FileState::default() });
    }
    let (rights, gates) = gating::split(board, text);
    let rights = castling::read(board, &rights)?;
    Ok(FileState { rights, gates: gating::read(board, rights, &gates)?, ..FileState::default() })
}
