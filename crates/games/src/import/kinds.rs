//! The types of pieces of the other program: their names there, what we call them, and their moves.

/// A type of piece, by its place in [`TYPES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Type(pub(super) u8);

/// The number of types with moves of their own.
const CUSTOM: u8 = 25;

/// Name there, name here, moves.
const TYPES: [(&str, &str, &str); 36] = [
    ("pawn", "Pawn", "fmWfcF"),
    ("knight", "Knight", "N"),
    ("bishop", "Bishop", "B"),
    ("rook", "Rook", "R"),
    ("queen", "Queen", "Q"),
    ("fers", "Fers", "F"),
    ("alfil", "Alfil", "A"),
    ("fersAlfil", "Elephant", "FA"),
    ("silver", "Silver", "FfW"),
    ("aiwok", "Ai-wok", "RNF"),
    ("bers", "Dragon", "RF"),
    ("archbishop", "Archbishop", "BN"),
    ("chancellor", "Chancellor", "RN"),
    ("amazon", "Amazon", "QN"),
    ("knibis", "Knibis", "mNcB"),
    ("biskni", "Biskni", "mBcN"),
    ("kniroo", "Kniroo", "mNcR"),
    ("rookni", "Rookni", "mRcN"),
    ("shogiPawn", "Pawn", "fW"),
    ("lance", "Lance", "fR"),
    ("shogiKnight", "Knight", "fN"),
    ("gold", "Gold", "WfF"),
    ("dragonHorse", "Dragon Horse", "BW"),
    ("clobber", "Stone", "cW"),
    ("breakthrough", "Runner", "fmWfF"),
    ("immobile", "Stone", ""),
    ("cannon", "Cannon", "mRcpR"),
    ("janggiCannon", "Cannon", "pR"),
    ("soldier", "Soldier", "fsW"),
    ("horse", "Horse", "nN"),
    ("elephant", "Elephant", "nA"),
    ("janggiElephant", "Elephant", "nZ"),
    ("banner", "Banner", "RcpRnN"),
    ("wazir", "Wazir", "W"),
    ("commoner", "Man", "K"),
    ("centaur", "Centaur", "KN"),
];

impl Type {
    pub(super) const PAWN: Type = Type(0);
    pub(super) const ROOK: Type = Type(3);
    pub(super) const SHOGI_PAWN: Type = Type(18);
    pub(super) const JANGGI_CANNON: Type = Type(27);
    pub(super) const SOLDIER: Type = Type(28);
    pub(super) const HORSE: Type = Type(29);
    pub(super) const JANGGI_ELEPHANT: Type = Type(31);
    pub(super) const WAZIR: Type = Type(33);
    /// The royal piece, the last type.
    pub(super) const KING: Type = Type(TYPES.len() as u8 + CUSTOM);

    /// All types, in the order in which the other program reads them.
    pub(super) fn all() -> impl Iterator<Item = Type> {
        (0..=Type::KING.0).map(Type)
    }

    /// Are its moves written with its letter?
    pub(super) fn is_custom(self) -> bool {
        usize::from(self.0) >= TYPES.len() && self != Type::KING
    }

    /// Its name in the other program.
    pub(super) fn name(self) -> String {
        match TYPES.get(usize::from(self.0)) {
            Some((name, _, _)) => (*name).to_owned(),
            None if self == Type::KING => "king".to_owned(),
            None => format!("customPiece{}", usize::from(self.0) - TYPES.len() + 1),
        }
    }

    /// What we call it. A type with moves of its own has no name.
    pub(super) fn title(self) -> Option<&'static str> {
        if self == Type::KING {
            return Some("King");
        }
        TYPES.get(usize::from(self.0)).map(|(_, title, _)| *title)
    }

    /// The moves that it always has.
    pub(super) fn moves(self) -> &'static str {
        TYPES.get(usize::from(self.0)).map_or("K", |(_, _, moves)| *moves)
    }
}

/// A set of types, and perhaps the sign for all pieces together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Types(u64);

impl Types {
    /// The sign `*`.
    pub(super) const TOGETHER: Types = Types(1 << 63);

    pub(super) fn one(kind: Type) -> Types {
        Types(1 << kind.0)
    }

    pub(super) fn has(self, kind: Type) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    /// Are all pieces counted together?
    pub(super) fn together(self) -> bool {
        self.0 & Types::TOGETHER.0 != 0
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn or(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    pub(super) fn without(self, kind: Type) -> Types {
        Types(self.0 & !(1 << kind.0))
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Type> {
        Type::all().filter(move |&kind| self.has(kind))
    }
}
