//! What the pages show, and what they never show.

use heterodox_club::tournament::{Form, Plan};
use heterodox_games::GAMES;
use std::time::SystemTime;

use crate::checker::check;
use crate::served::{Answer, Served, play, until};

/// The most bytes of a page with its pictures.
const MOST: usize = 100_000;

/// A page that is valid and small.
fn good(served: &Served, path: &str) -> Answer {
    let answer = served.get(path);
    assert_eq!(answer.status, 200, "{path}");
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
    check(answer.text()).unwrap_or_else(|fault| panic!("{path}: {fault}\n{}", answer.text()));
    assert!(answer.body.len() <= MOST, "{path}: {} bytes", answer.body.len());
    let has = |text: &str| assert!(answer.text().contains(text), "{path}: {text}");
    for text in ["<title>", "name=\"description\" content=\"", "og:title", "og:description"] {
        has(text);
    }
    answer
}

#[test]
fn every_page_is_valid_and_small_and_links_lead_somewhere() {
    let served = Served::new(64, false);
    let (ann, bo) = (served.member(1, "ann"), served.member(2, "bo"));
    let mut keys = Vec::new();
    for game in GAMES {
        let (key, seats) = served.game(*game, &[&ann, &bo], false);
        if game.spec().seats.len() == 2 {
            play(&seats, 5);
        }
        keys.push((key, seats));
    }
    let plan = Plan::new(Form::Arena { minutes: 30 }, GAMES[0], "5+3", true);
    let tournament = served.club.make_tournament(&ann, plan, SystemTime::now()).expect("a tournament");
    let over = keys[0].0;
    let mut paths = vec!["/".to_owned(), "/games".to_owned(), "/rules".to_owned(), "/tournaments".to_owned()];
    paths.push(format!("/tournament/{tournament}"));
    for (key, _) in &keys {
        paths.extend([format!("/game/{}", key.0), format!("/game/{}/0", key.0)]);
    }
    for game in GAMES {
        let id = game.spec().id;
        paths.extend(["ladder", "rules", "puzzle"].map(|folder| format!("/{folder}/{id}")));
        paths.push(format!("/puzzle/{id}/1"));
    }
    paths.push("/rules/chess".to_owned());
    let mut links = std::collections::BTreeSet::new();
    for path in &paths {
        let page = good(&served, path);
        let parts = page.text().split(" href=\"").skip(1).chain(page.text().split(" src=\"").skip(1));
        links.extend(parts.filter_map(|part| Some(part.split_once('"')?.0.to_owned())));
    }
    for link in links.iter().filter(|link| !link.starts_with('#') && !link.starts_with("https://chess.example.org"))
    {
        assert_eq!(served.get(link).status, 200, "{link}");
    }
    served.resign(over, &keys[0].1);
    // The answer of a moment ago is given again, so another page is asked for.
    let list = good(&served, "/games?before=99");
    assert!(list.text().contains(&format!("href=\"/game/{}\"", over.0)), "{}", list.text());
    // The page of the game may be such an answer too.
    until("the page of the end", || !served.get(&format!("/game/{}", over.0)).text().contains("data-live"));
    let page = good(&served, &format!("/game/{}", over.0));
    assert!(page.text().contains("0-1") && !page.text().contains("data-live"), "{}", page.text());
}

#[test]
fn a_game_is_shown_with_all_its_moves() {
    let served = Served::new(64, false);
    let (ann, bo) = (served.member(1, "ann"), served.member(2, "bo"));
    let (key, seats) = served.game(GAMES[2], &[&ann, &bo], false);
    play(&seats, 4);
    let key = key.0;
    let last = good(&served, &format!("/game/{key}"));
    assert!(last.text().contains("data-live") && last.text().contains("data-runs"), "a live game moves by itself");
    assert!(last.text().contains("http-equiv=\"refresh\""), "also without scripts");
    assert!(last.text().contains("content=\"https://chess.example.org/game/1/4.png\""), "{}", last.text());
    let fen = seats[0].table().newest().position.fen();
    assert!(last.text().contains(&fen));
    let third = good(&served, &format!("/game/{key}/3"));
    assert!(third.text().contains("aria-current=\"step\"") && !third.text().contains(&fen));
    assert!(third.text().contains(&format!("href=\"/game/{key}/2\"")));
    assert_eq!(served.get(&format!("/game/{key}/5")).status, 404);
    let png = served.get(&format!("/game/{key}/4.png"));
    assert_eq!((png.status, png.header("content-type")), (200, Some("image/png")));
    assert!(png.body.starts_with(b"\x89PNG\r\n\x1a\n"));
    let pgn = served.get(&format!("/game/{key}.pgn"));
    assert!(pgn.text().contains("[White \"ann\"]"), "{}", pgn.text());
}

