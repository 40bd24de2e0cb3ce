//! `convert`: games that are written for Fairy-Stockfish become files of ours, or it is said what stops them.

mod compare;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Failure, Outcome};
use crate::escape;
use crate::game_file::ENDING;
use crate::games::file::FileVariant;
use crate::games::import::{self, Imported};
use compare::Program;

/// The arguments.
#[derive(Args, Debug)]
pub(super) struct Convert {
    /// A file of variants in the format of Fairy-Stockfish
    #[arg(required_unless_present = "known")]
    file: Option<PathBuf>,
    /// The sections to convert; all if none is named
    sections: Vec<String>,
    /// Write each game that a file can say to this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Also the games that are a part of Fairy-Stockfish
    #[arg(long)]
    known: bool,
    /// Start this program, and compare the number of legal sequences of moves
    #[arg(long, value_name = "PROGRAM")]
    compare: Option<PathBuf>,
    /// The length of these sequences
    #[arg(long, value_name = "PLIES", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=10))]
    depth: u32,
}

/// What has become of a section.
struct Row {
    result: String,
    reason: String,
}

/// Converts, and prints a table.
pub(super) fn run(arguments: &Convert, out: &mut impl Write) -> Outcome {
    let found = found(arguments)?;
    if let Some(folder) = &arguments.out {
        fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    }
    writeln!(out, "| section | result | reason |\n|---|---|---|")?;
    let (mut good, mut other) = (0, 0);
    for imported in &found {
        let row = match (&imported.result, &arguments.compare) {
            (Err(_), _) => refused(imported),
            (Ok(text), program) => {
                if let Some(folder) = &arguments.out {
                    write(folder, &imported.name, text)?;
                }
                let program = program.as_ref().map(|path| Program { path, file: arguments.file.as_deref() });
                judged(imported, text, program.as_ref(), arguments.depth)?
            }
        };
        if row.reason.is_empty() {
            good += 1;
        } else {
            other += 1;
        }
        writeln!(out, "| {} | {} | {} |", escape::line(&imported.name), row.result, escape::line(&row.reason))?;
    }
    let done = if arguments.compare.is_some() { "agree" } else { "are files" };
    Ok(writeln!(out, "\n{good} of {} {done}; {other} are refused or differ.", found.len())?)
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Failed(format!("{}: {error}", escape::path(path)))
}

/// The sections that are asked for.
fn found(arguments: &Convert) -> Result<Vec<Imported>, Failure> {
    let mut found = Vec::new();
    if let Some(path) = &arguments.file {
        let bytes = fs::read(path).map_err(|error| failed(path, &error))?;
        let text = String::from_utf8_lossy(&bytes);
        let shown = escape::path(path);
        found = import::import(&text).map_err(|refusal| Failure::Failed(format!("{shown}:{refusal}")))?;
    }
    let unknown = arguments.sections.iter().find(|name| found.iter().all(|imported| imported.name != **name));
    if let Some(name) = unknown {
        return Err(Failure::Usage(format!("{}: there is no such section", escape::line(name))));
    }
    found.retain(|imported| arguments.sections.is_empty() || arguments.sections.contains(&imported.name));
    if arguments.known {
        found.extend(import::known_names().filter_map(import::known));
    }
    Ok(found)
}

fn refused(imported: &Imported) -> Row {
    let refusals = imported.result.as_ref().err().into_iter().flatten();
    let reasons: Vec<String> = refusals
        .map(|refusal| {
            let line = if refusal.line == 0 { String::new() } else { format!("line {}: ", refusal.line) };
            format!("{line}{} = {}: {}", refusal.key, refusal.value, refusal.why)
        })
        .collect();
    Row { result: "refused".to_owned(), reason: reasons.join("; ") }
}

/// Reads a game back, and compares it.
fn judged(imported: &Imported, text: &str, program: Option<&Program>, depth: u32) -> Result<Row, Failure> {
    let game = match FileVariant::read(text, &imported.name) {
        Ok(game) => game,
        Err(mistakes) => {
            let reasons: Vec<String> = mistakes.iter().map(|mistake| mistake.fault.to_string()).collect();
            return Ok(Row { result: "refused".to_owned(), reason: reasons.join("; ") });
        }
    };
    let Some(program) = program else { return Ok(Row { result: "a file".to_owned(), reason: String::new() }) };
    let (own, plies) =
        compare::own(game, depth).map_err(|error| Failure::Failed(format!("{}: {error}", imported.name)))?;
    let other = program.count(&imported.name, plies)?;
    let reason = match other {
        Some(other) if other == own => String::new(),
        Some(other) => format!("the program counts {other}"),
        None => "the program counts nothing".to_owned(),
    };
    let less = if plies < depth { format!(" ({plies} plies)") } else { String::new() };
    Ok(Row { result: format!("{own}{less}"), reason })
}

/// Writes a game to the folder. A file that is there stays.
fn write(folder: &Path, name: &str, text: &str) -> Outcome {
    let stem: String = name.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect();
    let path = folder.join(format!("{stem}.{ENDING}"));
    let written = File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| failed(&path, &error))
}
