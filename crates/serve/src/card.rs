//! What one server tells another one of a session that it sends there. It has looked at the key itself.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use crate::player::Who;
use crate::tui::host::cell_size::CellSize;
use crate::window::Window;

/// The longest card that is read, in bytes.
const LONGEST: usize = 16 * 1024;

/// What one server tells another one of a session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Card {
    /// SHA-256 of the key of the player; a guest has none.
    pub(crate) key: Option<[u8; 32]>,
    /// The number that the player has as a guest.
    pub(crate) guest: u64,
    /// Where the player comes from.
    pub(crate) address: IpAddr,
    /// What is known of the terminal.
    pub(crate) variables: Vec<(String, String)>,
    /// Columns and rows, and the pixels of a cell.
    pub(crate) size: (u16, u16),
    pub(crate) cell: Option<(u16, u16)>,
    /// The name and the port by which others reach the club.
    pub(crate) public: Option<(String, u16)>,
    /// The table that the player wants to, and its code.
    pub(crate) table: Option<i64>,
    pub(crate) code: Option<String>,
    /// The table has moved.
    #[serde(default)]
    pub(crate) has_moved: bool,
}

impl Card {
    /// Reads a card.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Card> {
        if bytes.len() > LONGEST {
            return None;
        }
        serde_json::from_slice(bytes).ok()
    }

    /// Who it is.
    pub(crate) fn who(&self) -> Who {
        self.key.map_or(Who::Guest(self.guest), Who::Key)
    }

    /// The window as it is now.
    pub(crate) fn window(&self) -> Window {
        let (columns, rows) = (u32::from(self.size.0), u32::from(self.size.1));
        let cell = self.cell.and_then(|(wide, high)| CellSize::new(wide, high));
        Window { cell, ..Window::new((columns, rows), (0, 0)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn a_card_reads_back_and_what_is_none_does_not() {
        let card = Card {
            key: Some([7; 32]),
            guest: 3,
            address: Ipv4Addr::LOCALHOST.into(),
            variables: vec![("TERM".to_owned(), "xterm".to_owned())],
            size: (120, 40),
            cell: Some((10, 20)),
            public: Some(("chess.example".to_owned(), 22)),
            table: Some(12),
            code: None,
            has_moved: false,
        };
        let text = serde_json::to_vec(&card).expect("text");
        assert_eq!(Card::parse(&text), Some(card.clone()));
        assert_eq!(card.who(), Who::Key([7; 32]));
        assert_eq!(card.window(), Window::new((120, 40), (1200, 800)));
        for text in ["", "{}", "null", &" ".repeat(LONGEST + 1)] {
            assert_eq!(Card::parse(text.as_bytes()), None);
        }
    }
}
