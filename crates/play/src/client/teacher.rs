//! The laboratory as another program: it learns games in the background. What it does is in its folder, so a learning that
//! was begun elsewhere looks the same.

use std::env;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use heterodox_base::processes::put_in_group;

use crate::escape;
use crate::paths::Paths;

/// The name of the program.
const NAME: &str = "heterodox-lab";

/// The most bytes of what it says when it fails.
const MOST_BYTES: u64 = 4 << 10;

/// The program, and the one that runs. It ends in order when this one ends, because its input ends then.
#[derive(Debug, Default)]
pub struct Teacher {
    program: Option<PathBuf>,
    running: Option<Child>,
}

impl Teacher {
    /// The program beside this one, or on the path.
    pub fn found() -> Teacher {
        let beside = env::current_exe().ok().and_then(|own| Some(own.parent()?.to_owned()));
        let on_path =
            env::var_os("PATH").map(|path| env::split_paths(&path).collect::<Vec<_>>()).unwrap_or_default();
        let program =
            beside.into_iter().chain(on_path).map(|folder| folder.join(NAME)).find(|program| program.is_file());
        Teacher { program, running: None }
    }

    /// This program.
    pub fn at(program: PathBuf) -> Teacher {
        Teacher { program: Some(program), running: None }
    }

    /// Is there such a program?
    pub const fn is_installed(&self) -> bool {
        self.program.is_some()
    }

    /// Starts to learn a game, by its id or its file, or goes on with it. Another one that this client has begun pauses.
    pub fn start(&mut self, game: &Path, paths: &Paths) -> io::Result<()> {
        let program = self.program.as_ref().ok_or(io::ErrorKind::NotFound)?;
        let mut command = Command::new(program);
        command.arg("learn").arg("--attached").arg("--").arg(game);
        command.env("HETERODOX_DATA", &paths.data_dir);
        if let Some(folder) = paths.config_file.parent() {
            command.env("HETERODOX_CONFIG", folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        self.leave();
        self.running = Some(put_in_group(&mut command, None).spawn()?);
        Ok(())
    }

    /// What the program said if it has failed since the last look.
    pub fn failure(&mut self) -> Option<String> {
        let status = self.running.as_mut()?.try_wait().ok()??;
        let ended = self.running.take()?;
        if status.success() {
            return None;
        }
        let mut said = Vec::new();
        let read = ended.stderr.map(|stderr| stderr.take(MOST_BYTES).read_to_end(&mut said));
        let said = String::from_utf8_lossy(&said);
        let last = said.lines().rfind(|line| !line.trim().is_empty()).filter(|_| matches!(read, Some(Ok(_))));
        Some(last.map_or_else(|| format!("{NAME}: {status}"), |line| escape::line(line).into_owned()))
    }

    /// Lets the program that runs end in order.
    fn leave(&mut self) {
        if let Some(mut child) = self.running.take() {
            drop(child.stdin.take());
            let _ = crate::task::spawn("teacher", move || child.wait());
        }
    }
}

impl Drop for Teacher {
    fn drop(&mut self) {
        self.leave();
    }
}
