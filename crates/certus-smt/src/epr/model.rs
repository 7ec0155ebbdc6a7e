//! Models in the solver's words as tables.

use std::collections::{BTreeMap, HashMap};

use certus_diagnostics::{Model, Table, Universe};

use super::state::{Meaning, State};
use super::text::{Tree, parse};

/// How many steps the evaluation of a model may take.
const MAX_STEPS: usize = 3_000_000;

/// How many rows of a table are made.
const MAX_ROWS: usize = 4_096;

/// Reads models of one query.
#[derive(Clone, Debug)]
pub struct Reader {
    /// Symbols by what they stand for.
    meanings: BTreeMap<String, Meaning>,
    /// The query, which a model has to make true.
    context: String,
    /// Sorts as they are printed.
    sorts: Vec<String>,
}

/// A function in a model: parameters with sorts, the sort of the result, its definition.
struct Definition {
    params: Vec<(String, String)>,
    result: String,
    body: Tree,
}

/// A model as it was read.
struct Structure {
    /// The values of each sort.
    universes: BTreeMap<String, Vec<String>>,
    /// What each symbol means, those that the solver made up as well.
    functions: HashMap<String, Definition>,
    /// Steps of evaluation so far.
    steps: usize,
}

impl Reader {
    pub(crate) fn new(context: &str, state: &State) -> Reader {
        let sort = |line: &str| Some(line.strip_prefix("(declare-sort ")?.strip_suffix(" 0)")?.to_owned());
        let sorts = context.lines().filter_map(sort).collect();
        Reader { meanings: state.meanings().clone(), context: context.to_owned(), sorts }
    }

    /// The same query about models with at most so many values of each type.
    pub fn bounded(&self, size: usize) -> String {
        let mut text = self.context.clone();
        for (index, sort) in self.sorts.iter().enumerate() {
            let names: Vec<String> = (0..size).map(|n| format!("size%{index}.{n}")).collect();
            for name in &names {
                crate::emit::line(&mut text, format_args!("(declare-const {name} {sort})"));
            }
            let one_of: Vec<String> = names.iter().map(|name| format!("(= x {name})")).collect();
            crate::emit::line(
                &mut text,
                format_args!("(assert (forall ((x {sort})) (or false {})))", one_of.join(" ")),
            );
        }
        text
    }

    /// The tables of a model, if it is finite and everything that the query states is true in it.
    pub fn read(&self, answer: &str) -> Option<Model> {
        let mut structure = Structure::parse(answer)?;
        let mut order: Vec<(String, usize, String)> = Vec::new();
        for command in parse(&self.context)? {
            let parts = command.list()?;
            match (parts.first()?.atom()?, parts) {
                ("declare-sort", [_, sort, _]) => {
                    // A sort that nothing is said of has one value.
                    let sort = sort.atom()?;
                    structure.universes.entry(sort.to_owned()).or_insert_with(|| vec![format!("{sort}!val!0")]);
                }
                ("assert", [_, fact]) => {
                    if structure.value(fact, &mut Vec::new())? != "true" {
                        return None;
                    }
                }
                ("declare-const", [_, name, sort]) => order.push((name.atom()?.to_owned(), 0, sort.atom()?.to_owned())),
                ("declare-fun", [_, name, args, sort]) => {
                    order.push((name.atom()?.to_owned(), args.list()?.len(), sort.atom()?.to_owned()));
                }
                _ => return None,
            }
        }
        order.sort_by_key(|(_, arity, _)| *arity > 0);
        let names = self.element_names(&structure);
        let universes = structure.universes.iter().map(|(sort, values)| {
            let values = values.iter().map(|value| names.get(value).unwrap_or(value).clone()).collect();
            Universe { sort: self.sort_name(sort), values }
        });
        let universes = universes.collect();
        let mut tables = Vec::new();
        for (sym, _, _) in order {
            let Some(meaning) = self.meanings.get(&sym) else { continue };
            tables.extend(self.table(&sym, meaning, &mut structure, &names));
        }
        Some(Model { universes, tables })
    }

    /// A sort in the words of the program.
    fn sort_name(&self, sort: &str) -> String {
        match self.meanings.get(sort) {
            Some(meaning) => meaning.name.clone(),
            None if sort == "Bool" => "bool".to_owned(),
            None => sort.to_owned(),
        }
    }

    /// `Node0`, `Node1`, .. for the values of `Node`; a variant without fields keeps its name.
    fn element_names(&self, structure: &Structure) -> BTreeMap<String, String> {
        let mut names = BTreeMap::new();
        for (sort, values) in &structure.universes {
            for (index, value) in values.iter().enumerate() {
                names.insert(value.clone(), format!("{}{index}", self.sort_name(sort)));
            }
        }
        for (sym, definition) in &structure.functions {
            if let (Some(meaning), Some(value)) = (self.meanings.get(sym), definition.body.atom())
                && definition.params.is_empty()
                && meaning.name.contains("::")
            {
                names.insert(value.to_owned(), meaning.name.clone());
            }
        }
        names
    }

