//! The wire of a session whose client runs at another server, or is on its way there.

use std::io;

use tokio::sync::mpsc::UnboundedSender;

use super::Wire;
use crate::errand::{ERRAND, Errand};
use crate::tui::wakes::Event;
use crate::window::Window;

/// What is sent on to another server while the client runs there.
#[derive(Debug)]
pub(crate) enum Piped {
    /// These bytes were typed.
    Bytes(Vec<u8>),
    /// The window has another size, and perhaps other cells.
    Resized(Window),
    /// The session has to end in order.
    End,
}

impl Wire {
    /// The same for a session that another server has sent here.
    pub(crate) fn led_by_another(self) -> Wire {
        Wire { is_led: true, ..self }
    }

    /// The client ends, and the session goes to the server of this table.
    pub(crate) fn go(&self, errand: Errand) {
        let mut state = self.state();
        state.errand = Some(errand);
        if let Some(client) = &state.client {
            client.offer(Event::Gone);
        }
    }

    /// Is the client to end because its session goes to another server?
    pub(crate) fn is_going(&self) -> bool {
        let state = self.state();
        state.errand.is_some() && !state.ended
    }

    /// Where the session goes. What is typed on the way waits for the next client.
    pub(crate) fn take_errand(&self) -> Option<Errand> {
        let mut state = self.state();
        state.client = None;
        state.errand.take().filter(|_| !state.ended)
    }

    /// Tells the server that has sent the session here where it goes.
    pub(crate) fn send_back(&self, errand: &Errand) {
        let text = serde_json::to_vec(errand).unwrap_or_default();
        let _ = self.runtime.block_on(async { self.channel.extended_data_bytes(ERRAND, text).await });
    }

    /// Has another server sent the session here?
    pub(crate) const fn is_led(&self) -> bool {
        self.is_led
    }

    /// From now on input goes there, or to the next client.
    pub(crate) fn pipe_to(&self, pipe: Option<UnboundedSender<Piped>>) {
        let mut state = self.state();
        if let Some(pipe) = &pipe {
            let early = std::mem::take(&mut state.early);
            if !early.is_empty() {
                let _ = pipe.send(Piped::Bytes(early));
            }
            if state.ended {
                let _ = pipe.send(Piped::End);
            }
        }
        state.pipe = pipe;
    }

    /// Must the session end, or is its other end gone?
    pub(crate) fn is_over(&self) -> bool {
        self.is_cut() || self.state().ended
    }

    /// Waits until the other end is gone.
    pub(crate) async fn until_cut(&self) {
        let mut cut = self.cut.subscribe();
        let _ = cut.wait_for(|cut| *cut).await;
    }

    /// Runs this on the threads of the connections. For the thread of the client.
    pub(crate) fn block_on<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Writes bytes that were drawn at another server.
    pub(crate) async fn write_now(&self, bytes: &[u8]) -> io::Result<()> {
        self.give(&[bytes], false).await
    }
}
