//! What is read from the model of a goal that fails: how control came, and the values at the beginning.
//!
//! Nothing of this is in the text of a query. The terms are made of what the text declares.

use certus_diagnostics::Span;
use certus_vir::{Binder, Const, Expr, ExprKind, Name, Path, Ty, decimal};
use num_bigint::BigInt;
use num_rational::BigRational;

use crate::rules::stored::stored_range;
use crate::term::{self, Role, Term};
use crate::value::{Globals, Val};
use crate::vocabulary::Vocabulary;

/// How deep datatypes in datatypes are read.
const MAX_DEPTH: usize = 3;

/// How many terms are made for the values at the beginning.
const MAX_TERMS: usize = 48;

/// Terms to read from a model, and what their values say.
#[derive(Clone, Debug, Default)]
pub struct Readings {
    /// The terms.
    pub terms: Vec<String>,
    /// The blocks with several ways in: for each way its number among the block's edges, and that of its term.
    pub joins: Vec<(usize, Vec<(usize, usize)>)>,
    /// Variables that have an arbitrary value, with how it is read.
    pub inputs: Vec<(Binder, Reading)>,
}

/// How a value is read.
#[derive(Clone, Debug)]
pub enum Reading {
    /// It is that of the term of this number.
    Scalar(usize),
    /// It is a datatype's: its path, its variants.
    Data(Path, Vec<ReadVariant>),
    /// It cannot be read.
    Unknown,
}

/// A variant of a value.
#[derive(Clone, Debug)]
pub struct ReadVariant {
    /// Its name.
    pub name: Name,
    /// The number of the term that is true when the value is of it; `None` for an only one.
    pub test: Option<usize>,
    /// Its fields.
    pub fields: Vec<(Name, Ty, Reading)>,
}

impl Readings {
    /// By which of its edges control came into a block; `None` when the model does not say.
    pub fn taken(&self, block: usize, values: &[Option<String>]) -> Option<usize> {
        let (_, edges) = self.joins.iter().find(|(number, _)| *number == block)?;
        let is_taken = |term: usize| values.get(term).and_then(Option::as_deref) == Some("true");
        edges.iter().find(|(_, term)| is_taken(*term)).map(|(edge, _)| *edge)
    }
}

impl Reading {
    /// The value in a model, as an expression without variables.
    pub fn value(&self, ty: &Ty, values: &[Option<String>], span: Span) -> Option<Expr> {
        let text = |term: usize| values.get(term).and_then(Option::as_deref);
        let kind = match self {
            Reading::Unknown => return None,
            Reading::Scalar(term) if *ty.value() == Ty::Bool => match text(*term)? {
                "true" => ExprKind::Const(Const::Bool(true)),
                "false" => ExprKind::Const(Const::Bool(false)),
                _ => return None,
            },
            Reading::Scalar(term) if *ty.value() == Ty::Real => ExprKind::Const(Const::Real(real(text(*term)?)?)),
            Reading::Scalar(term) => ExprKind::Const(Const::Int(integer(text(*term)?)?)),
            Reading::Data(path, variants) => {
                let is_it = |variant: &&ReadVariant| variant.test.is_none_or(|term| text(term) == Some("true"));
                let variant = variants.iter().find(is_it)?;
                let field =
                    |(name, ty, reading): &(Name, Ty, Reading)| Some((name.clone(), reading.value(ty, values, span)?));
                let fields = variant.fields.iter().map(field).collect::<Option<Vec<_>>>()?;
                ExprKind::Ctor(path.clone(), variant.name.clone(), fields)
            }
        };
        Some(Expr::new(kind, ty.clone(), span))
    }
}

/// The number that a solver prints.
fn integer(text: &str) -> Option<BigInt> {
    match text.strip_prefix("( - ").and_then(|rest| rest.strip_suffix(" )")) {
        Some(digits) => digits.parse::<BigInt>().ok().map(|value| -value),
        None => text.parse().ok(),
    }
}

/// The real number that a solver prints: `2.5`, `( / 1.0 3.0 )` or `( - 2.5 )`. Nothing for a root of a polynomial.
fn real(text: &str) -> Option<BigRational> {
    if let Some(size) = text.strip_prefix("( - ").and_then(|rest| rest.strip_suffix(" )")) {
        return real(size).map(|value| -value);
    }
    match text.strip_prefix("( / ").and_then(|rest| rest.strip_suffix(" )")).and_then(|both| both.split_once(' ')) {
        Some((numerator, denominator)) => {
            let below = decimal::parse(denominator).filter(|number| *number != BigRational::default())?;
            Some(decimal::parse(numerator)? / below)
        }
        None => decimal::parse(text),
    }
}

impl Readings {
    /// Adds how the obligation's variables are read. What would need another declaration is left out.
    pub(crate) fn add_inputs(&mut self, words: &mut Vocabulary<'_>, globals: &Globals) {
        let before = self.terms.len();
        let obligation = words.view().obligation();
        for binder in &obligation.vars {
            let Some(value) = globals.get(&binder.var).cloned() else { continue };
            let ty = words.view().norm(&Default::default(), &binder.ty);
            let mut reader = Reader { words, base: self.terms.len(), terms: Vec::new() };
            let reading = reader.reading(&ty, value, 0);
            let mut terms = reader.terms;
            if self.terms.len() - before + terms.len() <= MAX_TERMS && !matches!(reading, Reading::Unknown) {
                self.terms.append(&mut terms);
                self.inputs.push((Binder { var: binder.var.clone(), ty }, reading));
            }
        }
    }
}

/// Makes the terms for one value.
struct Reader<'w, 'a> {
    words: &'w mut Vocabulary<'a>,
    /// How many terms there are for other values.
    base: usize,
    terms: Vec<String>,
}

impl Reader<'_, '_> {
    fn add(&mut self, term: &Term) -> usize {
        self.terms.push(term::text(term));
        self.base + self.terms.len() - 1
    }

    fn reading(&mut self, ty: &Ty, value: Val, depth: usize) -> Reading {
        match ty.value() {
            Ty::Bool | Ty::Int(_) | Ty::Real => {
                let theory = self.words.theory();
                let declared = theory.count();
                let term = theory.concrete(value);
                if theory.count() == declared { Reading::Scalar(self.add(&term)) } else { Reading::Unknown }
            }
            Ty::Data(path, _) if depth < MAX_DEPTH && self.terms.len() < MAX_TERMS => {
                let Some(instance) = self.words.reached().datatype(ty.value()) else { return Reading::Unknown };
                let is_declared = self.words.theory().declares(&instance.sort);
                let Some(all) = instance.variants.as_ref().filter(|_| is_declared) else {
                    return Reading::Unknown;
                };
                let mut variants = Vec::new();
                for variant in all {
                    let test = (all.len() > 1).then(|| self.add(&instance.is_variant(variant, value.term.clone())));
                    let mut fields = Vec::new();
                    for field in &variant.fields {
                        let stored = stored_range(&field.ty);
                        let sort = self.words.stored_sort(&field.ty).unwrap_or_else(|_| "Int".into());
                        let part = term::app(&field.selector, Role::Field, vec![value.term.clone()], &sort);
                        let reading = self.reading(&field.ty, Val { term: part, stored }, depth + 1);
                        fields.push((field.name.clone(), field.ty.clone(), reading));
                    }
                    variants.push(ReadVariant { name: variant.name.clone(), test, fields });
                }
                Reading::Data(path.clone(), variants)
            }
            _ => Reading::Unknown,
        }
    }
}
