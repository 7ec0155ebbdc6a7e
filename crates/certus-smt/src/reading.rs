//! What is read from the model of a goal that fails: how control came, and the values at the beginning.
//!
//! Nothing of this is in the text of a query. The terms are made of what the text declares.

use certus_diagnostics::Span;
use certus_vir::{Binder, Const, Expr, ExprKind, Name, Path, Ty};
use num_bigint::BigInt;

use crate::encoder::Encoder;
use crate::term::{self, Role, Term};
use crate::value::Val;

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

impl Encoder<'_> {
    /// Adds how the obligation's variables are read. What would need another declaration is left out.
    pub(crate) fn read_inputs(&mut self, readings: &mut Readings) {
        let before = readings.terms.len();
        for binder in &self.obligation.vars {
            let Some(value) = self.globals.get(&binder.var).cloned() else { continue };
            let ty = self.types.norm(&Default::default(), &binder.ty);
            let mut terms = Vec::new();
            let base = readings.terms.len();
            let reading = self.reading(&ty, value, base, &mut terms, 0);
            if readings.terms.len() - before + terms.len() <= MAX_TERMS && !matches!(reading, Reading::Unknown) {
                readings.terms.append(&mut terms);
                readings.inputs.push((Binder { var: binder.var.clone(), ty }, reading));
            }
        }
    }

    fn reading(&mut self, ty: &Ty, value: Val, base: usize, terms: &mut Vec<String>, depth: usize) -> Reading {
        let mut add = |term: &Term| {
            terms.push(term::text(term));
            base + terms.len() - 1
        };
        match ty.value() {
            Ty::Bool | Ty::Int(_) => {
                let declared = self.out.count();
                let term = self.concrete(value);
                if self.out.count() == declared { Reading::Scalar(add(&term)) } else { Reading::Unknown }
            }
            Ty::Data(path, _) if depth < MAX_DEPTH && terms.len() < MAX_TERMS => {
                let Some(instance) = self.datatypes.get(ty.value()).cloned() else { return Reading::Unknown };
                let Some(all) = instance.variants.as_ref().filter(|_| self.out.declares(&instance.sort)) else {
                    return Reading::Unknown;
                };
                let mut variants = Vec::new();
                for variant in all {
                    let test = (all.len() > 1).then(|| {
                        terms.push(term::text(&instance.is_variant(variant, value.term.clone())));
                        base + terms.len() - 1
                    });
                    let mut fields = Vec::new();
                    for field in &variant.fields {
                        let stored = self.stored_range(&field.ty);
                        let sort = self.stored_sort(&field.ty).unwrap_or_else(|_| "Int".into());
                        let part = term::app(&field.selector, Role::Free, vec![value.term.clone()], &sort);
                        let reading = self.reading(&field.ty, Val { term: part, stored }, base, terms, depth + 1);
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
