//! The pages for browsers: where they are served, and how their readers are counted with all others.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Weak};

use heterodox_web::{Door, Place, Site, SiteWords};

use super::server::{Server, lock};
use super::settings::PublicAddress;
use crate::club::SSH_PORT;

/// A reader's place at the gate, until it is dropped.
struct Reader {
    server: Weak<Server>,
    number: u64,
}

impl Drop for Reader {
    fn drop(&mut self) {
        if let Some(server) = self.server.upgrade() {
            lock(&server.gate).leave(self.number);
        }
    }
}

/// The gate of the server, as the pages see it.
struct PageDoor(Weak<Server>);

impl PageDoor {
    fn place(&self, address: IpAddr, is_new: bool) -> Option<Place> {
        let number = self.0.upgrade()?.let_read(address, is_new)?;
        Some(Box::new(Reader { server: Weak::clone(&self.0), number }))
    }
}

impl Door for PageDoor {
    fn connection(&self, address: IpAddr) -> Option<Place> {
        self.place(address, true)
    }

    fn request(&self, address: IpAddr) -> Option<Place> {
        self.place(address, false)
    }

    fn failed(&self, words: &str) {
        if let Some(server) = self.0.upgrade() {
            server.log.note("failed", &[("what", &"web"), ("error", &words)]);
        }
    }
}

/// The line by which somebody comes in with a terminal.
fn line(public: Option<PublicAddress>, listening: SocketAddr) -> String {
    let nowhere = listening.ip().is_unspecified();
    let known = public.unwrap_or_else(|| {
        let PublicAddress { host, port } = listening.into();
        PublicAddress { host: if nowhere { "HOST".to_owned() } else { host }, port }
    });
    let port = if known.port == SSH_PORT { String::new() } else { format!("-p {} ", known.port) };
    format!("ssh {port}{}", known.host)
}

/// The pages of the club of this server, which listens for terminals here.
pub(super) fn site(server: &Arc<Server>, listening: SocketAddr) -> Arc<Site> {
    let settings = server.settings();
    let words = SiteWords {
        ssh: line(settings.public_address.clone(), listening),
        address: settings.web.address.clone().map(String::from),
        proxies: settings.web.proxies.iter().map(IpAddr::to_canonical).collect(),
    };
    let door = Arc::new(PageDoor(Arc::downgrade(server)));
    Arc::new(Site::new(Arc::clone(&server.club), server.games.clone(), words, door))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_the_port_only_if_it_is_another_one() {
        let at = |text: &str| text.parse::<SocketAddr>().expect("an address");
        let public = |text: &str| text.parse::<PublicAddress>().ok();
        for (named, listening, shown) in [
            (public("chess.example"), "0.0.0.0:2222", "ssh chess.example"),
            (public("chess.example:2222"), "127.0.0.1:22", "ssh -p 2222 chess.example"),
            (None, "127.0.0.1:2222", "ssh -p 2222 127.0.0.1"),
            (None, "0.0.0.0:22", "ssh HOST"),
        ] {
            assert_eq!(line(named, at(listening)), shown);
        }
    }
}
