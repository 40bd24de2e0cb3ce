//! Output of the commands. Text from files or other programs must not send control sequences to the terminal.
//! Messages for people are always escaped; data are escaped only on a terminal, so that a file or another
//! program gets the exact bytes.

use std::io::{self, IsTerminal as _, Write};

use crate::escape::{self, Escaping};

/// Standard output for messages to people.
pub fn words() -> Escaping<io::Stdout> {
    Escaping::new(io::stdout())
}

/// Standard error for the log of the server.
pub fn log() -> Escaping<io::Stderr> {
    Escaping::new(io::stderr())
}

/// Standard output for data.
pub enum Data {
    /// For a file or another program: exact bytes.
    Exact(io::StdoutLock<'static>),
    /// For a terminal: escaped.
    Shown(Escaping<io::StdoutLock<'static>>),
}

/// Standard output for data: exact unless it is a terminal.
pub fn data() -> Data {
    let out = io::stdout().lock();
    if out.is_terminal() { Data::Shown(Escaping::new(out)) } else { Data::Exact(out) }
}

/// Standard output without escapes: for replays with control sequences that this program made itself, and for
/// text that was escaped before.
pub fn film() -> Data {
    Data::Exact(io::stdout().lock())
}

impl Write for Data {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Data::Exact(out) => out.write(bytes),
            Data::Shown(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Data::Exact(out) => out.flush(),
            Data::Shown(out) => out.flush(),
        }
    }
}

/// Prints an error of a program in one line. A failure to write is ignored, because it cannot be reported.
pub fn complain(program: &str, problem: &str) {
    remark(&format!("{program}: {problem}"));
}

/// Prints a line of additional information to standard error.
pub fn remark(text: &str) {
    let _ = writeln!(io::stderr(), "{}", escape::line(text));
}

/// Prints the help of a program, or what is wrong with its arguments.
pub fn usage(text: &str, is_error: bool) {
    let text = escape::lines(text);
    let _ =
        if is_error { io::stderr().write_all(text.as_bytes()) } else { io::stdout().write_all(text.as_bytes()) };
}

/// What follows the words about a bug: where it can be reported.
pub const REPORT: &str =
    concat!("Please report it, with what heterodox --version prints: ", env!("CARGO_PKG_REPOSITORY"), "/issues");

/// Sets a panic hook that prints panic messages with escapes.
pub fn guard_panics(program: &'static str) {
    std::panic::set_hook(Box::new(move |info| {
        let backtrace = std::backtrace::Backtrace::capture();
        let seen = backtrace.status() == std::backtrace::BacktraceStatus::Captured;
        let trace = if seen { format!("\n{backtrace}") } else { String::new() };
        let text = format!("{program}: {info}{trace}\nThis is a bug in the program. {REPORT}");
        let _ = writeln!(io::stderr(), "{}", escape::lines(&text));
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// The test runs itself in a new process, which panics.
    #[test]
    fn a_panic_is_told_with_escapes() {
        const AGAIN: &str = "HETERODOX_TEST_PANICS";
        if std::env::var_os(AGAIN).is_some() {
            guard_panics("heterodox");
            panic!("a\x1b]0;EVIL\x07b\u{9b}5z\u{202e}");
        }
        let name = "output::tests::a_panic_is_told_with_escapes";
        let program = std::env::current_exe().expect("it runs");
        let output = Command::new(program).args(["--exact", name, "--nocapture"]).env(AGAIN, "1").output();
        let output = output.expect("it starts again");
        let errors = String::from_utf8(output.stderr).expect("text");
        assert!(errors.contains("a\\x1b]0;EVIL\\x07b\\u{9b}5z\\u{202e}"), "{errors}");
        assert!(!errors.contains(|letter| escape::is_hidden(letter) && letter != '\n'), "{errors}");
    }
}
