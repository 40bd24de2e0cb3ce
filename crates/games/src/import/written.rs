//! The text of our file for all that a section says.

use std::fmt::Write as _;

use super::area::Area;
use super::castling::Castling;
use super::ends::Progress;
use super::fen::fen;
use super::hand::held_as;
use super::keys::SEATS;
use super::kinds::{Type, Types};
use super::men::{Man, Men, Origin};
use super::moves::{Board, Moves};
use super::opening::Opening;
use super::promotions::Promotes;
use super::refusal::Refusal;
use super::settings::Settings;
use super::view::View;

/// The file, or all that stops it.
pub(super) fn file(name: &str, settings: &Settings) -> Result<String, Vec<Refusal>> {
    let opening = Opening::read(settings).map_err(|refusal| vec![refusal])?;
    let men = Men::of(settings, &opening)?;
    let captures = settings.flag("capturesToHand", false);
    let droppers = [0, 1].map(|seat| captures || opening.hand.iter().any(|token| token.seat == seat));
    let mut best: Option<Vec<Refusal>> = None;
    for view in [View::Mirrored, View::Turned] {
        let board = Board { settings, size: opening.size, view, droppers };
        match board.file(name, &opening, &men) {
            Ok(text) => return Ok(text),
            Err(wrong) if best.as_ref().is_none_or(|best| wrong.len() < best.len()) => best = Some(wrong),
            Err(_) => {}
        }
    }
    Err(best.unwrap_or_default())
}

/// The longest id of a file.
const MOST_ID: usize = 32;

/// Keeps what there is, and what stops the rest.
fn take<T: Default>(part: Result<T, impl IntoIterator<Item = Refusal>>, wrong: &mut Vec<Refusal>) -> T {
    part.unwrap_or_else(|refusals| {
        for refusal in refusals {
            if !wrong.contains(&refusal) {
                wrong.push(refusal);
            }
        }
        T::default()
    })
}

fn one<T>(part: Result<T, Refusal>) -> Result<T, Option<Refusal>> {
    part.map_err(Some)
}

