//! Codes that bind a key to a member: one that is shown in a session and typed in another, and those that are kept for a
//! lost key. Only their digests are stored.

pub mod error;

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::net::IpAddr;
use std::time::{Duration, Instant, SystemTime};

use rand::TryRng as _;
use rand::rngs::SysRng;
use sha2::{Digest as _, Sha256};

use super::change_notifier::Topic;
use super::member::MemberId;
use super::table_service::Listed;
use super::{Club, ClubError, Visit};
use error::{CodeError, LETTERS, LETTERS_RECOVERY};

/// How long a code for another key is valid.
pub const VALID: Duration = Duration::from_secs(10 * 60);

/// How many codes for a lost key there are.
pub(crate) const RECOVERY: usize = 8;

/// Capital letters without I and O, which look like digits.
const ALPHABET: &[u8; 24] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";

/// Wrong codes in one session, and from one address in [`VALID`].
const MOST_IN_SESSION: u32 = 5;
const MOST_FROM_ADDRESS: u32 = 10;

/// How many addresses are remembered.
const MOST_REMEMBERED: usize = 10_000;

/// A code, as its owner sees it once.
#[derive(Clone, PartialEq, Eq)]
pub struct Code(String);

impl fmt::Debug for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Code")
    }
}

impl fmt::Display for Code {
    /// In groups of four letters.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, letter) in self.0.chars().enumerate() {
            let space = if at > 0 && at % 4 == 0 { " " } else { "" };
            write!(out, "{space}{letter}")?;
        }
        Ok(())
    }
}

impl Code {
    fn random(letters: usize) -> io::Result<Code> {
        let mut code = String::with_capacity(letters);
        while code.len() < letters {
            let mut bytes = [0; 32];
            SysRng.try_fill_bytes(&mut bytes).map_err(io::Error::other)?;
            // 240 is a multiple of 24, so every letter is as likely as another.
            let usable = bytes.iter().filter(|&&byte| byte < 240);
            code.extend(usable.map(|&byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()])));
        }
        code.truncate(letters);
        Ok(Code(code))
    }

    /// A code that is typed soon.
    pub(super) fn random_short() -> io::Result<Code> {
        Code::random(LETTERS)
    }

    /// A code that is valid for long.
    pub(super) fn random_long() -> io::Result<Code> {
        Code::random(LETTERS_RECOVERY)
    }

    /// The code as one word.
    pub(super) fn dashed(&self) -> String {
        self.to_string().replace(' ', "-")
    }

    /// Reads what somebody typed: small letters, spaces and dashes are allowed.
    pub(crate) fn parse(typed: &str) -> Result<Code, CodeError> {
        let letters = typed.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').take(32);
        let code: String = letters.map(|letter| letter.to_ascii_uppercase()).collect();
        let known = code.bytes().all(|byte| ALPHABET.contains(&byte));
        let long = code.len() == LETTERS || code.len() == LETTERS_RECOVERY;
        if known && long { Ok(Code(code)) } else { Err(CodeError::Letters) }
    }

    /// What is stored of it.
    pub(super) fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

/// The wrong codes that were typed lately, by address.
#[derive(Debug, Default)]
pub(super) struct Attempts(HashMap<IpAddr, (Instant, u32)>);

impl Attempts {
    /// Whether this address may try another code.
    pub(super) fn may(&mut self, address: IpAddr, now: Instant) -> bool {
        self.0.retain(|_, (since, _)| now.saturating_duration_since(*since) < VALID);
        self.0.get(&address).is_none_or(|(_, count)| *count < MOST_FROM_ADDRESS)
    }

    pub(super) fn note(&mut self, address: IpAddr, now: Instant) {
        if self.0.len() >= MOST_REMEMBERED && !self.0.contains_key(&address) {
            // Who has typed the fewest makes room, and of these the oldest: a crowd keeps nobody from trying.
            let fewest =
                self.0.iter().min_by_key(|(_, (since, count))| (*count, *since)).map(|(fewest, _)| *fewest);
            fewest.map(|fewest| self.0.remove(&fewest));
        }
        self.0.entry(address).or_insert((now, 0)).1 += 1;
    }
}

impl Visit {
    /// A new code that adds a key to this member. The one before is not valid any more.
    pub fn key_code(&self, now: SystemTime) -> Result<Code, ClubError> {
        let number = self.account()?;
        let code = Code::random(LETTERS).map_err(ClubError::Random)?;
        self.club.store.keep_codes(number, vec![code.digest()], Some(now + VALID))?;
        Ok(code)
    }

    /// New codes for a lost key. Those before are not valid any more.
    pub fn recovery_codes(&self) -> Result<Vec<Code>, ClubError> {
        let number = self.account()?;
        let codes: io::Result<Vec<Code>> = (0..RECOVERY).map(|_| Code::random(LETTERS_RECOVERY)).collect();
        let codes = codes.map_err(ClubError::Random)?;
        self.club.store.keep_codes(number, codes.iter().map(Code::digest).collect(), None)?;
        self.club.notifier.notify(Topic::Member(self.member.id));
        Ok(codes)
    }

