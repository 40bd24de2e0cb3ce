//! Why nobody plays now: a command, an agreement, or a player that has failed.

/// The reasons for which the game stands.
#[derive(Default)]
pub(super) struct Pause {
    /// Did a command pause the computer players?
    ordered: bool,
    /// Was the game stopped by agreement, or because somebody was away?
    agreed: bool,
    /// Why a player does not answer. No player is asked again until a command continues the game.
    failure: Option<String>,
}

impl Pause {
    pub(super) const fn is_on(&self) -> bool {
        self.ordered || self.agreed || self.failure.is_some()
    }

    pub(super) const fn is_agreed(&self) -> bool {
        self.agreed
    }

    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    pub(super) const fn agree(&mut self, stopped: bool) {
        self.agreed = stopped;
    }

    /// A command pauses the computer players, or continues after a failure too.
    pub(super) fn order(&mut self, paused: bool) {
        self.ordered = paused;
        self.failure = None;
    }

    /// The computer players go on, unless a player has failed.
    pub(super) const fn end(&mut self) {
        self.ordered = false;
    }

    pub(super) fn fail(&mut self, why: &str) {
        self.failure = Some(why.to_owned());
    }

    pub(super) fn forget_failure(&mut self) {
        self.failure = None;
    }
}
