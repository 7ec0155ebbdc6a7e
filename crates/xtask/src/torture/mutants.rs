//! The list of mistakes.

use toml::{Table, Value};

use super::Fault;

/// A mistake: a text of a file and its replacement.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Mutant {
    /// A description.
    pub(crate) what: String,
    /// The file, from `systems` on.
    pub(crate) file: String,
    /// The original text; it occurs once.
    pub(crate) text: String,
    /// The replacement.
    pub(crate) with: String,
    /// The reason why the verifier need not reject it.
    pub(crate) explained: Option<String>,
}

impl Mutant {
    /// The text of the file with the mistake.
    pub(crate) fn made_in(&self, source: &str) -> Result<String, Fault> {
        match source.matches(&self.text).count() {
            1 if self.text != self.with => Ok(source.replacen(&self.text, &self.with, 1)),
            1 => Err(format!("`{}` changes nothing", self.what).into()),
            count => Err(format!("`{}`: the text occurs {count} times in {}", self.what, self.file).into()),
        }
    }
}

/// Reads the list.
pub(crate) fn read(text: &str) -> Result<Vec<Mutant>, Fault> {
    let list: Table = text.parse()?;
    let entries = list.get("mutant").and_then(Value::as_array).ok_or("there are no mutants")?;
    entries.iter().map(one).collect()
}

fn one(entry: &Value) -> Result<Mutant, Fault> {
    let table = entry.as_table().ok_or("a mutant is a table")?;
    let field = |name: &str| table.get(name).and_then(Value::as_str).map(str::to_owned);
    let needed = |name: &str| field(name).ok_or_else(|| format!("a mutant has no `{name}`: {table:?}"));
    let known = ["what", "file", "text", "with", "explained"];
    if let Some(other) = table.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!("`{other}` is no part of a mutant").into());
    }
    Ok(Mutant {
        what: needed("what")?,
        file: needed("file")?,
        text: needed("text")?,
        with: needed("with")?,
        explained: field("explained"),
    })
}

/// As many of them, spread over the list; all without a number.
pub(crate) fn sample(list: Vec<Mutant>, count: Option<usize>) -> Vec<Mutant> {
    let (len, count) = (list.len(), count.unwrap_or(list.len()).min(list.len()));
    let chosen: Vec<usize> = (0..count).map(|index| index * len / count).collect();
    list.into_iter().enumerate().filter(|(index, _)| chosen.contains(index)).map(|(_, mutant)| mutant).collect()
}
