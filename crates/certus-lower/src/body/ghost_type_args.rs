//! Type arguments that only ghost code determines.
//!
//! What is compiled has no ghost code in it (`docs/notes/erased-form.md`), so rustc could not infer them there. Nothing is
//! guessed: only where it is certain that rustc would not know is the call refused.

use certus_diagnostics::{Language, Span};
use certus_tree::{self as tree, ConstArg, DefId, Item, Known, Ty};

use super::Fx;
use crate::error::{Result, fail};

impl Fx<'_, '_> {
    /// Errs with `language/untold-type` where a parameter of the called function is in the types of ghost arguments only, and
    /// these are written at the call, so that nothing is left of them when it is compiled.
    /// `f(Ghost(3u8))` of `fn f<T>(x: Ghost<T>)` is compiled as `f(Ghost::assume_new())`, from which no `T` can be
    /// told.
    pub(super) fn type_args_without_ghost(&mut self, def: DefId, args: &[tree::Expr], span: Span) -> Result<()> {
        let entry = self.cx.entry(def)?;
        let Item::Function(function) = &entry.item else { return Ok(()) };
        let generics = &function.generics;
        for (index, parameter) in generics.params.iter().enumerate().skip(generics.inherited) {
            let is_in = |ty: &Ty| mentions(ty, generics, index);
            // A bound may tell it, as there may be one impl only; but not one on the type itself, of which rustc wants to
            // know the type first.
            let tells = |clause: &tree::WhereClause| {
                let is_about = matches!(clause.args.first(), Some(Ty::Param(of, _)) if *of as usize == index);
                !is_about && clause.args.iter().chain(clause.assoc.iter().map(|(_, ty)| ty)).any(is_in)
            };
            if generics.clauses.iter().any(tells) || is_in(&function.ret) {
                continue;
            }
            let mut passed = function.params.iter().zip(args).filter(|(param, _)| is_in(&param.ty)).peekable();
            if passed.peek().is_some() && passed.all(|(param, arg)| self.is_wrapper(&param.ty) && self.is_wrapped(arg))
            {
                let (name, of) = (&parameter.name, &entry.def().name);
                let text = format!(
                    "only ghost code determines `{name}` of `{of}`, and ghost code is not compiled: write the type, \
                     as in `{of}::<..>(..)`"
                );
                return fail(Language::UntoldType, text, span);
            }
        }
        Ok(())
    }

    /// Whether a type is that of a ghost or tracked value in code that runs.
    fn is_wrapper(&mut self, ty: &Ty) -> bool {
        matches!(ty, Ty::Adt(def, _) if matches!(self.cx.builtin(*def), Some(Known::Ghost | Known::Tracked)))
    }

    /// Whether an argument is `Ghost(e)` or `Tracked(e)`, which is compiled without `e`.
    pub(super) fn is_wrapped(&mut self, arg: &tree::Expr) -> bool {
        let tree::ExprKind::Call { callee: tree::CallKind::Fn { def, .. }, .. } = &arg.kind else { return false };
        matches!(self.cx.builtin(*def), Some(Known::Ghost | Known::Tracked))
    }
}

/// Whether the parameter with this number is in a type.
fn mentions(ty: &Ty, generics: &tree::Generics, index: usize) -> bool {
    let own = generics.params.iter().enumerate().map(|(i, p)| match p.is_const {
        true => Ty::Const(ConstArg::Param(i as u32, p.name.clone())),
        false => Ty::Param(i as u32, p.name.clone()),
    });
    let mut changed: Vec<Ty> = own.collect();
    if let Some(slot) = changed.get_mut(index) {
        *slot = Ty::Const(ConstArg::Value(-1));
    }
    ty.subst(&changed) != *ty
}
