//! Reviewing a game with others: one leads, and the others see what the leader sees, until they go their own way.

use std::sync::Arc;

use super::Review;
use crate::action::{Action, Context};
use crate::place::Place;
use crate::read_game::Source;
use crate::record::game::Game;
use crate::record::tree::{Id, PlayedMove};
use crate::rules::explain::list;
use crate::rules::timeline::Act;
use crate::screen::Transition;
use crate::theme::Role;
use crate::view::View;
use crate::wakes::Reasons;
use crate::world::World;

/// The others who review the game.
pub trait Circle {
    /// What there is to see.
    fn look(&self) -> Seen;

    /// The user leads, and shows this position.
    fn show(&self, moves: &[Act]);

    /// The user gives the lead to another one: their name.
    fn hand_over(&self) -> Option<String>;

    /// The user asks for the lead, or no longer does.
    fn ask(&self);

    /// The talk of all who look.
    fn talk(&self) -> Place;

    /// What another one has said since the last time.
    fn heard(&mut self) -> Option<String>;
}

/// What the user sees of the others.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Seen {
    /// Does the user lead?
    pub leads: bool,
    /// Who leads.
    pub leader: String,
    /// The others.
    pub others: Vec<String>,
    /// Who asks for the lead.
    pub asks: Option<String>,
    /// Does the user ask for it?
    pub asking: bool,
    /// What the leader sees: all moves from the start of the game.
    pub spot: Option<Arc<[Act]>>,
}

/// How the user is tied to the one who leads.
#[derive(Default)]
pub(super) struct Tie {
    /// Does the user go their own way?
    own_way: bool,
    seen: Seen,
    /// The moves up to the position that was shown to the others, or that was taken from the leader.
    at: Option<Vec<Act>>,
}

impl Review {
    /// Reviews a finished game with others.
    pub fn with_others(game: Game, view: View, circle: Box<dyn Circle>, world: &World) -> Review {
        let mut review = Review::of(game, Source::Board).at_the_end(view);
        review.circle = Some(circle);
        review.gather(Reasons { table: true, club: true, task: false }, world);
        review
    }

    /// All moves from the start of the game to what the board shows.
    fn spot(&self) -> Vec<Act> {
        let tree = &self.game.tree;
        tree.path(self.at).into_iter().filter_map(|id| Some(tree.node(id).deed.as_ref()?.act)).collect()
    }

    /// Goes to what the leader sees. Moves that are not in the tree are added as variations.
    fn go_to_leader(&mut self, world: &World) {
        let Some(spot) = self.tie.seen.spot.clone() else { return };
        let (mut at, mut added) = (Id::ROOT, false);
        for &act in spot.iter() {
            let tree = &self.game.tree;
            let known = tree.children(at).iter().copied();
            let known = { known }.find(|&id| tree.node(id).deed.as_ref().is_some_and(|deed| deed.act == act));
            if let Some(id) = known {
                at = id;
                continue;
            }
            let position = tree.position(at);
            if !matches!(act, Act::Move(mv) if position.legal().contains(&mv)) {
                break;
            }
            let deed = PlayedMove::of(position.as_ref(), act);
            at = self.game.tree.attach(at, deed);
            added = true;
        }
        if added {
            self.trace();
        }
        self.on_board = false;
        self.go(at);
        self.tie.at = Some(self.spot());
        self.analyse(world);
    }

    /// Reads what the others do and say. True if something has changed.
    pub(super) fn gather(&mut self, why: Reasons, world: &World) -> bool {
        let Some(circle) = &mut self.circle else { return false };
        let heard = why.club.then(|| circle.heard()).flatten();
        let Some(seen) = why.table.then(|| circle.look()) else {
            let is_new = heard.is_some();
            if let Some(words) = heard {
                self.pane.tell(Role::Notice, words);
            }
            return is_new;
        };
        let before = std::mem::replace(&mut self.tie.seen, seen);
        let now = self.tie.seen.clone();
        if !now.leads && !self.tie.own_way && (now.spot != before.spot || before.leads) {
            self.go_to_leader(world);
        }
        let known = !before.leader.is_empty();
        let key = |action| world.keymap.key(Context::Review, action).unwrap_or_default();
        let message = match &now.asks {
            _ if now.leads && !before.leads && known => Some("You lead now.".to_owned()),
            _ if now.leads => {
                let asks = now.asks.as_ref().filter(|asks| before.asks.as_ref() != Some(asks));
                asks.map(|asks| format!("{asks} asks for the lead: {} gives it.", key(Action::Lead)))
            }
            _ if known && now.leader != before.leader => Some(format!("{} leads now.", now.leader)),
            _ => None,
        };
        if now.leads && !before.leads {
            // The others see at once where the new leader is.
            self.tie = Tie { own_way: false, at: None, seen: now.clone() };
        }
        heard.or(message).into_iter().for_each(|words| self.pane.tell(Role::Notice, words));
        true
    }

