//! The drawings of the pieces: a small part of SVG, read strictly. What is not listed here is refused,
//! so that a drawing looks in a browser as it looks in the program.
//!
//! A drawing is `<svg viewBox="0 0 96 96">` with a title, the style of [`STYLE`] and shapes: `path` (`M L H V C
//! Q Z` with absolute numbers), `circle`, `ellipse`, `rect` and `polygon`. A shape has classes instead of
//! colours: one of `outline fill shade core` for its area, and `edge` (a dark border around it), `line`, `pale`
//! or `dim` (a stroke without an area) with a `stroke-width`, if need be.

use super::curve::{Point, Trace};

/// The side of a drawing.
pub const SIDE: usize = 96;

/// How a browser draws the classes. The same in every drawing.
pub const STYLE: &str = ".outline{fill:#2a2620}.fill{fill:#f6f1e6}.shade{fill:#b9b4aa}.core{fill:#06070b}\
     .edge,.line{stroke:#2a2620}.pale{stroke:#f6f1e6}.dim{stroke:#b9b4aa}\
     .edge{stroke-width:5;paint-order:stroke}\
     .line,.pale,.dim{fill:none;stroke-width:2.5;stroke-linecap:round}*{stroke-linejoin:round}";

/// A colour of a drawing. Each army brings its own four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    Outline = 1,
    Fill = 2,
    Shade = 3,
    Core = 4,
}

/// One area or one stroke, to be drawn over the earlier ones.
#[derive(Debug)]
pub struct Shape {
    pub ink: Ink,
    /// The width of a stroke; none for an area.
    pub width: Option<f64>,
    pub traces: Vec<Trace>,
}

/// Reads a drawing. The message says which element is wrong and what was expected.
pub fn read(text: &str) -> Result<Vec<Shape>, String> {
    let mut shapes = Vec::new();
    let mut rest = text.trim();
    let mut depth = 0;
    while !rest.is_empty() {
        let (element, after) = rest
            .strip_prefix('<')
            .and_then(|rest| rest.split_once('>'))
            .ok_or_else(|| format!("expected an element at {rest:.40}"))?;
        rest = after.trim_start();
        match element {
            "/svg" => depth -= 1,
            "title" => rest = closed(rest, "</title>")?.1,
            "style" => {
                let (style, after) = closed(rest, "</style>")?;
                if style != STYLE {
                    return Err(format!("the style is not the one of all drawings: {style}"));
                }
                rest = after;
            }
            _ if element.starts_with("svg ") => {
                if !element.contains("viewBox=\"0 0 96 96\"") {
                    return Err(format!("expected viewBox=\"0 0 96 96\" in <{element}>"));
                }
                depth += 1;
            }
            _ => {
                let read = element.strip_suffix('/').ok_or("expected /> at its end".to_owned());
                let read = read.and_then(|element| shape(element, &mut shapes));
                read.map_err(|flaw| format!("<{element}>: {flaw}"))?;
            }
        }
    }
    if depth == 0 { Ok(shapes) } else { Err("expected </svg> at the end".to_owned()) }
}

fn closed<'a>(text: &'a str, end: &str) -> Result<(&'a str, &'a str), String> {
    let (inner, after) = text.split_once(end).ok_or_else(|| format!("expected {end}"))?;
    Ok((inner, after.trim_start()))
}

/// The attributes of an element, each taken once.
struct Attributes<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Attributes<'a> {
    fn read(mut text: &'a str) -> Result<Attributes<'a>, String> {
        let mut list = Vec::new();
        while !text.trim().is_empty() {
            let (name, after) = text.trim_start().split_once("=\"").ok_or("expected name=\"value\"")?;
            let (value, after) = after.split_once('"').ok_or("expected a closing quote")?;
            list.push((name, value));
            text = after;
        }
        Ok(Attributes(list))
    }

    fn take(&mut self, name: &str) -> Option<&'a str> {
        let at = self.0.iter().position(|&(known, _)| known == name)?;
        Some(self.0.swap_remove(at).1)
    }

    fn number(&mut self, name: &str) -> Result<f64, String> {
        let value = self.take(name).ok_or_else(|| format!("{name} is missing"))?;
        value.parse().map_err(|_| format!("{name}: expected a number, not {value}"))
    }

    fn number_or(&mut self, name: &str, default: f64) -> Result<f64, String> {
        if self.0.iter().any(|&(known, _)| known == name) { self.number(name) } else { Ok(default) }
    }
}

