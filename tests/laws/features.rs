//! The tests and the benchmarks ask for no other features of the dependencies than the program: otherwise most of what
//! `cargo build` has built is built once more for them.

use std::collections::BTreeMap;
use std::process::Command;

/// The packages that are built for the program or for everything, each with its features.
fn packages(of: &[&str]) -> BTreeMap<String, String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--offline", "--prefix", "none", "--format", "{p}|{f}"])
        .args(of)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let lines = String::from_utf8(output.stdout).expect("text");
    let line = |line: &str| {
        let (package, features) = line.split_once('|')?;
        Some((package.to_owned(), features.trim_end_matches(" (*)").to_owned()))
    };
    lines.lines().filter_map(line).collect()
}

#[test]
fn tests_build_no_dependency_once_more() {
    let program = packages(&["--package", "heterodox", "--edges", "normal,build"]);
    let all = packages(&["--workspace", "--edges", "normal,build,dev"]);
    assert!(program.len() > 100, "{} packages", program.len());
    let other: Vec<String> = program
        .iter()
        .filter_map(|(package, features)| {
            let here = all.get(package)?;
            (here != features).then(|| format!("{package}: the program asks for {features}, the tests for {here}"))
        })
        .collect();
    assert!(other.is_empty(), "{}", other.join("\n"));
}
