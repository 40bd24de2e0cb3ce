//! The vacation of a member, on the screen of the account.

use super::Known;
use crate::club::Visit;
use crate::club::moment::seconds;

/// What a vacation is.
pub(super) const ABOUT: &str = "While you are on vacation the clocks of your slow games stand. You have 14 days in any 365. Enter \
                                takes the number of days; more can be added later.";

impl Known {
    /// Is the member on vacation?
    pub(super) fn is_away(&self) -> bool {
        self.vacation.is_some_and(|vacation| vacation.until.is_some())
    }

    /// Until when the member is away, and the days that are left.
    pub(super) fn vacation_words(&self) -> String {
        let Some(vacation) = self.vacation else { return String::new() };
        let days = if vacation.days_left == 1 { "day" } else { "days" };
        let left = format!("{} {days} left", vacation.days_left);
        match vacation.until {
            Some(until) => format!("until {}, {left}", self.zone.moment(seconds(until))),
            None => left,
        }
    }
}

/// Goes on vacation for a typed number of days, or makes the vacation longer. Returns what to tell, or why it
/// was refused.
pub(super) fn start(visit: &Visit, typed: &str) -> Result<&'static str, String> {
    let days = typed.parse::<u64>().map_err(|_| "Expected a number of days.".to_owned())?;
    let started = visit.club.hall.start_vacation(&visit.member, days);
    started.map(|()| "The clocks of your slow games stand until then.").map_err(|refused| refused.to_string())
}

/// Comes back. Returns what to tell.
pub(super) fn end(visit: &Visit) -> String {
    match visit.club.hall.end_vacation(&visit.member) {
        Ok(()) => "Welcome back: your clocks run again.".to_owned(),
        Err(refused) => refused.to_string(),
    }
}
