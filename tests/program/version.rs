//! What `--version` says, and how the build finds the commit.

use std::fs;
use std::path::Path;

use crate::support::Folder;
use crate::support::run::run;

#[path = "../../build/commit.rs"]
mod commit;

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

#[test]
fn the_version_is_told_with_its_commit_and_its_features() {
    let home = Folder::new("version");
    let told = run(home.path(), &["--version"]);
    assert_eq!((told.code, told.stderr.as_str()), (Some(0), ""));
    let first: Vec<&str> = told.out.lines().take(3).collect();
    let features = if cfg!(feature = "serve") { "features: serve" } else { "features: none" };
    assert_eq!(first[0], concat!("heterodox ", env!("CARGO_PKG_VERSION")));
    // A program that is built for use names the commit of its folder.
    let commit = if cfg!(debug_assertions) {
        "not noted, a build for tests".to_owned()
    } else {
        commit::of(Path::new(env!("CARGO_MANIFEST_DIR"))).commit.unwrap_or_else(|| "not known".to_owned())
    };
    assert_eq!(first[1..], [&format!("commit: {commit}"), features]);
}

#[test]
fn the_commit_is_found_without_git() {
    let folder = Folder::new("version-commit");
    let at = |name: &str| folder.path().join(name);
    let put = |name: &str, text: &str| {
        fs::create_dir_all(at(name).parent().expect("a folder")).expect("a folder");
        fs::write(at(name), text).expect("a file");
    };
    let found = |name: &str| commit::of(&at(name)).commit;
    fs::create_dir_all(at("none")).expect("a folder");
    assert_eq!(found("none"), None);
    let expected = Some("0123456789ab".to_owned());
    // A branch, a branch that git has packed away, and a commit without a branch.
    put("branch/.git/HEAD", "ref: refs/heads/main\n");
    assert_eq!(found("branch"), None, "there is no commit yet");
    put("branch/.git/refs/heads/main", &format!("{COMMIT}\n"));
    assert_eq!(found("branch"), expected);
    assert_eq!(commit::of(&at("branch")).read, [at("branch/.git/HEAD"), at("branch/.git/refs/heads/main")]);
    put("packed/.git/HEAD", "ref: refs/heads/main\n");
    put(
        "packed/.git/packed-refs",
        &format!("# pack-refs with: peeled\n{} refs/heads/old\n{COMMIT} refs/heads/main\n", "f".repeat(40)),
    );
    assert_eq!(found("packed"), expected);
    put("loose/.git/HEAD", COMMIT);
    assert_eq!(found("loose"), expected);
    // One of several working copies.
    put("copy/.git", "gitdir: ../branch/.git/worktrees/copy\n");
    put("branch/.git/worktrees/copy/HEAD", "ref: refs/heads/other\n");
    put("branch/.git/worktrees/copy/commondir", "../..\n");
    put("branch/.git/refs/heads/other", COMMIT);
    assert_eq!(found("copy"), expected);
    // A crate that was packed says so first.
    put(
        "branch/.cargo_vcs_info.json",
        &format!("{{\n  \"git\": {{\n    \"sha1\": \"{}\"\n  }},\n  \"path_in_vcs\": \"\"\n}}", "A".repeat(40)),
    );
    assert_eq!(found("branch"), Some("a".repeat(12)));
    put("branch/.cargo_vcs_info.json", "{}");
    assert_eq!(found("branch"), expected);
    put("loose/.git/HEAD", "nonsense");
    assert_eq!(found("loose"), None);
}
