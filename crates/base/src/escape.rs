//! Escapes untrusted text before it is shown. Text from a file, an argument or another program can contain
//! control sequences for the terminal, characters that change the direction of text, or invisible characters.
//! All output of such text goes through this module, which shows these characters as escapes.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

/// Must this character not reach a terminal? This includes control characters, direction marks and characters
/// without width. The two joiners are allowed, because Persian, Hindi and many emoji need them.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}' | '\u{200e}' | '\u{200f}'
            // Line and paragraph separators, and characters that embed or override a direction.
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
            // The placeholder of pictures in kitty's protocol.
            | '\u{10eeee}')
}

/// Does the text contain only printable ASCII characters?
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

fn push(shown: &mut String, letter: char) {
    let _ = match letter {
        '\n' => shown.write_str("\\n"),
        '\r' => shown.write_str("\\r"),
        '\t' => shown.write_str("\\t"),
        '\0'..='\x7f' => write!(shown, "\\x{:02x}", u32::from(letter)),
        _ => write!(shown, "\\u{{{:x}}}", u32::from(letter)),
    };
}

fn escaped(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let hidden = |letter: char| is_hidden(letter) && !stays(letter);
    if is_plain(text) || !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if hidden(letter) {
            push(&mut shown, letter);
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// A text in one line: line breaks are escaped too.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false)
}

/// A text that keeps its line breaks.
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| letter == '\n')
}

/// A path in one line. Its names may contain any bytes.
pub fn path(path: &Path) -> String {
    let mut shown = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        shown.push_str(&line(chunk.valid()));
        push_bytes(&mut shown, chunk.invalid());
    }
    shown
}

