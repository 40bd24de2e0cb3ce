//! Frames as text and as roles (a wrong highlight has the same text), held against files in
//! `tests/data/frames`. `BLESS=1` writes them anew.

// Every test file uses its own part of this.
#![allow(dead_code, unreachable_pub)]

use std::fs;
use std::path::PathBuf;

use heterodox::cli::picture::text;
use heterodox::tui::theme::{Role, Theme};
use ratatui::buffer::Buffer;

/// One letter a role, in the order of the roles.
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN";

fn letter(role: Role) -> char {
    let at = Role::ALL.iter().position(|&known| known == role).expect("a role");
    char::from(LETTERS[at])
}

/// The role of each place: of its ground where it is a square, else of its letter.
fn roles(buffer: &Buffer) -> String {
    let mut map = String::new();
    for y in buffer.area.top()..buffer.area.bottom() {
        let mut row = String::new();
        for x in buffer.area.left()..buffer.area.right() {
            let cell = &buffer[(x, y)];
            let ground = Theme::charted(cell.bg);
            let role = ground.or_else(|| Theme::charted(cell.fg).filter(|_| cell.symbol() != " "));
            row.push(role.filter(|&role| role != Role::Text).map_or(' ', letter));
        }
        map.push_str(row.trim_end());
        map.push('\n');
    }
    map
}

/// What is other in a frame than it was; nothing if all is as it was.
pub fn changes(name: &str, buffer: &Buffer) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/frames");
    let now = format!("{}\n{}", text(buffer), roles(buffer));
    let path = folder.join(format!("{name}-{}x{}.txt", buffer.area.width, buffer.area.height));
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(&path, &now).expect("it is written");
    }
    let was = fs::read_to_string(&path).unwrap_or_default();
    if was == now {
        return String::new();
    }
    let lines = was.lines().chain(std::iter::repeat("")).zip(now.lines());
    let other = lines.filter(|(was, now)| was != now).take(6);
    let told = other.fold(String::new(), |text, (was, now)| text + "- " + was + "\n+ " + now + "\n");
    format!("{} is other now:\n{told}\n", path.display())
}
