//! Splits a file into games, byte by byte. Of each game at most a fixed number of bytes is kept, however long its
//! lines are.

use std::io::{self, BufRead};

/// The text of one game.
#[derive(Debug)]
pub(super) struct Chunk {
    /// Its offset in the file.
    pub(super) offset: u64,
    /// The number of its first line, from 1.
    pub(super) line: usize,
    /// Its full length, even if not all of it is kept.
    pub(super) length: u64,
    /// The approximate number of plies.
    pub(super) plies: usize,
    /// Its first bytes, up to the limit.
    pub(super) bytes: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Nothing,
    Tag,
    Quote,
    Escape,
    /// After a quote, which ends the value if the tag ends too.
    Unquoted,
    Brace,
    Line,
}

/// The facts about a word of the moves that are needed to count plies.
#[derive(Clone, Copy, Default)]
struct Word {
    letters: bool,
    /// Is its last character a 1?
    one: bool,
    nag: bool,
    length: usize,
    dashes: usize,
    zeros: usize,
}

/// The end of a game, before the byte that was just read.
struct End {
    /// The number of bytes that already belong to the next game.
    back: usize,
    plies: usize,
    /// Did it have neither a tag nor a first move, like text before the first game?
    preface: bool,
}

/// The tag name that starts a game even where no tag is expected, if it is at the start of a line.
const EVENT: &[u8; 5] = b"event";

#[expect(clippy::struct_excessive_bools, reason = "each is a fact about what was seen, and all combinations occur")]
struct Scanner {
    inside: Inside,
    /// Have the moves of the game started?
    moves: bool,
    tags: usize,
    event: bool,
    /// Has there been the move number 1?
    numbered: bool,
    depth: usize,
    plies: usize,
    word: Word,
    /// How many letters of [`EVENT`] have been matched after a bracket at the start of a line.
    mark: Option<usize>,
    /// Is this line empty so far?
    fresh: bool,
    /// Was the previous line empty?
    blank: bool,
    last: u8,
    lines: usize,
    seen: u64,
}

impl Scanner {
    fn new() -> Scanner {
        Scanner {
            inside: Inside::Nothing,
            moves: false,
            tags: 0,
            event: false,
            numbered: false,
            depth: 0,
            plies: 0,
            word: Word::default(),
            mark: None,
            fresh: true,
            blank: false,
            last: b'\n',
            lines: 1,
            seen: 0,
        }
    }

    fn word_ends(&mut self) {
        let word = std::mem::take(&mut self.word);
        let passes = word.length == 2 && word.dashes == 2 || word.length == 4 && word.zeros == 4;
        if self.depth == 0 && !word.nag && (word.letters || passes) {
            self.plies += 1;
        }
    }

    /// Starts a new game with a tag of which `back` bytes have been read.
    fn begins(&mut self, back: usize) -> End {
        let plies = std::mem::take(&mut self.plies);
        let preface = self.tags == 0 && !std::mem::take(&mut self.numbered);
        (self.inside, self.moves, self.tags, self.depth) = (Inside::Tag, false, 1, 0);
        (self.event, self.word) = (false, Word::default());
        End { back, plies, preface }
    }

    fn newline(&mut self) {
        self.lines += 1;
        self.blank = self.fresh;
        self.fresh = true;
        self.mark = None;
        if self.inside != Inside::Brace {
            self.word_ends();
            self.inside = Inside::Nothing;
        }
    }

    /// Checks whether the letters after a bracket start a new game.
    fn marked(&mut self, byte: u8, known: usize) -> Option<End> {
        let mut end = None;
        if known == 0 && self.moves && self.inside == Inside::Nothing && byte.is_ascii_alphabetic() {
            end = Some(self.begins(2));
        }
        self.mark = match EVENT.get(known) {
            Some(&letter) if letter == byte.to_ascii_lowercase() => Some(known + 1),
            None if byte == b'"' || is_blank(byte) => {
                let again = match self.inside {
                    Inside::Brace => self.blank,
                    _ => self.event || self.blank && self.tags > 1,
                };
                if again {
                    end = Some(self.begins(known + 2));
                }
                self.event = true;
                None
            }
            _ => None,
        };
        end
    }

    #[inline]
    fn feed(&mut self, byte: u8) -> Option<End> {
        self.seen += 1;
        let last = std::mem::replace(&mut self.last, byte);
        if byte == b'\n' || byte == b'\r' {
            if !(byte == b'\n' && last == b'\r') {
                self.newline();
            }
            return None;
        }
        if self.seen <= 3 && b"\xef\xbb\xbf".contains(&byte) {
            self.last = last;
            return None;
        }
        let first = self.fresh && !is_blank(byte);
        self.fresh &= !first;
        let end = self.mark.and_then(|known| self.marked(byte, known));
        self.inside = match (self.inside, byte) {
            (Inside::Nothing, _) => self.open(byte, first, last == b'\n' || last == b'\r'),
            (Inside::Tag | Inside::Unquoted, b']') | (Inside::Brace, b'}') => Inside::Nothing,
            (Inside::Quote | Inside::Unquoted, b'\\') => Inside::Escape,
            (Inside::Quote | Inside::Unquoted, b'"') => Inside::Unquoted,
            (Inside::Unquoted, _) if is_blank(byte) => Inside::Unquoted,
            (Inside::Tag, b'"') | (Inside::Escape | Inside::Unquoted, _) => Inside::Quote,
            (Inside::Brace, b'[') if first => {
                self.mark = Some(0);
                Inside::Brace
            }
            (same, _) => same,
        };
        end
    }