/// What all pieces of a game share.
struct Shared {
    castling: Castling,
    passing: Option<Type>,
    progress: Progress,
    royal: Option<(Type, &'static str)>,
}

impl Board<'_> {
    fn file(&self, name: &str, opening: &Opening, men: &[Man]) -> Result<String, Vec<Refusal>> {
        let mut wrong = self.settings.refused();
        let castling = take(one(self.castling(opening)), &mut wrong);
        let passing = take(one(self.passing(men)), &mut wrong);
        let progress = take(one(self.progress(men, passing)), &mut wrong);
        let royal = take(one(self.royal(opening, men)), &mut wrong);
        let rights = castling.rights.clone();
        let shared = Shared { castling, passing, progress, royal };
        let mut pieces = String::from("[piece]\n");
        for man in men {
            pieces += &self.piece(man, opening, men, &shared, &mut wrong);
        }
        let hand = take(one(self.hand()), &mut wrong);
        let wall = take(one(self.wall(opening, passing)), &mut wrong);
        let law = take(one(self.law(men, royal)), &mut wrong);
        let wins = take(self.wins(men, opening), &mut wrong);
        let ends = take(self.ends(men), &mut wrong) + &shared.progress.line(men);
        let id: String =
            name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect();
        if id.is_empty() || id.len() > MOST_ID {
            wrong.push(self.settings.wrong(
                "startFen",
                format!("the name {name:?} gives no id of at most {MOST_ID} letters and digits"),
            ));
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let title: String =
            name.chars().filter(|letter| !letter.is_control() && !matches!(letter, '"' | '\\')).collect();
        let has_hand = self.has_hand();
        let mut opening = opening.clone();
        opening.rights = rights;
        let first = fen(&opening, men, has_hand, self.settings.flag("checkCounting", false));
        let turned = if self.view == View::Turned { "turned = true\n" } else { "" };
        let mut text = format!(
            "format = 1\nid = \"{id}\"\ntitle = \"{title}\"\nabout = \"Imported from a file of variants.\"\nboard = {}\n{turned}opening = \"{first}\"\n{pieces}{hand}{wall}",
            opening.board(wall.is_empty())
        );
        for (table, lines) in [("law", law), ("win", wins), ("end", ends)] {
            if !lines.is_empty() {
                let _ = write!(text, "[{table}]\n{lines}");
            }
        }
        Ok(text)
    }

    /// The table of a piece, in one line.
    fn piece(
        &self,
        man: &Man,
        opening: &Opening,
        men: &[Man],
        shared: &Shared,
        wrong: &mut Vec<Refusal>,
    ) -> String {
        let found = self.moves(man, shared.passing, opening);
        let still = found.as_ref().is_ok_and(|moves| moves.always.is_empty() && moves.more.is_empty());
        let mut moves: Moves = take(one(found), wrong);
        let promotes: Promotes = take(one(self.promotes(man, men)), wrong);
        if !promotes.closed.is_empty() {
            let region = moves.region.unwrap_or(Area::board(self.size));
            moves.region = Some(region.without(promotes.closed));
        }
        let at_start = [0, 1]
            .map(|seat| opening.pieces().filter(|(token, _)| token.seat == seat && man.stands_for(token)).count());
        let limited = take(one(self.is_limited(man, men, at_start)), wrong);
        let drop = take(one(self.drop(man, &moves)), wrong);
        if still {
            wrong.push(self.settings.wrong_piece(man.kind, "a piece without any move"));
        }
        let title = self.title(man, men);
        let castles =
            shared.castling.king.as_ref().filter(|(kind, _)| *kind == man.kind && man.origin == Origin::Itself);
        let castles = castles.map_or("", |(_, added)| added);
        let mut keys = vec![format!("name = \"{title}\""), format!("move = \"{}{castles}\"", moves.always)];
        let mut add = |key: &str, value: Option<String>| keys.extend(value.map(|value| format!("{key} = {value}")));
        let zone = |area: Option<Area>| area.map(|area| format!("\"{}\"", area.words(self.size)));
        let yes = |is: bool| is.then(|| "true".to_owned());
        add("more", (!moves.more.is_empty()).then(|| format!("[{}]", moves.more.join(", "))));
        add("region", zone(moves.region));
        add("start", zone(moves.start));
        add("royal", shared.royal.filter(|(kind, _)| *kind == man.kind).map(|(_, how)| how.to_owned()));
        add("facing", self.facing().filter(|_| man.kind == Type::KING).map(str::to_owned));
        add("shy", yes(man.kind == Type::JANGGI_CANNON));
        let is_pawn = shared.passing == Some(man.kind)
            || shared.progress.pawn == Some(man.kind) && man.origin == Origin::Itself;
        add("pawn", yes(is_pawn));
        add("castles", yes(shared.castling.partners.has(man.kind) && man.origin == Origin::Itself));
        add("promote", promotes.text);
        add("limited", yes(limited));
        add("owner", self.owner(man, men).map(|name| format!("\"{name}\"")));
        add("held_as", held_as(man, men).map(|letters| format!("\"{letters}\"")));
        add("drop", drop);
        let key = if man.letters.len() > 1 { format!("\"{}\"", man.letters) } else { man.letters.clone() };
        format!("{key} = {{ {} }}\n", keys.join(", "))
    }

    /// The player who alone may have a piece, where another one has it by promotion.
    fn owner(&self, man: &Man, men: &[Man]) -> Option<&'static str> {
        let seat = match man.seats {
            [true, false] => 0,
            [false, true] => 1,
            _ => return None,
        };
        let both = |other: &&Man| {
            other.seats == [true, true] && !super::men::becomes(self.settings, other.kind, seat, false).is_empty()
        };
        men.iter().any(|other| both(&other)).then_some(SEATS[seat])
    }

    fn title(&self, man: &Man, men: &[Man]) -> String {
        let own = |man: &Man| {
            man.kind.title().filter(|_| {
                self.settings.of(man.kind).is_some_and(|piece| piece.moves.is_none() || man.kind == Type::KING)
            })
        };
        let title =
            own(man).map_or_else(|| format!("Piece {}", man.letters.trim_start_matches('+')), str::to_owned);
        match man.origin {
            Origin::Itself
                if men
                    .iter()
                    .any(|other| other != man && other.origin == Origin::Itself && own(other) == Some(&title)) =>
            {
                format!("{title} {}", man.letters)
            }
            Origin::Itself => title,
            Origin::Promoted(plain) => {
                let letter = self.settings.of(plain).map_or('?', |piece| piece.letter);
                format!("Promoted {}", plain.title().map_or_else(|| format!("Piece {letter}"), str::to_owned))
            }
            Origin::Pawn(_) => format!("Promoted {title}"),
        }
    }

