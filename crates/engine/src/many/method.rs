//! The search methods of games for more than two seats.

/// The model of the opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// max^n: each seat maximises its own score.
    MaxN,
    /// Paranoid: all opponents minimise the score of this seat.
    Paranoid,
    /// Best reply search (BRS): only one opponent answers a move, the one whose answer hurts most; the others pass.
    BestReply,
    /// BRS+: as BRS, but the opponents that do not answer play the first move of the move ordering instead of
    /// passing.
    BestReplyPlus,
}

impl Method {
    /// All methods with their names.
    pub const ALL: [(Method, &'static str); 4] = [
        (Method::MaxN, "max^n"),
        (Method::Paranoid, "paranoid"),
        (Method::BestReply, "brs"),
        (Method::BestReplyPlus, "brs+"),
    ];
}
