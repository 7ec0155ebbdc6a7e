//! Spec functions that say what an impl of a trait of the standard library does, and that nobody defined for a type.
//!
//! The contract of `Add::add` speaks of `obeys_add_spec` and `add_spec`, which an impl of `AddSpecImpl` defines. Whoever writes an
//! impl of `Add` alone sees a contract fail that stands in the library.

use certus_diagnostics::Note;
use certus_vc::Obligation;
use certus_vir::{ExprKind, Path, Program, Ty, visit};

use crate::alone::help;
use crate::definitions::short;

/// How the trait of an extension is called that types implement.
const IMPLEMENTED: &str = "SpecImpl";

/// The impl that a goal needs, if it speaks of a spec function that a type does not have.
pub(crate) fn note(program: &Program, obligation: &Obligation, index: usize) -> Option<Note> {
    let own = obligation.module.split("::").next().unwrap_or(&obligation.module);
    let mut found: Option<(Path, Vec<Ty>)> = None;
    visit::walk(&obligation.goals.get(index)?.expr, &mut |e| {
        if let ExprKind::Call(path, args, _) = &*e.kind
            && is_undefined(program, path, args, own)
        {
            found = found.take().or(Some((path.clone(), args.clone())));
        }
    });
    let (path, args) = found?;
    let (trait_, name) = path.rsplit_once("::")?;
    let (this, others) = args.split_first()?;
    let shown = |ty: &Ty| ty.to_string().replace(&format!("{own}::"), "");
    let others: Vec<String> = others.iter().filter(|ty| *ty != this).map(shown).collect();
    let others = if others.is_empty() { String::new() } else { format!("<{}>", others.join(", ")) };
    let (trait_, this) = (short(trait_, obligation), shown(this));
    let promise = match name.starts_with("obeys_") {
        true => " (where it is `false`, the contract promises nothing)",
        false => "",
    };
    let text =
        format!("nothing defines `{name}` for `{this}`{promise}: write `impl {trait_}{others} for {this} {{ .. }}`");
    Some(help(text, Vec::new()))
}

/// Whether a function belongs to the extension of a trait, is called for a struct or enum of the crate, and no impl defines it for that.
fn is_undefined(program: &Program, path: &Path, args: &[Ty], own: &str) -> bool {
    let Some((trait_, _)) = path.rsplit_once("::").filter(|(trait_, _)| trait_.ends_with(IMPLEMENTED)) else {
        return false;
    };
    let Some(Ty::Data(this, _)) = args.first() else { return false };
    if this.split("::").next() != Some(own) {
        return false;
    }
    let is_of = |ty: Option<&Ty>| match ty {
        Some(Ty::Data(of, _)) => of == this,
        other => matches!(other, Some(Ty::Param(_) | Ty::Proj(..)) | None),
    };
    !program.impls.iter().any(|found| &*found.trait_ == trait_ && is_of(found.args.first()))
}
