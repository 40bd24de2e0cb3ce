//! Draws and claims of the game, giving up, and the end of a game that only computers play.

use super::consent::answers;
use super::desk::{Desk, OVER};
use super::part::{Below, Part, Step};
use super::table::Table;
use crate::action::{Action, Context};
use crate::rules::side::Side;
use crate::session::table::command::{Refusal, SeatCommand};
use crate::theme::Role;
use crate::world::World;

/// Why the game cannot be claimed yet.
const CLAIM: &str = "You can claim the game once all others together have two pieces or fewer and no Pawn.";

impl Table {
    /// The seat that offers a draw.
    pub(crate) fn offered(&self) -> Option<Side> {
        self.status().offers.iter().next()
    }

    /// Can the user offer a draw, or accept one?
    pub(super) fn can_offer(&self) -> bool {
        self.person().is_some_and(|side| self.status().may_offer.has(side))
    }

    /// The seat of the user that can accept or decline the draw which another seat offers.
    pub(super) fn draw_answer(&self) -> Option<Side> {
        self.person().filter(|&side| self.offered().is_some() && self.status().may_offer.has(side))
    }

    /// The draw offer as text, with the keys that answer it.
    pub(super) fn offer_words(&self, [agree, refuse]: [&str; 2]) -> Option<String> {
        let name = self.who_offers()?;
        Some(if self.draw_answer().is_some() {
            format!("{name} offers a draw: {agree} accepts, {refuse} declines.")
        } else {
            format!("{name} offers a draw. The others can accept it or decline it.")
        })
    }

    /// The side that offers a draw, with the person at a table of people.
    fn who_offers(&self) -> Option<String> {
        let side = self.offered()?;
        let name = self.position().spec().seat(side).name;
        Some(self.name_of_today(side).map_or_else(|| name.to_owned(), |who| format!("{who} ({name})")))
    }

    /// Offers or accepts a draw.
    pub(crate) fn draw(&mut self, side: Side) -> Result<(), Refusal> {
        self.command(SeatCommand::Draw(side))
    }

    /// The seat that claims the game.
    pub(crate) fn claimed(&self) -> Option<Side> {
        self.status().claim.map(|claim| claim.by)
    }

    /// The seat of the user that can claim the game, or agree to the open claim.
    fn claimant(&self) -> Option<Side> {
        let own = self.position().spec().sides().filter(|&side| self.acts_for(side));
        match self.status().claim {
            Some(claim) => { own }.find(|&side| self.position().living().has(side) && !claim.agreed.has(side)),
            None => { own }.find(|&side| self.status().claimants.has(side)),
        }
    }

    /// Can the user claim the game, or agree to a claim?
    pub(crate) fn can_claim(&self) -> bool {
        self.claimant().is_some()
    }

    /// The claim as text, with the key that agrees.
    pub(crate) fn claim_words(&self, agree: Option<&str>) -> Option<String> {
        let name = self.position().spec().seat(self.claimed()?).name;
        let agree = agree.filter(|_| self.can_claim()).map(|key| format!("{key} agrees, ")).unwrap_or_default();
        Some(format!("{name} claims the game: {agree}a move by another seat declines."))
    }

    /// Claims the game, or agrees to a claim.
    pub(crate) fn claim(&mut self) -> Result<(), Refusal> {
        let side = self.claimant().or_else(|| self.person()).unwrap_or(Side::FIRST);
        self.command(SeatCommand::Claim(side))
    }

    /// Lets computers that are left alone play to the end as fast as they can.
    pub(crate) fn show_end(&mut self) -> Result<(), Refusal> {
        self.command(SeatCommand::Finish)
    }
}

/// It keeps nothing: the table knows what is offered and claimed.
#[derive(Default)]
pub(super) struct Claims;

impl Part for Claims {
    fn can(&self, action: Action, desk: &Desk, _: &World) -> Option<bool> {
        let (table, over) = (&desk.table, desk.table.ending().is_some());
        Some(match action {
            Action::Draw => !table.position().acts().is_empty() && table.can_offer(),
            Action::Claim => !over && table.can_claim(),
            Action::Resign => !over && table.person().is_some(),
            _ => return None,
        })
    }

    fn why_not(&self, action: Action, desk: &Desk) -> Option<String> {
        let table = &desk.table;
        let why = match action {
            Action::Draw | Action::Claim | Action::Resign if table.ending().is_some() => OVER,
            Action::Draw | Action::Claim | Action::Resign if table.person().is_none() => {
                "Only computers are playing."
            }
            Action::Draw if !table.position().acts().is_empty() => {
                "You have offered a draw: you can offer one again after your next move."
            }
            Action::Draw => "No moves have been played yet.",
            Action::Claim if table.claimed().is_some() => "You have already claimed the game or agreed.",
            Action::Claim => CLAIM,
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn say(&self, action: Action, desk: &Desk, _: &World) -> Option<&'static str> {
        let table = &desk.table;
        match action {
            Action::Draw if table.offered().is_some_and(|by| table.person() != Some(by)) => Some("accept the draw"),
            Action::Draw => Some("offer a draw"),
            Action::Claim if table.claimed().is_some() => Some("agree to the claim"),
            _ => None,
        }
    }

    fn act(&mut self, action: Action, desk: &mut Desk, world: &mut World) -> Option<Step> {
        match action {
            // What another seat has proposed is agreed to at once.
            Action::Draw if desk.table.offered().is_some() => self.confirmed(action, desk, world),
            Action::Claim if desk.table.claimed().is_some() => self.confirmed(action, desk, world),
            Action::Draw => Some(Step::Ask("Offer a draw?".to_owned(), action)),
            Action::Claim => Some(Step::Ask("Claim the game?".to_owned(), action)),
            Action::Resign => {
                let side = desk.table.person().unwrap_or(Side::FIRST);
                let name = desk.table.position().spec().seat(side).name;
                Some(Step::Ask(format!("Resign as {name}?"), action))
            }
            _ => None,
        }
    }

    fn confirmed(&mut self, action: Action, desk: &mut Desk, _: &mut World) -> Option<Step> {
        let table = &mut desk.table;
        let side = table.person().unwrap_or(table.position().turn());
        let done = match action {
            Action::Draw => table.draw(side),
            Action::Claim => table.claim(),
            Action::Resign => table.resign(side),
            _ => return None,
        };
        desk.pane.message = None;
        Some(Step::Sent(done))
    }

    fn line(&self, desk: &Desk, below: &Below<'_>) -> Option<(String, Role)> {
        let [agree, refuse] = answers(below.world);
        let words = desk.table.offer_words([&agree, &refuse]).or_else(|| {
            let agree = below.world.keymap.key(Context::Board, Action::Claim);
            desk.table.claim_words(agree.as_deref())
        });
        Some((words?, Role::Notice))
    }
}
