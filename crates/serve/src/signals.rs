//! The signals of the server: TERM and INT end it in order, HUP reads the settings again.

use std::io;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::task;

/// What the operator wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// End in order.
    Stop,
    /// Read the settings again.
    Reload,
}

/// Ends this server in order, as TERM does.
pub(super) fn stop() {
    let _ = signal_hook::low_level::raise(SIGTERM);
}

/// The orders that come from now on. A second TERM or INT ends the process at once.
pub(super) fn orders() -> io::Result<UnboundedReceiver<Order>> {
    let (sender, receiver) = unbounded_channel();
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP])?;
    task::spawn("signals", move || {
        let mut stopping = false;
        for signal in signals.forever() {
            let order = if signal == SIGHUP { Order::Reload } else { Order::Stop };
            if order == Order::Stop && std::mem::replace(&mut stopping, true) {
                let _ = emulate_default_handler(signal);
            }
            let _ = sender.send(order);
        }
    })?;
    Ok(receiver)
}
