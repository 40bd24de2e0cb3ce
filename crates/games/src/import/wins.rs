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
        for part in [self.reach(men), self.extinct(men), self.row(men), self.checks(opening)] {
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
        let types = [0, 1].map(|seat| settings.types(&format!("flagPiece{}", SEATS[seat]), Types::TOGETHER));
        let count = settings.number("flagPieceCount", 1);
        let of = |types: Types, man: &&Man| types.together() || types.has(man.kind);
        let of_both = |man: &&Man| {
            [0, 1].into_iter().any(|seat| man.seats[seat] && !region(seat).is_empty() && of(types[seat], man))
        };
        for man in men.iter().filter(of_both) {
            if [0, 1].into_iter().any(|seat| man.seats[seat] && !region(seat).is_empty() && !of(types[seat], &man))
            {
                return Err(
                    settings.wrong("flagPieceBlack", "pieces that count for one of the players who have them")
                );
            }
        }
        let letters: String = men.iter().filter(of_both).map(|man| man.letters.as_str()).collect();
        if count == 0 || letters.is_empty() {
            return Err(settings.wrong("flagPieceCount", "no piece that could win"));
        }
        let local = |seat: usize| region(seat).map(|at| self.view.local(seat, at, self.size));
        let words = |seat: usize| format!("{} = \"{}\"", SEATS[seat], local(seat).words(self.size));
        let mut keys = if local(0) == local(1) {
            format!("at = \"{}\"", local(0).words(self.size))
        } else {
            let each: Vec<String> =
                [0, 1].into_iter().filter(|&seat| !region(seat).is_empty()).map(words).collect();
            format!("at = {{ {} }}", each.join(", "))
        };
        if men.iter().any(|man| !of_both(&man)) {
            let _ = write!(keys, ", piece = \"{letters}\"");
        }
        if count > 1 {
            let _ = write!(keys, ", count = {count}");
        }
        if settings.flag("flagPieceSafe", false) {
            keys += ", safe = true";
        }
        keys += self.last_move(types)?;
        Ok(format!("reach = {{ {keys} }}\n"))
    }

    /// What the player who has not come to the zone can still do.
    fn last_move(&self, types: [Types; 2]) -> Result<&'static str, Refusal> {
        let settings = self.settings;
        let (last, safe) = (settings.flag("flagMove", false), settings.flag("flagPieceSafe", false));
        let king = Types::one(Type::KING);
        match (last, safe) {
            (false, false) => Ok(""),
            (false, true) => Ok(", stay = \"may\""),
            (true, false) if types == [king; 2] && !settings.flag("checking", true) => Ok(", answer = true"),
            (true, false) if types.iter().all(|types| !types.has(Type::KING)) => Ok(", stay = \"must\""),
            _ => Err(settings.wrong(
                "flagMove",
                "a last move beside pieces that must be safe, or of a King that can be in check",
            )),
        }
    }

    /// An end by the pieces that are left. Royal pieces are said elsewhere.
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
        let royal = men.iter().any(|man| man.kind == Type::KING);
        match (value.as_str(), types.together(), own, rival, claim) {
            ("loss", true, 1, 2, true) if royal => return Ok("bare = true\n".to_owned()),
            ("win", true, 0, 0, false) if !royal => return Ok("nothing_left = true\n".to_owned()),
            // A player with a King has always a piece. Who begins without one loses with the last piece.
            ("loss", true, 0, 0, false) if royal => return Ok(String::new()),
            ("loss" | "win", _, 0..=255, 0..=255, false) => {}
            (_, _, _, _, true) => {
                return Err(settings.wrong("extinctionClaim", "a last move of who has few pieces left"));
            }
            ("loss" | "win", ..) => {
                return Err(settings.wrong("extinctionPieceCount", "expected a number of at most 255"));
            }
            _ => {
                return Err(
                    settings.wrong("extinctionValue", "an end by few pieces that is neither a win nor a loss")
                );
            }
        }
        let of = |holds: &dyn Fn(&Man) -> bool| {
            men.iter().filter(|man| holds(man)).map(|man| man.letters.as_str()).collect::<String>()
        };
        let mut groups: Vec<String> = types.iter().map(|kind| of(&|man| man.kind == kind)).collect();
        if types.together() {
            groups.push(of(&|_| true));
        }
        // A kind that nobody has is extinct from the beginning.
        if groups.iter().any(String::is_empty) {
            return Err(settings.wrong("extinctionPieceTypes", "a piece that nobody has"));
        }
        let mut keys = format!("pieces = \"{}\"", groups.join(" "));
        for (key, number) in [("left", own), ("rival", rival)].into_iter().filter(|(_, number)| *number > 0) {
            let _ = write!(keys, ", {key} = {number}");
        }
        if value == "win" {
            keys += ", result = \"win\"";
        }
        Ok(format!("extinction = {{ {keys} }}\n"))
    }

    /// An end by pieces in a row.
    fn row(&self, men: &[Man]) -> Result<String, Refusal> {
        let settings = self.settings;
        let count = settings.number("connectN", 0);
        if count == 0 {
            return Ok(String::new());
        }
        if !(2..=12).contains(&count) {
            return Err(settings.wrong("connectN", "expected a row of 2 to 12 pieces"));
        }
        let way = |name: &str| settings.flag(name, true);
        let ways = match (way("connectHorizontal"), way("connectVertical"), way("connectDiagonal")) {
            (true, true, true) => "all",
            (true, true, false) => "straight",
            (false, false, true) => "diagonal",
            _ => return Err(settings.wrong("connectHorizontal", "rows in one of the straight directions only")),
        };
        let types = settings.types("connectPieceTypes", Types::TOGETHER);
        let mut keys = format!("count = {count}, ways = \"{ways}\"");
        if !types.together() {
            let letters: String =
                men.iter().filter(|man| types.has(man.kind)).map(|man| man.letters.as_str()).collect();
            let _ = write!(keys, ", pieces = \"{letters}\"");
        }
        match settings.text("connectValue", "win").as_str() {
            "win" => {}
            "loss" => keys += ", result = \"loss\"",
            _ => return Err(settings.wrong("connectValue", "expected win or loss")),
        }
        Ok(format!("row = {{ {keys} }}\n"))
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
