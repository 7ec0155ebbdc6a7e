//! Functions with `impl Trait` in their result types.
//!
//! Guide page `opaque-results`. The rewriter puts the postconditions of such a function `f` into a function beside it, whose
//! result has type parameters for the `impl` types. Here it becomes two functions. Callers see one whose result has abstract
//! datatypes for them, of which only the bounds are known: each bound is an impl without functions. The other one has the body
//! ([`REVEALED_BODY`] after the path), and there each is the type that the body gives.

use std::collections::BTreeMap;
use std::rc::Rc;

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, DefId, Item, Known, RESULT_PARAMETER};
use certus_vir::subst::Subst;
use certus_vir::{Function, Mode, OPAQUE_RESULT, Path, REVEALED_BODY, Sizedness, TraitImpl, Ty};

use super::function::FunctionBody;
use super::traits::same_variables;
use crate::context::{Context, EnclosingFunction, Entry};
use crate::error::{Result, fail};

/// What the names of the type parameters of the stating function stand for.
pub(super) type Meaning = BTreeMap<String, u32>;

impl Context<'_> {
    /// The abstract type of an `impl Trait` in the result of a function. Errs with `unsupported/impl-trait` for functions that
    /// nobody states.
    pub(crate) fn opaque_ty(&mut self, def: DefId, number: u32, args: &[tree::Ty], span: Span) -> Result<Ty> {
        let is_stated = self.entry(def)?.attrs.opaque_result || self.is_async(def)? || self.assumes_result(def)?;
        if !is_stated {
            let text = "the `impl Trait` in the result of this function is supported only for functions that \
                        run, outside of traits";
            return fail(Unsupported::ImplTrait, text, span);
        }
        self.request(def);
        Ok(Ty::Data(opaque_path(&self.path(def), number), self.tys(args, span)?))
    }

    /// The function as its callers see it, and the one with its body.
    pub(super) fn lower_opaque_result(&mut self, def: DefId, entry: &Entry, item: &tree::Function) -> Result<()> {
        let span = item.ret_span;
        let mode = self.mode_of(def)?;
        if mode != Mode::Exec {
            return fail(
                Language::OpaqueResult,
                "only the result of a function that runs may be of an `impl` type",
                span,
            );
        }
        let Some(stated) = self.result_stated_by(entry, item)? else {
            return fail(Unsupported::ImplTrait, "an `impl Trait` in this result is not supported here", span);
        };
        self.lower_item(stated)?;
        let stated_entry = self.entry(stated)?;
        let Item::Function(stating) = &stated_entry.item else { return Ok(()) };
        let stated = self.path(stated);
        let Some(contract) = self.output.function(&stated).cloned() else { return Ok(()) };
        let meaning = self.meaning(def, item, stating)?;
        let declared = self.signature(def, entry, item, mode)?;
        let Some(body) = self.tree.body(def)?.map(Rc::new) else {
            return fail(Unsupported::ImplTrait, "an `impl Trait` in this result is not supported here", span);
        };
        let verify = self.tree.is_local(def) && self.wants_check(entry);
        if verify && mentions(&body.value, def) {
            let text = "a function with `impl Trait` in its result that calls itself is not supported";
            return fail(Unsupported::ImplTrait, text, item.def.name_span);
        }
        let around = EnclosingFunction { path: declared.path.clone(), params: declared.type_params.clone() };
        let hidden = self.within(around, |cx| cx.hidden_types(&body, span))?;
        if verify && meaning.values().any(|number| !hidden.contains_key(number)) {
            let text = "the type that this `impl Trait` stands for is not known";
            return fail(Unsupported::ImplTrait, text, span);
        }
        let path = declared.path.clone();
        let own: Vec<Ty> = declared.type_params.iter().map(|p| Ty::Param(p.name.clone())).collect();
        let abstract_ty = |number: u32| Ty::Data(opaque_path(&path, number), own.clone());
        let of_body = |number: u32| hidden.get(&number).cloned().unwrap_or_else(|| abstract_ty(number));
        let owner = self.owner(def, entry, mode);
        let mut function = declared.clone();
        if verify {
            function.ret.ty = type_subst(&contract, &declared, &meaning, &of_body).apply_ty(&contract.ret.ty);
        }
        let (mut whole, _) = FunctionBody { entry, item, function, verify }.lower_with(self, body.clone(), owner)?;
        if verify {
            self.hidden_body_rules(def, entry, &whole, &body)?;
        }
        let mut seen = Function {
            check: None,
            ret: certus_vir::Param { ty: declared.ret.ty.clone(), ..whole.ret.clone() },
            ..whole.clone()
        };
        seen.ensures = postconditions(&contract, &seen, &meaning, &abstract_ty);
        self.opaque_types(&path, (&contract, &seen), &meaning, &hidden);
        if verify {
            whole.ensures = postconditions(&contract, &whole, &meaning, &of_body);
            self.add_hidden_body(&mut seen, whole);
        }
        self.output.add_function(seen);
        Ok(())
    }

    /// The rules on the body of a function that callers see as another one.
    pub(super) fn hidden_body_rules(
        &mut self,
        def: DefId,
        entry: &Entry,
        whole: &Function,
        body: &Rc<tree::Body>,
    ) -> Result<()> {
        self.check_modes(def, entry, body)?;
        let no_unwind = matches!(whole.unwind, certus_vir::Unwind::Never);
        self.check_update_stays(entry, Mode::Exec, no_unwind, body)?;
        self.check_visibility(entry, Mode::Exec, &whole.publish, body)
    }

    /// Adds the body of a function as one of its own, which is proved, and which the function that callers see depends on.
    pub(super) fn add_hidden_body(&mut self, seen: &mut Function, mut whole: Function) {
        whole.path = format!("{}{REVEALED_BODY}", seen.path).into();
        seen.extra_deps.push(whole.path.clone());
        self.output.add_verified(whole.path.clone());
        self.output.add_function(whole);
    }

    /// The function that the rewriter put beside one with `impl Trait` in its result.
    fn result_stated_by(&mut self, entry: &Entry, item: &tree::Function) -> Result<Option<DefId>> {
        let is_it = |other: &Entry| other.attrs.result_of.as_deref() == Some(item.def.name.as_str());
        let parent = entry.def().parent.map(|parent| self.entry(parent)).transpose()?;
        if let Some(Item::Impl(of)) = parent.as_ref().map(|parent| &parent.item) {
            for id in &of.items {
                if is_it(&*self.entry(*id)?) {
                    return Ok(Some(*id));
                }
            }
            return Ok(None);
        }
        let path = self.tree.path(item.def.id);
        let (module, name) = path.rsplit_once("::").unwrap_or(("", &path));
        let Some(found) = self.tree.lookup(&format!("{module}::__certus_result_{name}")) else { return Ok(None) };
        Ok(is_it(&*self.entry(found)?).then_some(found))
    }

    /// Which `impl Trait` of the result each type parameter of the stating function stands for. Those within the bounds of
    /// others are found through the associated types of these. Errs with `unsupported/impl-trait`.
    pub(super) fn meaning(&mut self, def: DefId, item: &tree::Function, stating: &tree::Function) -> Result<Meaning> {
        let mut meaning = Meaning::new();
        pairs(&item.ret, &stating.ret, &mut meaning);
        let own = own_params(item);
        // Each round finds those of one level.
        for _ in &stating.generics.params {
            for clause in &stating.generics.clauses {
                let Some(tree::Ty::Param(_, name)) = clause.args.first() else { continue };
                let Some(number) = meaning.get(name).copied() else { continue };
                for (assoc, ty) in &clause.assoc {
                    let outer = tree::Ty::Opaque(def, number, own.clone());
                    let args = std::iter::once(outer).chain(clause.args.iter().skip(1).cloned()).collect();
                    let projection = tree::Ty::Projection(clause.trait_, args, assoc.clone());
                    pairs(&self.tree.normalize(&projection, def), ty, &mut meaning);
                }
            }
        }
        let mut all = stating.generics.params.iter().filter(|p| stands_for_result(p));
        if all.any(|p| !meaning.contains_key(&p.name)) {
            let text = "an `impl Trait` in this place of a result is not supported";
            return fail(Unsupported::ImplTrait, text, item.ret_span);
        }
        Ok(meaning)
    }

    /// The types that the `impl` types stand for, as far as the body is known.
    fn hidden_types(&mut self, body: &tree::Body, span: Span) -> Result<BTreeMap<u32, Ty>> {
        let mut found = BTreeMap::new();
        for (number, ty) in &body.hidden {
            found.insert(*number, self.ty(ty, span)?);
        }
        Ok(found)
    }

    /// Declares the abstract types of the result of the function of this path, with an impl for each of their bounds: those that
    /// the first function states of the second one.
    pub(super) fn opaque_types(
        &mut self,
        function: &Path,
        (contract, seen): (&Function, &Function),
        meaning: &Meaning,
        hidden: &BTreeMap<u32, Ty>,
    ) {
        let own: Vec<Ty> = seen.type_params.iter().map(|p| Ty::Param(p.name.clone())).collect();
        for number in meaning.values() {
            let path = opaque_path(function, *number);
            self.declare_datatype((path, seen.type_params.clone()), None, Sizedness::Always, seen.span);
        }
        let abstract_ty = |number: u32| Ty::Data(opaque_path(function, number), own.clone());
        let subst = type_subst(contract, seen, meaning, &abstract_ty);
        for bound in &contract.bounds {
            let Some(Ty::Param(name)) = bound.args.first() else { continue };
            let Some(number) = meaning.get(&**name) else { continue };
            if Known::of(&bound.trait_) == Some(Known::Sized) {
                continue;
            }
            self.output.add_impl(TraitImpl {
                trait_: bound.trait_.clone(),
                params: seen.type_params.clone(),
                bounds: seen.bounds.clone(),
                args: bound.args.iter().map(|ty| subst.apply_ty(ty)).collect(),
                functions: Vec::new(),
                types: bound.assoc.iter().map(|(name, ty)| (name.clone(), subst.apply_ty(ty))).collect(),
                hidden: hidden.get(number).cloned(),
                derived: false,
                span: seen.span,
            });
        }
    }
}

