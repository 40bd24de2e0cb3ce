//! The control sequences that a client needs besides those of its frames.

use crate::escape;

/// Saves the window title, which is restored at the end.
pub const KEEP_TITLE: &[u8] = b"\x1b[22;0t";
/// Enters full-screen use. On a terminal without an alternate screen, clearing removes the output of the shell.
pub const ENTER: &[u8] = b"\x1b[?1049h\x1b[m\x1b[H\x1b[2J\x1b[?25l\x1b[?2004h";
/// Leaves full-screen use. It clears before the alternate screen is left: without an alternate screen the shell
/// continues on an empty screen.
pub const LEAVE: &[u8] =
    b"\x1b[?2026l\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[?1004l\x1b[?2004l\x1b[m\x1b[H\x1b[2J\x1b[?1049l\x1b[?25h\x1b[23;0t";
/// Rings the bell.
pub(crate) const BELL: u8 = 7;

/// Presses and releases, where it is known also the way between (1002), in a form for large windows (1006).
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1002l\x1b[?1000l";

/// Windows show no more of a title, and some terminals limit its length.
const LONGEST_TITLE: usize = 200;

/// Many terminals drop a longer text for the clipboard.
pub(crate) const LONGEST_COPY_BYTES: usize = 64 * 1024;

const FOCUS_ON: &[u8] = b"\x1b[?1004h";
const FOCUS_OFF: &[u8] = b"\x1b[?1004l";

/// The longest text of a notification, in characters.
const LONGEST_NOTE: usize = 200;

/// Turns reports about the focus of the window on or off.
pub(crate) const fn focus(on: bool) -> &'static [u8] {
    if on { FOCUS_ON } else { FOCUS_OFF }
}

/// How a terminal takes a notification for the desktop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notes {
    /// OSC 9, of iTerm2: one text.
    One,
    /// OSC 777, of rxvt: a title and a text.
    Titled,
}

/// Shows a notification on the desktop. The text cannot end the sequence.
pub(crate) fn notification(form: Notes, text: &str) -> Vec<u8> {
    let text: String = escape::line(text).chars().take(LONGEST_NOTE).collect();
    match form {
        Notes::One => format!("\x1b]9;{text}\x07"),
        Notes::Titled => format!("\x1b]777;notify;Heterodox;{text}\x07"),
    }
    .into_bytes()
}

/// A sequence for the terminal around tmux. It is passed on if tmux has `allow-passthrough` on.
pub(crate) fn through_tmux(sequence: &[u8]) -> Vec<u8> {
    let mut wrapped = b"\x1bPtmux;".to_vec();
    for &byte in sequence {
        if byte == 0x1b {
            wrapped.push(byte);
        }
        wrapped.push(byte);
    }
    wrapped.extend_from_slice(b"\x1b\\");
    wrapped
}

/// Turns mouse reporting on or off.
pub(crate) const fn mouse(on: bool) -> &'static [u8] {
    if on { MOUSE_ON } else { MOUSE_OFF }
}

/// Sets the window title (OSC 2). The text cannot end the sequence.
pub fn title(title: &str) -> Vec<u8> {
    let title: String = escape::line(title).chars().take(LONGEST_TITLE).collect();
    format!("\x1b]2;{title}\x07").into_bytes()
}

/// Copies a text to the clipboard (OSC 52); nothing if it is too long.
pub(crate) fn clipboard(text: &str) -> Vec<u8> {
    if text.len() > LONGEST_COPY_BYTES {
        return Vec::new();
    }
    format!("\x1b]52;c;{}\x07", escape::base64(text.as_bytes())).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_holds_no_commands() {
        assert_eq!(title("a\x1b]2;b\x07c"), b"\x1b]2;a\\x1b]2;b\\x07c\x07");
        assert!(title(&"é\n".repeat(1000)).len() < 400);
    }

    #[test]
    fn a_notification_holds_no_commands() {
        let text = "a\x1b]2;b\x07;c";
        assert_eq!(notification(Notes::One, text), b"\x1b]9;a\\x1b]2;b\\x07;c\x07");
        assert_eq!(notification(Notes::Titled, text), b"\x1b]777;notify;Heterodox;a\\x1b]2;b\\x07;c\x07");
        let wrapped = through_tmux(&notification(Notes::One, "a"));
        assert_eq!(wrapped, b"\x1bPtmux;\x1b\x1b]9;a\x07\x1b\\");
    }

    #[test]
    fn a_copied_text_is_base64() {
        for (text, copied) in
            [("", ""), ("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("\x07é\u{9b}", "B8Opwps=")]
        {
            assert_eq!(clipboard(text), format!("\x1b]52;c;{copied}\x07").into_bytes(), "{text:?}");
        }
        assert!(clipboard(&"x".repeat(LONGEST_COPY_BYTES + 1)).is_empty());
    }
}
