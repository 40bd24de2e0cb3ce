//! Games that are put away, and brought back.

use super::Library;
use crate::record::store::Entry;
use crate::tui::action::Action;
use crate::tui::dialogs::confirm::Confirm;
use crate::tui::screen::Step;
use crate::tui::world::World;

/// The files of games; or a file that has others too, which would go with them.
fn files(games: &[Entry]) -> Result<Vec<String>, String> {
    let mut files: Vec<String> = Vec::new();
    for game in games {
        let meant = games.iter().filter(|other| other.file == game.file).count();
        if meant < game.among {
            return Err(format!(
                "{} has {} games, which go together: mark all of them, or import it, and each gets its own file",
                game.file, game.among
            ));
        }
        if !files.contains(&game.file) {
            files.push(game.file.clone());
        }
    }
    Ok(files)
}

impl Library {
    /// Puts the games that are meant away. One is brought back by a key: of more it is asked first.
    pub(super) fn delete(&mut self, world: &mut World) -> Step {
        let meant = self.shelf.meant();
        if meant.len() < 2 || !world.config.input.confirm {
            return self.put_away(world);
        }
        let question = format!("Put {} games into the trash?", meant.len());
        Step::Push(Box::new(Confirm::new(question, Action::Delete)))
    }

    pub(super) fn put_away(&mut self, world: &World) -> Step {
        let Some(store) = &self.store else { return Step::Same };
        let meant = self.shelf.meant();
        let files = match files(&meant) {
            Ok(files) => files,
            Err(problem) => return self.say(problem),
        };
        let (mut gone, mut problems) = (Vec::new(), Vec::new());
        for file in files {
            match store.trash(&file) {
                Ok(trashed) => gone.push(trashed),
                Err(problem) => problems.push(problem),
            }
        }
        let names: Vec<String> = gone.iter().map(|trashed| trashed.file.clone()).collect();
        let words = match &names[..] {
            [] => String::new(),
            [name] => format!("{name} is in the trash."),
            names => format!("{} files are in the trash.", names.len()),
        };
        if !gone.is_empty() {
            self.trashed.push(gone);
            self.shelf.remove(&names);
            self.look(world);
        }
        problems.insert(0, words);
        let words = problems.join(" ").trim().to_owned();
        self.say(words)
    }

    /// Brings back what was put away last.
    pub(super) fn restore(&mut self, world: &World) -> Step {
        let (Some(store), Some(gone)) = (&self.store, self.trashed.pop()) else { return Step::Same };
        let back: Vec<Result<String, String>> = gone.iter().map(|trashed| store.restore(trashed)).collect();
        let problems: Vec<String> = back.iter().filter_map(|back| back.clone().err()).collect();
        let names: Vec<&String> = back.iter().flatten().collect();
        let words = match &names[..] {
            [] => String::new(),
            [name] => format!("{name} is back."),
            names => format!("{} files are back.", names.len()),
        };
        let words = [vec![words], problems].concat().join(" ").trim().to_owned();
        self.look(world);
        self.say(words)
    }
}
