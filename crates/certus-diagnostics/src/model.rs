//! A finite model as tables, for a failing goal in EPR mode.

use std::fmt;

use serde::Serialize;

/// The values of one type in a [`Model`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Universe {
    /// The name of the type.
    pub sort: String,
    /// The names of its values.
    pub values: Vec<String>,
}

/// A variable, function or relation in a [`Model`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// Its name in the program.
    pub name: String,
    /// The types of its arguments; empty for a variable.
    pub arguments: Vec<String>,
    /// The type of its value; `bool` for a relation.
    pub result: String,
    /// The arguments and the value of each row. A relation has only the rows in which it is true.
    pub rows: Vec<(Vec<String>, String)>,
}

/// A finite structure in which all assumptions hold and the goal is false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Model {
    /// The values of each type.
    pub universes: Vec<Universe>,
    /// The values of the program's symbols, variables first.
    pub tables: Vec<Table>,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let universes = self.universes.iter().map(|u| (u.sort.as_str(), format!("{{{}}}", u.values.join(", "))));
        let tables = self.tables.iter().map(|table| (table.name.as_str(), table.cells()));
        let all: Vec<(&str, String)> = universes.chain(tables).collect();
        let width = all.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (index, (name, cells)) in all.iter().enumerate() {
            let end = if index > 0 { "\n" } else { "" };
            write!(f, "{end}{name:width$} = {cells}")?;
        }
        Ok(())
    }
}

impl Table {
    /// The text after the name: the value, or the rows.
    fn cells(&self) -> String {
        if let ([], [(_, value)]) = (self.arguments.as_slice(), self.rows.as_slice()) {
            return value.clone();
        }
        let is_relation = self.result == "bool";
        let row = |(arguments, value): &(Vec<String>, String)| match (is_relation, arguments.as_slice()) {
            (true, [one]) => one.clone(),
            (true, all) => format!("({})", all.join(", ")),
            (false, [one]) => format!("{one} -> {value}"),
            (false, all) => format!("({}) -> {value}", all.join(", ")),
        };
        format!("{{{}}}", self.rows.iter().map(row).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_stand_below_one_another() {
        let words = |all: &[&str]| all.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let table = |name: &str, arguments: &[&str], result: &str, rows: &[(&[&str], &str)]| Table {
            name: name.to_owned(),
            arguments: words(arguments),
            result: result.to_owned(),
            rows: rows.iter().map(|(arguments, value)| (words(arguments), (*value).to_owned())).collect(),
        };
        let model = Model {
            universes: vec![Universe { sort: "Node".to_owned(), values: words(&["Node0", "Node1"]) }],
            tables: vec![
                table("n", &[], "Node", &[(&[], "Node1")]),
                table("up", &["Node"], "bool", &[(&["Node0"], "true")]),
                table("link", &["Node", "Node"], "bool", &[(&["Node0", "Node1"], "true")]),
                table("next", &["Node"], "Node", &[(&["Node0"], "Node1"), (&["Node1"], "Node0")]),
                table("none", &["Node"], "bool", &[]),
            ],
        };
        let lines = [
            "Node = {Node0, Node1}",
            "n    = Node1",
            "up   = {Node0}",
            "link = {(Node0, Node1)}",
            "next = {Node0 -> Node1, Node1 -> Node0}",
            "none = {}",
        ];
        assert_eq!(model.to_string(), lines.join("\n"));
    }
}
