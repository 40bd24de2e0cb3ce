//! The vacation of a member, on the screen of the account.

use thiserror::Error;

use super::Known;
use crate::club::Visit;
use crate::club::moment::seconds;
use crate::club::table_service::TableServiceError;
use crate::tui::message::Message;

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

/// Why a vacation does not start.
#[derive(Debug, Error)]
pub(super) enum VacationError {
    /// The text is no number.
    #[error("Expected a number of days.")]
    Days,
    /// The club refuses it.
    #[error(transparent)]
    Refused(#[from] TableServiceError),
}

/// Goes on vacation for a typed number of days, or makes the vacation longer. Returns what to tell, or why it
/// was refused.
pub(super) fn start(visit: &Visit, typed: &str) -> Result<&'static str, VacationError> {
    let days = typed.parse::<u64>().map_err(|_| VacationError::Days)?;
    visit.club.tables.start_vacation(&visit.member, days)?;
    Ok("The clocks of your slow games stand until then.")
}

/// Comes back. Returns what to tell.
pub(super) fn end(visit: &Visit) -> Message {
    let ended = visit.club.tables.end_vacation(&visit.member);
    Message::of(ended.map(|()| "Welcome back: your clocks run again."))
}
