//! A machine as text for a terminal.

use certus_sync::{MachineOutline, OperationOutline};

use crate::words::{of_use, signature, summary};

/// A machine as two tables: its fields, and its operations with what each does with which field. It ends with a newline.
pub fn table(machine: &MachineOutline) -> String {
    let mut text = format!("{}{}: {}\n\n", machine.name, machine.generics, summary(machine));
    let head = |words: [&str; 3]| words.map(str::to_owned);
    let mut fields = vec![head(["field", "strategy", "type"])];
    fields.extend(machine.fields.iter().map(|field| {
        let strategy = field.strategy.unwrap_or("-").to_owned();
        [field.name.clone(), strategy, field.ty.clone()]
    }));
    text.push_str(&aligned(&fields));
    text.push('\n');
    let mut rows = vec![head(["operation", "field", "what it does"])];
    for operation in &machine.operations {
        rows.extend(rows_of(machine, operation));
    }
    text.push_str(&aligned(&rows));
    text
}

/// The rows of an operation: one for each field that it uses.
fn rows_of(machine: &MachineOutline, operation: &OperationOutline) -> Vec<[String; 3]> {
    let mut rows: Vec<[String; 3]> = Vec::new();
    for (number, field) in machine.fields.iter().enumerate() {
        let uses: Vec<String> = operation.uses.iter().filter(|found| found.field == number).map(of_use).collect();
        if !uses.is_empty() {
            rows.push([String::new(), field.name.clone(), uses.join(", ")]);
        }
    }
    if rows.is_empty() {
        rows.push([String::new(), "-".to_owned(), "-".to_owned()]);
    }
    if let Some([first, ..]) = rows.first_mut() {
        *first = format!("{} {}", operation.kind.word(), signature(operation));
    }
    rows
}

/// Rows in columns, two spaces apart, without spaces at the ends of lines.
fn aligned(rows: &[[String; 3]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let (first, second) = (width(0), width(1));
    let line = |[a, b, c]: &[String; 3]| format!("{a:first$}  {b:second$}  {c}").trim_end().to_owned() + "\n";
    rows.iter().map(line).collect()
}
