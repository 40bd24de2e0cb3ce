//! Which level to try next, by the results of the user.

use super::desk::Desk;
use super::part::{Part, Step};
use super::table::Table;
use crate::client::results::{self, Known, Results};
use crate::session::setup::SeatKind;
use crate::session::strength::{LevelResult, Strength};
use crate::wakes::Reasons;
use crate::world::World;

/// The suggestion after the end.
#[derive(Default)]
pub(super) enum Next {
    /// There is none, or none yet.
    #[default]
    Unknown,
    /// The saved games are being read.
    Reading(Results),
    /// This level.
    Level(u8),
}

/// The result of this game, if one person has played it against levels.
fn own_result(table: &Table) -> Option<(usize, LevelResult)> {
    if table.is_shared() {
        return None;
    }
    let (setup, ending) = (table.setup(), table.end()?);
    let seat = setup.seats.iter().position(|seat| matches!(seat, SeatKind::Human(_)))?;
    let others = setup.seats.iter().enumerate().filter(|(at, _)| *at != seat);
    let level = |seat: &SeatKind| if let SeatKind::Computer(level) = seat { Some(*level) } else { None };
    let levels: Option<Vec<u8>> = others.map(|(_, seat)| level(seat)).collect();
    let side = crate::rules::side::Side::new(seat);
    let share = f64::from(ending.shares[side].sixtieths()) / 60.0;
    Some((seat, LevelResult { level: levels?.into_iter().max()?, share, seats: setup.seats.len() }))
}

/// The level by what is known and this game, which may be among the saved ones.
fn level_of(table: &Table, known: &Known) -> Next {
    let Some((_, result)) = own_result(table) else { return Next::Unknown };
    let spec = table.position().spec();
    let path = table.shared().path();
    let own = path.as_ref().and_then(|path| path.file_stem()?.to_str());
    let mut strength = Strength::of(&known.games, spec, own);
    strength.add(result);
    Next::Level(strength.level(known.at_puzzles(spec)))
}

impl Next {
    /// Begins to find out which level to try next, once the game is over.
    fn suggest(&mut self, table: &Table, world: &World) {
        *self = match (own_result(table), std::mem::take(self)) {
            (None, _) => Next::Unknown,
            (Some(_), Next::Unknown) => {
                results::begin(&world.client).map_or_else(|| level_of(table, &Known::default()), Next::Reading)
            }
            (Some(_), known) => known,
        };
    }

    /// The suggestion in words.
    pub(super) fn words(&self) -> Option<String> {
        match self {
            Next::Level(level) => Some(results::suggestion(*level)),
            _ => None,
        }
    }
}

impl Part for Next {
    fn opened(&mut self, desk: &mut Desk, world: &World) {
        self.suggest(&desk.table, world);
    }

    fn changed(&mut self, _: bool, desk: &mut Desk, world: &mut World) -> Option<Step> {
        self.suggest(&desk.table, world);
        None
    }

    fn wake(&mut self, why: Reasons, desk: &mut Desk, _: &mut World) -> Option<Step> {
        let Next::Reading(reading) = self else { return None };
        let known = if why.task { reading.poll() } else { None };
        *self = level_of(&desk.table, &known?);
        Some(Step::changed())
    }
}
