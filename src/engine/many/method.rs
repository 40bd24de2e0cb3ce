//! The ways to look ahead in a game for more than two.

/// What one seat believes of the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Everyone does what is best for himself.
    MaxN,
    /// All others play against this seat.
    Paranoid,
    /// One of the others answers a move, whoever hurts most; the rest pass.
    BestReply,
    /// The same, but nobody passes: those who do not answer make the move that looks best.
    BestReplyPlus,
}

impl Method {
    /// All methods, with what each is called.
    pub const ALL: [(Method, &'static str); 4] = [
        (Method::MaxN, "max^n"),
        (Method::Paranoid, "paranoid"),
        (Method::BestReply, "brs"),
        (Method::BestReplyPlus, "brs+"),
    ];
}
