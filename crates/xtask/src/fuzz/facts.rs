//! What was seen of a case when it ran, and how specifications say it.
//!
//! Contracts and invariants are tables of what was seen: "if `a` is 3, the result is 7, or ..". So nothing has to be thought
//! up to prove a loop or a function, and every line of a table is one more fact that the verifier has to agree with.
//!
//! A wrong claim denies what was seen. That is the weakest claim that is wrong, so if the verifier believes anything else than
//! what happened, it accepts the denial. A claim of one other value is asked for as well, since people write claims of that kind.
//!
//! Places that were never passed are claimed to be unreachable. That is a fact like the others: it follows from what was seen
//! before. In functions that take all arguments nothing of the kind holds, so no points are put there.

use std::collections::HashMap;
use std::fmt::Write;

use super::tree::{Bits, Contract, LoopClauses, Point, filled};
use super::types::{Ty, Value, read_value, says};

/// One row of what was seen at a place.
type Row = Vec<Value>;

/// The maximal number of rows at a place; a case with more is too large.
const ROWS: usize = 40;

/// The recorded values of a case.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// The values at points and at the entries of functions.
    rows: HashMap<usize, Vec<Row>>,
    /// For each contract: the arguments, what became of those that are mutable references, and the result.
    calls: HashMap<usize, Vec<Row>>,
    /// Whether it panicked.
    pub(super) panics: bool,
    /// Whether a place was passed too often, or something could not be read.
    pub(super) too_large: bool,
}

/// A claim that is made wrong on purpose: that of the place with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    /// The number of the place.
    pub(super) id: usize,
    /// Claims that one value is another one, chosen by this number; otherwise that the values are not what they are, which
    /// any other claim implies.
    pub(super) other: Option<u64>,
}

impl Facts {
    /// Parses a line that the compiled program printed.
    pub(super) fn take(&mut self, line: &str) {
        let mut parts = line.split('|');
        let head = parts.next().unwrap_or_default();
        let Some((mark, id)) = head.split_once(' ') else { return };
        let (Ok(id), Some(row)) = (id.parse::<usize>(), parts.map(read_value).collect::<Option<Row>>()) else {
            self.too_large = true;
            return;
        };
        let table = if mark == "X" { &mut self.calls } else { &mut self.rows };
        let rows = table.entry(id).or_default();
        if !rows.contains(&row) {
            rows.push(row);
        }
        self.too_large |= rows.len() > ROWS;
    }

    /// Whether a place was passed with anything to see.
    pub(super) fn reached(&self, id: usize) -> bool {
        let told = |rows: &Vec<Row>| rows.iter().any(|row| !row.is_empty());
        self.rows.get(&id).is_some_and(told) || self.calls.get(&id).is_some_and(told)
    }

    /// The number of all rows.
    pub(super) fn count(&self) -> usize {
        self.rows.values().chain(self.calls.values()).map(Vec::len).sum()
    }

    /// What a point's values are, as alternatives.
    fn alternatives(&self, point: &Point) -> Vec<String> {
        let rows = self.rows.get(&point.id).map(Vec::as_slice).unwrap_or_default();
        rows.iter().map(|row| said(point.places.iter().zip(row))).collect()
    }

    /// `assert` of what was seen at a point.
    pub(super) fn point(&self, point: &Point, wrong: Option<Wrong>, out: &mut String) {
        if point.places.is_empty() {
            return;
        }
        match wrong.filter(|wrong| wrong.id == point.id) {
            None => {
                let _ = writeln!(out, "assert({});", or(&self.alternatives(point)));
            }
            Some(Wrong { other: None, .. }) => {
                let _ = writeln!(out, "assert(!({}));", or(&self.alternatives(point)));
            }
            Some(Wrong { other: Some(seed), .. }) => {
                let rows = self.rows.get(&point.id).map(Vec::as_slice).unwrap_or_default();
                let said: Vec<String> = rows
                    .iter()
                    .map(|row| mutate(row, seed))
                    .filter(|row| !rows.contains(row))
                    .map(|row| said(point.places.iter().zip(&row)))
                    .collect();
                let _ = writeln!(out, "assert({});", or(&said));
            }
        }
    }

