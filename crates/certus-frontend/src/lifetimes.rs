//! Lifetimes of signatures, which the tree leaves out: whether two functions were written with the same.
//!
//! Reference page `reference-assume-specification`: the declaration has the signature of the function that it is about.
//! rustc compares everything in a call but never sees the two signatures side by side, so they are compared as written.
//! A lifetime is told by its place: those with names in the order of their declaration, then those left out in the order
//! of the parameters. A result without a lifetime has that of `self`, or of the only one among the parameters. Where the
//! two write a type in different forms (an alias, `Self`), nothing is said.

use std::collections::BTreeSet;

use certus_tree::{DefId, Lending};
use ra_ap_hir_def::expr_store::ExpressionStore;
use ra_ap_hir_def::expr_store::path::{GenericArg, Path};
use ra_ap_hir_def::hir::generics::{GenericParams, WherePredicate};
use ra_ap_hir_def::hir::type_ref::{LifetimeRef, LifetimeRefId, TypeBound, TypeRef, TypeRefId};
use ra_ap_hir_def::resolver::{HasResolver as _, Resolver, TypeNs};
use ra_ap_hir_def::signatures::FunctionSignature;
use ra_ap_hir_def::{FunctionId, GenericDefId, ItemContainerId, Lookup as _};

use crate::key::Key;
use crate::loaded::Loaded;

/// A lifetime of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lifetime {
    /// By its number: declared ones come first, then those that were left out.
    Numbered(usize),
    Static,
}

/// What outlives a lifetime.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Lifetime(Lifetime),
    /// A type parameter, by its name.
    Type(String),
}

/// Nothing can be said: a form that is not compared.
struct Unknown;

impl Loaded {
    /// Whether the signatures of two functions have the same lifetimes, as far as their types are written alike.
    pub(crate) fn same_lifetimes_of(&self, one: DefId, other: DefId) -> bool {
        let (Some(Key::Function(one)), Some(Key::Function(other))) = (self.key(one), self.key(other)) else {
            return true;
        };
        self.compare_lifetimes(one, other).unwrap_or(true)
    }

    /// What the parameters of a function say of how long they are kept, in their order.
    ///
    /// rustc's own borrow checker does not see specifications, so the verifier asks itself what a call may keep of its arguments.
    /// A type in a form that is not read here (`dyn`, `fn`) may be kept for ever.
    pub(crate) fn lendings_of(&self, def: DefId) -> Vec<Lending> {
        let Some(Key::Function(function)) = self.key(def) else { return Vec::new() };
        let signature = FunctionSignature::of(self.db(), function);
        // `T: 'static` lets a value of the type be kept, whatever it is.
        let of_bounds = signature.generic_params.where_predicates().iter().map(|predicate| match predicate {
            WherePredicate::TypeBound { bound, .. } => of_bound(&signature.store, bound),
            WherePredicate::Lifetime { .. } => Lending::Unwritten,
        });
        let of_bounds = of_bounds.fold(Lending::Unwritten, longer);
        let lending = |ty: &TypeRefId| match written_reference(&signature.store, *ty) {
            Some(None) => Lending::Call,
            _ => match longest(&signature.store, *ty) {
                Lending::Unwritten if of_bounds == Lending::Forever => Lending::Forever,
                written => written,
            },
        };
        signature.params.iter().map(lending).collect()
    }

    /// Whether the result of a function may have a lifetime that is not written there. A type in a form that is not read here may.
    pub(crate) fn elides_in_result_of(&self, def: DefId) -> bool {
        let Some(Key::Function(function)) = self.key(def) else { return true };
        let signature = FunctionSignature::of(self.db(), function);
        let resolver = function.resolver(self.db());
        signature.is_async() || signature.ret_type.is_some_and(|ty| self.elides(&signature.store, &resolver, ty))
    }

