//! Everything that is kept of a member, as one file: a `tar` archive without compression, which every system reads.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, BufReader, Read, Seek as _, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest as _, Sha256};

use super::account::{day, fingerprint};
use super::member::MemberId;
use super::store::TableKey;
use super::table_service::Taken;
use super::{Club, ClubError};
use crate::escape;
use crate::files::{self, walk};
use crate::record::game::Game;
use crate::record::pgn;
use crate::record::tree::Id;

/// The largest file that is put into an archive of a member.
const LARGEST_BYTES: u64 = 64 * 1024 * 1024;

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
    pub fn file(&mut self, name: &Path, data: impl Read, size: u64, changed: SystemTime) -> io::Result<()> {
        self.begin(name, size, changed)?;
        self.data(data, size, 0)?;
        self.fill(size)
    }

    /// Begins a file of this size.
    fn begin(&mut self, name: &Path, size: u64, changed: SystemTime) -> io::Result<()> {
        let seconds = changed.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let name = name.as_os_str().as_bytes();
        if name.len() > LONGEST_NAME {
            // The next header has a longer name: the extension that all programs know.
            let long = [name, b"\0"].concat();
            self.0.write_all(&header(b"././@LongLink", b'L', long.len() as u64, 0))?;
            self.0.write_all(&long)?;
            self.fill(long.len() as u64)?;
        }
        self.0.write_all(&header(name, b'0', size, seconds))
    }

    /// Writes so many bytes of a file that was begun. If there are fewer, the rest is filled with this byte.
    fn data(&mut self, mut data: impl Read, size: u64, filler: u8) -> io::Result<()> {
        let copied = io::copy(&mut data.by_ref().take(size), &mut self.0)?;
        io::copy(&mut io::repeat(filler).take(size - copied), &mut self.0).map(|_| ())
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

/// What two records of one game at a table have in common: a digest of its start, its moves, and when it began. Names may
/// differ, and so may comments that its player has added.
type Print = [u8; 32];

fn print(game: &Game) -> Print {
    let mut digest = Sha256::new();
    let mut add = |text: &str| {
        digest.update(text.as_bytes());
        digest.update([0]);
    };
    add(&game.tree.start().fen());
    for tag in ["UTCDate", "UTCTime"] {
        add(game.tags.get(tag).unwrap_or_default());
    }
    for at in game.tree.line(Id::ROOT) {
        if let Some(deed) = &game.tree.node(at).deed {
            add(&deed.shown);
        }
    }
    digest.finalize().into()
}

/// A file that is read, and how long it is without the white space at its end.
struct Trimmed<R> {
    data: R,
    read: u64,
    length: u64,
}

impl<R: Read> Read for Trimmed<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.data.read(bytes)?;
        if let Some(last) = bytes[..count].iter().rposition(|byte| !byte.is_ascii_whitespace()) {
            self.length = self.read + last as u64 + 1;
        }
        self.read += count as u64;
        Ok(count)
    }
}

/// A part of the file with all games, and its bytes. It is read again when that file is written, so that no archive is
/// held in memory.
enum Part {
    File(PathBuf, u64),
    Table(TableKey, u64),
}

/// What stands between the parts.
const BETWEEN: &[u8] = b"\n\n";

/// Why a file cannot be read.
fn unread(path: &Path) -> impl FnOnce(io::Error) -> ClubError {
    |error| ClubError::File { path: path.to_owned(), error }
}

