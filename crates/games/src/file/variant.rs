//! A game that was read from a file, as a value.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use heterodox_base::document::{Document, Mistake, Place};

use crate::rules::bits::{Bits64, Bits256};
use crate::rules::limits::{self, Flaw};
use crate::rules::position::Position;
use crate::rules::spec::Spec;
use crate::rules::tables::Tables;
use crate::rules::variant::{Opening, OpeningError, Variant, start};

use super::digest::Digest;
use super::fault::Fault;
use super::found::{self, Found};
use super::game::FileGame;
use super::kept_text;
use super::laws::{LawData, Laws};
use super::others_fen;
use super::read::Read;

/// The tables of a game of a file, by the size of its board.
#[derive(Clone, Copy, Debug)]
pub enum Compiled {
    /// At most 64 squares, and two seats.
    Small(&'static Tables<FileGame<Bits64>>),
    /// At most 256 squares, or more seats.
    Large(&'static Tables<FileGame<Bits256>>),
}

/// A game that was read from a file.
pub struct FileVariant {
    spec: &'static Spec,
    laws: LawData,
    credits: &'static str,
    lesson_lines: Vec<usize>,
    digest: Digest,
    written_laws: Vec<String>,
    compiled: OnceLock<Compiled>,
}

/// The files that were read, so that none is kept twice.
static KEPT: Mutex<Vec<KeptFile>> = Mutex::new(Vec::new());

/// A text, and what it gives.
type KeptFile = (&'static str, Result<&'static FileVariant, Mistakes>);

/// The most files that are read. The data of a game are never given back, also those of a file with mistakes.
const MOST_KEPT: usize = 512;

/// How many of them are left for files that the user or the operator of a server reads, whatever others send.
const LEFT_FOR_OWN: usize = 128;

impl fmt::Debug for FileVariant {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "FileVariant({})", self.spec.id)
    }
}

/// All that is wrong in a file.
pub type Mistakes = Vec<Mistake<Fault>>;

