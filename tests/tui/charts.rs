//! Two measured tables as pictures: the ladder of the levels (`crates/club/ladder.tsv`), and what twice the nodes are worth
//! (`docs/doubling.tsv`). `BLESS=1` draws them anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use heterodox::games::GAMES;
use heterodox::players::computer::LEVELS;

/// The games in the order of the legend, with their colours.
const LINES: [(&str, &str); 3] = [("holywar", "#e0a458"), ("blackholes", "#b48ead"), ("sanctuary", "#88c0d0")];
/// The measured ladder, which the club reads too.
const LADDER: &str = "crates/club/ladder.tsv";
/// The size of a picture, and the lines left, above, right and below of the chart.
const SIZE: (f64, f64) = (760.0, 440.0);
const MARGIN: (f64, f64, f64, f64) = (72.0, 52.0, 28.0, 52.0);

/// A point of a line: where it is, its value, and the values that it may have by chance, if they are drawn.
struct Point {
    at: f64,
    value: f64,
    chance: Option<(f64, f64)>,
}

/// A chart: its words, the marks of both axes, and a line of points for each game.
struct Chart {
    title: &'static str,
    below: &'static str,
    across: Vec<(f64, String)>,
    up: Vec<f64>,
    lines: Vec<Vec<Point>>,
}

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of a table for one game, without its name.
fn rows<'a>(table: &'a str, game: &str) -> Vec<Vec<&'a str>> {
    let fields = table.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    fields.filter(|fields| fields[0] == game).map(|mut fields| fields.split_off(1)).collect()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("{text} is not a number"))
}

/// The difference in Elo that a score means.
fn elo(percent: f64) -> f64 {
    400.0 * (percent / (100.0 - percent)).log10()
}

/// The Elo of each level of a game over `beginner:2`: the sums of the steps.
fn ladder(table: &str, game: &str) -> Vec<f64> {
    let mut sum = 0.0;
    let step = |row: &Vec<&str>| {
        sum += elo(number(row[3]));
        sum
    };
    rows(table, game).iter().map(step).collect()
}

fn ladder_chart(table: &str) -> Chart {
    let points = |game| {
        let steps = ladder(table, game).into_iter().zip(1..);
        steps.map(|(value, level)| Point { at: f64::from(level), value, chance: None }).collect()
    };
    Chart {
        title: "Elo over beginner:2, the sums of the measured steps",
        below: "level (10 with half a second a move)",
        across: (1..=LEVELS).map(|level| (f64::from(level), level.to_string())).collect(),
        up: (-1..=7).map(|line| f64::from(line) * 500.0).collect(),
        lines: LINES.iter().map(|(game, _)| points(game)).collect(),
    }
}

fn doubling_chart(table: &str) -> Chart {
    let points = |game| {
        let point = |row: &Vec<&str>| {
            let (least, most) = row[4].split_once(" to ").expect("LEAST to MOST");
            Point { at: number(row[0]).log2(), value: number(row[3]), chance: Some((number(least), number(most))) }
        };
        rows(table, game).iter().map(point).collect()
    };
    let across = [1000.0, 2000.0, 4000.0, 8000.0, 16000.0_f64];
    Chart {
        title: "Elo of twice the nodes, with the interval of 95 %",
        below: "nodes a move of the weaker player",
        across: across.iter().map(|nodes| (nodes.log2(), format!("{nodes:.0}"))).collect(),
        up: (0..=6).map(|line| f64::from(line) * 50.0).collect(),
        lines: LINES.iter().map(|(game, _)| points(game)).collect(),
    }
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, words: &str) {
    let _ =
        writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"#aab4c2\" text-anchor=\"{anchor}\">{words}</text>");
}

