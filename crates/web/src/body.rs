//! The body of an answer: whole, or lines that come while something changes. It holds the place of who asked, until all of it
//! is sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::mpsc::Receiver;

use crate::door::Place;

/// The body of an answer.
pub(crate) enum AnswerBody {
    /// All of it, until it is taken.
    Whole(Option<Bytes>),
    /// Lines, as they come.
    Lines(Receiver<Bytes>),
    /// One of the others, whose end gives a place back.
    Held(Box<AnswerBody>, #[expect(dead_code, reason = "it is given back when this is dropped")] Place),
}

impl AnswerBody {
    /// The same body, which holds this place.
    pub(crate) fn holding(self, place: Option<Place>) -> AnswerBody {
        match place {
            Some(place) => AnswerBody::Held(Box::new(self), place),
            None => self,
        }
    }
}

impl Body for AnswerBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut() {
            AnswerBody::Whole(body) => {
                Poll::Ready(body.take().filter(|body| !body.is_empty()).map(|body| Ok(Frame::data(body))))
            }
            AnswerBody::Lines(lines) => lines.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line)))),
            AnswerBody::Held(body, _) => Pin::new(&mut **body).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            AnswerBody::Whole(body) => body.as_ref().is_none_or(Bytes::is_empty),
            AnswerBody::Lines(_) => false,
            AnswerBody::Held(body, _) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            AnswerBody::Whole(body) => SizeHint::with_exact(body.as_ref().map_or(0, |body| body.len() as u64)),
            AnswerBody::Lines(_) => SizeHint::default(),
            AnswerBody::Held(body, _) => body.size_hint(),
        }
    }
}
