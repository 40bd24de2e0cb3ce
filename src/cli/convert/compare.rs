//! The other program, which counts legal sequences of moves.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::failed;
use crate::engine::count;
use crate::games::file::FileVariant;
use crate::rules::variant::{Opening, OpeningError, Variant as _};

use super::Failure;

/// The other program.
pub(super) struct Program<'a> {
    pub(super) path: &'a Path,
    /// The file that it reads.
    pub(super) file: Option<&'a Path>,
}

/// What follows the other program's count.
const COUNTED: &str = "Nodes searched: ";

impl Program<'_> {
    /// The number of legal sequences in a game, if the program tells it.
    pub(super) fn count(&self, name: &str, depth: u32) -> Result<Option<u64>, Failure> {
        let mut process = Command::new(self.path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(self.path, &error))?;
        if let Some(mut input) = process.stdin.take() {
            let path = self.file.map(|file| format!("setoption name VariantPath value {}\n", file.display()));
            let name = format!("setoption name UCI_Variant value {name}\n");
            let count = format!("position startpos\ngo perft {depth}\nquit\n");
            let orders = path.unwrap_or_default() + &name + &count;
            // A program that has ended has told what it had to tell.
            let _ = input.write_all(orders.as_bytes());
        }
        let output = process.wait_with_output().map_err(|error| failed(self.path, &error))?;
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.lines().find_map(|line| line.strip_prefix(COUNTED)?.trim().parse().ok()))
    }
}

/// More sequences are not counted one ply further.
const MANY: u64 = 1_000_000;

/// The number of legal sequences in our game, and their length: at most this, and less if there are very many.
pub(super) fn own(game: FileVariant, depth: u32) -> Result<(u64, u32), OpeningError> {
    let game: &'static FileVariant = Box::leak(Box::new(game));
    let position = game.begin(Opening::Start)?;
    let mut counted = (1, 0);
    while counted.1 < depth && counted.0 <= MANY {
        let next = counted.1 + 1;
        counted = (count::count(position.as_ref(), next, 1), next);
    }
    Ok(counted)
}
