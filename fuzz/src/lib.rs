//! What must hold for any bytes. The fuzz targets and a seeded test on stable call the same
//! functions; each panics when something does not hold.

// It is read without the server, which needs a C compiler.
#[path = "../../crates/web/src/route.rs"]
mod route;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use heterodox::answers;
use heterodox::cli::inspect;
use heterodox::config::file;
use heterodox::escape;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use heterodox::engine::uci::{Talk, Uci};
use heterodox::games::file::{Fault, FileVariant};
use heterodox::games::{GAMES, Registry, import};
use heterodox::record::course::Course;
use heterodox::record::{journal, pgn};
use heterodox::rules::variant::{Opening, Variant};
use heterodox::rules::zobrist::mix;
use heterodox::session::archive;
use heterodox::session::lesson::Lesson;
use heterodox::tui::glyphs;
use heterodox::tui::input::parser::Parser;
use heterodox::tui::input::{Input, Key};

/// A line of `inspect --stdin` gets one line of JSON.
pub fn inspect_line(bytes: &[u8]) {
    let answer = inspect::answer(bytes, &Registry::default());
    assert!(!answer.contains(escape::is_hidden), "one line, and nothing that commands a terminal");
    let value: serde_json::Value = serde_json::from_str(&answer).expect("the answer is JSON");
    assert!(value["error"].is_string() != value["legal"].is_array(), "a problem or a position");
}

/// An address of a page that is read is written as one that is read the same, and its path is harmless anywhere.
pub fn route_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Some(route) = route::Route::parse(&text) {
        let path = route.path();
        assert_eq!(route::Route::parse(&path), Some(route), "{text:?}");
        let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || b"/-_.?=".contains(&letter);
        assert!(path.bytes().all(is_plain) && !path.contains("/."), "{path}");
    }
}

/// Answers of mail servers and to HTTP are the same whether they come at once or byte by byte, and take what they say.
pub fn answer_bytes(bytes: &[u8]) {
    let first = |read: &dyn Fn(&[u8]) -> Option<String>| (0..=bytes.len()).find_map(|end| read(&bytes[..end]));
    let reply = |bytes: &[u8]| match answers::reply(bytes) {
        Ok(None) => None,
        Ok(Some((reply, taken))) => {
            assert!((100..600).contains(&reply.code) && !reply.lines.is_empty() && taken <= bytes.len());
            Some(format!("{reply:?} {taken}"))
        }
        Err(wrong) => Some(format!("{wrong:?}")),
    };
    assert_eq!(first(&reply), reply(bytes));
    let status = |bytes: &[u8]| match answers::status(bytes) {
        Ok(None) => None,
        Ok(Some(code)) => {
            assert!((100..600).contains(&code));
            Some(code.to_string())
        }
        Err(wrong) => Some(format!("{wrong:?}")),
    };
    assert_eq!(first(&status), status(bytes));
}

fn game_and_text(bytes: &[u8]) -> Option<(&'static dyn Variant, String)> {
    let (first, rest) = bytes.split_first()?;
    Some((GAMES[usize::from(*first) % GAMES.len()], String::from_utf8_lossy(rest).into_owned()))
}

/// A position text is refused with a reason, or what is written of it stands for the same.
pub fn position_text(bytes: &[u8]) {
    let Some((game, text)) = game_and_text(bytes) else { return };
    match game.begin(Opening::Fen(&text)) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(position) => {
            let written = position.fen();
            let again = game.begin(Opening::Fen(&written)).expect("what it writes it reads");
            assert_eq!(again.fen(), written);
            assert_eq!(again.hash(), position.hash());
            assert_eq!(again.legal(), position.legal());
        }
    }
}

