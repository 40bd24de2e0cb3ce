//! The commands for saved games: list, export and import.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;

use super::{Failure, Outcome, out};
use crate::config::GlyphSet;
use crate::escape;
use crate::files;
use crate::games::Registry;
use crate::paths::Paths;
use crate::record::form::Form;
use crate::record::store::{Filter, GameEntry, Imported, SortOrder, Store, Twins};
use crate::record::tree::Id;
use crate::session::archive;
use crate::session::statistics::Statistics;
use crate::tui::depth::Depth;
use crate::tui::diagram::{Diagram, Moment};
use crate::tui::export::format::Format;
use crate::tui::export::{self, ExportError};
use crate::tui::glyphs::{Glyphs, UNICODE};
use crate::tui::host::facts::Facts;
use crate::tui::pieces::piece_style::PieceStyle;
use crate::tui::screens::library::figure_lines;
use crate::tui::theme::{Theme, Themes};
use crate::tui::view::View;
use crate::zone::Zone;

/// The page width if the output is a pipe.
const WIDTH: usize = 80;

/// The column that is aligned to the right.
const NUMBERS: usize = 4;

#[derive(Args, Debug)]
pub(super) struct Games {
    /// Print one JSON object with all details
    #[arg(long, conflicts_with = "stats")]
    json: bool,
    /// Show only games that match all these words (players, game, result, date)
    #[arg(long, value_name = "TEXT", default_value = "")]
    filter: String,
    /// Show statistics: results by game, level and seat
    #[arg(long)]
    stats: bool,
}

/// The other formats. Which one is required is not checked when another one is given.
const NO_SVG: [&str; 5] = ["pgn", "fen", "text", "cast", "animation"];
const NO_CAST: [&str; 5] = ["pgn", "fen", "text", "svg", "animation"];

#[derive(Args, Debug)]
pub(super) struct Export {
    /// The start of its file name, or a path; add :N for game N of a file with several games
    id: String,
    #[command(flatten)]
    form: Forms,
    /// The position of --svg after this many moves of all players; without it, the last one
    #[arg(long, value_name = "N", requires = "svg", conflicts_with_all = NO_SVG)]
    ply: Option<usize>,
    /// With --svg, draw this position (FEN); ID is then the name of a game like sanctuary
    #[arg(long, value_name = "FEN", requires = "svg", conflicts_with = "ply", conflicts_with_all = NO_SVG)]
    position: Option<String>,
    /// The colours of --svg, --animation and --cast; `heterodox themes` lists them
    #[arg(long, value_name = "NAME", default_value = "slate")]
    theme: String,
    /// How --cast shows the pieces; without it, sextants if your terminal shows Unicode
    #[arg(long, value_name = "PIECES", requires = "cast", conflicts_with_all = NO_CAST)]
    pieces: Option<CastPieces>,
    /// Write to this new file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a recording shows pieces.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum CastPieces {
    /// A letter for each piece
    Letters,
    /// Sprites of four dots in a character
    Quadrants,
    /// Sprites of six dots in a character
    Sextants,
}

impl CastPieces {
    const fn piece_style(self) -> PieceStyle {
        match self {
            CastPieces::Letters => PieceStyle::Letters,
            CastPieces::Quadrants => PieceStyle::Quadrants,
            CastPieces::Sextants => PieceStyle::Sextants,
        }
    }
}

#[derive(Args, Debug)]
#[group(multiple = false)]
#[expect(clippy::struct_excessive_bools, reason = "each is an argument, and only one of them is given")]
struct Forms {
    /// PGN with comments and variations (the default)
    #[arg(long)]
    pgn: bool,
    /// FEN of the last position
    #[arg(long)]
    fen: bool,
    /// A replay for any terminal, shown with cat
    #[arg(long)]
    text: bool,
    /// A timed replay for asciinema
    #[arg(long)]
    cast: bool,
    /// A picture of one position
    #[arg(long)]
    svg: bool,
    /// An SVG that plays the game in a browser
    #[arg(long)]
    animation: bool,
}

