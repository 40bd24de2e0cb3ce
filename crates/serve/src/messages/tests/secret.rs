//! Messages over encrypted ways, to servers on this machine with a certificate of an authority that only the tests trust.

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::*;

/// The authority.
pub(in crate::messages) fn authority() -> Vec<CertificateDer<'static>> {
    vec![CertificateDer::from_pem_slice(include_bytes!("../certificates/authority.pem")).expect("a certificate")]
}

/// The end of a server that is `localhost`.
fn encrypted(stream: TcpStream) -> StreamOwned<ServerConnection, TcpStream> {
    let own =
        CertificateDer::from_pem_slice(include_bytes!("../certificates/localhost.pem")).expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("../certificates/localhost.key.pem")).expect("a key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("TLS");
    let config = config.with_no_client_auth().with_single_cert(vec![own], key).expect("a certificate");
    StreamOwned::new(ServerConnection::new(Arc::new(config)).expect("a connection"), stream)
}

#[test]
fn a_message_is_posted_over_tls_to_the_host_of_the_certificate_only() {
    let (port, told) = server(|stream| take_post(encrypted(stream), "HTTP/1.1 204 No Content\r\n\r\n"));
    let hosts = format!("private = true\nhosts = [\"localhost:{port}\", \"127.0.0.1:{port}\"]\n");
    let open = settings(&hosts);
    send(&open, &message(&format!("https://localhost:{port}/topic"))).expect("it is taken");
    assert!(heard(&told).starts_with("POST /topic HTTP/1.1\r\n"));
    let failed = send(&open, &message(&format!("https://127.0.0.1:{port}/topic"))).expect_err("another name");
    assert!(matches!(failed, SendError::Tls(_)) && !failed.is_final(), "{failed}");
    assert!(!heard(&told).contains("POST"));
}

#[test]
fn a_letter_and_the_password_go_over_tls() {
    let folder = crate::folder::Folder::new("mail-secret");
    let path = folder.path().join("password");
    std::fs::write(&path, "secret\n").expect("a file");
    let offers = "250-mail.example.org\r\n250 AUTH PLAIN\r\n";
    let answers: &[(&str, &str)] = &[("AUTH", "235 welcome\r\n")];
    let (at_once, told_at_once) = server(move |stream| {
        let mut stream = encrypted(stream);
        let _ = stream.write_all(b"220 mail.example.org\r\n");
        take_letter(stream, offers, answers)
    });
    let (later, told_later) = server(move |mut stream| {
        let _ = stream.write_all(b"220 mail.example.org\r\n");
        let open = take_letter(stream.try_clone().expect("a socket"), offers, &[("STARTTLS", "220 go\r\n")]);
        open + "(encrypted)\r\n" + &take_letter(encrypted(stream), offers, answers)
    });
    for (encryption, port, told) in [("tls", at_once, &told_at_once), ("starttls", later, &told_later)] {
        let account = format!("encryption = \"{encryption}\"\nuser = \"play\"\npassword_file = {path:?}\n");
        let text =
            format!("[messages.mail]\nserver = \"localhost:{port}\"\nfrom = \"play@example.org\"\n{account}");
        send(&settings(&text), &message("ann@example.org")).expect("it is taken");
        let text = heard(told);
        let (open, secret) = text.split_once("(encrypted)\r\n").unwrap_or(("", &text));
        assert!(!open.contains("AUTH") && !open.contains("MAIL"), "{text}");
        // The user and the password between two bytes of nothing.
        assert!(secret.contains("AUTH PLAIN AHBsYXkAc2VjcmV0\r\n") && secret.contains("\r\n.\r\n"), "{text}");
    }
}
