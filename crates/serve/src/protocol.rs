//! What the server offers in the protocol: ways to exchange keys, to sign and to log in.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use russh::keys::ssh_key::public::RsaPublicKey;
use russh::keys::{Algorithm, PrivateKey};
use russh::server::{Auth, Config, PublicKeyOffer};
use russh::{MethodKind, Preferred, kex};

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

/// The bits of the shortest RSA key that is taken.
const LEAST_BITS: u32 = 2048;

/// Why this key is too weak to be an account, in words for its owner. SHA-1 is offered as a signature all the same: an `ssh`
/// that knows nothing else would not use its key at all, and its user would not be told.
pub(super) fn weakness(offer: &PublicKeyOffer<'_>) -> Option<String> {
    let other = "make another key with: ssh-keygen -t ed25519";
    if let Some(bits) =
        offer.public_key.key_data().rsa().map(RsaPublicKey::key_size).filter(|bits| *bits < LEAST_BITS)
    {
        return Some(format!("Your RSA key has {bits} bits, and this server takes {LEAST_BITS} or more: {other}"));
    }
    let is_sha1 = *offer.algorithm == Algorithm::Rsa { hash: None };
    is_sha1.then(|| {
        format!("Your ssh signs with SHA-1 (ssh-rsa), which is not safe any more: use a newer ssh, or {other}")
    })
}

/// The two ways to log in.
const METHODS: [MethodKind; 2] = [MethodKind::PublicKey, MethodKind::KeyboardInteractive];

fn refused_but(methods: &[MethodKind]) -> Auth {
    Auth::Reject { proceed_with_methods: Some(methods.into()), partial_success: false }
}

/// Refuses an attempt to log in. Both ways are still open.
pub(super) fn refused() -> Auth {
    refused_but(&METHODS)
}

/// Tells somebody why they are refused, in a form that asks for nothing; who has `heard` it can try other keys.
pub(super) fn told(words: &str, heard: bool) -> Auth {
    if heard {
        return refused_but(&METHODS[..1]);
    }
    Auth::Partial { name: "".into(), instructions: words.to_owned().into(), prompts: Cow::Borrowed(&[]) }
}

/// The configuration of one connection.
pub(super) fn config(key: &PrivateKey, limits: &Limits) -> Arc<Config> {
    Arc::new(Config {
        methods: METHODS.as_slice().into(),
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
