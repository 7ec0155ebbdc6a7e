//! Where everything is. A unit is a pixel at full size.

use certus_sync::{Act, FieldUse, MachineOutline};

use crate::words::{of_use, shortened, signature, summary};

/// The space around the picture.
pub(crate) const MARGIN: usize = 24;
/// The height of the title and of the line below it.
const HEAD: usize = 56;
/// The height of a field's card.
pub(crate) const FIELD_HEIGHT: usize = 66;
/// The height of an operation's card.
pub(crate) const OPERATION_HEIGHT: usize = 42;
/// The height of a mark at a crossing.
pub(crate) const MARK_HEIGHT: usize = 20;
/// The space from one mark of a crossing to the next.
const MARK_GAP: usize = 4;
/// The space between columns, and between rows.
const GAP: usize = 18;
/// The space between the border of a card or a mark and its text.
pub(crate) const PADDING: usize = 9;
/// The least width of the picture, so that the legend has room.
const LEAST_WIDTH: usize = 720;
/// The height of a line of the legend.
pub(crate) const LEGEND_LINE: usize = 28;
/// The most characters of a type or of a mark. All of it is in a tooltip.
const MOST_OF_TYPE: usize = 30;
/// The most characters of an operation with its parameters.
const MOST_OF_OPERATION: usize = 56;

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    /// Its left edge.
    pub(crate) x: usize,
    /// Its upper edge.
    pub(crate) y: usize,
    /// Its width.
    pub(crate) width: usize,
    /// Its height.
    pub(crate) height: usize,
}

/// A text that may be cut, with all of it.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    /// What is shown.
    pub(crate) shown: String,
    /// All of it.
    pub(crate) all: String,
}

/// The card of a field.
#[derive(Debug)]
pub(crate) struct FieldCard {
    /// Its place.
    pub(crate) area: Area,
    /// The name of the field.
    pub(crate) name: Label,
    /// Its type.
    pub(crate) ty: Label,
    /// Its strategy.
    pub(crate) strategy: Option<&'static str>,
}

/// The card of an operation.
#[derive(Debug)]
pub(crate) struct OperationCard {
    /// Its place.
    pub(crate) area: Area,
    /// The word of its kind.
    pub(crate) kind: &'static str,
    /// Its name and parameters.
    pub(crate) signature: Label,
    /// Where the line from it ends; `None` if it uses no field.
    pub(crate) reaches: Option<usize>,
}

/// What an operation does with a field.
#[derive(Debug)]
pub(crate) struct Mark {
    /// Its place.
    pub(crate) area: Area,
    /// The act.
    pub(crate) act: Act,
    /// The act and the part of the field.
    pub(crate) text: Label,
}

/// The whole picture.
#[derive(Debug)]
pub(crate) struct Layout {
    /// Its width and height.
    pub(crate) size: (usize, usize),
    /// The title.
    pub(crate) title: String,
    /// The line below the title.
    pub(crate) summary: String,
    /// The columns.
    pub(crate) fields: Vec<FieldCard>,
    /// The rows.
    pub(crate) operations: Vec<OperationCard>,
    /// The crossings.
    pub(crate) marks: Vec<Mark>,
    /// Where the lines of the columns end.
    pub(crate) bottom: usize,
    /// The acts that occur, each with the place of its line in the legend.
    pub(crate) legend: Vec<(Act, Area)>,
}

/// The width of a text of the size of labels, in a font whose characters are equally wide: a bit more than such fonts need.
pub(crate) fn text_width(text: &str) -> usize {
    (text.chars().count() * 29).div_ceil(4)
}

impl Label {
    fn new(all: String, most: usize) -> Label {
        Label { shown: shortened(&all, most), all }
    }

    /// The width of what is shown, with the space around it.
    fn width(&self) -> usize {
        text_width(&self.shown) + 2 * PADDING
    }
}

impl Area {
    /// The middle, from left to right.
    pub(crate) fn middle(self) -> usize {
        self.x + self.width / 2
    }
}

impl Layout {
    /// The picture of a machine.
    pub(crate) fn new(machine: &MachineOutline) -> Layout {
        let signatures: Vec<Label> =
            machine.operations.iter().map(|o| Label::new(signature(o), MOST_OF_OPERATION)).collect();
        let card_width = signatures.iter().map(Label::width).max().unwrap_or_default().max(110);
        let top = MARGIN + HEAD;
        let fields = columns(machine, MARGIN + card_width + 2 * GAP, top);
        let (mut operations, mut marks) = (Vec::new(), Vec::new());
        let mut y = top + FIELD_HEIGHT + GAP + GAP / 2;
        for (operation, signature) in machine.operations.iter().zip(signatures) {
            let tallest = (0..fields.len()).map(|number| uses(&operation.uses, number).count()).max();
            let height = OPERATION_HEIGHT.max(stack_height(tallest.unwrap_or_default()));
            for (number, field) in fields.iter().enumerate() {
                marks.extend(stack(&operation.uses, number, field.area, y + height / 2));
            }
            let last = operation.uses.iter().map(|found| found.field).max();
            operations.push(OperationCard {
                area: Area {
                    x: MARGIN,
                    y: y + (height - OPERATION_HEIGHT) / 2,
                    width: card_width,
                    height: OPERATION_HEIGHT,
                },
                kind: operation.kind.word(),
                signature,
                reaches: last.and_then(|last| fields.get(last)).map(|field| field.area.middle()),
            });
            y += height + GAP;
        }
        let right = fields.last().map_or(MARGIN + card_width, |field| field.area.x + field.area.width);
        let title = format!("{}{}", machine.name, machine.generics);
        let width = (right + MARGIN).max(LEAST_WIDTH).max(text_width(&title) * 3 / 2 + 2 * MARGIN);
        let legend = legend(machine, y + GAP / 2);
        let height = y + GAP / 2 + legend.len() * LEGEND_LINE + MARGIN;
        let (size, bottom, summary) = ((width, height), y - GAP / 2, summary(machine));
        Layout { size, title, summary, fields, operations, marks, bottom, legend }
    }
}

