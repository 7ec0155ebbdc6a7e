//! The marks of the picture, from a layout.

use certus_sync::{Act, MachineOutline};
use svg::Document;
use svg::node::element::{Element, Group, Line, Rectangle, Style, Text, Title};

use crate::layout::{Area, FieldCard, Label, Layout, MARGIN, MARK_HEIGHT, Mark, OperationCard, PADDING, text_width};
use crate::style::STYLE;
use crate::words::{class, is_about_store, meaning};

/// A machine as an SVG document. It ends with a newline.
pub fn picture(machine: &MachineOutline) -> String {
    let layout = Layout::new(machine);
    let (width, height) = layout.size;
    let mut document = Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .add(Title::new(format!("{}: {}", layout.title, layout.summary)))
        .add(Style::new(STYLE))
        .add(Rectangle::new().set("class", "back").set("width", width).set("height", height));
    document = document.add(text(&layout.title, MARGIN, MARGIN + 16, "title"));
    document = document.add(text(&layout.summary, MARGIN, MARGIN + 36, "prose faint"));
    for field in &layout.fields {
        let x = field.area.middle();
        document = document.add(line((x, field.area.y), (x, layout.bottom)));
    }
    for card in &layout.operations {
        if let Some(end) = card.reaches {
            let y = card.area.y + card.area.height / 2;
            document = document.add(line((card.area.x, y), (end, y)));
        }
    }
    for card in &layout.fields {
        document = document.add(field(card));
    }
    for card in &layout.operations {
        document = document.add(operation(card));
    }
    for found in &layout.marks {
        document = document.add(mark(found));
    }
    for (act, area) in &layout.legend {
        document = document.add(shape(*act, *area));
        document = document.add(centred(act.word(), *area, area.y + 14));
        let words = meaning(*act, machine.tokenized);
        document = document.add(text(words, MARGIN + LEGEND_TEXT, area.y + 14, "prose faint"));
    }
    format!("{document}\n")
}

/// Where the words of the legend begin: behind the widest of its marks.
const LEGEND_TEXT: usize = 100;

fn text(content: &str, x: usize, y: usize, class: &str) -> Text {
    Text::new(content).set("x", x).set("y", y).set("class", class)
}

/// A text in the middle of an area.
fn centred(content: &str, area: Area, y: usize) -> Text {
    Text::new(content).set("x", area.middle()).set("y", y).set("text-anchor", "middle")
}

fn rectangle(area: Area, class: &str, radius: usize) -> Rectangle {
    let Area { x, y, width, height } = area;
    let shape = Rectangle::new().set("class", class).set("rx", radius);
    shape.set("x", x).set("y", y).set("width", width).set("height", height)
}

fn line((x1, y1): (usize, usize), (x2, y2): (usize, usize)) -> Line {
    Line::new().set("class", "line").set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2)
}

/// The group of a card or a mark, with a tooltip if a text in it is cut.
fn group(labels: &[&Label]) -> Group {
    let is_cut = labels.iter().any(|label| label.shown != label.all);
    let all: Vec<&str> = labels.iter().map(|label| label.all.as_str()).collect();
    match is_cut {
        true => Group::new().add(Title::new(all.join(": "))),
        false => Group::new(),
    }
}

fn field(card: &FieldCard) -> Group {
    let FieldCard { area, name, ty, strategy } = card;
    let mut drawn = group(&[name, ty]).add(rectangle(*area, "card", 8));
    // Without a strategy there are two lines of text, and they are further down.
    let top = area.y + if strategy.is_some() { 18 } else { 28 };
    drawn = drawn.add(centred(&name.shown, *area, top).set("class", "name"));
    drawn = drawn.add(centred(&ty.shown, *area, top + 17).set("class", "faint"));
    if let Some(strategy) = strategy {
        let width = text_width(strategy) + PADDING;
        let place = Area { x: area.middle() - width / 2, y: area.y + 42, width, height: 18 };
        drawn = drawn.add(rectangle(place, "strategy", 4)).add(centred(strategy, *area, area.y + 55));
    }
    drawn
}

fn operation(card: &OperationCard) -> Group {
    let OperationCard { area, kind, signature, .. } = card;
    let x = area.x + PADDING;
    group(&[signature])
        .add(rectangle(*area, "card", 8))
        .add(text(kind, x, area.y + 16, &format!("prose {kind}")))
        .add(text(&signature.shown, x, area.y + 33, "name"))
}

fn shape(act: Act, area: Area) -> Element {
    let class = format!("{}{}", class(act), if is_about_store(act) { " store" } else { "" });
    rectangle(area, &class, MARK_HEIGHT / 2).into()
}

fn mark(mark: &Mark) -> Group {
    let Mark { area, act, text } = mark;
    group(&[text]).add(shape(*act, *area)).add(centred(&text.shown, *area, area.y + 14))
}