    fn elides(&self, store: &ExpressionStore, resolver: &Resolver<'_>, ty: TypeRefId) -> bool {
        let is_written =
            |lifetime: LifetimeRefId| matches!(store[lifetime], LifetimeRef::Named(_) | LifetimeRef::Static);
        let elides = |ty: &TypeRefId| self.elides(store, resolver, *ty);
        match &store[ty] {
            TypeRef::Never | TypeRef::TypeParam(_) => false,
            TypeRef::Reference(reference) => !reference.lifetime.is_some_and(is_written) || elides(&reference.ty),
            TypeRef::Tuple(parts) => parts.iter().any(elides),
            TypeRef::RawPtr(inner, _) | TypeRef::Slice(inner) => elides(inner),
            TypeRef::Array(array) => elides(&array.ty),
            TypeRef::Path(path) => {
                let of: Option<GenericDefId> = match resolver.resolve_path_in_type_ns_fully(self.db(), path) {
                    Some(TypeNs::AdtId(id)) => Some(id.into()),
                    Some(TypeNs::TypeAliasId(id)) => Some(id.into()),
                    Some(TypeNs::SelfType(_) | TypeNs::GenericParam(_) | TypeNs::BuiltinType(_)) => None,
                    _ => return true,
                };
                let args = arguments(path);
                let writes = args.iter().any(|arg| matches!(arg, GenericArg::Lifetime(_)));
                let leaves_out = of.is_some_and(|of| GenericParams::of(self.db(), of).iter_lt().next().is_some());
                let in_argument = args.iter().any(|arg| match arg {
                    GenericArg::Type(inner) => elides(inner),
                    GenericArg::Lifetime(lifetime) => !is_written(*lifetime),
                    GenericArg::Const(_) => false,
                });
                leaves_out && !writes || in_argument
            }
            _ => true,
        }
    }

    /// Each signature is read in order, one place of the one with the same place of the other. `&'a u8` and `&'b u8` are the
    /// same where `'a` and `'b` are both the first that is declared; `fn(&u8, &u8)` and `fn<'a>(&'a u8, &'a u8)` are not.
    /// Errs with `Unknown` at the first place that cannot be compared, and then nothing is said.
    fn compare_lifetimes(&self, one: FunctionId, other: FunctionId) -> Result<bool, Unknown> {
        let db = self.db();
        if self.has_outer_lifetimes(one) || self.has_outer_lifetimes(other) {
            return Err(Unknown);
        }
        let (one, other) = (FunctionSignature::of(db, one), FunctionSignature::of(db, other));
        let (mut left, mut right) = (Reader::new(one), Reader::new(other));
        if one.params.len() != other.params.len() {
            return Err(Unknown);
        }
        let mut pairs = Pairs { all_equal: true };
        for (n, (a, b)) in one.params.iter().zip(&other.params).enumerate() {
            pairs.types((&mut left, *a), (&mut right, *b))?;
            if n == 0 {
                left.end_first();
                right.end_first();
            }
        }
        (left.in_result, right.in_result) = (true, true);
        if let (Some(a), Some(b)) = (one.ret_type, other.ret_type) {
            pairs.types((&mut left, a), (&mut right, b))?;
        }
        Ok(pairs.all_equal && left.outlives(&one.generic_params)? == right.outlives(&other.generic_params)?)
    }

    /// Whether the impl or trait around a function has lifetimes of its own.
    fn has_outer_lifetimes(&self, function: FunctionId) -> bool {
        let outer: GenericDefId = match function.lookup(self.db()).container {
            ItemContainerId::ImplId(id) => id.into(),
            ItemContainerId::TraitId(id) => id.into(),
            ItemContainerId::ModuleId(_) | ItemContainerId::ExternBlockId(_) => return false,
        };
        GenericParams::of(self.db(), outer).iter_lt().next().is_some()
    }
}

/// The lifetime of a type that is a reference as a whole, also of one in a wrapper (`Tracked<&mut T>`).
/// `Some(None)` if it is left out, or is `'_`; `None` for other types.
fn written_reference(store: &ExpressionStore, ty: TypeRefId) -> Option<Option<&LifetimeRef>> {
    match &store[ty] {
        TypeRef::Reference(reference) => {
            let lifetime = reference.lifetime.map(|id| &store[id]);
            Some(lifetime.filter(|lifetime| !matches!(lifetime, LifetimeRef::Placeholder)))
        }
        TypeRef::Path(path) => match &arguments(path)[..] {
            [GenericArg::Type(inner)] => written_reference(store, *inner),
            _ => None,
        },
        _ => None,
    }
}

/// The longest that a type says of the references in it, at any depth. A lifetime that is left out is one that the call knows of, and
/// so is one with a name; what is read as neither may be anything.
fn longest(store: &ExpressionStore, ty: TypeRefId) -> Lending {
    let of = |lifetime: Option<&LifetimeRef>| match lifetime {
        None | Some(LifetimeRef::Placeholder | LifetimeRef::Named(_)) => Lending::Named,
        Some(_) => Lending::Forever,
    };
    match &store[ty] {
        TypeRef::Never => Lending::Unwritten,
        TypeRef::Reference(reference) => {
            longer(of(reference.lifetime.map(|id| &store[id])), longest(store, reference.ty))
        }
        TypeRef::Tuple(parts) => parts.iter().map(|part| longest(store, *part)).fold(Lending::Unwritten, longer),
        TypeRef::RawPtr(inner, _) | TypeRef::Slice(inner) => longest(store, *inner),
        TypeRef::Array(array) => longest(store, array.ty),
        TypeRef::Path(path) => {
            let args = arguments(path).into_iter().map(|arg| match arg {
                GenericArg::Type(inner) => longest(store, inner),
                GenericArg::Lifetime(lifetime) => of(Some(&store[lifetime])),
                GenericArg::Const(_) => Lending::Unwritten,
            });
            args.fold(Lending::Unwritten, longer)
        }
        TypeRef::TypeParam(_) => Lending::Unwritten,
        TypeRef::ImplTrait(bounds) => {
            bounds.iter().map(|bound| of_bound(store, bound)).fold(Lending::Unwritten, longer)
        }
        _ => Lending::Forever,
    }
}

