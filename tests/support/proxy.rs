//! A line between a client and a server of this machine that is slow, or that stops in one direction.

// Every test file uses its own part of this.
#![allow(dead_code, unreachable_pub)]

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::net::sockopt::set_socket_recv_buffer_size;

/// What the system keeps of the output of the server while the line takes nothing.
const BUFFER: usize = 16 * 1024;

/// The line. It takes connections until the program of the test ends.
pub struct Proxy {
    /// Where clients connect.
    pub port: u16,
    frozen: Arc<AtomicBool>,
    cut: Arc<AtomicBool>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

/// Reads bytes, and gives them to the writer with the time at which they are due.
fn take(mut from: TcpStream, to: &Sender<(Instant, Vec<u8>)>, delay: Duration, frozen: Option<&AtomicBool>) {
    let mut bytes = [0; 16 * 1024];
    loop {
        while frozen.is_some_and(|frozen| frozen.load(Ordering::SeqCst)) {
            thread::sleep(Duration::from_millis(5));
        }
        match from.read(&mut bytes) {
            Ok(count) if count > 0 => {
                if to.send((Instant::now() + delay, bytes[..count].to_vec())).is_err() {
                    return;
                }
            }
            _ => return,
        }
    }
}

/// Writes bytes when they are due.
fn give(from: &Receiver<(Instant, Vec<u8>)>, mut to: TcpStream) {
    while let Ok((due, bytes)) = from.recv() {
        thread::sleep(due.saturating_duration_since(Instant::now()));
        if to.write_all(&bytes).is_err() {
            return;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

impl Proxy {
    /// A line to this port, on which everything takes this long in each direction.
    pub fn start(to: u16, delay: Duration) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("it listens").port();
        let frozen = Arc::new(AtomicBool::new(false));
        let ice = Arc::clone(&frozen);
        let (cut, open): (Arc<AtomicBool>, Arc<Mutex<Vec<TcpStream>>>) = (Arc::default(), Arc::default());
        let (is_cut, all) = (Arc::clone(&cut), Arc::clone(&open));
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                if is_cut.load(Ordering::SeqCst) {
                    continue;
                }
                // What does not listen now may listen later.
                let Ok(server) = TcpStream::connect(("127.0.0.1", to)) else { continue };
                let kept = [&client, &server].map(|stream| stream.try_clone().expect("a handle"));
                all.lock().expect("no panic").extend(kept);
                let _ = (client.set_nodelay(true), server.set_nodelay(true));
                let _ = set_socket_recv_buffer_size(&server, BUFFER);
                let both = (client.try_clone().expect("a handle"), server.try_clone().expect("a handle"));
                let (keys, typed) = channel();
                let (frames, drawn) = channel();
                let ice = Arc::clone(&ice);
                thread::spawn(move || take(client, &keys, delay, None));
                thread::spawn(move || give(&typed, both.1));
                thread::spawn(move || take(server, &frames, delay, Some(&ice)));
                thread::spawn(move || give(&drawn, both.0));
            }
        });
        Proxy { port, frozen, cut, open }
    }

    /// From now on nobody gets through, or it is as before. Who was connected is cut off.
    pub fn cut(&self, cut: bool) {
        self.cut.store(cut, Ordering::SeqCst);
        for stream in self.open.lock().expect("no panic").drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// From now on nothing of what the server writes is read, or it is again.
    pub fn freeze(&self, frozen: bool) {
        self.frozen.store(frozen, Ordering::SeqCst);
    }
}