/// The ending of a file, its text, and the game if it can be read.
type Kept = (&'static str, String, Option<Print>);

impl Club {
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

    /// What is kept of a table, if there is anything.
    fn kept(&self, key: TableKey) -> Result<Option<Kept>, ClubError> {
        let Some(row) = self.store.table(key)? else { return Ok(None) };
        Ok(self.tables.saved(&row)?.map(|taken| match taken {
            Taken::Game(game) => ("pgn", pgn::write(&game), Some(print(&game))),
            Taken::Journal(text) => ("journal", text, None),
        }))
    }

    /// Writes everything that is kept of this member: what the store knows, their games with people, the files of their
    /// folder, and all games in one file. Files are read as they are written, so that who does not take the archive makes
    /// the server hold nothing of it.
    pub fn archive(&self, member: MemberId, out: impl Write) -> Result<(), ClubError> {
        let MemberId::Member(number) = member else { return Err(ClubError::Guest) };
        let folder = self.players().join(self.store.folder_of(number)?.0);
        let top = Path::new("heterodox");
        let mut tar = Tar::new(out);
        let (mut parts, mut had, mut left_out) = (Vec::new(), BTreeSet::new(), String::new());
        let add = |tar: &mut Tar<_>, name: &str, text: &str| {
            let size = text.len() as u64;
            tar.file(&top.join(name), text.as_bytes(), size, SystemTime::now()).map_err(ClubError::Archive)
        };
        add(&mut tar, "account.txt", &self.about(number)?)?;
        let tables = self.store.tables_of(member)?;
        for path in walk(&folder).map_err(unread(&folder))? {
            let below = path.strip_prefix(&folder).unwrap_or(&path);
            // A game that was saved under another name meanwhile is in the archive by that name.
            let file = match files::open_within(&path, LARGEST_BYTES) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                // One file that is too large does not keep the others back.
                Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                    let _ = writeln!(left_out, "{}: {error}", escape::path(below));
                    continue;
                }
                file => file.map_err(unread(&path))?,
            };
            let data = file.metadata().map_err(unread(&path))?;
            let is_games = below.parent() == Some(Path::new("games"));
            let is_games = is_games && below.extension().is_some_and(|end| end == "pgn");
            // The games of a file, so that none of them is taken a second time.
            if is_games && !tables.is_empty() {
                let games = pgn::Reader::new(BufReader::new(&file)).of(&self.games);
                had.extend(games.map_while(Result::ok).filter_map(|read| read.game).map(|game| print(&game)));
                (&file).rewind().map_err(unread(&path))?;
            }
            let changed = data.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let mut file = Trimmed { data: file, read: 0, length: 0 };
            tar.file(&top.join(below), &mut file, data.len(), changed).map_err(ClubError::Archive)?;
            if is_games {
                parts.push(Part::File(path, file.length));
            }
        }
        for key in tables {
            let Some((ending, text, print)) = self.kept(key)? else { continue };
            // The game was written to the folder when it ended.
            if print.is_some_and(|print| had.contains(&print)) {
                continue;
            }
            add(&mut tar, &format!("tables/{}.{ending}", key.0), &text)?;
            if print.is_some() {
                parts.push(Part::Table(key, text.trim_end().len() as u64));
            }
        }
        if !parts.is_empty() {
            self.add_all_games(&mut tar, &top.join("all-games.pgn"), &parts)?;
        }
        if !left_out.is_empty() {
            add(&mut tar, "left-out.txt", &left_out)?;
        }
        tar.finish().map_err(ClubError::Archive)?;
        Ok(())
    }

    /// Adds the file with all games. What is shorter than it was, or gone, leaves empty lines.
    fn add_all_games<W: Write>(&self, tar: &mut Tar<W>, name: &Path, parts: &[Part]) -> Result<(), ClubError> {
        let size = |part: &Part| match part {
            Part::File(_, size) | Part::Table(_, size) => size + BETWEEN.len() as u64,
        };
        let all = parts.iter().map(size).sum();
        tar.begin(name, all, SystemTime::now()).map_err(ClubError::Archive)?;
        for part in parts {
            match part {
                Part::File(path, size) => match files::open(path) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => tar.data(io::empty(), *size, b'\n'),
                    file => tar.data(file.map_err(unread(path))?, *size, b'\n'),
                },
                Part::Table(key, size) => {
                    let text = self.kept(*key)?.map(|(_, text, _)| text).unwrap_or_default();
                    tar.data(text.as_bytes(), *size, b'\n')
                }
            }
            .and_then(|()| tar.data(BETWEEN, BETWEEN.len() as u64, b'\n'))
            .map_err(ClubError::Archive)?;
        }
        tar.fill(all).map_err(ClubError::Archive)
    }
}
