//! The callee of a call in the tree, in the terms in which rustc prints it.
//!
//! For example, `v.push(1)` on a `Vec<u8>` has the shape `Inherent { this: Vec<u8>, name: "push", own: [] }`, and
//! `x.clone()` on a type `S` has the shape `OfTrait { trait_: Clone, args: [S], name: "clone", own: [] }`.

use certus_tree::{DefId, Function, Item, Program, Ty};

/// A function, by the properties that identify it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A function of a module or of another function, with its arguments.
    Free(DefId, Vec<Ty>),
    /// A function of an inherent impl. For each type there is only one with the same name.
    Inherent {
        /// The type that the impl is for.
        this: Ty,
        /// The name of the function.
        name: String,
        /// The function's own generic arguments, without those of the impl or trait.
        own: Vec<Ty>,
    },
    /// A function of a trait. The impl follows, because there is only one for each trait with its arguments.
    OfTrait {
        /// The trait that declares the function.
        trait_: DefId,
        /// Its arguments, the self type first.
        args: Vec<Ty>,
        /// The name of the function.
        name: String,
        /// The function's own generic arguments, without those of the impl or trait.
        own: Vec<Ty>,
    },
}

impl Shape {
    /// The function's name.
    pub(crate) fn name(&self, program: &dyn Program) -> Option<String> {
        match self {
            Shape::Free(def, _) => program.item(*def).ok().map(|item| item.def().name.clone()),
            Shape::Inherent { name, .. } | Shape::OfTrait { name, .. } => Some(name.clone()),
        }
    }
}

/// The function of a definition.
pub(crate) fn function(program: &dyn Program, def: DefId) -> Option<Function> {
    match program.item(def) {
        Ok(Item::Function(function)) => Some(function),
        _ => None,
    }
}

/// The shape of a function with its arguments, those of its impl or trait first.
pub(crate) fn shape(program: &dyn Program, def: DefId, args: &[Ty], at: DefId) -> Option<Shape> {
    let args: Vec<Ty> = args.iter().map(|ty| program.normalize(ty, at)).collect();
    let function = function(program, def)?;
    let name = function.def.name.clone();
    let parent = function.def.parent.map(|parent| program.item(parent));
    match parent {
        Some(Ok(Item::Impl(of))) => {
            let (outer, own) = args.split_at_checked(function.generics.inherited)?;
            let own = own.to_vec();
            match &of.trait_ {
                Some((trait_, head)) => {
                    let args = head.iter().map(|ty| program.normalize(&ty.subst(outer), at)).collect();
                    Some(Shape::OfTrait { trait_: *trait_, args, name, own })
                }
                None => Some(Shape::Inherent { this: program.normalize(&of.self_ty.subst(outer), at), name, own }),
            }
        }
        Some(Ok(Item::Trait(of))) => {
            let (outer, own) = args.split_at_checked(function.generics.inherited)?;
            Some(Shape::OfTrait { trait_: of.def.id, args: outer.to_vec(), name, own: own.to_vec() })
        }
        Some(Ok(Item::Adt(_))) => None,
        _ => Some(Shape::Free(def, args)),
    }
}

/// Whether an impl's function is the resolution of a trait's function: a function of an impl of that trait for these
/// arguments.
pub(crate) fn agrees(written: &Shape, resolved: &Shape) -> bool {
    match (written, resolved) {
        (
            Shape::OfTrait { trait_, args, name, own },
            Shape::OfTrait { trait_: other, args: others, name: other_name, own: other_own },
        ) => {
            trait_ == other
                && name == other_name
                && own == other_own
                && args.len() == others.len()
                && args.iter().zip(others).all(|(a, b)| a == b)
        }
        _ => false,
    }
}

/// The same for a constant, whose arguments are those of its impl or trait.
pub(crate) fn constant(program: &dyn Program, def: DefId, args: &[Ty], at: DefId) -> Option<Shape> {
    let args: Vec<Ty> = args.iter().map(|ty| program.normalize(ty, at)).collect();
    let Ok(Item::Const(constant)) = program.item(def) else { return None };
    let (name, own) = (constant.def.name.clone(), Vec::new());
    match constant.def.parent.map(|parent| program.item(parent)) {
        Some(Ok(Item::Impl(of))) => match &of.trait_ {
            Some((trait_, head)) => {
                let args = head.iter().map(|ty| program.normalize(&ty.subst(&args), at)).collect();
                Some(Shape::OfTrait { trait_: *trait_, args, name, own })
            }
            None => Some(Shape::Inherent { this: program.normalize(&of.self_ty.subst(&args), at), name, own }),
        },
        Some(Ok(Item::Trait(of))) => Some(Shape::OfTrait { trait_: of.def.id, args, name, own }),
        _ => Some(Shape::Free(def, args)),
    }
}
