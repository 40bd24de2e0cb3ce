//! What is refused: everything but a terminal, and everybody without a key or the name of a guest.

use super::club::{By, Club, told};

#[test]
fn only_a_terminal_is_given() {
    let Some(club) = Club::start("") else { return };
    let key = club.key();
    let key = By::Key(&key);
    for (more, words, logged) in [
        (&["player@127.0.0.1", "id"][..], "exec request failed", "what=exec"),
        (&["-s", "player@127.0.0.1", "sftp"], "subsystem request failed", "what=subsystem"),
        (
            &["-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:localhost:22", "player@127.0.0.1"],
            "remote port forwarding failed",
            "what=forward",
        ),
        (&["-W", "localhost:22", "player@127.0.0.1"], "open failed: administratively prohibited", "what=forward"),
        (&["-T", "player@127.0.0.1"], "connect with `ssh -t`", "event=login"),
    ] {
        let output = club.ssh(key, more);
        assert!(!output.status.success(), "{more:?}");
        assert!(told(&output).contains(words), "{more:?}: {}", told(&output));
        club.logged(logged);
    }
    // With an agent or a display on offer there is a terminal, but nothing else.
    let mut session = club.enter(key, &["-A", "-X"]);
    session.expect("Play now");
    session.send("\x03");
    assert_eq!(session.ended().code(), Some(0));
    assert!(club.kept().iter().all(|path| !path.ends_with("games")), "{:?}", club.kept());
}

#[test]
fn a_second_channel_is_refused() {
    let Some(club) = Club::start("") else { return };
    let (key, socket) = (club.key(), format!("ControlPath={}", club.at("socket").display()));
    // Otherwise the `ssh` of the first one writes over the screen that a channel was refused.
    let first = club.enter(By::Key(&key), &["-o", "LogLevel=QUIET", "-M", "-o", &socket]);
    first.expect("Play now");
    let second = club.ssh(By::Key(&key), &["-tt", "-o", &socket, "player@127.0.0.1"]);
    // It opens a connection of its own then, which ends with its input.
    assert!(told(&second).contains("refused"), "{}", told(&second));
    club.logged("what=channel");
    first.send("\r");
    first.expect("Enter pick");
}

#[test]
fn a_password_alone_opens_nothing_and_the_banner_says_what_does() {
    let Some(club) = Club::start("") else { return };
    let output = club.ssh(By::Nothing, &["-o", "PreferredAuthentications=password", "-T", "player@127.0.0.1"]);
    assert_eq!(output.status.code(), Some(255));
    let told = told(&output);
    assert!(told.contains("Any SSH key is an account here"), "{told}");
    assert!(told.contains("Permission denied (publickey,keyboard-interactive)"), "{told}");
    assert!(!club.log().contains("event=login"), "{}", club.log());
}

#[test]
fn a_terminal_of_lines_gets_advice() {
    let Some(club) = Club::start("") else { return };
    let key = club.key();
    let mut session = club.enter(By::Key(&key), &["-o", "SetEnv=TERM=dumb"]);
    session.expect("TERM=dumb says");
    assert_eq!(session.ended().code(), Some(2));
}
