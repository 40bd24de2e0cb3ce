//! The way of one session to another server: what is typed goes there, what is drawn comes back. Each session has a
//! connection of its own, so that a terminal that takes nothing holds up nobody else.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use russh::client::{self, Config, Handle};
use russh::keys::{PrivateKeyWithHashAlg, PublicKey, PublicKeyOrCertificate};
use russh::{ChannelMsg, Sig};
use tokio::sync::mpsc::UnboundedReceiver;

use super::{MISSED, SIGN, failed};
use crate::card::Card;
use crate::errand::ERRAND;
use crate::server::Server;
use crate::wire::{Piped, Wire};

/// How long the way there may take.
const CONNECT: Duration = Duration::from_secs(3);

/// How long the other end may take to say its last words.
const LAST_WORDS: Duration = Duration::from_secs(4);

/// How a session at another server has ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// Its user has left, with this status.
    Left(u32),
    /// It wants to the server of another table.
    Errand(Vec<u8>),
    /// The other server is gone, or goes.
    Lost,
}

/// Takes only a server that has the host key.
struct SameKey(PublicKey);

impl client::Handler for SameKey {
    type Error = russh::Error;

    async fn check_server_key(&mut self, key: &PublicKeyOrCertificate) -> Result<bool, Self::Error> {
        Ok(matches!(key, PublicKeyOrCertificate::PublicKey { key, .. } if self.0.key_data() == key.key_data()))
    }
}

async fn connect(server: &Server, address: &str) -> io::Result<Handle<SameKey>> {
    let config = Arc::new(Config {
        inactivity_timeout: None,
        keepalive_interval: Some(SIGN),
        keepalive_max: MISSED,
        window_size: 64 * 1024,
        channel_buffer_size: 4,
        nodelay: true,
        ..Config::default()
    });
    let own = SameKey(server.key.public_key().clone());
    let mut handle = client::connect(config, address, own).await.map_err(failed)?;
    let key = PrivateKeyWithHashAlg::new(Arc::new(server.key.clone()), None);
    let entered = handle.authenticate_publickey("node", key).await.map_err(failed)?;
    if entered.success() { Ok(handle) } else { Err(failed("the other server has another host key")) }
}

/// Leads a session to the server at this address until it ends there.
pub(super) async fn lead(
    server: &Server,
    address: &str,
    card: &Card,
    wire: &Wire,
    mut input: UnboundedReceiver<Piped>,
) -> io::Result<Ended> {
    let text = serde_json::to_vec(card).map_err(failed)?;
    let entering = async {
        let handle = connect(server, address).await?;
        let channel = handle.channel_open_session().await.map_err(failed)?;
        channel.exec(true, text).await.map_err(failed)?;
        Ok::<_, io::Error>((handle, channel))
    };
    let entered = tokio::time::timeout(CONNECT, entering).await;
    let (_handle, channel) = entered.map_err(|_| failed("no answer"))??;
    let (mut drawn, typed) = channel.split();
    let (mut status, mut errand) = (None, None);
    let draw = async {
        while let Some(message) = drawn.wait().await {
            match message {
                ChannelMsg::Data { data } => wire.write_now(&data).await?,
                ChannelMsg::ExtendedData { data, ext: ERRAND } => errand = Some(data.to_vec()),
                ChannelMsg::ExitStatus { exit_status } => status = Some(exit_status),
                ChannelMsg::Failure => return Err(failed("the other server takes no session now")),
                ChannelMsg::Close => break,
                _ => {}
            }
        }
        Ok::<_, io::Error>(())
    };
    let type_in = async {
        while let Some(piped) = input.recv().await {
            let sent = match piped {
                Piped::Bytes(bytes) => typed.data_bytes(bytes).await,
                Piped::Resized(window) => {
                    let (columns, rows) = (u32::from(window.size.0), u32::from(window.size.1));
                    let (wide, high) = window.pixels();
                    typed.window_change(columns, rows, wide, high).await
                }
                Piped::End => {
                    let _ = typed.signal(Sig::TERM).await;
                    tokio::time::sleep(LAST_WORDS).await;
                    return;
                }
            };
            if sent.is_err() {
                break;
            }
        }
        // Nothing is typed any more; what is drawn says when it is over.
        std::future::pending::<()>().await;
    };
    tokio::select! {
        drawn = draw => drawn?,
        () = type_in => {}
        () = wire.until_cut() => {}
    }
    Ok(match (errand, status) {
        (Some(errand), _) => Ended::Errand(errand),
        (None, Some(status)) => Ended::Left(status),
        (None, None) => Ended::Lost,
    })
}
