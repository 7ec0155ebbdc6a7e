//! Which expressions are ghost code, and whether tracked values are used as such.
//!
//! Guide page `ghost_vs_exec`, reference page `reference-var-modes`. A `spec` value may be used as often as one likes, a
//! `tracked` one only as Rust's ownership allows. Stock rustc checks the second kind; it must not look at the first.
//! This pass walks every local body once more and
//!
//! - marks the largest expressions whose value is wanted as `spec` only (see [`certus_tree::Shown`]);
//! - sees to it once more that no `spec` value stands where a `tracked` one is wanted (`language/mode`).
//!
//! What is spec and what is tracked was found by [`crate::modes`].
//! The marks decide what rustc does not look at, so they follow from what is known: an expression is marked where its
//! parameter, variable, field or result is `spec`, and nothing in it uses a tracked value as tracked. Whatever is not
//! understood is left unmarked, which can refuse a right program but accept no wrong one.

mod ambiguous_calls;
mod empty;
mod erased_inference;
mod exec;
mod operations;
mod phantom;
mod proof;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use certus_diagnostics::{Diagnostic, Language, Span};
use certus_tree::{self as tree, CallKind, DefId, ExprId, ExprKind as T, GhostMark, Item, Known, Shown, Stmt};
use certus_vir::Mode;

use crate::Proofs;
use crate::builtins;
use crate::context::{Context, Entry};
use crate::error::{Failed, Result};
use crate::modes::Modes;
use crate::syntax::string_argument;

/// What the walk over all local bodies found.
#[derive(Default)]
pub(crate) struct Found {
    /// What is ghost code only.
    pub(crate) marks: Vec<GhostMark>,
    /// The functions and constants whose bodies are verified or are proofs.
    pub(crate) bodies: Vec<DefId>,
    /// The proof functions, and marks that take the whole of their bodies away.
    pub(crate) proofs: Proofs,
    /// Whether there is a call that rustc could resolve otherwise (`ambiguous_calls.rs`).
    pub(crate) has_ambiguous_calls: bool,
    /// Whether rustc may infer other types once ghost code is erased (`erased_inference.rs`).
    pub(crate) may_infer_other_types: bool,
    /// What is wrong with the use of tracked values.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The marks of all local bodies, and what is wrong with the use of tracked values.
/// Runs when lowering found no error, so that every body here is known to keep the other rules of modes.
pub(crate) fn marks(cx: &mut Context<'_>) -> Found {
    let mut found = Found::default();
    let defs = cx.tree.local_items();
    defs.iter().for_each(|def| cx.tree.ask_ahead(*def));
    for def in defs {
        match of_item(cx, def) {
            Ok(Some((one, is_looked_at))) => {
                found.marks.extend(one.marks);
                found.diagnostics.extend(one.diagnostics);
                found.has_ambiguous_calls |= one.has_ambiguous_calls && is_looked_at;
                found.may_infer_other_types |= one.may_infer_other_types && is_looked_at;
                found.bodies.extend(is_looked_at.then_some(def));
                found.proofs.defs.extend(one.proofs.defs);
                found.proofs.marks.extend(one.proofs.marks);
            }
            Ok(None) => {}
            Err(Failed(errors)) => found.diagnostics.extend(errors),
        }
    }
    found
}

/// The marks of one item, and whether its body is looked at; nothing for what is no code of the language.
/// Code outside of the language's macros is exec code as a whole. A function that is `external` may still have clauses.
fn of_item(cx: &mut Context<'_>, def: DefId) -> Result<Option<(Found, bool)>> {
    let entry = cx.entry(def)?;
    let is_code = matches!(entry.item, Item::Function(_) | Item::Const(_));
    if !is_code || !entry.def().in_verus || entry.attrs.accessor.is_some() {
        return Ok(None);
    }
    let is_external = cx.is_external(def)?;
    let body = match cx.tree.body(def) {
        Ok(Some(body)) => body,
        Ok(None) => return Ok(None),
        // Such a body is rustc's alone; if it has clauses, rustc will not like them.
        Err(_) if is_external => return Ok(None),
        Err(errors) => return Err(Failed(errors)),
    };
    let mode = cx.mode_of(def)?;
    let modes = modes_of(cx, def, &entry, is_external, &body)?;
    let mut walk = Walk {
        cx,
        def,
        is_external,
        modes,
        operations: HashMap::new(),
        in_closure: false,
        own_locals: None,
        update: None,
        in_let: false,
        in_constant: false,
        ret: Mode::Exec,
        has_ambiguous_calls: false,
        may_infer_other_types: false,
        ghost: HashSet::new(),
        marks: Vec::new(),
        proofs: Proofs::default(),
        diagnostics: Vec::new(),
    };
    walk.item(&entry, mode, &body)?;
    let is_trusted = is_external || entry.attrs.external_body;
    let Walk { marks, proofs, diagnostics, has_ambiguous_calls, may_infer_other_types, .. } = walk;
    let found = Found { marks, proofs, diagnostics, has_ambiguous_calls, may_infer_other_types, bodies: Vec::new() };
    Ok(Some((found, !is_trusted)))
}

/// The modes in a body, as far as the marks follow from them. What is wrong with them in a trusted body does not matter.
fn modes_of(cx: &mut Context<'_>, def: DefId, entry: &Entry, is_external: bool, body: &tree::Body) -> Result<Modes> {
    if is_external || entry.attrs.broadcast_group || entry.attrs.is_axiom {
        return Ok(Modes::default());
    }
    if entry.attrs.external_body {
        return cx.modes(def, entry, body).map(|(modes, _)| modes);
    }
    cx.check_modes(def, entry, body)
}

/// The walk over one body, once from the root.
struct Walk<'c, 'a> {
    cx: &'c mut Context<'a>,
    def: DefId,
    /// Nobody verifies it: it is marked `external`, or what it is in.
    is_external: bool,
    /// The modes of the locals, and of the values of ghost code.
    modes: Modes,
    /// Whether an expression uses a tracked value as tracked, where that was asked.
    operations: HashMap<ExprId, bool>,
    /// Within a closure of exec code: whatever it mentions is captured, also in code that is not reached.
    in_closure: bool,
    /// Within a closure of proof code: the variables that it, or one around it, declares.
    own_locals: Option<HashSet<tree::LocalId>>,
    /// The function that the `atomically` block around calls.
    update: Option<tree::LocalId>,
    /// In the initial value of a variable.
    in_let: bool,
    /// Within the value of a constant.
    in_constant: bool,
    /// The mode of the result.
    ret: Mode,
    has_ambiguous_calls: bool,
    may_infer_other_types: bool,
    /// The outermost expressions of ghost code within code that runs.
    ghost: HashSet<ExprId>,
    marks: Vec<GhostMark>,
    proofs: Proofs,
    diagnostics: Vec<Diagnostic>,
}

/// What the value of an expression of proof code is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    /// As mathematics.
    Spec,
    /// As something that is owned or borrowed.
    Tracked,
}

