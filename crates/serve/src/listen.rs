//! Listens: it accepts connections itself, because `russh` would end at the first one that cannot be accepted, and because
//! the number of connections is limited here. Each second the server looks after all connections.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use russh::server::run_stream;
use rustix::fs::Mode;
use rustix::net::sockopt::set_socket_send_buffer_size;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, umask};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::mpsc::UnboundedReceiver;

use super::connection::Connection;
use super::error::ServeError;
use super::handler::Visitor;
use super::log::{Log, Rotation};
use super::open::Open;
use super::server::{Serve, Server, lock};
use super::service::Service;
use super::settings::Settings;
use super::signals::{self, Order};
use super::socket::Socket;
use super::{database, host_key, metrics, nodes, operator, pages, protocol, variants};
use crate::files;
use crate::task;

/// How often the server looks after its connections.
const LOOK: Duration = Duration::from_secs(1);

/// After an error of the system, such as too many open files, nobody is accepted for this time.
const BREATH: Duration = Duration::from_millis(200);

/// What the system keeps of the output of a connection that is slow: with more, a key would be answered late.
const SEND_BUFFER_BYTES: usize = 32 * 1024;

/// Takes a connection that was accepted, if there is room for it.
fn welcome(server: &Arc<Server>, stream: TcpStream, address: SocketAddr) {
    let address = address.ip().to_canonical();
    let number = match server.let_in(address) {
        Ok(number) => number,
        Err(why) => return server.disconnects.tell(stream, why.to_string()),
    };
    let _ = stream.set_nodelay(true);
    let _ = set_socket_send_buffer_size(&stream, SEND_BUFFER_BYTES);
    let doubled = stream.into_std().and_then(|stream| Ok((stream.try_clone()?, TcpStream::from_std(stream)?)));
    let (socket, stream) = match doubled {
        Ok(both) => both,
        Err(error) => {
            lock(&server.gate).leave(number);
            server.log.note("failed", &[("address", &address), ("error", &error)]);
            return;
        }
    };
    let connection = Arc::new(Connection::new(number, address, socket));
    lock(&server.connections).insert(number, Arc::clone(&connection));
    server.check_bans_again(&connection);
    let mut open = Open::new(Arc::clone(server), Arc::clone(&connection));
    let server = Arc::clone(server);
    tokio::spawn(async move {
        let config = protocol::config(&server.key, &server.settings().limits);
        let socket = Socket::new(stream, Arc::clone(&server), Arc::clone(&connection), &config);
        let visitor = Visitor::new(server, connection);
        let ended = match run_stream(config, socket, visitor).await {
            Ok(running) => running.await,
            Err(error) => Err(error),
        };
        open.ends(ended.err());
    });
}

/// Accepts connections until the server has to end.
async fn accept(
    server: &Arc<Server>,
    listener: TcpListener,
    mut orders: UnboundedReceiver<Order>,
    serve: &Serve,
    service: &Service,
) {
    let mut clock = tokio::time::interval(LOOK);
    loop {
        tokio::select! {
            order = orders.recv() => match order {
                Some(Order::Reload) => {
                    server.reload(serve.config.as_ref());
                    variants::read_aside(server);
                }
                Some(Order::Stop) | None => break,
            },
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => welcome(server, stream, address),
                Err(error) => {
                    server.log.note("failed", &[("what", &"accept"), ("error", &error)]);
                    tokio::time::sleep(BREATH).await;
                }
            },
            _ = clock.tick() => server.look(),
        }
    }
    drop(listener);
    // Who is not told waits for the end anyway.
    let _ = service.stopping();
    server.stop().await;
}

/// Each connection takes two files, and a client some more, so as many are allowed as the system permits.
fn raise_files() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// Runs the server until it is told to end. `ready` is told the address and the fingerprint of the host key.
pub fn run(serve: &Serve, log: Log, ready: impl FnOnce(SocketAddr, &str)) -> Result<(), ServeError> {
    let settings = serve.config.as_deref().map_or_else(|| Ok(Settings::default()), Settings::read)?;
    let folder = |error| ServeError::Folder { path: serve.data.clone(), error };
    // Whatever is written here, its owner alone can read it.
    umask(Mode::RWXG | Mode::RWXO);
    files::make_folder(&serve.data).map_err(folder)?;
    let store = database::open(serve, &settings)?;
    let key = host_key::load(&serve.data)?;
    let fingerprint = host_key::fingerprint(&key);
    raise_files();
    let socket = operator::bind(&serve.data);
    if let Some(path) = &settings.log.file {
        let file =
            Rotation::open(path, &settings.log).map_err(|error| ServeError::Log { path: path.clone(), error })?;
        log.move_to(file);
    }
    // One more than all exchanges of keys can take.
    let threads = task::processors().clamp(2, 4);
    let server = Server::open(serve, settings, store, key, log, threads - 1)?;
    variants::note(&server);
    let service = Service::of_environment();
    let runtime = Builder::new_multi_thread()
        .worker_threads(threads)
        .thread_name("connections")
        .enable_io()
        .enable_time()
        .build()
        .map_err(ServeError::System)?;
    let orders = signals::orders().map_err(ServeError::System)?;
    runtime.block_on(async {
        let listening = TcpListener::bind(serve.listen).await;
        let listener = listening.map_err(|error| ServeError::Listen { address: serve.listen, error })?;
        let address = listener.local_addr().map_err(ServeError::System)?;
        server.log.note("start", &[("address", &address), ("host_key", &fingerprint)]);
        let _socket = operator::listen(&server, socket, address, &fingerprint);
        if let Some(at) = server.settings().metrics.listen {
            let listening = TcpListener::bind(at).await;
            let listener = listening.map_err(|error| ServeError::Listen { address: at, error })?;
            let at = listener.local_addr().map_err(ServeError::System)?;
            server.log.note("metrics", &[("address", &at)]);
            tokio::spawn(metrics::serve(Arc::clone(&server), listener));
        }
        if let Some(at) = serve.web.or(server.settings().web.listen) {
            let listening = TcpListener::bind(at).await;
            let listener = listening.map_err(|error| ServeError::Listen { address: at, error })?;
            let at = listener.local_addr().map_err(ServeError::System)?;
            server.log.note("web", &[("address", &at)]);
            tokio::spawn(heterodox_web::serve(pages::site(&server, address), listener));
        }
        if let Some(at) = serve.node.or(server.settings().node) {
            let listening = TcpListener::bind(at).await;
            let listener = listening.map_err(|error| ServeError::Listen { address: at, error })?;
            server.log.note("node", &[("address", &at)]);
            tokio::spawn(nodes::listen(Arc::clone(&server), listener));
        }
        ready(address, &fingerprint);
        if let Err(error) = service.ready() {
            server.log.note("failed", &[("what", &"NOTIFY_SOCKET"), ("error", &error)]);
        }
        accept(&server, listener, orders, serve, &service).await;
        Ok::<(), ServeError>(())
    })?;
    runtime.shutdown_background();
    Ok(())
}
