//! The table `law` of a file: what a move must do beyond keeping the King safe.

use crate::rules::piece::Kind;
use crate::rules::spec::Hopping;

use super::facing::Facing;
use super::passing::Passing;
use super::pieces::{PieceData, letters};
use super::royals::Royals;
use super::section::{Mistakes, Section};

/// What is demanded of a move.
#[derive(Clone, Default, Debug)]
pub(super) struct Demands {
    /// Must a seat capture if it can?
    pub(super) capture: bool,
    /// Must a seat with pieces in hand drop one?
    pub(super) drop: bool,
    /// Is it illegal to give check?
    pub(super) no_check: bool,
    /// May a seat pass?
    pub(super) pass: Passing,
    /// What happens to own pieces where a capture could end?
    pub(super) own: Own,
    /// Does a capture explode?
    pub(super) explosion: Option<Explosion>,
    /// Which royal pieces must be safe?
    pub(super) royals: Royals,
    pub(super) safety: Safety,
}

/// What captures do to pieces of their own side that are not royal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Own {
    #[default]
    Spared,
    Taken,
}

/// When is it known whether a move leaves the royal piece safe?
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Safety {
    /// Before it is made.
    #[default]
    Foreseen,
    /// When it was made.
    Judged,
}

/// A capture removes the piece that captures and all pieces around it.
#[derive(Clone, Debug)]
pub(super) struct Explosion {
    /// The kinds that stay, unless they are captured or capture themselves.
    pub(super) spared: Vec<Kind>,
}

impl Demands {
    /// Reads the table `law`.
    pub(super) fn read(
        mut keys: Section,
        pieces: &[PieceData],
        has_hand: bool,
        mistakes: &mut Mistakes,
    ) -> Demands {
        let words = [("may", false), ("must", true)];
        let owning = [("never", Own::Spared), ("may", Own::Taken)];
        let passing = [("never", Passing::Never), ("may", Passing::May)];
        let explosion = keys.table("explosion", mistakes).map(|mut keys| {
            let spared = letters(&mut keys, "spared", pieces, mistakes).unwrap_or_default();
            keys.finish(mistakes);
            Explosion { spared }
        });
        let demands = Demands {
            capture: keys.choice("capture", &words, mistakes).unwrap_or(false),
            drop: keys.choice("drop", &words, mistakes).unwrap_or(false),
            no_check: keys.flag("no_check", mistakes),
            pass: keys.choice("pass", &passing, mistakes).unwrap_or_default(),
            own: keys.choice("capture_own", &owning, mistakes).unwrap_or_default(),
            explosion,
            ..Demands::default()
        };
        if let Some(value) = keys.value("drop").filter(|_| demands.drop && !has_hand) {
            keys.wrong("drop", value, "it beside a table [hand]", mistakes);
        }
        if demands.own == Own::Taken && (demands.capture || demands.explosion.is_some()) {
            keys.wrong_below(&["capture_own"], "it without capture = \"must\" and explosion", mistakes);
        }
        keys.finish(mistakes);
        demands
    }

    /// Completes them by what the pieces say.
    pub(super) fn settle(&mut self, pieces: &[PieceData]) {
        let royal = pieces.iter().find(|piece| piece.royal);
        self.royals = royal.map(|piece| piece.royals).unwrap_or_default();
        let faced = royal.is_some_and(|piece| piece.facing == Facing::Offered);
        let shy = pieces.iter().any(|piece| piece.hopping == Hopping::Shy);
        if self.explosion.is_some() || self.royals.are_several() || faced || shy {
            self.safety = Safety::Judged;
        }
    }

    /// Must a move be judged after it was made?
    pub(super) fn any(&self) -> bool {
        self.capture || self.no_check || self.judges_safety()
    }

    /// Is a move made before it is known whether the royal pieces are safe?
    #[inline]
    pub(super) fn judges_safety(&self) -> bool {
        self.safety == Safety::Judged
    }
}