/// The uses of one field.
fn uses(all: &[FieldUse], field: usize) -> impl Iterator<Item = &FieldUse> {
    all.iter().filter(move |found| found.field == field)
}

/// The height of marks above each other.
fn stack_height(count: usize) -> usize {
    count * (MARK_HEIGHT + MARK_GAP)
}

/// The text of a mark.
fn mark_text(found: &FieldUse) -> Label {
    Label::new(of_use(found), MOST_OF_TYPE)
}

/// The marks of a crossing, in the middle of a column and of a row.
fn stack(all: &[FieldUse], field: usize, column: Area, middle: usize) -> Vec<Mark> {
    let found: Vec<&FieldUse> = uses(all, field).collect();
    let top = middle - (stack_height(found.len()).saturating_sub(MARK_GAP)) / 2;
    let mark = |(number, found): (usize, &&FieldUse)| {
        let text = mark_text(found);
        let width = text.width();
        let (x, y) = (column.middle() - width / 2, top + stack_height(number));
        Mark { area: Area { x, y, width, height: MARK_HEIGHT }, act: found.act, text }
    };
    found.iter().enumerate().map(mark).collect()
}

/// The cards of the fields from `x` on, each wide enough for all that stands in its column.
fn columns(machine: &MachineOutline, mut x: usize, y: usize) -> Vec<FieldCard> {
    let mut cards = Vec::new();
    for (number, field) in machine.fields.iter().enumerate() {
        let (name, ty) = (Label::new(field.name.clone(), MOST_OF_TYPE), Label::new(field.ty.clone(), MOST_OF_TYPE));
        let strategy = field.strategy.map_or(0, |strategy| text_width(strategy) + 2 * PADDING);
        let marks = machine.operations.iter().flat_map(|o| uses(&o.uses, number)).map(|found| mark_text(found).width());
        let width = marks.chain([name.width(), ty.width(), strategy, 70]).max().unwrap_or_default();
        let area = Area { x, y, width, height: FIELD_HEIGHT };
        cards.push(FieldCard { area, name, ty, strategy: field.strategy });
        x += width + GAP;
    }
    cards
}

/// The lines of the legend from `y` on.
fn legend(machine: &MachineOutline, y: usize) -> Vec<(Act, Area)> {
    let occurs = |act: &Act| machine.operations.iter().flat_map(|o| &o.uses).any(|found| found.act == *act);
    let line = |(number, act): (usize, Act)| {
        let width = text_width(act.word()) + 2 * PADDING;
        (act, Area { x: MARGIN, y: y + number * LEGEND_LINE, width, height: MARK_HEIGHT })
    };
    Act::ALL.into_iter().filter(occurs).enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use certus_sync::{FieldOutline, OperationKind, OperationOutline};

    use super::*;

    /// A machine in which operation `i` uses the fields up to `i`, in up to ten ways.
    fn machine(fields: usize, operations: usize) -> MachineOutline {
        let ways = |field: usize| Act::ALL.into_iter().take(field % 11).map(move |act| (field, act));
        let field =
            |i: usize| FieldOutline { name: format!("f{i}"), ty: "Map<int, int>".into(), strategy: Some("map") };
        let operation = |i: usize| OperationOutline {
            kind: OperationKind::Transition,
            name: format!("operation_{i}"),
            params: "x: int".repeat(i % 12),
            uses: (0..=i.min(fields - 1))
                .flat_map(ways)
                .map(|(field, act)| FieldUse { field, act, part: "[key => value]".repeat(field % 4) })
                .collect(),
        };
        MachineOutline {
            name: "M".into(),
            generics: String::new(),
            tokenized: true,
            fields: (0..fields).map(field).collect(),
            operations: (0..operations).map(operation).collect(),
        }
    }

    #[test]
    fn nothing_is_outside_of_the_picture_or_over_something_else() {
        for (fields, operations) in [(1, 1), (3, 2), (12, 30), (30, 60)] {
            let layout = Layout::new(&machine(fields, operations));
            let mut areas: Vec<Area> = layout.fields.iter().map(|card| card.area).collect();
            areas.extend(layout.operations.iter().map(|card| card.area));
            areas.extend(layout.marks.iter().map(|mark| mark.area));
            areas.extend(layout.legend.iter().map(|(_, area)| *area));
            for (number, a) in areas.iter().enumerate() {
                assert!(a.x >= MARGIN && a.x + a.width + MARGIN <= layout.size.0, "{a:?}");
                assert!(a.y >= MARGIN + HEAD && a.y + a.height + MARGIN <= layout.size.1 + MARGIN, "{a:?}");
                for b in &areas[..number] {
                    let apart = a.x + a.width <= b.x || b.x + b.width <= a.x;
                    assert!(apart || a.y + a.height <= b.y || b.y + b.height <= a.y, "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn a_mark_is_in_the_column_of_its_field_and_the_row_of_its_operation() {
        let layout = Layout::new(&machine(3, 3));
        for mark in &layout.marks {
            let is_in = |(mark, card, length): (usize, usize, usize)| card <= mark && mark <= card + length;
            let column = layout.fields.iter().any(|f| is_in((mark.area.middle(), f.area.x, f.area.width)));
            assert!(column, "{mark:?}");
        }
        assert_eq!(layout.operations[0].reaches, None);
        assert_eq!(layout.operations[2].reaches, Some(layout.fields[2].area.middle()));
    }
}
