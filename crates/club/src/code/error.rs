//! Why a code is refused.

use thiserror::Error;

/// The most keys of a member.
pub(crate) const MOST_KEYS: usize = 16;

/// The letters of a code for another key, and of one for a lost key, which is valid for a longer time.
pub(super) const LETTERS: usize = 8;
pub(super) const LETTERS_RECOVERY: usize = 16;

/// Why a code, or the key that it would add, is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CodeError {
    /// It is no code.
    #[error("a code has {LETTERS} or {LETTERS_RECOVERY} letters")]
    Letters,
    /// Nobody has this code, or its time is over.
    #[error("this code is not valid: it was used, its 10 minutes are over, or a letter is wrong")]
    Unknown,
    /// No table has this invitation code.
    #[error("there is no table with this code")]
    NoTable,
    /// No messages end with this code.
    #[error("there are no messages with this code")]
    NoMessages,
    /// Too many wrong ones.
    #[error("too many wrong codes: try again in 10 minutes, in a new session")]
    Many,
    /// It is a code of this very member.
    #[error("this code is your own: type it in a session with the other key")]
    Own,
    /// The member of this session has something that would be lost.
    #[error("this key has {0} of its own already: delete this account first, or use another key")]
    Used(&'static str),
    /// The member of the code has as many keys as there may be.
    #[error("this name has {MOST_KEYS} keys, and more are not possible")]
    Full,
    /// A member must have a key.
    #[error("this is the only key of your account: add another one first")]
    LastKey,
    /// The key belongs to somebody else, or to nobody.
    #[error("your account has no such key any more")]
    NoKey,
}
