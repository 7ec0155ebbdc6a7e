//! Items in bodies that code outside of their block would have to know, and blocks that nobody looks into.
//!
//! To rustc an impl holds everywhere, wherever it stands. rust-analyzer finds the one in a block for the code of that block
//! only, so a method elsewhere could be resolved otherwise than by rustc. An impl of a trait or for a type of the block itself
//! is harmless: nobody else can name these.

use certus_diagnostics::{Diagnostic, Unsupported};
use ra_ap_hir::HasSource as _;
use ra_ap_hir_def::{HasModule as _, ImplId, ModuleDefId, ModuleId};
use ra_ap_hir_expand::InFile;
use ra_ap_hir_ty::db::HirDatabase as _;
use ra_ap_hir_ty::next_solver::{Ty, TyKind};
use ra_ap_rustc_type_ir::inherent::IntoKind as _;
use ra_ap_syntax::{AstNode as _, SyntaxKind, SyntaxNode, TextRange, ast};

use crate::key::Key;
use crate::loaded::Loaded;

impl Loaded {
    /// One `unsupported/inner-impl` for each impl in a body that is for a type of elsewhere, and not of a trait of its block.
    pub(crate) fn inner_impls(&self) -> Vec<Diagnostic> {
        let impls =
            self.own_items().iter().copied().filter(|key| matches!(key, Key::Impl(id) if self.reaches_out(*id)));
        let error = |key| {
            let message = "an impl in a function body is supported only for a trait or type of the same block, \
                           because it \
                 applies everywhere";
            let span = self.name_span(key).unwrap_or_else(|| self.root_span());
            let error = Diagnostic::error(Unsupported::InnerImpl, message, span);
            error.with_help("put the impl beside the type or the trait")
        };
        impls.map(error).collect()
    }

    /// One `unsupported/const-block` for each block with statements in a type, in the value of a variant, or in a default of a
    /// parameter: items and proofs in it would not be seen.
    pub(crate) fn const_blocks(&self) -> Vec<Diagnostic> {
        let mut nodes: Vec<InFile<SyntaxNode>> = Vec::new();
        for &key in self.own_items() {
            match key {
                Key::Module(id) => nodes.extend(self.aliases(id)),
                key => nodes.extend(self.syntax(key)),
            }
        }
        let mut found = Vec::new();
        for node in nodes {
            let mut whole = TextRange::default();
            for block in node.value.descendants().filter_map(ast::BlockExpr::cast) {
                let has_items = block.stmt_list().is_some_and(|list| list.statements().next().is_some());
                let range = block.syntax().text_range();
                if !has_items || whole.contains_range(range) || !is_in_type(block.syntax()) {
                    continue;
                }
                whole = range;
                let message = "a block with statements is not supported here: nothing in it would be verified";
                let span = self.node_span(InFile::new(node.file_id, block.syntax()));
                let error = Diagnostic::error(Unsupported::ConstBlock, message, span);
                found.push(error.with_help("name the value: `const N: usize = ..;`"));
            }
        }
        found
    }

    /// The syntax of the type aliases of a module.
    fn aliases(&self, id: ModuleId) -> Vec<InFile<SyntaxNode>> {
        let declared = id.def_map(self.db())[id].scope.declarations();
        let aliases = declared.filter_map(|def| match def {
            ModuleDefId::TypeAliasId(alias) => ra_ap_hir::TypeAlias::from(alias).source(self.db()),
            _ => None,
        });
        aliases.map(|source| source.map(|alias| alias.syntax().clone())).collect()
    }

    /// Whether somebody outside of the block of an impl can name both its trait and its type.
    fn reaches_out(&self, id: ImplId) -> bool {
        let db = self.db();
        let module = self.visible_from(id.module(db));
        let Some(block) = module.block(db) else { return false };
        let is_inner = |other: ModuleId| other.block(db) == Some(block);
        let of_inner = db.impl_trait(id).is_some_and(|of| is_inner(of.skip_binder().def_id.0.module(db)));
        let mut ty: Ty<'_> = db.impl_self_ty(id).skip_binder();
        while let TyKind::Ref(_, inner, _) = ty.kind() {
            ty = inner;
        }
        let for_inner = match ty.kind() {
            TyKind::Adt(adt, _) => is_inner(adt.def_id().module(db)),
            _ => false,
        };
        !of_inner && !for_inner
    }

    /// Derives write `const _: () = { impl T for S { .. } };`, and rust-analyzer finds such an impl from outside.
    /// This is the module whose code an impl is found from: that around each `const _`, whose impls count as those of the module.
    fn visible_from(&self, module: ModuleId) -> ModuleId {
        let mut module = module;
        while let Some(Key::Const(id)) = self.block_owner(module) {
            let around = id.module(self.db());
            let scope = &around.def_map(self.db())[around].scope;
            if !scope.unnamed_consts().any(|unnamed| unnamed == id) {
                break;
            }
            module = around;
        }
        module
    }
}

/// Whether a block is a part of a type, of the value of a variant or of a default, and not of a body within it.
fn is_in_type(block: &SyntaxNode) -> bool {
    for node in block.ancestors().skip(1) {
        match node.kind() {
            SyntaxKind::ARRAY_TYPE | SyntaxKind::CONST_ARG | SyntaxKind::CONST_PARAM | SyntaxKind::VARIANT => {
                return true;
            }
            SyntaxKind::FN | SyntaxKind::CONST | SyntaxKind::STATIC | SyntaxKind::CLOSURE_EXPR => return false,
            _ => {}
        }
    }
    false
}
