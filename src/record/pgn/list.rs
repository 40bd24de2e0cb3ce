//! What games a file has, without playing them.

use std::io::{self, BufRead};

use super::lex::Lexer;
use super::split::Splitter;
use super::{MOST_TAG_BYTES, MOST_TAGS};
use crate::record::game::Tags;

/// A game of a file, as far as it is known without its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Its tags as they were found.
    pub tags: Tags,
    /// Where its text begins in the file. A reader that begins there reads it first.
    pub offset: u64,
    /// How many bytes its text has.
    pub length: u64,
    /// The line it begins in, from 1.
    pub line: usize,
    /// About how many plies it has.
    pub plies: usize,
}

/// Lists the games of a file one after the other; ends with the first fault of the input.
pub struct Lister<R>(Splitter<R>);

impl<R: BufRead> Lister<R> {
    /// Lists what is read from here.
    pub fn new(input: R) -> Lister<R> {
        Lister(Splitter::new(input, MOST_TAG_BYTES))
    }
}

impl<R: BufRead> Iterator for Lister<R> {
    type Item = io::Result<Header>;

    fn next(&mut self) -> Option<io::Result<Header>> {
        let chunk = match self.0.next() {
            Ok(chunk) => chunk?,
            Err(error) => return Some(Err(error)),
        };
        let (offset, length, line, plies) = (chunk.offset, chunk.length, chunk.line, chunk.plies);
        let text = chunk.text();
        let mut lexer = Lexer::new(&text);
        let mut tags = Tags::default();
        for tag in std::iter::from_fn(|| lexer.tag()).take(MOST_TAGS) {
            tags.set(tag.name, tag.value);
        }
        tags.shrink();
        Some(Ok(Header { tags, offset, length, line, plies }))
    }
}
