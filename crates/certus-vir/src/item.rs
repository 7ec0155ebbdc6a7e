//! Datatypes, functions and programs.

use certus_diagnostics::Span;
use indexmap::IndexMap;

use crate::expr::{Expr, Var};
use crate::extensional::AutoExt;
use crate::goal::Clause;
use crate::mask::Mask;
use crate::mode::Mode;
use crate::stmt::{Prover, Stmt};
use crate::ty::{Name, Path, Ty};
use crate::unwind::Unwind;

/// From where the body of a spec function is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Publish {
    /// Everywhere the function is (open), or nowhere else than `module` and below.
    Open,
    /// In this module and below only.
    Module(Path),
    /// Nowhere: uninterpreted.
    Never,
}

impl Publish {
    /// Whether a body that is published so is known in a module.
    pub fn is_seen_from(&self, module: &str) -> bool {
        match self {
            Publish::Open => true,
            Publish::Module(of) => {
                module == &**of || module.strip_prefix(&**of).is_some_and(|rest| rest.starts_with("::"))
            }
            Publish::Never => false,
        }
    }
}

/// A bound on a type parameter that matters to axioms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraitBound {
    /// The trait.
    pub trait_: Path,
    /// Its arguments, self type first.
    pub args: Vec<Ty>,
    /// Associated types that the bound fixes.
    pub assoc: Vec<(Name, Ty)>,
}

/// A type parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeParam {
    /// Its name.
    pub name: Name,
    /// True when it may be instantiated with an unsized type.
    pub maybe_unsized: bool,
}

/// A field of a variant.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; `0`, `1`, .. in tuple-like variants.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
    /// Its value is only known: references in it are somebody else's.
    pub ghost: bool,
}

/// A variant.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name; that of the type for a struct (the last segment of its path).
    pub name: Name,
    /// Its fields, declaration order.
    pub fields: Vec<Field>,
}

/// When values of a type have a size that is known at compile time, as `core::marker::Sized` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizedness {
    /// Always.
    Always,
    /// Where those of the type arguments have.
    WithArguments,
    /// Not that we know.
    Never,
}

/// A datatype. Holding one lets you conclude that it is inhabited and well-founded: every recursive occurrence is in a
/// positive position and some variant does not need a value of the type itself.
#[derive(Clone, Debug)]
pub struct Datatype {
    /// Its path.
    pub path: Path,
    /// Its parameters.
    pub params: Vec<TypeParam>,
    /// Bounds that its parameters must meet.
    pub bounds: Vec<TraitBound>,
    /// `None` for an abstract type (external body, or fields that are not known here).
    pub variants: Option<Vec<Variant>>,
    /// When values of an abstract type have a size that is known at compile time.
    pub sized: Sizedness,
    /// Marked `ext_equal`: `=~=` goes into the fields.
    pub ext_equal: bool,
    /// There is an `impl Drop` for it: what happens to references in a value when it goes out of scope is not known.
    pub drops: bool,
    /// The type (for messages).
    pub span: Span,
}

/// A parameter, or the result.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its variable.
    pub var: Var,
    /// Its type.
    pub ty: Ty,
    /// Its mode.
    pub mode: Mode,
}

/// How a recursive spec function is known to be well defined.
#[derive(Clone, Debug)]
pub struct Termination {
    /// The measure, most significant first.
    pub decreases: Vec<Expr>,
    /// The definition holds only where this does.
    pub when: Option<Expr>,
}

/// How far a definition unfolds where nothing is said: 0 hidden (`opaque`), 1 visible.
pub type Fuel = u32;

/// What a function does, as far as it is known.
#[derive(Clone, Debug)]
pub enum Body {
    /// Nothing is known but its signature and contract.
    None,
    /// A spec function's definition.
    Spec(Expr),
}

/// Where the contract of a function without a checked body comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxiomSource {
    /// The body is checked.
    Checked,
    /// `external_body`, `axiom`, `assume_specification`: trusted.
    Trusted,
    /// Checked elsewhere (a library).
    Elsewhere,
}

/// What makes a proof function usable without a call.
#[derive(Clone, Debug)]
pub struct Broadcast {
    /// The trigger given in its ensures, if any, is in the quantifier that the encoder makes of it.
    pub trigger: crate::expr::Trigger,
}

/// Whether a module is one of the library `vstd`.
pub fn is_library(module: &str) -> bool {
    module == "vstd" || module.starts_with("vstd::")
}

