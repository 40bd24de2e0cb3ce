//! The pieces that a game really has: those of the first position, and all that they become or are in hand.

use super::keys::SEATS;
use super::kinds::{Type, Types};
use super::opening::{Opening, Token};
use super::refusal::Refusal;
use super::settings::Settings;

/// What a piece that has become something was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// It is what it was.
    Itself,
    /// A piece of this type that has promoted, and is written by its old letter.
    Promoted(Type),
    /// A Pawn of this type, and is written by its new letter.
    Pawn(Type),
}

/// A piece of our file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Man {
    pub(super) kind: Type,
    pub(super) origin: Origin,
    /// `Q`, or `+P`.
    pub(super) letters: String,
    /// Which players can have it.
    pub(super) seats: [bool; 2],
}

impl Man {
    /// Is it this piece of the first position?
    pub(super) fn stands_for(&self, token: &Token) -> bool {
        match (token.plus, self.letters.strip_prefix('+')) {
            (true, Some(plain)) => plain.starts_with(token.letter),
            (false, None) => self.letters.starts_with(token.letter),
            _ => false,
        }
    }
}

/// All pieces.
pub(super) struct Men<'s> {
    settings: &'s Settings,
    /// Does a captured piece become again what it was?
    demotes: bool,
    found: Vec<Man>,
    wrong: Vec<Refusal>,
}

impl<'s> Men<'s> {
    /// The pieces of a game.
    pub(super) fn of(settings: &'s Settings, opening: &Opening) -> Result<Vec<Man>, Vec<Refusal>> {
        let hand = settings.flag("capturesToHand", false);
        let demotes = hand && !settings.flag("dropLoop", false);
        let mut men = Men { settings, demotes, found: Vec::new(), wrong: Vec::new() };
        for (token, _) in opening.pieces() {
            men.add_token(token);
        }
        for &token in &opening.hand {
            men.add_token(token);
        }
        // A piece that was found for one player can be found for the other later.
        let mut before = Vec::new();
        while before != men.found {
            before = men.found.clone();
            for man in &before {
                for seat in [0, 1].into_iter().filter(|&seat| man.seats[seat]) {
                    men.add_descendants(man, seat, hand);
                }
            }
        }
        men.check();
        if men.wrong.is_empty() { Ok(men.found) } else { Err(men.wrong) }
    }

    fn add_token(&mut self, token: Token) {
        let Some(kind) = self.settings.with_letter(token.letter) else {
            self.refuse(format!("there is no piece {}", token.letter));
            return;
        };
        match (token.plus, self.settings.promoted(kind)) {
            (false, _) => self.add(kind, Origin::Itself, token.seat),
            (true, None) => self.refuse(format!("a piece {} does not promote", token.letter)),
            (true, Some(_)) if !self.demotes => {
                self.refuse("a piece that has promoted stands there, and would be as any other".to_owned());
            }
            (true, Some(to)) => self.add(to, Origin::Promoted(kind), token.seat),
        }
    }

    fn refuse(&mut self, why: String) {
        let refusal = self.settings.wrong("startFen", why);
        if !self.wrong.contains(&refusal) {
            self.wrong.push(refusal);
        }
    }

    fn add(&mut self, kind: Type, origin: Origin, seat: usize) {
        if let Some(man) = self.found.iter_mut().find(|man| man.kind == kind && man.origin == origin) {
            man.seats[seat] = true;
            return;
        }
        let letter = |kind: Type| self.settings.of(kind).map_or('?', |piece| piece.letter);
        let letters = match origin {
            Origin::Itself => letter(kind).to_string(),
            Origin::Promoted(plain) => format!("+{}", letter(plain)),
            Origin::Pawn(_) => format!("+{}", letter(kind)),
        };
        let mut seats = [false; 2];
        seats[seat] = true;
        self.found.push(Man { kind, origin, letters, seats });
    }

    fn add_descendants(&mut self, man: &Man, seat: usize, hand: bool) {
        for (kind, origin) in becomes(self.settings, man.kind, seat, self.demotes) {
            self.add(kind, origin, seat);
        }
        if hand && man.kind != Type::KING {
            match man.origin {
                Origin::Itself => self.add(man.kind, Origin::Itself, 1 - seat),
                Origin::Promoted(plain) | Origin::Pawn(plain) => self.add(plain, Origin::Itself, 1 - seat),
            }
        }
    }

    /// Two pieces must not have the same letters.
    fn check(&mut self) {
        for (index, man) in self.found.iter().enumerate() {
            if self.found[..index].iter().any(|other| other.letters == man.letters) {
                let why = format!("two pieces would be written {}", man.letters);
                self.wrong.push(self.settings.wrong("promotedPieceType", why));
            }
        }
        let most = 16;
        if self.found.len() > most {
            let why = format!("the game has {} pieces, and a file at most {most}", self.found.len());
            self.wrong.push(self.settings.wrong("startFen", why));
        }
    }
}

/// Is it a Pawn of this player, which promotes where it comes to the zone?
pub(super) fn is_pawn(settings: &Settings, kind: Type, seat: usize) -> bool {
    let types = settings.types(&format!("promotionPawnTypes{}", SEATS[seat]), Types::one(Type::PAWN));
    kind == Type::PAWN || types.has(kind)
}

/// What a Pawn of this player becomes.
pub(super) fn of_pawns(settings: &Settings, seat: usize) -> Vec<Type> {
    let types = settings.types(&format!("promotionPieceTypes{}", SEATS[seat]), Types::default());
    types.iter().filter(|&kind| settings.of(kind).is_some()).collect()
}

/// What a piece of this player becomes.
pub(super) fn becomes(settings: &Settings, kind: Type, seat: usize, demotes: bool) -> Vec<(Type, Origin)> {
    let mut found = Vec::new();
    if is_pawn(settings, kind, seat) {
        let origin = if demotes { Origin::Pawn(kind) } else { Origin::Itself };
        found.extend(of_pawns(settings, seat).into_iter().map(|to| (to, origin)));
    }
    if let Some(to) = settings.promoted(kind) {
        found.push((to, if demotes { Origin::Promoted(kind) } else { Origin::Itself }));
    }
    found
}
