//! Where a member is told what happens while they are away: named, confirmed and ended on the page of the account.

use std::time::SystemTime;

use heterodox::club::outbox::{OutMessage, OutboxRules};

use crate::app::{keys, shown, wait};
use crate::lobby::{Evening, choose, go_to};

const SIZE: (u16, u16) = (100, 40);

fn message(evening: &Evening) -> OutMessage {
    evening.club.take_outbox(SystemTime::now()).expect("the store").expect("a message")
}

/// Types a text and presses Enter.
fn enter(app: &mut heterodox::tui::app::App, text: &str) {
    for letter in text.chars() {
        keys(app, &letter.to_string());
    }
    keys(app, "Enter");
}

#[test]
fn an_address_is_named_confirmed_and_forgotten() {
    let evening = Evening::new("account-messages");
    let mut ann = evening.client(1, SIZE, "unicode");
    choose(&mut ann, "Account");
    assert!(!shown(&ann).contains("Messages while you are away"), "the server sends none: {}", shown(&ann));
    keys(&mut ann, "q");
    let hosts = vec!["ntfy.sh".to_owned()];
    evening.club.set_outbox_rules(OutboxRules { hosts, ..OutboxRules::default() });
    choose(&mut ann, "Account");
    assert!(shown(&ann).contains("Messages while you are away"), "{}", shown(&ann));
    assert!(!shown(&ann).contains("No more messages"), "{}", shown(&ann));
    choose(&mut ann, "Address");
    enter(&mut ann, "ann@example.org");
    assert!(shown(&ann).contains("This server sends no e-mail"), "{}", shown(&ann));
    keys(&mut ann, "Esc");
    choose(&mut ann, "Address");
    enter(&mut ann, "https://ntfy.sh/ann");
    assert!(
        shown(&ann).contains("A code is on its way") && shown(&ann).contains("not confirmed"),
        "{}",
        shown(&ann)
    );
    let sent = message(&evening);
    assert_eq!(sent.address, "https://ntfy.sh/ann");
    let (_, code) = sent.words.split_once("The code is ").expect("a code");
    choose(&mut ann, "Type the code");
    enter(&mut ann, "ABCDEFGH");
    assert!(shown(&ann).contains("This is not the code"), "{}", shown(&ann));
    keys(&mut ann, "Esc");
    choose(&mut ann, "Type the code");
    enter(&mut ann, &code[..9].replace(' ', ""));
    assert!(shown(&ann).contains("You are told at this address"), "{}", shown(&ann));
    assert!(!shown(&ann).contains("not confirmed"), "{}", shown(&ann));
    go_to(&mut ann, "No more messages");
    keys(&mut ann, "Enter");
    wait(&mut ann, "the address is forgotten", true);
    assert!(!shown(&ann).contains("https://ntfy.sh/ann"), "{}", shown(&ann));
}

#[test]
fn a_code_of_a_message_ends_them_while_the_account_is_open() {
    let evening = Evening::new("account-stop");
    let hosts = vec!["ntfy.sh".to_owned()];
    evening.club.set_outbox_rules(OutboxRules { hosts, ..OutboxRules::default() });
    evening.visit(1).set_outbox_address("https://ntfy.sh/ann", SystemTime::now()).expect("an address");
    let mut ann = evening.client(1, SIZE, "unicode");
    choose(&mut ann, "Account");
    assert!(shown(&ann).contains("https://ntfy.sh/ann"), "{}", shown(&ann));
    let stop = message(&evening).stop;
    let from = std::net::Ipv4Addr::LOCALHOST.into();
    evening.club.stop_outbox(&stop, from, std::time::Instant::now()).expect("the code");
    wait(&mut ann, "https://ntfy.sh/ann", false);
}
