//! What a release says of itself in several places: recipes, metadata and the names of its files agree.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::Folder;

const VERSION: &str = env!("CARGO_PKG_VERSION");
const RECIPES: [&str; 3] = ["aur/PKGBUILD", "homebrew/heterodox.rb", "nix/default.nix"];

fn at(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path.as_ref()).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// Runs a script of `packaging`; `None` where there is no Python.
fn script(name: &str, arguments: &[&str]) -> Option<Output> {
    let mut python = Command::new("python3");
    let found = python.arg(at("packaging").join(name)).args(arguments).output();
    if found.is_err() {
        eprintln!("skipped: there is no python3");
    }
    found.ok()
}

/// The archive of a platform.
fn archive(platform: &str) -> String {
    format!("heterodox-{VERSION}-{platform}.tar.gz")
}

/// The recipes that are filled in for archives of these platforms, with the digest of each.
fn filled(out: &Folder, platforms: &[(&str, String)]) -> Option<Vec<String>> {
    let rows: Vec<String> = platforms
        .iter()
        .map(|(platform, digest)| {
            format!(
                "{digest}  {}
",
                archive(platform)
            )
        })
        .collect();
    fs::write(out.path().join("SHA256SUMS"), rows.concat()).expect("room");
    let told = script("recipes.py", &[VERSION, &out.path().display().to_string()])?;
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    Some(RECIPES.iter().map(|name| read(out.path().join("recipes").join(name))).collect())
}

#[test]
fn recipes_have_the_version_and_the_digests_of_the_archives() {
    let out = Folder::new("release-recipes");
    let all = ["x86_64-linux", "aarch64-linux", "x86_64-macos", "aarch64-macos"];
    let digests: Vec<(&str, String)> =
        all.iter().zip("1234".chars()).map(|(name, digit)| (*name, digit.to_string().repeat(64))).collect();
    let Some(found) = filled(&out, &digests) else { return };
    for (name, text) in RECIPES.iter().zip(&found) {
        assert!(
            text.contains(VERSION) && !text.contains("@VERSION") && !text.contains("@SHA256"),
            "{name}:\n{text}"
        );
        assert!(!text.contains("# if ") && !text.contains("# end"), "{name}:\n{text}");
        for (platform, digest) in &digests {
            // Arch Linux is no macOS.
            let expected = usize::from(!name.starts_with("aur") || platform.ends_with("linux"));
            assert_eq!(text.matches(digest.as_str()).count(), expected, "{name}: {platform}");
        }
    }
    // What there is no archive for is not offered.
    let Some(fewer) = filled(&out, &digests[..1]) else { return };
    for (name, text) in RECIPES.iter().zip(&fewer) {
        assert!(text.contains(&digests[0].1), "{name}");
        assert!(!text.contains("aarch64") && !text.contains("macos"), "{name}:\n{text}");
    }
}

#[test]
fn a_release_without_archives_has_no_recipes() {
    let out = Folder::new("release-none");
    fs::write(out.path().join("SHA256SUMS"), format!("{}  heterodox-9.9.9-x86_64-linux.tar.gz\n", "1".repeat(64)))
        .expect("room");
    let Some(told) = script("recipes.py", &[VERSION, &out.path().display().to_string()]) else { return };
    assert!(!told.status.success());
    assert!(String::from_utf8_lossy(&told.stderr).contains(&format!("no archive of version {VERSION}")));
    assert!(!out.path().join("recipes").exists());
}

/// `cargo binstall` finds the archive, and the program in it, where the recipes do.
#[test]
fn binstall_knows_the_names_of_the_archives() {
    let manifest = read(at("Cargo.toml"));
    let value = |section: &str, key: &str| -> String {
        let (_, rest) = manifest.split_once(&format!("[package.metadata.binstall{section}]\n")).expect(section);
        let own = rest.split("\n[").next().unwrap_or_default();
        let line = own.lines().find(|line| line.starts_with(key)).expect(key);
        let text = line.split('"').nth(1).expect("a text");
        let repository = env!("CARGO_PKG_REPOSITORY");
        [("repo", repository), ("version", VERSION), ("target-arch", "x86_64"), ("bin", "heterodox")]
            .iter()
            .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{ {name} }}"), value))
    };
    let sections = [
        ("", "x86_64-linux"),
        (".overrides.aarch64-apple-darwin", "aarch64-macos"),
        (".overrides.x86_64-apple-darwin", "x86_64-macos"),
    ];
    for (section, platform) in sections {
        let name = archive(platform);
        let expected = format!("{}/releases/download/v{VERSION}/{name}", env!("CARGO_PKG_REPOSITORY"));
        assert_eq!(value(section, "pkg-url"), expected);
        assert_eq!(value(section, "bin-dir"), format!("{}/bin/heterodox", name.trim_end_matches(".tar.gz")));
        let from = format!("heterodox-@VERSION@-{platform}.tar.gz");
        assert!(read(at("packaging/homebrew/heterodox.rb")).contains(&from), "{from}");
    }
    for name in RECIPES {
        assert!(read(at("packaging").join(name)).contains(env!("CARGO_PKG_REPOSITORY")), "{name}");
    }
}

/// The same folder gives the same archive, whenever and wherever it is packed.
#[test]
fn an_archive_depends_on_names_and_bytes_only() {
    let (first, second) = (Folder::new("release-first"), Folder::new("release-second"));
    let mut archives = Vec::new();
    for (folder, order) in [(&first, ["a", "b/c"]), (&second, ["b/c", "a"])] {
        let tree = folder.path().join("tree");
        fs::create_dir_all(tree.join("b")).expect("a folder");
        for name in order {
            fs::write(tree.join(name), name).expect("room");
        }
        let out = folder.path().join("out.tar.gz");
        let [tree, path] = [&tree, &out].map(|path| path.display().to_string());
        let Some(told) = script("archive.py", &[&tree, "name", "1000000000", &path]) else { return };
        assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
        archives.push(fs::read(&out).expect("an archive"));
    }
    assert!(archives[0] == archives[1], "two archives of the same files differ");
    fs::write(second.path().join("tree/a"), "other").expect("room");
    let [tree, path] =
        [second.path().join("tree"), second.path().join("out.tar.gz")].map(|path| path.display().to_string());
    script("archive.py", &[&tree, "name", "1000000000", &path]);
    assert!(fs::read(path).expect("an archive") != archives[0], "another file gives another archive");
}

/// The icon is our own artwork: the King of Holywar on a board.
#[test]
fn the_icon_shows_a_piece_of_ours() {
    let icon = read(at("packaging/heterodox.svg"));
    let king = read(at("crates/games/src/holywar/art/king.svg"));
    let shapes: Vec<&str> = king.lines().filter(|line| line.starts_with("<path")).collect();
    assert!(shapes.len() > 5);
    for shape in shapes {
        assert!(icon.contains(shape), "the King was drawn anew: packaging/heterodox.svg has not {shape}");
    }
    let picture = fs::read(at("packaging/heterodox.png")).expect("the picture");
    assert!(picture.starts_with(b"\x89PNG"));
    assert_eq!(picture[16..24], [0, 0, 0, 128, 0, 0, 0, 128], "it is 128 dots wide and high");
}
