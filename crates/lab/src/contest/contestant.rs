//! A contestant, as written on the command line: `nodes=2000`,
//! `level=5,name=five`, `nodes=20000,method=paranoid`, `command=./other engine,time=50,Hash=8`.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::engine::beginner::Beginner;
use crate::engine::interface::EngineOptions;
use crate::engine::levels::{self, HIGHEST};
use crate::engine::limits::{Limits, TimeBudget};
use crate::engine::many::method::Method;
use crate::engine::uci_client::EngineCommand;
use crate::eval::net::Net;
use crate::eval::skill::Skills;
use crate::games::Registry;
use crate::rules::spec::Spec;

/// The keys of a contestant, for messages.
const KEYS: &str = "random, captures, beginner:1 to beginner:5, or nodes, time, depth, level, method, threads, hash, noise, overlooks, knows, hasty, careless, dice, net, name or command = something";

/// The time per move of the highest level if no time is given.
const BY_ITSELF: Duration = Duration::from_millis(500);

/// Why a text is not a contestant. `part` is the part of the text that is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum ContestantError {
    /// It has no key that is known.
    #[error("\"{part}\": expected {KEYS}")]
    Part {
        /// The part.
        part: String,
    },
    /// Its value is not a number.
    #[error("\"{part}\": expected a number")]
    Number {
        /// The part.
        part: String,
    },
    /// There is no such level.
    #[error("a level is 1 to 10")]
    Level,
    /// There is no such beginner.
    #[error("a beginner is beginner:1 to beginner:5")]
    Beginner,
    /// There is no such method.
    #[error("\"{part}\": expected one of {known}")]
    Method {
        /// The part.
        part: String,
        /// The known methods.
        known: String,
    },
    /// An option of an external engine, where there is none.
    #[error("\"{key}\" is an option of another program: it needs command=PROGRAM")]
    Foreign {
        /// The name of the option.
        key: String,
    },
}

/// A net that a player is given. Each is another one.
#[derive(Clone, Debug)]
pub(crate) struct GivenNet(pub(crate) Arc<Net>);

impl PartialEq for GivenNet {
    fn eq(&self, other: &GivenNet) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for GivenNet {}

/// A player of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Contestant {
    pub(crate) name: String,
    /// The command of an external engine, if it is one.
    pub(crate) command: Option<EngineCommand>,
    pub(crate) options: EngineOptions,
    /// The number of its first moves that are random.
    pub(crate) dice: usize,
    /// Is it the greedy player?
    pub(crate) grabs: bool,
    /// The measured beginner that it is, if it is one.
    pub(crate) beginner: Option<Beginner>,
    /// The net that it evaluates by, in the place of what the game has.
    pub(crate) net: Option<GivenNet>,
    /// The file of this net.
    pub(crate) net_file: Option<String>,
    nodes: Option<u64>,
    depth: Option<u32>,
    time: Option<Duration>,
    level: Option<u8>,
    noise: Option<i32>,
    overlooks: Option<u32>,
    knows: Option<u32>,
    hasty: Option<u32>,
    careless: Option<u32>,
}

impl Contestant {
    /// One that searches so many nodes a move.
    pub(crate) fn of_nodes(name: &str, nodes: u64) -> Contestant {
        Contestant { nodes: Some(nodes), ..Contestant::plain(name) }
    }

    /// The same with a net in the place of what the game has.
    pub(crate) fn given(self, net: GivenNet) -> Contestant {
        Contestant { net: Some(net), ..self }
    }

    fn plain(name: &str) -> Contestant {
        Contestant {
            name: name.to_owned(),
            command: None,
            options: EngineOptions::default(),
            dice: 0,
            grabs: false,
            beginner: None,
            net: None,
            net_file: None,
            nodes: None,
            depth: None,
            time: None,
            level: None,
            noise: None,
            overlooks: None,
            knows: None,
            hasty: None,
            careless: None,
        }
    }

    /// Parses a contestant.
    pub(crate) fn read(text: &str) -> Result<Contestant, ContestantError> {
        let mut one = Contestant::plain(text);
        let mut options = Vec::new();
        for part in text.split(',') {
            match part {
                "random" => {
                    one.dice = usize::MAX;
                    continue;
                }
                "captures" => {
                    one.grabs = true;
                    continue;
                }
                _ => {}
            }
            if let Some(number) = part.strip_prefix("beginner:") {
                let known = number.parse().ok().and_then(Beginner::new);
                one.beginner = Some(known.ok_or(ContestantError::Beginner)?);
                continue;
            }
            let (key, value) =
                part.split_once('=').ok_or_else(|| ContestantError::Part { part: part.to_owned() })?;
            let number = || value.parse::<u64>().map_err(|_| ContestantError::Number { part: part.to_owned() });
            match key {
                "name" => value.clone_into(&mut one.name),
                "net" => one.net_file = Some(value.to_owned()),
                "nodes" => one.nodes = Some(number()?),
                "dice" => one.dice = number()? as usize,
                "depth" => one.depth = Some(number()? as u32),
                "time" => one.time = Some(Duration::from_millis(number()?)),
                "noise" => one.noise = Some(number()? as i32),
                "overlooks" => one.overlooks = Some(number()?.min(1_000) as u32),
                "knows" => one.knows = Some(number()?.min(100) as u32),
                "careless" => one.careless = Some(number()?.min(10_000) as u32),
                "hasty" => one.hasty = Some(number()?.min(100) as u32),
                "threads" => one.options.threads = (number()? as usize).clamp(1, 256),
                "hash" => one.options.megabytes = (number()? as usize).clamp(1, 16_384),
                "level" => {
                    let level = number()?;
                    let known = (1..=u64::from(HIGHEST)).contains(&level);
                    one.level = Some(known.then_some(level as u8).ok_or(ContestantError::Level)?);
                }
                "method" => {
                    let known = Method::ALL.iter().find(|(_, name)| *name == value);
                    let wrong = || ContestantError::Method {
                        part: part.to_owned(),
                        known: Method::ALL.map(|(_, name)| name).join(", "),
                    };
                    one.options.method = known.ok_or_else(wrong)?.0;
                }
                "command" => {
                    let command = value.split_whitespace().map(str::to_owned).collect();
                    one.command = Some(EngineCommand { name: String::new(), command, options: Vec::new() });
                }
                _ => options.push((key.to_owned(), value.to_owned())),
            }
        }
        if let Some(command) = &mut one.command {
            command.name.clone_from(&one.name);
            command.options = options;
        } else if let Some((key, _)) = options.first() {
            return Err(ContestantError::Foreign { key: key.clone() });
        }
        Ok(one)
    }