impl Walk<'_, '_> {
    /// The whole body, by the mode of its function.
    /// A `spec` function never runs, and neither does a trusted `proof` function: their bodies are types only.
    fn item(&mut self, entry: &Rc<Entry>, mode: Mode, body: &tree::Body) -> Result<()> {
        let root = &body.value;
        if entry.attrs.broadcast_group {
            self.mark(root, Shown::Hidden);
            return Ok(());
        }
        if matches!(entry.item, Item::Const(_)) {
            self.in_constant = true;
            match mode {
                Mode::Exec => {
                    self.exec(root)?;
                    self.may_infer_other_types =
                        !entry.attrs.external_body && self.ghost_determines_types(entry, body)?;
                }
                _ => self.never_looked_at(root),
            }
            return Ok(());
        }
        // What is trusted is not looked at, and code that is never compiled has no owners.
        if mode == Mode::Spec || (mode == Mode::Proof && (entry.attrs.external_body || entry.attrs.is_axiom)) {
            self.mark(root, Shown::NeverRun);
            self.closures(root);
            return Ok(());
        }
        if self.is_external {
            return self.clauses_only(root);
        }
        if mode == Mode::Exec {
            self.ret = Mode::Exec;
            self.exec(root)?;
            let is_trusted = self.is_external || entry.attrs.external_body;
            self.may_infer_other_types = !is_trusted && self.ghost_determines_types(entry, body)?;
            return Ok(());
        }
        self.ret = entry.attrs.ret.unwrap_or(Mode::Spec);
        let want = if self.ret == Mode::Spec { Want::Spec } else { Want::Tracked };
        self.body_of_proof(root, want)?;
        let shown = std::mem::take(&mut self.marks);
        self.mark(root, Shown::NeverRun);
        self.closures(root);
        self.proofs = Proofs { defs: vec![self.def], marks: std::mem::replace(&mut self.marks, shown) };
        Ok(())
    }

    /// Marks an expression.
    fn mark(&mut self, e: &tree::Expr, shown: Shown) {
        self.marks.push(GhostMark { def: self.def, expr: e.id, shown });
    }

