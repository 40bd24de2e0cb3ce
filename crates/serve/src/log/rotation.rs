//! The log as a file that does not grow without end: when it is full, it is renamed, a new one is begun, and the oldest
//! is removed.

use std::ffi::OsString;
use std::fs;
use std::fs::File;
use std::io::{self, ErrorKind, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::files;

/// Where the log goes, and how much of it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LogSettings {
    /// The file; standard error if none is named.
    pub(crate) file: Option<PathBuf>,
    /// Kilobytes of the file until a new one is begun.
    pub(crate) kilobytes: u64,
    /// How many full files are kept.
    pub(crate) kept: u64,
}

impl Default for LogSettings {
    fn default() -> LogSettings {
        LogSettings { file: None, kilobytes: 10_240, kept: 5 }
    }
}

/// The file of the log, with the full ones beside it: `NAME.1` is the newest.
#[derive(Debug)]
pub struct Rotation {
    path: PathBuf,
    /// The most bytes of a file.
    most: u64,
    kept: u64,
    /// The file, unless the next one could not be begun.
    file: Option<File>,
    size: u64,
}

/// The file for appending; it is made if there is none.
fn open(path: &Path) -> io::Result<(File, u64)> {
    let mut file = match files::open_to_write(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => files::create(path)?,
        other => other?,
    };
    let size = file.seek(SeekFrom::End(0))?;
    Ok((file, size))
}

impl Rotation {
    /// Opens the file that is named here.
    pub(crate) fn open(path: &Path, settings: &LogSettings) -> io::Result<Rotation> {
        let (file, size) = open(path)?;
        let most = settings.kilobytes.saturating_mul(1024);
        Ok(Rotation { path: path.to_owned(), most, kept: settings.kept, file: Some(file), size })
    }

    /// The name of a full file; 0 is the one that is written.
    fn name(&self, number: u64) -> PathBuf {
        if number == 0 {
            return self.path.clone();
        }
        let mut name = OsString::from(&self.path);
        name.push(format!(".{number}"));
        PathBuf::from(name)
    }

    /// Renames the full files and begins the next one. The oldest one is overwritten.
    fn turn(&mut self) -> io::Result<()> {
        self.file = None;
        for number in (0..self.kept).rev() {
            match fs::rename(self.name(number), self.name(number + 1)) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }
}

impl Write for Rotation {
    /// Writes a whole line. After a failure it is tried again with the next one.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.size > 0 && self.size + line.len() as u64 > self.most {
            self.turn()?;
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let (file, size) = open(&self.path)?;
                self.size = size;
                none.insert(file)
            }
        };
        if let Err(error) = file.write_all(line) {
            // Some of it may be there.
            self.file = None;
            return Err(error);
        }
        self.size += line.len() as u64;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_log_is_renamed_and_the_oldest_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let settings = LogSettings { file: Some(path.clone()), kilobytes: 1, kept: 2 };
        let lines: Vec<String> = (0..100).map(|number| format!("{number:0>99}\n")).collect();
        // Ten lines fill a file. It is opened anew in the middle of one.
        for part in lines.chunks(45) {
            let mut log = Rotation::open(&path, &settings).expect("a file");
            for line in part {
                log.write_all(line.as_bytes()).expect("room");
            }
        }
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
        assert_eq!(read("log"), lines[90..].concat());
        assert_eq!(read("log.1"), lines[80..90].concat());
        assert_eq!(read("log.2"), lines[70..80].concat());
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 3);
    }

    #[test]
    fn it_goes_on_when_the_next_file_can_be_begun() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let settings = LogSettings { file: Some(path.clone()), kilobytes: 1, kept: 1 };
        let mut log = Rotation::open(&path, &settings).expect("a file");
        let line = "x".repeat(1000);
        log.write_all(line.as_bytes()).expect("room");
        // A folder of this name cannot be replaced by a file.
        fs::create_dir_all(folder.path().join("log.1/inside")).expect("a folder");
        assert!(log.write_all(line.as_bytes()).is_err());
        assert_eq!(fs::metadata(&path).expect("a file").len(), 1000, "it does not grow");
        fs::remove_dir_all(folder.path().join("log.1")).expect("it is ours");
        log.write_all(line.as_bytes()).expect("room again");
        assert_eq!(fs::metadata(folder.path().join("log.1")).expect("a file").len(), 1000);
        assert_eq!(fs::metadata(&path).expect("a file").len(), 1000);
    }
}
