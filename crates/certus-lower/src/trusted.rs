//! What a crate takes on trust: everything that verification believes about it without a proof.
//!
//! The list is of the crate's own items, read from their attributes and bodies; what libraries take on trust is listed
//! when they are looked at themselves. A statement without a meaning of its own (an uninterpreted function) is no trust.

use certus_diagnostics::{Diagnostic, Span};
use certus_tree::{CallKind, DefId, Expr, ExprKind, Impl, Item, Known, Program as Tree, Ty};
use certus_vir::{Mode, Path};

use crate::Options;
use crate::attrs::Attrs;
use crate::context::{Context, Entry};
use crate::error::{Failed, Result};

/// Why something needs no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TrustKind {
    /// A proof function without a checked proof: `axiom`, or `external_body`.
    Axiom,
    /// A contract of a function that is defined elsewhere.
    AssumeSpecification,
    /// A function whose contract is believed, or a type whose fields are unknown.
    ExternalBody,
    /// A type that is defined elsewhere.
    ExternalType,
    /// The contract of a trait that is defined elsewhere: of its impls that are not verified too.
    ExternalTrait,
    /// What spec functions of a trait defined elsewhere (`external_trait_extension`) say of an impl that is not verified.
    ExternalImpl,
    /// `assume(..)`.
    Assume,
    /// A statement after which nothing has to be proved any more.
    Admit,
    /// A function that is believed to end.
    AssumeTermination,
    /// A fact about the target.
    Global,
    /// A destructor of a verified type that is not verified itself: it runs where verified code drops a value.
    ExternalDrop,
    /// An impl of a verified trait that is not verified: verified code with a bound on the trait runs its functions.
    UnverifiedImpl,
    /// What a state machine says of its tokens: a function that the macro wrote. It rests on the proofs of the machine, which
    /// are a part of the same run, and on the soundness of VerusSync (`vstd::resource::verusync`).
    Token,
    /// A name or place that the linker gives an item: it may replace what other code calls, or be run by itself.
    Linkage,
}

/// The attributes of Rust that say something to the linker.
const LINKAGE: [&str; 9] = [
    "no_mangle",
    "export_name",
    "link_section",
    "link_name",
    "link",
    "used",
    "linkage",
    "global_allocator",
    "panic_handler",
];

impl TrustKind {
    /// All kinds.
    pub const ALL: [TrustKind; 14] = [
        TrustKind::Axiom,
        TrustKind::AssumeSpecification,
        TrustKind::ExternalBody,
        TrustKind::ExternalType,
        TrustKind::ExternalTrait,
        TrustKind::ExternalImpl,
        TrustKind::Assume,
        TrustKind::Admit,
        TrustKind::AssumeTermination,
        TrustKind::Global,
        TrustKind::ExternalDrop,
        TrustKind::UnverifiedImpl,
        TrustKind::Token,
        TrustKind::Linkage,
    ];

    /// Whether a proof may rest on it alone. Most others declare what is there: rustc checks that the type has the layout and
    /// that the trait has the functions. What tokens say rests on other proofs of the crate.
    pub fn is_assumption(self) -> bool {
        !matches!(self, TrustKind::ExternalType | TrustKind::Global | TrustKind::Token | TrustKind::Linkage)
    }

    /// The word of the language for it.
    pub fn name(self) -> &'static str {
        match self {
            TrustKind::Axiom => "axiom",
            TrustKind::AssumeSpecification => "assume_specification",
            TrustKind::ExternalBody => "external_body",
            TrustKind::ExternalType => "external_type_specification",
            TrustKind::ExternalTrait => "external_trait_specification",
            TrustKind::ExternalImpl => "external_trait_extension",
            TrustKind::Assume => "assume",
            TrustKind::Admit => "admit",
            TrustKind::AssumeTermination => "assume_termination",
            TrustKind::Global => "global",
            TrustKind::ExternalDrop => "external_drop",
            TrustKind::UnverifiedImpl => "external_impl",
            TrustKind::Token => "token",
            TrustKind::Linkage => "linkage",
        }
    }
}

/// One thing that is believed.
#[derive(Clone, Debug)]
pub struct Trusted {
    /// Why it needs no proof.
    pub kind: TrustKind,
    /// What it is about, as a user names it: the item, the function defined elsewhere, or the function with the statement. Of a
    /// state machine, an operation.
    pub path: Path,
    /// The item with that function or statement, as the program has it.
    pub item: Path,
    /// Where it is written.
    pub span: Span,
}