/// A function of any mode.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its path.
    pub path: Path,
    /// Its name as the user writes it.
    pub name: Name,
    /// Its mode.
    pub mode: Mode,
    /// Its type parameters, those of its impl first.
    pub type_params: Vec<TypeParam>,
    /// Bounds that hold for its type parameters.
    pub bounds: Vec<TraitBound>,
    /// Parameters.
    pub params: Vec<Param>,
    /// The result; its variable is named in `ensures`.
    pub ret: Param,
    /// Preconditions (for a spec function: recommendations).
    pub requires: Vec<Clause>,
    /// Postconditions, over parameters and result. `returns` is among them.
    pub ensures: Vec<Clause>,
    /// The invariants that it may open.
    pub opens: Mask,
    /// When it may unwind.
    pub unwind: Unwind,
    /// Its measure.
    pub termination: Option<Termination>,
    /// May be recursive without a measure (`exec_allows_no_decreases_clause`); no termination goals at its calls then.
    pub allow_no_decreases: bool,
    /// Trusted to terminate (`assume_termination`): no termination goals at its calls.
    pub assume_termination: bool,
    /// The proof function that its termination proof is taken from (`via`); its body is part of `check`.
    pub via: Option<Path>,
    /// Functions that it counts as calling although no call shows (`extra_dependency`, what is hidden in a body that
    /// is not read).
    pub extra_deps: Vec<Path>,
    /// Its definition.
    pub body: Body,
    /// From where the definition is known.
    pub publish: Publish,
    /// Default fuel of the definition.
    pub fuel: Fuel,
    /// `#[verifier::inline]`: the definition replaces every call.
    pub inline: bool,
    /// `#[verifier::memoize]`: a proof by computation keeps what it computed for the arguments of a call.
    pub memoize: bool,
    /// Of a function of a trait: its contract is that of every impl, word for word (`impls_cannot_extend_spec`).
    pub is_fixed: bool,
    /// Broadcast proof function.
    pub broadcast: Option<Broadcast>,
    /// Broadcast group: its members.
    pub group: Option<Vec<Path>>,
    /// Trusted, checked here, or elsewhere.
    pub source: AxiomSource,
    /// The statements to check: the body of an exec or proof function, the termination of a recursive spec function.
    pub check: Option<Vec<Stmt>>,
    /// Which prover the whole function is for.
    pub prover: Prover,
    /// Resource limit in the units of the user's `rlimit` attribute; `None` is the default, infinite is `Some(0)`.
    pub rlimit: Option<u32>,
    /// In which goals equality is proved as extensional equality.
    pub auto_ext: AutoExt,
    /// Broadcast functions in use in the whole function (module-level `broadcast use`, library default).
    pub uses: Vec<Path>,
    /// The module it is in.
    pub module: Path,
    /// Spec functions hidden in the whole function (`hide`).
    pub hidden: Vec<Path>,
    /// Spec functions whose definitions may not be used in `check` because it is a part of why they are well defined.
    /// Filled in by the termination pass.
    pub undefined: Vec<Path>,
    /// Impls, by their numbers in the program, that this function is a part of the proof of. That they meet their traits is
    /// not known while it is checked: facts with bounds may not rely on them. Filled in by the termination pass.
    pub unproved_impls: Vec<usize>,
    /// How many definitions the shortest way from the definition back to itself passes; 0 when it is not recursive.
    /// One unit of fuel unfolds each of them once. Filled in by the termination pass.
    pub cycle: u32,
    /// `#[verifier::allow(vacuous)]`: that the proof may say nothing is meant.
    pub allow_vacuous: bool,
    /// The signature (for messages).
    pub span: Span,
}

impl Function {
    /// A function of which nothing but its path, mode and place is known: no parameters, the unit type as result, no
    /// clauses, no statements. Its module and name are the parts of its path.
    pub fn new(path: Path, mode: Mode, span: Span) -> Function {
        let (module, name) = path.rsplit_once("::").unwrap_or(("", &path));
        let (module, name): (Path, Name) = (module.into(), name.into());
        let ret = Param { var: Var { name: "result".into(), index: 0 }, ty: Ty::unit(), mode };
        Function {
            path,
            name,
            mode,
            type_params: Vec::new(),
            bounds: Vec::new(),
            params: Vec::new(),
            ret,
            requires: Vec::new(),
            ensures: Vec::new(),
            opens: Mask::of_mode(mode, span),
            unwind: Unwind::of_mode(mode),
            termination: None,
            allow_no_decreases: false,
            assume_termination: false,
            via: None,
            extra_deps: Vec::new(),
            body: Body::None,
            publish: Publish::Open,
            fuel: 1,
            inline: false,
            memoize: false,
            is_fixed: false,
            broadcast: None,
            group: None,
            source: AxiomSource::Checked,
            check: None,
            prover: Prover::Default,
            rlimit: None,
            auto_ext: AutoExt::ALL,
            uses: Vec::new(),
            module,
            hidden: Vec::new(),
            undefined: Vec::new(),
            unproved_impls: Vec::new(),
            cycle: 0,
            allow_vacuous: false,
            span,
        }
    }
}

