//! Says why a connection is refused, before there is a key or a name: a message of the protocol that `ssh` shows to its
//! user.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

/// How many are told at the same time; who comes then is only turned away.
const MOST: usize = 16;

/// How long one may take to listen.
const LONGEST_LAST_WORDS: Duration = Duration::from_secs(2);

/// The first line of a server.
const GREETING: &[u8] = b"SSH-2.0-heterodox\r\n";

/// The number of the message that ends a connection (RFC 4253, 11.1), and of the reason: too many connections.
const DISCONNECT: u8 = 1;
const TOO_MANY: u32 = 12;

/// The bytes with which a server ends a connection at once.
fn goodbye(words: &str) -> Vec<u8> {
    let mut message = vec![DISCONNECT];
    message.extend(TOO_MANY.to_be_bytes());
    for text in [words, ""] {
        message.extend((text.len() as u32).to_be_bytes());
        message.extend(text.as_bytes());
    }
    // A packet without encryption: its length, that of the padding, the message, and at least 4 bytes of padding, so that
    // the whole is a multiple of 8.
    let padding = 4 + (8 - (5 + message.len() + 4) % 8) % 8;
    let length = 1 + message.len() + padding;
    let mut bytes = GREETING.to_vec();
    bytes.extend((length as u32).to_be_bytes());
    bytes.push(padding as u8);
    bytes.extend(message);
    bytes.extend(std::iter::repeat_n(0, padding));
    bytes
}

/// The places of those who are told why they are refused.
pub(super) struct Disconnects(Arc<Semaphore>);

impl Default for Disconnects {
    fn default() -> Disconnects {
        Disconnects(Arc::new(Semaphore::new(MOST)))
    }
}

impl Disconnects {
    /// Tells somebody why, unless too many are being told.
    pub(super) fn tell(&self, stream: TcpStream, words: String) {
        if let Ok(place) = Arc::clone(&self.0).try_acquire_owned() {
            tokio::spawn(async move {
                let _place = place;
                tell(stream, words).await;
            });
        }
    }
}

/// Tells why, and closes the connection when the other side has heard it.
async fn tell(mut stream: TcpStream, words: String) {
    let say = async {
        stream.write_all(&goodbye(&words)).await?;
        stream.shutdown().await?;
        // What the other side has sent is read: bytes that nobody reads would reset the connection, and the words would be
        // lost.
        let mut bytes = [0; 512];
        while stream.read(&mut bytes).await? > 0 {}
        Ok::<_, std::io::Error>(())
    };
    let _ = tokio::time::timeout(LONGEST_LAST_WORDS, say).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_has_whole_blocks_and_enough_padding() {
        for length in 0..40 {
            let bytes = goodbye(&"x".repeat(length));
            let packet = bytes.strip_prefix(GREETING).expect("a greeting");
            let padding = usize::from(packet[4]);
            assert!(packet.len().is_multiple_of(8) && (4..=11).contains(&padding), "{length}: {packet:?}");
            assert_eq!(packet[..4], (packet.len() as u32 - 4).to_be_bytes());
            assert_eq!(packet[5..10], [1, 0, 0, 0, 12]);
            assert_eq!(packet.len(), 5 + 1 + 4 + 4 + length + 4 + padding);
        }
    }
}
