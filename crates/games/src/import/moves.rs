//! How the pieces move: what a type always can, first moves, captures in passing, and where they may go.

use super::area::Area;
use super::betza::{self, Atom};
use super::keys::SEATS;
use super::kinds::{Type, Types};
use super::men::Man;
use super::opening::Opening;
use super::refusal::Refusal;
use super::settings::{Settings, region_of};
use super::view::{self, View};

/// What all pieces have in common.
pub(super) struct Board<'s> {
    pub(super) settings: &'s Settings,
    pub(super) size: [u8; 2],
    pub(super) view: View,
    /// Which players can have pieces in hand.
    pub(super) droppers: [bool; 2],
}

/// The moves of a piece as keys of our file.
#[derive(Default, Debug)]
pub(super) struct Moves {
    /// The key `move`.
    pub(super) always: String,
    /// The tables of `more`.
    pub(super) more: Vec<String>,
    pub(super) start: Option<Area>,
    pub(super) region: Option<Area>,
}

impl Board<'_> {
    /// The zone of both settings of a key, as a seat sees it.
    pub(super) fn zone(&self, key: &str, usual: [Area; 2], seats: [bool; 2]) -> Result<Area, Refusal> {
        self.view.zone(self.settings, key, usual, seats, self.size)
    }

    pub(super) fn atoms(&self, kind: Type) -> Result<Vec<Atom>, Refusal> {
        let written = self.settings.of(kind).and_then(|piece| piece.moves.as_deref());
        betza::read(written.unwrap_or(kind.moves())).map_err(|why| self.settings.wrong_piece(kind, why.to_string()))
    }

    /// Where a piece of a player makes its first moves, on the board of the other program.
    fn first(&self, seat: usize) -> Area {
        if !self.settings.flag("doubleStep", true) {
            return Area::EMPTY;
        }
        let rank = [1, 6][seat];
        let usual = Area::board([super::area::FILES, rank + 1]).without(Area::board([super::area::FILES, rank]));
        self.settings.area(&format!("doubleStepRegion{}", SEATS[seat]), usual)
    }

    /// The same for a piece: a Pawn that stands before a missing square makes no such move.
    fn steps(&self, man: &Man, opening: &Opening, seat: usize) -> Area {
        let first = self.first(seat);
        let walls = opening.walls();
        if man.kind != Type::PAWN || walls.is_empty() {
            return first;
        }
        let ahead = |(file, rank): (u8, u8), steps: u8| {
            (file, if seat == 0 { rank + steps } else { rank.wrapping_sub(steps) })
        };
        first.squares().filter(|&at| [1, 2].iter().all(|&steps| !walls.has(ahead(at, steps)))).collect()
    }

    /// Does a piece of this type make steps after which it can be captured in passing?
    fn strides(&self, man: &Man, seat: usize) -> bool {
        let first =
            man.kind == Type::PAWN || self.atoms(man.kind).is_ok_and(|atoms| atoms.iter().any(|atom| atom.initial));
        first && man.seats[seat] && !self.crossed(seat).is_empty()
    }

    /// Where a step of a player begins after which it can be captured in passing.
    fn crossed(&self, seat: usize) -> Area {
        let taken = self.settings.area(&format!("enPassantRegion{}", SEATS[1 - seat]), Area::all());
        let taken = taken.and(Area::board(self.size));
        let ahead = |(file, rank): (u8, u8)| (file, if seat == 0 { rank + 1 } else { rank.wrapping_sub(1) });
        self.first(seat).and(Area::board(self.size)).squares().filter(|&at| taken.has(ahead(at))).collect()
    }

    /// Does a piece of this type capture in passing?
    fn passes(&self, man: &Man, seat: usize) -> bool {
        let types = self.settings.types(&format!("enPassantTypes{}", SEATS[seat]), Types::one(Type::PAWN));
        let captures = self.atoms(man.kind).is_ok_and(|atoms| atoms.iter().any(|atom| atom.capture && !atom.quiet));
        man.seats[seat] && types.has(man.kind) && captures
    }

    /// The type that captures in passing and is captured so, if there is one.
    pub(super) fn passing(&self, men: &[Man]) -> Result<Option<Type>, Refusal> {
        let mut found: Option<Type> = None;
        for seat in [0, 1] {
            let takers: Vec<Type> = men.iter().filter(|man| self.passes(man, seat)).map(|man| man.kind).collect();
            let taken: Vec<Type> =
                men.iter().filter(|man| self.strides(man, 1 - seat)).map(|man| man.kind).collect();
            if takers.is_empty() || taken.is_empty() {
                continue;
            }
            let all: Vec<Type> = takers.iter().chain(&taken).copied().chain(found).collect();
            if all.iter().any(|kind| *kind != all[0]) {
                let why = "only one piece of a file captures in passing, and only such pieces are captured so";
                return Err(self.settings.wrong(&format!("enPassantTypes{}", SEATS[seat]), why));
            }
            found = Some(all[0]);
        }
        Ok(found)
    }

    /// The moves of a piece. `passing` is the type that captures in passing.
    pub(super) fn moves(&self, man: &Man, passing: Option<Type>, opening: &Opening) -> Result<Moves, Refusal> {
        let settings = self.settings;
        let mut atoms = self.atoms(man.kind)?;
        if self.view == View::Mirrored && man.seats[1] && atoms.iter().any(Atom::is_lopsided) {
            return Err(
                settings.wrong_piece(man.kind, "its moves are rotated for the second player, and zones are not")
            );
        }
        let passes = passing == Some(man.kind);
        if man.kind == Type::PAWN {
            atoms.extend(betza::read("fimnD").unwrap_or_default());
        }
        let idle = self.idle(man, opening);
        let first = self.view.common([self.steps(man, opening, 0), self.steps(man, opening, 1)], idle, self.size);
        let first = first.ok_or_else(|| settings.wrong("doubleStepRegionBlack", view::DIFFERENT));
        let mut moves = Moves::default();
        if atoms.iter().any(|atom| atom.initial) {
            let first = first?;
            if first.is_empty() {
                atoms.retain(|atom| !atom.initial);
            } else {
                moves.start = Some(first);
            }
        }
        if let Some(first) = moves.start.filter(|_| passes) {
            self.divide(man, [first, idle[0], idle[1]], &mut atoms, &mut moves)?;
        }
        moves.always = atoms.iter().map(|atom| atom.text(passes)).collect();
        if man.kind == Type::SOLDIER {
            self.soldier(man, &mut moves)?;
        }
        if man.kind == Type::JANGGI_ELEPHANT {
            "[W-F-F]".clone_into(&mut moves.always);
        }
        moves.more.extend(self.palace(man)?);
        let usual = [Area::all(); 2];
        let [has, region] = [0, 1].map(|seat| man.seats[seat] && settings.has(&region_of(man.kind, SEATS[seat])));
        if has || region {
            moves.region = Some(self.zone(&format!("mobilityRegion@{}", man.kind.name()), usual, man.seats)?);
        }
        Ok(moves)
    }

    /// The squares where no piece of a player ever stands, as the player sees them: those behind its Pawns.
    fn idle(&self, man: &Man, opening: &Opening) -> [Area; 2] {
        [0, 1].map(|seat| {
            if !man.seats[seat] {
                return Area::all();
            }
            if man.kind != Type::PAWN || self.has_hand() {
                return Area::EMPTY;
            }
            let own = opening.pieces().filter(|(token, _)| token.seat == seat && man.stands_for(token));
            let ranks = own.map(|(_, at)| self.view.local(seat, at, self.size).1);
            Area::below(ranks.min().unwrap_or_default())
        })
    }

    /// Double steps that begin where nobody can capture them in passing are moves of their own.
    fn divide(
        &self,
        man: &Man,
        [first, idle @ ..]: [Area; 3],
        atoms: &mut Vec<Atom>,
        moves: &mut Moves,
    ) -> Result<(), Refusal> {
        let settings = self.settings;
        let crossed = self.view.common([self.crossed(0), self.crossed(1)], idle, self.size);
        let crossed = crossed.ok_or_else(|| settings.wrong("enPassantRegionBlack", view::DIFFERENT))?;
        // Who promotes is not captured in passing.
        let zones = [self.promotion_zone(0), self.promotion_zone(1)];
        let promoting = self.view.shared(zones, man.seats, self.size).unwrap_or_default();
        let crossed: Area = crossed.squares().filter(|&(file, rank)| !promoting.has((file, rank + 2))).collect();
        // From the last two ranks there is no such step.
        let rest = first.without(crossed).and(Area::below(self.size[1].saturating_sub(2)));
        if rest.is_empty() {
            return Ok(());
        }
        if man.kind != Type::PAWN {
            return Err(self
                .settings
                .wrong("enPassantRegionWhite", "first moves of which only some are captured in passing"));
        }
        moves.start = Some(first.and(crossed));
        if first.and(crossed).is_empty() {
            atoms.retain(|atom| !atom.initial);
            moves.start = None;
        }
        moves.more.push(format!("{{ move = \"fm[W-W]\", from = \"{}\" }}", rest.words(self.size)));
        Ok(())
    }

    /// A Soldier goes to its sides behind a rank only.
    fn soldier(&self, man: &Man, moves: &mut Moves) -> Result<(), Refusal> {
        let rank = self.settings.number("soldierPromotionRank", 1);
        if rank <= 1 {
            return Ok(());
        }
        let ranks = u32::from(self.size[1]);
        if rank > ranks {
            return Err(self.settings.wrong("soldierPromotionRank", "there is no such rank"));
        }
        debug_assert_eq!(man.kind, Type::SOLDIER);
        "fW".clone_into(&mut moves.always);
        let zone = if rank == ranks { format!("rank {rank}") } else { format!("ranks {rank}-{ranks}") };
        moves.more.push(format!("{{ move = \"sW\", from = \"{zone}\" }}"));
        Ok(())
    }
}
