//! `heterodox serve`: people play over `ssh`.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use super::client::Engines;
use super::{Failure, Outcome, out};
use crate::games::Registry;
use crate::paths::Paths;
use crate::ssh::log::Log;
use crate::ssh::{Serve, run};
use crate::task;

/// The arguments.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The address and port to listen on
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:2222")]
    listen: SocketAddr,
    /// The folder of the server: host key, players, games
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The settings of the server (TOML)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// A panic of a client goes to the log, and its own user is told by the client.
fn guard_panics(log: Log) {
    std::panic::set_hook(Box::new(move |info| {
        if task::is_contained() {
            task::note_place(info);
        }
        log.note("panic", &[("what", info)]);
    }));
}

/// Runs the server until it is told to end.
pub(super) fn serve(arguments: &Arguments, games: Registry) -> Outcome {
    let own = || Paths::find(|name| std::env::var(name).ok()).map(|paths| paths.data_dir.join("server"));
    let data = arguments.data.clone().or_else(own);
    let data = data.ok_or_else(|| Failure::Failed("no home folder was found: use --data".to_owned()))?;
    // The variable declared first is dropped last: by then no client with an engine is left.
    let _engines = Engines;
    let log = Log::new(out::log());
    guard_panics(log.clone());
    let serve = Serve { listen: arguments.listen, data, config: arguments.config.clone(), games };
    run(&serve, log, |address, fingerprint| {
        let _ = writeln!(out::words(), "Host key: {fingerprint}\nListening on {address}");
    })
    .map_err(Failure::failed)
}
