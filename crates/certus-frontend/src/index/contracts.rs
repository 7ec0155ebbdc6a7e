//! Contracts that are written elsewhere: those of functions of the standard library, in an `assume_specification`, and those
//! that the functions of an impl have from the trait.

use std::collections::HashMap;

use certus_diagnostics::Span;
use certus_tree::{CallKind, DefId, Expr, ExprKind, Known, Program as _, Stmt};
use ra_ap_hir::{AsAssocItem, AssocItem, Function};
use ra_ap_hir_def::FunctionId;

use super::{Builder, Id, Index, Target};
use crate::key::Key;
use crate::loaded::Loaded;

/// How the names begin that the rewriter gives to functions for `assume_specification`.
const ASSUMED: &str = "__certus_assume_";

/// A module of the library, which has such functions.
const LIBRARY: &str = "vstd::std_specs";

/// An `assume_specification`, and the functions that it may be about, with the numbers of their targets.
pub(super) struct Assumed {
    def: DefId,
    whole: Span,
    candidates: Vec<(DefId, usize)>,
}

impl Builder<'_> {
    /// Finds the contracts of the functions that have been met. Those of the standard library are only candidates.
    pub(super) fn contracts(&mut self) -> Vec<Assumed> {
        let mut by_name: HashMap<String, Vec<(DefId, usize)>> = HashMap::new();
        let mut found: Vec<(FunctionId, usize)> = self.numbers.iter().filter_map(function).collect();
        // The order decides how new targets are numbered.
        found.sort_by_key(|(_, number)| *number);
        for (id, number) in found {
            let key = Key::Function(id);
            if let Some(of_trait) = self.of_trait(id) {
                let contract = self.key(Key::Function(of_trait), "function");
                if let Some(target) = self.targets.get_mut(number) {
                    target.contract = contract;
                }
            } else if !self.loaded.crates().is_own(key.module(self.loaded).krate(self.loaded.db())) {
                let named = by_name.entry(self.loaded.simple_name(key)).or_default();
                named.push((self.loaded.def(key), number));
            }
        }
        let mut crates = self.loaded.crates().verified();
        let library = self.loaded.find(LIBRARY).and_then(|def| self.loaded.key(def));
        crates.extend(library.map(|key| key.module(self.loaded).krate(self.loaded.db())));
        let items = crates.into_iter().flat_map(|krate| self.loaded.crate_items(krate));
        items.filter_map(|key| self.assumed(key, &by_name)).collect()
    }

    /// The function of a trait that a function of an impl implements.
    fn of_trait(&self, id: FunctionId) -> Option<FunctionId> {
        let db = self.loaded.db();
        let own = Function::from(id);
        let of_trait = own.as_assoc_item(db)?.implemented_trait(db)?;
        of_trait.items(db).into_iter().find_map(|item| match item {
            AssocItem::Function(function) if function.name(db) == own.name(db) => FunctionId::try_from(function).ok(),
            _ => None,
        })
    }

    /// An `assume_specification` whose name says that it may be about one of the functions.
    fn assumed(&self, key: Key, by_name: &HashMap<String, Vec<(DefId, usize)>>) -> Option<Assumed> {
        let name = self.loaded.simple_name(key);
        let about = name.strip_prefix(ASSUMED)?;
        let mut candidates = Vec::new();
        for (name, functions) in by_name {
            if about.strip_suffix(name.as_str()).is_some_and(|before| before.is_empty() || before.ends_with('_')) {
                candidates.extend(functions.iter().copied());
            }
        }
        let whole = self.loaded.node_span(self.loaded.syntax(key)?.as_ref());
        (!candidates.is_empty()).then(|| Assumed { def: self.loaded.def(key), whole, candidates })
    }
}

/// Adds the contracts of functions of the standard library to an index. What a candidate is about, its body says.
pub(super) fn add(loaded: &Loaded, assumed: Vec<Assumed>, index: &mut Index) {
    for Assumed { def, whole, candidates } in assumed {
        let about = loaded.body(def).ok().flatten().and_then(|body| about(loaded, &body.value));
        let Some((_, number)) = candidates.into_iter().find(|(candidate, _)| Some(*candidate) == about) else {
            continue;
        };
        let contract = index.targets.len();
        // The first statement about a function counts.
        let Some(target) = index.targets.get_mut(number).filter(|target| target.contract.is_none()) else { continue };
        target.contract = Some(contract);
        let (path, kind) = (target.path.clone(), "specification");
        index.targets.push(Target { path, kind, ty: None, name: whole, whole, contract: None });
    }
}

/// The function that the body of an `assume_specification` names.
fn about(loaded: &Loaded, body: &Expr) -> Option<DefId> {
    match &body.kind {
        ExprKind::Block(_, block) => {
            let statements = block.stmts.iter().filter_map(|statement| match statement {
                Stmt::Expr(e, _) => Some(e),
                Stmt::Let { .. } => None,
            });
            statements.chain(block.tail.as_deref()).find_map(|e| about(loaded, e))
        }
        ExprKind::Adjust(_, inner) => about(loaded, inner),
        ExprKind::Call { callee: CallKind::Fn { def, .. }, args, .. }
            if loaded.known(*def) == Some(Known::Specifies) =>
        {
            match args.first().map(|argument| &argument.kind) {
                Some(ExprKind::FnItem(function, _)) => Some(*function),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The function with a number.
fn function((id, number): (&Id, &usize)) -> Option<(FunctionId, usize)> {
    match id {
        Id::Key(Key::Function(id)) => Some((*id, *number)),
        _ => None,
    }
}