/// Adds an element: first its border, then its area.
fn shape(element: &str, shapes: &mut Vec<Shape>) -> Result<(), String> {
    let (name, attributes) = element.split_once(' ').ok_or("expected attributes")?;
    let mut given = Attributes::read(attributes)?;
    let traces = match name {
        "path" => path(given.take("d").ok_or("d is missing")?)?,
        "polygon" => {
            let given = numbers(given.take("points").ok_or("points is missing")?)?;
            if given.len() % 2 == 1 {
                return Err("points: expected pairs of numbers".to_owned());
            }
            let points: Vec<Point> = given.chunks(2).map(|pair| Point { x: pair[0], y: pair[1] }).collect();
            let (&first, others) = points.split_first().ok_or("expected points")?;
            let mut trace = Trace::new(first);
            trace.points.extend(others);
            trace.closed = true;
            vec![trace]
        }
        "circle" => {
            let radius = given.number("r")?;
            let centre = Point { x: given.number("cx")?, y: given.number("cy")? };
            vec![Trace::ellipse(centre, radius, radius)]
        }
        "ellipse" => {
            let centre = Point { x: given.number("cx")?, y: given.number("cy")? };
            vec![Trace::ellipse(centre, given.number("rx")?, given.number("ry")?)]
        }
        "rect" => {
            let corner = Point { x: given.number("x")?, y: given.number("y")? };
            let (width, height) = (given.number("width")?, given.number("height")?);
            vec![Trace::rectangle(corner, width, height, given.number_or("rx", 0.0)?)]
        }
        _ => return Err("expected path, circle, ellipse, rect or polygon".to_owned()),
    };
    let (mut area, mut stroke) = (None, None);
    for class in given.take("class").ok_or("class is missing")?.split(' ') {
        match class {
            "outline" => area = Some(Ink::Outline),
            "fill" => area = Some(Ink::Fill),
            "shade" => area = Some(Ink::Shade),
            "core" => area = Some(Ink::Core),
            "edge" => stroke = Some((Ink::Outline, 5.0)),
            "line" => stroke = Some((Ink::Outline, 2.5)),
            "pale" => stroke = Some((Ink::Fill, 2.5)),
            "dim" => stroke = Some((Ink::Shade, 2.5)),
            _ => return Err(format!("there is no class {class}")),
        }
    }
    if let Some((ink, width)) = stroke {
        let width = given.take("style").map_or(Ok(width), |style| {
            let given = style.strip_prefix("stroke-width:").and_then(|width| width.parse().ok());
            given.ok_or_else(|| format!("expected style=\"stroke-width:N\", not {style}"))
        })?;
        shapes.push(Shape { ink, width: Some(width), traces: traces.clone() });
    }
    if let Some(ink) = area {
        shapes.push(Shape { ink, width: None, traces });
    }
    match given.0.first() {
        Some((name, _)) => Err(format!("there is no attribute {name} here")),
        None => Ok(()),
    }
}

fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_err(|_| format!("expected a number, not {word}"))).collect()
}

/// The lines and curves of a path.
fn path(text: &str) -> Result<Vec<Trace>, String> {
    let mut traces: Vec<Trace> = Vec::new();
    for (start, step) in text.match_indices(|letter: char| letter.is_ascii_alphabetic()) {
        let after = &text[start + 1..];
        let end = after.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(after.len());
        let given = numbers(&after[..end])?;
        let point = |at: usize| Point { x: given[at], y: given[at + 1] };
        let wanted = match step {
            "M" | "L" => 2,
            "H" | "V" => 1,
            "C" => 6,
            "Q" => 4,
            "Z" => 0,
            _ => return Err(format!("expected one of M L H V C Q Z, not {step}")),
        };
        if given.len() != wanted {
            return Err(format!("{step} takes {wanted} numbers, not {}", given.len()));
        }
        if step == "M" {
            traces.push(Trace::new(point(0)));
            continue;
        }
        let trace = traces.last_mut().filter(|trace| !trace.closed).ok_or("expected M before the rest")?;
        let here = trace.end();
        match step {
            "L" => trace.line(point(0)),
            "H" => trace.line(Point { x: given[0], ..here }),
            "V" => trace.line(Point { y: given[0], ..here }),
            "C" => trace.curve(point(0), point(2), point(4)),
            "Q" => {
                let (bend, end) = (point(0), point(2));
                trace.curve(here.toward(bend, 2.0 / 3.0), end.toward(bend, 2.0 / 3.0), end);
            }
            _ => trace.closed = true,
        }
    }
    Ok(traces)
}