    /// The rows of a symbol; `None` when there are too many.
    fn table(
        &self,
        sym: &str,
        meaning: &Meaning,
        structure: &mut Structure,
        names: &BTreeMap<String, String>,
    ) -> Option<Table> {
        let definition = structure.functions.get(sym)?;
        let params: Vec<(String, String)> = definition.params.clone();
        let (result, body) = (definition.result.clone(), definition.body.clone());
        let named = |value: &String| names.get(value).unwrap_or(value).clone();
        let mut rows = Vec::new();
        let mut tuples: Vec<Vec<String>> = vec![Vec::new()];
        for (_, sort) in &params {
            let values = structure.values_of(sort);
            tuples = tuples.iter().flat_map(|t| values.iter().map(|v| [t.clone(), vec![v.clone()]].concat())).collect();
            if tuples.len() > MAX_ROWS {
                return None;
            }
        }
        for tuple in tuples {
            let mut scope = params.iter().map(|(name, _)| name.clone()).zip(tuple.iter().cloned()).collect();
            let value = structure.value(&body, &mut scope)?;
            if result != "Bool" || params.is_empty() || value == "true" {
                rows.push((tuple.iter().map(named).collect(), named(&value)));
            }
        }
        let arguments = params.iter().map(|(_, sort)| self.sort_name(sort)).collect();
        Some(Table { name: meaning.name.clone(), arguments, result: self.sort_name(&result), rows })
    }
}

impl Structure {
    /// Reads what the solver prints for `(get-model)`: values as declarations, symbols as definitions.
    fn parse(answer: &str) -> Option<Structure> {
        let trees = parse(answer)?;
        let [Tree::List(entries)] = trees.as_slice() else { return None };
        let mut structure = Structure { universes: BTreeMap::new(), functions: HashMap::new(), steps: 0 };
        for entry in entries {
            let parts = entry.list()?;
            match (parts.first()?.atom()?, parts) {
                ("declare-fun", [_, name, _, sort]) => {
                    structure.universes.entry(sort.atom()?.to_owned()).or_default().push(name.atom()?.to_owned());
                }
                ("define-fun", [_, name, params, result, body]) => {
                    let param = |p: &Tree| match p.list()? {
                        [name, sort] => Some((name.atom()?.to_owned(), sort.atom()?.to_owned())),
                        _ => None,
                    };
                    let params = params.list()?.iter().map(param).collect::<Option<Vec<_>>>()?;
                    let definition = Definition { params, result: result.atom()?.to_owned(), body: body.clone() };
                    structure.functions.insert(name.atom()?.to_owned(), definition);
                }
                // How many values there are; they are declared one by one.
                ("forall", _) => {}
                _ => return None,
            }
        }
        structure.universes.values_mut().for_each(|values| values.sort_by_key(|v| (v.len(), v.clone())));
        Some(structure)
    }

    /// The values of a sort, `false` before `true`.
    fn values_of(&self, sort: &str) -> Vec<String> {
        match sort {
            "Bool" => vec!["false".to_owned(), "true".to_owned()],
            _ => self.universes.get(sort).cloned().unwrap_or_default(),
        }
    }

    /// The value of a closed term under values of variables.
    fn value(&mut self, t: &Tree, scope: &mut Vec<(String, String)>) -> Option<String> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.value_inner(t, scope))
    }

    fn value_inner(&mut self, t: &Tree, scope: &mut Vec<(String, String)>) -> Option<String> {
        if let Some(name) = t.atom() {
            if let Some((_, value)) = scope.iter().rev().find(|(bound, _)| bound == name) {
                return Some(value.clone());
            }
            return if self.functions.contains_key(name) { self.call(name, Vec::new()) } else { Some(name.to_owned()) };
        }
        let (head, args) = t.list()?.split_first()?;
        let truth = |value: bool| Some(value.to_string());
        match (head.atom()?, args) {
            ("and", _) => {
                for arg in args {
                    if self.value(arg, scope)? != "true" {
                        return truth(false);
                    }
                }
                truth(true)
            }
            ("or", _) => {
                for arg in args {
                    if self.value(arg, scope)? == "true" {
                        return truth(true);
                    }
                }
                truth(false)
            }
            ("not", [arg]) => truth(self.value(arg, scope)? != "true"),
            ("=>", [a, b]) => truth(self.value(a, scope)? != "true" || self.value(b, scope)? == "true"),
            ("=", [a, b]) => truth(self.value(a, scope)? == self.value(b, scope)?),
            ("ite", [condition, a, b]) => {
                let holds = self.value(condition, scope)? == "true";
                self.value(if holds { a } else { b }, scope)
            }
            ("let", [bindings, body]) => {
                let depth = scope.len();
                let mut new = Vec::new();
                for binding in bindings.list()? {
                    let [name, value] = binding.list()? else { return None };
                    new.push((name.atom()?.to_owned(), self.value(value, scope)?));
                }
                scope.extend(new);
                let value = self.value(body, scope);
                scope.truncate(depth);
                value
            }
            (kind @ ("forall" | "exists"), [binders, body]) => {
                self.quantified(kind == "forall", binders.list()?, body, scope)
            }
            (name, _) => {
                let mut values = Vec::new();
                for arg in args {
                    values.push(self.value(arg, scope)?);
                }
                self.call(name, values)
            }
        }
    }

    /// A quantified formula, by trying all values.
    fn quantified(
        &mut self,
        forall: bool,
        binders: &[Tree],
        body: &Tree,
        scope: &mut Vec<(String, String)>,
    ) -> Option<String> {
        let Some((first, rest)) = binders.split_first() else { return self.value(body, scope) };
        let [name, sort] = first.list()? else { return None };
        for value in self.values_of(sort.atom()?) {
            scope.push((name.atom()?.to_owned(), value));
            let holds = self.quantified(forall, rest, body, scope);
            scope.pop();
            if (holds? == "true") != forall {
                return Some((!forall).to_string());
            }
        }
        Some(forall.to_string())
    }

    /// The value of a symbol for values of its parameters.
    fn call(&mut self, name: &str, values: Vec<String>) -> Option<String> {
        let definition = self.functions.get(name)?;
        if definition.params.len() != values.len() {
            return None;
        }
        let mut scope = definition.params.iter().map(|(name, _)| name.clone()).zip(values).collect();
        let body = definition.body.clone();
        self.value(&body, &mut scope)
    }
}
