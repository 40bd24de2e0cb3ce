//! The answer to `uci`.

use super::chosen::SHUFFLED;
use super::{PATH, SPINS, Spin, go, info};
use crate::games::Registry;

/// What the program says of itself and its options.
pub(super) fn identity(games: &Registry) -> String {
    let ids: Vec<String> = games.offered_ids().into_iter().map(|id| format!("var {id}")).collect();
    // Runners of games for two know wtime and btime; with more seats the letters are others.
    let many = games.games().iter().map(|game| game.spec()).filter(|spec| spec.seats.len() > 2);
    let clocks: Vec<String> = many.map(|spec| info(&go::clocks(spec))).collect();
    // The default is last: uci2wb takes all that follows it for the default, and has little room for that.
    let spin = |spin: &Spin| {
        let Spin { name, default, least, most } = spin;
        format!("option name {name} type spin default {default} min {least} max {most}\n")
    };
    format!(
        "id name Heterodox {}\nid author the Heterodox authors\n\
         option name UCI_Variant type combo {} default {}\n{}\
         option name {PATH} type string default <empty>\n\
         option name {SHUFFLED} type check default false\n\
         option name Ponder type check default false\n{}uciok\n",
        env!("CARGO_PKG_VERSION"),
        ids.join(" "),
        games.usual().spec().id,
        SPINS.map(spin).concat(),
        clocks.concat()
    )
}
