//! A message as e-mail: it is handed to the mail server that the operator names, and to no other one.

use std::time::SystemTime;

use super::connect::Link;
use super::send_error::SendError;
use crate::answers::{self, Reply};
use crate::club::moment::seconds;
use crate::club::outbox::words::SUBJECT;
use crate::escape::base64;
use crate::files;
use crate::settings::{Encryption, MailSettings};

/// The longest password, in bytes.
const LONGEST_PASSWORD: u64 = 1024;

/// A letter that is ready to be sent.
pub(super) struct Letter<'a> {
    pub(super) to: &'a str,
    pub(super) text: &'a str,
    /// The number of the message, which is the same at each try.
    pub(super) number: i64,
    pub(super) made: SystemTime,
    /// The code that ends the messages.
    pub(super) stop: &'a str,
}

impl Letter<'_> {
    /// The letter with its head. The text is written in letters of base64, so that no line of it means anything to a server.
    fn whole(&self, from: &str) -> String {
        let Letter { to, text, number, made, stop } = self;
        let host = from.rsplit_once('@').map_or("localhost", |(_, host)| host);
        let body = base64(text.as_bytes());
        let lines: Vec<&str> =
            body.as_bytes().chunks(76).filter_map(|line| std::str::from_utf8(line).ok()).collect();
        format!(
            "From: {SUBJECT} <{from}>\r\nTo: <{to}>\r\nSubject: {SUBJECT}\r\nDate: {}\r\nMessage-ID: <{}.{number}@{host}>\r\n\
             List-Unsubscribe: <mailto:{from}?subject=stop%20{stop}>\r\nAuto-Submitted: auto-generated\r\n\
             MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n{}\r\n",
            date(*made),
            seconds(*made),
            lines.join("\r\n"),
        )
    }
}

/// A time as in the head of a letter, in UTC.
fn date(time: SystemTime) -> String {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let written = crate::zone::Zone::UTC.moment(seconds(time));
    // `2026-11-30 17:40`, and perhaps more after it.
    let part = |from: usize, to: usize| written.get(from..to).unwrap_or_default().to_owned();
    let month = part(5, 7).parse::<usize>().ok().and_then(|month| MONTHS.get(month.wrapping_sub(1)));
    let second = seconds(time) % 60;
    format!("{} {} {} {}:{second:02} +0000", part(8, 10), month.unwrap_or(&"Jan"), part(0, 4), part(11, 16))
}

/// A mail server at the other end.
struct MailServer {
    link: Link,
    /// What was read and not looked at.
    unread: Vec<u8>,
}

impl MailServer {
    fn reply(&mut self, doing: &'static str) -> Result<Reply, SendError> {
        loop {
            match answers::reply(&self.unread) {
                Ok(Some((reply, taken))) => {
                    self.unread.drain(..taken);
                    return Ok(reply);
                }
                Ok(None) => self.link.hear(doing, &mut self.unread)?,
                Err(answers::Nonsense) => return Err(SendError::NoAnswer { doing }),
            }
        }
    }

    /// Waits for a reply with this number.
    fn expect(&mut self, doing: &'static str, code: u16) -> Result<Reply, SendError> {
        let reply = self.reply(doing)?;
        match reply.code {
            found if found == code => Ok(reply),
            // 5 says that it will never be taken. Before the letter itself only the operator can change that.
            code => Err(SendError::Answer { doing, code, later: code < 500 || !matches!(doing, "RCPT" | "DATA") }),
        }
    }

    fn ask(&mut self, doing: &'static str, line: &str, code: u16) -> Result<Reply, SendError> {
        self.link.say(doing, format!("{line}\r\n").as_bytes())?;
        self.expect(doing, code)
    }

    fn hello(&mut self, from: &str) -> Result<Reply, SendError> {
        let host = from.rsplit_once('@').map_or("localhost", |(_, host)| host);
        self.ask("EHLO", &format!("EHLO {host}"), 250)
    }

    /// The same, encrypted from now on.
    fn encrypt(mut self, host: &str) -> Result<MailServer, SendError> {
        self.ask("STARTTLS", "STARTTLS", 220)?;
        // What was said before the way was encrypted may be of anybody.
        if !self.unread.is_empty() {
            return Err(SendError::NoAnswer { doing: "STARTTLS" });
        }
        Ok(MailServer { link: self.link.encrypt(host)?, unread: Vec::new() })
    }
}

/// Hands a letter to the mail server.
pub(super) fn send(settings: &MailSettings, letter: &Letter<'_>) -> Result<(), SendError> {
    let (host, from) = (settings.server.host.as_str(), settings.from.as_str());
    // The operator names it, so it may be in their own network.
    let link = Link::open(host, settings.server.port, true)?;
    let link = if settings.encryption == Encryption::Tls { link.encrypt(host)? } else { link };
    let mut server = MailServer { link, unread: Vec::new() };
    server.expect("greeting", 220)?;
    server.hello(from)?;
    if settings.encryption == Encryption::Starttls {
        server = server.encrypt(host)?;
        server.hello(from)?;
    }
    if let (Some(user), Some(path), true) = (&settings.user, &settings.password_file, server.link.is_encrypted()) {
        let password = files::read_text(path, LONGEST_PASSWORD).map_err(SendError::Password)?;
        let both = base64(format!("\0{user}\0{}", password.trim_end_matches(['\r', '\n'])).as_bytes());
        server.ask("AUTH", &format!("AUTH PLAIN {both}"), 235)?;
    }
    server.ask("MAIL", &format!("MAIL FROM:<{from}>"), 250)?;
    server.ask("RCPT", &format!("RCPT TO:<{}>", letter.to), 250)?;
    server.ask("DATA", "DATA", 354)?;
    server.ask("DATA", &format!("{}.", letter.whole(from)), 250)?;
    // It was taken, whatever is said now.
    let _ = server.ask("QUIT", "QUIT", 221);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_letter_is_of_short_lines_without_a_line_of_players() {
        let text = "It is your move: Some game against Zo\u{eb}.\n.\nBcc: x@example.org\n".repeat(9);
        let made = SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000);
        let letter = Letter { to: "ann@example.org", text: &text, number: 7, made, stop: "ABCD-EFGH" };
        let whole = letter.whole("play@example.org");
        assert!(whole.split("\r\n").all(|line| line.len() <= 100 && line.is_ascii() && line != "."), "{whole}");
        assert!(!whole.contains("Bcc"), "{whole}");
        assert!(whole.contains("Message-ID: <1790000000.7@example.org>\r\n"), "{whole}");
        assert!(whole.contains("Date: 21 Sep 2026 14:13:20 +0000\r\n"), "{whole}");
        assert!(whole.contains("List-Unsubscribe: <mailto:play@example.org?subject=stop%20ABCD-EFGH>\r\n"));
    }
}
