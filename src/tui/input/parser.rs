//! Parser of the bytes from a terminal. A sequence may be split at any byte. Answers of the terminal that are known
//! become reports; other sequences that are not input are dropped and never taken as letters.

use termina::event::{KeyCode, KeyEventKind, Modifiers, MouseButton, MouseEventKind};
use termina::{Event, Parser as Sequences};

use super::report::Report;
use super::{Input, Key, Stroke};

/// The maximum length of a sequence; a longer one is dropped up to its end.
const LONGEST_SEQUENCE: usize = 4096;
/// How much of the beginning of a longer one is kept: enough to know what it is.
const BEGINNING: usize = 4;
/// The maximum length of a paste; the rest is cut off.
const LONGEST_PASTE: usize = 64 * 1024;

const PASTE_BEGINS: &[u8] = b"\x1b[200~";
const PASTE_ENDS: &[u8] = b"\x1b[201~";

/// The ends of a string: String Terminator, or Bell for `ESC ]`.
const STRING_ENDS: &[u8] = b"\x1b\\";
const BELL: u8 = 7;

/// Whether these bytes begin a string: `ESC P`, `ESC ]`, `ESC _ G`. `ESC _` alone may also be a key with Alt.
fn is_string(bytes: &[u8]) -> bool {
    [&b"\x1bP"[..], b"\x1b]", b"\x1b_G"].iter().any(|begins| bytes.starts_with(begins))
}

/// Whether a sequence has its last byte, so that it is dropped if it is no input. What comes next is not part of it.
fn is_over(bytes: &[u8]) -> bool {
    match bytes {
        [0x1b, b'O', _] => true,
        // A function key of the Linux console.
        [0x1b, b'[', b'[', rest @ ..] => !rest.is_empty(),
        // The old report of the mouse has three more bytes.
        [0x1b, b'[', b'M', rest @ ..] => rest.len() >= 3,
        [0x1b, b'[', .., last] => bytes.len() > 2 && matches!(last, b'@'..=b'~'),
        _ => false,
    }
}

/// Turns bytes into input events.
#[derive(Debug, Default)]
pub struct Parser {
    sequences: Sequences,
    /// The bytes since the last complete event.
    open: Vec<u8>,
    /// Whether the current sequence is too long, so that only its end is looked for.
    overlong: bool,
    /// The bytes of the current paste, if there is one.
    paste: Option<Vec<u8>>,
}

impl Parser {
    /// A parser in its initial state.
    pub fn new() -> Parser {
        Parser::default()
    }

