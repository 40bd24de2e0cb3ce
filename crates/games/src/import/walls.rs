//! Walls on the board, and those that come with moves.

use super::area::Area;
use super::kinds::Type;
use super::moves::Board;
use super::opening::Opening;
use super::refusal::Refusal;

impl Board<'_> {
    /// The table `wall`. Nothing if what is missing of the board is never a square. `passing` is the type that captures in
    /// passing.
    pub(super) fn wall(&self, opening: &Opening, passing: Option<Type>) -> Result<String, Refusal> {
        let settings = self.settings;
        let comes = match settings.text("wallingRule", "none").as_str() {
            // A double step needs squares without gaps.
            "none" if passing.is_some() && !opening.walls().is_empty() => return Ok("[wall]\n".to_owned()),
            "none" => return Ok(String::new()),
            "past" => "behind",
            "arrow" => "reach",
            "static" => "anywhere",
            _ => return Err(settings.wrong("wallingRule", "walls that move, or come at the edge")),
        };
        if passing.is_some()
            || self.has_hand()
            || self.settings.flag("castling", true) && !opening.rights.is_empty()
        {
            return Err(settings.wrong("wallingRule", "walls beside castling, hands or captures in passing"));
        }
        let zone = self.zone("wallingRegion@", [Area::all(); 2], [true; 2])?;
        let at = if zone == Area::board(self.size) {
            String::new()
        } else {
            format!("at = \"{}\"\n", zone.words(self.size))
        };
        Ok(format!("[wall]\nafter_move = \"{comes}\"\n{at}"))
    }
}