#[test]
fn a_live_game_tells_its_changes() {
    use std::io::{Read as _, Write as _};
    let served = Served::new(64, false);
    let (ann, bo) = (served.member(1, "ann"), served.member(2, "bo"));
    let (key, seats) = served.game(GAMES[2], &[&ann, &bo], false);
    let mut stream = served.connect();
    stream.write_all(format!("GET /game/{}/live HTTP/1.1\r\nHost: x\r\n\r\n", key.0).as_bytes()).expect("sent");
    let mut told = String::new();
    let mut expect = |part: &str| {
        let mut bytes = [0; 512];
        while !told.contains(part) {
            let count = stream.read(&mut bytes).expect("a line");
            assert!(count > 0, "it ended: {told}");
            told.push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
        told.matches("data:").count()
    };
    assert_eq!(expect("retry: 3000\ndata: "), 1);
    let before = seats[0].table().newest().number;
    play(&seats, 1);
    let after = seats[0].table().newest().number;
    assert!(after > before && expect(&format!("data: {after}\n")) >= 2);
    served.resign(key, &seats);
    expect("event: over\n");
    until("the place is free", || served.open.load(std::sync::atomic::Ordering::SeqCst) == 0);
}

/// Nobody can tell a private game from one that was never played.
#[test]
fn a_private_game_is_answered_as_no_game() {
    let served = Served::new(64, false);
    let (ann, bo) = (served.member(1, "ann"), served.member(2, "bo"));
    let (key, seats) = served.game(GAMES[2], &[&ann, &bo], true);
    play(&seats, 2);
    let compare = |ending: &str| {
        let strip = |answer: Answer| {
            let head: Vec<&str> = answer.head.lines().filter(|line| !line.starts_with("date")).collect();
            (answer.status, head.join("\n"), answer.body)
        };
        let private = strip(served.get(&format!("/game/{}{ending}", key.0)));
        assert_eq!(private.0, 404, "{ending}");
        for unknown in ["999999", "0"] {
            assert_eq!(strip(served.get(&format!("/game/{unknown}{ending}"))), private, "{ending}");
        }
    };
    let endings = ["", "/0", "/1", ".pgn", ".png", "/1.png", "/live"];
    for ending in endings {
        compare(ending);
    }
    assert!(!served.get("/").text().contains("ann"), "it is in no list");
    served.resign(key, &seats);
    for ending in endings {
        compare(ending);
    }
    assert!(!served.get("/games").text().contains("ann"));
}

#[test]
fn a_table_that_waits_has_no_page() {
    let served = Served::new(64, false);
    let ann = served.member(1, "ann");
    let terms = heterodox_club::table_service::Terms::new(GAMES[2]);
    let key = served.club.tables.open_table(&ann, &terms).expect("a table");
    assert_eq!(served.get(&format!("/game/{}", key.0)).status, 404);
}

#[test]
fn names_of_markup_are_text() {
    let served = Served::new(64, false);
    let (one, two) = (served.member(1, "<script>x</script>"), served.member(2, "\"><img src=x onerror=y>&'"));
    let (key, seats) = served.game(GAMES[2], &[&one, &two], false);
    for path in ["/".to_owned(), format!("/game/{}", key.0)] {
        let page = good(&served, &path);
        assert!(page.text().contains("&lt;script&gt;x&lt;/script&gt;"), "{path}");
        assert!(!page.text().contains("<script>") && !page.text().contains("<img"), "{path}");
    }
    play(&seats, 1);
    served.resign(key, &seats);
    let page = good(&served, "/games?before=99");
    assert!(page.text().contains("&lt;script&gt;"), "{}", page.text());
    good(&served, &format!("/game/{}", key.0));
}