/// What follows the path of a trait's function in the path of its default body, which is a function of its own: what
/// the body does is true of the types that do not have another, and of no others.
pub const DEFAULT_BODY: &str = "%default";

/// What follows the path of a function with `impl` in its result type in the path of the function with its body: the type of
/// its result is known there, and nowhere else.
pub const REVEALED_BODY: &str = "%body";

/// What follows the path of a trait's function in the path of the obligation that every implementation keeps its
/// contract, also one that is not verified.
pub const API_SAFETY: &str = "%api";

/// An impl of a trait: what the trait's functions and associated types are for some types. Used where an instance of a
/// generic function makes a call on a type parameter concrete.
#[derive(Clone, Debug)]
pub struct TraitImpl {
    /// The trait.
    pub trait_: Path,
    /// Parameters of the impl.
    pub params: Vec<TypeParam>,
    /// Bounds that the impl needs of its parameters: it is an impl only where these hold.
    pub bounds: Vec<TraitBound>,
    /// The trait's arguments, self type first, in terms of the parameters.
    pub args: Vec<Ty>,
    /// Each function of the trait (by the path of its declaration) with the impl's function. The impl's function takes
    /// the impl's parameters first, then the method's own.
    pub functions: Vec<(Path, Path)>,
    /// Associated types.
    pub types: Vec<(Name, Ty)>,
    /// For an `impl Trait` in a result: the type that it stands for, whose impl this is. Its functions are not known to
    /// anybody, but they are what is called.
    pub hidden: Option<Ty>,
    /// Whether the compiler derives it: then its functions call those of the impls for the types of the fields.
    pub derived: bool,
    /// The impl (for messages).
    pub span: Span,
}

impl TraitImpl {
    /// An impl without functions and associated types that anybody knows of.
    #[must_use]
    pub fn bare(trait_: Path, params: Vec<TypeParam>, bounds: Vec<TraitBound>, args: Vec<Ty>, span: Span) -> TraitImpl {
        let (functions, types, hidden, derived) = (Vec::new(), Vec::new(), None, false);
        TraitImpl { trait_, params, bounds, args, functions, types, hidden, derived, span }
    }
}

/// A trait: what it relies on. What its functions say is with the functions.
#[derive(Clone, Debug)]
pub struct Trait {
    /// Its path.
    pub path: Path,
    /// Its parameters, `Self` first.
    pub params: Vec<TypeParam>,
    /// Bounds on its parameters; those on `Self` are the supertraits.
    pub bounds: Vec<TraitBound>,
    /// Bounds on its associated types.
    pub assoc_bounds: Vec<TraitBound>,
    /// Its functions, by the paths of their declarations.
    pub functions: Vec<Path>,
    /// Of a trait from outside: the trait with the spec functions that its contracts speak of. Whoever implements the one
    /// may implement the other, and the two count as one trait.
    pub extension: Option<Path>,
    /// The trait (for messages).
    pub span: Span,
}

/// What was lowered: every function and datatype that something in it mentions is in it.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Datatypes by path.
    pub datatypes: IndexMap<Path, Datatype>,
    /// Functions by path.
    pub functions: IndexMap<Path, Function>,
    /// Traits by path.
    pub traits: IndexMap<Path, Trait>,
    /// Impls of the traits that occur.
    pub impls: Vec<TraitImpl>,
    /// What closures take, as a tuple, and what calls of them give, by the path of the closure's type; over the parameters of
    /// that type.
    pub closures: IndexMap<Path, (Ty, Ty)>,
    /// What the program fixes the pointer width to (`global size_of usize == 8` gives 64).
    pub arch_bits: Option<u32>,
    /// The library is somebody else's: what its functions are is said by their definitions alone, whatever they are
    /// called.
    pub foreign_library: bool,
}
