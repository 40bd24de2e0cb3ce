//! Nets that a computer has learnt by playing a game: the file of one, and those that are used. They are found by the
//! digest of the rules, so a net is never used for other rules, and games with the same rules share it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, PoisonError, RwLock};

use thiserror::Error;

use crate::eval::net::{Net, NetFlaw, View};
use crate::file::FileVariant;
use crate::rules::spec::Spec;
use crate::rules::variant::Variant;
use crate::rules::zobrist::mix;

/// The greatest length of a file.
pub const MOST_BYTES: u64 = 16 << 20;

/// The first line of a file.
const FIRST: &str = "heterodox net 1";

/// The name of the last line before the weights, which says how many bytes there are and their sum.
const LAST: &str = "weights";

/// The greatest length of the lines before the weights.
const MOST_HEAD_BYTES: usize = 4 << 10;

/// What stands for the digest of a game that is no file.
const NO_DIGEST: &str = "none";

/// Why a file is not a net that can be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetFault {
    /// It begins otherwise.
    #[error("expected the first line \"{FIRST}\": this is no net")]
    First,
    /// A line is missing or wrong.
    #[error("expected the line \"{line} ...\"")]
    Line {
        /// The first word of the line.
        line: &'static str,
    },
    /// Its end is missing, or other bytes were written over it.
    #[error("the weights are damaged: the file is torn or was changed")]
    Damaged,
    /// It was learnt by other rules.
    #[error("it was learnt by other rules (digest {found}, these rules have {expected})")]
    Rules {
        /// The digest of the game.
        expected: String,
        /// That in the file.
        found: String,
    },
    /// It is no net of this game.
    #[error(transparent)]
    Flaw(#[from] NetFlaw),
}

/// A net as it is kept in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetFile {
    /// The id of the game.
    pub game: String,
    /// The rules.
    pub rules: String,
    /// The number of positions from which it was learnt.
    pub positions: u64,
    /// What the test has shown, in words.
    pub gain: String,
    /// The weights.
    pub weights: Vec<u8>,
}

/// The number of the rules of a game, with the letters of its pieces in their order.
pub fn rules_of(game: &'static Spec) -> String {
    let letters: Vec<String> = game.kinds.iter().map(|kind| kind.letters().to_string()).collect();
    let digest = FileVariant::of(game).map_or_else(|| NO_DIGEST.to_owned(), |file| file.digest().to_string());
    format!("{digest} {}", letters.join(","))
}

/// A sum of bytes in which their order counts, to see whether a file is whole.
pub fn sum(bytes: &[u8]) -> u64 {
    let word = |sum: u64, bytes: &[u8]| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        mix(sum ^ mix(u64::from_le_bytes(word)))
    };
    bytes.chunks(8).fold(bytes.len() as u64, word)
}

/// The rest of a line that begins with this word.
fn field<'t>(lines: &mut impl Iterator<Item = &'t str>, name: &'static str) -> Result<&'t str, NetFault> {
    let wrong = NetFault::Line { line: name };
    lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' ')).ok_or(wrong)
}

impl NetFile {
    /// The bytes of the file.
    pub fn written(&self) -> Vec<u8> {
        let NetFile { game, rules, positions, gain, weights } = self;
        let mut head = format!("{FIRST}\ngame {game}\nrules {rules}\npositions {positions}\ngain {gain}\n");
        let all = sum(head.as_bytes()) ^ sum(weights);
        let _ = writeln!(head, "{LAST} {} {all:016x}", weights.len());
        [head.as_bytes(), weights].concat()
    }

    /// Reads a file. Whatever stands in it, it is a net whose bytes are whole, or an error.
    pub fn read(bytes: &[u8]) -> Result<NetFile, NetFault> {
        let beginning = &bytes[..bytes.len().min(MOST_HEAD_BYTES)];
        if !beginning.starts_with(FIRST.as_bytes()) {
            return Err(NetFault::First);
        }
        let mut ends = beginning.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let missing = NetFault::Line { line: LAST };
        let (before, end) = ends.nth(4).zip(ends.next()).ok_or_else(|| missing.clone())?;
        let head = std::str::from_utf8(&bytes[..end]).map_err(|_| NetFault::First)?;
        let mut lines = head.lines();
        if lines.next() != Some(FIRST) {
            return Err(NetFault::First);
        }
        let game = field(&mut lines, "game")?.to_owned();
        let rules = field(&mut lines, "rules")?.to_owned();
        let positions = field(&mut lines, "positions")?.parse();
        let positions = positions.map_err(|_| NetFault::Line { line: "positions" })?;
        let gain = field(&mut lines, "gain")?.to_owned();
        let (size, all) = field(&mut lines, LAST)?.split_once(' ').ok_or_else(|| missing.clone())?;
        let size: usize = size.parse().map_err(|_| missing.clone())?;
        let all = u64::from_str_radix(all, 16).map_err(|_| missing)?;
        let weights = &bytes[end..];
        if weights.len() != size || sum(&bytes[..before]) ^ sum(weights) != all {
            return Err(NetFault::Damaged);
        }
        Ok(NetFile { game, rules, positions, gain, weights: weights.to_vec() })
    }

    /// The net for this game, if it was learnt by its rules.
    pub fn compile(&self, game: &dyn Variant) -> Result<Arc<Net>, NetFault> {
        let spec = game.spec();
        let expected = rules_of(spec);
        if self.rules != expected {
            let digest = |rules: &str| rules.split(' ').next().unwrap_or_default().to_owned();
            return Err(NetFault::Rules { expected: digest(&expected), found: digest(&self.rules) });
        }
        Ok(Arc::new(Net::read(spec, &spec.geometry(), &self.weights)?))
    }
}

/// Can a computer learn this game? It is one for two, whose board looks the same from both sides.
pub fn can_learn(game: &Spec) -> bool {
    game.seats.len() == 2 && View::of(game, &game.geometry()).is_some()
}

/// A net that is used.
#[derive(Debug)]
pub struct LearntNet {
    net: Arc<Net>,
    /// The number of positions from which it was learnt.
    pub positions: u64,
    /// What its test has shown, in words.
    pub gain: String,
    sum: u64,
}

impl LearntNet {
    /// The net. All searches share it.
    pub const fn net(&self) -> &Arc<Net> {
        &self.net
    }
}

/// The nets that are used, by the rules of their games.
static USED: RwLock<BTreeMap<String, Arc<LearntNet>>> = RwLock::new(BTreeMap::new());

/// What was learnt of this game.
pub fn of(game: &FileVariant) -> Option<Arc<LearntNet>> {
    let used = USED.read().unwrap_or_else(PoisonError::into_inner);
    if used.is_empty() {
        return None;
    }
    used.get(&rules_of(game.spec())).cloned()
}

/// From now on engines of this game, and of all with the same rules, use this net. One that is used already is shared.
pub fn learn(game: &FileVariant, file: &NetFile) -> Result<Arc<LearntNet>, NetFault> {
    let sum = sum(&file.weights);
    if let Some(known) = of(game).filter(|known| known.sum == sum && known.gain == file.gain) {
        return Ok(known);
    }
    let net = file.compile(game)?;
    let learnt = Arc::new(LearntNet { net, positions: file.positions, gain: file.gain.clone(), sum });
    let mut used = USED.write().unwrap_or_else(PoisonError::into_inner);
    used.insert(rules_of(game.spec()), Arc::clone(&learnt));
    Ok(learnt)
}

/// From now on engines of this game count terms.
pub fn forget(game: &FileVariant) {
    let mut used = USED.write().unwrap_or_else(PoisonError::into_inner);
    used.remove(&rules_of(game.spec()));
}
