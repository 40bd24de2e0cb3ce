//! Messages to small servers on this machine.

use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, SystemTime};

use super::*;

pub(super) mod secret;

/// A server that does this with each connection, and tells what it has heard. Returns its port.
fn server(serve: impl Fn(TcpStream) -> String + Send + 'static) -> (u16, Receiver<String>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
    let port = listener.local_addr().expect("an address").port();
    let (tell, told) = channel();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let _ = tell.send(serve(stream));
        }
    });
    (port, told)
}

/// Answers so to what is posted, and returns it.
fn take_post(stream: impl Read + Write, answer: &str) -> String {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).is_ok_and(|count| count > 0) {
        let last = head.lines().last().unwrap_or_default();
        if let Some(number) = last.strip_prefix("Content-Length: ") {
            length = number.parse().expect("a number");
        }
    }
    let mut body = vec![0; length];
    let _ = reader.read_exact(&mut body);
    let _ = reader.get_mut().write_all(answer.as_bytes());
    let _ = reader.get_mut().flush();
    head + &String::from_utf8_lossy(&body)
}

/// A page that answers so.
fn page(answer: &'static str) -> (u16, Receiver<String>) {
    server(move |stream| take_post(stream, answer))
}

/// A mail server that offers this after `EHLO`, and answers each command that begins with one of these words so.
fn mail_server(offers: &'static str, answers: &'static [(&'static str, &'static str)]) -> (u16, Receiver<String>) {
    server(move |mut stream| {
        let _ = stream.write_all(b"220 mail.example.org\r\n");
        take_letter(stream, offers, answers)
    })
}

/// Talks as a mail server after its greeting, and returns what it has heard. After `STARTTLS` it hears no more.
fn take_letter(stream: impl Read + Write, offers: &str, answers: &[(&str, &str)]) -> String {
    let mut reader = BufReader::new(stream);
    let mut heard = String::new();
    let mut is_letter = false;
    loop {
        let mut line = String::new();
        if !reader.read_line(&mut line).is_ok_and(|count| count > 0) {
            return heard;
        }
        heard += &line;
        if is_letter && line != ".\r\n" {
            continue;
        }
        let own = answers.iter().find(|(word, _)| line.starts_with(word)).map(|(_, answer)| *answer);
        let usual = match line.get(..4) {
            Some("EHLO") => offers,
            Some("DATA") => "354 go\r\n",
            Some("QUIT") => "221 bye\r\n",
            _ => "250 fine\r\n",
        };
        is_letter = line.starts_with("DATA") && own.is_none();
        let said = reader.get_mut().write_all(own.unwrap_or(usual).as_bytes());
        if said.and_then(|()| reader.get_mut().flush()).is_err() || line.starts_with("STARTTLS") {
            return heard;
        }
    }
}

fn settings(text: &str) -> Settings {
    let text = format!("public_address = \"play.example.org:2222\"\n[messages]\n{text}");
    Settings::parse(&text, Path::new("serve.toml")).expect("settings")
}

fn message(address: &str) -> OutMessage {
    let (words, stop) = ("It is your move: Some game against Zo\u{eb}.".to_owned(), "ABCD-EFGH".to_owned());
    OutMessage { id: 7, address: address.to_owned(), words, stop, made: SystemTime::UNIX_EPOCH, tries: 1 }
}

/// What is heard within a while.
fn heard(told: &Receiver<String>) -> String {
    told.recv_timeout(Duration::from_secs(60)).expect("something is heard")
}

#[test]
fn a_message_is_posted_to_a_page() {
    let (port, told) = page("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    let open = settings(&format!("private = true\nhosts = [\"127.0.0.1:{port}\"]\n"));
    let address = format!("http://127.0.0.1:{port}/topic?x=1");
    send(&open, &message(&address)).expect("it is taken");
    let text = heard(&told);
    assert!(text.starts_with("POST /topic?x=1 HTTP/1.1\r\n"), "{text}");
    assert!(text.contains(&format!("\r\nHost: 127.0.0.1:{port}\r\n")), "{text}");
    let (_, body) = text.split_once("\r\n\r\n").expect("a body");
    let end = "Play: ssh -p 2222 play.example.org\nNo more messages: ssh -p 2222 play.example.org stop ABCD-EFGH\n";
    assert_eq!(body, format!("It is your move: Some game against Zo\u{eb}.\n\n{end}"));
}

