//! The query text: what was declared and stated, in an order that depends on names only.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::term::{self, Sort, Sym, Term};

/// A variant of a declared datatype: constructor, selectors with their sorts.
pub(crate) struct VariantDecl {
    /// Constructor.
    pub ctor: Sym,
    /// Selectors.
    pub fields: Vec<(Sym, Sort)>,
}

/// Declarations and axioms gathered so far.
#[derive(Default)]
pub(crate) struct Output {
    sorts: BTreeSet<Sym>,
    datatypes: BTreeMap<Sym, Vec<VariantDecl>>,
    functions: BTreeMap<Sym, (Vec<Sort>, Sort)>,
    axioms: BTreeMap<String, Vec<Term>>,
    /// Constants that stand for texts, by sort.
    texts: BTreeMap<Sort, BTreeSet<Sym>>,
}

impl Output {
    /// Declares an uninterpreted sort.
    pub(crate) fn sort(&mut self, name: &Sym) {
        self.sorts.insert(name.clone());
    }

    /// Declares a datatype.
    pub(crate) fn datatype(&mut self, name: &Sym, variants: Vec<VariantDecl>) {
        self.datatypes.insert(name.clone(), variants);
    }

    /// Declares a function, or a constant when it has no arguments. False when it was declared before.
    pub(crate) fn function(&mut self, name: &Sym, args: Vec<Sort>, result: &Sort) -> bool {
        self.functions.insert(name.clone(), (args, result.clone())).is_none()
    }

    /// Declares the constant of a text: texts of one sort are different values.
    pub(crate) fn text(&mut self, name: &Sym, sort: &Sort) {
        self.function(name, Vec::new(), sort);
        self.texts.entry(sort.clone()).or_default().insert(name.clone());
    }

    /// States a fact. Facts are printed by the name of their owner, those of one owner in the order they came.
    pub(crate) fn axiom(&mut self, owner: &str, fact: Term) {
        self.axioms.entry(owner.to_owned()).or_default().push(fact);
    }

    /// Rewrites every fact, given its owner.
    pub(crate) fn rewrite(&mut self, f: &mut dyn FnMut(&str, &Term) -> Term) {
        for (owner, facts) in &mut self.axioms {
            facts.iter_mut().for_each(|fact| *fact = f(owner, fact));
        }
    }

    /// How many things are declared.
    pub(crate) fn count(&self) -> usize {
        self.sorts.len() + self.datatypes.len() + self.functions.len()
    }

    /// Whether the datatype is declared.
    pub(crate) fn declares(&self, datatype: &Sym) -> bool {
        self.datatypes.contains_key(datatype)
    }

    /// Prints everything.
    pub(crate) fn print(&self, out: &mut String) {
        for sort in &self.sorts {
            line(out, format_args!("(declare-sort {sort} 0)"));
        }
        for group in self.groups() {
            self.print_group(&group, out);
        }
        for (name, (args, result)) in &self.functions {
            if args.is_empty() {
                line(out, format_args!("(declare-const {name} {result})"));
            } else {
                line(out, format_args!("(declare-fun {name} ({}) {result})", args.join(" ")));
            }
        }
        for names in self.texts.values().filter(|names| names.len() > 1) {
            let names: Vec<&str> = names.iter().map(|name| &**name).collect();
            line(out, format_args!("(assert (distinct {}))", names.join(" ")));
        }
        for fact in self.axioms.values().flatten() {
            assert(out, fact);
        }
    }

    fn print_group(&self, group: &[Sym], out: &mut String) {
        match group {
            [one] => {
                let _ = write!(out, "(declare-datatype {one} ");
            }
            all => {
                let heads: Vec<String> = all.iter().map(|name| format!("({name} 0)")).collect();
                let _ = write!(out, "(declare-datatypes ({}) (", heads.join(" "));
            }
        }
        for name in group {
            out.push('(');
            for variant in self.datatypes.get(name).into_iter().flatten() {
                let fields: Vec<String> = variant.fields.iter().map(|(sel, sort)| format!(" ({sel} {sort})")).collect();
                let _ = write!(out, "({}{})", variant.ctor, fields.concat());
            }
            out.push(')');
        }
        out.push_str(if group.len() == 1 { ")\n" } else { "))\n" });
    }

    /// Datatypes in groups that need each other, needed ones first.
    fn groups(&self) -> Vec<Vec<Sym>> {
        let reach: BTreeMap<&Sym, BTreeSet<&Sym>> =
            self.datatypes.keys().map(|name| (name, self.needs(name))).collect();
        let mut left: Vec<&Sym> = self.datatypes.keys().collect();
        // What needs fewer comes first: a datatype needs everything that one of those it needs does, and one more (itself)
        // unless they need each other.
        let rank = |name: &Sym| reach.get(name).map_or(0, |set| set.len() + usize::from(!set.contains(name)));
        left.sort_by_key(|name| (rank(name), *name));
        let mut groups = Vec::new();
        while let Some(&first) = left.first() {
            let need = |a: &Sym, b: &Sym| reach.get(a).is_some_and(|set| set.contains(b));
            let (group, rest): (Vec<&Sym>, Vec<&Sym>) =
                left.into_iter().partition(|name| *name == first || (need(first, name) && need(name, first)));
            groups.push(group.into_iter().cloned().collect());
            left = rest;
        }
        groups
    }

    /// The datatypes that a datatype's values have inside, itself only when it is recursive.
    fn needs(&self, name: &Sym) -> BTreeSet<&Sym> {
        let mut found = BTreeSet::new();
        let mut todo = vec![name];
        while let Some(name) = todo.pop() {
            for (_, sort) in self.datatypes.get(name).into_iter().flatten().flat_map(|v| &v.fields) {
                if let Some((sort, _)) = self.datatypes.get_key_value(sort)
                    && found.insert(sort)
                {
                    todo.push(sort);
                }
            }
        }
        found
    }
}

/// Appends a line.
pub(crate) fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{text}");
}

/// Appends an assertion, a conjunction as one for each part.
pub(crate) fn assert(out: &mut String, fact: &Term) {
    if let term::Kind::App(sym, _, parts) = &fact.kind {
        if &**sym == "and" {
            parts.iter().for_each(|part| assert(out, part));
            return;
        }
        if &**sym == "true" {
            return;
        }
    }
    out.push_str("(assert ");
    term::write(fact, out);
    out.push_str(")\n");
}
