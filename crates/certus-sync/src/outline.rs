//! What a machine consists of, for pictures and tables: its fields, its operations, and what each operation does with
//! which field.

use certus_visit::visit::Visit;
use proc_macro2::TokenStream;
use quote::ToTokens;
use verus_syn::{Expr, ExprField, Member};

use crate::ast::{Body, Kind, Machine, Operation, Param, What};
use crate::check::check;
use crate::element::{Element, Verb};
use crate::errors::{Errors, SyncError};
use crate::{Machines, parse, spans};

/// A machine whose declaration follows the rules. Its lemmas are not looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineOutline {
    /// Its name.
    pub name: String,
    /// Its type parameters with their bounds, such as `<T>`; empty if there are none.
    pub generics: String,
    /// Whether its state is handed out in tokens.
    pub tokenized: bool,
    /// The fields of its state, in order.
    pub fields: Vec<FieldOutline>,
    /// Its operations, in order.
    pub operations: Vec<OperationOutline>,
}

/// A field of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldOutline {
    /// Its name.
    pub name: String,
    /// Its type as written.
    pub ty: String,
    /// The name of its sharding strategy; `None` in a machine without tokens.
    pub strategy: Option<&'static str>,
}

/// What an operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationKind {
    /// `init!`.
    Init,
    /// `transition!`.
    Transition,
    /// `readonly!`.
    Readonly,
    /// `property!`.
    Property,
}

/// An operation of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationOutline {
    /// What it is.
    pub kind: OperationKind,
    /// Its name.
    pub name: String,
    /// Its parameters as written, without the parentheses.
    pub params: String,
    /// What it does with fields, in the order of its steps. The same use occurs once.
    pub uses: Vec<FieldUse>,
}

/// A use of a field by an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldUse {
    /// The number of the field.
    pub field: usize,
    /// What is done with it.
    pub act: Act,
    /// The part of the field that it is about as written, such as `[k => v]`; empty if it is the whole field.
    pub part: String,
}

/// What an operation does with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// A condition or a value reads it.
    Read,
    /// A `birds_eye let` reads it: no token is needed.
    BirdsEye,
    /// `have`: a part is there, and stays.
    Have,
    /// `guard`: a thing is stored, and stays.
    Guard,
    /// `init`: it gets its first value.
    Init,
    /// `update`: it gets another value.
    Update,
    /// `add`: a part is put in.
    Add,
    /// `remove`: a part is taken out.
    Remove,
    /// `deposit`: a thing is stored.
    Deposit,
    /// `withdraw`: a thing that was stored is given back.
    Withdraw,
}

/// Reads a declaration `Name { .. }` of a machine. Errs with everything that is wrong with it, except for what concerns its
/// invariants and their proofs: an unfinished machine can be drawn, too.
pub fn outline(machines: Machines, tokens: TokenStream) -> Result<MachineOutline, Vec<SyncError>> {
    let mut errors = Errors::default();
    let machine = parse::machine(tokens, machines == Machines::Tokenized, &mut errors);
    if let Some(machine) = &machine {
        check(machine, &mut errors);
    }
    let is_about_proofs = |error: &SyncError| error.code == certus_codes::Language::Inductive.into();
    let found: Vec<SyncError> = errors.into_found().into_iter().filter(|error| !is_about_proofs(error)).collect();
    match machine {
        Some(machine) if found.is_empty() => Ok(of_machine(&machine)),
        _ => Err(found),
    }
}

/// The outline of a machine that was checked.
fn of_machine(machine: &Machine) -> MachineOutline {
    let fields = machine.fields.iter().map(|field| FieldOutline {
        name: field.name.to_string(),
        ty: written(&field.ty),
        strategy: machine.tokenized.then(|| field.strategy.name()),
    });
    MachineOutline {
        name: machine.name.to_string(),
        generics: written(&machine.generics),
        tokenized: machine.tokenized,
        fields: fields.collect(),
        operations: machine.operations.iter().map(|operation| of_operation(machine, operation)).collect(),
    }
}

/// The outline of an operation.
fn of_operation(machine: &Machine, operation: &Operation) -> OperationOutline {
    let param = |param: &Param| format!("{}: {}", param.name, written(&param.written));
    let params: Vec<String> = operation.params.iter().map(param).collect();
    let mut uses = Uses { machine, found: Vec::new(), act: Act::Read };
    uses.body(&operation.body);
    OperationOutline {
        kind: match operation.kind {
            Kind::Init => OperationKind::Init,
            Kind::Transition => OperationKind::Transition,
            Kind::Readonly => OperationKind::Readonly,
            Kind::Property => OperationKind::Property,
        },
        name: operation.name.to_string(),
        params: params.join(", "),
        uses: uses.found,
    }
}