    /// The level of the computer that it plays like.
    pub(super) fn level(&self) -> Option<u8> {
        self.level
    }

    /// The options of its engine: those of its level, so that a level is measured as it plays.
    pub(super) fn engine_options(&self, games: &Registry, game: &str) -> EngineOptions {
        self.level.map_or(self.options, |level| levels::options(level, games, game, self.options))
    }

    /// Is it the same as the other one, apart from the name?
    pub(super) fn is_like(&self, other: &Contestant) -> bool {
        let mut renamed = self.clone();
        renamed.name.clone_from(&other.name);
        if let Some(command) = &mut renamed.command {
            command.name.clone_from(&other.name);
        }
        renamed == *other
    }

    /// The limits of a move: those of the level, overridden by explicit limits.
    pub(super) fn limits(&self, skills: &Skills, spec: &Spec, played: usize, seed: u64) -> Limits {
        let limits = if let Some(level) = self.level {
            levels::limits(level, skills, spec, played, None, self.time.unwrap_or(BY_ITSELF), seed)
        } else {
            let depth = (self.nodes.is_none() && self.time.is_none()).then_some(4);
            Limits { depth, seed, ..Limits::default() }
        };
        Limits {
            nodes: self.nodes.or(limits.nodes),
            depth: self.depth.or(limits.depth),
            time: limits.time.or(self.time.map(TimeBudget::fixed)),
            noise: self.noise.unwrap_or(limits.noise),
            knows: self.knows.unwrap_or(limits.knows),
            hasty: self.hasty.unwrap_or(limits.hasty),
            careless: self.careless.unwrap_or(limits.careless),
            overlooks: self.overlooks.unwrap_or(limits.overlooks),
            ..limits
        }
    }

    /// The words after `go` for an external engine, and the maximum time of an answer.
    pub(super) fn go(&self) -> (String, Duration) {
        let mut go = String::new();
        for (word, value) in [
            ("nodes", self.nodes),
            ("depth", self.depth.map(u64::from)),
            ("movetime", self.time.map(|time| time.as_millis() as u64)),
        ] {
            if let Some(value) = value {
                go += &[word, " ", &value.to_string(), " "].concat();
            }
        }
        if go.is_empty() {
            go.push_str("depth 4");
        }
        (go, self.time.unwrap_or(Duration::from_secs(60)) + Duration::from_secs(10))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contestants_are_read() {
        let one = Contestant::read("nodes=2000,method=brs,name=old").expect("one");
        assert_eq!((one.name.as_str(), one.nodes, one.options.method), ("old", Some(2000), Method::BestReply));
        let of = |text| Contestant::read(text).expect("one");
        assert!(of("level=5,name=a").is_like(&of("level=5")) && !of("level=5").is_like(&of("level=5,hash=8")));
        assert!(of("command=./a engine,name=a").is_like(&of("command=./a engine")));
        let other = Contestant::read("command=./a engine,time=50,Hash=8").expect("one");
        assert_eq!(other.command.map(|command| (command.command.len(), command.options.len())), Some((2, 1)));
        let beginner = of("beginner:2");
        assert!(beginner.beginner.is_some() && !beginner.is_like(&of("beginner:3")));
        let lots = |text| Contestant::read(text).map(|one| (one.dice, one.grabs));
        assert_eq!(lots("random"), Ok((usize::MAX, false)));
        assert_eq!(lots("captures"), Ok((0, true)));
        assert_eq!(lots("nodes=5,dice=8"), Ok((8, false)));
        for wrong in ["", "nodes", "nodes=x", "level=11", "method=minimax", "Hash=8", "beginner", "beginner:6"] {
            assert!(Contestant::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_said_beside_a_level_takes_the_place_of_its_own() {
        let spec = crate::games::GAMES[0].spec();
        let may = |text| Contestant::read(text).expect("one").limits(&Skills::UNTUNED, spec, 1_000, 1);
        let (level, other) = (may("level=5"), may("level=5,nodes=77,noise=3,depth=9,time=50"));
        assert_eq!((other.nodes, other.noise, other.depth), (Some(77), 3, Some(9)));
        let time = Duration::from_millis(50);
        assert_eq!((level.time, other.time), (None, Some(TimeBudget::fixed(time))));
        assert_eq!((other.finish, other.contempt), (level.finish, level.contempt), "the rest is the level's");
        assert_eq!(may("level=10").time, Some(TimeBudget::at_most(BY_ITSELF)));
        assert_eq!(may("level=10,time=50").time, Some(TimeBudget::at_most(time)));
        assert_eq!((may("depth=2").depth, may("nodes=5").depth, may("random").depth), (Some(2), None, Some(4)));
    }
}