/// What a bound says of how long values of the type are kept.
fn of_bound(store: &ExpressionStore, bound: &TypeBound) -> Lending {
    match bound {
        TypeBound::Lifetime(lifetime) if matches!(store[*lifetime], LifetimeRef::Static) => Lending::Forever,
        TypeBound::Lifetime(_) => Lending::Named,
        _ => Lending::Unwritten,
    }
}

/// The longer of two. What is not written adds nothing.
fn longer(one: Lending, other: Lending) -> Lending {
    match (one, other) {
        (Lending::Forever, _) | (_, Lending::Forever) => Lending::Forever,
        (Lending::Unwritten, Lending::Unwritten) => Lending::Unwritten,
        _ => Lending::Named,
    }
}

/// The generic arguments of a path, of all its segments: `A<X>::B<Y>` has two.
/// What an alias stands for is not seen.
fn arguments(path: &Path) -> Vec<GenericArg> {
    let segments = path.segments();
    let args = segments.iter().filter_map(|segment| segment.args_and_bindings.cloned());
    args.flat_map(|args| args.args.to_vec()).collect()
}

/// Reads the lifetimes of one signature.
struct Reader<'a> {
    store: &'a ExpressionStore,
    names: Vec<String>,
    has_self: bool,
    /// How many were left out.
    elided: usize,
    /// Those of the parameters.
    seen: Vec<Lifetime>,
    /// The one that a result has if it says none, of `self`.
    of_self: Option<Lifetime>,
    in_result: bool,
}

