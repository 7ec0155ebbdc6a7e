//! What code may mention: in what is published, nothing that is hidden from those who see it; anywhere, no part of a
//! struct that has hidden parts.
//!
//! Reference page `reference-spec-signature`. A client must be able to read what is published; a definition that
//! mentions something private would leave the client with a name it cannot unfold, and would make the private part a
//! promise. A clause of a contract is published to whoever may name the function, a definition as far as its words say.
//!
//! This is a walk over the tree, and not over what it is lowered to: what the user wrote counts, also where nothing is
//! left of it.

use certus_diagnostics::{Diagnostic, Language, Span};
use certus_tree::{self as tree, CallKind, DefId, ExprKind as T, Item, Known, Pat, PatKind, Stmt, Visibility};
use certus_vir::{Mode, Path, Publish};

use crate::builtins::is_naming;
use crate::context::{Context, Entry};
use crate::error::Result;
use crate::paths::within;
use crate::syntax::below_references;

/// Who sees something.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Scope {
    Everyone,
    Module(Path),
}

impl Scope {
    /// Those who see an item of this visibility.
    fn of(visibility: &Visibility) -> Scope {
        match visibility {
            Visibility::Public => Scope::Everyone,
            Visibility::Module(module) => Scope::Module(module.as_str().into()),
        }
    }
}

/// A piece of code with those who read it.
#[derive(Clone, Debug)]
struct Readers {
    scope: Scope,
    /// What is published to them. Code that is not published may call whatever it can name.
    place: Option<&'static str>,
}

/// The calls that the clauses at the beginning of a body are, with what is said of them.
const CLAUSES: [(Known, &str); 13] = [
    (Known::Requires, "'requires' clause of public function"),
    (Known::Recommends, "'requires' clause of public function"),
    (Known::Ensures, "'ensures' clause of public function"),
    (Known::DefaultEnsures, "'ensures' clause of public function"),
    (Known::Returns, "'returns' clause of public function"),
    (Known::Decreases, "'decreases' clause of public function"),
    (Known::DecreasesWhen, "'when' clause of public function"),
    (Known::NoUnwindWhen, "unwind clause of public function"),
    (Known::OpensInvariants, "'opens_invariants' clause of public function"),
    (Known::OpensInvariantsList, "'opens_invariants' clause of public function"),
    (Known::OpensInvariantsExcept, "'opens_invariants' clause of public function"),
    (Known::OpensInvariantsSet, "'opens_invariants' clause of public function"),
    (Known::NoUnwind, "unwind clause of public function"),
];

/// The operators of specifications that a type can give a meaning by a method of the same name.
const OPERATORS: [Known; 5] = [Known::SpecAdd, Known::SpecSub, Known::SpecMul, Known::SpecDiv, Known::SpecRem];

impl Context<'_> {
    /// Checks the clauses and the body of a function or constant of this crate. `publish` tells who sees the body of a
    /// spec function. Errs with `language/visibility`.
    /// `pub open spec fn f() -> int { private() }` is an error at `private`; `closed` makes it right.
    pub(super) fn check_visibility(
        &mut self,
        entry: &Entry,
        mode: Mode,
        publish: &Publish,
        body: &tree::Body,
    ) -> Result<()> {
        let own = Scope::of(&self.seen_by(&entry.item)?);
        let module: Path = entry.def().module.as_str().into();
        let inside = Readers { scope: Scope::Module(module.clone()), place: None };
        let body_readers = match (mode, publish) {
            (Mode::Spec, Publish::Open) => Readers { scope: own.clone(), place: Some("pub open spec function") },
            (Mode::Spec, Publish::Module(part)) if within(&module, part) => {
                Readers { scope: Scope::Module(part.clone()), place: Some("pub open spec function") }
            }
            _ => inside,
        };
        // Nobody looks at the body of what is trusted.
        let body_readers = self.wants_check(entry).then_some(body_readers);
        let mut checker = Checker { cx: self, own, errors: Vec::new() };
        checker.top(&body.value, body_readers.as_ref())?;
        if checker.errors.is_empty() { Ok(()) } else { Err(checker.errors.into()) }
    }

    /// Who sees an item: what a trait declares, and what an impl of it writes, is for all who see the trait.
    fn seen_by(&mut self, item: &Item) -> Result<Visibility> {
        match item {
            Item::Function(tree::Function { trait_method: Some((trait_, _)), .. })
            | Item::Const(tree::Const { trait_const: Some((trait_, _)), .. }) => {
                Ok(self.entry(*trait_)?.def().visibility.clone())
            }
            _ => Ok(item.def().visibility.clone()),
        }
    }
}

