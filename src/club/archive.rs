//! Everything that is kept of a member, as one file: a `tar` archive without compression, which every system reads.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::account::{day, fingerprint};
use super::member::MemberId;
use super::{Club, ClubError};
use crate::files;

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

/// The files in a folder with their paths, in the order of their names. Links are left out.
pub fn walk(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
        Err(error) => return Err(error),
    };
    entries.sort();
    for path in entries {
        let kind = fs::symlink_metadata(&path)?.file_type();
        if kind.is_dir() {
            found.extend(walk(&path)?);
        } else if kind.is_file() {
            found.push(path);
        }
    }
    Ok(found)
}

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
            let _ = writeln!(text, "Rating: {:.0} in {ladder}, {} games", standing.rating.value, standing.games);
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
        let mut games = Vec::new();
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
                data => data.map_err(file)?,
            };
            let changed = fs::metadata(&path).and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            let below = path.strip_prefix(&folder).unwrap_or(&path);
            let is_game = below.parent() == Some(Path::new("games"));
            if is_game && below.extension().is_some_and(|end| end == "pgn") {
                games.extend_from_slice(data.trim_ascii_end());
                games.extend_from_slice(b"\n\n");
            }
            add(below, &data, changed)?;
        }
        for (key, seats) in self.store.tables_of(member)? {
            let Some((ending, text)) = self.hall.saved(key, &seats)? else { continue };
            if ending == "pgn" {
                games.extend_from_slice(text.trim_end().as_bytes());
                games.extend_from_slice(b"\n\n");
            }
            let name = format!("tables/{}.{ending}", key.0);
            add(Path::new(&name), text.as_bytes(), SystemTime::now())?;
        }
        if !games.is_empty() {
            add(Path::new("all-games.pgn"), &games, SystemTime::now())?;
        }
        tar.finish().map_err(ClubError::Archive)?;
        Ok(())
    }
}
