//! How a game ends without mate.

use std::fmt::Write as _;

use super::keys::SEATS;
use super::kinds::{Type, Types};
use super::men::{Man, Origin};
use super::moves::Board;
use super::refusal::Refusal;

impl Board<'_> {
    /// The lines of the table `end`.
    pub(super) fn ends(&self, men: &[Man]) -> Result<String, Vec<Refusal>> {
        let settings = self.settings;
        let (mut text, mut wrong) = (String::new(), Vec::new());
        match settings.text("stalemateValue", "draw").as_str() {
            "draw" => {}
            value @ ("loss" | "win") => {
                let _ = writeln!(text, "stalemate = \"{value}\"");
            }
            _ => wrong.push(settings.wrong("stalemateValue", "expected draw, loss or win")),
        }
        match self.repetition() {
            Ok(line) => text += &line,
            Err(refusal) => wrong.push(refusal),
        }
        match settings.number("nMoveRule", 50) {
            50 => {}
            0 => text += "quiet_plies = \"none\"\n",
            moves @ 1..=1000 => {
                let _ = writeln!(text, "quiet_plies = {}", 2 * moves);
            }
            _ => wrong.push(settings.wrong("nMoveRule", "expected a number of at most 1000")),
        }
        match settings.text("materialCounting", "none").as_str() {
            "none" => {}
            "blackdrawodds" => text += "draw = \"Black\"\n",
            "whitedrawodds" => text += "draw = \"White\"\n",
            "janggi" => match self.points(men) {
                Ok(line) => text += &line,
                Err(refusal) => wrong.push(refusal),
            },
            _ => wrong.push(settings.wrong("materialCounting", "a result by the pieces that are left")),
        }
        if wrong.is_empty() { Ok(text) } else { Err(wrong) }
    }

    /// The line `repetition`.
    fn repetition(&self) -> Result<String, Refusal> {
        let settings = self.settings;
        let times = settings.number("nFoldRule", 3);
        if times == 0 {
            return Ok("repetition = \"none\"\n".to_owned());
        }
        if !(2..=100).contains(&times) {
            return Err(settings.wrong("nFoldRule", "expected a number of at most 100"));
        }
        // There the value is that of the player to move, or of the first one.
        let loser = match (settings.text("nFoldValue", "draw").as_str(), settings.flag("nFoldValueAbsolute", false))
        {
            ("draw", _) => None,
            ("loss", false) => Some("rival"),
            ("win", false) => Some("repeater"),
            ("loss", true) => Some(SEATS[0]),
            ("win", true) => Some(SEATS[1]),
            _ => return Err(settings.wrong("nFoldValue", "expected draw, loss or win")),
        };
        let perpetual = settings.flag("perpetualCheckIllegal", false);
        if loser.is_none() && !perpetual {
            return Ok(if times == 3 { String::new() } else { format!("repetition = {times}\n") });
        }
        let mut keys = vec![format!("times = {times}")];
        keys.extend(loser.map(|loser| format!("loser = \"{loser}\"")));
        if perpetual {
            keys.push("perpetual_check = \"loss\"".to_owned());
        }
        Ok(format!("repetition = {{ {} }}\n", keys.join(", ")))
    }

    /// The types whose moves count as progress: that of the Pawn, and others.
    pub(super) fn progress(&self, men: &[Man], passing: Option<Type>) -> Result<Progress, Refusal> {
        let settings = self.settings;
        let mut progress = Progress { pawn: passing, others: Types::default() };
        if settings.number("nMoveRule", 50) == 0 {
            return Ok(progress);
        }
        let counts = |man: &Man, seat: usize| {
            settings.types(&format!("nMoveRuleTypes{}", SEATS[seat]), Types::one(Type::PAWN)).has(man.kind)
        };
        for man in men {
            let counted = [0, 1].map(|seat| man.seats[seat].then(|| counts(man, seat)));
            let counts = counted.contains(&Some(true));
            if counts && counted.contains(&Some(false)) {
                return Err(
                    settings.wrong("nMoveRuleTypesBlack", "moves of a piece that are progress of one player")
                );
            }
            if !counts && passing == Some(man.kind) {
                return Err(settings
                    .wrong("nMoveRuleTypesWhite", "the moves of what captures in passing count as progress"));
            }
            if counts {
                match progress.pawn {
                    None => progress.pawn = Some(man.kind),
                    Some(pawn) if pawn == man.kind => {}
                    Some(_) => progress.others = progress.others.or(Types::one(man.kind)),
                }
            }
        }
        Ok(progress)
    }
}

/// The types whose moves count as progress.
#[derive(Clone, Copy, Default)]
pub(super) struct Progress {
    /// Those of the Pawn.
    pub(super) pawn: Option<Type>,
    /// Those of others.
    pub(super) others: Types,
}

impl Progress {
    /// The line `progress`.
    pub(super) fn line(self, men: &[Man]) -> String {
        let letters: String = men
            .iter()
            .filter(|man| self.others.has(man.kind) && man.origin == Origin::Itself)
            .map(|man| man.letters.as_str())
            .collect();
        if letters.is_empty() { letters } else { format!("progress = \"{letters}\"\n") }
    }
}