struct Checker<'c, 'a> {
    cx: &'c mut Context<'a>,
    /// Who sees the item itself.
    own: Scope,
    errors: Vec<Diagnostic>,
}

impl Checker<'_, '_> {
    fn error(&mut self, message: String, span: Span) {
        self.errors.push(Diagnostic::error(Language::Visibility, message, span));
    }

    /// Something is read that not everyone sees who sees the body, or the contract.
    fn hidden(&mut self, message: String, readers: &Readers, span: Span) {
        let help = match readers.place {
            Some(place) if place.contains("clause") => {
                "whoever calls the function reads its contract: speak of the fields in a `closed spec fn` and call that, or make the type and \
                 all its fields visible (`pub`)"
            }
            Some(_) => "write `closed` for `open`, or make the type and its fields visible (`pub`)",
            None => {
                "a struct is opaque where one of its fields is not visible: make all of them visible here, or call a function of its \
                 module that gives the field"
            }
        };
        self.errors.push(Diagnostic::error(Language::Visibility, message, span).with_help(help));
    }

    /// The whole of a body: its clauses have readers of their own.
    fn top(&mut self, e: &tree::Expr, readers: Option<&Readers>) -> Result<()> {
        let block = match (&e.kind, readers) {
            (T::Adjust(_, inner), _) => return self.top(inner, readers),
            (T::Block(None, block), _) => block,
            (_, Some(readers)) => return self.expr(e, readers),
            (_, None) => return Ok(()),
        };
        // What opens a parameter may stand before clauses.
        let mut rest = &block.stmts[..];
        while let Some((first, after)) = rest.split_first() {
            let is_header = match first {
                Stmt::Expr(e, _) => self.clause(e)?,
                Stmt::Let { init, .. } => {
                    let name = init.as_ref().and_then(|init| self.builtin(init));
                    matches!(name, Some(Known::OpenGhost | Known::OpenTracked))
                }
            };
            if !is_header {
                break;
            }
            rest = after;
        }
        let Some(readers) = readers else { return Ok(()) };
        for stmt in &block.stmts {
            if let Stmt::Let { pat, .. } = stmt {
                self.pat(pat, readers)?;
            }
        }
        for stmt in rest {
            match stmt {
                Stmt::Expr(e, _) => self.expr(e, readers)?,
                Stmt::Let { init, else_, .. } => {
                    init.iter().chain(else_).try_for_each(|e| self.expr(e, readers))?;
                }
            }
        }
        block.tail.iter().try_for_each(|tail| self.expr(tail, readers))
    }

    fn builtin(&mut self, e: &tree::Expr) -> Option<Known> {
        let T::Call { callee: CallKind::Fn { def, .. }, .. } = &e.kind else { return None };
        self.cx.builtin(*def)
    }

    /// Checks one statement if it is a clause.
    fn clause(&mut self, e: &tree::Expr) -> Result<bool> {
        let Some(name) = self.builtin(e) else { return Ok(false) };
        let Some((_, place)) = CLAUSES.iter().find(|(clause, _)| *clause == name) else {
            return Ok(is_naming(name) || name == Known::Prover);
        };
        let readers = Readers { scope: self.own.clone(), place: Some(place) };
        let T::Call { args, .. } = &e.kind else { return Ok(false) };
        for arg in args {
            self.expr(arg, &readers)?;
        }
        Ok(true)
    }

