//! Why a seat leaves a game early, and the words for it in journals, in PGN and for people.

/// Why a seat leaves the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// The player resigns.
    Resigns,
    /// The clock has run out.
    Time,
    /// The player no longer answers.
    Fails,
    /// The player was away for too long.
    Leaves,
}

impl Leaving {
    /// All reasons.
    pub const ALL: [Leaving; 4] = [Leaving::Resigns, Leaving::Time, Leaving::Fails, Leaving::Leaves];

    /// The word in journals.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Leaving::Resigns => "resignation",
            Leaving::Time => "time",
            Leaving::Fails => "failure",
            Leaving::Leaves => "absence",
        }
    }

    /// The reason with this word in journals. An unknown word counts as a resignation.
    pub(crate) fn read(id: &str) -> Leaving {
        Leaving::ALL.into_iter().find(|why| why.id() == id).unwrap_or(Leaving::Resigns)
    }

    /// The word in PGN.
    pub(crate) const fn shown(self) -> &'static str {
        match self {
            Leaving::Resigns => "resigns",
            Leaving::Time => "time",
            Leaving::Fails => "fails",
            Leaving::Leaves => "leaves",
        }
    }

    /// The reason with this word in PGN.
    pub(crate) fn of_shown(word: &str) -> Option<Leaving> {
        Leaving::ALL.into_iter().find(|why| why.shown() == word)
    }

    /// A message about who leaves and why.
    pub fn told(self, name: &str) -> String {
        match self {
            Leaving::Resigns => format!("{name} resigns"),
            Leaving::Time => format!("{name} ran out of time"),
            Leaving::Fails => format!("{name} has failed"),
            Leaving::Leaves => format!("{name} left the game"),
        }
    }
}
