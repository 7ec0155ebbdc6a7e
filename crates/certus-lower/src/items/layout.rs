//! `global`: the sizes and alignments of types.
//!
//! Reference page `reference-global`. For `usize` and `isize` it sets the size of an address, which integers have then. For
//! any other type it becomes a fact about `vstd::layout::size_of` and `align_of` that every function of the crate may use,
//! and rustc computes whether it is so: the call that is lowered here is one that rustc runs, and it fails otherwise.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, DefId, Known};
use certus_vir::{AxiomSource, BinaryOp, Broadcast, Clause, Expr, ExprKind, IntKind, Mode, Param, Trigger, Ty, Var};

use crate::THE_LIBRARY;
use crate::context::Context;
use crate::error::{Result, fail};

/// One directive.
struct Directive {
    ty: tree::Ty,
    /// The size, and the alignment if it is given.
    numbers: Vec<String>,
    span: Span,
}

impl Directive {
    /// Whether it is about the size of an address.
    fn is_pointer(&self) -> bool {
        matches!(self.ty, tree::Ty::Int(tree::IntTy::Usize | tree::IntTy::Isize))
    }
}

impl Context<'_> {
    /// Errs with `language/global-target` and `language/global-twice` where the size of an address is another.
    pub(super) fn lower_global(&mut self, def: DefId) -> Result<()> {
        self.said_once(def)?;
        for (bits, span) in self.global_bits(def)? {
            if let Some(of_target) = self.tree.pointer_bits().filter(|known| *known != bits) {
                let text = format!("`usize` has {of_target} bits on the target that the program is verified for");
                return fail(Language::GlobalTarget, text, span);
            }
            let known = *self.output.program_mut().arch_bits.get_or_insert(bits);
            if known != bits {
                let text = format!("the sizes of usize or isize have already been set to {known} bits");
                return fail(Language::GlobalTwice, text, span);
            }
        }
        let others = self.directives(def)?.into_iter().filter(|directive| !directive.is_pointer());
        others.into_iter().try_for_each(|directive| self.layout_fact(def, &directive))
    }

    /// Errs with `language/global-twice` for a type of which the crate has said something before.
    fn said_once(&mut self, def: DefId) -> Result<()> {
        if !self.tree.is_local(def) {
            return Ok(());
        }
        for directive in self.directives(def)? {
            if !self.globals.add_type(&directive.ty) {
                let ty = self.ty(&directive.ty, directive.span)?;
                let text = format!("the size of `{ty}` can only be set once in a crate");
                return fail(Language::GlobalTwice, text, directive.span);
            }
        }
        Ok(())
    }

    /// How many bits `usize` and `isize` have at least: 32, if no `global` of the crate says more.
    pub(crate) fn least_word_bits(&mut self) -> Result<u32> {
        if let Some(known) = self.globals.least_word_bits() {
            return Ok(known);
        }
        let mut least = 32;
        for def in self.tree.local_items() {
            // An item that cannot be read is reported where it is lowered.
            if self.entry(def).is_ok_and(|entry| entry.attrs.global) {
                least = self.global_bits(def)?.first().map_or(least, |(bits, _)| *bits);
            }
        }
        self.globals.set_least_word_bits(least);
        Ok(least)
    }

    /// The sizes of `usize` and `isize` in bits that a `global` sets. Errs with `unsupported/global` for one that is no size
    /// of an address.
    pub(super) fn global_bits(&mut self, def: DefId) -> Result<Vec<(u32, Span)>> {
        let mut found = Vec::new();
        for directive in self.directives(def)?.iter().filter(|directive| directive.is_pointer()) {
            match directive.numbers.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["4"] => found.push((32, directive.span)),
                ["8"] => found.push((64, directive.span)),
                _ => {
                    let text = "for `usize` and `isize`, only a size of 4 or 8 bytes is supported";
                    return fail(Unsupported::Global, text, directive.span);
                }
            }
        }
        Ok(found)
    }

    /// Reads the directives of a `global`, which the rewriter writes as calls with the type and the numbers.
    fn directives(&mut self, def: DefId) -> Result<Vec<Directive>> {
        let Some(body) = self.tree.body(def)? else { return Ok(Vec::new()) };
        let tree::ExprKind::Block(_, block) = &body.value.kind else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for stmt in &block.stmts {
            let tree::Stmt::Expr(e, _) = stmt else { continue };
            let tree::ExprKind::Call { callee: tree::CallKind::Fn { args: tys, .. }, args, .. } = &e.kind else {
                continue;
            };
            let number = |arg: &tree::Expr| match &arg.kind {
                tree::ExprKind::Literal(tree::Literal::Int(n)) => Some(n.clone()),
                _ => None,
            };
            let numbers: Option<Vec<String>> = args.iter().map(number).collect();
            match (tys.first(), numbers) {
                (Some(ty), Some(numbers)) => found.push(Directive { ty: ty.clone(), numbers, span: e.span }),
                _ => return fail(Unsupported::Global, "this `global` is not supported", e.span),
            }
        }
        Ok(found)
    }

    /// The fact that a directive gives, as an axiom that is in use everywhere in the crate.
    fn layout_fact(&mut self, def: DefId, directive: &Directive) -> Result<()> {
        if !self.tree.is_local(def) {
            return Ok(());
        }
        let span = directive.span;
        if self.has_ghost_parts(&directive.ty, def, &mut Vec::new())? {
            let text = "the layout of a type with ghost fields cannot be given: they do not exist at run time";
            return fail(Language::Layout, text, span);
        }
        let ty = self.ty(&directive.ty, span)?;
        let nat = Ty::Int(IntKind::Nat);
        let (mut terms, mut ensures) = (Vec::new(), Vec::new());
        for (name, number) in [Known::LayoutSizeOf, Known::LayoutAlignOf].iter().zip(&directive.numbers) {
            let (Some(function), Ok(number)) = (self.tree.lookup(name.path()), number.parse()) else {
                return fail(Unsupported::Global, format!("this `global` needs {THE_LIBRARY}::layout`"), span);
            };
            self.request(function);
            let path = self.path(function);
            let term = Expr::new(ExprKind::Call(path, vec![ty.clone()], Vec::new()), nat.clone(), span);
            let value = Expr::new(ExprKind::Const(certus_vir::Const::Int(number)), nat.clone(), span);
            let is = ExprKind::Binary(BinaryOp::Eq, term.clone(), value);
            terms.push(vec![term]);
            ensures.push(Clause { expr: Expr::new(is, Ty::Bool, span), span });
        }
        let ret = Param { var: Var { name: "result%".into(), index: 0 }, ty: Ty::unit(), mode: Mode::Proof };
        let mut function = self.plain_function(def, Mode::Proof, ret)?;
        // The constant has no name of its own.
        function.path = format!("{}::global%{ty}", function.module).into();
        function.source = AxiomSource::Trusted;
        function.ensures = ensures;
        function.broadcast = Some(Broadcast { trigger: Trigger::Given(terms) });
        self.globals.set_layouts();
        self.uses.add_default(function.path.clone());
        self.output.add_function(function);
        Ok(())
    }
}
