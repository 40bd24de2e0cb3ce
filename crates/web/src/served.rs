//! Serves the pages over HTTP/1.1. The bounds of a request are here: how long its headers may take and how large they may be,
//! how long an answer may wait to be taken, and how many pages are made at the same time. The body of a request is never read.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::body::{Body as _, Incoming};
use hyper::header::{CONNECTION, HeaderValue, IF_NONE_MATCH};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::answer::Answer;
use crate::body::AnswerBody;
use crate::forwarded;
use crate::live;
use crate::pages;
use crate::route::{GamePart, Route};
use crate::site::Site;
use crate::stall::Stalling;

/// Until then the headers of a request must be here; a connection that asks for nothing more ends then too.
const HEADERS_TIME: Duration = Duration::from_secs(10);

/// The most bytes and the most lines of the headers.
const HEADERS_BYTES: usize = 16 * 1024;
const MOST_HEADERS: usize = 64;

/// After this time an answer ends of which nothing is taken.
const STALLED: Duration = Duration::from_secs(20);

/// After this time a connection ends, whatever it does. Browsers come back by themselves.
const LONGEST: Duration = Duration::from_secs(15 * 60);

/// How many connections of proxies there can be: they carry many people.
const MOST_OF_PROXIES: usize = 512;

/// How many pages are made at the same time, and how long one waits for its turn.
const MAKERS: usize = 2;
const PATIENCE: Duration = Duration::from_secs(5);

/// After an error of the system nobody is accepted for this time.
const BREATH: Duration = Duration::from_millis(200);

/// What is told who is refused at the door.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n\
                      Content-Type: text/plain\r\nContent-Length: 28\r\n\r\nToo many connections of you.";

/// What the connections share.
struct Served {
    site: Arc<Site>,
    makers: Semaphore,
    of_proxies: Arc<Semaphore>,
}

/// Serves the pages of a site for as long as the server runs.
pub async fn serve(site: Arc<Site>, listener: TcpListener) {
    let served = Arc::new(Served {
        site,
        makers: Semaphore::new(MAKERS),
        of_proxies: Arc::new(Semaphore::new(MOST_OF_PROXIES)),
    });
    loop {
        match listener.accept().await {
            Ok((stream, address)) => welcome(&served, stream, address),
            Err(error) => {
                served.site.door.failed(&format!("pages: {error}"));
                sleep(BREATH).await;
            }
        }
    }
}

/// Takes a connection, if there is room for it.
fn welcome(served: &Arc<Served>, stream: TcpStream, address: SocketAddr) {
    let peer = address.ip().to_canonical();
    let place = if served.site.is_proxy(peer) {
        Arc::clone(&served.of_proxies).try_acquire_owned().ok().map(|place| Box::new(place) as crate::Place)
    } else {
        served.site.door.connection(peer)
    };
    let Some(place) = place else {
        // Nobody waits for who does not read it.
        let _ = stream.try_write(FULL);
        return;
    };
    let _ = stream.set_nodelay(true);
    let served = Arc::clone(served);
    tokio::spawn(async move {
        let stream = TokioIo::new(Stalling::new(stream, STALLED));
        let service = service_fn(move |request| {
            let served = Arc::clone(&served);
            async move { Ok::<_, Infallible>(served.answer(peer, request).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS_TIME)
            .max_headers(MOST_HEADERS)
            .max_buf_size(HEADERS_BYTES)
            .half_close(false)
            .serve_connection(stream, service);
        // How a connection ends concerns nobody.
        let _ = timeout(LONGEST, connection).await;
        drop(place);
    });
}

impl Served {
    async fn answer(self: &Arc<Self>, peer: IpAddr, request: Request<Incoming>) -> Response<AnswerBody> {
        let has_body = !request.body().is_end_stream();
        let place = if self.site.is_proxy(peer) {
            let client = forwarded::client(peer, request.headers(), |address| self.site.is_proxy(address));
            match self.site.door.request(client) {
                Some(place) => Some(place),
                None => return pages::busy(&self.site).response(None, false),
            }
        } else {
            None
        };
        let head = request.method() == Method::HEAD;
        let mut response = if !head && request.method() != Method::GET {
            pages::problem(&self.site, StatusCode::METHOD_NOT_ALLOWED).response(None, false)
        } else {
            let address = request.uri().path_and_query().map_or("", |address| address.as_str());
            let tags = request.headers().get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
            match Route::parse(address) {
                Some(Route::Game(key, GamePart::Live)) if !head => live::follow(&self.site, key),
                Some(route) => self.found(route).await.response(tags, head),
                None => pages::problem(&self.site, StatusCode::NOT_FOUND).response(None, head),
            }
        };
        if has_body {
            // What was sent with the request is not read, so nothing can follow it.
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response.map(|body| body.holding(place))
    }

    /// What is there. It is read from the store, so a thread of its own makes it.
    async fn found(self: &Arc<Self>, route: Route) -> Answer {
        let now = Instant::now();
        if let Some(answer) = self.site.recent.get(&route, now) {
            return answer;
        }
        let Ok(Ok(_turn)) = timeout(PATIENCE, self.makers.acquire()).await else {
            return pages::busy(&self.site);
        };
        if let Some(answer) = self.site.recent.get(&route, now) {
            return answer;
        }
        let (site, asked) = (Arc::clone(&self.site), route.clone());
        let made = tokio::task::spawn_blocking(move || pages::make(&site, &asked)).await;
        match made {
            Ok(answer) => {
                self.site.recent.keep(route, &answer, Instant::now());
                answer
            }
            Err(error) => {
                self.site.door.failed(&format!("the page {}: {error}", route.path()));
                pages::problem(&self.site, StatusCode::INTERNAL_SERVER_ERROR)
            }
        }
    }
}