impl<'a> Reader<'a> {
    fn new(signature: &'a FunctionSignature) -> Reader<'a> {
        Reader {
            store: &signature.store,
            names: signature.generic_params.iter_lt().map(|(_, data)| data.name.as_str().to_owned()).collect(),
            has_self: signature.has_self_param(),
            elided: 0,
            seen: Vec::new(),
            of_self: None,
            in_result: false,
        }
    }

    /// Notes that the first parameter is read.
    fn end_first(&mut self) {
        self.of_self = self.seen.first().copied().filter(|_| self.has_self);
    }

    /// The lifetime at a place.
    fn read(&mut self, lifetime: Option<LifetimeRefId>) -> Result<Lifetime, Unknown> {
        let found = match lifetime.map(|id| &self.store[id]) {
            None | Some(LifetimeRef::Placeholder) if self.in_result => return self.default().ok_or(Unknown),
            None | Some(LifetimeRef::Placeholder) => {
                self.elided += 1;
                Lifetime::Numbered(self.names.len() + self.elided - 1)
            }
            Some(LifetimeRef::Static) => Lifetime::Static,
            Some(LifetimeRef::Named(name)) => self.named(name.as_str())?,
            Some(LifetimeRef::Param(_) | LifetimeRef::Error) => return Err(Unknown),
        };
        self.seen.push(found);
        Ok(found)
    }

    /// A declared lifetime by its place in `<'a, 'b>`; unknown if a `for<'a>` declares it.
    fn named(&self, name: &str) -> Result<Lifetime, Unknown> {
        self.names.iter().position(|other| other == name).map(Lifetime::Numbered).ok_or(Unknown)
    }

    /// What a lifetime that the result leaves out is.
    fn default(&self) -> Option<Lifetime> {
        let all: BTreeSet<Lifetime> = self.seen.iter().copied().collect();
        let only = all.first().copied().filter(|_| all.len() == 1);
        self.of_self.or(only)
    }

    /// What the bounds say outlives what.
    fn outlives(&self, params: &GenericParams) -> Result<BTreeSet<(Subject, Lifetime)>, Unknown> {
        let mut found = BTreeSet::new();
        for predicate in params.where_predicates() {
            match predicate {
                WherePredicate::Lifetime { target, bound } => {
                    found.insert((Subject::Lifetime(self.written(*target)?), self.written(*bound)?));
                }
                WherePredicate::TypeBound { target, bound: TypeBound::Lifetime(bound), .. } => {
                    let name = match &self.store[*target] {
                        TypeRef::Path(path) => path.segments().last().map(|s| s.name),
                        TypeRef::TypeParam(id) => params[id.local_id()].name(),
                        _ => None,
                    };
                    let name = name.ok_or(Unknown)?.as_str().to_owned();
                    found.insert((Subject::Type(name), self.written(*bound)?));
                }
                WherePredicate::TypeBound { .. } => {}
            }
        }
        Ok(found)
    }

    /// A lifetime in a bound, where one that is left out has no meaning that could be compared.
    fn written(&self, lifetime: LifetimeRefId) -> Result<Lifetime, Unknown> {
        match &self.store[lifetime] {
            LifetimeRef::Static => Ok(Lifetime::Static),
            LifetimeRef::Named(name) => self.named(name.as_str()),
            LifetimeRef::Placeholder | LifetimeRef::Param(_) | LifetimeRef::Error => Err(Unknown),
        }
    }
}

/// The lifetimes of two signatures, place by place.
struct Pairs {
    all_equal: bool,
}

type Side<'r, 'a, T> = (&'r mut Reader<'a>, T);

impl Pairs {
    /// Two types at one place. Where their forms differ (`Self` and the name of the type, or an alias and what it stands for)
    /// the lifetimes in them have no common order.
    fn types(&mut self, left: Side<'_, '_, TypeRefId>, right: Side<'_, '_, TypeRefId>) -> Result<(), Unknown> {
        let ((left, a), (right, b)) = (left, right);
        let (store, other) = (left.store, right.store);
        match (&store[a], &other[b]) {
            (TypeRef::Never, TypeRef::Never) => Ok(()),
            (TypeRef::Tuple(a), TypeRef::Tuple(b)) if a.len() == b.len() => {
                a.iter().zip(b).try_for_each(|(a, b)| self.types((left, *a), (right, *b)))
            }
            (TypeRef::Reference(a), TypeRef::Reference(b)) => {
                self.lifetimes((left, a.lifetime), (right, b.lifetime))?;
                self.types((left, a.ty), (right, b.ty))
            }
            (TypeRef::RawPtr(a, _), TypeRef::RawPtr(b, _)) | (TypeRef::Slice(a), TypeRef::Slice(b)) => {
                self.types((left, *a), (right, *b))
            }
            (TypeRef::Array(a), TypeRef::Array(b)) => self.types((left, a.ty), (right, b.ty)),
            (TypeRef::Path(a), TypeRef::Path(b)) => self.paths((left, a), (right, b)),
            _ => Err(Unknown),
        }
    }

    /// Two lifetimes at one place. Both are read even if it is known already that the signatures differ: reading counts
    /// those that are left out.
    fn lifetimes(
        &mut self,
        left: Side<'_, '_, Option<LifetimeRefId>>,
        right: Side<'_, '_, Option<LifetimeRefId>>,
    ) -> Result<(), Unknown> {
        self.all_equal &= left.0.read(left.1)? == right.0.read(right.1)?;
        Ok(())
    }

    /// Two paths: the arguments of the last segment. Those of a segment before (`<T as Tr<'a>>::Out`) are not compared.
    fn paths(&mut self, left: Side<'_, '_, &Path>, right: Side<'_, '_, &Path>) -> Result<(), Unknown> {
        let ((left, a), (right, b)) = (left, right);
        let args = |path: &Path| path.segments().iter().filter_map(|s| s.args_and_bindings.cloned()).last();
        let name = |path: &Path| path.segments().last().map(|s| s.name.clone());
        let (a_args, b_args) = (args(a), args(b));
        if a_args.is_none() && b_args.is_none() {
            return Ok(());
        }
        let (Some(a_args), Some(b_args), true) = (a_args, b_args, name(a) == name(b)) else { return Err(Unknown) };
        if a_args.args.len() != b_args.args.len() || !a_args.bindings.is_empty() || !b_args.bindings.is_empty() {
            return Err(Unknown);
        }
        for pair in a_args.args.into_iter().zip(b_args.args) {
            match pair {
                (GenericArg::Type(a), GenericArg::Type(b)) => self.types((left, a), (right, b))?,
                (GenericArg::Lifetime(a), GenericArg::Lifetime(b)) => {
                    self.lifetimes((left, Some(a)), (right, Some(b)))?;
                }
                (GenericArg::Const(_), GenericArg::Const(_)) => {}
                _ => return Err(Unknown),
            }
        }
        Ok(())
    }
}
