//! What is said below the list about a row of the account.

use super::{Account, Row, messages, time_zone, vacation};

/// What is said about the account of a guest.
const GUEST: &str = "You are a guest: nothing of yours is kept. Make a key on your machine (ssh-keygen -t ed25519) and \
                     log in with it: the key is your account.";

impl Account {
    /// What is said below the list about a row.
    pub(super) fn about(&self, row: Row) -> &'static str {
        match row {
            Row::Heading(_) => "",
            _ if self.known.guest => GUEST,
            Row::Name => {
                "The name that others see: letters, digits and - _ . (16 at most). It can be changed once a day."
            }
            Row::Zone => time_zone::ABOUT,
            Row::Key(_) => "Enter takes this key away from your account. The last key stays.",
            Row::AddKey => {
                "Shows a code of 8 letters for 10 minutes. Log in with the other key, choose \"Type a code\" there and \
                 type it: both keys are this account then."
            }
            Row::Codes => {
                "Makes 8 codes to write down. Each lets a new key into this account once, if you lose your keys. Codes \
                 made before are not valid any more."
            }
            Row::TypeCode => {
                "Adds the key of this session to the account that showed the code. Only a key with nothing of its own \
                 can be added."
            }
            Row::Vacation => vacation::ABOUT,
            Row::EndVacation => "You come back, and days that were not used are left. A day that has begun counts.",
            Row::Messages => messages::ABOUT,
            Row::MessageCode => messages::ABOUT_CODE,
            Row::NoMessages => messages::ABOUT_STOP,
            Row::Files => {
                "Saved games, pictures and exports. The operator limits how many files you can keep, and their size."
            }
            Row::Archive => {
                "All games, settings, lessons and results as one file: run  ssh HOST archive > heterodox.tar  on your \
                 machine, with the same port and key as now."
            }
            Row::Delete => {
                "Removes the account with its games, for ever. Your name in games of others stays as it is there."
            }
        }
    }
}
