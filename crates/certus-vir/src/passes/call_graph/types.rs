//! Dependencies through types: traits, impls, and datatypes with bounds.
//!
//! A bound is an argument that nobody writes: who calls `f::<S>` where `f` asks for `A: T` gives `f` the impl of `T` for
//! `S`, all of its functions and proofs. So a generic item depends on the trait, its user on the impl, and the impl on
//! the trait and on everything that makes its types well formed. A way back to itself, of an impl or a trait, would let
//! a definition or a proof be made of itself.

use std::collections::BTreeSet;

use certus_diagnostics::Span;

use super::{Collector, EdgeKind, Node};
use crate::item::{Datatype, Function, Program, Trait, TraitBound, TraitImpl, TypeParam};
use crate::mode::Mode;
use crate::passes::dispatch;
use crate::ty::{Name, Path, Ty};

/// How many associated types are followed one into the other. Whoever goes on without end is found to do so by the impls
/// that the last one names.
const DEPTH: usize = 8;

/// True for a type with a parameter in it.
fn is_open(ty: &Ty) -> bool {
    match ty {
        Ty::Param(_) => true,
        Ty::Bool | Ty::Int(_) | Ty::Real | Ty::Const(_) => false,
        Ty::Data(_, tys) | Ty::FnItem(_, tys) | Ty::Proj(_, tys, _) => tys.iter().any(is_open),
        Ty::SpecFn(tys, ret) => tys.iter().any(is_open) || is_open(ret),
        Ty::Ref(ty) | Ty::Boxed(_, ty) | Ty::MutRef(ty) => is_open(ty),
    }
}

/// The types of the fields of the type that an impl is for.
fn fields_of(program: &Program, implementation: &TraitImpl) -> Vec<Ty> {
    let Some(Ty::Data(path, args)) = implementation.args.first() else { return Vec::new() };
    let Some(datatype) = program.datatypes.get(path) else { return Vec::new() };
    let arg = |name: &Name| args.get(datatype.params.iter().position(|param| param.name == *name)?).cloned();
    let fields = datatype.variants.iter().flatten().flat_map(|variant| &variant.fields);
    fields.map(|field| field.ty.subst(&arg)).collect()
}

