//! The keys of a section: what their values are, and which settings they fill.

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Number,
    /// A file as a letter or number.
    File,
    /// Squares.
    Area,
    /// Letters of pieces, `*` or `-`.
    Types,
    /// Letters with numbers, as `q:1`.
    Counts,
    /// Letters with letters, as `p:g`.
    Pairs,
    /// Anything.
    Text,
    /// Nothing that changes the rules.
    NoRule,
    /// What a file of ours cannot say, unless it is this value.
    Only(&'static str),
}

#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    /// The settings that it fills, if not the one of its name.
    pub(super) fills: &'static [&'static str],
}

const fn key(name: &'static str, shape: Shape) -> Key {
    Key { name, shape, fills: &[] }
}

const fn both(name: &'static str, shape: Shape, fills: &'static [&'static str]) -> Key {
    Key { name, shape, fills }
}

/// The settings of both seats that the types of Pawns fill.
const PAWNS: &[&str] = &[
    "promotionPawnTypesWhite",
    "promotionPawnTypesBlack",
    "enPassantTypesWhite",
    "enPassantTypesBlack",
    "nMoveRuleTypesWhite",
    "nMoveRuleTypesBlack",
];

/// All keys but those of pieces and of where they may go. A later one of a section holds against an earlier one.
pub(super) const KEYS: &[Key] = &[
    key("variantTemplate", Shape::NoRule),
    key("pieceToCharTable", Shape::NoRule),
    key("pocketSize", Shape::NoRule),
    key("pieceValueMg", Shape::NoRule),
    key("pieceValueEg", Shape::NoRule),
    key("maxRank", Shape::Number),
    key("maxFile", Shape::File),
    key("chess960", Shape::NoRule),
    key("twoBoards", Shape::Only("false")),
    key("startFen", Shape::Text),
    // Pawns and promotion.
    both("pawnTypes", Shape::Types, PAWNS),
    key("promotionRegionWhite", Shape::Area),
    key("promotionRegionBlack", Shape::Area),
    both("promotionPawnTypes", Shape::Types, &["promotionPawnTypesWhite", "promotionPawnTypesBlack"]),
    key("promotionPawnTypesWhite", Shape::Types),
    key("promotionPawnTypesBlack", Shape::Types),
    both("promotionPieceTypes", Shape::Types, &["promotionPieceTypesWhite", "promotionPieceTypesBlack"]),
    key("promotionPieceTypesWhite", Shape::Types),
    key("promotionPieceTypesBlack", Shape::Types),
    key("sittuyinPromotion", Shape::Only("false")),
    key("promotionLimit", Shape::Counts),
    key("promotedPieceType", Shape::Pairs),
    key("piecePromotionOnCapture", Shape::Only("false")),
    key("mandatoryPawnPromotion", Shape::Flag),
    key("mandatoryPiecePromotion", Shape::Flag),
    key("pieceDemotion", Shape::Only("false")),
    key("doubleStep", Shape::Flag),
    key("doubleStepRegionWhite", Shape::Area),
    key("doubleStepRegionBlack", Shape::Area),
    key("tripleStepRegionWhite", Shape::Only("-")),
    key("tripleStepRegionBlack", Shape::Only("-")),
    both("enPassantRegion", Shape::Area, &["enPassantRegionWhite", "enPassantRegionBlack"]),
    key("enPassantRegionWhite", Shape::Area),
    key("enPassantRegionBlack", Shape::Area),
    both("enPassantTypes", Shape::Types, &["enPassantTypesWhite", "enPassantTypesBlack"]),
    key("enPassantTypesWhite", Shape::Types),
    key("enPassantTypesBlack", Shape::Types),
    key("soldierPromotionRank", Shape::Number),
    key("immobilityIllegal", Shape::Flag),
    // Captures.
    key("blastOnCapture", Shape::Flag),
    key("blastImmuneTypes", Shape::Only("-")),
    key("mutuallyImmuneTypes", Shape::Only("-")),
    key("petrifyOnCaptureTypes", Shape::Only("-")),
    key("petrifyBlastPieces", Shape::Only("false")),
    key("mustCapture", Shape::Flag),
    // Castling.
    key("castling", Shape::Flag),
    key("castlingDroppedPiece", Shape::Only("false")),
    key("castlingKingsideFile", Shape::File),
    key("castlingQueensideFile", Shape::File),
    key("castlingRank", Shape::Number),
    key("castlingKingFile", Shape::File),
    both("castlingKingPiece", Shape::Types, &["castlingKingPieceWhite", "castlingKingPieceBlack"]),
    key("castlingKingPieceWhite", Shape::Types),
    key("castlingKingPieceBlack", Shape::Types),
    key("castlingRookKingsideFile", Shape::File),
    key("castlingRookQueensideFile", Shape::File),
    both("castlingRookPiece", Shape::Types, &["castlingRookPiecesWhite", "castlingRookPiecesBlack"]),
    both("castlingRookPieces", Shape::Types, &["castlingRookPiecesWhite", "castlingRookPiecesBlack"]),
    key("castlingRookPiecesWhite", Shape::Types),
    key("castlingRookPiecesBlack", Shape::Types),
    key("oppositeCastling", Shape::Only("false")),
    key("castlingWins", Shape::Only("-")),
    // Checks.
    key("checking", Shape::Flag),
    key("dropChecks", Shape::Only("true")),
    key("checkCounting", Shape::Flag),
    key("makpongRule", Shape::Only("false")),
    key("flyingGeneral", Shape::Flag),
    key("diagonalLines", Shape::Area),
    key("bikjangRule", Shape::Flag),
    both("pass", Shape::Flag, &["passWhite", "passBlack"]),
    key("passWhite", Shape::Flag),
    key("passBlack", Shape::Flag),
    both("passOnStalemate", Shape::Only("false"), &["passOnStalemateWhite", "passOnStalemateBlack"]),
    key("passOnStalemateWhite", Shape::Only("false")),
    key("passOnStalemateBlack", Shape::Only("false")),
    // Hands.
    key("pieceDrops", Shape::Flag),
    key("capturesToHand", Shape::Flag),
    key("dropLoop", Shape::Flag),
    key("firstRankPawnDrops", Shape::Flag),
    key("promotionZonePawnDrops", Shape::Flag),
    both("whiteDropRegion", Shape::Area, &["dropRegionWhite"]),
    both("blackDropRegion", Shape::Area, &["dropRegionBlack"]),
    key("dropRegionWhite", Shape::Area),
    key("dropRegionBlack", Shape::Area),
    key("dropNoDoubled", Shape::Types),
    key("dropNoDoubledCount", Shape::Number),
    key("shogiPawnDropMateIllegal", Shape::Flag),
    key("mustDrop", Shape::Flag),
    key("mustDropType", Shape::Types),
    key("enclosingDrop", Shape::Only("none")),
    key("enclosingDropStart", Shape::NoRule),
    key("sittuyinRookDrop", Shape::Only("false")),
    key("dropOppositeColoredBishop", Shape::Only("false")),
    key("dropPromoted", Shape::Only("false")),
    key("dropOnTop", Shape::Only("false")),
    key("freeDrops", Shape::Only("false")),
    key("gating", Shape::Flag),
    key("seirawanGating", Shape::Flag),
    key("cambodianMoves", Shape::Only("false")),
    // Walls.
    key("wallingRule", Shape::Text),
    both("wallingRegion", Shape::Area, &["wallingRegionWhite", "wallingRegionBlack"]),
    key("wallingRegionWhite", Shape::Area),
    key("wallingRegionBlack", Shape::Area),
    key("wallOrMove", Shape::Only("false")),
    key("flipEnclosedPieces", Shape::Only("none")),
    // Ends.
    both("nMoveRuleTypes", Shape::Types, &["nMoveRuleTypesWhite", "nMoveRuleTypesBlack"]),
    key("nMoveRuleTypesWhite", Shape::Types),
    key("nMoveRuleTypesBlack", Shape::Types),
    key("nMoveRule", Shape::Number),
    key("nFoldRule", Shape::Number),
    key("nFoldValue", Shape::Text),
    key("nFoldValueAbsolute", Shape::Flag),
    key("perpetualCheckIllegal", Shape::Flag),
    key("moveRepetitionIllegal", Shape::Only("false")),
    key("chasingRule", Shape::Only("none")),
    key("stalemateValue", Shape::Text),
    key("stalematePieceCount", Shape::Only("false")),
    key("checkmateValue", Shape::Only("loss")),
    key("shatarMateRule", Shape::Only("false")),
    key("extinctionValue", Shape::Text),
    key("extinctionClaim", Shape::Flag),
    key("extinctionPseudoRoyal", Shape::Flag),
    key("dupleCheck", Shape::Flag),
    key("extinctionPieceTypes", Shape::Types),
    key("extinctionPieceCount", Shape::Number),
    key("extinctionOpponentPieceCount", Shape::Number),
    both("flagPiece", Shape::Types, &["flagPieceWhite", "flagPieceBlack"]),
    key("flagPieceWhite", Shape::Types),
    key("flagPieceBlack", Shape::Types),
    both("whiteFlag", Shape::Area, &["flagRegionWhite"]),
    both("blackFlag", Shape::Area, &["flagRegionBlack"]),
    both("flagRegion", Shape::Area, &["flagRegionWhite", "flagRegionBlack"]),
    key("flagRegionWhite", Shape::Area),
    key("flagRegionBlack", Shape::Area),
    key("flagPieceCount", Shape::Number),
    key("flagPieceBlockedWin", Shape::Only("false")),
    key("flagMove", Shape::Flag),
    key("flagPieceSafe", Shape::Flag),
    key("connectN", Shape::Number),
    key("connectPieceTypes", Shape::Types),
    key("connectHorizontal", Shape::Flag),
    key("connectVertical", Shape::Flag),
    key("connectDiagonal", Shape::Flag),
    key("connectRegion1White", Shape::Only("-")),
    key("connectRegion2White", Shape::Only("-")),
    key("connectRegion1Black", Shape::Only("-")),
    key("connectRegion2Black", Shape::Only("-")),
    key("connectNxN", Shape::Only("0")),
    key("connectValue", Shape::Text),
    key("collinearN", Shape::Only("0")),
    key("materialCounting", Shape::Text),
    key("adjudicateFullBoard", Shape::Only("false")),
    key("countingRule", Shape::Only("none")),
];

/// The key of this name and its place.
pub(super) fn find(name: &str) -> Option<(usize, &'static Key)> {
    KEYS.iter().enumerate().find(|(_, key)| key.name == name)
}

/// The names of the seats in the keys.
pub(super) const SEATS: [&str; 2] = ["White", "Black"];