/// Words are legal moves that read back in both forms, or are refused and change nothing.
/// Before a first `~` may stand a position text.
pub fn move_text(bytes: &[u8]) {
    let Some((game, text)) = game_and_text(bytes) else { return };
    let (fen, moves) = text.split_once('~').unwrap_or(("", &text));
    let opening = if fen.is_empty() { Opening::Start } else { Opening::Fen(fen) };
    let Ok(mut position) = game.begin(opening) else { return };
    for word in moves.split_whitespace().take(64) {
        let before = position.fen();
        if let Ok(mv) = position.read(word) {
            assert_eq!(position.read(&position.machine(mv)), Ok(mv));
            assert_eq!(position.read(&position.display(mv)), Ok(mv));
            position.play(mv).expect("what is read is legal");
            assert!(position.undo().is_some() && position.fen() == before);
            position.play(mv).expect("it still is");
        } else if position.act(word).is_err() {
            assert_eq!(position.fen(), before, "a refused move changes nothing");
        }
    }
}

/// A course is refused with its place, or every legal move of every step is answered in words.
pub fn course_text(bytes: &[u8]) {
    let Some((game, text)) = game_and_text(bytes) else { return };
    match Course::read(game, &Registry::default(), "course.pgn", &text) {
        Err(error) => assert!(error.to_string().contains("course.pgn"), "{error}"),
        Ok(course) => {
            let course = Arc::new(course);
            for number in 0..course.steps.len().min(4) {
                let mut lesson = Lesson::new(Arc::clone(&course), number);
                lesson.hint();
                for mv in lesson.position().legal().into_iter().take(40) {
                    assert!(!lesson.answer(mv).words.is_empty() && !lesson.task().is_empty());
                    if lesson.is_solved() {
                        break;
                    }
                }
            }
        }
    }
}

/// Lines to the engine are answered, whatever they say. Long counts, big tables and searches without
/// an end are left out.
pub fn engine_lines(bytes: &[u8]) {
    let out = Arc::new(Mutex::new(Vec::<u8>::new()));
    let mut uci = Uci::new(out.clone(), Registry::default());
    uci.line("setoption name Hash value 1").expect("a list takes everything");
    for line in String::from_utf8_lossy(bytes).lines().take(64) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let big = |most: u64| words.iter().any(|word| word.parse::<u64>().is_ok_and(|number| number > most));
        if words.contains(&"perft") && big(2) || words.contains(&"setoption") && big(4) {
            continue;
        }
        if uci.line(line).expect("a list takes everything") == Talk::Over {
            break;
        }
        uci.line("stop").expect("a list takes everything");
    }
    drop(uci);
    let out = out.lock().expect("no writer panics");
    let said = std::str::from_utf8(&out).expect("it says text");
    assert!(!said.contains(|letter| escape::is_hidden(letter) && letter != '\n'));
}

/// Whatever bytes are told, nothing of them commands a terminal; what can be seen stays, and what is
/// shown once is shown the same again.
pub fn shown_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let shown = escape::line(&text);
    assert!(!shown.contains(escape::is_hidden));
    assert_eq!(escape::line(&shown), shown);
    let mut rest = shown.chars();
    for letter in text.chars().filter(|&letter| !escape::is_hidden(letter)) {
        assert!(rest.any(|other| other == letter), "{letter:?} is lost");
    }
    let written = serde_json::to_string(&text).expect("a text makes JSON");
    let json = escape::json(&written);
    assert!(!json.contains(escape::is_hidden));
    assert_eq!(serde_json::from_str::<String>(&json).expect("it is JSON"), text);
    let mut out = escape::Escaping::new(Vec::new());
    for piece in bytes.chunks(3) {
        out.write_all(piece).expect("a list takes everything");
    }
    out.flush().expect("a list takes everything");
    let said = String::from_utf8(out.into_inner()).expect("it says text");
    assert!(!said.contains(|letter| escape::is_hidden(letter) && letter != '\n'));
    for set in glyphs::SETS {
        let plain = set.plain(&text);
        assert!(!plain.contains(|letter| escape::is_hidden(letter) && letter != '\n'));
    }
}

/// Bytes of a terminal make the same input whole and in pieces, and leave no parser stuck.
pub fn terminal_bytes(bytes: &[u8]) {
    let whole = {
        let mut parser = Parser::new();
        let mut inputs = parser.feed(bytes);
        inputs.extend(parser.flush());
        inputs
    };
    let mut parser = Parser::new();
    let mut pieces = Vec::new();
    for piece in bytes.chunks(3) {
        pieces.extend(parser.feed(piece));
    }
    pieces.extend(parser.flush());
    assert_eq!(pieces, whole);
    parser.feed(b"\x1b[201~");
    parser.flush();
    assert!(parser.feed(b"zz").contains(&Input::Key(Key::char('z'))), "it goes on");
}