/// The text of a node with single spaces.
fn written(node: &impl ToTokens) -> String {
    let text = spans::of(node).source_text().unwrap_or_else(|| node.to_token_stream().to_string());
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Collects what steps do with fields.
struct Uses<'m> {
    machine: &'m Machine,
    found: Vec<FieldUse>,
    /// What reading a field counts as.
    act: Act,
}

impl Uses<'_> {
    /// The uses in steps, in their order. What a step reads comes before what it does.
    fn body(&mut self, body: &Body) {
        for step in &body.steps {
            let birds_eye = match &step.what {
                What::Let { birds_eye, .. } | What::Find { birds_eye, .. } => *birds_eye,
                _ => false,
            };
            self.act = if birds_eye { Act::BirdsEye } else { Act::Read };
            for expr in step.what.expressions() {
                self.visit_expr(expr);
            }
            let (field, act, part) = match &step.what {
                What::Init { field, .. } => (Some(field), Act::Init, String::new()),
                What::Update { field, place, .. } => {
                    let part = place.iter().map(|place| match place {
                        crate::ast::Place::Field(name) => format!(".{name}"),
                        crate::ast::Place::Index(index) => format!("[{}]", written(&**index)),
                    });
                    (Some(field), Act::Update, part.collect())
                }
                What::Change { field, verb, element, .. } => (Some(field), act_of(*verb), part_of(element)),
                _ => (None, Act::Read, String::new()),
            };
            if let Some(number) = field.and_then(|field| self.machine.field(field)) {
                self.add(number, act, part);
            }
            for inner in step.what.bodies() {
                self.body(inner);
            }
        }
    }

    fn add(&mut self, field: usize, act: Act, part: String) {
        let new = FieldUse { field, act, part };
        if !self.found.contains(&new) {
            self.found.push(new);
        }
    }
}

impl<'a> Visit<'a> for Uses<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Field(ExprField { base, member: Member::Named(name), .. }) = expr
            && matches!(&**base, Expr::Path(path) if path.path.is_ident("pre") || path.path.is_ident("post"))
            && let Some(number) = self.machine.field(name)
        {
            self.add(number, self.act, String::new());
        }
        certus_visit::visit::visit_expr(self, expr);
    }
}

/// What a step with this verb does.
fn act_of(verb: Verb) -> Act {
    match verb {
        Verb::Have => Act::Have,
        Verb::Add | Verb::Join => Act::Add,
        Verb::Remove => Act::Remove,
        Verb::Guard => Act::Guard,
        Verb::Deposit => Act::Deposit,
        Verb::Withdraw => Act::Withdraw,
    }
}

/// An element as a user writes it.
fn part_of(element: &Element) -> String {
    let binding = |binding: &crate::element::Binding| match binding {
        crate::element::Binding::Value(value) => written(&**value),
        crate::element::Binding::Pattern(pat) => format!("let {}", written(&**pat)),
    };
    match element {
        Element::True => "true".to_owned(),
        Element::Some(value) => format!("Some({})", binding(value)),
        Element::Pair(key, value) => format!("[{} => {}]", written(&**key), binding(value)),
        Element::Multiset(value) => format!("{{{}}}", written(&**value)),
        Element::Set(value) => format!("set {{{}}}", written(&**value)),
        Element::Whole(value) => format!("({})", written(&**value)),
    }
}

impl OperationKind {
    /// The word that declares such an operation, without its exclamation mark.
    pub fn word(self) -> &'static str {
        match self {
            OperationKind::Init => "init",
            OperationKind::Transition => "transition",
            OperationKind::Readonly => "readonly",
            OperationKind::Property => "property",
        }
    }
}

impl Act {
    /// All of them.
    pub const ALL: [Act; 10] = [
        Act::Read,
        Act::BirdsEye,
        Act::Have,
        Act::Guard,
        Act::Init,
        Act::Update,
        Act::Add,
        Act::Remove,
        Act::Deposit,
        Act::Withdraw,
    ];

    /// Its word, as declarations have it; `read` for reading `pre`.
    pub fn word(self) -> &'static str {
        match self {
            Act::Read => "read",
            Act::BirdsEye => "birds_eye",
            Act::Have => "have",
            Act::Guard => "guard",
            Act::Init => "init",
            Act::Update => "update",
            Act::Add => "add",
            Act::Remove => "remove",
            Act::Deposit => "deposit",
            Act::Withdraw => "withdraw",
        }
    }
}
