//! What clap says of the arguments, without control sequences from them.

use clap::error::{ContextKind, ContextValue};

use crate::escape;
#[cfg(feature = "serve")]
pub(super) use heterodox_base::output::log;
pub(super) use heterodox_base::output::{data, film, guard_panics, remark, words};

/// Prints an error in one line.
pub(super) fn complain(problem: &str) {
    heterodox_base::output::complain("heterodox", problem);
}

/// Prints the error about the arguments, or the requested help. User input in it is escaped to one line, so
/// that it cannot imitate a message of the program.
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
    heterodox_base::output::usage(&error.render().to_string(), error.use_stderr());
}
