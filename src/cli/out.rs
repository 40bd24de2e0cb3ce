//! Where the commands write. Nothing of what others wrote commands the reader's terminal: words for
//! people are always shown with escapes, data only where a terminal shows it, so that a file or
//! another program gets it byte by byte.

use std::io::{self, IsTerminal as _, Write};

use clap::error::{ContextKind, ContextValue};

use crate::escape::{self, Escaping};

/// Standard output for words that people read.
pub(super) fn words() -> Escaping<io::Stdout> {
    Escaping::new(io::stdout())
}

/// Standard output for data.
pub(super) enum Data {
    /// A file or another program reads it.
    Exact(io::StdoutLock<'static>),
    /// A terminal shows it.
    Shown(Escaping<io::StdoutLock<'static>>),
}

/// Standard output for data: exact where no terminal shows it.
pub(super) fn data() -> Data {
    let out = io::stdout().lock();
    if out.is_terminal() { Data::Shown(Escaping::new(out)) } else { Data::Exact(out) }
}

/// Standard output as it is: for pictures that command a terminal, all of whose bytes are our own,
/// and for what was made safe before.
pub(super) fn film() -> Data {
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

/// Says in one line what is wrong. Nobody may be listening; then nobody is told.
pub(super) fn complain(problem: &str) {
    remark(&format!("heterodox: {problem}"));
}

/// Says a line beside what was asked for.
pub(super) fn remark(text: &str) {
    let _ = writeln!(io::stderr(), "{}", escape::line(text));
}

/// Says what is wrong with the arguments, or the help that they ask for. What was typed stands in
/// one line, so that it cannot look like one of ours.
pub(super) fn arguments(mut error: clap::Error) {
    let context: Vec<(ContextKind, ContextValue)> =
        error.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in context {
        let shown = |text: &String| escape::line(text).into_owned();
        let value = match &value {
            ContextValue::String(text) => ContextValue::String(shown(text)),
            ContextValue::Strings(texts) => ContextValue::Strings(texts.iter().map(shown).collect()),
            ContextValue::StyledStrs(texts) => {
                ContextValue::StyledStrs(texts.iter().map(|text| shown(&text.to_string()).into()).collect())
            }
            _ => continue,
        };
        error.insert(kind, value);
    }
    let text = error.render().to_string();
    let text = escape::lines(&text);
    let _ = if error.use_stderr() {
        io::stderr().write_all(text.as_bytes())
    } else {
        io::stdout().write_all(text.as_bytes())
    };
}

/// A panic tells what it stumbled over: that too is shown with escapes.
pub(super) fn guard_panics() {
    std::panic::set_hook(Box::new(|info| {
        let backtrace = std::backtrace::Backtrace::capture();
        let seen = backtrace.status() == std::backtrace::BacktraceStatus::Captured;
        let trace = if seen { format!("\n{backtrace}") } else { String::new() };
        let text = format!("heterodox: {info}{trace}\nThis is a bug in the program.");
        let _ = writeln!(io::stderr(), "{}", escape::lines(&text));
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// The test starts itself again, and that one panics.
    #[test]
    fn a_panic_is_told_with_escapes() {
        const AGAIN: &str = "HETERODOX_TEST_PANICS";
        if std::env::var_os(AGAIN).is_some() {
            guard_panics();
            panic!("a\x1b]0;EVIL\x07b\u{9b}5z\u{202e}");
        }
        let name = "cli::out::tests::a_panic_is_told_with_escapes";
        let program = std::env::current_exe().expect("it runs");
        let output = Command::new(program).args(["--exact", name, "--nocapture"]).env(AGAIN, "1").output();
        let output = output.expect("it starts again");
        let told = String::from_utf8(output.stderr).expect("text");
        assert!(told.contains("a\\x1b]0;EVIL\\x07b\\u{9b}5z\\u{202e}"), "{told}");
        assert!(!told.contains(|letter| escape::is_hidden(letter) && letter != '\n'), "{told}");
    }
}