    /// `requires` and `ensures` of what was seen of a function.
    pub(super) fn contract(&self, contract: &Contract, wrong: Option<Wrong>, out: &mut String) {
        let wrong = wrong.filter(|wrong| wrong.id == contract.id);
        let old = |name: &str, by_mut: bool| if by_mut { format!("(*old({name}))") } else { name.to_owned() };
        let before: Vec<(String, Ty)> =
            contract.params.iter().map(|(name, ty, by_mut)| (old(name, *by_mut), ty.clone())).collect();
        let mut after: Vec<(String, Ty)> = Vec::new();
        for (name, ty, by_mut) in &contract.params {
            if *by_mut {
                after.push((format!("(*final({name}))"), ty.clone()));
            }
        }
        after.push(("r".into(), contract.result.clone()));
        // One that was never called asks for what cannot be.
        if contract.asks && (!before.is_empty() || !self.rows.contains_key(&contract.id)) {
            let point = Point { id: contract.id, places: before.clone() };
            let _ = writeln!(out, "    requires {},", or(&self.alternatives(&point)));
        }
        let calls = self.calls.get(&contract.id).map(Vec::as_slice).unwrap_or_default();
        let mut clauses = Vec::new();
        for row in calls {
            let given = said(before.iter().zip(row));
            let kept = &row[before.len().min(row.len())..];
            let seen = match wrong {
                None => said(after.iter().zip(kept)),
                Some(Wrong { other: None, .. }) => format!("!({})", said(after.iter().zip(kept))),
                Some(Wrong { other: Some(seed), .. }) => {
                    let other = mutate(kept, seed);
                    if other == kept { "false".into() } else { said(after.iter().zip(&other)) }
                }
            };
            clauses.push(if before.is_empty() { seen } else { format!("({given}) ==> ({seen})") });
        }
        if !clauses.is_empty() {
            let _ = writeln!(out, "    ensures\n        {},", clauses.join(",\n        "));
        }
    }

    /// What was seen of an operation on bits, each time proved by the bit-vector prover.
    pub(super) fn bits(&self, bits: &Bits, out: &mut String) {
        for row in self.rows.get(&bits.id).map(Vec::as_slice).unwrap_or_default() {
            let words: Vec<String> = bits.places.iter().zip(row).map(|((_, ty), value)| literal(ty, value)).collect();
            let Some(result) = row.get(bits.places.len()) else { continue };
            let left = filled(&bits.template, &words);
            let _ = write!(out, "assert(({left}) == {}) by (bit_vector); ", literal(&bits.result, result));
        }
    }

    /// The clauses of a loop.
    pub(super) fn clauses(&self, clauses: &LoopClauses, out: &mut String) {
        let mut head = self.alternatives(&clauses.head);
        let ends = self.alternatives(&clauses.end);
        if let (Some(last), Some((name, ty))) = (&clauses.last, clauses.head.places.first()) {
            let mut at_end = Vec::new();
            says(name, ty, &Value::Word(last.clone()), &mut at_end);
            head.extend(ends.iter().map(|end| format!("{} && {end}", at_end.join(" && "))));
        }
        let word = if clauses.breaks { "invariant_except_break" } else { "invariant" };
        let _ = writeln!(out, "    {word} {},", or(&head));
        if clauses.breaks {
            let _ = writeln!(out, "    ensures {},", or(&ends));
        }
        if let Some(decreases) = &clauses.decreases {
            let _ = writeln!(out, "    decreases {decreases},");
        }
    }
}

/// The conjunction of what is said of each place.
fn said<'a>(places: impl Iterator<Item = (&'a (String, Ty), &'a Value)>) -> String {
    let mut all = Vec::new();
    for ((place, ty), value) in places {
        says(place, ty, value, &mut all);
    }
    if all.is_empty() { "true".into() } else { all.join(" && ") }
}

