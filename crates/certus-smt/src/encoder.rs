//! The state of one encoding, and the loop that follows what is reached.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;

use certus_diagnostics::{Diagnostic, Internal, Span, Unsupported};
use certus_vc::Obligation;
use certus_vir::{Path, Program, Ty, Var};
use indexmap::IndexSet;

use crate::broadcast::Broadcasts;
use crate::emit::Output;
use crate::error::{EncodeError, Res};
use crate::fuel::Reveals;
use crate::instance::{DataInst, FnInst, FnKey};
use crate::names::Names;
use crate::origins::Origins;
use crate::recursion::Callees;
use crate::term::Sym;
use crate::value::Val;
use certus_vir::instances::{self, Types};

/// How many instances of functions and datatypes an obligation may reach.
const MAX_INSTANCES: usize = 5_000;

/// How many parts a type argument of an instance may have.
const MAX_TYPE_SIZE: usize = 150;

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
