//! What the commands of a game do.

use std::time::Duration;

use super::command::{self, Command};
use super::game::{Game, Hint, Next, Question};
use super::line_input::{LineInput, Notice};
use super::line_output::Say;
use super::rule_book::pages;
use super::unanswered::Unanswered;
use super::{announce, board, options};
use crate::client::Client;
use crate::players::{Reply, Resources};
use crate::rules::explain::counted;
use crate::rules::pick::Pick;
use crate::session::archive::save_as;
use crate::session::setup::SeatKind;
use crate::session::table::command::SeatCommand;
use crate::session::telling::words;

/// The most time for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

impl Game {
    /// Carries out a command.
    pub(super) fn act(
        &mut self,
        command: Command,
        rest: &str,
        client: &Client,
        input: &LineInput,
        out: &mut impl Say,
    ) -> Next {
        let position = self.position();
        let parts: Vec<&str> = rest.split_whitespace().collect();
        match command {
            Command::Help => {
                let legal = position.legal();
                let like = legal.first().map(|&mv| position.display(mv)).unwrap_or_default();
                out.say_all(command::help(rest, &like));
            }
            Command::Board => out.say_all(board::board(position, rest)),
            Command::Pieces => out.say_all(board::pieces(position, rest)),
            Command::Square => match board::square(position, rest) {
                Ok(square) => out.say(&board::at(position, square)),
                Err(why) => out.say(&why.to_string()),
            },
            Command::Moves => out.say_all(self.moves(rest)),
            Command::Back => self.back(out),
            Command::Last if self.view.lines.is_empty() => out.say("No move has been played yet."),
            Command::Last => self.last().iter().for_each(|line| out.say(line)),
            Command::History => out.say_all(self.history(rest)),
            Command::Turn => out.say(&self.turn()),
            Command::Who => {
                for side in position.spec().sides() {
                    let notes = position.seat_notes(side);
                    let words = std::iter::once(self.who(side)).chain(notes.iter().map(ToString::to_string));
                    out.say(&format!("{}: {}.", self.name(side), words.collect::<Vec<_>>().join(", ")));
                }
            }
            Command::Clock => out.say(&self.clocks()),
            Command::Reserve => board::reserves(position).iter().for_each(|line| out.say(line)),
            Command::Arrange => self.arrange(out),
            Command::Threats => {
                let own = self.own().unwrap_or_else(|| position.turn());
                let of = if rest.is_empty() { Ok(own) } else { board::side(position, rest) };
                out.say_all(of.map(|of| board::attacks(position, of)));
            }
            Command::Explain => out.say_all(board::explain(position, &parts)),
            Command::Hint => self.ask_hint(client, input, out),
            Command::Undo => self.command(SeatCommand::Undo, out),
            Command::Redo => self.command(SeatCommand::Redo, out),
            Command::Decline => match self.own() {
                Some(own) => self.command(SeatCommand::DeclineDraw(own), out),
                None => out.say("Only computers are playing."),
            },
            Command::Draw | Command::Claim | Command::Resign => self.ask_end(command, client, out),
            Command::Level => out.say(&self.levels()),
            Command::End => self.command(SeatCommand::Finish, out),
            Command::Now => self.command(SeatCommand::Hurry, out),
            Command::Pause => {
                let paused = !self.view.status.paused;
                self.command(SeatCommand::Pause(paused), out);
                if self.view.status.paused {
                    out.say("The game is paused. Type pause to resume it.");
                }
            }
            Command::Step => self.command(SeatCommand::Step, out),
            Command::Sit => {
                let turn = position.turn();
                self.command(SeatCommand::Sit(turn), out);
            }
            Command::Fen => out.say(&position.fen()),
            Command::Save => out.say(&self.save(rest, client)),
            Command::Rules => out.say_all(pages(self.view.setup.game, rest)),
            Command::Again => match options::read((*self.view.setup).clone(), &parts, client) {
                Ok(setup) if self.may_leave(out) => return Next::Again(Box::new(setup)),
                Ok(_) => {}
                Err(why) => out.say(&why.to_string()),
            },
            Command::New if self.may_leave(out) => return Next::Menu,
            Command::Quit if self.may_leave(out) => return Next::Quit,
            // Picks are handled with the lines that answer them.
            Command::New | Command::Quit | Command::Pick => {}
        }
        Next::Stay
    }

    /// What can move, or the legal moves of one piece.
    fn moves(&self, which: &str) -> Result<Vec<String>, Unanswered> {
        let position = self.position();
        let legal = position.legal();
        let spec = position.spec();
        let first = |mv| position.picks(mv).as_slice().first().copied();
        let kind = spec.all_kinds().find(|&kind| spec.of(kind).name.eq_ignore_ascii_case(which));
        let chosen = match kind {
            _ if which.is_empty() => None,
            Some(kind) => Some(Pick::Reserve(kind)),
            None => Some(Pick::Square(board::square(position, which)?)),
        };
        if let Some(why) = position.outcome().and_then(|_| position.explain(&[], Pick::Pass)) {
            return Ok(vec![crate::session::telling::sentence(&why)]);
        }
        let Some(chosen) = chosen else {
            let mut lines = vec![format!("{} has {}.", self.name(position.turn()), counted(legal.len(), "move"))];
            for choice in position.choices(&[]) {
                let name = match choice.pick {
                    Pick::Square(square) => {
                        let kind =
                            position.piece(square).map(|piece| spec.of(piece.kind()).name).unwrap_or_default();
                        format!("{kind} {}", position.geometry().label(square))
                    }
                    Pick::Reserve(kind) => format!("drop {}", spec.of(kind).name),
                    _ => "pass".to_owned(),
                };
                lines.push(format!("{name}: {}.", choice.moves));
            }
            return Ok(lines);
        };
        let shown = position.display_all(&legal);
        let lines: Vec<String> = legal
            .iter()
            .zip(shown)
            .filter(|&(&mv, _)| first(mv) == Some(chosen))
            .map(|(&mv, shown)| format!("{shown}: {}.", words(position, mv, Some(position.turn()))))
            .collect();
        if lines.is_empty() {
            let why = position.explain(&[], chosen).unwrap_or_else(|| "it cannot move".to_owned());
            return Ok(vec![crate::session::telling::sentence(&why)]);
        }
        Ok(lines)
    }

