//! A message that is posted to a page: HTTP/1.1, one request for each connection. What the page answers matters by its
//! number only, and nobody is led to another page.

use super::connect::Link;
use super::send_error::SendError;
use crate::answers;
use crate::club::outbox::WebAddress;
use crate::club::outbox::words::SUBJECT;

const DOING: &str = "post";

/// Posts a text. `anywhere` allows addresses that only the operator reaches.
pub(super) fn post(to: &WebAddress, text: &str, anywhere: bool) -> Result<(), SendError> {
    let link = Link::open(&to.host, to.port(), anywhere)?;
    let mut link = if to.encrypted { link.encrypt(&to.host)? } else { link };
    let request = format!(
        "POST {} HTTP/1.1\r\nHost: {}\r\nUser-Agent: heterodox/{}\r\nTitle: {SUBJECT}\r\n\
         Content-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{text}",
        to.path,
        to.authority(),
        env!("CARGO_PKG_VERSION"),
        text.len(),
    );
    link.say(DOING, request.as_bytes())?;
    let mut answer = Vec::new();
    let status = loop {
        match answers::status(&answer) {
            Ok(Some(status)) => break status,
            Ok(None) => link.hear(DOING, &mut answer)?,
            Err(answers::Nonsense) => return Err(SendError::NoAnswer { doing: DOING }),
        }
    };
    match status {
        200..=299 => Ok(()),
        // Too early, too many, or a fault at the other end.
        code => Err(SendError::Answer { doing: DOING, code, later: matches!(code, 408 | 425 | 429 | 500..) }),
    }
}