    /// Handles a byte that is not inside a tag, comment or line comment.
    #[inline]
    fn open(&mut self, byte: u8, first: bool, column: bool) -> Inside {
        match byte {
            b'[' if !self.moves => {
                self.tags += 1;
                self.mark = first.then_some(0);
                return Inside::Tag;
            }
            b'[' if first => self.mark = Some(0),
            b'%' if column => return Inside::Line,
            b';' => {
                self.word_ends();
                return Inside::Line;
            }
            b'{' => {
                self.word_ends();
                self.moves = true;
                return Inside::Brace;
            }
            b'(' | b')' => {
                self.word_ends();
                self.depth = if byte == b'(' { self.depth + 1 } else { self.depth.saturating_sub(1) };
            }
            b'}' => self.word_ends(),
            b'$' => {
                self.word_ends();
                self.word.nag = true;
            }
            // The text after the dots of a move number is a new word.
            b'.' => {
                self.numbered |= self.word.one && self.word.length == 1;
                self.word = Word { nag: self.word.nag, ..Word::default() };
            }
            _ if is_blank(byte) => {
                self.word_ends();
                return Inside::Nothing;
            }
            _ => {
                self.word.letters |= byte.is_ascii_alphabetic();
                self.word.one = byte == b'1';
                self.word.length += 1;
                self.word.dashes += usize::from(byte == b'-');
                self.word.zeros += usize::from(byte == b'0');
            }
        }
        self.moves = true;
        Inside::Nothing
    }
}

fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

/// Returns the games of a file one after the other.
pub(super) struct Splitter<R> {
    input: R,
    /// The most bytes of a game that are kept.
    bound: usize,
    scanner: Scanner,
    offset: u64,
    line: usize,
    bytes: Vec<u8>,
    /// The last bytes beyond the limit: the next game may have started in them.
    tail: Vec<u8>,
    over: bool,
}

/// More than the bytes that are needed to detect a new game.
const TAIL: usize = 8;

impl<R: BufRead> Splitter<R> {
    pub(super) fn new(input: R, bound: usize) -> Splitter<R> {
        let scanner = Scanner::new();
        let (bytes, tail) = (Vec::new(), Vec::new());
        Splitter { input, bound, scanner, offset: 0, line: 1, bytes, tail, over: false }
    }

    fn keep(bound: usize, kept: &mut Vec<u8>, tail: &mut Vec<u8>, bytes: &[u8]) {
        let (inside, outside) = bytes.split_at(bytes.len().min(bound - kept.len().min(bound)));
        kept.extend_from_slice(inside);
        if !outside.is_empty() {
            tail.extend_from_slice(&outside[outside.len().saturating_sub(TAIL)..]);
            tail.drain(..tail.len().saturating_sub(TAIL));
        }
    }

    /// Takes the text of the finished game, and keeps the bytes of the next one.
    fn cut(&mut self, end: &End) -> Chunk {
        let outside = self.tail.len().min(end.back);
        let late = self.tail.split_off(self.tail.len() - outside);
        let mut next = self.bytes.split_off(self.bytes.len() - (end.back - outside).min(self.bytes.len()));
        next.extend(late);
        self.tail.clear();
        let bytes = std::mem::replace(&mut self.bytes, next);
        let begun = self.scanner.seen - end.back as u64;
        let offset = std::mem::replace(&mut self.offset, begun);
        let line = std::mem::replace(&mut self.line, self.scanner.lines);
        Chunk { offset, line, length: begun - offset, plies: end.plies, bytes }
    }

    /// The text of the next game.
    pub(super) fn next(&mut self) -> io::Result<Option<Chunk>> {
        while !self.over {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.over = true;
                    return Err(error);
                }
            };
            if buffer.is_empty() {
                self.over = true;
                self.scanner.word_ends();
                let plies = self.scanner.plies;
                return Ok(Some(self.cut(&End { back: 0, plies, preface: false })).filter(Chunk::says_something));
            }
            let ends = |(at, &byte)| self.scanner.feed(byte).map(|end| (at + 1, end));
            let found = buffer.iter().enumerate().find_map(ends);
            let used = found.as_ref().map_or(buffer.len(), |&(at, _)| at);
            Self::keep(self.bound, &mut self.bytes, &mut self.tail, &buffer[..used]);
            self.input.consume(used);
            if let Some((_, end)) = found {
                let chunk = self.cut(&end);
                if chunk.says_something() && !end.preface {
                    return Ok(Some(chunk));
                }
            }
        }
        Ok(None)
    }
}

impl Chunk {
    /// Is there more than white space?
    fn says_something(&self) -> bool {
        let text = self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.bytes);
        self.length > self.bytes.len() as u64 || text.iter().any(|&byte| !is_blank(byte))
    }

    /// The text; bytes that are not valid UTF-8 are decoded as Latin-1.
    pub(super) fn text(self) -> String {
        let cut = self.length > self.bytes.len() as u64;
        let mut bytes = self.bytes;
        if bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        // The limit may have split a character.
        if let (true, Err(error)) = (cut, std::str::from_utf8(&bytes))
            && error.error_len().is_none()
        {
            bytes.truncate(error.valid_up_to());
        }
        decoded(bytes)
    }
}

/// The text of these bytes. Bytes that are not valid UTF-8 are decoded as Latin-1.
pub(crate) fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}