    /// The moves of the game.
    fn history(&self, count: &str) -> Result<Vec<String>, Unanswered> {
        let lines = &self.view.lines;
        let from = match count.parse::<usize>() {
            _ if count.is_empty() => 0,
            Ok(count) => lines.len().saturating_sub(count),
            Err(_) => {
                return Err(Unanswered::Count(count.to_owned()));
            }
        };
        let line = |line: &crate::session::history::Line| {
            if line.is_move {
                format!("{}. {}: {}", line.round, self.name(line.side), line.text)
            } else {
                announce::line(&self.view, line, self.own())
            }
        };
        let shown: Vec<String> = lines[from..].iter().map(line).collect();
        if lines.is_empty() { Err(Unanswered::NoMoves) } else { Ok(shown) }
    }

    fn back(&mut self, out: &mut impl Say) {
        match self.picks.take() {
            Some(mut picks) => {
                if picks.pop().is_some() {
                    out.say(&super::pick::question(self.position(), &picks));
                    self.picks = Some(picks);
                } else {
                    out.say("No move is in progress. Type a move, or pick.");
                }
            }
            None => out.say("There is nothing to take back in this move; undo takes back a whole move."),
        }
    }

    fn levels(&self) -> String {
        let level = |side| match self.view.setup.seats.get(crate::rules::side::Side::index(side)) {
            Some(SeatKind::Computer(level)) => {
                Some(format!("{} is played by the computer at level {level}.", self.name(side)))
            }
            _ => None,
        };
        let mut all: Vec<String> = self.position().spec().sides().filter_map(level).collect();
        all.push("Levels go from 1 to 10. For another one type, for example, again level 5.".to_owned());
        all.join(" ")
    }

    fn ask_hint(&mut self, client: &Client, input: &LineInput, out: &mut impl Say) {
        if let Some(why) = self.not_now() {
            return out.say(&why);
        }
        let tell = input.teller();
        let resources = client.resources("hint");
        let resources = Resources { think: resources.think.min(HINT_TIME), ..resources };
        let take = move |reply| match reply {
            Reply::Move(mv) => tell(Notice::Hint(Ok(mv))),
            Reply::Failed(why, _) => tell(Notice::Hint(Err(why))),
            Reply::Thought(_) | Reply::Told(_) | Reply::Waits | Reply::Begins => {}
        };
        let asked = client.assistant.hint(self.position().fork(), resources, take);
        self.hint = Some(Hint { of: self.position().hash(), _asked: asked });
    }

    /// Asks before the user gives up or offers a draw, if the settings say so.
    fn ask_end(&mut self, command: Command, client: &Client, out: &mut impl Say) {
        if self.is_over() {
            return out.say("The game is over.");
        }
        let Some(own) = self.own() else { return out.say("Only computers are playing.") };
        let own = match (command, self.view.status.claim) {
            // One who holds several seats agrees with the next one.
            (Command::Claim, Some(claim)) => {
                let seats = self.view.seats_of(self.seat.identity());
                let next = seats.iter().find(|&side| self.position().living().has(side) && !claim.agreed.has(side));
                next.unwrap_or(own)
            }
            // The refusal comes before the question.
            (Command::Claim, None) if !self.view.status.claimants.has(own) => {
                return self.command(SeatCommand::Claim(own), out);
            }
            (Command::Draw, _) if !self.view.status.may_offer.has(own) => {
                return self.command(SeatCommand::Draw(own), out);
            }
            _ => own,
        };
        let offered = self.view.status.offers != crate::rules::side::Sides::NONE;
        let (question, words) = match command {
            Command::Draw if offered => (Question::Draw(own), "accept the draw"),
            Command::Draw => (Question::Draw(own), "offer a draw"),
            Command::Claim if self.view.status.claim.is_some() => (Question::Claim(own), "agree to the claim"),
            Command::Claim => (Question::Claim(own), "claim the game"),
            _ => (Question::Resign(own), "resign"),
        };
        if client.config.input.confirm {
            self.question = Some(question);
            out.say(&format!("Does {} {words}? Type yes or no.", self.name(own)));
        } else {
            self.confirmed(question, out);
        }
    }

    /// The user has said yes.
    pub(super) fn confirmed(&mut self, question: Question, out: &mut impl Say) -> Next {
        match question {
            Question::Resign(side) => self.command(SeatCommand::Resign(side), out),
            Question::Draw(side) => self.command(SeatCommand::Draw(side), out),
            Question::Claim(side) => self.command(SeatCommand::Claim(side), out),
            Question::Leave => return Next::Quit,
        }
        Next::Stay
    }

    fn save(&self, name: &str, client: &Client) -> String {
        if name.is_empty() {
            return "Where? Type save and the name of a file, like save game.pgn.".to_owned();
        }
        let path = match client.new_file(name) {
            Ok(path) => path,
            Err(refusal) => return format!("{refusal}."),
        };
        let game = match self.seat.table().record() {
            Ok(game) => game,
            Err(problem) => return problem.to_string(),
        };
        match save_as(&path, &game) {
            Ok(path) => client.files.saved("", &path),
            Err(problem) => format!("{problem}."),
        }
    }
}
