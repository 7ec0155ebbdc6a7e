//! How the code being lowered is read: as code that runs or as ghost code, with effects or without.
//!
//! A part of the code is read in another way by running its lowering in one of the methods here, which bring back the
//! setting around it afterwards, also after an error.

use certus_diagnostics::{Language, Span};
use certus_tree::{self as tree, Known, LocalId, Mutability};
use certus_vir::{Mode, Var};

use super::Fx;
use crate::error::{Result, fail};
use crate::modes::Modes;

/// From where the value of a parameter is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    /// In the body: the variable as it is.
    Body,
    /// In a precondition, measure or recommendation: as passed.
    Pre,
    /// In a postcondition: as passed.
    Post,
}

/// How the code at hand is read.
pub(super) struct Setting {
    /// In ghost code: operators are exact, functions are read as mathematics where they can be.
    ghost: bool,
    /// No statements may be emitted.
    pure: bool,
    /// Which clause this is, if it is one.
    clause: Clause,
    /// Proof blocks are allowed in pure code: that of a recursive spec function, whose termination they prove.
    proof_in_pure: bool,
    /// A proof block was met in pure code.
    proof_skipped: bool,
    /// The whole function is for the nonlinear prover.
    nonlinear: bool,
    /// How places are read.
    reading: Reading,
    /// What the body has to do with borrows, once it was asked.
    borrows: Option<Borrows>,
    /// The modes of the values in the body, once somebody asked.
    modes: Option<Modes>,
}

/// From where the values of parameters are meant.
struct Clause {
    /// Those of the function.
    position: Position,
    /// Those of a closure, in a clause of it: its variables.
    of_closure: Option<(Position, Vec<LocalId>)>,
}

/// How places are read: what becomes of the values that are in them.
///
/// A value with mutable references in it has one owner. Code that uses such a value takes it out of its place, and the pass
/// that ends borrows needs to know of it. Code that only looks at the place, or that only speaks of the value, leaves it there.
struct Reading {
    /// The place that comes next is looked at only: what is in it stays there.
    looked_at: bool,
    /// Values are only known here: what ghost code reads, it does not use up.
    known: bool,
    /// What is read may be what will be there in the end: `final`, `after_borrow` and the like say so.
    foretelling: bool,
    /// Parameters are what was passed: inside of `old`.
    old: bool,
}

/// What a body has to do with borrows.
#[derive(Clone, Default)]
struct Borrows {
    /// There are mutable borrows in it.
    any: bool,
    /// It speaks of their end.
    spoken_of: bool,
    /// It speaks of final values, elsewhere than in the contract of the function.
    of_final: bool,
    /// The names of the variables of which it does so.
    variables: Vec<String>,
}

impl Setting {
    /// That of the body of a function or constant.
    pub(super) fn of_body(mode: Mode) -> Setting {
        Setting {
            ghost: mode != Mode::Exec,
            pure: false,
            clause: Clause { position: Position::Body, of_closure: None },
            proof_in_pure: false,
            proof_skipped: false,
            nonlinear: false,
            reading: Reading { looked_at: false, known: mode == Mode::Spec, foretelling: false, old: false },
            borrows: None,
            modes: None,
        }
    }
}

impl Fx<'_, '_> {
    /// The mode of the value of an expression of ghost code, where that is known: see [`Modes::of_value`].
    pub(in crate::body) fn mode_of_value(&mut self, e: &tree::Expr) -> Result<Option<Mode>> {
        if self.setting.modes.is_none() {
            let entry = self.cx.entry(self.owner.def)?;
            // What is wrong with modes is said after the body was lowered.
            self.setting.modes = Some(self.cx.modes(self.owner.def, &entry, &self.body)?.0);
        }
        Ok(self.setting.modes.as_ref().and_then(|modes| modes.known_of_value(e)))
    }

    /// Whether this is code that is not compiled: arithmetic in it is exact, and exec functions cannot run in it.
    pub(crate) fn is_ghost(&self) -> bool {
        self.setting.ghost
    }

    /// Whether no effect is allowed here: the code must be a term of its own.
    pub(crate) fn is_pure(&self) -> bool {
        self.setting.pure
    }

    /// From where the values of parameters are meant here.
    pub(crate) fn position(&self) -> Position {
        self.setting.clause.position
    }