/// Settings are read whatever they say, and a change of them is what is read after it.
pub fn settings_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (_, mistakes) = file::read(&text, "settings");
    assert!(mistakes.iter().all(|mistake| mistake.to_string().starts_with("settings:")));
    if let Ok(changed) = file::write(&text, "look", "theme", "mono") {
        assert_eq!(file::read(&changed, "settings").0.look.theme, "mono");
    }
}

/// The file of a game is refused with places, or a game of it can be played. The data of a game are never given back, so
/// only some are compiled.
pub fn game_text(bytes: &[u8]) {
    const MOST: u32 = 300;
    static COMPILED: AtomicU32 = AtomicU32::new(0);
    let text = String::from_utf8_lossy(bytes);
    let mistakes = FileVariant::mistakes(&text, "game");
    assert!(mistakes.iter().all(|mistake| mistake.to_string().starts_with("game:")));
    if !mistakes.is_empty() || COMPILED.fetch_add(1, Ordering::Relaxed) >= MOST {
        return;
    }
    let Ok(game) = FileVariant::read(&text, "game") else { return };
    let game: &'static FileVariant = Box::leak(Box::new(game));
    let mut position = game.begin(Opening::Start).expect("its opening was read");
    for number in 0..20 {
        let legal = position.legal();
        let Some(&mv) = legal.get(mix(number) as usize % legal.len().max(1)) else { return };
        position.play(mv).expect("it is legal");
    }
}

/// Sections for another program are refused with reasons, or give the text of a file that is TOML.
pub fn variants_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(found) = import::import(&text) else { return };
    for section in found {
        match section.result {
            Ok(file) => {
                let mistakes = FileVariant::mistakes(&file, "game");
                assert!(mistakes.iter().all(|mistake| !matches!(mistake.fault, Fault::Syntax { .. })), "{file}");
            }
            Err(refusals) => {
                assert!(!refusals.is_empty() && refusals.iter().all(|refusal| !refusal.why.is_empty()));
            }
        }
    }
}

/// A journal is refused, or what is good of it is a game that can be written as a record. The same
/// holds where every line has the sum and the number it should have.
pub fn journal_bytes(bytes: &[u8]) {
    journal_read(bytes);
    let text = String::from_utf8_lossy(bytes);
    let mut summed = String::new();
    for (number, line) in text.lines().enumerate() {
        let body = format!("{number} {}", line.splitn(3, ' ').nth(2).unwrap_or_default());
        writeln!(summed, "{:08x} {body}", crc32fast::hash(body.as_bytes())).expect("a text takes all");
    }
    journal_read(summed.as_bytes());
}

fn journal_read(bytes: &[u8]) {
    let path = Path::new("journal");
    let Ok(found) = journal::parse(bytes, path) else { return };
    assert!(!found.records.is_empty());
    let Ok(recovered) = archive::recover(&found, path, &Registry::default()) else { return };
    let game = recovered.referee.record(recovered.date).expect("what was played can be recorded");
    assert_eq!(game.end().fen(), recovered.referee.position().fen());
    assert!(!pgn::write(&game).is_empty());
}

/// A file of games is read as it is listed, and what is kept of it reads back the same.
pub fn pgn_text(bytes: &[u8]) {
    let all: Vec<_> = pgn::Reader::new(bytes).map(|parsed| parsed.expect("bytes have no faults")).collect();
    let listed: Vec<_> = pgn::Lister::new(bytes).map(|header| header.expect("bytes have no faults")).collect();
    assert_eq!(all.len(), listed.len());
    for (parsed, header) in all.iter().zip(&listed) {
        assert_eq!(parsed.offset, header.offset);
        let Some(game) = &parsed.game else {
            assert!(parsed.problems.iter().any(|problem| problem.stops), "there is a reason");
            continue;
        };
        let again = pgn::read(&pgn::write(game));
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].game.as_ref(), Some(game));
    }
}