    /// Adds the key of this session to the member who made this code. The member of this session, who has nothing of
    /// their own, is gone then, and their sessions end: the next login is the other member.
    pub fn redeem(&mut self, typed: &str, now: SystemTime, moment: Instant) -> Result<(), ClubError> {
        let number = self.account()?;
        let key = self.key.ok_or(ClubError::Guest)?;
        self.may_try(moment)?;
        let code = Code::parse(typed)?;
        let used = self.has_files()?;
        let redeemed = self.club.store.redeem(code.digest(), number, key, used, now)?;
        if redeemed == Err(CodeError::Unknown) {
            self.note_wrong(moment);
        }
        let owner = redeemed?;
        let name = self.club.name_of(MemberId::Member(owner))?;
        let words = format!("Your key belongs to {name} now. Log in again.");
        self.club.dismiss(super::Dismissed::Member(self.member.id), words);
        self.club.notifier.notify(Topic::Member(self.member.id));
        self.club.notifier.notify(Topic::Member(MemberId::Member(owner)));
        Ok(())
    }

    /// The private table with this invitation code. Wrong codes count like the others, so that none can be guessed.
    pub fn invited(&mut self, typed: &str, moment: Instant) -> Result<Listed, CodeError> {
        self.may_try(moment)?;
        let found = self.club.tables.with_code(&self.member, typed);
        if found.is_none() {
            self.note_wrong(moment);
        }
        found.ok_or(CodeError::NoTable)
    }

    /// Whether another code may be tried.
    fn may_try(&self, moment: Instant) -> Result<(), CodeError> {
        let may = |address| self.club.attempts().may(address, moment);
        let network = self.address.map(super::address::network);
        if self.wrong_codes < MOST_IN_SESSION && network.is_none_or(may) { Ok(()) } else { Err(CodeError::Many) }
    }

    fn note_wrong(&mut self, moment: Instant) {
        self.wrong_codes += 1;
        if let Some(address) = self.address.map(super::address::network) {
            self.club.attempts().note(address, moment);
        }
    }

    /// Takes a key away from this member. Sessions with this key end.
    pub fn remove_key(&self, digest: [u8; 32]) -> Result<(), ClubError> {
        let number = self.account()?;
        self.club.store.remove_key(number, digest)??;
        let words = "This key was removed from its account.".to_owned();
        self.club.dismiss(super::Dismissed::Key(digest), words);
        self.club.notifier.notify(Topic::Member(self.member.id));
        Ok(())
    }
}

impl Club {
    pub(super) fn attempts(&self) -> std::sync::MutexGuard<'_, Attempts> {
        self.attempts.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = Code::random(LETTERS).expect("a code");
        let shown = code.to_string();
        assert_eq!(shown.len(), LETTERS + 1);
        for typed in [shown.clone(), shown.to_lowercase(), shown.replace(' ', "-"), format!("  {shown} ")] {
            assert_eq!(Code::parse(&typed), Ok(code.clone()), "{typed}");
        }
        assert_ne!(Code::random(LETTERS).expect("a code"), code);
        assert_eq!(format!("{code:?}"), "Code");
        for typed in ["", "ABCD", "ABCDEFG1", "ABCDEFGI", "ABCDEFGHJ", "ÄBCDEFGH", &"A".repeat(1000)] {
            assert_eq!(Code::parse(typed), Err(CodeError::Letters), "{typed}");
        }
    }

    #[test]
    fn an_address_has_a_number_of_attempts() {
        let (mut attempts, now) = (Attempts::default(), Instant::now());
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().expect("an address"));
        for _ in 0..MOST_FROM_ADDRESS {
            assert!(attempts.may(one, now));
            attempts.note(one, now);
        }
        assert!(!attempts.may(one, now) && attempts.may(other, now));
        assert!(attempts.may(one, now + VALID));
    }

    #[test]
    fn wrong_codes_from_thousands_of_addresses_keep_nobody_else_from_trying() {
        let (mut attempts, now) = (Attempts::default(), Instant::now());
        let one = "192.0.2.1".parse().expect("an address");
        (0..MOST_FROM_ADDRESS).for_each(|_| attempts.note(one, now));
        for number in 0..MOST_REMEMBERED as u32 + 20 {
            attempts.note(std::net::Ipv4Addr::from_bits(0x0a00_0000 + number).into(), now);
        }
        assert_eq!(attempts.0.len(), MOST_REMEMBERED);
        assert!(attempts.may("198.51.100.1".parse().expect("an address"), now));
        assert!(!attempts.may(one, now), "who has typed many is remembered");
    }
}
