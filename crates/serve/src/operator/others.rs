//! What the operator of one server asks of all servers of the club.

use super::Ask;
use super::closed::Closed;
use super::order_error::OrderError;
use super::orders::{Started, answer, ban, close, kick, say};
use crate::club::ClubError;
use crate::club::table_service::TableServiceError;
use crate::server::Server;

/// Does it concern people and tables, wherever they are?
const fn is_of_all(ask: &Ask) -> bool {
    matches!(ask, Ask::Close(Closed::Table(_)) | Ask::Kick(_) | Ask::Ban(_) | Ask::Say(_))
}

/// May another server have what this one has not?
const fn is_elsewhere(error: &OrderError) -> bool {
    matches!(error, OrderError::NotHere(_) | OrderError::Club(ClubError::TableService(TableServiceError::NoTable)))
}

/// Does what the operator wants, here and at the other servers of the club.
pub(super) fn answer_for_all(server: &Server, started: &Started, ask: &Ask) -> Result<String, OrderError> {
    let done = answer(server, started, ask);
    if !is_of_all(ask) {
        return done;
    }
    let (word, about) = ask.words();
    match (done, server.club.order_others(&format!("{word} {about}"))) {
        (done, 0) => done,
        (Ok(told), others) => Ok(format!("{told}Other servers that were asked: {others}\n")),
        (Err(error), others) if is_elsewhere(&error) => Ok(format!("Other servers that were asked: {others}\n")),
        (Err(error), _) => Err(error),
    }
}

impl Server {
    /// Does what operators of other servers have asked.
    pub(crate) fn do_orders(&self) {
        for line in self.club.take_orders() {
            let Some(ask) = Ask::parse(&line).filter(is_of_all) else { continue };
            let done = match &ask {
                Ask::Close(closed) => close(self, *closed),
                Ask::Kick(who) => kick(self, who),
                Ask::Ban(who) => ban(self, who),
                Ask::Say(text) => Ok(say(self, text)),
                _ => continue,
            };
            if let Err(error) = done
                && !is_elsewhere(&error)
            {
                self.log.note("failed", &[("what", &"operator"), ("error", &error)]);
            }
        }
    }
}
