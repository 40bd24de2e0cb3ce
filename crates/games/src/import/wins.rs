//! What wins beside mate.

use std::fmt::Write as _;

use super::area::Area;
use super::keys::SEATS;
use super::kinds::{Type, Types};
use super::men::Man;
use super::moves::Board;
use super::opening::Opening;
use super::refusal::Refusal;

impl Board<'_> {
    /// The lines of the table `win`.
    pub(super) fn wins(&self, men: &[Man], opening: &Opening) -> Result<String, Vec<Refusal>> {
        let (mut text, mut wrong) = (String::new(), Vec::new());
        for part in [self.reach(men), self.extinct(men), self.checks(opening)] {
            match part {
                Ok(part) => text += &part,
                Err(refusal) => wrong.push(refusal),
            }
        }
        if wrong.is_empty() { Ok(text) } else { Err(wrong) }
    }

    /// A win by reaching a zone.
    fn reach(&self, men: &[Man]) -> Result<String, Refusal> {
        let settings = self.settings;
        let region = |seat: usize| {
            settings.area(&format!("flagRegion{}", SEATS[seat]), Area::EMPTY).and(Area::board(self.size))
        };
        if region(0).is_empty() && region(1).is_empty() {
            return Ok(String::new());
        }
        let zone = self.zone("flagRegion@", [Area::EMPTY; 2], [true; 2])?;
        let types = [0, 1].map(|seat| settings.types(&format!("flagPiece{}", SEATS[seat]), Types::TOGETHER));
        let count = settings.number("flagPieceCount", 1);
        let of = |types: Types, man: &&Man| types.together() || types.has(man.kind);
        let of_both = |man: &&Man| [0, 1].into_iter().any(|seat| man.seats[seat] && of(types[seat], man));
        for man in men.iter().filter(of_both) {
            if [0, 1].into_iter().any(|seat| man.seats[seat] && !of(types[seat], &man)) {
                return Err(
                    settings.wrong("flagPieceBlack", "pieces that count for one of the players who have them")
                );
            }
        }
        let letters: String = men.iter().filter(of_both).map(|man| man.letters.as_str()).collect();
        if settings.flag("flagMove", false) {
            return Err(settings.wrong("flagMove", "a last move of the second player, for a draw or to undo it"));
        }
        if count == 0 || letters.is_empty() {
            return Err(settings.wrong("flagPieceCount", "no piece that could win"));
        }
        let mut keys = format!("at = \"{}\"", zone.words(self.size));
        if men.iter().any(|man| !of_both(&man)) {
            let _ = write!(keys, ", piece = \"{letters}\"");
        }
        if count > 1 {
            let _ = write!(keys, ", count = {count}");
        }
        if settings.flag("flagPieceSafe", false) {
            keys += ", safe = true";
        }
        Ok(format!("reach = {{ {keys} }}\n"))
    }

    /// A win by the last piece of a kind. Royal pieces are said elsewhere.
    fn extinct(&self, men: &[Man]) -> Result<String, Refusal> {
        let settings = self.settings;
        let value = settings.text("extinctionValue", "none");
        let types = settings.types("extinctionPieceTypes", Types::default());
        if value == "none" || types.is_empty() || settings.flag("extinctionPseudoRoyal", false) {
            return Ok(String::new());
        }
        let (own, rival) =
            (settings.number("extinctionPieceCount", 0), settings.number("extinctionOpponentPieceCount", 0));
        let claim = settings.flag("extinctionClaim", false);
        let royal = settings.of(Type::KING).is_some();
        match (value.as_str(), types.together(), own, rival, claim) {
            ("loss", true, 1, 2, true) if royal => return Ok("bare = true\n".to_owned()),
            ("win", true, 0, 0, false) if !royal => return Ok("nothing_left = true\n".to_owned()),
            // A player with a King has always a piece. Who begins without one loses with the last piece.
            ("loss", true, 0, 0, false) if royal => return Ok(String::new()),
            ("loss", false, 0, 0, false) => {}
            ("loss", _, _, _, _) if rival != 0 || claim => {
                return Err(settings
                    .wrong("extinctionOpponentPieceCount", "a loss that depends on the pieces of the other"));
            }
            ("loss", _, 1.., _, _) => {
                return Err(settings.wrong("extinctionPieceCount", "a loss with some pieces of a kind left"));
            }
            _ => {
                return Err(
                    settings.wrong("extinctionValue", "a file says only who loses with the last piece of a kind")
                );
            }
        }
        let mut letters = String::new();
        for kind in types.iter() {
            let of_kind: Vec<&Man> = men.iter().filter(|man| man.kind == kind).collect();
            if of_kind.len() > 1 {
                return Err(settings.wrong(
                    "extinctionPieceTypes",
                    "pieces that count together and are in hand as different ones",
                ));
            }
            if let [man] = of_kind[..] {
                letters += &man.letters;
            }
        }
        Ok(format!("extinct = \"{letters}\"\n"))
    }

    /// A win by checks.
    fn checks(&self, opening: &Opening) -> Result<String, Refusal> {
        let settings = self.settings;
        if !settings.flag("checkCounting", false) {
            return Ok(String::new());
        }
        let [first, second] = opening.checks;
        if first != second || !(1..=99).contains(&first) {
            return Err(settings.wrong("startFen", "the two players do not need as many checks as each other"));
        }
        Ok(format!("checks = {first}\n"))
    }
}
