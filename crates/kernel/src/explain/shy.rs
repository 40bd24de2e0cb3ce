//! Why a shy piece does not make a hop.

use super::Obstacle;
use crate::bits::SquareSet;
use crate::board::Board;
use crate::gait::{Mode, Path};
use crate::game::Rules;
use crate::geometry::Square;
use crate::piece::Piece;
use crate::spec::Hopping;

impl<R: Rules> Board<R> {
    /// The piece of its own kind that a shy piece would jump over or take.
    pub(super) fn why_shunned(&self, piece: Piece, from: Square, to: Square) -> Option<String> {
        let spec = self.spec().of(piece.kind());
        if spec.hopping == Hopping::Usual {
            return None;
        }
        let same = self.kind(piece.kind());
        let free =
            |(mode, path): &(Mode, Path)| path.to == to && matches!(self.obstacle(*mode, path), Obstacle::None);
        let (_, path) = self.powers(piece, from).into_iter().find(free)?;
        let over = path.hurdles.iter().find(|&&hurdle| same.has(hurdle));
        match over {
            Some(&hurdle) => Some(format!("the {} does not jump over {}", spec.name, self.name_at(hurdle))),
            None => same.has(to).then(|| format!("the {} takes no {}", spec.name, spec.name)),
        }
    }
}