/// The path of the abstract type of an `impl Trait`.
pub(super) fn opaque_path(function: &Path, number: u32) -> Path {
    format!("{function}{OPAQUE_RESULT}{number}}}").into()
}

/// The postconditions that one function states, as those of another, with these types for the `impl` types.
pub(super) fn postconditions(
    from: &Function,
    to: &Function,
    meaning: &Meaning,
    ty_of: &dyn Fn(u32) -> Ty,
) -> Vec<certus_vir::Clause> {
    let mut subst = type_subst(from, to, meaning, ty_of);
    same_variables(from, to, &mut subst);
    let put = |clause: &certus_vir::Clause| certus_vir::Clause { expr: subst.apply(&clause.expr), span: clause.span };
    from.ensures.iter().map(put).collect()
}

/// Puts the type parameters of one function for those of another, in order, and types for those that stand for `impl` types.
pub(super) fn type_subst(from: &Function, to: &Function, meaning: &Meaning, ty_of: &dyn Fn(u32) -> Ty) -> Subst {
    let mut subst = Subst::new();
    let mut own = to.type_params.iter();
    for param in &from.type_params {
        match meaning.get(&*param.name) {
            Some(number) => subst.ty(&param.name, ty_of(*number)),
            None => {
                if let Some(own) = own.next() {
                    subst.ty(&param.name, Ty::Param(own.name.clone()));
                }
            }
        }
    }
    subst
}

