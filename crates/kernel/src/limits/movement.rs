//! Seats and movements that contradict the board of a game.

use crate::frame::Frame;
use crate::gait::{Gait, MOST_VIAS, Mode, Walk};
use crate::geometry::{Geometry, Square};
use crate::spec::{Hopping, KindSpec, Movement, Promotion, Spec};

/// The first error in the seats and movements of a game, whose sets have `room` for so many squares.
pub(super) fn flaw(spec: &Spec, room: usize) -> Option<String> {
    let board = spec.geometry();
    if board.len() > room {
        return Some(format!("{} squares: the Set of this game has room for {room}", board.len()));
    }
    for seat in spec.seats {
        let sees = |&square: &Square| board.at(seat.frame.local(board.coord(square))).is_some();
        if let Some(square) = board.squares().find(|square| !sees(square)) {
            let label = board.label(square);
            return Some(format!(
                "the frame of {}: {label} is no square of the board as this seat sees it",
                seat.name
            ));
        }
    }
    let frames = || spec.seats.iter().map(|seat| seat.frame);
    frames().flat_map(|frame| spec.kinds.iter().map(move |kind| (frame, kind))).find_map(|(frame, kind)| {
        let wrong = of_kind(&board, frame, kind)?;
        Some(format!("{}: {wrong}", kind.name))
    })
}

fn of_kind(board: &Geometry, frame: Frame, kind: &KindSpec) -> Option<String> {
    let promotion = kind.promotion.unwrap_or(Promotion::NONE);
    let promotes = |from: Square, to: Square| {
        let [from, to] = [from, to].map(|square| frame.local(board.coord(square)));
        promotion.must.has(to) || promotion.may.has(to) || promotion.leaving.has(from)
    };
    let label = |square| board.label(square);
    if kind.hopping == Hopping::Shy
        && let Some(flaw) = shy(kind)
    {
        return Some(flaw);
    }
    for movement in kind.moves {
        if let Gait::Walk(walks) = movement.gait
            && let Some(flaw) = walks.iter().find_map(Walk::flaw)
        {
            return Some(flaw);
        }
        if matches!(movement.gait, Gait::Stride(_) | Gait::Dash(_)) && movement.mode != Mode::Quiet {
            return Some("a double or triple step captures nothing: Movement::quiet is needed".to_owned());
        }
        for from in board.squares() {
            for path in movement.paths(board, frame, from) {
                if let Gait::Dash(_) = movement.gait {
                    if promotes(from, path.to) {
                        return Some(format!(
                            "the triple step to {} is one with which it promotes",
                            label(path.to)
                        ));
                    }
                } else if let Gait::Stride(_) = movement.gait {
                    let (first, second) = (i32::from(path.vias[0].0) - i32::from(from.0), i32::from(path.to.0));
                    if second - i32::from(path.vias[0].0) != first {
                        return Some(format!(
                            "the double step from {} to {} crosses a part of the board where squares are missing",
                            label(from),
                            label(path.to)
                        ));
                    }
                    if promotes(from, path.to) {
                        return Some(format!(
                            "the double step to {} is one with which it promotes",
                            label(path.to)
                        ));
                    }
                } else if is_written(movement.gait) && path.vias.len() + path.hurdles.len() > MOST_VIAS {
                    let (passed, to) = (path.vias.len() + path.hurdles.len(), label(path.to));
                    return Some(format!(
                        "the way from {} to {to} passes {passed} squares: {MOST_VIAS} at most",
                        label(from)
                    ));
                }
            }
        }
    }
    None
}

/// What cannot be said of a kind that neither hops over its own kind nor captures it.
pub fn shy(kind: &KindSpec) -> Option<String> {
    let written =
        |movement: &&Movement| movement.gait.hops() && !matches!(movement.gait, Gait::Hop(_) | Gait::Vault(_));
    if kind.moves.iter().any(|movement| written(&movement)) {
        return Some(
            "it is shy, and its hops have a limit or several parts: hops along lines are needed".to_owned(),
        );
    }
    let both = [Mode::Capture, Mode::Quiet].into_iter().any(|other| {
        let moves = || kind.moves.iter().filter(|movement| movement.mode != other);
        let goes = |movement: &Movement| {
            !movement.gait.hops() && !matches!(movement.gait, Gait::Leap(_) | Gait::Stride(_))
        };
        moves().any(|movement| movement.gait.hops()) && moves().any(goes)
    });
    both.then(|| "it is shy, and hops where it goes without a hurdle too: one of both is needed".to_owned())
}

/// Is it made of paths of single steps?
fn is_written(gait: Gait) -> bool {
    matches!(gait, Gait::Lame { .. } | Gait::Bent | Gait::Walk(_))
}
