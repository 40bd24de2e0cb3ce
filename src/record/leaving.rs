//! Why a seat leaves a game before it is over, and the words for it in journals, in PGN and for people.

/// Why a seat leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// It gives up.
    Resigns,
    /// Its clock has nothing left.
    Time,
    /// Its player does not answer any more.
    Fails,
}

impl Leaving {
    /// Every reason.
    pub const ALL: [Leaving; 3] = [Leaving::Resigns, Leaving::Time, Leaving::Fails];

    /// Its word in journals.
    pub const fn id(self) -> &'static str {
        match self {
            Leaving::Resigns => "resignation",
            Leaving::Time => "time",
            Leaving::Fails => "failure",
        }
    }

    /// The reason with this word in journals. One that is not known is that of whoever leaves by choice.
    pub fn read(id: &str) -> Leaving {
        Leaving::ALL.into_iter().find(|why| why.id() == id).unwrap_or(Leaving::Resigns)
    }

    /// Its word in PGN.
    pub const fn shown(self) -> &'static str {
        match self {
            Leaving::Resigns => "resigns",
            Leaving::Time => "time",
            Leaving::Fails => "fails",
        }
    }

    /// The reason with this word in PGN.
    pub fn of_shown(word: &str) -> Option<Leaving> {
        Leaving::ALL.into_iter().find(|why| why.shown() == word)
    }

    /// Who leaves, and why, for people.
    pub fn told(self, name: &str) -> String {
        match self {
            Leaving::Resigns => format!("{name} resigns"),
            Leaving::Time => format!("{name} ran out of time"),
            Leaving::Fails => format!("{name} has failed"),
        }
    }
}
