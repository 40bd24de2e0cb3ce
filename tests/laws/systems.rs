//! What depends on the system is in one module a concern, chosen for the system, and `docs/porting.md` lists them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::layers::files;

/// The members that a client without the server consists of.
const CLIENT: &[&str] = &["kernel", "games", "base", "engine", "play", "linear", "tui"];

/// Crates and modules that are not there on every system.
const OF_A_SYSTEM: &[&str] =
    &["std::os::", "rustix::", "nix::", "libc::", "signal_hook::", "windows::", "windows_sys::"];

/// Does this source use the system? Tests and comments do not count.
fn uses_the_system(text: &str) -> bool {
    let text = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.any(|line| OF_A_SYSTEM.iter().any(|what| line.contains(what)))
}

#[test]
fn what_depends_on_the_system_is_listed() {
    let folders = CLIENT.iter().map(|member| format!("crates/{member}/src")).chain(["src".to_owned()]);
    let mut found = BTreeSet::new();
    for folder in folders {
        for (file, text) in files(&folder) {
            // The source of the program is given with that of all members.
            let is_other =
                folder == "src" && !(file == "cli.rs" || file.starts_with("cli/") && file != "cli/serve.rs");
            let is_test = file.ends_with("tests.rs");
            if !is_other && !is_test && uses_the_system(&text) {
                found.insert(format!("{folder}/{file}"));
            }
        }
    }
    // Each file but one is what a port writes anew; that one does nothing on other systems.
    let shared: Vec<&String> = found.iter().filter(|file| !file.ends_with("/unix.rs")).collect();
    assert_eq!(shared, ["crates/engine/src/memory.rs"], "only a file `unix.rs` may use the system");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/porting.md");
    let page = fs::read_to_string(page).expect("the page");
    let listed: BTreeSet<String> =
        page.lines().filter_map(|line| Some(line.strip_prefix("* `")?.split('`').next()?.to_owned())).collect();
    assert_eq!(listed, found, "docs/porting.md (left) and the source (right)");
}

#[test]
fn what_is_of_the_system_is_seen() {
    for (text, uses) in [
        ("use rustix::fs::Mode;", true),
        ("    let id = nix::unistd::getpid();", true),
        ("use std::os::unix::fs::MetadataExt as _;", true),
        ("// rustix::fs has it", false),
        ("use std::fs::File;\n#[cfg(test)]\nuse rustix::pty::openpt;", false),
    ] {
        assert_eq!(uses_the_system(text), uses, "{text}");
    }
}