impl Collector<'_> {
    /// What a function asks of its type parameters, and the types in its signature. That `Self` has the trait is not
    /// asked by the trait's own functions.
    pub(super) fn signature(&mut self, function: &Function) {
        let declared: Path = function.path.strip_suffix(crate::DEFAULT_BODY).unwrap_or(&function.path).into();
        let own = self.declared_in.get(&declared).cloned();
        self.bounds(&function.bounds, own.as_ref(), function.is_fixed, function.span);
        for param in function.params.iter().chain([&function.ret]) {
            self.ty(&param.ty, function.span);
        }
        // A named function that is the value of an `impl` type may be called by whoever gets the value.
        function.ret.ty.each_fn_item(&mut |path, _| self.edge_to_function(path, EdgeKind::Instance, function.span));
    }

    /// An impl: its trait, its bounds, its types, and the impls that its trait asks for beside it.
    pub(super) fn implementation(&mut self, implementation: &TraitImpl) {
        let (program, span) = (self.program, implementation.span);
        self.edge(Node::Trait(implementation.trait_.clone()), EdgeKind::Instance, span);
        self.bounds(&implementation.bounds, None, false, span);
        implementation.args.iter().for_each(|ty| self.ty(ty, span));
        implementation.types.iter().for_each(|(_, ty)| self.ty(ty, span));
        if let Some(trait_) = program.traits.get(&implementation.trait_) {
            let asked = trait_.bounds.iter().chain(&trait_.assoc_bounds);
            asked.for_each(|bound| self.instance(&trait_.params, bound, &implementation.args, span));
        }
        if implementation.derived {
            self.derived(implementation);
        }
    }

    /// What derived functions call: those of the impls for the types of the fields that somebody wrote. Derived ones among
    /// themselves follow the structure of a value, which ends.
    fn derived(&mut self, implementation: &TraitImpl) {
        let program = self.program;
        let mut seen = BTreeSet::new();
        let mut open = vec![implementation];
        while let Some(derived) = open.pop() {
            for ty in fields_of(program, derived) {
                let args: Vec<Ty> = derived.args.iter().map(|_| ty.clone()).collect();
                for number in dispatch::impls_of(program, &derived.trait_, &args) {
                    match program.impls.get(number) {
                        Some(found) if found.derived => open.extend(seen.insert(number).then_some(found)),
                        _ => self.edge(Node::Impl(number), EdgeKind::Instance, implementation.span),
                    }
                }
            }
        }
    }

    /// A trait: its bounds, and its functions with their default bodies.
    pub(super) fn trait_(&mut self, trait_: &Trait) {
        self.bounds(&trait_.bounds, None, false, trait_.span);
        self.bounds(&trait_.assoc_bounds, None, false, trait_.span);
        for path in &trait_.functions {
            // Where every impl has the contract of the declaration, no impl can say something of itself through it. So its bounds may
            // name traits that ask for this one.
            if !self.program.functions.get(path).is_some_and(|f| f.is_fixed && f.mode == Mode::Exec) {
                self.edge_to_function(path, EdgeKind::Instance, trait_.span);
            }
            let default: Path = format!("{path}{}", crate::DEFAULT_BODY).into();
            self.edge_to_function(&default, EdgeKind::Instance, trait_.span);
        }
    }

    /// A datatype: its bounds and the types of its fields.
    pub(super) fn datatype(&mut self, datatype: &Datatype) {
        self.bounds(&datatype.bounds, None, false, datatype.span);
        if let Some(trait_) = datatype.path.strip_suffix(crate::DYN) {
            self.carried(trait_.into(), datatype.span);
        }
        let fields = datatype.variants.iter().flatten().flat_map(|v| &v.fields);
        fields.for_each(|field| self.ty(&field.ty, datatype.span));
    }

    /// An object carries the functions of its trait, of the traits above it, and those that specifications of them speak of.
    fn carried(&mut self, trait_: Path, span: Span) {
        let (mut seen, mut todo) = (BTreeSet::new(), vec![trait_]);
        while let Some(trait_) = todo.pop() {
            self.edge(Node::Trait(trait_.clone()), EdgeKind::Instance, span);
            if let Some(declared) = self.program.traits.get(&trait_) {
                let above = declared.bounds.iter().map(|bound| &bound.trait_).chain(&declared.extension);
                todo.extend(above.filter(|path| seen.insert(Path::clone(path))).cloned());
            }
        }
    }

    /// Bounds that are asked for: the traits, and the impls of those that have no parameter in them.
    /// `own` is the trait that declares the function, which holds for `Self` and the trait's own parameters without being
    /// asked for; at other arguments it is asked for. A function whose
    /// contract every impl has word for word (`is_fixed`) may ask for it of others too: what an impl says of itself
    /// cannot come back through such a bound.
    fn bounds(&mut self, bounds: &[TraitBound], own: Option<&Path>, is_fixed: bool, span: Span) {
        for bound in bounds {
            self.assumed.push((bound.trait_.clone(), bound.args.clone()));
        }
        for bound in bounds {
            let is_own = own == Some(&bound.trait_);
            if !(is_own && (is_fixed || self.is_of_declaration(&bound.trait_, &bound.args))) {
                self.edge(Node::Trait(bound.trait_.clone()), EdgeKind::Instance, span);
            }
            if !bound.args.iter().any(is_open) {
                let found = dispatch::impls_of(self.program, &bound.trait_, &bound.args);
                found.into_iter().for_each(|number| self.edge(Node::Impl(number), EdgeKind::Instance, span));
            }
        }
    }

    /// Whether these are the trait's own parameters: `Self: T<A>` in the declaration of `T<A>`.
    fn is_of_declaration(&self, trait_: &Path, args: &[Ty]) -> bool {
        let is_own = |(ty, param): (&Ty, &TypeParam)| *ty == Ty::Param(param.name.clone());
        let declared = self.program.traits.get(trait_);
        declared.is_some_and(|t| t.params.len() == args.len() && args.iter().zip(&t.params).all(is_own))
    }

    /// The impls that make a bound hold for these type arguments; none where the bound is assumed.
    fn instance(&mut self, params: &[TypeParam], bound: &TraitBound, args: &[Ty], span: Span) {
        let (trait_, args) = dispatch::instance_for(self.program, params, bound, args);
        if self.assumed.iter().any(|(t, a)| *t == trait_ && *a == args) {
            return;
        }
        let found = dispatch::impls_of(self.program, &trait_, &args);
        found.into_iter().for_each(|number| self.edge(Node::Impl(number), EdgeKind::Instance, span));
    }

    /// A type: the datatypes in it, and the impls that their bounds and the associated types in it name.
    pub(super) fn ty(&mut self, ty: &Ty, span: Span) {
        self.ty_within(ty, span, DEPTH);
    }

    fn ty_within(&mut self, ty: &Ty, span: Span, depth: usize) {
        let program = self.program;
        match ty {
            Ty::Bool | Ty::Int(_) | Ty::Real | Ty::Const(_) | Ty::Param(_) => {}
            Ty::Data(path, args) => {
                self.edge(Node::Datatype(path.clone()), EdgeKind::Instance, span);
                if let Some(datatype) = program.datatypes.get(path) {
                    datatype.bounds.iter().for_each(|bound| self.instance(&datatype.params, bound, args, span));
                }
                args.iter().for_each(|ty| self.ty_within(ty, span, depth));
            }
            // Its contract is about types that meet its bounds.
            Ty::FnItem(path, args) => {
                self.instances(path, args, span);
                args.iter().for_each(|ty| self.ty_within(ty, span, depth));
            }
            // What it is matters, and not the functions of the impl that says so.
            Ty::Proj(trait_, args, _) => match (dispatch::normalize(program, ty), depth.checked_sub(1)) {
                (Ty::Proj(..), _) | (_, None) => {
                    if !args.iter().any(is_open) {
                        let found = dispatch::impls_of(program, trait_, args);
                        found.into_iter().for_each(|number| self.edge(Node::Impl(number), EdgeKind::Instance, span));
                    }
                    args.iter().for_each(|ty| self.ty_within(ty, span, depth.saturating_sub(1)));
                }
                (known, Some(depth)) => self.ty_within(&known, span, depth),
            },
            Ty::SpecFn(args, ret) => {
                args.iter().for_each(|ty| self.ty_within(ty, span, depth));
                self.ty_within(ret, span, depth);
            }
            Ty::Ref(inner) | Ty::Boxed(_, inner) | Ty::MutRef(inner) => self.ty_within(inner, span, depth),
        }
    }

    /// The impls that a call with type arguments relies on: those that its bounds name. A call of a trait's function
    /// relies on that one function of the impl it is taken from, and not on the others beside it.
    pub(super) fn instances(&mut self, callee: &Path, args: &[Ty], span: Span) {
        let program = self.program;
        let Some(function) = program.functions.get(callee) else { return };
        let args: Vec<Ty> = args.iter().map(|t| t.subst(&|n| self.subst.get(n).cloned())).collect();
        let of_default: Option<Path> = callee.strip_suffix(crate::DEFAULT_BODY).map(Into::into);
        let callee = of_default.as_ref().unwrap_or(callee);
        let declares = |i: &&TraitImpl| i.functions.iter().any(|(declared, _)| declared == callee);
        let of_trait = self.declared_in.get(callee).cloned();
        let of_trait = of_trait.or_else(|| program.impls.iter().find(declares).map(|i| i.trait_.clone()));
        for bound in &function.bounds {
            let is_own = of_trait.as_ref() == Some(&bound.trait_);
            if !(is_own && self.is_of_declaration(&bound.trait_, &bound.args)) {
                self.instance(&function.type_params, bound, &args, span);
            }
        }
        if let Some(trait_) = &of_trait {
            let count = program.traits.get(trait_).map_or(args.len(), |t| t.params.len());
            let of_trait = args.get(..count).unwrap_or(&args);
            let is_own = self.is_of_declaration(trait_, of_trait);
            if is_own && self.in_default {
                // Where an impl has no other bodies, this is what is called.
                self.edge_to_function(&format!("{callee}{}", crate::DEFAULT_BODY).into(), EdgeKind::Call, span);
            }
            if is_own || self.assumed.iter().any(|(t, a)| t == trait_ && a == of_trait) {
                return;
            }
            let (targets, needed) = dispatch::targets_of(program, callee, trait_, &args);
            targets.iter().for_each(|(number, target)| self.edge_to_target(*number, target, span));
            needed.into_iter().for_each(|number| self.edge(Node::Impl(number), EdgeKind::Instance, span));
        }
    }
}