    /// Marks an expression that is `spec` as a whole.
    /// The caller knows that nothing within it uses a tracked value as tracked, or leaves the function.
    fn never_looked_at(&mut self, e: &tree::Expr) {
        // A closure would capture what the expression mentions.
        let hidden = self.in_closure && e.ty == tree::Ty::unit();
        if hidden {
            return self.mark(e, Shown::Hidden);
        }
        if !self.in_let
            && let Some(own) = &self.own_locals
            && mentions_other(e, own)
        {
            return self.mark(e, Shown::Value);
        }
        self.mark(e, if self.in_constant { Shown::Constant } else { Shown::TypeOnly });
        self.closures(e);
    }

    /// The clauses of a function that is not verified.
    /// The rest of its body is code that runs, and rustc sees it as it is.
    fn clauses_only(&mut self, root: &tree::Expr) -> Result<()> {
        let T::Block(_, block) = &root.kind else { return Ok(()) };
        for stmt in &block.stmts {
            let Stmt::Expr(e, _) = stmt else { continue };
            match self.builtin(e) {
                Some(name) if builtins::is_naming(name) => self.mark(e, Shown::Hidden),
                Some(name) if builtins::is_specification(name) => self.never_looked_at(e),
                _ => {}
            }
        }
        Ok(())
    }

    /// Marks the bodies of all closures within an expression.
    fn closures(&mut self, e: &tree::Expr) {
        if let T::Closure { body, .. } = &e.kind {
            self.mark(body, Shown::NeverRun);
        }
        if let T::Call { callee: CallKind::Value(callee), .. } = &e.kind
            && self.cx.is_proof_closure(&callee.ty)
        {
            // Where the type does not say the modes the call is refused.
            let _ = self.called(callee, e);
        }
        if self.names_only(e) {
            return;
        }
        certus_tree::visit::children(e, &mut |child| self.closures(child));
    }

    /// A call whose argument names a function without its generic arguments, which rustc could not infer: hides it.
    fn names_only(&mut self, e: &tree::Expr) -> bool {
        let T::Call { callee: CallKind::Fn { def, .. }, .. } = &e.kind else { return false };
        let name = self.cx.builtin(*def);
        let only = name.is_some_and(builtins::is_naming);
        if only {
            self.mark(e, Shown::Hidden);
        }
        only
    }

    /// The name of the function of `verus_builtin` that an expression calls.
    fn builtin(&mut self, e: &tree::Expr) -> Option<Known> {
        match &e.kind {
            T::Call { callee: CallKind::Fn { def, .. }, .. } => self.cx.builtin(*def),
            T::Adjust(tree::Adjust::NeverToAny, inner) => self.builtin(inner),
            _ => None,
        }
    }

    /// True for a block that begins with the mark of proof code.
    fn is_proof_block(&mut self, block: &tree::Block) -> bool {
        let first = match block.stmts.first() {
            Some(Stmt::Expr(e, _)) => Some(e),
            Some(Stmt::Let { .. }) => None,
            None => block.tail.as_deref(),
        };
        first.is_some_and(|e| self.builtin(e) == Some(Known::ProofBlock))
    }

    /// The mode that a statement says the next `let` has, where that has no value to say it.
    fn let_mark(&mut self, stmt: &Stmt) -> Option<Mode> {
        let Stmt::Expr(e, _) = stmt else { return None };
        if self.builtin(e) != Some(Known::LetAttr) {
            return None;
        }
        match string_argument(e)? {
            "mode spec" => Some(Mode::Spec),
            "mode proof" => Some(Mode::Proof),
            _ => None,
        }
    }

    /// Records that a `spec` value stands where a `tracked` one is wanted, which [`crate::modes`] should have said.
    /// Reference page `reference-var-modes`: a `tracked` value can be had from another one only.
    fn not_tracked(&mut self, span: Span) {
        let text = "expression has mode spec, expected mode proof";
        let error = Diagnostic::error(Language::Mode, text, span);
        self.diagnostics.push(error.with_help(
            "a tracked value is required here, and a spec value could be used \
                                               twice",
        ));
    }
}

/// Whether an expression mentions a variable that is not one of these.
fn mentions_other(e: &tree::Expr, own: &HashSet<tree::LocalId>) -> bool {
    let mut todo = vec![e];
    while let Some(e) = todo.pop() {
        if matches!(&e.kind, T::Local(id) if !own.contains(id)) {
            return true;
        }
        certus_tree::visit::children(e, &mut |part| todo.push(part));
    }
    false
}