    /// Tells the others where the leader is. Who follows and moves goes their own way from there.
    pub(super) fn keep_together(&mut self, world: &World) {
        let Some(circle) = &self.circle else { return };
        let at = Some(self.spot());
        let follows = !self.tie.seen.leads && !self.tie.own_way;
        if at == self.tie.at && !(follows && self.on_board) {
            return;
        }
        if self.tie.seen.leads {
            circle.show(at.as_deref().unwrap_or_default());
        } else if follows && (self.tie.at.is_some() || self.on_board) {
            self.tie.own_way = true;
            let key = world.keymap.key(Context::Review, Action::Together).unwrap_or_default();
            self.pane
                .tell(Role::Notice, format!("You go your own way: {key} follows {} again.", self.tie.seen.leader));
        }
        self.tie.at = at;
    }

    /// What an action does with the others now, in words.
    pub(super) fn word_together(&self, action: Action) -> &'static str {
        let seen = &self.tie.seen;
        match action {
            Action::Together if self.tie.own_way => "follow",
            Action::Together => "own way",
            _ if seen.leads => "give the lead",
            _ if seen.asking => "stop asking",
            _ => "ask for the lead",
        }
    }

    /// Can this be done with the others? `None` where it is as in any review.
    pub(super) fn can_together(&self, action: Action) -> Option<bool> {
        Some(match action {
            Action::Together => self.circle.is_some() && !self.tie.seen.leads,
            Action::Lead => self.circle.is_some() && !(self.tie.seen.leads && self.tie.seen.others.is_empty()),
            Action::Talk => self.circle.is_some(),
            _ => return None,
        })
    }

    /// Does it.
    pub(super) fn act_together(&mut self, action: Action, world: &World) -> Option<Transition> {
        let circle = self.circle.as_ref()?;
        match action {
            Action::Talk => return Some(Transition::Open(circle.talk())),
            Action::Together if self.tie.own_way => {
                self.tie.own_way = false;
                self.go_to_leader(world);
                self.pane.tell(Role::Notice, format!("You follow {} again.", self.tie.seen.leader));
            }
            Action::Together => {
                self.tie.own_way = true;
                self.pane.tell(Role::Notice, format!("{} leads, and you go your own way.", self.tie.seen.leader));
            }
            Action::Lead if self.tie.seen.leads => {
                let name = circle.hand_over();
                self.pane.message = None;
                if let Some(name) = name {
                    self.pane.tell(Role::Notice, format!("{name} leads now."));
                }
            }
            Action::Lead => {
                circle.ask();
                self.pane.tell(
                    Role::Notice,
                    if self.tie.seen.asking {
                        "You no longer ask for the lead.".to_owned()
                    } else {
                        format!("You ask {} for the lead.", self.tie.seen.leader)
                    },
                );
            }
            _ => return None,
        }
        Some(Transition::Changed)
    }

    /// Why it cannot be done with the others.
    pub(super) fn why_not_together(&self, action: Action) -> Option<&'static str> {
        match action {
            Action::Together | Action::Lead | Action::Talk if self.circle.is_none() => {
                Some("You review this game alone.")
            }
            Action::Together => Some("You lead: the others see what you see."),
            Action::Lead => Some("Nobody else reviews this game."),
            _ => None,
        }
    }

    /// Who leads and who looks too, in few words.
    pub(super) fn circle_words(&self) -> Option<String> {
        self.circle.as_ref()?;
        let Seen { leads, leader, others, .. } = &self.tie.seen;
        let with = if others.is_empty() { String::new() } else { format!(" with {}", list(others)) };
        Some(match (leads, self.tie.own_way) {
            (true, _) if others.is_empty() => "you lead, nobody follows yet".to_owned(),
            (true, _) => format!("you lead{with}"),
            (false, true) => format!("own way, {leader} leads"),
            (false, false) => format!("{leader} leads{with}"),
        })
    }
}
