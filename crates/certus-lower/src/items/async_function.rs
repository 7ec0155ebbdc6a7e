//! `async` functions.
//!
//! Such a function is two, as one with an `impl Trait` result is. Callers see one that gives a future at once: its type is an
//! abstract datatype, of which only the impl of `Future` is known, and the function ensures of it that what the body ensures
//! holds of its output if it is awaited. The other one (`REVEALED_BODY` after the path) has the body, and gives the output.
//!
//! Of `async fn f(x: u8) -> (r: u8) ensures r == x` come
//!
//! ```text
//! f(x) -> future        ensures is_awaited(future) ==> output(future) == x
//! f{body}(x) -> r       ensures r == x, with the statements to check
//! ```
//!
//! What `.await` does says the library (`vstd::future`): the output of a future is one value, however it is known. That is true of
//! the futures of `async` functions, which give an output once; an impl of `Future` may give any. So verified types have
//! none.

use std::rc::Rc;

use certus_diagnostics::{Span, Unsupported};
use certus_tree::{self as tree, DefId, Item, Known};
use certus_vir::subst::Subst;
use certus_vir::{Clause, Expr, ExprKind, Function, Mode, Param, Path, Sizedness, TraitImpl, Ty};

use super::function::FunctionBody;
use super::opaque_results::opaque_path;
use crate::context::{Context, Entry};
use crate::error::{Result, fail};

/// The items of the library that say what a future is.
struct FutureItems {
    /// `vstd::future::output`.
    output: Path,
    /// `vstd::future::is_awaited`.
    is_awaited: Path,
    /// `core::future::Future`.
    trait_: DefId,
}

