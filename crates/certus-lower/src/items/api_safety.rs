//! Whether code that is not verified may use the crate (`-V check-api-safety`).
//!
//! Callers that are not verified know nothing of preconditions, and implementations that are not verified prove nothing.
//! So a function that both can reach must ask for nothing, and a trait that anyone can implement must promise nothing but
//! what every implementation keeps, whatever it does. That is for the solver to show (guide page `api-safety`): the
//! contract of each function of such a trait is checked against a result and final values of which nothing is known.
//! The spec functions of the trait are then what their default definitions say, and arbitrary where they have none, for
//! the implementation says nothing about them.
//!
//! `pub` is what counts, and not whether the item can be reached: an item that is `pub` in a private module can be exported
//! again.

use std::collections::HashSet;

use certus_diagnostics::{Diagnostic, Language};
use certus_tree::{self as tree, DefId, Item, Known, Ty as TreeTy, Visibility};
use certus_vir::{
    API_SAFETY, Binder, Body, Clause, Expr, ExprKind, Function, Goal, GoalKind, Mode, Path, Prover, Publish, QuantKind,
    Stmt, StmtKind, Trigger, Ty, Unwind, Var, subst::Subst,
};

use super::traits::default_path;
use crate::context::{Context, Entry};
use crate::error::Result;

/// What there is to say of a trait as others see it.
struct Seen {
    /// Whether other crates can name it.
    is_public: bool,
    /// Whether an implementation must be `unsafe`: then who writes it answers for the contracts.
    is_unsafe: bool,
}

/// A function of a trait with what is known of it.
struct Declared<'a> {
    item: &'a tree::Function,
    function: &'a Function,
    trait_: DefId,
    /// What every proof uses.
    defaults: &'a [Path],
}