    /// Checks what an expression mentions against those who read it. A definition that is published must not mention what some
    /// of its readers cannot name: they could not check what it says (reference page `reference-spec-signature`).
    fn expr(&mut self, e: &tree::Expr, readers: &Readers) -> Result<()> {
        match &e.kind {
            T::Call { callee: CallKind::Fn { def, resolved, .. }, args, .. } => {
                if let Some(name) = self.cx.builtin(*def) {
                    if is_naming(name) {
                        return Ok(());
                    }
                    self.operation(name, args, readers, e.span)?;
                } else {
                    self.function(*def, args, readers, e.span)?;
                    if let Some((def, _)) = resolved {
                        self.function(*def, args, readers, e.span)?;
                    }
                }
            }
            T::Const(def, _, resolved) => {
                self.function(*def, &[], readers, e.span)?;
                if let Some((def, _)) = resolved {
                    self.function(*def, &[], readers, e.span)?;
                }
            }
            T::FnItem(def, _) => self.function(*def, &[], readers, e.span)?,
            T::Ctor { adt, .. } | T::CtorFn(adt, ..) => self.datatype(*adt, readers, "constructor", e.span)?,
            T::Field(base, _) => self.field_of(&base.ty, readers, e.span)?,
            T::Match(_, arms) => {
                for arm in arms {
                    self.pat(&arm.pat, readers)?;
                }
            }
            T::Let(pat, _) | T::For(_, pat, ..) | T::AssignPat(pat, _) => self.pat(pat, readers)?,
            T::Closure { params, .. } => {
                for param in params {
                    self.pat(&param.pat, readers)?;
                }
            }
            // These name no item by themselves.
            T::Literal(_) | T::Local(_) | T::ConstParam(..) | T::Call { callee: CallKind::Value(_), .. } => {}
            T::Tuple(_) | T::Array(_) | T::Repeat(_) | T::TupleField(..) | T::Index(..) | T::Deref(_) => {}
            T::Ref { .. } | T::RawRef(..) | T::Adjust(..) | T::Cast(_) | T::Unary(..) | T::Binary(..) => {}
            T::Logic(..) | T::Assign(..) | T::Block(..) | T::Unsafe(_) | T::ConstBlock(_) | T::Async(_) => {}
            T::If(..) | T::Loop(..) | T::While(..) | T::Break(..) | T::Continue(_) | T::Return(_) | T::Try(_) => {}
            T::Await(_) | T::Range(..) | T::FormatArgs(..) | T::Unsupported(_) => {}
        }
        if let T::For(_, _, _, block)
        | T::Block(_, block)
        | T::Unsafe(block)
        | T::ConstBlock(block)
        | T::Async(block)
        | T::Loop(_, block)
        | T::While(_, _, block) = &e.kind
        {
            for stmt in &block.stmts {
                if let Stmt::Let { pat, .. } = stmt {
                    self.pat(pat, readers)?;
                }
            }
        }
        let mut children = Vec::new();
        certus_tree::visit::children(e, &mut |child| children.push(child));
        children.into_iter().try_for_each(|child| self.expr(child, readers))
    }

    /// A pattern takes a value apart, so its readers must see the fields of the datatype.
    fn pat(&mut self, pat: &Pat, readers: &Readers) -> Result<()> {
        match &pat.kind {
            PatKind::Variant { adt, .. } => self.datatype(*adt, readers, "pattern constructor", pat.span)?,
            PatKind::Const(def, _, resolved) => {
                self.function(*def, &[], readers, pat.span)?;
                if let Some((def, _)) = resolved {
                    self.function(*def, &[], readers, pat.span)?;
                }
            }
            PatKind::Place(e) => self.expr(e, readers)?,
            PatKind::Wild | PatKind::Binding { .. } | PatKind::Deref(_) | PatKind::Tuple(_) => {}
            PatKind::Literal(_) | PatKind::Range(..) | PatKind::Or(_) | PatKind::Slice(..) => {}
            PatKind::Unsupported(_) => {}
        }
        let mut parts = Vec::new();
        certus_tree::visit::pattern_children(pat, &mut |part| parts.push(part));
        parts.into_iter().try_for_each(|part| self.pat(part, readers))
    }

