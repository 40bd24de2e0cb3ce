//! The ways to castle of a file: a King goes towards the nearest piece with `castles = true` on its rank, which comes to
//! its other side.

use crate::rules::geometry::Coord;
use crate::rules::piece::Kind;
use crate::rules::side::Side;

use super::gaits::Castling;
use super::pieces::PieceData;
use super::wing::WingData;

/// All ways to castle from where the pieces begin: first those of the first seat, to the right first.
pub(super) fn wings(
    castlings: &[(Kind, Castling)],
    pieces: &[PieceData],
    men: &[(String, Coord)],
) -> Vec<WingData> {
    let mut found = Vec::new();
    for (side, texts) in [(0, str::to_ascii_uppercase as fn(&str) -> String), (1, str::to_ascii_lowercase)] {
        for (way, letter) in [(1, 'K'), (-1, 'Q')] {
            for &(king, castling) in castlings.iter().filter(|(_, castling)| castling.way == way) {
                let mine = texts(&pieces[king.index()].letters);
                let kings = || men.iter().filter(|(letters, _)| *letters == mine);
                if kings().count() > 1 {
                    continue;
                }
                let wing = kings().filter_map(|&(_, from)| {
                    let (partner, at) = partner(from, way, texts, pieces, men)?;
                    let to = |distance: i8| Some(Coord::new(from.x.checked_add_signed(distance)?, from.y, from.z));
                    let squares = castling.squares as i8;
                    Some(WingData {
                        side: Side::new(side),
                        letter: if side == 0 { letter } else { letter.to_ascii_lowercase() },
                        king: [from, to(way * squares)?],
                        partner: [at, to(way * (squares - 1))?],
                        kinds: [king, partner],
                    })
                });
                found.extend(wing);
            }
        }
    }
    found
}

/// The same ways with King and partner anywhere on their rank, in the same order to each side.
pub(super) fn shuffled(wings: &[WingData], files: u8) -> Vec<WingData> {
    let pairs = |wing: WingData| {
        let at = move |x| Coord { x, ..wing.king[0] };
        let right = wing.king[0].x < wing.partner[0].x;
        let beside = move |&(king, partner): &(u8, u8)| king != partner && (king < partner) == right;
        let all = (0..files).flat_map(move |king| (0..files).map(move |partner| (king, partner)));
        all.filter(beside).map(move |(king, partner)| WingData {
            king: [at(king), wing.king[1]],
            partner: [at(partner), wing.partner[1]],
            ..wing
        })
    };
    wings.iter().copied().flat_map(pairs).collect()
}

/// The nearest piece on one side that castles, and where it stands.
fn partner(
    from: Coord,
    way: i8,
    cased: fn(&str) -> String,
    pieces: &[PieceData],
    men: &[(String, Coord)],
) -> Option<(Kind, Coord)> {
    let partners = men.iter().filter_map(|(letters, at)| {
        let castles = |piece: &PieceData| piece.castles && cased(&piece.letters) == *letters;
        let kind = Kind(pieces.iter().position(castles)? as u8);
        let ahead = at.y == from.y && (i32::from(at.x) - i32::from(from.x)) * i32::from(way) > 0;
        ahead.then_some((kind, *at))
    });
    partners.min_by_key(|(_, at)| at.x.abs_diff(from.x))
}