#[test]
fn nobody_is_led_elsewhere_and_numbers_say_whether_to_try_again() {
    let (other, led) = page("HTTP/1.1 200 OK\r\n\r\n");
    // The answers are of the whole program, so they live as long.
    let moved: &str = format!("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:{other}/\r\n\r\n").leak();
    for (answer, is_final) in [
        (moved, true),
        ("HTTP/1.1 404 Not Found\r\n\r\n", true),
        ("HTTP/1.1 429 Too Many Requests\r\n\r\n", false),
        ("HTTP/1.1 503 Busy\r\n\r\n", false),
        ("SSH-2.0-other\r\n", false),
        ("", false),
    ] {
        let (port, _told) = page(answer);
        let open = settings(&format!("private = true\nhosts = [\"127.0.0.1:{port}\", \"127.0.0.1:{other}\"]\n"));
        let failed = send(&open, &message(&format!("http://127.0.0.1:{port}/"))).expect_err(answer);
        assert_eq!(failed.is_final(), is_final, "{answer}: {failed}");
    }
    assert!(led.try_recv().is_err(), "nobody was led there");
}

#[test]
fn nothing_goes_to_private_networks_or_to_hosts_that_are_not_allowed() {
    let (port, told) = page("HTTP/1.1 200 OK\r\n\r\n");
    for host in ["127.0.0.1", "localhost"] {
        let closed = settings(&format!("hosts = [\"{host}:{port}\"]\n"));
        let failed = send(&closed, &message(&format!("https://{host}:{port}/"))).expect_err("it is private");
        assert!(matches!(failed, SendError::Private), "{failed}");
        // Without encryption it is not allowed at all, and neither is another host.
        for address in
            [format!("http://{host}:{port}/"), "https://ntfy.sh/x".to_owned(), "ann@example.org".to_owned()]
        {
            let failed = send(&closed, &message(&address)).expect_err("it is not allowed");
            assert!(matches!(failed, SendError::NotAllowed) && failed.is_final(), "{failed}");
        }
    }
    assert!(told.try_recv().is_err());
}

fn mail(port: u16, more: &str) -> Settings {
    settings(&format!("[messages.mail]\nserver = \"127.0.0.1:{port}\"\nfrom = \"play@example.org\"\n{more}"))
}

const OFFERS: &str = "250-mail.example.org\r\n250 8BITMIME\r\n";

#[test]
fn a_message_is_handed_to_the_mail_server() {
    let (port, told) = mail_server(OFFERS, &[]);
    send(&mail(port, "encryption = \"none\"\n"), &message("ann@example.org")).expect("it is taken");
    let text = heard(&told);
    let commands: Vec<&str> = text.lines().filter(|line| line.len() < 40 && !line.contains(": ")).collect();
    assert_eq!(commands[..3], ["EHLO example.org", "MAIL FROM:<play@example.org>", "RCPT TO:<ann@example.org>"]);
    assert!(text.contains("\r\nTo: <ann@example.org>\r\n") && text.ends_with("\r\n.\r\nQUIT\r\n"), "{text}");
    assert!(!text.contains("Some game"), "the text is written in other letters");
}

#[test]
fn a_mail_server_that_refuses_or_talks_nonsense_is_told_apart() {
    for (answers, is_final) in [
        (&[("RCPT", "550 no such user\r\n")][..], true),
        (&[("RCPT", "450 later\r\n")], false),
        (&[("DATA", "554 spam\r\n")], true),
        (&[("MAIL", "550 not you\r\n")], false),
        (&[("EHLO", "hello\r\n")], false),
        (&[("EHLO", "250-a\r\n251 b\r\n")], false),
    ] {
        let (port, told) = mail_server(OFFERS, answers);
        let failed =
            send(&mail(port, "encryption = \"none\"\n"), &message("ann@example.org")).expect_err("refused");
        assert_eq!(failed.is_final(), is_final, "{failed}");
        let words = failed.to_string();
        assert!(!words.contains("ann@") && !words.contains("user") && !words.contains("ABCD"), "{words}");
        assert!(!heard(&told).contains("Message-ID"));
    }
}

#[test]
fn no_password_and_no_letter_goes_over_an_open_line() {
    let folder = crate::folder::Folder::new("mail-password");
    let path = folder.path().join("password");
    std::fs::write(&path, "secret\n").expect("a file");
    let account = format!("user = \"play\"\npassword_file = {path:?}\n");
    for answers in [
        &[("STARTTLS", "502 no\r\n")][..],
        &[("STARTTLS", "220 go\r\n250 this was said before\r\n")],
        &[("STARTTLS", "220 go\r\n")],
    ] {
        let (port, told) = mail_server(OFFERS, answers);
        let failed = send(&mail(port, &account), &message("ann@example.org")).expect_err("it is not encrypted");
        assert!(!failed.is_final(), "{failed}");
        let text = heard(&told);
        assert!(text.contains("STARTTLS") && !text.contains("AUTH") && !text.contains("MAIL"), "{text}");
    }
}