    /// Parses bytes and returns the events that are complete.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Input> {
        let mut inputs = Vec::new();
        for &byte in bytes {
            self.byte(byte, &mut inputs);
        }
        inputs
    }

    fn byte(&mut self, byte: u8, inputs: &mut Vec<Input>) {
        if let Some(paste) = &mut self.paste {
            paste.push(byte);
            if paste.ends_with(PASTE_ENDS) {
                paste.truncate((paste.len() - PASTE_ENDS.len()).min(LONGEST_PASTE));
                inputs.push(Input::Paste(text(paste)));
                self.paste = None;
            } else if paste.len() > LONGEST_PASTE + PASTE_ENDS.len() {
                // The end of the paste must still be found, so only the last bytes are kept beyond the limit.
                paste.drain(LONGEST_PASTE..=LONGEST_PASTE);
            }
            return;
        }
        self.open.push(byte);
        if self.open == PASTE_BEGINS {
            self.reset();
            self.paste = Some(Vec::new());
            return;
        }
        // Some terminals send a second Escape before a sequence for Alt; it is ignored.
        if self.open == b"\x1b\x1b" {
            return;
        }
        let doubled = self.open.len() == 3 && self.open.starts_with(b"\x1b\x1b");
        if doubled && matches!(byte, b'[' | b'O') {
            self.open.remove(0);
            self.sequences = Sequences::default();
            self.sequences.parse(b"\x1b", true);
        } else if doubled {
            self.reset();
            inputs.push(Input::Stroke(Stroke::plain(Key::Esc)));
            self.byte(0x1b, inputs);
            self.byte(byte, inputs);
            return;
        }
        if self.open == b"\x1b_" {
            return;
        }
        if self.open.len() == 3 && self.open.starts_with(b"\x1b_") && byte != b'G' {
            self.reset();
            inputs.push(Input::Stroke(alt('_')));
            self.byte(byte, inputs);
            return;
        }
        if is_string(&self.open) {
            let bell = byte == BELL && self.open[1] == b']';
            if bell || self.open.ends_with(STRING_ENDS) {
                let end = self.open.len() - if bell { 1 } else { STRING_ENDS.len() };
                let report = Report::of_string(&self.open[..end]).filter(|_| !self.overlong);
                inputs.extend(report.map(Input::Report));
                self.reset();
            } else {
                self.shorten();
            }
            return;
        }
        if self.overlong {
            // Only a control sequence is as long as this and no string. It ends with a letter.
            if matches!(byte, b'@'..=b'~') {
                self.reset();
            } else {
                self.shorten();
            }
            return;
        }
        if let Some(report) = Report::of_sequence(&self.open) {
            self.reset();
            inputs.push(Input::Report(report));
            return;
        }
        self.sequences.parse(&[byte], true);
        let mut whole = false;
        while let Some(event) = self.sequences.pop() {
            whole = true;
            inputs.extend(input(&event));
        }
        // An invalid character is dropped after four bytes.
        if whole || is_over(&self.open) || self.open.len() >= 4 && self.open[0] != 0x1b {
            self.reset();
        }
        self.shorten();
    }

    /// Forgets the middle of a sequence that is too long: the rest of it is no input either.
    fn shorten(&mut self) {
        if self.open.len() > LONGEST_SEQUENCE {
            self.overlong = true;
            self.open.drain(BEGINNING..self.open.len() - 1);
        }
    }

    fn reset(&mut self) {
        self.open.clear();
        self.overlong = false;
        self.sequences = Sequences::default();
    }

    /// Whether there is an unfinished escape sequence.
    pub fn pending(&self) -> bool {
        self.open.first() == Some(&0x1b)
    }

    /// Whether the unfinished sequence is an answer of the terminal. No key begins like that, so its rest can be
    /// waited for longer than that of a key.
    pub fn is_answer(&self) -> bool {
        [&b"\x1bP>|"[..], b"\x1b[?", b"\x1b[>"].iter().any(|begins| self.open.starts_with(begins))
    }

    /// Whether the unfinished sequence is longer than anything that is known. Nobody types that much in one.
    pub const fn is_overlong(&self) -> bool {
        self.overlong
    }

    /// Called when no more bytes come in time: Escape alone is a key, other unfinished sequences are dropped.
    pub fn flush(&mut self) -> Vec<Input> {
        let escape = Stroke::plain(Key::Esc);
        let strokes = match self.open[..] {
            [0x1b] => vec![escape],
            [0x1b, 0x1b] => vec![escape, escape],
            [0x1b, letter @ (b'P' | b']' | b'_')] => vec![alt(letter.into())],
            _ => Vec::new(),
        };
        if self.pending() {
            self.reset();
        }
        strokes.into_iter().map(Input::Stroke).collect()
    }
}

/// A letter with Alt.
const fn alt(letter: char) -> Stroke {
    Stroke { key: Key::Char(letter), ctrl: false, alt: true }
}

/// Pasted bytes as text, without control characters other than line feed and tab.
fn text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\r', "\n");
    text.chars().filter(|&letter| !letter.is_control() || letter == '\n' || letter == '\t').collect()
}

fn input(event: &Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => stroke(key.code, key.modifiers).map(Input::Stroke),
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Input::Press(mouse.column, mouse.row)),
            MouseEventKind::Up(MouseButton::Left) => Some(Input::Release(mouse.column, mouse.row)),
            MouseEventKind::ScrollUp => Some(Input::Wheel(-1, mouse.column, mouse.row)),
            MouseEventKind::ScrollDown => Some(Input::Wheel(1, mouse.column, mouse.row)),
            _ => None,
        },
        Event::FocusIn => Some(Input::Focus(true)),
        Event::FocusOut => Some(Input::Focus(false)),
        _ => None,
    }
}