/// A text for a place between tags or quotes of XML. It is in one line.
pub fn xml(text: &str) -> String {
    line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// JSON with the same meaning but without characters that a terminal would interpret.
pub fn json(text: &str) -> Cow<'_, str> {
    // Characters outside ASCII occur only inside JSON strings, and control characters in them are already
    // escaped.
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_hidden(letter) && letter >= '\x7f' {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// Bytes as base64.
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let joined = (0..3).fold(0_u32, |joined, at| joined << 8 | u32::from(part.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let letter = LETTERS[(joined >> (18 - 6 * at)) as usize & 63];
            text.push(if at > part.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

/// A writer that escapes characters that must not reach a terminal, and bytes that are not valid UTF-8. Line
/// breaks are kept.
#[derive(Debug)]
pub struct Escaping<W: Write> {
    out: W,
    /// The first bytes of an incomplete UTF-8 character.
    open: Vec<u8>,
}

impl<W: Write> Escaping<W> {
    /// Writes the escaped text to `out`.
    pub fn new(out: W) -> Escaping<W> {
        Escaping { out, open: Vec::new() }
    }

    /// The inner writer.
    pub fn into_inner(self) -> W {
        self.out
    }
}

fn push_bytes(shown: &mut String, bytes: &[u8]) {
    for byte in bytes {
        let _ = write!(shown, "\\x{byte:02x}");
    }
}

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let joined;
        let all = if self.open.is_empty() {
            bytes
        } else {
            joined = [self.open.as_slice(), bytes].concat();
            &joined
        };
        let (mut shown, mut kept) = (String::with_capacity(all.len()), &[][..]);
        for chunk in all.utf8_chunks() {
            shown.push_str(&lines(chunk.valid()));
            let rest = chunk.invalid();
            let last = rest.as_ptr_range().end == all.as_ptr_range().end;
            if last && std::str::from_utf8(rest).is_err_and(|error| error.error_len().is_none()) {
                kept = rest;
            } else {
                push_bytes(&mut shown, rest);
            }
        }
        self.out.write_all(shown.as_bytes())?;
        self.open = kept.to_vec();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // A flush marks the end of a text, so the rest of an incomplete character will not follow.
        let mut shown = String::new();
        push_bytes(&mut shown, &std::mem::take(&mut self.open));
        self.out.write_all(shown.as_bytes())?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn markup_is_text_in_xml() {
        assert_eq!(xml("a<b> & \"c\"\x1b"), "a&lt;b&gt; &amp; &quot;c&quot;\\x1b");
    }

    #[test]
    fn what_commands_a_terminal_is_shown() {
        for (text, shown) in [
            ("Ann\x1b]0;x\x07", "Ann\\x1b]0;x\\x07"),
            ("a\nb\r\tc\x7f", "a\\nb\\r\\tc\\x7f"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("a\u{202e}b\u{2066}c\u{200f}", "a\\u{202e}b\\u{2066}c\\u{200f}"),
            ("\u{feff}\u{200b}\u{e0041}", "\\u{feff}\\u{200b}\\u{e0041}"),
            ("\u{10eeee}\u{305}", "\\u{10eeee}\u{305}"),
        ] {
            assert_eq!(line(text), shown);
        }
        assert_eq!(lines("a\nb\r\n"), "a\nb\\r\n");
    }

    #[test]
    fn what_can_be_seen_stays() {
        for text in ["Zoë 漢字 ½ ⅓ … \\n", "می\u{200c}خواهم", "👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}", "Ra1 → b1 • × ►"]
        {
            assert!(matches!(line(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_shown() {
        let mut out = Escaping::new(Vec::new());
        for piece in [&b"a\xff\xfeb\x1b"[..], b"\xc3", b"\xa9\xe6\xbc", b"\xa2\n\xc3"] {
            out.write_all(piece).expect("it is memory");
        }
        out.flush().expect("it is memory");
        assert_eq!(String::from_utf8(out.into_inner()).expect("text"), "a\\xff\\xfeb\\x1bé漢\n\\xc3");
    }

    #[test]
    fn a_path_is_shown_whatever_its_bytes_are() {
        use std::os::unix::ffi::OsStrExt as _;
        let bytes = std::ffi::OsStr::from_bytes(b"/home/z\xff\x1b[m\xc3\xa9/a\n\xe6");
        assert_eq!(path(Path::new(bytes)), "/home/z\\xff\\x1b[mé/a\\n\\xe6");
    }

    /// Random characters, with hidden ones more often than by chance.
    fn letters() -> impl Strategy<Value = String> {
        let hidden = prop::char::ranges(
            (&[
                '\0'..='\x1f',
                '\x7f'..='\u{9f}',
                '\u{200b}'..='\u{200f}',
                '\u{2028}'..='\u{202e}',
                '\u{2060}'..='\u{206f}',
            ])
                .into(),
        );
        prop::collection::vec(prop_oneof![any::<char>(), hidden], 0..60).prop_map(String::from_iter)
    }

    proptest! {
        #[test]
        fn nothing_hidden_is_left_and_all_else_stays(text in letters()) {
            let shown = line(&text);
            prop_assert!(!shown.contains(is_hidden));
            prop_assert!(line(&shown) == shown, "a second time changes nothing");
            prop_assert!(!lines(&text).contains(|letter| is_hidden(letter) && letter != '\n'));
            prop_assert_eq!(lines(&text).matches('\n').count(), text.matches('\n').count());
            let mut rest = shown.as_ref();
            for letter in text.chars().filter(|&letter| !is_hidden(letter)) {
                let at = rest.find(letter);
                prop_assert!(at.is_some());
                rest = &rest[at.unwrap_or(0) + letter.len_utf8()..];
            }
        }

        #[test]
        fn json_says_the_same(text in letters()) {
            let written = serde_json::to_string(&text).expect("a text makes JSON");
            let shown = json(&written);
            prop_assert!(!shown.contains(is_hidden));
            prop_assert_eq!(serde_json::from_str::<String>(&shown).expect("it is JSON"), text);
        }

        #[test]
        fn bytes_come_out_the_same_in_any_pieces(bytes in prop::collection::vec(any::<u8>(), 0..60), size in 1..9_usize) {
            let whole = {
                let mut out = Escaping::new(Vec::new());
                out.write_all(&bytes).and_then(|()| out.flush()).expect("it is memory");
                out.into_inner()
            };
            let mut out = Escaping::new(Vec::new());
            for piece in bytes.chunks(size) {
                out.write_all(piece).expect("it is memory");
            }
            out.flush().expect("it is memory");
            prop_assert_eq!(&out.into_inner(), &whole);
            let text = String::from_utf8(whole).expect("text");
            prop_assert!(!text.contains(|letter| is_hidden(letter) && letter != '\n'));
        }
    }
}
