//! A file of a game that costs whoever reads it as much as a file can.

use std::fmt::Write as _;

/// A file that takes as long as one can: the largest board, all kinds, and as many paths of each as there may be.
pub(crate) fn hostile(id: &str) -> String {
    let letters: Vec<char> = "ABCDEFGHIJLMNOP".chars().collect();
    let row: String = letters.iter().collect();
    let mut text = format!(
        "format = 1\nid = \"{id}\"\ntitle = \"{}\"\nboard = \"16x16\"\n\
         opening = \"{}k{}/{row}K w - - 0 1\"\n[piece]\nK = {{ name = \"King\", move = \"K\", royal = true }}\n",
        title(id),
        row.to_lowercase(),
        "/16".repeat(14)
    );
    for letter in letters {
        // Three steps as a King, over and over whatever stands there, and riders in all directions.
        let _ = writeln!(text, "{letter} = {{ name = \"Piece {letter}\", move = \"mQmNNmCCmaKmaaK\" }}");
    }
    text
}

/// The id with a large letter.
fn title(id: &str) -> String {
    let (first, rest) = id.split_at(1);
    first.to_uppercase() + rest
}
