//! Collects the names in the triggers of a broadcast function.
//!
//! A library's default group is known to every program, though most of it is about things a program never mentions.
//! So it is said beside each broadcast function which functions its triggers call: until a program mentions them all,
//! the function's statement cannot fire and need not be read.
//!
//! ```text
//! broadcast proof fn lemma(s: Seq<A>) ensures #[trigger] s.push(a).len() == s.len() + 1
//!     ->  #[doc = "certus:when len push"]
//! ```
//!
//! Operators, indexing and constructors name nothing here, nor does `has_resolved`, which the verifier says of variables by
//! itself; a list that is too short only makes the function be read early.

use std::collections::BTreeSet;

use certus_visit::visit::{self, Visit};
use verus_syn::parse::Parser as _;
use verus_syn::punctuated::Punctuated;
use verus_syn::{Attribute, Expr, ExprCall, ExprClosure, ExprMethodCall, Meta, PatIdent, Signature, Token};

/// The names of each trigger; the function is of interest when all of one list are. Nothing when it is of interest to
/// everyone.
pub(crate) fn of(sig: &Signature) -> Vec<String> {
    let mut clauses: Vec<&Expr> = Vec::new();
    clauses.extend(sig.spec.requires.iter().flat_map(|c| &c.exprs.exprs));
    clauses.extend(sig.spec.ensures.iter().flat_map(|c| &c.exprs.exprs));
    let mut variables = Variables::default();
    variables.visit_signature(sig);
    let mut lists: Vec<BTreeSet<String>> = Vec::new();
    let mut marked = Marked::default();
    clauses.iter().for_each(|e| marked.visit_expr(e));
    if !marked.terms.is_empty() {
        lists.push(names(&marked.terms, &variables));
    }
    for attr in sig.spec.ensures.iter().flat_map(|c| &c.attrs) {
        match terms(attr) {
            Some(terms) => lists.push(names(&terms, &variables)),
            None => return Vec::new(),
        }
    }
    if lists.iter().any(BTreeSet::is_empty) {
        return Vec::new();
    }
    lists.into_iter().map(|list| list.into_iter().collect::<Vec<_>>().join(" ")).collect()
}

/// The terms of `#![trigger a, b]`.
fn terms(attr: &Attribute) -> Option<Vec<Expr>> {
    let Meta::List(list) = &attr.meta else { return None };
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    Some(parser.parse2(list.tokens.clone()).ok()?.into_iter().collect())
}

/// The functions that terms call.
fn names(terms: &[Expr], variables: &Variables) -> BTreeSet<String> {
    let mut called = Called::default();
    terms.iter().for_each(|e| called.visit_expr(e));
    let is_function =
        |name: &String| !variables.0.contains(name) && !name.starts_with(char::is_uppercase) && name != "has_resolved";
    called.0.into_iter().filter(is_function).collect()
}

/// The names that patterns bind: those of a signature, in its contract too, or of a single pattern.
#[derive(Default)]
pub(crate) struct Variables(pub(crate) BTreeSet<String>);

impl<'ast> Visit<'ast> for Variables {
    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        self.0.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }
}

/// The terms marked `#[trigger]`, but for those of quantifiers within.
#[derive(Default)]
struct Marked {
    /// The marked terms.
    terms: Vec<Expr>,
}

impl<'ast> Visit<'ast> for Marked {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let mut bare = expr.clone();
        if bare.replace_attrs(Vec::new()).iter().any(|attr| attr.path().is_ident("trigger")) {
            self.terms.push(bare);
        }
        visit::visit_expr(self, expr);
    }

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}
}

/// The last segment of the callee's name.
#[derive(Default)]
struct Called(BTreeSet<String>);

impl<'ast> Visit<'ast> for Called {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.0.insert(call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(path) = &*call.func
            && let Some(last) = path.path.segments.last()
        {
            self.0.insert(last.ident.to_string());
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}
}

#[cfg(test)]
mod tests {
    use super::of;

    fn lists(source: &str) -> Vec<String> {
        verus_syn::parse_str::<verus_syn::ItemFn>(source).map(|f| of(&f.sig)).unwrap_or_else(|e| vec![e.to_string()])
    }

    #[test]
    fn names_of_marked_terms_are_one_list() {
        let text =
            "broadcast proof fn f(s: S, g: G) requires #[trigger] a::has(s), ensures #[trigger] s.len() >= g(1) {}";
        assert_eq!(lists(text), ["has len"]);
    }

    #[test]
    fn each_attribute_is_a_list() {
        let text = "broadcast proof fn f(s: S) ensures #![trigger s.a(), s.b()] #![trigger c(s)] s.a() == s.b() {}";
        assert_eq!(lists(text), ["a b", "c"]);
    }

    #[test]
    fn constructors_do_not_count() {
        let text =
            "broadcast proof fn f(x: int) ensures #[trigger] g(Some(x)), #[trigger] h(a::Pair(x, x)) == E::A(x) {}";
        assert_eq!(lists(text), ["g h"]);
    }

    #[test]
    fn the_end_of_borrows_does_not_count() {
        let text = "broadcast proof fn f(v: V, i: int) ensures #[trigger] has_resolved(v), #[trigger] g(v, i) == 1 {}";
        assert_eq!(lists(text), ["g"]);
    }

    #[test]
    fn inner_quantifiers_and_variables_do_not_count() {
        let text = "broadcast proof fn f(g: G) ensures #[trigger] g(1) == 2, forall|x| #[trigger] h(x) {}";
        assert_eq!(lists(text), [""; 0]);
    }
}
