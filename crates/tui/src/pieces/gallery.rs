//! The artwork of all games of a client, read once, with a number for each picture.

use std::array;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::encoded::Encoded;
use super::number::PIECES;
use super::scaled::Scaled;
use crate::games::Registry;
use crate::rules::art::Sprites;
use crate::rules::piece::{Kind, Piece};
use crate::rules::side::Side;
use crate::rules::spec::{Spec, Tint};

/// The artwork of one game.
#[derive(Debug)]
pub struct Album {
    spec: &'static Spec,
    /// The number of the picture of each kind, seat by seat. Fixed numbers let a later run replace what a killed one
    /// has left.
    numbers: Vec<Option<u8>>,
    sprites: Vec<Option<Sprites>>,
    scaled: Vec<Option<Scaled>>,
}

/// The artwork of one piece.
#[derive(Clone, Copy, Debug)]
pub struct PieceArt<'a> {
    /// Its sprites.
    pub sprites: &'a Sprites,
    /// Sprites of any size, if it has a picture to make them of.
    pub scaled: Option<&'a Scaled>,
    /// Whether its sprites are hollow where there are no colours.
    pub hollow: bool,
    /// The number of its picture, if it has one.
    pub picture: Option<u8>,
}

/// A picture that cells of a frame refer to.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// The game.
    pub(crate) spec: &'static Spec,
    pub(crate) piece: Piece,
    /// The picture in the colours of the file.
    pub png: &'static [u8],
}

impl Album {
    /// The artwork of a game. The registry refuses games whose artwork cannot be read.
    pub(crate) fn new(spec: &'static Spec, numbers: &Numbers) -> Album {
        let number =
            |side: Side, kind: Kind| numbers.number(spec.seats[side.index()].tint, spec.of(kind).art?.picture?);
        let pieces = spec.sides().flat_map(|side| spec.all_kinds().map(move |kind| (side, kind)));
        let numbers = pieces.map(|(side, kind)| number(side, kind)).collect();
        let sprites = spec.kinds.iter().map(|kind| Sprites::read(&kind.art?).ok()).collect();
        let scaled = spec.kinds.iter().map(|kind| Some(Scaled::new(kind.art?.picture?))).collect();
        Album { spec, numbers, sprites, scaled }
    }

    /// The artwork of a piece, if its game has brought any.
    pub fn piece(&self, side: Side, kind: Kind) -> Option<PieceArt<'_>> {
        let sprites = self.sprites.get(kind.index())?.as_ref()?;
        let number = self.numbers[side.index() * self.spec.kinds.len() + kind.index()];
        let has_picture = self.spec.of(kind).art.is_some_and(|art| art.picture.is_some());
        // Without colours a third side could not be told from the others.
        let hollow = side.index() == 1;
        let scaled = self.scaled.get(kind.index())?.as_ref();
        Some(PieceArt { sprites, scaled, hollow, picture: number.filter(|_| has_picture) })
    }

    /// The picture with this number, if it is one of this game.
    fn picture(&self, number: u8) -> Option<Picture> {
        let kinds = self.spec.kinds.len();
        let at = self.numbers.iter().position(|&known| known == Some(number))?;
        let png = self.spec.kinds[at % kinds].art?.picture?;
        let piece = Piece::new(Side::new(at / kinds), Kind((at % kinds) as u8));
        Some(Picture { spec: self.spec, piece, png })
    }
}

/// The pictures that have numbers, in the order of their numbers, which begin with 1. The same picture in the same colours has
/// one number in all games.
#[derive(Debug, Default)]
pub(crate) struct Numbers(Mutex<Vec<(Tint, &'static [u8])>>);

impl Numbers {
    /// The number of a picture, which gets one if there are any left.
    fn number(&self, tint: Tint, picture: &'static [u8]) -> Option<u8> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = known.iter().position(|&one| one == (tint, picture)).unwrap_or(known.len());
        let number = u8::try_from(place + 1).ok().filter(|&number| number < PIECES)?;
        if place == known.len() {
            known.push((tint, picture));
        }
        Some(number)
    }
}

/// The most games that are files whose artwork is kept. Others show letters.
const MOST_FILES: usize = 64;

/// The artwork of all games.
#[derive(Debug)]
pub struct Gallery {
    albums: Vec<Album>,
    /// The artwork of games that are files, which are not known before they are played.
    files: [OnceLock<Album>; MOST_FILES],
    numbers: Numbers,
    /// The pictures that were encoded for terminals that keep none.
    pub(crate) encoded: Encoded,
}

impl Gallery {
    /// The artwork of the games of a registry.
    pub fn new(games: &Registry) -> Gallery {
        let numbers = Numbers::default();
        let built_in = games.games().iter().map(|game| game.spec()).filter(|spec| games.file(spec.id).is_none());
        let albums = built_in.map(|spec| Album::new(spec, &numbers)).collect();
        Gallery { albums, files: array::from_fn(|_| OnceLock::new()), numbers, encoded: Encoded::default() }
    }

    /// The artwork of a game.
    pub fn album(&self, spec: &'static Spec) -> Option<&Album> {
        let is = |album: &&Album| std::ptr::eq(album.spec, spec);
        self.albums.iter().find(is).or_else(|| {
            // The first place that is free or has this game.
            let mut files = self.files.iter().map(|file| file.get_or_init(|| Album::new(spec, &self.numbers)));
            files.find(is)
        })
    }

    /// The picture with this number.
    pub fn picture(&self, number: u8) -> Option<Picture> {
        let files = self.files.iter().map_while(OnceLock::get);
        self.albums.iter().chain(files).find_map(|album| album.picture(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::shelf;

    /// All games, one after the other, as on a server where everything is played.
    #[test]
    fn every_piece_has_its_picture_in_its_colours() {
        let games = Registry::default();
        let gallery = Gallery::new(&games);
        let built_in = gallery.albums.iter().map(|album| album.spec);
        let shelf = shelf::all().iter().map(|book| games.find(book.id).expect("it is on the shelf").spec());
        for spec in built_in.chain(shelf) {
            let album = gallery.album(spec).expect("there is room");
            for (side, kind) in spec.sides().flat_map(|side| spec.all_kinds().map(move |kind| (side, kind))) {
                let Some(art) = album.piece(side, kind) else { continue };
                let name = spec.of(kind).name;
                let number = art.picture.unwrap_or_else(|| panic!("{}: no number is left for the {name}", spec.id));
                let found = gallery.picture(number).expect("it is found");
                assert_eq!(Some(found.png), spec.of(kind).art.and_then(|art| art.picture), "{}: {name}", spec.id);
                let tint = found.spec.seats[found.piece.side().index()].tint;
                assert_eq!(tint, spec.seats[side.index()].tint, "{}: {name}", spec.id);
            }
        }
        assert!(gallery.picture(0).is_none() && gallery.picture(PIECES).is_none());
    }
}