    /// An operator or another form of the language.
    fn operation(&mut self, name: Known, args: &[tree::Expr], readers: &Readers, span: Span) -> Result<()> {
        let Some(first) = args.first() else { return Ok(()) };
        if let (Known::ShrRefStructWrap, [_, whole, ..]) = (name, args)
            && let tree::Ty::Adt(adt, _) = below_references(&whole.ty)
        {
            return self.datatype(*adt, readers, "`shr_ref_struct_wrap` operator", span);
        }
        let is_field = matches!(name, Known::GetVariantField | Known::GetUnionField);
        if is_field || (name == Known::IsVariant && self.cx.is_union(&first.ty)?) {
            return self.field_of(&first.ty, readers, span);
        }
        if OPERATORS.contains(&name)
            && let tree::Ty::Adt(adt, _) = below_references(&first.ty)
        {
            let method = format!("{}::{name}", self.cx.path(*adt));
            if let Some(def) = self.cx.tree.lookup(&method) {
                return self.function(def, args, readers, span);
            }
        }
        Ok(())
    }

    /// The type whose field an expression reads; of a reference, the type behind it.
    fn field_of(&mut self, base: &tree::Ty, readers: &Readers, span: Span) -> Result<()> {
        match below_references(base) {
            tree::Ty::Adt(adt, _) => self.datatype(*adt, readers, "field expression", span),
            _ => Ok(()),
        }
    }

    /// Items of libraries were checked with their crate.
    fn function(&mut self, def: DefId, args: &[tree::Expr], readers: &Readers, span: Span) -> Result<()> {
        if self.cx.tree.is_library(def) {
            return Ok(());
        }
        let entry = self.cx.entry(def)?;
        if let Some(accessor) = &entry.attrs.accessor {
            return match args.first() {
                Some(value) if accessor.starts_with("get") => self.field_of(&value.ty, readers, span),
                _ => Ok(()),
            };
        }
        let Some(place) = readers.place else { return Ok(()) };
        if covers(&self.cx.seen_by(&entry.item)?, &readers.scope) {
            return Ok(());
        }
        let what = if matches!(entry.item, Item::Const(_)) { "const" } else { "function" };
        self.error(format!("in {place}, cannot refer to private {what}"), span);
        Ok(())
    }

    /// A struct with a field that a reader does not see is opaque to the reader, whatever the field that is used.
    fn datatype(&mut self, def: DefId, readers: &Readers, what: &str, span: Span) -> Result<()> {
        if self.cx.tree.is_library(def) {
            return Ok(());
        }
        let entry = self.cx.entry(def)?;
        let Item::Adt(adt) = &entry.item else { return Ok(()) };
        if !covers(&adt.def.visibility, &readers.scope) {
            self.hidden(format!("disallowed: {what} for a non-visible datatype"), readers, span);
            return Ok(());
        }
        let is_struct = adt.kind != tree::AdtKind::Enum;
        let mut fields = adt.variants.iter().flat_map(|v| &v.fields);
        if is_struct && fields.any(|f| !covers(&f.visibility, &readers.scope)) {
            self.hidden(format!("disallowed: {what} for an opaque datatype"), readers, span);
        }
        Ok(())
    }
}

/// True when code in a module sees an item of this visibility.
pub(super) fn is_seen_in(visibility: &Visibility, module: &Path) -> bool {
    covers(visibility, &Scope::Module(module.clone()))
}

/// True when everyone in the scope sees an item of this visibility.
fn covers(visibility: &Visibility, scope: &Scope) -> bool {
    match (visibility, scope) {
        (Visibility::Public, _) => true,
        (Visibility::Module(_), Scope::Everyone) => false,
        (Visibility::Module(module), Scope::Module(scope)) => within(scope, module),
    }
}

/// True when everyone who sees an item of the second visibility sees one of the first.
pub(super) fn at_least(this: &Visibility, that: &Visibility) -> bool {
    match (this, that) {
        (Visibility::Public, _) => true,
        (Visibility::Module(_), Visibility::Public) => false,
        (Visibility::Module(this), Visibility::Module(that)) => within(that, this),
    }
}
