//! What Janggi has beside other games: moves along the lines of palaces, passing, and an end by points.

use std::fmt::Write as _;

use super::area::Area;
use super::keys::SEATS;
use super::kinds::Type;
use super::men::Man;
use super::moves::Board;
use super::refusal::Refusal;
use super::view;

/// The points of types.
const POINTS: [(Type, u8); 6] = [
    (Type::ROOK, 13),
    (Type::JANGGI_CANNON, 7),
    (Type::HORSE, 5),
    (Type::JANGGI_ELEPHANT, 3),
    (Type::WAZIR, 3),
    (Type::SOLDIER, 2),
];

impl Board<'_> {
    /// The moves of a piece along the diagonal lines of palaces, as a table of `more`.
    pub(super) fn palace(&self, man: &Man) -> Result<Option<String>, Refusal> {
        let lines = self.settings.area("diagonalLines", Area::EMPTY).and(Area::board(self.size));
        let steps_straight = self.settings.of(Type::KING).and_then(|king| king.moves.as_deref()) == Some("W");
        let along = match man.kind {
            Type::WAZIR => "F",
            Type::KING if steps_straight => "F",
            Type::SOLDIER => "fF",
            Type::ROOK => "B",
            Type::JANGGI_CANNON => "pB",
            _ => return Ok(None),
        };
        if lines.is_empty() {
            return Ok(None);
        }
        let zone = self.view.shared([lines; 2], man.seats, self.size);
        let zone = zone.ok_or_else(|| self.settings.wrong("diagonalLines", view::DIFFERENT))?.words(self.size);
        Ok(Some(format!("{{ move = \"{along}\", from = \"{zone}\", onto = \"{zone}\" }}")))
    }

    /// May the players pass?
    pub(super) fn may_pass(&self, has_king: bool) -> Result<bool, Refusal> {
        let [first, second] = SEATS.map(|seat| self.settings.flag(&format!("pass{seat}"), false));
        if first != second {
            return Err(self.settings.wrong("passBlack", "only one player may pass"));
        }
        if first && !has_king {
            return Err(self.settings.wrong("passWhite", "a pass without a King that stays where it is"));
        }
        Ok(first)
    }

    /// The line `points`.
    pub(super) fn points(&self, men: &[Man]) -> Result<String, Refusal> {
        let settings = self.settings;
        if settings.text("stalemateValue", "draw") == "draw" {
            return Err(settings.wrong("materialCounting", "points that do not decide a stalemate"));
        }
        let mut text = String::from("points = { ");
        for man in men {
            if let Some((_, points)) = POINTS.iter().find(|(kind, _)| *kind == man.kind) {
                let key = if man.letters.len() > 1 { format!("\"{}\"", man.letters) } else { man.letters.clone() };
                let _ = write!(text, "{key} = {points}, ");
            }
        }
        // There the first player needs two points more.
        Ok(text + "second = 1.5 }\n")
    }
}
