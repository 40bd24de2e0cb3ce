//! The members of the club, and its guests.

use std::fmt;

use crate::session::table::Identity;

/// The number of a member, the same in every process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum MemberId {
    /// A member, by the number in the store.
    Member(i64),
    /// A guest, by the number of the connection. Nothing of theirs is kept.
    Guest(u64),
}

impl fmt::Display for MemberId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemberId::Member(number) => write!(out, "member:{number}"),
            MemberId::Guest(number) => write!(out, "guest:{number}"),
        }
    }
}

impl MemberId {
    /// The identity at tables.
    pub fn identity(self) -> Identity {
        Identity::new(&self.to_string())
    }

    /// A guest whose connection belongs to an earlier run of the server: no guest of now has this number.
    #[must_use]
    pub(crate) const fn departed(self) -> MemberId {
        match self {
            MemberId::Guest(number) => MemberId::Guest(number | 1 << 63),
            member @ MemberId::Member(_) => member,
        }
    }

    /// The number of this identity, if it is one of the club.
    pub fn of(identity: &Identity) -> Option<MemberId> {
        let (kind, number) = identity.name().split_once(':')?;
        match kind {
            "member" => number.parse().ok().map(MemberId::Member),
            "guest" => number.parse().ok().map(MemberId::Guest),
            _ => None,
        }
    }
}

/// The name of a member who is gone.
pub(crate) const DELETED: &str = "deleted player";

/// A member or a guest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The number.
    pub id: MemberId,
    /// The chosen name; `None` before one is chosen, and for guests.
    pub name: Option<String>,
}

impl Member {
    /// A guest on this connection.
    pub const fn guest(connection: u64) -> Member {
        Member { id: MemberId::Guest(connection), name: None }
    }

    /// Who reads the pages of the club, and is not known: no table and no tournament is theirs.
    pub const fn stranger() -> Member {
        Member::guest(u64::MAX - 1)
    }

    /// Whether nothing of theirs is kept.
    pub const fn is_guest(&self) -> bool {
        matches!(self.id, MemberId::Guest(_))
    }

    /// The name that others see. The server gives names that nobody can choose: to guests, who are recognised by it,
    /// and to members without a name.
    pub fn shown_name(&self) -> String {
        match (&self.name, self.id) {
            (Some(name), _) => name.clone(),
            (None, MemberId::Member(number)) => format!("player-{number}"),
            (None, MemberId::Guest(number)) => format!("guest-{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_names_its_member() {
        for id in [MemberId::Member(7), MemberId::Guest(7)] {
            assert_eq!(MemberId::of(&id.identity()), Some(id));
        }
        for other in ["local", "member:", "member:x", "key:7", "guest:-1"] {
            assert_eq!(MemberId::of(&Identity::new(other)), None, "{other}");
        }
    }
}