impl Context<'_> {
    /// Reports what code that is not verified could misuse, and adds the obligations about traits. Comes after modules have
    /// added what they use to their functions; `defaults` is what every proof uses.
    pub(super) fn check_api_safety(&mut self, defaults: &[Path]) -> Result<()> {
        for def in self.tree.local_items() {
            let entry = self.entry(def)?;
            let Item::Function(item) = &entry.item else { continue };
            let path = self.path(def);
            let Some(function) = self.output.function(&path).cloned() else { continue };
            if entry.attrs.spec_of.is_some() || function.mode == Mode::Spec || self.is_external(def)? {
                continue;
            }
            if entry.attrs.opaque_result {
                let text = "results of `impl` types are not supported with this check: code that gets one can use it without \
                            the preconditions of its functions";
                let error = Diagnostic::error(Language::ApiSafety, text, item.def.name_span);
                self.output.report_about(path.clone(), vec![error.with_help("name the type of the result")]);
            }
            match item.trait_method {
                Some((trait_, _)) if item.is_trait_decl => {
                    self.declared_safely(&Declared { item, function: &function, trait_, defaults })?;
                }
                Some((trait_, _)) => {
                    let is_public = self.seen(trait_)?.is_public;
                    self.asks_for_nothing(is_public, item, &function);
                }
                None => self.asks_for_nothing(is_reached(&entry), item, &function),
            }
        }
        Ok(())
    }

    /// Reports a precondition of a safe function that runs, if others can call it.
    fn asks_for_nothing(&mut self, is_public: bool, item: &tree::Function, function: &Function) {
        if let (true, Mode::Exec, false, Some(first)) =
            (is_public, function.mode, item.is_unsafe, function.requires.first())
        {
            let text = format!("code that is not verified can call `{}` without its precondition", function.name);
            let error = Diagnostic::error(Language::ApiSafety, text, item.def.name_span)
                .with_secondary(first.span, "required here")
                .with_help("make the function `unsafe`, hide it, or check the condition when it runs");
            self.output.report_about(function.path.clone(), vec![error]);
        }
    }

    /// A function as a trait declares it: what callers need not prove, and what implementations need not keep.
    fn declared_safely(&mut self, declared: &Declared<'_>) -> Result<()> {
        let Declared { item, function, trait_, .. } = *declared;
        let seen = self.seen(trait_)?;
        if item.has_body {
            // An implementation elsewhere may have no body of its own.
            self.asks_for_nothing(seen.is_public, item, function);
        }
        if !seen.is_public || seen.is_unsafe {
            return Ok(());
        }
        let span = item.def.name_span;
        let name = &function.name;
        let mut wrong = Vec::new();
        if function.mode == Mode::Exec {
            if !matches!(function.unwind, Unwind::May) {
                wrong.push(format!("an implementation of `{name}` that is not verified may unwind"));
            }
            if !function.opens.is_any() {
                wrong.push(format!("an implementation of `{name}` that is not verified may open any invariant"));
            }
            if self.takes_callables(item)? {
                wrong.push(format!(
                    "an implementation of `{name}` that is not verified can call its argument without the precondition"
                ));
            }
        } else if !item.has_body && function.ret.mode == Mode::Proof && *function.ret.ty.value() != Ty::unit() {
            wrong.push(format!("an implementation of `{name}` that is not verified has no tracked value to return"));
        }
        let error =
            |text| Diagnostic::error(Language::ApiSafety, text, span).with_help("make the trait `unsafe`, or hide it");
        let wrong: Vec<Diagnostic> = wrong.into_iter().map(error).collect();
        if !wrong.is_empty() {
            self.output.report_about(function.path.clone(), wrong);
        }
        let has_obligation = function.mode == Mode::Exec || !item.has_body;
        if has_obligation && !function.ensures.is_empty() {
            self.any_implementation_keeps(declared)?;
        }
        Ok(())
    }

    /// How others see a trait. Of a specification of a trait from outside, that trait is what they see.
    fn seen(&mut self, trait_: DefId) -> Result<Seen> {
        let trait_ = self.as_proxy(trait_)?.map_or(trait_, |(_, target)| target);
        let entry = self.entry(trait_)?;
        let is_unsafe = matches!(&entry.item, Item::Trait(item) if item.is_unsafe);
        Ok(Seen { is_public: entry.def().visibility == Visibility::Public, is_unsafe })
    }

    /// Whether a type parameter of a function is a type of closures or functions. A caller that is verified may give it one
    /// with a precondition.
    fn takes_callables(&mut self, item: &tree::Function) -> Result<bool> {
        let mut pending: Vec<DefId> = Vec::new();
        for clause in &item.generics.clauses {
            let of = clause.args.first();
            if let Some(TreeTy::Param(index, ..)) = of
                && *index as usize >= item.generics.inherited
            {
                pending.push(clause.trait_);
            }
        }
        let mut known = HashSet::new();
        while let Some(trait_) = pending.pop() {
            if !known.insert(trait_) {
                continue;
            }
            if matches!(self.known(trait_), Some(Known::Fn | Known::FnMut | Known::FnOnce)) {
                return Ok(true);
            }
            if let Item::Trait(of) = &self.entry(trait_)?.item {
                pending.extend(of.generics.clauses.iter().map(|clause| clause.trait_));
            }
        }
        Ok(false)
    }

    /// Adds the obligation that the contract holds of every result and of all final values.
    fn any_implementation_keeps(&mut self, declared: &Declared<'_>) -> Result<()> {
        let Declared { item, function, trait_, .. } = *declared;
        let span = item.def.name_span;
        let mut requires = function.requires.clone();
        requires.extend(self.default_definitions(function, trait_)?);
        let ret = Binder { var: function.ret.var.clone(), ty: function.ret.ty.clone() };
        let mut check = vec![Stmt::new(StmtKind::Declare(ret, None), span)];
        check.extend(function.ensures.iter().map(|clause| {
            let related = vec![(clause.span, "an implementation that is not verified may not ensure this".to_owned())];
            let goal = Goal { kind: GoalKind::ApiSafety, expr: clause.expr.clone(), span, related, note: None };
            Stmt::new(StmtKind::Assert(goal), span)
        }));
        // A broadcast lemma may rest on a proof function of the trait, and not be used to show that there is one. Code that
        // runs proves no lemma.
        let of_module = if function.mode == Mode::Exec { function.uses.as_slice() } else { &[] };
        let uses = declared.defaults.iter().chain(of_module).cloned().collect();
        let path: Path = format!("{}{API_SAFETY}", function.path).into();
        self.output.add_function(Function {
            path: path.clone(),
            requires,
            check: Some(check),
            uses,
            ensures: Vec::new(),
            body: Body::None,
            publish: Publish::Never,
            termination: None,
            broadcast: None,
            extra_deps: Vec::new(),
            prover: if function.prover == Prover::Epr { Prover::Epr } else { Prover::Default },
            allow_vacuous: true,
            ..function.clone()
        });
        self.output.add_verified(path);
        Ok(())
    }

    /// That the spec functions of the trait are what their default definitions say, for the type in question. Those with
    /// type parameters of their own stay arbitrary, which is the weaker premise.
    fn default_definitions(&mut self, of: &Function, trait_: DefId) -> Result<Vec<Clause>> {
        let entry = self.entry(trait_)?;
        let Item::Trait(item) = &entry.item else { return Ok(Vec::new()) };
        let count = item.generics.params.len();
        let args: Vec<Ty> = of.type_params.iter().take(count).map(|p| Ty::Param(p.name.clone())).collect();
        let mut found = Vec::new();
        for id in &item.items {
            let path = self.path(*id);
            let default = default_path(&path);
            let Some(function) = self.output.function(&default) else { continue };
            if function.mode == Mode::Spec && function.type_params.len() == count {
                found.push(definition(function, path, default.clone(), &args));
            }
        }
        Ok(found)
    }
}

/// Whether code of other crates can call a function that is of no trait. What specifies a function from outside is not
/// the function that they call.
fn is_reached(entry: &Entry) -> bool {
    let is_specification = entry.attrs.assume_specification || entry.attrs.external_fn_specification;
    entry.def().visibility == Visibility::Public && !is_specification
}

/// For all arguments, the function of these type arguments is its default body.
fn definition(function: &Function, path: Path, default: Path, args: &[Ty]) -> Clause {
    let span = function.span;
    let mut subst = Subst::new();
    for (param, arg) in function.type_params.iter().zip(args) {
        subst.ty(&param.name, arg.clone());
    }
    let binder = |(index, param): (u32, &certus_vir::Param)| {
        let ty = subst.apply_ty(&param.ty);
        Binder { var: Var { name: format!("of%{}", param.var.name).as_str().into(), index }, ty }
    };
    let binders: Vec<Binder> = (0..).zip(&function.params).map(binder).collect();
    let ty = subst.apply_ty(&function.ret.ty);
    let values = binders.iter().map(|b| Expr::var(&b.var, b.ty.clone(), span)).collect::<Vec<_>>();
    let call = |path: Path| Expr::new(ExprKind::Call(path, args.to_vec(), values.clone()), ty.clone(), span);
    let called = call(path);
    let is_default = Expr::eq(called.clone(), call(default));
    let expr = if binders.is_empty() {
        is_default
    } else {
        let trigger = Trigger::Given(vec![vec![called]]);
        Expr::new(ExprKind::Quant(QuantKind::Forall, binders, trigger, is_default), Ty::Bool, span)
    };
    Clause { expr, span }
}
