//! The state of one encoding, and the loop that follows what is reached.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;

use certus_diagnostics::{Diagnostic, Internal, Span, Unsupported};
use certus_vc::Obligation;
use certus_vir::{IntKind, Path, Program, Ty, Var};
use indexmap::IndexSet;

use crate::EncodeError;
use crate::broadcast::Broadcasts;
use crate::datatypes::DataInst;
use crate::emit::Output;
use crate::fuel::Reveals;
use crate::functions::FnInst;
use crate::names::{self, Names};
use crate::origins::Origins;
use crate::recursion::Callees;
use crate::term::{Sym, Term};
use certus_vir::instances::{self, TySubst, Types};

/// A result with the diagnostics of what cannot be encoded.
pub(crate) type Res<T> = Result<T, EncodeError>;

/// A function at type arguments.
pub(crate) type FnKey = (Path, Vec<Ty>);

/// How many instances of functions and datatypes an obligation may reach.
const MAX_INSTANCES: usize = 5_000;

/// How many parts a type argument of an instance may have.
const MAX_TYPE_SIZE: usize = 150;

/// The value of an expression in one of the two views of integers.
#[derive(Clone, Debug)]
pub(crate) struct Val {
    /// The term.
    pub term: Term,
    /// The range, when the term is a ranged integer in its stored form.
    pub stored: Option<IntKind>,
}

impl Val {
    /// A value that is not in a stored form.
    pub(crate) fn plain(term: Term) -> Val {
        Val { term, stored: None }
    }
}

/// What variables and type parameters mean at a place.
#[derive(Clone)]
pub(crate) struct Env {
    /// Types of type parameters; those without one are opaque.
    pub types: TySubst,
    /// The recursive function whose definition this is, with the fuel that is left for calls back to it.
    pub fuel: Option<(FnKey, Term)>,
    /// How many inline functions are being expanded.
    pub inlined: u32,
    scope: Option<Rc<Scope>>,
    /// The names of the bound variables around, innermost first.
    bound: Option<Rc<BoundName>>,
}

struct BoundName {
    name: Sym,
    outer: Option<Rc<BoundName>>,
}

struct Scope {
    var: Var,
    value: Val,
    outer: Option<Rc<Scope>>,
}

impl Env {
    /// Nothing is bound.
    pub(crate) fn new(types: TySubst) -> Env {
        Env { types, fuel: None, inlined: 0, scope: None, bound: None }
    }

    /// The same with one more variable.
    pub(crate) fn bind(&self, var: &Var, value: Val) -> Env {
        let scope = Scope { var: var.clone(), value, outer: self.scope.clone() };
        Env { scope: Some(Rc::new(scope)), ..self.clone() }
    }

    /// A name for a bound variable that none around it has, so that nothing put below the binder is captured. From here on
    /// it is one of those around.
    pub(crate) fn binder(&mut self, var: &Var) -> Sym {
        let mut index = 0;
        let mut name = names::bound(&var.name, index);
        while self.is_bound(&name) {
            index += 1;
            name = names::bound(&var.name, index);
        }
        self.bound = Some(Rc::new(BoundName { name: name.clone(), outer: self.bound.take() }));
        name
    }

    fn is_bound(&self, name: &Sym) -> bool {
        std::iter::successors(self.bound.as_deref(), |bound| bound.outer.as_deref()).any(|bound| bound.name == *name)
    }

    /// Takes over the bound variables around another place, as that of a body that is expanded there.
    pub(crate) fn expand_at(&mut self, place: &Env) {
        self.bound = place.bound.clone();
    }

    /// The value of a variable.
    pub(crate) fn get(&self, var: &Var) -> Option<Val> {
        let mut scope = &self.scope;
        while let Some(s) = scope {
            if s.var == *var {
                return Some(s.value.clone());
            }
            scope = &s.outer;
        }
        None
    }
}

/// What a trigger may ask to have been reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Feature {
    /// A function at type arguments.
    Call(Path, Vec<Ty>),
    /// Extensional equality at a type.
    ExtEq(Ty, bool),
    /// A constructor or field of a datatype.
    Data(Path, Vec<Ty>),
    /// The application of mathematical functions of a type.
    Apply(Ty),
    /// The height of values of a type, as it is without references and boxes.
    Height(Ty),
}

/// A thing that was reached and has still to be described.
pub(crate) enum Work {
    /// A function's declaration, range and definition.
    Function(FnKey),
    /// A datatype's constructors.
    Data(Ty),
    /// The order on the fields of a type.
    Height(Ty),
}