/// The parameters of a function, as arguments.
pub(super) fn own_params(item: &tree::Function) -> Vec<tree::Ty> {
    let all = item.generics.params.iter().enumerate().map(|(i, p)| match p.is_const {
        true => tree::Ty::Const(tree::ConstArg::Param(i as u32, p.name.clone())),
        false => tree::Ty::Param(i as u32, p.name.clone()),
    });
    all.collect()
}

/// Whether a type parameter stands for an `impl Trait` of a result.
pub(super) fn stands_for_result(param: &tree::GenericParam) -> bool {
    param.name.starts_with(RESULT_PARAMETER)
}

/// Notes which `impl Trait` stands where the other type has a type parameter for one.
fn pairs(ty: &tree::Ty, stated: &tree::Ty, meaning: &mut Meaning) {
    match (ty, stated) {
        (tree::Ty::Opaque(_, number, _), tree::Ty::Param(_, name)) if name.starts_with(RESULT_PARAMETER) => {
            meaning.insert(name.clone(), *number);
        }
        _ => ty.parts().zip(stated.parts()).for_each(|(ty, stated)| pairs(ty, stated, meaning)),
    }
}

/// Whether an expression names a function.
fn mentions(e: &tree::Expr, def: DefId) -> bool {
    let mut found = match &e.kind {
        tree::ExprKind::Call { callee: tree::CallKind::Fn { def: called, .. }, .. } => *called == def,
        tree::ExprKind::FnItem(named, _) => *named == def,
        _ => false,
    };
    tree::visit::children(e, &mut |part| {
        found = found || stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || mentions(part, def));
    });
    found
}
