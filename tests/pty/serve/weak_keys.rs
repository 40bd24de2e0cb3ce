//! Keys that are too weak to be an account: their owners read why, and become no guests by it.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use russh::client::{AuthResult, KeyboardInteractiveAuthResponse};
use russh::kex;
use russh::keys::{HashAlg, PrivateKeyWithHashAlg, load_secret_key};

use super::club::{By, Club};
use super::raw::Raw;

/// What is said about 1024 bits, and about SHA-1.
const BITS: &str = "Your RSA key has 1024 bits, and this server takes 2048 or more";
const SHA1: &str = "Your ssh signs with SHA-1 (ssh-rsa), which is not safe any more";

/// An RSA key of this size.
fn rsa(club: &Club, bits: &str) -> PathBuf {
    let path = club.at(&format!("rsa{bits}"));
    let mut keygen = Command::new("ssh-keygen");
    keygen.args(["-q", "-t", "rsa", "-b", bits, "-N", "", "-f"]).arg(&path);
    assert!(keygen.stdin(Stdio::null()).status().expect("it starts").success(), "a key");
    path
}

#[test]
fn who_has_a_weak_key_reads_why_it_is_refused() {
    let Some(club) = Club::start("") else { return };
    let (short, long) = (rsa(&club, "1024"), rsa(&club, "2048"));
    for (key, more, words) in
        [(&short, &[][..], BITS), (&long, &["-o", "PubkeyAcceptedAlgorithms=ssh-rsa"][..], SHA1)]
    {
        let mut session = club.enter(By::Key(key), more);
        session.expect(words);
        session.expect("Permission denied (publickey)");
        assert_eq!(session.ended().code(), Some(255));
    }
    club.logged("event=refused session=1 what=weak-key");
    assert_eq!(club.log().matches("event=refused session=1 what=weak-key").count(), 1, "{}", club.log());
    assert!(!club.log().contains("event=login"), "{}", club.log());
    // SHA-1 beside better ones does no harm, and neither does a weak key beside another one.
    let second = club.key();
    let second = ["-i", second.to_str().expect("text")];
    for (key, more) in [(&long, &["-o", "PubkeyAcceptedAlgorithms=+ssh-rsa"]), (&short, &second)] {
        club.enter(By::Key(key), more).expect("Play now");
    }
}

/// What newer versions of `ssh` do not do any more.
#[test]
fn a_weak_key_opens_nothing_in_any_client() {
    let Some(club) = Club::start("") else { return };
    let load = |path: PathBuf| Arc::new(load_secret_key(path, None).expect("a key"));
    let (short, long) = (load(rsa(&club, "1024")), load(rsa(&club, "2048")));
    for (key, hash, words) in [(&short, Some(HashAlg::Sha512), BITS), (&short, None, BITS), (&long, None, SHA1)] {
        let mut raw = Raw::connect(club.port, &[kex::CURVE25519]).expect("a connection");
        let key = PrivateKeyWithHashAlg::new(Arc::clone(key), hash);
        let told = raw.runtime.block_on(raw.line.authenticate_publickey("player", key));
        assert!(matches!(told, Ok(AuthResult::Failure { .. })), "{words}: {told:?}");
        let told = raw.runtime.block_on(raw.line.authenticate_keyboard_interactive_start("player", None));
        let Ok(KeyboardInteractiveAuthResponse::InfoRequest { instructions, prompts, .. }) = told else {
            panic!("{words}: {told:?}");
        };
        assert!(instructions.starts_with(words) && prompts.is_empty(), "{instructions}");
        let told = raw.runtime.block_on(raw.line.authenticate_keyboard_interactive_respond(Vec::new()));
        assert!(matches!(told, Ok(KeyboardInteractiveAuthResponse::Failure { .. })), "{told:?}");
    }
    assert!(!club.log().contains("event=login"), "{}", club.log());
}
