//! Files that are whole or not there at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Writes a file that is whole or not there at all, and harms no other: where one of this name has
/// another text, the name gets a number. Gives back where it is.
pub fn write_new(path: &Path, text: &str) -> io::Result<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut half = half_of(folder, path)?;
    let written = half.1.write_all(text.as_bytes()).and_then(|()| half.1.sync_all());
    let placed = written.and_then(|()| place(&half.0, path, text));
    // A link to it has the name it should have; this one is of no more use.
    let _ = fs::remove_file(&half.0);
    let target = placed?;
    if let Ok(folder) = File::open(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }) {
        // Some systems sync no folders; the file itself is synced.
        let _ = folder.sync_all();
    }
    Ok(target)
}

/// Gives a file another name, and harms no other: that there is one of this name is an error.
pub fn move_new(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Where there are no links, look first.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

/// A file beside the one that is to be, which nobody takes for it.
fn half_of(folder: &Path, path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let half = folder.join(format!(".{name}.{}.half", std::process::id()));
    let file = File::create(&half)?;
    Ok((half, file))
}

/// Gives a file its name without taking the place of another.
fn place(half: &Path, path: &Path, text: &str) -> io::Result<PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    for number in 1..u32::MAX {
        let named =
            if number == 1 { path.to_owned() } else { path.with_file_name(format!("{stem}-{number}{ending}")) };
        match fs::hard_link(half, &named) {
            Ok(()) => return Ok(named),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if fs::read(&named).is_ok_and(|found| found == text.as_bytes()) {
                    return Ok(named);
                }
            }
            // Where there are no links, look first.
            Err(_) if !named.exists() => return fs::rename(half, &named).map(|()| named),
            Err(_) => {}
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_other_file_is_harmed() {
        let folder = std::env::temp_dir().join(format!("heterodox-file-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("a.pgn");
        assert_eq!(write_new(&path, "one").expect("room"), path);
        assert_eq!(write_new(&path, "one").expect("room"), path, "the same is there already");
        assert_eq!(write_new(&path, "two").expect("room"), folder.join("a-2.pgn"));
        assert_eq!(fs::read_to_string(&path).expect("the file"), "one");
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 2, "nothing is left behind");
        assert!(write_new(&folder.join("none").join("a.pgn"), "one").is_err());
        let _ = fs::remove_dir_all(&folder);
    }
}