impl Trusted {
    /// An item that its user calls by its path.
    fn new(kind: TrustKind, path: &Path, span: Span) -> Trusted {
        Trusted { kind, path: path.clone(), item: path.clone(), span }
    }
}

impl std::fmt::Display for Trusted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind.name(), self.path)
    }
}

/// What a crate takes on trust, and how much it proves.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// In source order.
    pub items: Vec<Trusted>,
    /// How many proof functions have a proof to check.
    pub lemmas: usize,
    /// Why something may be missing; with any error the list is not complete.
    pub diagnostics: Vec<Diagnostic>,
}

/// Lists what a library that is not ours takes on trust (`has_foreign_library`). What of it cannot be read is not listed:
/// no program can use it.
pub fn trusted_library(tree: &dyn Tree) -> Trust {
    let mut cx = Context::new(tree, Options::default());
    let mut trust = Trust::default();
    for def in tree.foreign_items() {
        let before = trust.items.len();
        if cx.trust_in(def, &mut trust).is_err() {
            trust.items.truncate(before);
        }
    }
    trust
}

/// Lists what the crate under verification takes on trust. Nothing is proved, and a program that would be refused for
/// other reasons may have a list.
pub fn trusted(tree: &dyn Tree) -> Trust {
    let mut cx = Context::new(tree, Options::default());
    let mut trust = Trust::default();
    for def in tree.local_items() {
        if let Err(Failed(problems)) = cx.trust_in(def, &mut trust) {
            trust.diagnostics.extend(problems);
        }
    }
    trust
}