impl Chart {
    fn draw(&self) -> String {
        let ((width, height), (left, top, right, bottom)) = (SIZE, MARGIN);
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
             font-size=\"13\">\n<title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#1e2430\"/>",
            self.title
        );
        let (first, last) = (self.across[0].0, self.across[self.across.len() - 1].0);
        let (least, most) = (self.up[0], self.up[self.up.len() - 1]);
        let x = |at: f64| left + (at - first) / (last - first) * (width - left - right);
        let y = |value: f64| height - bottom - (value - least) / (most - least) * (height - top - bottom);
        for &value in &self.up {
            let at = y(value);
            let _ = writeln!(svg, "<path d=\"M{left:.1} {at:.1}H{:.1}\" stroke=\"#39414f\"/>", width - right);
            text(&mut svg, (left - 10.0, at + 4.5), "end", &format!("{value:.0}"));
        }
        for (at, mark) in &self.across {
            text(&mut svg, (x(*at), height - bottom + 20.0), "middle", mark);
        }
        text(&mut svg, (width / 2.0, height - 10.0), "middle", self.below);
        text(&mut svg, (width - right, 28.5), "end", self.title);
        for (number, ((game, colour), points)) in LINES.iter().zip(&self.lines).enumerate() {
            let shift = (number as f64 - 1.0) * 4.0;
            let at = |point: &Point| x(point.at) + if point.chance.is_some() { shift } else { 0.0 };
            let line: Vec<String> =
                points.iter().map(|point| format!("{:.1},{:.1}", at(point), y(point.value))).collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                line.join(" ")
            );
            for point in points {
                let (x, middle) = (at(point), y(point.value));
                if let Some((least, most)) = point.chance {
                    let (from, to) = (y(least), y(most));
                    let _ = writeln!(svg, "<path d=\"M{x:.1} {from:.1}V{to:.1}\" stroke=\"{colour}\"/>");
                }
                let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{middle:.1}\" r=\"3.5\" fill=\"{colour}\"/>");
            }
            let title = GAMES.iter().find(|one| one.spec().id == *game).expect("a game").spec().title;
            let from = 20.0 + 110.0 * number as f64;
            let _ = writeln!(svg, "<circle cx=\"{from:.1}\" cy=\"24\" r=\"5\" fill=\"{colour}\"/>");
            text(&mut svg, (from + 10.0, 28.5), "start", title);
        }
        svg + "</svg>\n"
    }
}

#[test]
fn the_charts_show_the_measured_tables() {
    for (name, chart) in
        [("ladder", ladder_chart(&read(LADDER))), ("doubling", doubling_chart(&read("docs/doubling.tsv")))]
    {
        for point in chart.lines.iter().flatten() {
            let (least, most) = point.chance.unwrap_or((point.value, point.value));
            assert!(least >= chart.up[0] && most <= chart.up[chart.up.len() - 1], "{name}: {least} to {most}");
        }
        let drawn = chart.draw();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/{name}.svg"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &drawn).expect("room");
        }
        assert!(
            read(&format!("docs/{name}.svg")) == drawn,
            "docs/{name}.svg does not show its table: BLESS=1 draws it"
        );
        assert!(
            read("docs/engine.md").contains(&format!("]({name}.svg)")),
            "{name}.svg is shown in docs/engine.md"
        );
    }
}

#[test]
fn each_level_of_the_ladder_is_measured_against_the_one_below_and_is_stronger() {
    let table = read(LADDER);
    for (game, _) in LINES {
        let rows = rows(&table, game);
        assert_eq!(rows.len(), usize::from(LEVELS), "{game}");
        for (row, level) in rows.iter().zip(1..) {
            let below = if level == 1 { "beginner:2".to_owned() } else { format!("level={}", level - 1) };
            assert!(row[0].starts_with(&format!("level={level}")) && row[1] == below, "{game}: {row:?}");
            assert!(row[2].parse::<u32>().is_ok_and(|games| games >= 20), "{game}: {row:?}");
            assert!(level == 1 || number(row[3]) > 50.0, "{game}: {row:?}");
        }
    }
}
