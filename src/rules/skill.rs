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

/// What the levels of a game may use.
#[derive(Debug)]
pub struct Skills {
    /// Levels 1 to 9, each of which should win about as often against the one below; the one above them is
    /// not limited.
    pub levels: [Skill; 9],
    /// How many positions any of them looks at, and without errors, where its rivals have next to nothing left:
    /// whoever has got so far knows how to end it.
    pub finish: u64,
}

impl Skills {
    /// Levels that nobody has tuned for a game: steps that are about right where two play on some sixty
    /// squares.
    pub const UNTUNED: Skills = Skills::new([
        Skill::new(80, 140),
        Skill::new(160, 130),
        Skill::new(320, 115),
        Skill::new(700, 100),
        Skill::new(1_500, 80),
        Skill::new(3_600, 60),
        Skill::new(9_600, 40),
        Skill::new(28_000, 20),
        Skill::new(100_000, 2),
    ]);

    /// Levels that look at all positions alike.
    pub const fn new(levels: [Skill; 9]) -> Skills {
        Skills { levels, finish: 0 }
    }

    /// The same, but at least so many positions where the game is nearly won.
    #[must_use]
    pub const fn finish(self, nodes: u64) -> Skills {
        Skills { finish: nodes, ..self }
    }
}
