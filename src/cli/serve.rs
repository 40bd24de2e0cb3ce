//! `heterodox serve`: people play over `ssh`.

mod import;

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use import::Import;

use super::start::Engines;
use super::{Failure, Outcome, out};
use crate::club::backup;
use crate::games::Registry;
use crate::paths::Paths;
use crate::ssh::log::Log;
use crate::ssh::operator::{self, Ask, Closed, Prune};
use crate::ssh::{Serve, run};
use crate::task;

/// What the operator asks of a server that runs, or does with its folder.
#[derive(Subcommand, Debug)]
enum Order {
    /// Show how the server does
    Status,
    /// List who is connected: session, name, address, key, seconds
    Players,
    /// List the open games
    Tables,
    /// List who is kept out
    Bans,
    /// List what players have reported about others, with what was said
    Reports {
        /// The number of a report; without one the newest 20 are listed
        #[arg(value_name = "NUMBER")]
        number: Option<i64>,
    },
    /// Close a table, whatever its game is doing, without a result; or a tournament
    Close {
        /// The number of the table, or the word "tournament" and its number
        #[arg(value_name = "TABLE", num_args = 1..=2)]
        what: Vec<String>,
    },
    /// Give a member another name
    Rename {
        /// The name of now, or the number of a session
        #[arg(value_name = "NAME")]
        who: String,
        /// The new name; without one the server gives it
        #[arg(value_name = "NEW")]
        name: Option<String>,
    },
    /// End the sessions of somebody
    Kick {
        /// A name, or the number of a session
        #[arg(value_name = "NAME")]
        who: String,
    },
    /// Keep somebody out: all keys of a name, a guest's address, an address, a network or a key
    Ban {
        /// A name, the number of a session, an address, a network (192.0.2.0/24), or the fingerprint of a key
        #[arg(value_name = "NAME")]
        who: String,
    },
    /// Let somebody in again
    Unban {
        /// A name, an address, a network, or the fingerprint of a key
        #[arg(value_name = "NAME")]
        who: String,
    },
    /// Show a line to everybody
    Say {
        /// The line
        #[arg(value_name = "TEXT", required = true)]
        text: Vec<String>,
    },
    /// Read the folder `variants` again, and list its games, or what is wrong in their files
    Variants,
    /// Remove at once what is kept for a time only, as the server does in small steps
    #[command(after_help = "Example: heterodox serve --data /var/lib/heterodox prune --dry-run")]
    Prune {
        /// Only say what would be removed
        #[arg(long)]
        dry_run: bool,
    },
    /// Write everything that the server keeps to one file (tar); it may run meanwhile
    Backup {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Move the club from the file of the folder to a database on a server, or back; no server of the club runs meanwhile
    #[command(
        after_help = "Example: heterodox serve --data /var/lib/heterodox import --to postgres://heterodox@db/club"
    )]
    Import(Import),
}

/// The arguments.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The address and port to listen on
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:2222")]
    listen: SocketAddr,
    /// The folder of the server: host key, players, games
    #[arg(long, value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
    /// The settings of the server (TOML)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The address of the club's database on a server (postgres://USER@HOST/DATABASE); without one it is a file in the folder
    #[arg(long, value_name = "ADDRESS", global = true)]
    database: Option<String>,
    /// Where the other servers of the club reach this one, if several share the database
    #[arg(long, value_name = "ADDRESS:PORT")]
    node: Option<SocketAddr>,
    /// Where to serve pages for browsers; by default nowhere
    #[arg(long, value_name = "ADDRESS:PORT")]
    web: Option<SocketAddr>,
    #[command(subcommand)]
    order: Option<Order>,
}

/// How long the end of the program waits for who reads the log.
const LAST_LINES: Duration = Duration::from_millis(500);

/// A panic of a client goes to the log, and its own user is told by the client.
fn guard_panics(log: Log) {
    std::panic::set_hook(Box::new(move |info| {
        log.note("panic", &[("what", info)]);
        if task::is_contained() {
            task::note_place(info);
        } else {
            // It may be the end of the program.
            log.finish(LAST_LINES);
        }
    }));
}

fn read_closed(words: &str) -> Result<Closed, Failure> {
    let expected = || format!("close {words}: expected the number of a table, or `tournament` and its number");
    Closed::parse(words).ok_or_else(|| Failure::Usage(expected()))
}

/// Runs the server until it is told to end.
pub(super) fn serve(arguments: &Arguments, games: Registry) -> Outcome {
    let own = || Paths::find(|name| std::env::var(name).ok()).map(|paths| paths.data_dir.join("server"));
    let data = arguments.data.clone().or_else(own);
    let data = data.ok_or_else(|| Failure::Failed("no home folder was found: use --data".to_owned()))?;
    let ask = match &arguments.order {
        None => None,
        Some(Order::Import(wanted)) => return import::import(&data, wanted),
        Some(Order::Backup { file }) => return backup::write(&data, file).map_err(Failure::failed),
        Some(Order::Status) => Some(Ask::Status),
        Some(Order::Players) => Some(Ask::Players),
        Some(Order::Tables) => Some(Ask::Tables),
        Some(Order::Bans) => Some(Ask::Bans),
        Some(Order::Variants) => Some(Ask::Variants),
        Some(Order::Reports { number }) => Some(Ask::Reports(*number)),
        Some(Order::Close { what }) => Some(Ask::Close(read_closed(&what.join(" "))?)),
        Some(Order::Rename { who, name: None }) => Some(Ask::Rename(who.clone())),
        Some(Order::Rename { who, name: Some(name) }) => Some(Ask::Rename(format!("{who} {name}"))),
        Some(Order::Kick { who }) => Some(Ask::Kick(who.clone())),
        Some(Order::Ban { who }) => Some(Ask::Ban(who.clone())),
        Some(Order::Unban { who }) => Some(Ask::Unban(who.clone())),
        Some(Order::Prune { dry_run: false }) => Some(Ask::Prune(Prune::Now)),
        Some(Order::Prune { dry_run: true }) => Some(Ask::Prune(Prune::DryRun)),
        Some(Order::Say { text }) => Some(Ask::Say(text.join(" "))),
    };
    if let Some(ask) = ask {
        let answer = operator::ask(&data, &ask).map_err(Failure::failed)?;
        return Ok(out::words().write_all(answer.as_bytes())?);
    }
    // The variable declared first is dropped last: by then no client with an engine is left.
    let _engines = Engines;
    let log = Log::new(out::log()).map_err(Failure::failed)?;
    guard_panics(log.clone());
    let (database, config) = (arguments.database.clone(), arguments.config.clone());
    let (listen, node, web) = (arguments.listen, arguments.node, arguments.web);
    let serve = Serve { listen, data, database, node, web, config, games };
    let done = run(&serve, log.clone(), |address, fingerprint| {
        let _ = writeln!(out::words(), "Host key: {fingerprint}\nListening on {address}");
    });
    log.finish(LAST_LINES);
    done.map_err(Failure::failed)
}