impl Context<'_> {
    /// Adds what one item takes on trust. Attributes tell it of contracts and types; the body of a function that is checked
    /// tells it of assumptions in the middle of a proof.
    fn trust_in(&mut self, def: DefId, trust: &mut Trust) -> Result<()> {
        let entry = self.entry(def)?;
        let (attrs, span) = (&entry.attrs, entry.def().name_span);
        let linked = entry.def().attrs.iter().any(|attr| LINKAGE.contains(&attr.path.as_str()));
        if linked {
            // Also of code that is not verified: whoever calls a function of that name elsewhere gets this one.
            trust.items.push(Trusted::new(TrustKind::Linkage, &self.path(def), span));
        }
        if let Item::Impl(item) = &entry.item
            && self.drops_unverified(def, item)?
        {
            trust.items.push(Trusted::new(TrustKind::ExternalDrop, &self.path(def), item.def.span));
        }
        if let Item::Impl(item) = &entry.item
            && self.is_run_by_bound(def, item)?
        {
            trust.items.push(Trusted::new(TrustKind::UnverifiedImpl, &self.path(def), item.def.span));
        }
        // Of the second, no verified code can call it, so nothing is believed of it.
        if self.is_external(def)? || attrs.stands_for {
            return Ok(());
        }
        let path = self.path(def);
        let mut note = |kind: TrustKind, path: &Path, span: Span| {
            trust.items.push(Trusted { path: written_path(path, attrs), ..Trusted::new(kind, path, span) });
        };
        if attrs.global {
            note(TrustKind::Global, &path, span);
            return Ok(());
        }
        if attrs.external_type_specification {
            note(TrustKind::ExternalType, &path, span);
        } else if attrs.external_trait_specification {
            note(TrustKind::ExternalTrait, &path, span);
        } else if attrs.external_body && !matches!(entry.item, Item::Function(_)) {
            note(TrustKind::ExternalBody, &path, span);
        }
        if let Item::Impl(item) = &entry.item
            && self.speaks_of_unverified(item)?
        {
            note(TrustKind::ExternalImpl, &path, item.def.span);
        }
        if !matches!(entry.item, Item::Function(_) | Item::Const(_)) {
            return Ok(());
        }
        if attrs.assume_specification || attrs.external_fn_specification {
            let about = self.specified_by(def).ok().flatten();
            let about = about.map_or(path, |(target, _)| self.path(target));
            note(TrustKind::AssumeSpecification, &about, span);
            return Ok(());
        }
        if attrs.assume_termination {
            note(TrustKind::AssumeTermination, &path, span);
        }
        let mode = if matches!(entry.item, Item::Function(_)) { Some(self.mode_of(def)?) } else { None };
        match mode {
            // A spec function without a definition says nothing. What a definition proves of itself may be assumed.
            Some(Mode::Spec) => {
                if let Some(body) = self.tree.body(def)? {
                    self.assumed_in(&body.value, &path, trust);
                }
                return Ok(());
            }
            _ if attrs.token => note(TrustKind::Token, &path, span),
            Some(Mode::Proof) if attrs.is_axiom || attrs.external_body => note(TrustKind::Axiom, &path, span),
            _ if attrs.external_body => note(TrustKind::ExternalBody, &path, span),
            Some(Mode::Proof | Mode::Exec) | None => {}
        }
        if !self.wants_check(&entry) {
            return Ok(());
        }
        if mode == Some(Mode::Proof) && is_lemma(&entry) {
            trust.lemmas += 1;
        }
        if let Some(body) = self.tree.body(def)? {
            let before = trust.items.len();
            self.assumed_in(&body.value, &path, trust);
            trust.items.iter_mut().skip(before).for_each(|found| found.path = written_path(&path, attrs));
        }
        Ok(())
    }

    /// Whether an impl is the destructor of a verified type, and is not verified.
    fn drops_unverified(&mut self, def: DefId, item: &Impl) -> Result<bool> {
        let (Some((trait_, _)), Ty::Adt(dropped, _)) = (&item.trait_, &item.self_ty) else { return Ok(false) };
        let is_drop = self.known(*trait_) == Some(Known::Drop);
        Ok(is_drop && !self.is_external(*dropped)? && (self.is_external(def)? || !item.def.in_verus))
    }

    /// Whether an impl is not verified, and verified code runs its functions where it has a bound on the trait.
    fn is_run_by_bound(&mut self, def: DefId, item: &Impl) -> Result<bool> {
        let Some((trait_, _)) = &item.trait_ else { return Ok(false) };
        let is_written = !item.is_negative && item.derive.is_none() && self.is_external(def)?;
        Ok(is_written && !self.is_external(*trait_)?)
    }

    /// Whether an impl of the spec functions of an extension is about an impl that is not verified, or not known.
    fn speaks_of_unverified(&mut self, item: &Impl) -> Result<bool> {
        let Some((trait_, args)) = &item.trait_ else { return Ok(false) };
        let extension = self.entry(*trait_)?;
        let Some(target) = self.target_of_extension(&extension)? else { return Ok(false) };
        match self.tree.find_impl(target, args, item.def.id) {
            Some((found, _)) => Ok(self.tree.is_library(found) || self.is_external(found)?),
            None => Ok(true),
        }
    }

    /// The statements of a body that are believed.
    fn assumed_in(&mut self, e: &Expr, path: &Path, trust: &mut Trust) {
        if let ExprKind::Call { callee: CallKind::Fn { def, .. }, .. } = &e.kind {
            let kind = match self.builtin(*def) {
                Some(Known::Assume) => Some(TrustKind::Assume),
                Some(Known::Admit) => Some(TrustKind::Admit),
                _ => None,
            };
            trust.items.extend(kind.map(|kind| Trusted::new(kind, path, e.span)));
        }
        certus_vir::visit::deep(|| certus_tree::visit::children(e, &mut |child| self.assumed_in(child, path, trust)));
    }
}

/// The path of a function in the terms of what the user wrote: those that a state machine stands for are called by the names
/// of its operations.
fn written_path(path: &Path, attrs: &Attrs) -> Path {
    let of_operation = attrs.operation.as_ref().and_then(|operation| {
        let machine = path.strip_suffix(&format!("::State::{operation}_asserts"))?;
        Some(format!("{machine}::{operation}"))
    });
    match of_operation {
        Some(path) => path.into(),
        None if attrs.token => path.replace("::param_token_types::", "::").into(),
        None => path.clone(),
    }
}

/// False for a group of lemmas, and for what a trait asks of its impls.
fn is_lemma(entry: &Entry) -> bool {
    let Item::Function(function) = &entry.item else { return false };
    let is_generated = entry.attrs.broadcast_group || entry.attrs.broadcast_use || entry.attrs.accessor.is_some();
    function.has_body && !is_generated
}