impl Context<'_> {
    /// The function as its callers see it, and the one with its body.
    pub(super) fn lower_async(&mut self, def: DefId, entry: &Entry, item: &tree::Function) -> Result<()> {
        let library = self.async_rules(def, entry, item)?;
        let output = self.async_output(def, item, library.trait_)?;
        let declared = self.signature(def, entry, item, Mode::Exec)?;
        let Some(body) = self.tree.body(def)?.map(Rc::new) else {
            return fail(Unsupported::Async, "an `async` function without a body is not supported", item.def.name_span);
        };
        let verify = self.tree.is_local(def) && self.wants_check(entry);
        let mut function = declared.clone();
        function.ret.ty = output.clone();
        let owner = self.owner(def, entry, Mode::Exec);
        let (whole, _) = FunctionBody { entry, item, function, verify }.lower_with(self, body.clone(), owner)?;
        if verify {
            self.hidden_body_rules(def, entry, &whole, &body)?;
        }
        let mut seen =
            Function { check: None, ret: Param { ty: declared.ret.ty.clone(), ..whole.ret.clone() }, ..whole.clone() };
        seen.ensures = promises(&whole, &seen, &library);
        self.future_type(&seen, &library, output);
        if verify {
            self.add_hidden_body(&mut seen, whole);
        }
        self.output.add_function(seen);
        Ok(())
    }

    /// Errs with `unsupported/async` for functions of traits and for those that do not run, and without the library.
    fn async_rules(&mut self, def: DefId, entry: &Entry, item: &tree::Function) -> Result<FutureItems> {
        let wrong = |text: &str| fail(Unsupported::Async, text, item.def.name_span);
        if self.mode_of(def)? != Mode::Exec {
            return wrong("only functions that run may be `async`");
        }
        if item.trait_method.is_some() {
            return wrong("`async` functions of traits are not supported");
        }
        let attrs = &entry.attrs;
        if attrs.allow_in_spec || attrs.when_used_as_spec.is_some() {
            return wrong("an `async` function cannot be used in specifications");
        }
        let (Some(output), Some(is_awaited), Some(trait_)) = (
            self.tree.lookup(Known::FutureOutput.path()),
            self.tree.lookup(Known::FutureIsAwaited.path()),
            self.tree.lookup(Known::Future.path()),
        ) else {
            return wrong("`async` functions need the library `vstd`");
        };
        self.request(output);
        self.request(is_awaited);
        self.mention_trait(trait_)?;
        Ok(FutureItems { output: self.path(output), is_awaited: self.path(is_awaited), trait_ })
    }

    /// What the future of an `async` function gives. Errs with `unsupported/async` for a type with `impl Trait` in it.
    fn async_output(&mut self, def: DefId, item: &tree::Function, future: DefId) -> Result<Ty> {
        let projection = tree::Ty::Projection(future, vec![item.ret.clone()], "Output".into());
        let output = self.tree.normalize(&projection, def);
        if has_opaque(&output) {
            let text = "an `impl Trait` in the result of an `async` function is not supported";
            return fail(Unsupported::Async, text, item.ret_span);
        }
        self.ty(&output, item.ret_span)
    }

    /// Declares the type of the future of a function.
    fn future_type(&mut self, seen: &Function, library: &FutureItems, output: Ty) {
        let path = opaque_path(&seen.path, 0);
        self.declare_datatype((path, seen.type_params.clone()), None, Sizedness::Always, seen.span);
        let (trait_, args) = (self.path(library.trait_), vec![seen.ret.ty.clone()]);
        let bare = TraitImpl::bare(trait_, seen.type_params.clone(), seen.bounds.clone(), args, seen.span);
        self.output.add_impl(TraitImpl { types: vec![("Output".into(), output)], ..bare });
    }

    /// Errs with `unsupported/async` for an impl of `Future` or `IntoFuture` for a type that verified code knows. Two equal values
    /// could then give different outputs.
    pub(super) fn no_own_future(&mut self, item: &tree::Impl) -> Result<()> {
        let Some((trait_, _)) = &item.trait_ else { return Ok(()) };
        let is_future = matches!(self.tree.known(*trait_), Some(Known::Future | Known::IntoFuture));
        if !is_future || item.is_negative || self.tree.is_library(item.def.id) || self.is_unknown_type(&item.self_ty)? {
            return Ok(());
        }
        let text = "an impl of `Future` for a type that verified code knows is not supported: its output need not be \
                    one value";
        fail(Unsupported::Async, text, item.def.span)
    }

    /// Whether a type is a struct, enum or union that verified code does not know.
    fn is_unknown_type(&mut self, ty: &tree::Ty) -> Result<bool> {
        let tree::Ty::Adt(def, _) = ty else { return Ok(false) };
        Ok(!self.tree.is_library(*def) && self.is_external(*def)? && self.proxy_of(*def)?.is_none())
    }

    /// Errs with `unsupported/async` where `.await` is asked of something other than a future: `IntoFuture` may do anything first.
    pub(crate) fn awaitable(&mut self, ty: &tree::Ty, at: DefId, span: Span) -> Result<()> {
        let is_future = match (ty, self.tree.lookup(Known::Future.path())) {
            (tree::Ty::Opaque(..) | tree::Ty::Param(..), Some(future)) => {
                self.tree.implements(future, std::slice::from_ref(ty), at)
            }
            _ => false,
        };
        match is_future {
            true => Ok(()),
            false => fail(
                Unsupported::Async,
                "`.await` is supported for futures of an `impl` type or a type parameter",
                span,
            ),
        }
    }

    /// Whether the result of a function is the future of an `async` one.
    pub(super) fn is_async(&mut self, def: DefId) -> Result<bool> {
        Ok(matches!(&self.entry(def)?.item, Item::Function(function) if function.is_async))
    }
}

/// What callers know of the future: each postcondition of the body, of the output, if the future is awaited.
fn promises(whole: &Function, seen: &Function, library: &FutureItems) -> Vec<Clause> {
    let future = |span| Expr::var(&seen.ret.var, seen.ret.ty.clone(), span);
    let of_future = |path: &Path, ty: Ty, span| {
        Expr::new(ExprKind::Call(path.clone(), vec![seen.ret.ty.clone()], vec![future(span)]), ty, span)
    };
    let promise = |clause: &Clause| {
        let span = clause.span;
        let mut subst = Subst::new();
        subst.var(&whole.ret.var, of_future(&library.output, whole.ret.ty.clone(), span));
        let is_awaited = of_future(&library.is_awaited, Ty::Bool, span);
        Clause { expr: Expr::implies(is_awaited, subst.apply(&clause.expr)), span }
    };
    whole.ensures.iter().map(promise).collect()
}

/// Whether there is an `impl Trait` in a type.
fn has_opaque(ty: &tree::Ty) -> bool {
    matches!(ty, tree::Ty::Opaque(..)) || ty.parts().any(has_opaque)
}
