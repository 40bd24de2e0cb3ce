//! What the other ends answer: the replies of a mail server, and the first line of an answer to HTTP.

/// The longest answer that is read, in bytes.
pub const LONGEST_BYTES: usize = 8 * 1024;

/// A reply of a mail server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The number.
    pub code: u16,
    /// The words of its lines.
    pub lines: Vec<String>,
}

/// An answer that is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nonsense;

/// The number at the beginning of a line: three digits, the first one from 1 to 5.
fn code(digits: &[u8]) -> Option<u16> {
    let is_code = digits.len() == 3 && digits.iter().all(u8::is_ascii_digit) && (b'1'..=b'5').contains(&digits[0]);
    is_code.then(|| digits.iter().fold(0, |code, digit| code * 10 + u16::from(digit - b'0')))
}

/// The reply at the beginning of these bytes, and how many of them it takes; `None` if it is not whole yet.
pub fn reply(bytes: &[u8]) -> Result<Option<(Reply, usize)>, Nonsense> {
    let (mut at, mut found) = (0, Reply { code: 0, lines: Vec::new() });
    while let Some(end) = bytes[at..].iter().position(|byte| *byte == b'\n') {
        let line = bytes[at..at + end].strip_suffix(b"\r").unwrap_or(&bytes[at..at + end]);
        at += end + 1;
        let code = line.get(..3).and_then(code).ok_or(Nonsense)?;
        if !found.lines.is_empty() && code != found.code {
            return Err(Nonsense);
        }
        found.code = code;
        found.lines.push(String::from_utf8_lossy(line.get(4..).unwrap_or_default()).into_owned());
        match line.get(3) {
            Some(b'-') => {}
            Some(b' ') | None => return Ok(Some((found, at))),
            Some(_) => return Err(Nonsense),
        }
    }
    if bytes.len() < LONGEST_BYTES { Ok(None) } else { Err(Nonsense) }
}

/// The status at the beginning of an answer to HTTP; `None` if its first line is not whole yet.
pub fn status(bytes: &[u8]) -> Result<Option<u16>, Nonsense> {
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else {
        return if bytes.len() < LONGEST_BYTES { Ok(None) } else { Err(Nonsense) };
    };
    let line = bytes[..end].strip_suffix(b"\r").unwrap_or(&bytes[..end]);
    let rest = line.strip_prefix(b"HTTP/1.1 ").or_else(|| line.strip_prefix(b"HTTP/1.0 ")).ok_or(Nonsense)?;
    let (digits, after) = rest.split_at_checked(3).ok_or(Nonsense)?;
    if !matches!(after.first(), None | Some(b' ')) {
        return Err(Nonsense);
    }
    code(digits).map(Some).ok_or(Nonsense)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_read_when_it_is_whole() {
        let ehlo = b"250-mail.example.org\r\n250-STARTTLS\r\n250 8BITMIME\r\nrest";
        let (found, taken) = reply(ehlo).expect("a reply").expect("it is whole");
        assert_eq!((found.code, &found.lines[1][..], &ehlo[taken..]), (250, "STARTTLS", &b"rest"[..]));
        for part in [&b""[..], b"25", b"250-a\r\n", b"250-a\r\n250"] {
            assert_eq!(reply(part), Ok(None));
        }
        assert_eq!(reply(b"220\r\n").expect("a reply").expect("whole").0.code, 220);
        for wrong in [
            &b"hello\r\n"[..],
            b"250-a\r\n251 b\r\n",
            b"650 x\r\n",
            b"25x y\r\n",
            b"250_x\r\n",
            b"\r\n",
            &[b'x'; LONGEST_BYTES],
        ] {
            assert_eq!(reply(wrong), Err(Nonsense));
        }
    }

    #[test]
    fn the_status_is_in_the_first_line() {
        for (bytes, read) in [
            (&b"HTTP/1.1 200 OK\r\nX: y"[..], Ok(Some(200))),
            (b"HTTP/1.0 302\n", Ok(Some(302))),
            (b"HTTP/1.1 200 OK", Ok(None)),
            (b"HTTP/2 200\r\n", Err(Nonsense)),
            (b"HTTP/1.1 2000\r\n", Err(Nonsense)),
            (b"HTTP/1.1 99\r\n", Err(Nonsense)),
            (b"SSH-2.0-x\r\n", Err(Nonsense)),
            (b"\n", Err(Nonsense)),
        ] {
            assert_eq!(status(bytes), read, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
