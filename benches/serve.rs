//! The server under load: it is started as a process, on the loopback, and players log in with real SSH. Each scenario
//! measures one thing, prints one line, and says whether the bar is reached.
//!
//! `cargo bench --bench serve` runs all; names of scenarios choose some, and `--short` runs each with few players for a
//! moment, to see that it works. Measure only while nothing else runs.

#[path = "serve/crowd.rs"]
mod crowd;
#[path = "serve/database.rs"]
mod database;
#[path = "serve/figures.rs"]
mod figures;
#[path = "serve/files.rs"]
mod files;
#[path = "../tests/support/hostile_file.rs"]
mod hostile_file;
#[path = "serve/lines.rs"]
mod lines;
#[path = "serve/nodes.rs"]
mod nodes;
#[path = "serve/pictures.rs"]
mod pictures;
#[path = "serve/player.rs"]
mod player;
#[path = "../tests/support/proxy.rs"]
mod proxy;
#[path = "serve/quiet.rs"]
mod quiet;
#[path = "serve/server.rs"]
mod server;
#[path = "serve/tables.rs"]
mod tables;

use std::process::ExitCode;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use figures::Row;
use player::Fault;

/// How much of a scenario is run.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    /// Is it a run that only shows whether everything works?
    pub(crate) short: bool,
}

impl Scale {
    /// This many of something.
    pub(crate) fn of(self, many: usize) -> usize {
        if self.short { (many / 50).clamp(2, 6) } else { many }
    }

    /// This many seconds.
    pub(crate) fn seconds(self, many: u64) -> Duration {
        Duration::from_secs(if self.short { many.min(2) } else { many })
    }
}

type Scenario = fn(Scale) -> Result<Row, Fault>;

/// All scenarios: the name, what is measured with its bar, and how.
const SCENARIOS: [(&str, &str, Scenario); 14] = [
    ("lobby", "500 in the lobby, 80x24: at most 320 KiB each", quiet::lobby),
    ("crowd", "1,000 in the lobby, 2 come and 2 go a second: at most 30 % of a core", quiet::crowd),
    ("keys", "100 press a key a second: half in 3 ms, 99 % in 20 ms", quiet::keys_of_many),
    ("pictures", "100 see pictures, a key a second: 99 % in 5 ms, 16 KiB more", pictures::pictures),
    ("thinking", "50 play and analyse, all places busy: 99 % in 100 ms", crowd::thinking),
    ("idle", "1,000 idle: all held, at most 1 % of a core", quiet::idle),
    ("tables", "200 tables, a move a second: 99 % in 50 ms, none lost", tables::tables),
    ("frozen", "a terminal that takes nothing: less than 10 MB more, parked", lines::frozen),
    ("half-open", "300 never log in: closed in time, 99 % of keys in 20 ms", lines::half_open),
    ("hostile-files", "100 press a key a second, one sends hostile files: 99 % in 20 ms", files::hostile_files),
    ("first-screen", "the first screen at a round trip of 300 ms: in 3 s", lines::first_screen),
    ("tunnel", "20 at boards of another server, a key a second: half in 1 ms more", nodes::tunnel),
    ("takeover", "200 tables of a server that is killed: at another one in 15 s", nodes::takeover),
    ("watchers", "20 games of four computers, 50 watch: 99 % in 100 ms, clocks right", tables::watchers),
];

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let scale = Scale { short: words.iter().any(|word| word == "--short") };
    let chosen: Vec<&String> = words.iter().filter(|word| *word != "--short").collect();
    if let Some(unknown) = chosen.iter().find(|word| !SCENARIOS.iter().any(|(name, ..)| name == *word)) {
        let names: Vec<&str> = SCENARIOS.iter().map(|(name, ..)| *name).collect();
        eprintln!("there is no scenario \"{unknown}\": expected --short or {}", names.join(", "));
        return ExitCode::from(2);
    }
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    println!("{}", figures::HEAD);
    let mut good = true;
    for (name, what, run) in SCENARIOS {
        if !chosen.is_empty() && !chosen.iter().any(|word| *word == name) {
            continue;
        }
        match run(scale) {
            Ok(row) => {
                println!("{}", row.line(name, what, scale.short));
                good &= scale.short && row.works() || row.passes();
            }
            Err(fault) => {
                println!("{name:<13} FAILED  {fault}");
                good = false;
            }
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