    /// Runs `f` in ghost code where no effect is allowed.
    /// The result depends on nothing but the variables it names, so it may stand in a formula, be repeated or be
    /// dropped.
    pub(crate) fn purely<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outside = (self.setting.ghost, self.setting.pure);
        (self.setting.ghost, self.setting.pure) = (true, true);
        let result = f(self);
        (self.setting.ghost, self.setting.pure) = outside;
        result
    }

    /// Runs `f` in ghost code that may have effects.
    pub(crate) fn ghostly<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outside = std::mem::replace(&mut self.setting.ghost, true);
        let result = f(self);
        self.setting.ghost = outside;
        result
    }

    /// The same where `is_ghost` says so, and in the code around otherwise: for an argument of a ghost parameter.
    pub(crate) fn ghostly_if<T>(&mut self, is_ghost: bool, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if is_ghost { self.ghostly(f) } else { f(self) }
    }

    /// Runs `f` in ghost code whose values are only known: to read a tracked variable there uses nothing up.
    pub(crate) fn knowing<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outside = std::mem::replace(&mut self.setting.reading.known, true);
        let result = self.ghostly(f);
        self.setting.reading.known = outside;
        result
    }

    /// Runs `f` in code that uses what it reads: in ghost code if `is_ghost` says so, and otherwise in the code around.
    pub(crate) fn using<T>(&mut self, is_ghost: bool, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outside = std::mem::replace(&mut self.setting.reading.known, false);
        let result = self.ghostly_if(is_ghost, f);
        self.setting.reading.known = outside;
        result
    }

    /// Whether values are only known here.
    pub(crate) fn is_knowing(&self) -> bool {
        self.setting.reading.known || self.setting.pure
    }

    /// Runs `f` for ghost code that speaks of values as they will be in the end.
    pub(crate) fn foretelling<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outside = std::mem::replace(&mut self.setting.reading.foretelling, true);
        let result = self.knowing(f);
        self.setting.reading.foretelling = outside;
        result
    }

    /// Whether ghost code speaks of values as they will be in the end.
    pub(crate) fn is_foretelling(&self) -> bool {
        self.setting.reading.foretelling
    }

    /// Runs `f` for what stands inside of `old`: parameters are what was passed.
    pub(crate) fn of_old<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outside = std::mem::replace(&mut self.setting.reading.old, true);
        let result = self.foretelling(|fx| fx.purely(f));
        self.setting.reading.old = outside;
        result
    }

    /// Whether parameters are what was passed.
    pub(crate) fn is_in_old(&self) -> bool {
        self.setting.reading.old
    }

    /// Runs `f` for an expression that is a part of a place, or that a shared reference is taken of: what is in it stays there.
    pub(crate) fn looking_at<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.setting.reading.looked_at = true;
        let result = f(self);
        self.setting.reading.looked_at = false;
        result
    }

    /// Whether the expression at hand is only looked at. What is in it is asked for itself.
    pub(crate) fn take_look(&mut self) -> bool {
        std::mem::take(&mut self.setting.reading.looked_at)
    }

    /// From where the value of a variable is meant here. A clause of a closure speaks of the parameters of the closure as passed,
    /// and of other variables as they are.
    pub(crate) fn position_of(&self, id: LocalId) -> Position {
        match &self.setting.clause.of_closure {
            Some((position, locals)) if locals.contains(&id) => *position,
            _ => self.position(),
        }
    }

    /// Runs `f` for a clause of a closure with these variables in its parameters.
    pub(crate) fn in_clause_of_closure<T>(
        &mut self,
        position: Position,
        locals: &[LocalId],
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let outside = self.setting.clause.of_closure.replace((position, locals.to_vec()));
        let result = f(self);
        self.setting.clause.of_closure = outside;
        result
    }

    /// Runs `f` for code in a clause: in a postcondition `*x` of a parameter `x: &mut T` is another value than in a
    /// precondition, and a `mut` parameter is what was passed, whatever the body does to it.
    pub(crate) fn at<T>(&mut self, position: Position, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outside = std::mem::replace(&mut self.setting.clause.position, position);
        let result = f(self);
        self.setting.clause.position = outside;
        result
    }

    /// Fails where an effect is not allowed.
    /// Errs with `language/pure`: a term has no moment at which the effect would happen.
    pub(crate) fn needs_effects(&self, what: &str, span: Span) -> Result<()> {
        if self.setting.pure {
            return fail(Language::Pure, format!("{what} is not allowed inside pure context"), span);
        }
        Ok(())
    }

    /// Whether proof blocks are allowed in pure code.
    pub(crate) fn allows_proofs(&self) -> bool {
        self.setting.proof_in_pure
    }

    /// Runs `f` where proof blocks are allowed in pure code, if `allowed` or if they are here. Gives also whether there was
    /// one: it says nothing about the value, so whoever allows it must lower the code once more, as statements.
    pub(crate) fn with_proofs<T>(
        &mut self,
        allowed: bool,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> (Result<T>, bool) {
        let outside = (self.setting.proof_in_pure, self.setting.proof_skipped);
        (self.setting.proof_in_pure, self.setting.proof_skipped) = (outside.0 || allowed, false);
        let result = f(self);
        let skipped = self.setting.proof_skipped;
        (self.setting.proof_in_pure, self.setting.proof_skipped) = (outside.0, outside.1 || skipped);
        (result, skipped)
    }

    /// Notes that a proof block was left out of pure code.
    pub(crate) fn skip_proof(&mut self) {
        self.setting.proof_skipped = true;
    }

    /// Whether the body has mutable borrows, so that a specification could read what is borrowed.
    pub(crate) fn notes_reads(&mut self) -> bool {
        self.borrows().any
    }

    /// Whether the body speaks of the end of borrows (`has_resolved`): then type parameters may have some too.
    pub(crate) fn speaks_of_borrows(&mut self) -> bool {
        self.borrows().spoken_of
    }

    /// Whether the body speaks of final values: then a parameter is resolved where it is used last, and not at the end only.
    pub(crate) fn speaks_of_final(&mut self) -> bool {
        self.borrows().of_final
    }

    /// Whether the body speaks of the end of borrows in a variable by its name.
    pub(crate) fn is_spoken_of(&mut self, var: &Var) -> bool {
        self.borrows().variables.iter().any(|name| **name == *var.name)
    }

    fn borrows(&mut self) -> &Borrows {
        if self.setting.borrows.is_none() {
            let body = self.body.clone();
            let mut found = Borrows::default();
            self.find_borrows(&body.value, &mut found);
            found.of_final = self.finds_final(&body.value);
            self.setting.borrows = Some(found);
        }
        self.setting.borrows.get_or_insert_default()
    }

    fn find_borrows(&mut self, e: &tree::Expr, found: &mut Borrows) {
        found.any |= matches!(e.ty, tree::Ty::Ref(Mutability::Mut, _));
        if self.marker(e) == Some(Known::HasResolved) {
            found.spoken_of = true;
            if let tree::ExprKind::Call { args, .. } = &e.kind
                && let [tree::Expr { kind: tree::ExprKind::Local(id), .. }] = &args[..]
            {
                found.variables.push(self.local_name(*id));
            }
        }
        let mut inner = Vec::new();
        tree::visit::children(e, &mut |child| inner.push(child));
        for child in inner {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.find_borrows(child, found));
        }
    }

    /// Whether a body speaks of final values after the contract at its beginning.
    fn finds_final(&mut self, body: &tree::Expr) -> bool {
        let tree::ExprKind::Block(_, block) = &body.kind else { return self.names_final(body) };
        let mut parts = Vec::new();
        tree::visit::block_children(block, &mut |part| parts.push(part));
        let is_clause = |fx: &mut Self, part: &tree::Expr| {
            matches!(fx.marker(part), Some(Known::Requires | Known::Ensures | Known::Returns | Known::Recommends))
        };
        parts.into_iter().any(|part| !is_clause(self, part) && self.names_final(part))
    }

    fn names_final(&mut self, e: &tree::Expr) -> bool {
        if self.marker(e) == Some(Known::Final) {
            return true;
        }
        let mut inner = Vec::new();
        tree::visit::children(e, &mut |child| inner.push(child));
        inner.into_iter().any(|child| stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.names_final(child)))
    }

    /// Whether the whole function is for the nonlinear prover.
    pub(crate) fn is_nonlinear(&self) -> bool {
        self.setting.nonlinear
    }

    /// Says whether the whole function is for the nonlinear prover.
    pub(crate) fn set_nonlinear(&mut self, nonlinear: bool) {
        self.setting.nonlinear = nonlinear;
    }
}
