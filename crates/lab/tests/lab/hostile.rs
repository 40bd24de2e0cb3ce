//! Hostile text: nothing that an argument, a file or another engine says reaches the terminal as it is.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use heterodox_base::escape::is_hidden;

use crate::folder::Folder;

/// A title, a colour, a control character of the second set, a direction, the end of a line.
const EVIL: &str = "a\x1b]0;EVIL\x07b\x1b[66zc\u{9b}5zd\u{202e}e\u{200b}f\nheterodox-lab: k";
/// How the beginning of it is shown.
const SHOWN: &str = "a\\x1b]0;EVIL\\x07b\\x1b[66zc\\u{9b}5zd\\u{202e}e";

fn run(home: &Path, arguments: &[&str]) -> Output {
    let command = &mut Command::new(env!("CARGO_BIN_EXE_heterodox-lab"));
    command.args(arguments).current_dir(home).output().expect("it runs")
}

/// What it says, which has nothing hidden in it.
fn said(home: &Path, arguments: &[&str]) -> String {
    let output = run(home, arguments);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).expect("text");
    assert!(!said.contains(|letter| is_hidden(letter) && letter != '\n'), "{arguments:?}: {said:?}");
    said
}

#[test]
fn arguments_are_shown_with_escapes() {
    let home = Folder::new("lab-arguments");
    for arguments in [
        &[EVIL][..],
        &["match", EVIL, "random"],
        &["match", "sanctuary", EVIL],
        &["match", "sanctuary", "random", "--games", EVIL],
        &["match", "sanctuary", "random", "--setup", EVIL],
        &["learn", EVIL],
        &["learn", "chess", "--hours", EVIL],
        &["tune", EVIL],
        &["tune", "data", EVIL, "file"],
        &["tune", "data", "sanctuary", "file", "--setup", EVIL],
        &["tune", "fit", "sanctuary", EVIL],
        &["tune", "net", "sanctuary", "none", "--write", "net", "--from", EVIL],
        &["tune", "errors", "sanctuary", EVIL],
        &["tune", "endings", "sanctuary", EVIL],
        &["bench", EVIL],
    ] {
        let output = run(home.path(), arguments);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {:?}", output.status);
        assert!(said(home.path(), arguments).contains("\\x1b]0;EVIL\\x07b"), "{arguments:?}");
    }
    // A file may have such a name.
    let saved = said(home.path(), &["match", "sanctuary", "random", "--games", "0", "--save", EVIL]);
    assert!(saved.contains("games: 0") && home.join(EVIL).exists(), "{saved}");
}

#[test]
fn files_are_told_with_escapes() {
    let home = Folder::new("lab-files");
    let evils =
        [EVIL.as_bytes().to_vec(), b"z\xff\xfe\xc3\x1b]0;EVIL\x07".to_vec(), vec![0; 100], b"\n\n1\t2\n".to_vec()];
    for bytes in evils {
        fs::write(home.join("file"), bytes).expect("room");
        for arguments in [
            &["tune", "fit", "sanctuary", "file"][..],
            &["tune", "net", "sanctuary", "file", "--write", "net"],
            &["tune", "net", "sanctuary", "file", "--write", "net", "--from", "file"],
            &["tune", "endings", "sanctuary", "file"],
        ] {
            let output = run(home.path(), arguments);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}");
            let told = said(home.path(), arguments);
            assert!(told.starts_with("heterodox-lab: ") && told.lines().count() == 1, "{arguments:?}: {told}");
        }
    }
}

#[test]
fn files_of_one_line_are_read_in_bounded_room() {
    let home = Folder::new("lab-long");
    let mut file = fs::File::create(home.join("long")).expect("a file");
    for _ in 0..220 {
        file.write_all(&vec![b'x'; 1 << 20]).expect("there is room");
    }
    drop(file);
    let bounded = ["-c", "ulimit -v 200000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_heterodox-lab")];
    let command = &mut Command::new("/bin/sh");
    let output = command.args(bounded).args(["tune", "fit", "sanctuary", "long"]).current_dir(home.path()).output();
    let told = String::from_utf8(output.expect("it runs").stderr).expect("text");
    assert!(told.contains("long: line 1 is longer than 1048576 bytes"), "{told}");
}

#[test]
fn what_another_engine_says_is_told_with_escapes() {
    let home = Folder::new("lab-engine");
    let dense = EVIL.replace(['\t', ' ', '\n'], "");
    let script = "while read -r word rest; do case $word in uci) printf 'id name EVIL\\nuciok\\n';; \
                  isready) echo readyok;; go) printf 'info string EVIL\\nbestmove EVIL\\n';; quit) exit;; esac; done\n";
    fs::write(home.join("engine"), script.replace("EVIL", &dense.replace('%', "%%"))).expect("room");
    for name in [EVIL, "x"] {
        let player = format!("command=/bin/sh engine,name={name},Option={EVIL}");
        let told = said(home.path(), &["match", "sanctuary", &player, "random", "--games", "2"]);
        assert!(told.contains("played \"a\\x1b]0;EVIL") && told.contains("which is not a move"), "{told}");
        assert!(name == "x" || told.contains(SHOWN), "{told}");
    }
}
