//! Callees of the tree as text, for messages.
//!
//! For example, a function of an inherent impl is shown as `<S>::f`, and a function of a trait as `<S as krate::T>::f`.

use certus_tree::{Mutability, Program, Ty};

use crate::shape::Shape;

/// A callee.
pub(crate) fn callee(program: &dyn Program, shape: &Shape) -> String {
    let all = |args: &[Ty]| match args.is_empty() {
        true => String::new(),
        false => format!("::<{}>", list(program, args)),
    };
    match shape {
        Shape::Free(def, args) => format!("{}{}", program.path(*def), all(args)),
        Shape::Inherent { this, name, own } => format!("<{}>::{name}{}", ty(program, this), all(own)),
        Shape::OfTrait { trait_, args, name, own } => {
            let (this, rest) = match args.split_first() {
                Some((this, rest)) => (ty(program, this), rest),
                None => ("_".into(), &[][..]),
            };
            let rest = if rest.is_empty() { String::new() } else { format!("<{}>", list(program, rest)) };
            format!("<{this} as {}{rest}>::{name}{}", program.path(*trait_), all(own))
        }
    }
}

/// Types with commas between them.
fn list(program: &dyn Program, tys: &[Ty]) -> String {
    tys.iter().map(|t| ty(program, t)).collect::<Vec<_>>().join(", ")
}

/// A type.
pub(crate) fn ty(program: &dyn Program, of: &Ty) -> String {
    let word = |m: &Mutability| if *m == Mutability::Mut { "mut " } else { "" };
    match of {
        Ty::Bool => "bool".into(),
        Ty::Char => "char".into(),
        Ty::Str => "str".into(),
        Ty::Never => "!".into(),
        Ty::Int(int) => int.name().into(),
        Ty::Float(width) => format!("f{width}"),
        Ty::Adt(def, args) | Ty::FnDef(def, args) if args.is_empty() => program.path(*def),
        Ty::Adt(def, args) | Ty::FnDef(def, args) => format!("{}<{}>", program.path(*def), list(program, args)),
        Ty::Ref(m, inner) => format!("&{}{}", word(m), ty(program, inner)),
        Ty::RawPtr(Mutability::Shared, inner) => format!("*const {}", ty(program, inner)),
        Ty::RawPtr(Mutability::Mut, inner) => format!("*mut {}", ty(program, inner)),
        Ty::Tuple(tys) => format!("({})", list(program, tys)),
        Ty::Slice(inner) => format!("[{}]", ty(program, inner)),
        Ty::Array(inner, len) => format!("[{}; {}]", ty(program, inner), len),
        Ty::Param(_, name) => name.clone(),
        Ty::FnPtr(tys, ret) => format!("fn({}) -> {}", list(program, tys), ty(program, ret)),
        Ty::Closure(_) => "{closure}".into(),
        Ty::Dyn(def, _) => format!("dyn {}", program.path(*def)),
        Ty::Opaque(def, ..) => format!("{{result of {}}}", program.path(*def)),
        Ty::Projection(def, args, name) => {
            let this = args.first().map_or_else(|| "_".into(), |this| ty(program, this));
            format!("<{this} as {}>::{name}", program.path(*def))
        }
        Ty::Const(value) => value.to_string(),
    }
}
