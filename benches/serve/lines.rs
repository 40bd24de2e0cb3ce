//! Lines that are bad: one that takes nothing, many that never log in, and one that is slow.

use std::fs::{self, OpenOptions};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use russh::keys::ssh_key::LineEnding;

use super::Scale;
use super::crowd::{beat, runtime};
use super::figures::Row;
use super::player::{Fault, Player, key, keys, login_all};
use super::proxy::Proxy;
use super::quiet::move_mark;
use super::server::{Server, folder};

/// The time between two changes of the size of a window: a storm of them would be drawn once.
const RESIZE: Duration = Duration::from_millis(60);

/// A terminal that takes nothing, while there is much to draw.
pub(crate) fn frozen(scale: Scale) -> Result<Row, Fault> {
    let (stalled, seconds) = if scale.short { (1, 6) } else { (30, 60) };
    let limits = format!("per_address = 100\nnew_per_minute = 100\nstalled_seconds = {stalled}\n");
    let server = Server::start(folder()?, Some(&limits))?;
    let proxy = Proxy::start(server.port, Duration::ZERO);
    runtime()?.block_on(async {
        let player = Player::login(proxy.port, key()?, (200, 60)).await?;
        player.expect("Play now").await?;
        let other = Arc::new(Player::login(server.port, key()?, (80, 24)).await?);
        other.expect("Play now").await?;
        proxy.freeze(true);
        let before = server.memory()?;
        let others = [other];
        let time = Duration::from_secs(seconds);
        let (delays, resized) = tokio::join!(beat(&others, time, move_mark), async {
            let end = Instant::now() + time;
            let mut wide = false;
            while Instant::now() < end {
                player.resize(if wide { 200 } else { 120 }, if wide { 60 } else { 40 }).await?;
                wide = !wide;
                tokio::time::sleep(RESIZE).await;
            }
            Ok::<_, Fault>(())
        });
        resized?;
        let mut row = Row::of(delays?);
        let grown = (server.memory()? - before) / 1024.0;
        row.at_most("MB more", grown, 10.0);
        let parked = server.log().matches("event=parked").count();
        row.must(format!("parked {parked}"), parked == 1);
        proxy.freeze(false);
        // What waited comes now, and the session goes on.
        player.resize(200, 60).await?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        row.must("the line is there".to_owned(), player.is_here());
        let slow = row.share(0.99);
        row.at_most("p99 of the other", slow, 100.0);
        Ok(row)
    })
}

/// Reads until the server closes the connection. Returns how long it was open.
fn open_for(mut stream: TcpStream, since: Instant) -> Result<Duration, Fault> {
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let mut bytes = [0; 1024];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return Ok(since.elapsed()),
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return Ok(since.elapsed()),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Connections that never log in.
pub(crate) fn half_open(scale: Scale) -> Result<Row, Fault> {
    let deadline = if scale.short { 2 } else { 15 };
    let limits =
        format!("connections = 5000\nper_address = 5000\nnew_per_minute = 5000\nlogin_seconds = {deadline}\n");
    let server = Server::start(folder()?, Some(&limits))?;
    runtime()?.block_on(async {
        let players = login_all(server.port, keys(scale.of(20))?, "Play now").await?;
        let players: Vec<Arc<Player>> = players.into_iter().map(Arc::new).collect();
        let many = scale.of(300);
        let mut waits = Vec::new();
        for at in 0..many {
            let mut stream = TcpStream::connect(("127.0.0.1", server.port))?;
            if at % 2 == 0 {
                // These say who they are, and then nothing.
                stream.write_all(b"SSH-2.0-load\r\n")?;
            }
            let since = Instant::now();
            waits.push(thread::spawn(move || open_for(stream, since)));
        }
        let delays = beat(&players, Duration::from_secs(deadline + 2), move_mark).await?;
        let mut longest = Duration::ZERO;
        for wait in waits {
            longest = longest.max(wait.join().map_err(|_| Fault::Unreadable { what: "a connection" })??);
        }
        let mut row = Row::of(delays);
        let late = longest.as_secs_f64() - deadline as f64;
        row.at_most("seconds after the deadline", late, 2.0);
        let here = players.iter().filter(|player| player.is_here()).count();
        row.must(format!("{here} of {} players here", players.len()), here == players.len());
        let slow = row.share(0.99);
        row.at_most("p99", slow, 20.0);
        Ok(row)
    })
}

/// Logs in with the real `ssh`, and waits for the first screen.
fn first(folder: &Path, port: u16, at: usize) -> Result<Duration, Fault> {
    let path = folder.join(format!("key-{at}"));
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
    file.write_all(key()?.to_openssh(LineEnding::LF)?.as_bytes())?;
    let known = format!("UserKnownHostsFile={}", folder.join(format!("known-{at}")).display());
    let begin = Instant::now();
    let mut ssh = Command::new("ssh")
        .args([
            "-F",
            "/dev/null",
            "-tt",
            "-o",
            "StrictHostKeyChecking=no",
            "-o",
            "IdentitiesOnly=yes",
            "-o",
            &known,
        ])
        .args(["-p", &port.to_string(), "-i"])
        .arg(&path)
        .arg("player@127.0.0.1")
        .env("TERM", "xterm-256color")
        .env_remove("SSH_AUTH_SOCK")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut out = ssh.stdout.take().ok_or(Fault::Unreadable { what: "ssh" })?;
    let mut screen = vt100::Parser::new(24, 80, 0);
    let mut bytes = [0; 16 * 1024];
    let found = loop {
        let count = out.read(&mut bytes)?;
        if count == 0 {
            break None;
        }
        screen.process(&bytes[..count]);
        if screen.screen().contents().contains("Play now") {
            break Some(begin.elapsed());
        }
    };
    let _ = (ssh.kill(), ssh.wait());
    let _ = fs::remove_file(&path);
    found.ok_or(Fault::Unreadable { what: "the first screen" })
}

/// The first screen on a slow line.
pub(crate) fn first_screen(scale: Scale) -> Result<Row, Fault> {
    let server = Server::start(folder()?, None)?;
    let round_trip = Duration::from_millis(300);
    let proxy = Proxy::start(server.port, round_trip / 2);
    let mine = folder()?;
    let mut delays = Vec::new();
    for at in 0..scale.of(10).min(5) {
        delays.push(first(mine.path(), proxy.port, at)?);
    }
    let mut row = Row::of(delays);
    let longest = row.share(1.0) / 1000.0;
    row.at_most("seconds", longest, 3.0);
    Ok(row)
}
