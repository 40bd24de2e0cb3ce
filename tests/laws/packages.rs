//! A member is published as its folder and nothing else, so what its source includes lies inside.

use std::path::{Component, Path, PathBuf};

use super::layers::{MEMBERS, files};

/// The files that a source includes as text or as bytes, relative to its own folder. Its tests are not published.
fn included(text: &str) -> Vec<String> {
    let text = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    let after = ["include_str!(\"", "include_bytes!(\"", "include!(\""];
    let calls = after.iter().flat_map(|call| text.split(call).skip(1));
    calls.filter_map(|rest| rest.split('"').next().map(str::to_owned)).collect()
}

/// A path without its `..`: `None` if it leaves the folder that it starts in.
fn inside(path: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => found.push(name),
            Component::ParentDir if !found.pop() => return None,
            _ => {}
        }
    }
    Some(found)
}

#[test]
fn what_a_member_includes_is_in_its_folder() {
    let mut seen = 0;
    for (member, _) in MEMBERS {
        for (name, text) in files(&format!("crates/{member}/src")) {
            let own = Path::new("src").join(&name);
            let folder = own.parent().expect("a folder");
            for file in included(&text) {
                let found =
                    inside(&folder.join(&file)).unwrap_or_else(|| panic!("{member}/src/{name}: {file} is outside"));
                let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(member);
                assert!(root.join(found).is_file(), "{member}/src/{name}: {file} is not there");
                seen += 1;
            }
        }
    }
    assert!(seen >= 20, "only {seen} files are included");
}

#[test]
fn a_file_outside_is_found() {
    let text = "const A: &str = include_str!(\"../../x.toml\");\n#[cfg(test)]\ninclude_str!(\"../../../y\");";
    assert_eq!(included(text), ["../../x.toml"]);
    assert_eq!(inside(Path::new("src/a/../../x.toml")), Some("x.toml".into()));
    assert_eq!(inside(Path::new("src/../../x.toml")), None);
}
