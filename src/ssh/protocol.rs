//! What the server offers in the protocol: ways to exchange keys, to sign and to log in.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use russh::keys::PrivateKey;
use russh::server::Config;
use russh::{MethodKind, MethodSet, Preferred, kex};

use super::settings::Limits;

/// Exchanges of keys that cost the server little. Groups of Diffie-Hellman with more bits take up to a second of a
/// processor before anybody has logged in.
const EXCHANGES: &[kex::Name] = &[
    kex::MLKEM768X25519_SHA256,
    kex::CURVE25519,
    kex::CURVE25519_PRE_RFC_8731,
    kex::DH_G14_SHA256,
    // Not exchanges, but what else is said in this list.
    kex::EXTENSION_SUPPORT_AS_SERVER,
    kex::EXTENSION_OPENSSH_STRICT_KEX_AS_SERVER,
];

/// The two ways to log in.
pub(super) fn methods() -> MethodSet {
    MethodSet::from([MethodKind::PublicKey, MethodKind::KeyboardInteractive].as_slice())
}

/// The configuration of one connection.
pub(super) fn config(key: &PrivateKey, limits: &Limits) -> Arc<Config> {
    Arc::new(Config {
        methods: methods(),
        keys: vec![key.clone()],
        preferred: Preferred { kex: Cow::Borrowed(EXCHANGES), ..Preferred::DEFAULT },
        max_auth_attempts: limits.login_attempts,
        auth_rejection_time: Duration::from_secs(1),
        auth_rejection_time_initial: Some(Duration::ZERO),
        // It would count output too; idle connections are looked after by the server.
        inactivity_timeout: None,
        keepalive_interval: Some(Duration::from_secs(limits.keepalive_seconds)),
        keepalive_max: limits.keepalive_missed,
        window_size: 64 * 1024,
        event_buffer_size: 4,
        channel_buffer_size: 4,
        ..Config::default()
    })
}
