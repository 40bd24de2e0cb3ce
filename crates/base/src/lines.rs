//! Reads lines from any input with bounded memory. A line that is too long is skipped and reported, and reading
//! continues with the next line.

use std::io::{self, BufRead as _, BufReader, Read};

/// The longest line in bytes, without the line break.
pub const LONGEST_LINE_BYTES: usize = 1 << 20;

/// The size of the read buffer.
const CHUNK_BYTES: usize = 1 << 16;

/// A line that was longer than [`LONGEST_LINE_BYTES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {number} is longer than {LONGEST_LINE_BYTES} bytes (1 MiB): it is skipped")]
pub struct TooLong {
    /// The number of the line, from 1.
    pub(crate) number: usize,
}

/// A reader of lines.
#[derive(Debug)]
pub struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    number: usize,
}

impl<R: Read> Lines<R> {
    /// Reads lines from `input`.
    pub fn new(input: R) -> Lines<R> {
        Lines { input: BufReader::with_capacity(CHUNK_BYTES, input), line: Vec::new(), number: 0 }
    }

    /// Is another complete line already in the buffer, so that reading it does not block?
    pub fn is_ready(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }

    /// The next line without its line break. `None` at the end of the input.
    pub fn next_line(&mut self) -> io::Result<Option<Result<&[u8], TooLong>>> {
        self.line.clear();
        let (mut begun, mut fits) = (false, true);
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(bytes.len(), |end| end + 1);
            let part = &bytes[..end.unwrap_or(used)];
            begun |= used > 0;
            fits &= self.line.len() + part.len() <= LONGEST_LINE_BYTES;
            if fits {
                self.line.extend_from_slice(part);
            } else if self.line.capacity() > 0 {
                self.line = Vec::new();
            }
            self.input.consume(used);
            if end.is_some() || used == 0 {
                break;
            }
        }
        if !begun {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(if fits { Ok(&self.line) } else { Err(TooLong { number: self.number }) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8]) -> Vec<Result<Vec<u8>, TooLong>> {
        let mut lines = Lines::new(text);
        let mut all = Vec::new();
        while let Some(line) = lines.next_line().expect("memory can be read") {
            all.push(line.map(<[u8]>::to_vec));
        }
        all
    }

    #[test]
    fn lines_are_what_stands_between_their_ends() {
        for (text, lines) in [("", &[][..]), ("\n", &[""]), ("a", &["a"]), ("a\n\nb\r\nc", &["a", "", "b\r", "c"])]
        {
            let expected: Vec<_> = lines.iter().map(|line| Ok(line.as_bytes().to_vec())).collect();
            assert_eq!(all(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn a_line_too_long_is_told_and_the_next_is_read() {
        for (more, fits) in [(0, true), (1, false), (5 << 20, false)] {
            let long = vec![b'x'; LONGEST_LINE_BYTES + more];
            for end in [&b"\nnext"[..], b""] {
                let mut expected = vec![Ok(b"first".to_vec()), Err(TooLong { number: 2 })];
                if fits {
                    expected[1] = Ok(long.clone());
                }
                if !end.is_empty() {
                    expected.push(Ok(b"next".to_vec()));
                }
                assert!(all(&[b"first\n", &long[..], end].concat()) == expected, "{more}");
            }
        }
        let message = TooLong { number: 7 }.to_string();
        assert_eq!(message, "line 7 is longer than 1048576 bytes (1 MiB): it is skipped");
    }

    #[test]
    fn no_more_than_a_line_is_kept() {
        let mut lines = Lines::new(io::repeat(b'x').take(50 << 20));
        assert!(matches!(lines.next_line(), Ok(Some(Err(_)))) && lines.line.capacity() <= 2 * LONGEST_LINE_BYTES);
        assert!(matches!(lines.next_line(), Ok(None)));
    }
}