    /// The royal type.
    fn royal(&self, opening: &Opening, men: &[Man]) -> Result<Option<(Type, &'static str)>, Refusal> {
        let settings = self.settings;
        let count = |kind: Type| {
            [0, 1].map(|seat| {
                let own = opening.pieces().map(|(token, _)| token).chain(opening.hand.iter().copied());
                own.filter(|token| token.seat == seat && settings.with_letter(token.letter) == Some(kind)).count()
            })
        };
        let becomes = |kind: Type| {
            men.iter().any(|man| {
                [0, 1].iter().any(|&seat| {
                    super::men::becomes(settings, man.kind, seat, false).iter().any(|(to, _)| *to == kind)
                })
            })
        };
        let types = settings.types("extinctionPieceTypes", Types::default());
        let pseudo =
            settings.flag("extinctionPseudoRoyal", false) && settings.text("extinctionValue", "none") != "none";
        let king = settings.of(Type::KING).is_some() && men.iter().any(|man| man.kind == Type::KING);
        if pseudo {
            let refused = settings
                .wrong("extinctionPseudoRoyal", "a file has one royal piece of each player, always the same");
            let kinds: Vec<Type> = types.iter().filter(|&kind| men.iter().any(|man| man.kind == kind)).collect();
            let [kind] = kinds[..] else { return Err(refused) };
            let least = settings.number("extinctionPieceCount", 0) as usize;
            let most = count(kind).into_iter().max().unwrap_or(0);
            let alone = count(kind) == [1, 1] && !becomes(kind);
            // There all are royal while there are no more than this number and one.
            let how = match (settings.flag("dupleCheck", false), alone) {
                _ if king || count(kind).contains(&0) => return Err(refused),
                (false, true) => "true",
                (true, _) if least == 0 => "\"together\"",
                (false, false) if least == 0 => "\"last\"",
                (false, false) if most <= least + 1 && !becomes(kind) => "\"each\"",
                _ => return Err(refused),
            };
            return if !alone && self.has_hand() { Err(refused) } else { Ok(Some((kind, how))) };
        }
        if !king {
            return Ok(None);
        }
        let horde = settings.text("extinctionValue", "none") == "loss"
            && types.together()
            && settings.number("extinctionPieceCount", 0) == 0;
        match count(Type::KING) {
            [1, 1] => {}
            [0, 1] | [1, 0] if horde => {}
            _ => return Err(settings.wrong("startFen", "a player without a King, or with several")),
        }
        if becomes(Type::KING) {
            return Err(settings.wrong("promotionPieceTypesWhite", "a piece that becomes a King"));
        }
        if opening.hand.iter().any(|token| settings.with_letter(token.letter) == Some(Type::KING)) {
            return Err(settings.wrong("startFen", "a King in hand"));
        }
        Ok(Some((Type::KING, "true")))
    }

    /// How the two Kings may face each other: along a rank they never meet where their regions have none in common.
    fn facing(&self) -> Option<&'static str> {
        if self.settings.flag("bikjangRule", false) {
            return Some("\"offered\"");
        }
        let forbidden = if self.meet_on_ranks() { "\"nowhere\"" } else { "\"forbidden\"" };
        self.settings.flag("flyingGeneral", false).then_some(forbidden)
    }

    /// Can the two Kings stand on the same rank?
    fn meet_on_ranks(&self) -> bool {
        let region =
            |seat: usize| self.settings.area(&super::settings::region_of(Type::KING, SEATS[seat]), Area::all());
        let [first, second] = [region(0), region(1)].map(|area| area.and(Area::board(self.size)));
        first.squares().any(|(_, rank)| second.squares().any(|(_, other)| rank == other))
    }

    /// The lines of the table `law`.
    fn law(&self, men: &[Man], royal: Option<(Type, &'static str)>) -> Result<String, Refusal> {
        let settings = self.settings;
        let mut text = String::new();
        if settings.flag("mustCapture", false) {
            text += "capture = \"must\"\n";
        }
        if !settings.flag("checking", true) {
            text += "no_check = true\n";
        }
        let has_king = royal.is_some_and(|(kind, _)| kind == Type::KING);
        let passes = self.may_pass(has_king)?;
        if passes {
            text += "pass = \"may\"\n";
        }
        if settings.flag("bikjangRule", false)
            && (!passes || self.meet_on_ranks() || settings.flag("flyingGeneral", false))
        {
            return Err(settings.wrong("bikjangRule", "Kings that see each other along a rank, or without passes"));
        }
        if settings.flag("mustDrop", false) {
            if royal.is_some() {
                return Err(settings.wrong("mustDrop", "a player in check who cannot drop a piece"));
            }
            if !settings.types("mustDropType", Types::TOGETHER).together() {
                return Err(settings.wrong("mustDropType", "drops that are demanded of some pieces only"));
            }
            text += "drop = \"must\"\n";
        }
        if settings.flag("gating", false) && !self.has_gates() {
            return Err(settings.wrong("gating", "first moves that matter otherwise than for pieces that come in"));
        }
        if settings.flag("blastOnCapture", false) {
            if royal.is_some_and(|(kind, _)| kind == Type::KING) {
                return Err(settings.wrong("blastOnCapture", "a King that explodes"));
            }
            let spared: String =
                men.iter().filter(|man| man.kind == Type::PAWN).map(|man| man.letters.as_str()).collect();
            let spared = if spared.is_empty() { spared } else { format!(" spared = \"{spared}\" ") };
            let _ = writeln!(text, "explosion = {{{spared}}}");
        }
        Ok(text)
    }
}