fn stroke(code: KeyCode, modifiers: Modifiers) -> Option<Stroke> {
    let (mut ctrl, alt) = (modifiers.contains(Modifiers::CONTROL), modifiers.contains(Modifiers::ALT));
    let shift = modifiers.contains(Modifiers::SHIFT);
    let key = match code {
        // Ctrl with these letters sends the codes of other keys.
        KeyCode::Char('h') if ctrl => Key::Backspace,
        KeyCode::Char('i') if ctrl => Key::Tab,
        KeyCode::Char('j' | 'm') if ctrl => Key::Enter,
        KeyCode::Char(letter) if letter.is_control() => return None,
        KeyCode::Char(letter) if ctrl => Key::Char(letter.to_ascii_lowercase()),
        KeyCode::Char(letter) => Key::Char(letter),
        KeyCode::Enter => Key::Enter,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Tab if shift => Key::BackTab,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Escape => Key::Esc,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Insert => Key::Insert,
        KeyCode::Delete => Key::Delete,
        KeyCode::Function(number @ 1..=12) => Key::F(number),
        _ => return None,
    };
    if matches!(key, Key::Backspace | Key::Tab | Key::Enter) {
        ctrl = false;
    }
    Some(Stroke { key, ctrl, alt })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(bytes: &[u8]) -> Vec<Input> {
        let mut parser = Parser::new();
        let mut inputs = parser.feed(bytes);
        inputs.extend(parser.flush());
        inputs
    }

    fn strokes(names: &str) -> Vec<Input> {
        names.split(' ').map(|name| Input::Stroke(name.parse().expect(name))).collect()
    }

    #[test]
    fn keys_are_what_they_are_called() {
        for (bytes, names) in [
            (&b"a"[..], "a"),
            (b"H!~", "H ! ~"),
            (b" ", "Space"),
            (b"\r", "Enter"),
            (b"\n", "Enter"),
            (b"\t", "Tab"),
            (b"\x1b[Z", "S-Tab"),
            (b"\x7f", "Backspace"),
            (b"\x08", "Backspace"),
            (b"\x1b", "Esc"),
            (b"\x1b\x1b", "Esc Esc"),
            (b"\x1b[A\x1b[B\x1b[C\x1b[D", "Up Down Right Left"),
            (b"\x1bOA\x1bOB", "Up Down"),
            (b"\x1b\x1b[A", "Up"),
            (b"\x1b[1;5C", "C-Right"),
            (b"\x1b[5~\x1b[6~", "PgUp PgDn"),
            (b"\x1b[H\x1b[F\x1b[1~\x1b[4~", "Home End Home End"),
            (b"\x1b[3~\x1b[2~", "Delete Insert"),
            (b"\x03\x0c\x1a", "C-c C-l C-z"),
            (b"\x1bx", "A-x"),
            (b"\x1b_", "A-_"),
            (b"\x1b_x\x1b]", "A-_ x A-]"),
            (b"\x1bP", "A-P"),
            (b"\x1bOP\x1b[24~", "F1 F12"),
            ("é".as_bytes(), "é"),
        ] {
            assert_eq!(all(bytes), strokes(names), "{bytes:?}");
        }
    }

    #[test]
    fn the_mouse_is_its_left_button_and_its_wheel() {
        assert_eq!(all(b"\x1b[<0;10;5M\x1b[<0;12;6m"), [Input::Press(9, 4), Input::Release(11, 5)]);
        assert_eq!(all(b"\x1b[<64;1;1M\x1b[<65;1;1M"), [Input::Wheel(-1, 0, 0), Input::Wheel(1, 0, 0)]);
        assert_eq!(all(b"\x1b[<2;1;1M\x1b[<35;1;1M"), []);
    }

    #[test]
    fn answers_of_the_terminal_are_no_letters() {
        for bytes in [
            &b"\x1b[24;80R"[..],
            b"\x1b]11;rgb:0000/0000/0000\x1b\\",
            b"\x1b]11;rgb:0000/0000/0000\x07",
            b"\x1bP1+r544e=787465726d\x1b\\",
            b"\x1b[?2026;2$y",
            b"\x1b[8;24;80t",
            b"\x1b[>c",
            b"\x1b[?c",
            b"\x1b[>1;250801;0c",
            b"\x1b[?62;99999999c",
            b"\x1b[[Z",
            b"\x1bOz",
        ] {
            // The next key is one, whatever it is.
            for then in ["q", "A-]", "A-P", "Up"] {
                let sent = match then {
                    "A-]" => "\x1b]",
                    "A-P" => "\x1bP",
                    "Up" => "\x1b[A",
                    other => other,
                };
                assert_eq!(all(&[bytes, sent.as_bytes()].concat()), strokes(then));
            }
            assert_eq!(all(bytes), [], "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn known_answers_are_reports() {
        for (bytes, report) in [
            (&b"\x1b[?62;22c"[..], Report::Attributes(vec![62, 22])),
            (b"\x1bP>|kitty(0.35.2)\x1b\\", Report::Version("kitty(0.35.2)".to_owned())),
            (b"\x1bP>|a\x01\x1bb\xff\x1b\\", Report::Version("ab\u{fffd}".to_owned())),
            (b"\x1b[>0;136;0c", Report::Kind(vec![0, 136, 0])),
            (b"\x1b[?62;52;c", Report::Attributes(vec![62, 52])),
            (b"\x1b_Gi=31;OK\x1b\\", Report::Graphics("i=31;OK".to_owned())),
            (b"\x1b[6;20;10t", Report::Cell(10, 20)),
        ] {
            let then = [bytes, b"q"].concat();
            let shown = String::from_utf8_lossy(bytes);
            assert_eq!(all(&then), [Input::Report(report), Input::Stroke(Stroke::char('q'))], "{shown:?}");
        }
        assert_eq!(all(b"\x1b[?62;99999999c\x1b[6;1t"), []);
    }

    #[test]
    fn pastes_are_text() {
        let mut parser = Parser::new();
        let pasted = "8/8 w\r\n- \u{1b}[31m x";
        let inputs = parser.feed(format!("\x1b[200~{pasted}\x1b[201~a").as_bytes());
        assert_eq!(inputs, [Input::Paste("8/8 w\n- [31m x".to_owned()), Input::Stroke(Stroke::char('a'))]);
        let long = vec![b'x'; LONGEST_PASTE * 2];
        let mut inputs = parser.feed(b"\x1b[200~");
        inputs.extend(parser.feed(&long));
        inputs.extend(parser.feed(b"\x1b[201~"));
        assert!(matches!(&inputs[..], [Input::Paste(text)] if text.len() == LONGEST_PASTE));
    }

    #[test]
    fn of_a_sequence_that_is_too_long_nothing_is_left() {
        for (begins, ends) in [
            (&b"\x1bP>|kitty(0.46.2)"[..], &b"\x1b\\"[..]),
            (b"\x1bP1+r", b"\x1b\\"),
            (b"\x1b]0;", b"\x07"),
            (b"\x1b_G", b"\x1b\\"),
            (b"\x1b[?62", b"c"),
            (b"\x1b[", b"~"),
        ] {
            let shown = String::from_utf8_lossy(begins);
            let mut parser = Parser::new();
            let long = |byte| vec![byte; 16 * LONGEST_SEQUENCE + 5];
            assert_eq!(parser.feed(begins), []);
            assert_eq!(parser.feed(&long(b'1')), [], "{shown:?}");
            assert!(parser.pending() && parser.is_overlong() && parser.open.len() <= LONGEST_SEQUENCE);
            assert_eq!(parser.feed(ends), [], "{shown:?}");
            assert_eq!(parser.feed(b"q"), strokes("q"), "{shown:?}");
            // Without an end it is given up when nothing more comes.
            parser.feed(&[begins, &long(b'2')].concat());
            assert_eq!((parser.flush(), parser.pending()), (Vec::new(), false));
            assert_eq!(parser.feed(b"q"), strokes("q"), "{shown:?}");
        }
    }

    proptest! {
        #[test]
        fn pieces_make_the_same_as_the_whole(
            parts in prop::collection::vec(prop::sample::select(vec![
                &b"\x1b[A"[..], b"\x1b[1;5D", b"q", b"\r", "ü".as_bytes(), b"\x1b[<0;3;4M",
                b"\x1b[200~a\x1bb\x1b[201~", b"\x1b[24;80R", b"\x1bOC", b"\x1b_Gi=1;OK\x1b\\", b"\x1bP>|x(1)\x1b\\",
                b"\x1b[?62c", b"\x1b_q", b"\x1b]11;rgb:0/0/0\x07",
            ]), 0..12),
            cuts in prop::collection::vec(1..5_usize, 1..40),
        ) {
            let bytes = parts.concat();
            let whole = all(&bytes);
            let (mut parser, mut rest, mut pieces) = (Parser::new(), &bytes[..], Vec::new());
            for cut in cuts.iter().cycle() {
                if rest.is_empty() { break; }
                let (piece, after) = rest.split_at((*cut).min(rest.len()));
                pieces.extend(parser.feed(piece));
                rest = after;
            }
            pieces.extend(parser.flush());
            prop_assert_eq!(pieces, whole);
        }

        #[test]
        fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let mut parser = Parser::new();
            parser.feed(&bytes);
            parser.flush();
            parser.feed(b"\x1b[201~");
            parser.flush();
            prop_assert!(parser.feed(b"zz").contains(&Input::Stroke(Stroke::char('z'))));
        }
    }
}
