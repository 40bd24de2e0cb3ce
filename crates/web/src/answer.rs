//! An answer of the server: a status, a body, and the headers that every answer has.

use bytes::Bytes;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName,
    HeaderValue, REFERRER_POLICY, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Response, StatusCode};

use crate::body::AnswerBody;

/// A page takes nothing from elsewhere, runs no script that stands in it, and stands in no other page.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every answer has.
const ALWAYS: [(HeaderName, &str); 4] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// What the body is.
pub(crate) const HTML: &str = "text/html; charset=utf-8";

/// How long somebody may keep an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keep {
    /// It is asked for each time whether it has changed.
    Asked,
    /// For ever: its name has its digest.
    Always,
    /// Not at all.
    Never,
}

/// An answer that is whole.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    status: StatusCode,
    kind: &'static str,
    body: Bytes,
    keep: Keep,
    tag: HeaderValue,
}

/// A number for these bytes: other bytes have another one (FNV-1a).
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

impl Answer {
    fn new(status: StatusCode, kind: &'static str, body: Bytes, keep: Keep) -> Answer {
        let tag = format!("\"{:016x}-{:x}\"", digest(&body), body.len());
        let tag = HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""));
        Answer { status, kind, body, keep, tag }
    }

    /// A page.
    pub(crate) fn page(html: String) -> Answer {
        Answer::new(StatusCode::OK, HTML, html.into(), Keep::Asked)
    }

    /// Something else that is there.
    pub(crate) fn file(kind: &'static str, body: impl Into<Bytes>, keep: Keep) -> Answer {
        Answer::new(StatusCode::OK, kind, body.into(), keep)
    }

    /// A page that says why there is nothing else.
    pub(crate) fn problem(status: StatusCode, html: String) -> Answer {
        Answer::new(status, HTML, html.into(), Keep::Never)
    }

    /// Is it what was asked for?
    pub(crate) fn is_found(&self) -> bool {
        self.status == StatusCode::OK
    }

    /// Does the asker have this body already, as one of these tags says?
    fn is_known(&self, tags: &str) -> bool {
        let own = self.tag.to_str().unwrap_or_default();
        let mut tags = tags.split(',').map(|tag| tag.trim().trim_start_matches("W/"));
        self.is_found() && tags.any(|tag| tag == own || tag == "*")
    }

    /// The answer to somebody who has these tags already. With `head` the body is left out.
    pub(crate) fn response(&self, tags: Option<&str>, head: bool) -> Response<AnswerBody> {
        let known = tags.is_some_and(|tags| self.is_known(tags));
        let body = if known || head { Bytes::new() } else { self.body.clone() };
        let mut response = Response::new(AnswerBody::Whole(Some(body)));
        *response.status_mut() = if known { StatusCode::NOT_MODIFIED } else { self.status };
        let headers = response.headers_mut();
        for (name, value) in ALWAYS {
            headers.insert(name, HeaderValue::from_static(value));
        }
        let keep = match self.keep {
            Keep::Asked => "no-cache",
            Keep::Always => "public, max-age=31536000, immutable",
            Keep::Never => "no-store",
        };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
        if self.is_found() {
            headers.insert(ETAG, self.tag.clone());
        }
        if !known {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
            headers.insert(CONTENT_LENGTH, self.body.len().into());
        }
        match self.status {
            StatusCode::METHOD_NOT_ALLOWED => drop(headers.insert(ALLOW, HeaderValue::from_static("GET, HEAD"))),
            StatusCode::SERVICE_UNAVAILABLE => drop(headers.insert(RETRY_AFTER, HeaderValue::from_static("5"))),
            _ => {}
        }
        response
    }
}

/// The answer to somebody who wants to hear of changes.
pub(crate) fn events(body: AnswerBody) -> Response<AnswerBody> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // nginx would keep the lines back.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    response
}
