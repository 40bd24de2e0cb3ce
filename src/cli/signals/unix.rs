//! The signals of a Unix system outside the screen: those that end a client of lines, and the one of a file that is full.

use std::io;
use std::sync::Arc;

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::linear::Leaver;
use crate::task;

/// With a handler for SIGXFSZ, exceeding the file size limit is an ordinary write error, like a full disk.
/// Without one, the signal would end the program.
pub(super) fn survive_full_files() {
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

/// The first of these signals makes the client leave as at the end of its input, the second ends it at once.
pub(super) fn leave_when_told(leaver: Leaver) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT])?;
    task::spawn("signals", move || {
        let mut asked = false;
        for signal in signals.forever() {
            if std::mem::replace(&mut asked, true) {
                let _ = emulate_default_handler(signal);
            }
            leaver.leave();
        }
    })?;
    Ok(())
}
