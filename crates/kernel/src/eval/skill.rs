//! The strength of the computer's levels. Each game has its own table, because twice the nodes gain more
//! strength in sharper games, and the steps between levels should be about equal.

/// The limits of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skill {
    /// The number of nodes per move.
    pub nodes: u64,
    /// The largest random error of its evaluation, in hundredths of a Pawn.
    pub noise: i32,
    /// How it looks at a position, if it overlooks moves as people do.
    pub eyes: Option<Eyes>,
}

/// How a low level looks at a position: a few plies and the captures after them, all in percent but the plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eyes {
    /// The number of plies.
    pub plies: u32,
    /// How much is overlooked, of what the weakest player overlooks.
    pub overlooks: u32,
    /// In how many of its moves it looks at neither captures nor mates of its own.
    pub hasty: u32,
    /// How much of the evaluation it knows; otherwise it counts pieces.
    pub knows: u32,
    /// Moves that are worse than the best one by less than this, in hundredths of a Pawn, are as good to it.
    pub careless: u32,
}

impl Skill {
    /// The most nodes of a level that overlooks moves; few moves need so many.
    pub(crate) const HUMAN_NODES: u64 = 9_000;

    /// A level with this many nodes and errors up to this size.
    pub const fn new(nodes: u64, noise: i32) -> Skill {
        Skill { nodes, noise, eyes: None }
    }

    /// A level that overlooks moves, with errors of its evaluation up to this size.
    pub const fn human(eyes: Eyes, noise: i32) -> Skill {
        Skill { nodes: Skill::HUMAN_NODES, noise, eyes: Some(eyes) }
    }
}

/// The limits of all levels of a game.
#[derive(Debug)]
pub struct Skills {
    /// Levels 1 to 9. Each level should score about equally well against the level below. Level 10 has no
    /// limits.
    pub levels: [Skill; 9],
    /// The least number of nodes for any level, searched without errors, when its rivals have almost no pieces
    /// left. Otherwise a low level could not finish a won game.
    pub finish: u64,
}

impl Skills {
    /// Default levels for a game without tuned ones. The steps are about right for two players on about sixty
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

    /// Levels with the same node limits in all positions.
    pub const fn new(levels: [Skill; 9]) -> Skills {
        Skills { levels, finish: 0 }
    }

    /// The same levels with at least this many nodes when the game is nearly won.
    #[must_use]
    pub const fn finish(self, nodes: u64) -> Skills {
        Skills { finish: nodes, ..self }
    }
}
