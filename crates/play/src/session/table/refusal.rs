//! Why a command is refused. The messages for people are defined only here.

use thiserror::Error;

use super::Identity;

/// Why a command is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The sender does not hold the seat.
    #[error("{seat} is not your seat.")]
    NotYourSeat {
        /// The seat.
        seat: &'static str,
    },
    /// Another seat is on turn.
    #[error("It is {turn}'s turn.")]
    NotYourTurn {
        /// The seat on turn.
        turn: &'static str,
    },
    /// A spectator cannot play.
    #[error("Only players at this table can do that.")]
    NotSeated,
    /// Other players at the table would have to agree.
    #[error("Only one person who holds all seats can {what}.")]
    NotAlone {
        /// The refused action.
        what: &'static str,
    },
    /// The game is over.
    #[error("The game is over.")]
    Over,
    /// The army has left the game or has fallen.
    #[error("{seat} is out of the game.")]
    Out {
        /// The seat.
        seat: &'static str,
    },
    /// The rules do not allow it.
    #[error("{seat}: the move is not legal.")]
    Illegal {
        /// The seat on turn.
        seat: &'static str,
    },
    /// The move was chosen for another position.
    #[error("The board has changed since this move was chosen.")]
    Changed,
    /// The seat offers a draw already.
    #[error("{seat} has already offered a draw.")]
    Offered {
        /// The seat.
        seat: &'static str,
    },
    /// The seat has offered a draw since its last move.
    #[error("{seat} has offered a draw: it can offer one again after its next move.")]
    OfferedOnce {
        /// The seat.
        seat: &'static str,
    },
    /// No other seat offers a draw.
    #[error("Nobody offers a draw.")]
    NoDraw,
    /// The rivals of the seat have too much for a claim.
    #[error("{seat} can claim the game once all others together have two pieces or fewer and no Pawn.")]
    NotWonYet {
        /// The seat.
        seat: &'static str,
    },
    /// The seat has claimed the game, or agreed to the claim.
    #[error("{seat} has already said so.")]
    Claimed {
        /// The seat.
        seat: &'static str,
    },
    /// People still play.
    #[error("People still play.")]
    PeoplePlay,
    /// The game does not allow takebacks.
    #[error("Moves cannot be taken back in this game.")]
    NoTakebacks,
    /// No move has been played.
    #[error("There is no move to take back.")]
    NothingPlayed,
    /// No move has been taken back.
    #[error("No move was taken back.")]
    NothingTakenBack,
    /// The player of the seat has not stopped.
    #[error("Pause {seat} first.")]
    PlaysOn {
        /// The seat.
        seat: &'static str,
    },
    /// Another player has the seat.
    #[error("{seat} is taken by {by}.")]
    Taken {
        /// The seat.
        seat: &'static str,
        /// That player.
        by: Identity,
    },
    /// A computer player has the seat.
    #[error("{seat} is played by a computer.")]
    Computer {
        /// The seat.
        seat: &'static str,
    },
    /// The game counts for ratings.
    #[error("In a rated game nobody can {what}.")]
    Rated {
        /// The refused action.
        what: &'static str,
    },
    /// Nobody changes how long a computer thinks about its moves at a table of people.
    #[error("At a table of people a computer takes the time that it needs.")]
    OwnTime,
    /// The game belongs to a tournament.
    #[error("In a game of a tournament nobody can {what}.")]
    Tournament {
        /// The refused action.
        what: &'static str,
    },
    /// Somebody stays away from the first moves of a tournament game.
    #[error("Wait: the tournament decides the game if they stay away.")]
    TournamentWaits,
    /// The game is paused.
    #[error("The game is paused. It continues when all agree.")]
    Paused,
    /// The game is not paused.
    #[error("The game is not paused.")]
    NotPaused,
    /// The person has asked for it, or agreed to it.
    #[error("You have already said so.")]
    Asked,
    /// Nobody has asked for it.
    #[error("Nobody asks for that.")]
    NothingAsked,
    /// Hints are allowed.
    #[error("Hints are allowed already.")]
    HintsAllowed,
    /// The evaluation is shown to those who watch.
    #[error("Those who watch can see the evaluation already.")]
    EvaluationAllowed,
    /// The person of the seat is here, or there is no such person.
    #[error("{seat} is not away.")]
    NotAway {
        /// The seat.
        seat: &'static str,
    },
    /// The grace time is not over.
    #[error("{seat} has {seconds} more seconds to come back.")]
    Grace {
        /// The seat.
        seat: &'static str,
        /// The rest of the grace time.
        seconds: u64,
    },
    /// A computer can take a seat only where more than two play.
    #[error("A computer can take a seat only in a game for more than two.")]
    TwoSeats,
    /// The game is not rated.
    #[error("A casual game is not won because somebody is away: adjourn it.")]
    Casual,
    /// The game can still be aborted.
    #[error("Abort the game: that costs nothing before the second move.")]
    AbortFirst,
    /// A conditional move is not possible.
    #[error("Line {line} of the conditional moves is not possible from here.")]
    NoLine {
        /// The number of the line, from 1.
        line: usize,
    },
    /// There are too many conditional moves.
    #[error("Expected at most {most} lines of conditional moves.")]
    ManyLines {
        /// The limit.
        most: usize,
    },
    /// Conditional moves are for slow games.
    #[error("Conditional moves are for games with days for each move.")]
    NotSlow,
    /// Premoves are for live games.
    #[error("A slow game has conditional moves instead of a premove.")]
    Slow,
    /// The player is on turn.
    #[error("It is your turn: play the move.")]
    YourTurn,
    /// The log of the game cannot store the last change.
    #[error("The last change cannot be stored yet. The game waits, with its clocks, until it is.")]
    NotStored,
    /// The table has no game any more.
    #[error("This table is closed.")]
    Closed,
}
