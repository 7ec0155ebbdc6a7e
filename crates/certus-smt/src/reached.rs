//! What an encoding has reached, and what of it has still to be described.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

use certus_vir::instances::size;
use certus_vir::{Path, Ty};
use indexmap::IndexSet;

use crate::instance::{DataInst, FnInst, FnKey};

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
    /// Whether the references in values of a type are resolved.
    Resolved(Ty),
}

/// A thing that was reached and has still to be described.
pub(crate) enum Work {
    /// A function's declaration, range and definition.
    Function(FnKey),
    /// A datatype's constructors.
    Data(Ty),
    /// The order on the fields of a type.
    Height(Ty),
    /// What it means that the references in a value of a type are resolved.
    Resolved(Ty),
}

/// What was reached so far. Everything in it is described, or waits for it.
#[derive(Default)]
pub(crate) struct Reached {
    work: VecDeque<Work>,
    functions: HashMap<FnKey, Rc<FnInst>>,
    datatypes: BTreeMap<Ty, Rc<DataInst>>,
    /// What triggers of broadcast functions are matched with.
    features: IndexSet<Feature>,
    /// Types of which it is said what is below their values.
    heights: Vec<Ty>,
    instances: usize,
}

impl Reached {
    /// Counts an instance at these type arguments. False for what would go on without end.
    pub(crate) fn count_instance(&mut self, args: &[Ty]) -> bool {
        self.instances += 1;
        let is_large = args.iter().any(|t| size(t) > MAX_TYPE_SIZE);
        !is_large && self.instances <= MAX_INSTANCES
    }

    /// What has to be described next.
    pub(crate) fn next_work(&mut self) -> Option<Work> {
        self.work.pop_front()
    }

    /// Whether everything is described.
    pub(crate) fn is_described(&self) -> bool {
        self.work.is_empty()
    }

    /// A function that was reached before.
    pub(crate) fn function(&self, key: &FnKey) -> Option<Rc<FnInst>> {
        self.functions.get(key).cloned()
    }

    /// Every function.
    pub(crate) fn functions(&self) -> impl Iterator<Item = (&FnKey, &Rc<FnInst>)> {
        self.functions.iter()
    }

    /// The paths of all functions.
    pub(crate) fn paths(&self) -> BTreeSet<Path> {
        self.functions.keys().map(|(path, _)| path.clone()).collect()
    }

    /// Adds a function, which is described later.
    pub(crate) fn add_function(&mut self, key: &FnKey, instance: Rc<FnInst>) {
        self.functions.insert(key.clone(), instance);
        self.work.push_back(Work::Function(key.clone()));
    }

    /// A datatype that was reached before.
    pub(crate) fn datatype(&self, ty: &Ty) -> Option<Rc<DataInst>> {
        self.datatypes.get(ty).cloned()
    }

    /// Adds a datatype, which is described later.
    pub(crate) fn add_datatype(&mut self, ty: &Ty, instance: Rc<DataInst>) {
        self.datatypes.insert(ty.clone(), instance);
        self.work.push_back(Work::Data(ty.clone()));
    }

    /// Has the end of the borrows in a type described later.
    pub(crate) fn add_resolved(&mut self, ty: &Ty) {
        self.work.push_back(Work::Resolved(ty.clone()));
    }

    /// Has the heights of a type described later.
    pub(crate) fn add_height(&mut self, ty: &Ty) {
        self.work.push_back(Work::Height(ty.clone()));
    }

    /// The types whose heights were described before this one.
    pub(crate) fn heights_before(&mut self, ty: &Ty) -> Vec<Ty> {
        let before = self.heights.clone();
        self.heights.push(ty.clone());
        before
    }

    /// Notes what triggers may ask for.
    pub(crate) fn add_feature(&mut self, feature: Feature) {
        self.features.insert(feature);
    }

    /// What triggers may ask for, in the order in which it was reached.
    pub(crate) fn features(&self) -> &IndexSet<Feature> {
        &self.features
    }
}
