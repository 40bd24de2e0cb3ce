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
use crate::rules::side::{Side, Sides};
use crate::rules::tables::Tables;

use super::demands::Own;
use super::game::{FileGame, FileState};
use super::gating;
use super::goal::arrived;
use super::judge;
use super::laws::Laws;
use super::{becoming, castling, facing, hand, last_army, passing, royals, swaps, verdict, walls};

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
        if generator.board.tables().extra.unusual.moves {
            judge::unusual(generator, sink);
            return;
        }
        generator.ordinary(sink);
        castling::moves(generator, sink);
        generator.hand(sink);
    }

    #[inline]
    fn judges_safety(board: &Board<Self>) -> bool {
        board.tables().extra.data.demands.judges_safety()
    }

    #[inline]
    fn takes_own(board: &Board<Self>) -> bool {
        board.tables().extra.data.demands.own == Own::Taken
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

    #[inline]
    fn play(edit: &mut Edit<'_, Self>, mv: Move) {
        if edit.board().tables().extra.unusual.effects {
            play_with_effects(edit, mv);
            return;
        }
        edit.play(mv);
        let lost = castling::lost(edit.board(), mv);
        if lost != 0 {
            end_rights(edit, lost);
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
            None if becoming::is(mv) => edit.step(mv),
            None if passing::is(mv) => None,
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
                let others = others.or_else(|| becoming::written(board, mv)).or_else(|| passing::written(mv));
                Some(others.unwrap_or_else(|| castling::written(board, mv)))
            }
            Some(_) => gating::castles(board, mv).map(|castling| castling::written(board, castling)),
        }
    }

    #[inline]
    fn won(board: &Board<Self>) -> Option<(Side, Cause)> {
        if board.tables().extra.unusual.wins { verdict::winner(board) } else { None }
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
        verdict::drawn(board, cause)
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

    fn dead(board: &Board<Self>) -> bool {
        verdict::is_dead(board)
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
        let first = first.or_else(|| swaps::why_not(board, attempt)).or_else(|| becoming::why_not(board, attempt));
        first.or_else(|| judge::why_not(board, attempt))
    }

    fn ask(board: &Board<Self>, so_far: &[Pick]) -> Option<String> {
        gating::ask(board, so_far).or_else(|| walls::ask(board, so_far))
    }

    fn mark(board: &Board<Self>, so_far: &[Pick], next: Pick) -> Option<Mark> {
        let first = becoming::mark(board, so_far, next).or_else(|| passing::mark(board, so_far, next));
        let first = first.or_else(|| castling::mark(board, so_far, next));
        first.or_else(|| swaps::mark(board, so_far, next))
    }

    fn remark(board: &Board<Self>, mv: Move) -> Option<String> {
        swaps::remark(board, mv).or_else(|| passing::remark(board, mv))
    }

    fn goal_squares(board: &Board<Self>, side: Side) -> S {
        let tables = board.tables();
        if hand::must_drop(board, side) {
            return tables.drops[side];
        }
        if tables.extra.data.goal.is_some() {
            return tables.extra.goal_squares[side];
        }
        becoming::squares(board, side).unwrap_or_else(|| tables.promotion_squares(side))
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
        if let Some(points) = &laws.data.points {
            notes.push(Note::Game(points.shown(board, side)));
        }
        notes
    }
}

/// Ends rights to castle, as few moves do.
#[inline(never)]
fn end_rights<S: SquareSet>(edit: &mut Edit<'_, FileGame<S>>, lost: u128) {
    let state = edit.board().state();
    edit.set_state(FileState { rights: state.rights & !lost, ..state });
}

/// Makes a move that may do more than to move pieces and to end rights to castle.
#[inline(never)]
fn play_with_effects<S: SquareSet>(edit: &mut Edit<'_, FileGame<S>>, mv: Move) {
    let mover = edit.board().turn();
    let mut state = edit.board().state();
    if state.rights != 0 && !passing::is(mv) {
        state.rights = castling::left(edit.board(), state.rights, mv);
    }
    let (gates, passes) = (state.gates, edit.board().passes());
    let explosion = edit.board().tables().extra.data.demands.explosion.as_ref();
    let center = explosion.and_then(|explosion| Some((explosion, judge::center(edit.board(), mv)?)));
    edit.play(mv);
    if edit.board().tables().extra.data.progress >> mv.kind.index() & 1 == 1 {
        edit.reset_plies();
    }
    if passing::is(mv) {
        edit.count_pass(passes);
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

/// Reads rights to castle and gates.
fn without_checks<S: SquareSet>(board: &Board<FileGame<S>>, text: &str) -> Result<FileState, FenError> {
    if !board.tables().extra.data.has_gates() {
        return Ok(FileState { rights: castling::read(board, text)?, ..FileState::default() });
    }
    let (rights, gates) = gating::split(board, text);
    let rights = castling::read(board, &rights)?;
    Ok(FileState { rights, gates: gating::read(board, rights, &gates)?, ..FileState::default() })
}
