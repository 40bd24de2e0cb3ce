//! Castling: from where to where the King goes, and with which pieces.

use super::keys::SEATS;
use super::kinds::{Type, Types};
use super::moves::Board;
use super::opening::{Opening, Token};
use super::refusal::Refusal;

#[derive(Default, Debug)]
pub(super) struct Castling {
    /// The type that castles as a King, with what it adds to its moves.
    pub(super) king: Option<(Type, String)>,
    pub(super) partners: Types,
    /// The rights that remain.
    pub(super) rights: String,
}

impl Board<'_> {
    /// How pieces castle from the first position.
    pub(super) fn castling(&self, opening: &Opening) -> Result<Castling, Refusal> {
        let settings = self.settings;
        let mut castling = Castling::default();
        if !settings.flag("castling", true) {
            return Ok(castling);
        }
        let wrong = |why: &str| Err(settings.wrong("startFen", why));
        let mut steps: [Option<u8>; 2] = [None; 2];
        for (seat, letters) in [(0, ['K', 'Q']), (1, ['k', 'q'])] {
            for (wing, letter) in letters.into_iter().enumerate() {
                if !opening.rights.contains(letter) {
                    continue;
                }
                // A right without its pieces is none.
                let Some((kind, partner, count)) = self.wing(opening, seat, wing)? else { continue };
                let known = castling.king.get_or_insert((kind, String::new()));
                if known.0 != kind || steps[wing].is_some_and(|known| known != count) {
                    return wrong("the two players castle in different ways");
                }
                steps[wing] = Some(count);
                castling.partners = castling.partners.or(Types::one(partner));
                castling.rights.push(letter);
            }
        }
        if self.has_gates() {
            opening.rights.clone_into(&mut castling.rights);
        } else if opening.rights.chars().any(|letter| !"KQkq".contains(letter)) {
            return wrong("rights to castle that are not KQkq");
        }
        if let Some((_, added)) = &mut castling.king {
            *added = match steps {
                [Some(right), Some(left)] if right == left => format!("isO{right}"),
                [right, left] => {
                    let way = |way: char, steps: Option<u8>| steps.map(|steps| format!("i{way}O{steps}"));
                    way('r', right).into_iter().chain(way('l', left)).collect()
                }
            };
        }
        Ok(castling)
    }

    /// The King, its partner, and how far it goes.
    fn wing(&self, opening: &Opening, seat: usize, wing: usize) -> Result<Option<(Type, Type, u8)>, Refusal> {
        let settings = self.settings;
        let wrong = |why: &str| Err(settings.wrong("startFen", why));
        let of = |key: &str, usual| settings.types(&format!("{key}{}", SEATS[seat]), usual);
        let rank = settings.number("castlingRank", 1).saturating_sub(1) as u8;
        let rank = if seat == 0 { rank } else { self.size[1].saturating_sub(rank + 1) };
        let kings = of("castlingKingPiece", Types::one(Type::KING));
        let partners = of("castlingRookPieces", Types::one(Type::ROOK));
        let row: Vec<(Type, u8)> = opening
            .pieces()
            .filter(|(token, at)| token.seat == seat && at.1 == rank)
            .filter_map(|(Token { letter, .. }, at)| Some((settings.with_letter(letter)?, at.0)))
            .collect();
        let found: Vec<&(Type, u8)> = row.iter().filter(|(kind, _)| kings.has(*kind)).collect();
        let named = settings.number("castlingKingFile", 5).saturating_sub(1) as u8;
        let king = match found[..] {
            [] => return Ok(None),
            [only] => only,
            [..] => match found.iter().find(|(_, file)| *file == named) {
                Some(king) => king,
                None => return Ok(None),
            },
        };
        let side = |file: u8| if wing == 0 { file > king.1 } else { file < king.1 };
        let beside: Vec<&(Type, u8)> =
            row.iter().filter(|(kind, file)| partners.has(*kind) && side(*file)).collect();
        if beside.is_empty() {
            return Ok(None);
        }
        let [partner] = beside[..] else { return wrong("two pieces on one side with which the King could castle") };
        let (key, usual) = [("castlingKingsideFile", 7), ("castlingQueensideFile", 3)][wing];
        let target = settings.number(key, usual).saturating_sub(1) as u8;
        let steps = target.abs_diff(king.1);
        if !side(target) || steps < 2 || found.len() > 1 {
            return Err(settings.wrong(key, "a King that castles where a file cannot say it"));
        }
        Ok(Some((king.0, partner.0, steps)))
    }
}