/// A number as a literal of its type.
fn literal(ty: &Ty, value: &Value) -> String {
    let Value::Word(word) = value else { return "0".into() };
    if word.starts_with('-') { format!("({word}{})", ty.text()) } else { format!("{word}{}", ty.text()) }
}

/// The disjunction; of nothing it is false.
fn or(alternatives: &[String]) -> String {
    match alternatives {
        [] => "false".into(),
        [one] => one.clone(),
        many => many.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join(" || "),
    }
}

/// The row with one word changed, the same one for the same seed.
fn mutate(row: &[Value], seed: u64) -> Row {
    let total: usize = row.iter().map(words).sum();
    let mut at = (seed % (total.max(1) as u64)) as usize;
    let mut row = row.to_vec();
    for value in &mut row {
        change(value, &mut at, seed);
    }
    row
}

/// How many words a value has.
fn words(value: &Value) -> usize {
    match value {
        Value::Word(_) => 1,
        Value::Parts(_, parts) => parts.iter().map(words).sum(),
    }
}

/// Changes the word number `at`, counted down on the way.
fn change(value: &mut Value, at: &mut usize, seed: u64) {
    match value {
        Value::Parts(_, parts) => parts.iter_mut().for_each(|part| change(part, at, seed)),
        Value::Word(word) => {
            if *at == 0 {
                *word = match &**word {
                    "true" => "false".into(),
                    "false" => "true".into(),
                    number if seed & 0x100 == 0 => next(number),
                    number => number.strip_prefix('-').map_or_else(|| format!("1{number}"), str::to_owned),
                };
            }
            *at = at.wrapping_sub(1);
        }
    }
}

/// The number after this one, or before it where there is none.
fn next(number: &str) -> String {
    match number.parse::<i128>() {
        Ok(n) => n.checked_add(1).unwrap_or_else(|| n - 1).to_string(),
        Err(_) => "0".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::{Contract, Point};
    use super::super::types::{INTS, Ty};
    use super::{Facts, Wrong};

    fn seen() -> (Facts, Point) {
        let mut facts = Facts::default();
        facts.take("S 1|3|true");
        facts.take("S 1|3|true");
        facts.take("S 1|4|false");
        let places = vec![("x".to_owned(), Ty::Int(INTS[0])), ("b".to_owned(), Ty::Bool)];
        (facts, Point { id: 1, places })
    }

    #[test]
    fn every_number_has_another_beside_it() {
        let ends = [i128::MIN, -1, i128::MAX].map(|number| super::next(&number.to_string()));
        assert_eq!(ends, [i128::MIN + 1, 0, i128::MAX - 1].map(|number| number.to_string()));
    }

    #[test]
    fn points_say_what_was_seen() {
        let (facts, point) = seen();
        let mut text = String::new();
        facts.point(&point, None, &mut text);
        assert_eq!(text, "assert((x == 3 && b) || (x == 4 && !b));\n");
    }

    #[test]
    fn a_wrong_claim_denies_what_was_seen() {
        let (facts, point) = seen();
        let mut text = String::new();
        facts.point(&point, Some(Wrong { id: 1, other: None }), &mut text);
        assert_eq!(text, "assert(!((x == 3 && b) || (x == 4 && !b)));\n");
        text.clear();
        facts.point(&point, Some(Wrong { id: 1, other: Some(0) }), &mut text);
        assert_eq!(text, "assert((x == 4 && b) || (x == 5 && !b));\n");
    }

    #[test]
    fn contracts_are_tables() {
        let mut facts = Facts::default();
        facts.take("E 2|3");
        facts.take("X 2|3|4|5");
        let contract = Contract {
            id: 2,
            params: vec![("a".into(), Ty::Int(INTS[0]), true)],
            result: Ty::Int(INTS[0]),
            asks: true,
        };
        let mut text = String::new();
        facts.contract(&contract, None, &mut text);
        let wanted =
            "    requires (*old(a)) == 3,\n    ensures\n        ((*old(a)) == 3) ==> ((*final(a)) == 4 && r == 5),\n";
        assert_eq!(text, wanted);
    }
}
