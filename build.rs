//! Notes the commit of which the program is built, for `--version`. No tool of git is needed: a packed crate has the commit in a
//! file, and a working copy in the files of git.

#[path = "build/commit.rs"]
mod commit;

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build/commit.rs");
    // Each commit would build the tests again, so only a program that is used says its own.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        println!("cargo:rustc-env=HETERODOX_COMMIT=not noted, a build for tests");
        return;
    }
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let found = commit::of(Path::new(&folder));
    for path in &found.read {
        println!("cargo:rerun-if-changed={}", path.display());
    }
    println!("cargo:rustc-env=HETERODOX_COMMIT={}", found.commit.as_deref().unwrap_or("not known"));
}
