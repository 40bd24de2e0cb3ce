//! All settings with what they mean: the file that is built in, without its keys, which have a page of their own.

use heterodox::config::file::DEFAULTS;

use super::{Pages, compare, made_by};

#[test]
fn the_page_of_settings_is_the_file_that_is_built_in() {
    let (settings, _) = DEFAULTS.split_once("\n[keys]\n").expect("keys");
    let text = format!(
        "{}\n# All settings\n\n`heterodox config --print` prints this file, and after it the keys, which are [a page of their own](all-keys.md). \
         [Settings](commands.md#settings) says how to change one.\n\n```toml\n{}\n```\n",
        made_by("settings"),
        settings.trim_end()
    );
    compare(&Pages::from([("settings.md".to_owned(), text)]));
}