/// One encoding.
pub(crate) struct Encoder<'a> {
    /// The program and the function that is verified.
    pub types: Types<'a>,
    /// What is encoded.
    pub obligation: &'a Obligation,
    /// Names given so far.
    pub names: Names,
    /// Integer operators that stand in some trigger, so that they are printed as functions.
    pub wrapped: BTreeSet<&'static str>,
    /// Operators found in triggers so far; when one is not in `wrapped`, the encoding is done over with it.
    pub in_triggers: BTreeSet<&'static str>,
    /// Declarations and axioms.
    pub out: Output,
    /// What is reached and not yet described.
    pub work: VecDeque<Work>,
    /// Functions that were reached.
    pub functions: HashMap<FnKey, Rc<FnInst>>,
    /// Datatypes that were reached, by type.
    pub datatypes: BTreeMap<Ty, Rc<DataInst>>,
    /// What triggers of broadcast functions are matched with.
    pub features: IndexSet<Feature>,
    /// Types of which it is said what is below their values.
    pub heights: Vec<Ty>,
    /// What is unfolded where.
    pub reveals: Reveals,
    /// Calls between definitions.
    pub callees: Callees,
    /// Broadcast functions in use.
    pub broadcasts: Broadcasts,
    /// The obligation's variables, as far as they are used.
    pub globals: HashMap<Var, Val>,
    /// Definitions that nothing uses, kept for the terms in them.
    pub mentions: HashSet<Var>,
    /// Remarks for the user.
    pub notes: Vec<Diagnostic>,
    /// What there is more in EPR mode.
    pub epr: Option<crate::epr::State>,
    /// The names of quantifiers, where they are asked for.
    pub origins: Option<Origins>,
    done: HashSet<String>,
    instances: usize,
}

impl<'a> Encoder<'a> {
    /// A new encoding.
    pub(crate) fn new(
        program: &'a Program,
        obligation: &'a Obligation,
        wrapped: BTreeSet<&'static str>,
    ) -> Encoder<'a> {
        let own = program.functions.get(&obligation.function);
        Encoder {
            types: Types { program, own, proved_only: false },
            obligation,
            names: Names::default(),
            wrapped,
            in_triggers: BTreeSet::new(),
            out: Output::default(),
            work: VecDeque::new(),
            functions: HashMap::new(),
            datatypes: BTreeMap::new(),
            features: IndexSet::new(),
            heights: Vec::new(),
            reveals: Reveals::of(obligation),
            callees: Callees::default(),
            broadcasts: Broadcasts::of(program, obligation),
            globals: HashMap::new(),
            mentions: HashSet::new(),
            notes: Vec::new(),
            epr: None,
            origins: None,
            done: HashSet::new(),
            instances: 0,
        }
    }

    /// True the first time it is asked with this text.
    pub(crate) fn once(&mut self, what: &str) -> bool {
        !self.done.contains(what) && self.done.insert(what.to_owned())
    }

    /// Whether something that happens once has.
    pub(crate) fn is_done(&self, what: &str) -> bool {
        self.done.contains(what)
    }

    /// Describes everything that is reached, with the broadcast functions that it brings in, until nothing is new.
    pub(crate) fn run(&mut self) -> Res<()> {
        loop {
            while let Some(work) = self.work.pop_front() {
                match work {
                    Work::Function(key) => self.describe_function(&key)?,
                    Work::Data(ty) => self.describe_datatype(&ty)?,
                    Work::Height(ty) => self.describe_height(&ty)?,
                }
            }
            if !self.add_broadcasts()? {
                return Ok(());
            }
        }
    }

    /// Counts an instance at these type arguments, and refuses what would go on without end.
    pub(crate) fn count_instance(&mut self, what: &str, args: &[Ty], span: Option<Span>) -> Res<()> {
        self.instances += 1;
        let is_large = args.iter().any(|t| instances::size(t) > MAX_TYPE_SIZE);
        if !is_large && self.instances <= MAX_INSTANCES {
            return Ok(());
        }
        let what = what.strip_prefix("crate::").unwrap_or(what);
        let message = format!("too many different type arguments of `{what}`: polymorphic recursion is not supported");
        Err(self.unsupported(Unsupported::PolymorphicRecursion, message, span))
    }

    /// The error for something outside of what can be encoded.
    pub(crate) fn unsupported(&self, code: Unsupported, message: impl Into<String>, span: Option<Span>) -> EncodeError {
        let span = span.or_else(|| self.types.own.map(|f| f.span));
        EncodeError(vec![match span {
            Some(span) => Diagnostic::error(code, message, span),
            None => Diagnostic::error_without_span(code, message),
        }])
    }

    /// The error for input that breaks the rules of its form.
    pub(crate) fn internal(&self, message: impl Into<String>, span: Option<Span>) -> EncodeError {
        let span = span.or_else(|| self.types.own.map(|f| f.span));
        EncodeError(vec![match span {
            Some(span) => Diagnostic::error(Internal::Encoding, message, span),
            None => Diagnostic::error_without_span(Internal::Encoding, message),
        }])
    }

    /// A constant or function symbol for an entity.
    pub(crate) fn symbol(&mut self, entity: &str, wanted: &str) -> Sym {
        self.names.of(entity, wanted)
    }
}