#[derive(Args, Debug)]
pub(super) struct Import {
    /// PGN files with any number of games; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

fn store(games: Registry) -> Result<Store, Failure> {
    let paths = Paths::find(|name| std::env::var(name).ok());
    let paths = paths.ok_or_else(|| Failure::Failed("no home folder was found for games".to_owned()))?;
    Ok(archive::store(&paths.data_dir, games))
}

fn glyphs() -> Glyphs {
    Glyphs::chosen(GlyphSet::Auto, &Facts::of(|name| std::env::var(name).ok()))
}

/// Prints problems to standard error, so that they do not mix with the output.
fn warn(problems: &[String]) {
    for problem in problems {
        out::complain(problem);
    }
}

/// `heterodox games`.
pub(super) fn list(arguments: &Games, games: Registry, out: &mut impl Write) -> Outcome {
    let store = store(games)?;
    warn(&archive::settle_all(store.folder(), store.games()));
    let listing = store.list();
    warn(&listing.problems);
    let filter = Filter::new(&arguments.filter);
    let mut games = listing.games;
    let zone = Zone::of_system();
    games.retain(|entry| filter.takes(&entry.words(&zone)));
    games.sort_by(|a, b| SortOrder::Newest.compare(a, b));
    if arguments.json {
        let games: Vec<Value> = games.iter().map(|entry| entry_json(&store, entry, &zone)).collect();
        writeln!(out, "{}", escape::json(&json!({ "games": games }).to_string()))?;
        return Ok(out.flush()?);
    }
    if arguments.stats {
        for (_, line) in figure_lines(&Statistics::of(&games, store.games()), WIDTH, &glyphs()) {
            writeln!(out, "{}", escape::line(line.trim_end()))?;
        }
        return Ok(out.flush()?);
    }
    table(&games, &zone, out)
}

fn entry_json(store: &Store, entry: &GameEntry, zone: &Zone) -> Value {
    let seat = |at: usize| entry.spec().and_then(|spec| spec.seats.get(at)).map(|seat| seat.name.to_lowercase());
    let players: Vec<Value> = entry
        .players
        .iter()
        .enumerate()
        .map(|(at, player)| json!({ "seat": seat(at), "name": player.name, "is": player.is }))
        .collect();
    json!({
        "id": entry.id(),
        // Folder names may contain any bytes, but JSON only allows text.
        "file": store.path(&entry.file).to_string_lossy(),
        "number": entry.number,
        "game": entry.game,
        "title": entry.title(),
        "players": players,
        "result": entry.result,
        "date": entry.date.shown_in(zone),
        "utc": entry.date.utc(),
        "plies": entry.plies,
        "termination": entry.termination,
        "unfinished": entry.running,
        "damaged": entry.damaged,
    })
}

/// A table with one line per game below a heading. The columns are as wide as their contents.
fn table(games: &[GameEntry], zone: &Zone, out: &mut impl Write) -> Outcome {
    let date = if zone.is_own() { "DATE" } else { "DATE (UTC)" };
    let head = ["ID", date, "GAME", "RESULT", "PLIES", "PLAYERS"].map(str::to_owned);
    let row = |entry: &GameEntry| {
        let result = entry.state().into_owned();
        let row = [
            entry.id(),
            entry.date.shown_in(zone).to_string(),
            entry.short_title().to_owned(),
            result,
            entry.plies.to_string(),
            entry.seats(),
        ];
        // Cells are escaped first, because escapes change their width.
        row.map(|text| escape::line(&text).into_owned())
    };
    let rows: Vec<[String; 6]> = std::iter::once(head).chain(games.iter().map(row)).collect();
    let widths: Vec<usize> =
        (0..6).map(|column| rows.iter().map(|row| row[column].width()).max().unwrap_or(0)).collect();
    for row in &rows {
        let mut line = String::new();
        for (column, text) in row.iter().enumerate() {
            let blanks = " ".repeat(widths[column] - text.width());
            let (before, after) = if column == NUMBERS { (blanks.as_str(), "") } else { ("", blanks.as_str()) };
            line.extend([before, text, after, "  "]);
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(out.flush()?)
}

/// The theme of this name, in all its colours.
fn theme(name: &str) -> Result<Theme, Failure> {
    let paths = Paths::find(|name| std::env::var(name).ok());
    let themes = Themes::load(paths.as_ref().map(|paths| paths.themes_dir.as_path()));
    if !themes.has(name) {
        return Err(Failure::Usage(format!("there is no theme \"{name}\": `heterodox themes` lists them")));
    }
    Ok(themes.named(name, Depth::True))
}

/// `heterodox export`.
pub(super) fn give(arguments: &Export, games: Registry) -> Outcome {
    let theme = theme(&arguments.theme)?;
    if arguments.form.svg {
        let picture = still(arguments, games, &theme)?;
        let (picture, missing) = picture;
        match &arguments.output {
            None => out::data().write_all(picture.as_bytes())?,
            Some(path) => export::write_text(path, &picture).map_err(Failure::failed)?,
        }
        return complete(&missing);
    }
    let store = store(games)?;
    let games = store.find(&arguments.id).map_err(Failure::usage)?;
    let forms = &arguments.form;
    let chosen = [
        (forms.pgn, Form::Pgn),
        (forms.fen, Form::Fen),
        (forms.text, Form::Text),
        (forms.cast, Form::Cast),
        (forms.animation, Form::Svg),
    ];
    let form = chosen.iter().find(|(asked, _)| *asked).map_or(Form::Pgn, |&(_, form)| form);
    // Sprites are Unicode, so whoever asks for them has a terminal with Unicode in mind.
    let asked = arguments.pieces.map(CastPieces::piece_style);
    let glyphs =
        if asked.is_some_and(|piece_style| piece_style != PieceStyle::Letters) { UNICODE } else { glyphs() };
    let usual = if glyphs.name == GlyphSet::Unicode { PieceStyle::Sextants } else { PieceStyle::Letters };
    let look = Format { form, glyphs: &glyphs, theme: &theme, pieces: asked.unwrap_or(usual) };
    if let Some(path) = &arguments.output {
        let written = export::write_file(&store, &games, look, (path, u64::MAX), &mut |_| true);
        return complete(&written.map_err(Failure::failed)?);
    }
    let out = if form == Form::Text { out::film() } else { out::data() };
    let mut out = io::BufWriter::new(out);
    match export::write(&store, &games, look, &mut out, &mut |_| true) {
        Ok(missing) => {
            out.flush()?;
            complete(&missing)
        }
        Err(ExportError::Io(error)) => Err(Failure::Io(error)),
        Err(problem) => Err(Failure::failed(problem)),
    }
}

/// Success, unless something is missing in what was written: it is said, and the status is one of failure.
fn complete(missing: &[String]) -> Outcome {
    warn(missing);
    match missing.len() {
        0 => Ok(()),
        1 => Err(Failure::Failed("one game could only be read in part".to_owned())),
        count => Err(Failure::Failed(format!("{count} games could only be read in part"))),
    }
}

/// The picture of one position, and what is missing of the game.
fn still(arguments: &Export, games: Registry, theme: &Theme) -> Result<(String, Vec<String>), Failure> {
    let diagram = Diagram { theme, view: View::FIRST };
    if let Some(fen) = &arguments.position {
        let position = super::begin(&games, &arguments.id, Some(fen), None)?;
        return Ok((diagram.still(position.as_ref(), Moment::of(position.as_ref())), Vec::new()));
    }
    let store = store(games)?;
    let found = store.find(&arguments.id).map_err(Failure::usage)?;
    let [entry] = &found[..] else {
        return Err(Failure::failed(ExportError::Several(found.len())));
    };
    let (game, problem) = store.read(entry).map_err(Failure::failed)?;
    let ply = arguments.ply.unwrap_or(game.tree.length());
    let Some(at) = game.tree.line(Id::ROOT).nth(ply) else {
        let length = game.tree.length();
        return Err(Failure::Usage(format!(
            "--ply {ply}: the game has {length} plies, expected a number from 0 to {length}"
        )));
    };
    let missing = problem.into_iter().collect();
    Ok((diagram.still(game.tree.position(at).as_ref(), Moment::at(&game, at)), missing))
}

/// `heterodox import`.
pub(super) fn take(arguments: &Import, games: Registry, out: &mut impl Write) -> Outcome {
    let store = store(games)?;
    let (mut turn, mut twins) = (None, Twins::default());
    let mut all = Imported::default();
    for path in &arguments.files {
        let (name, input): (String, Box<dyn BufRead>) = if path == Path::new("-") {
            ("standard input".to_owned(), Box::new(io::stdin().lock()))
        } else {
            let name = escape::path(path);
            let file = files::open_named(path).map_err(|error| Failure::Failed(format!("{name}: {error}")))?;
            (name, Box::new(BufReader::with_capacity(1 << 16, file)))
        };
        // While waiting for input from a pipe, do not hold the lock, because other programs may need it.
        let waits = path == Path::new("-") || files::is_stream(path);
        if waits || turn.is_none() {
            turn = if waits { None } else { Some(store.turn(&mut || true).map_err(Failure::failed)?) };
            twins = Twins::of(store.list().games);
        }
        let done = store.import(input, &name, &mut twins, &mut |_| true).map_err(Failure::failed)?;
        warn(&done.problems);
        for file in &done.files {
            let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
            writeln!(out, "{}", escape::line(&name))?;
        }
        let twice = done.twice.iter().map(|(number, id)| format!("{name}: game {number}: already saved as {id}"));
        warn(&twice.collect::<Vec<String>>());
        all.add(done);
    }
    let problems = std::mem::take(&mut all.problems).len();
    let counted = format!("{}.", all.words());
    out::remark(&counted);
    match (problems, all.files.is_empty() && all.twice.is_empty()) {
        (0, false) => Ok(()),
        (0, true) => Err(Failure::Failed(
            "no game of a known variant was found: the tag Variant must name the game".to_owned(),
        )),
        (1, _) => Err(Failure::Failed("one problem".to_owned())),
        (count, _) => Err(Failure::Failed(format!("{count} problems"))),
    }
}
