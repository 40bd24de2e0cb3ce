//! Everything that is kept of a member, as one file: a `tar` archive without compression, which every system reads.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::time::SystemTime;

use super::account::{day, fingerprint};
use super::hall::Taken;
use super::member::MemberId;
use super::{Club, ClubError};
use crate::escape;
use crate::files::{self, walk};
use crate::record::game::Game;
use crate::record::pgn;
use crate::record::tree::Id;

/// The largest file that is put into an archive of a member.
const LARGEST: u64 = 64 * 1024 * 1024;

/// The size of a block.
const BLOCK: usize = 512;

/// The longest name in a header.
const LONGEST_NAME: usize = 100;

/// Writes an archive.
#[derive(Debug)]
pub struct Tar<W: Write>(W);

/// The header of a member of the archive.
fn header(name: &[u8], kind: u8, size: u64, seconds: u64) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| block[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &name[..name.len().min(LONGEST_NAME)]);
    put(100, b"0000600\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{:011o}\0", size.min(0o77_777_777_777)).as_bytes());
    put(136, format!("{:011o}\0", seconds.min(0o77_777_777_777)).as_bytes());
    // The sum is computed as if its own place had spaces.
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000");
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block
}

impl<W: Write> Tar<W> {
    /// An archive that is written there.
    pub const fn new(out: W) -> Tar<W> {
        Tar(out)
    }

    /// Adds a file of this size, read from `data`. A shorter one is filled up, so that the archive stays whole.
    pub fn file(&mut self, name: &Path, mut data: impl Read, size: u64, changed: SystemTime) -> io::Result<()> {
        let seconds = changed.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let name = name.as_os_str().as_bytes();
        if name.len() > LONGEST_NAME {
            // The next header has a longer name: the extension that all programs know.
            let long = [name, b"\0"].concat();
            self.0.write_all(&header(b"././@LongLink", b'L', long.len() as u64, 0))?;
            self.0.write_all(&long)?;
            self.fill(long.len() as u64)?;
        }
        self.0.write_all(&header(name, b'0', size, seconds))?;
        let copied = io::copy(&mut data.by_ref().take(size), &mut self.0)?;
        io::copy(&mut io::repeat(0).take(size - copied), &mut self.0)?;
        self.fill(size)
    }

    /// Fills the last block.
    fn fill(&mut self, size: u64) -> io::Result<()> {
        let rest = (size % BLOCK as u64) as usize;
        self.0.write_all(&[0; BLOCK][..(BLOCK - rest) % BLOCK])
    }

    /// Ends the archive.
    pub fn finish(mut self) -> io::Result<W> {
        self.0.write_all(&[0; 2 * BLOCK])?;
        self.0.flush()?;
        Ok(self.0)
    }
}

/// What two records of one game at a table have in common: its start, its moves, and when it began. Names may differ, and
/// so may comments that its player has added.
type Print = (String, Vec<String>, [Option<String>; 2]);

fn print(game: &Game) -> Print {
    let moves = game.tree.line(Id::ROOT).filter_map(|at| Some(game.tree.node(at).deed.as_ref()?.shown.clone()));
    let tag = |name: &str| game.tags.get(name).map(str::to_owned);
    (game.tree.start().fen(), moves.collect(), [tag("UTCDate"), tag("UTCTime")])
}

impl Club {
    /// The games of a file, so that none of them is taken a second time.
    fn prints(&self, data: &[u8]) -> impl Iterator<Item = Print> {
        let games = pgn::Reader::new(data).of(&self.games);
        games.map_while(Result::ok).filter_map(|read| read.game).map(|game| print(&game))
    }

    /// What the store knows of a member, in words.
    fn about(&self, number: i64) -> Result<String, ClubError> {
        let name = self.name_of(MemberId::Member(number))?;
        let (_, joined) = self.store.folder_of(number)?;
        let mut text = format!("Name: {name}\nNumber: {number}\nJoined: {}\n", day(joined));
        for key in self.store.keys_of(number)? {
            let _ = writeln!(text, "Key: {} (since {})", fingerprint(key.digest), day(key.added));
        }
        for (ladder, standing) in self.standings(MemberId::Member(number))? {
            let _ = writeln!(text, "Rating: {} in {ladder}, {} games", standing.rating.points(), standing.games);
        }
        Ok(text)
    }

    /// Writes everything that is kept of this member: what the store knows, their games with people, the files of their
    /// folder, and all games in one file.
    pub fn archive(&self, member: MemberId, out: impl Write) -> Result<(), ClubError> {
        let MemberId::Member(number) = member else { return Err(ClubError::Guest) };
        let folder = self.players().join(self.store.folder_of(number)?.0);
        let top = Path::new("heterodox");
        let mut tar = Tar::new(out);
        let (mut games, mut had, mut left_out) = (Vec::new(), BTreeSet::new(), String::new());
        let about = self.about(number)?;
        let mut add = |name: &Path, data: &[u8], changed: SystemTime| {
            tar.file(&top.join(name), data, data.len() as u64, changed).map_err(ClubError::Archive)
        };
        add(Path::new("account.txt"), about.as_bytes(), SystemTime::now())?;
        for path in walk(&folder).map_err(|error| ClubError::File { path: folder.clone(), error })? {
            let file = |error| ClubError::File { path: path.clone(), error };
            // A game that was saved under another name meanwhile is in the archive by that name.
            let data = match files::read(&path, LARGEST) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                // One file that is too large does not keep the others back.
                Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                    let below = path.strip_prefix(&folder).unwrap_or(&path);
                    let _ = writeln!(left_out, "{}: {error}", escape::path(below));
                    continue;
                }
                data => data.map_err(file)?,
            };
            let changed = fs::metadata(&path).and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            let below = path.strip_prefix(&folder).unwrap_or(&path);
            let is_game = below.parent() == Some(Path::new("games"));
            if is_game && below.extension().is_some_and(|end| end == "pgn") {
                had.extend(self.prints(&data));
                games.extend_from_slice(data.trim_ascii_end());
                games.extend_from_slice(b"\n\n");
            }
            add(below, &data, changed)?;
        }
        for row in self.store.tables_of(member)? {
            let (ending, text) = match self.hall.saved(&row)? {
                None => continue,
                // The game was written to the folder when it ended.
                Some(Taken::Game(game)) if had.contains(&print(&game)) => continue,
                Some(Taken::Game(game)) => ("pgn", pgn::write(&game)),
                Some(Taken::Journal(text)) => ("journal", text),
            };
            if ending == "pgn" {
                games.extend_from_slice(text.trim_end().as_bytes());
                games.extend_from_slice(b"\n\n");
            }
            let name = format!("tables/{}.{ending}", row.key.0);
            add(Path::new(&name), text.as_bytes(), SystemTime::now())?;
        }
        if !games.is_empty() {
            add(Path::new("all-games.pgn"), &games, SystemTime::now())?;
        }
        if !left_out.is_empty() {
            add(Path::new("left-out.txt"), left_out.as_bytes(), SystemTime::now())?;
        }
        tar.finish().map_err(ClubError::Archive)?;
        Ok(())
    }
}
