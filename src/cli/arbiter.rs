//! `inspect --arbiter`: a referee for match runners, one answer line to each request line.

use std::io::{self, Read, Write};

use thiserror::Error;

use crate::escape;
use crate::games::{Registry, UnknownGame};
use crate::lines::{Lines, TooLong};
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::variant::{Opening, OpeningError};

/// Answers requests until `quit` or the end of the input.
pub(super) fn serve(input: impl Read, out: &mut impl Write, games: &Registry) -> io::Result<()> {
    let mut position: Option<Box<dyn Position>> = None;
    let mut lines = Lines::new(input);
    while let Some(line) = lines.next_line()? {
        let answer = match line {
            Ok(line) => {
                let text = String::from_utf8_lossy(line);
                let words: Vec<&str> = text.split_whitespace().collect();
                if words.first() == Some(&"quit") {
                    break;
                }
                answer(&words, &mut position, games)
            }
            Err(long) => Err(long.into()),
        };
        let answer = answer.unwrap_or_else(|problem| format!("error {}", escape::line(&problem.to_string())));
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

/// Why a request is not carried out.
#[derive(Debug, Error)]
enum RequestError {
    #[error(transparent)]
    TooLong(#[from] TooLong),
    #[error("no game: send \"new GAME startpos\" first")]
    NoGame,
    #[error("expected one of new, push, legal, status, fen, quit")]
    Unknown,
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error("{game} is not for two players: expected a game for two")]
    Seats { game: &'static str },
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

fn answer(
    words: &[&str],
    position: &mut Option<Box<dyn Position>>,
    games: &Registry,
) -> Result<String, RequestError> {
    if let ["new", game, opening @ ..] = words {
        *position = None;
        *position = Some(begin(games, game, opening)?);
        return Ok("ok".to_owned());
    }
    let position = position.as_mut().ok_or(RequestError::NoGame)?;
    match words {
        ["push", text] => Ok(position.act(text).map_or("illegal", |()| "ok").to_owned()),
        ["legal"] => {
            let mut moves: Vec<String> = position.legal().iter().map(|&mv| position.machine(mv)).collect();
            moves.sort_unstable();
            moves.insert(0, "legal".to_owned());
            Ok(moves.join(" "))
        }
        ["status"] => Ok(status(position.as_ref())),
        ["fen"] => Ok(format!("fen {}", position.fen())),
        _ => Err(RequestError::Unknown),
    }
}

fn begin(games: &Registry, game: &str, opening: &[&str]) -> Result<Box<dyn Position>, RequestError> {
    let variant = games.require(game)?;
    if variant.spec().seats.len() != 2 {
        return Err(RequestError::Seats { game: variant.spec().id });
    }
    let fen;
    let opening = match opening {
        ["startpos"] => Opening::Start,
        [name] => Opening::Named(name.strip_prefix("start:").unwrap_or(name)),
        fields => {
            fen = fields.join(" ");
            Opening::Fen(&fen)
        }
    };
    Ok(variant.begin(opening)?)
}

fn status(position: &dyn Position) -> String {
    let side = position.spec().seat(position.turn()).letter;
    match position.outcome() {
        None => format!("status ongoing {side}"),
        Some(outcome) => {
            let result = match outcome.winner() {
                Some(winner) if winner == Side::FIRST => "1-0",
                Some(_) => "0-1",
                None => "1/2-1/2",
            };
            format!("status {result} {side} {}", outcome.cause.id)
        }
    }
}