impl FileVariant {
    /// Reads a game and keeps it as long as the program runs. The same text is the same game. `name` is how messages call
    /// the file.
    pub fn kept(text: &str, name: &str) -> Result<&'static FileVariant, Mistakes> {
        FileVariant::kept_of(text, name, MOST_KEPT)
    }

    /// The same for a text that others have sent: they cannot use up all that can be kept.
    pub fn kept_of_others(text: &str, name: &str) -> Result<&'static FileVariant, Mistakes> {
        FileVariant::kept_of(text, name, MOST_KEPT - LEFT_FOR_OWN)
    }

    fn kept_of(text: &str, name: &str, most: usize) -> Result<&'static FileVariant, Mistakes> {
        if let Some(known) = known(&lock(), text, name) {
            return known;
        }
        if lock().len() >= most {
            return Err(of_all("", name, &Fault::Many { most }));
        }
        // Nobody waits for a file of somebody else: the list is free while this one is compiled.
        let own = kept_text(text);
        let game = FileVariant::new(text, name, Some(own)).map(|game| &*Box::leak(Box::new(game)));
        let mut kept = lock();
        if let Some(known) = known(&kept, text, name) {
            return known;
        }
        kept.push((own, game.clone()));
        // What a saved game carries is this game too, although it is another text.
        let carried = game.as_ref().ok().and_then(|game| game.laws.source).filter(|&carried| carried != own);
        kept.extend(carried.map(|carried| (carried, game.clone())));
        game
    }

    /// Reads a game that is a part of the program, and compiles it. `name` is how messages call the file.
    pub fn read(text: &str, name: &str) -> Result<FileVariant, Mistakes> {
        FileVariant::new(text, name, None)
    }

    /// What is wrong in a file, as far as it is seen before its game is compiled.
    pub fn mistakes(text: &str, name: &str) -> Mistakes {
        found::read(text, name).err().unwrap_or_default()
    }

    fn new(text: &str, name: &str, source: Option<&'static str>) -> Result<FileVariant, Mistakes> {
        let Found { read: Read { spec, mut laws, credits, lesson_lines }, digest, laws: written_laws, whole } =
            found::read(text, name)?;
        laws.source = source.map(|own| whole.as_deref().map_or(own, kept_text));
        let compiled = OnceLock::new();
        let game = FileVariant { spec, laws, credits, lesson_lines, digest, written_laws, compiled };
        let flaw = match game.compile() {
            Ok(compiled) => {
                let flaw = match compiled {
                    Compiled::Small(tables) => limits::positions(tables),
                    Compiled::Large(tables) => limits::positions(tables),
                };
                game.compiled.get_or_init(|| compiled);
                flaw.map(Flaw)
            }
            Err(flaw) => Some(flaw),
        };
        match flaw {
            None => Ok(game),
            Some(flaw) => Err(of_all(text, name, &Fault::Data(flaw))),
        }
    }

    fn compile(&self) -> Result<Compiled, Flaw> {
        const SMALL: usize = 64;
        Ok(if self.spec.geometry().len() <= SMALL && self.spec.seats.len() == 2 {
            let tables = Tables::of(self.spec, |board| Laws::of(&self.laws, self.spec, board))?;
            Compiled::Small(Box::leak(Box::new(tables)))
        } else {
            let tables = Tables::of(self.spec, |board| Laws::of(&self.laws, self.spec, board))?;
            Compiled::Large(Box::leak(Box::new(tables)))
        })
    }

    fn start(&self, opening: Opening<'_>) -> Result<Box<dyn Position>, OpeningError> {
        Ok(match self.compiled() {
            Compiled::Small(tables) => Box::new(start(tables, opening)?),
            Compiled::Large(tables) => Box::new(start(tables, opening)?),
        })
    }

    /// Who invented it and when, as a sentence, if the file says so.
    pub fn credits(&self) -> &'static str {
        self.credits
    }

    /// The number of its rules.
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// What its file says of laws, of hands and of ends, a line for each key. The rest is as in chess.
    pub fn laws(&self) -> &[String] {
        &self.written_laws
    }

    /// The line of the file from which a line of its lessons comes, both counted from 1.
    pub fn line_of_lesson(&self, line: usize) -> usize {
        let at = line.saturating_sub(1).min(self.lesson_lines.len().saturating_sub(1));
        self.lesson_lines.get(at).copied().unwrap_or(1)
    }

    /// Its tables.
    pub fn compiled(&self) -> Compiled {
        *self.compiled.get_or_init(|| self.compile().unwrap_or_else(|flaw| panic!("{}: {flaw}", self.spec.id)))
    }
}

fn lock() -> MutexGuard<'static, Vec<KeptFile>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What this text gave before.
fn known(kept: &[KeptFile], text: &str, name: &str) -> Option<Result<&'static FileVariant, Mistakes>> {
    let (_, game) = kept.iter().find(|(known, _)| *known == text)?;
    // The same mistakes can be in two files.
    Some(game.clone().map_err(|mistakes| {
        let named = |mistake: Mistake<Fault>| Mistake {
            place: Place { file: Arc::from(name), ..mistake.place },
            fault: mistake.fault,
        };
        mistakes.into_iter().map(named).collect()
    }))
}

/// The games that were read from files and are kept.
pub(super) fn kept() -> Vec<&'static FileVariant> {
    lock().iter().filter_map(|(_, game)| game.as_ref().ok().copied()).collect()
}

/// A mistake of the whole file.
fn of_all(text: &str, name: &str, fault: &Fault) -> Mistakes {
    Document::parse(text, name).iter().map(|document| document.mistake_in(1, fault.clone())).collect()
}

impl Variant for FileVariant {
    fn spec(&self) -> &'static Spec {
        self.spec
    }

    fn begin(&'static self, opening: Opening<'_>) -> Result<Box<dyn Position>, OpeningError> {
        match opening {
            // What is a FEN of ours already is not touched.
            Opening::Fen(fen) => self.start(opening).or_else(|error| {
                let ours = others_fen::ours(fen, self.spec, &self.laws);
                if ours == fen { Err(error) } else { self.start(Opening::Fen(&ours)) }
            }),
            _ => self.start(opening),
        }
    }

    fn puzzles(&self) -> &'static str {
        ""
    }

    fn source(&self) -> Option<&'static str> {
        self.laws.source
    }
}
