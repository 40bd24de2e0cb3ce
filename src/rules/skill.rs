//! How strong a level of the computer plays. One table for all games would not do: twice the
//! positions are worth more where games are sharp, so each game brings steps that are alike in strength.

/// What a level may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skill {
    /// How many positions it looks at for a move.
    pub nodes: u64,
    /// How far it errs at most in judging one, in hundredths of a Pawn.
    pub noise: i32,
}

impl Skill {
    /// So many positions, and errors up to so much.
    pub const fn new(nodes: u64, noise: i32) -> Skill {
        Skill { nodes, noise }
    }
}

/// Levels 1 to 9, each of which should win about as often against the one below; the one above them is not
/// limited.
pub type Skills = [Skill; 9];
