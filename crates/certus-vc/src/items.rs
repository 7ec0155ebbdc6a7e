//! Function items that the verified function mentions as values. A direct call of one of them is also described by
//! `call_requires` and `call_ensures`.

use certus_vir::passes::dispatch;
use certus_vir::{Expr, ExprKind, Function, Path, Program, StmtKind, Ty, callable, visit};

/// A function item, with the names under which it is called.
pub(crate) struct Item {
    /// The type of the item.
    pub ty: Ty,
    /// The function itself, or the functions of impls that it resolves to, with type arguments.
    names: Vec<(Path, Vec<Ty>)>,
}

impl Item {
    /// Whether a call of this function is a call of the item.
    pub(crate) fn is_called(&self, callee: &Path, type_args: &[Ty]) -> bool {
        self.names.iter().any(|(path, args)| path == callee && args == type_args)
    }
}

/// The function items in the specification and the body of a function, each once.
pub(crate) fn mentioned(program: &Program, function: &Function) -> Vec<Item> {
    let mut found: Vec<Item> = Vec::new();
    if ![callable::CALL_REQUIRES, callable::CALL_ENSURES].iter().all(|path| program.functions.contains_key(*path)) {
        return found;
    }
    let mut exprs: Vec<Expr> = Vec::new();
    let mut tys: Vec<Ty> = Vec::new();
    exprs.extend(function.requires.iter().chain(&function.ensures).map(|clause| clause.expr.clone()));
    exprs.extend(function.opens.names.iter().chain(function.unwind.condition()).cloned());
    let mut statement = |stmt: &certus_vir::Stmt| {
        if let StmtKind::Call(call) = &stmt.kind {
            tys.extend(call.type_args.iter().cloned());
        }
    };
    visit::walk_stmts(function.check.as_deref().unwrap_or_default(), &mut statement, &mut |e| exprs.push(e.clone()));
    for expr in &exprs {
        visit::walk(expr, &mut |e| match &*e.kind {
            ExprKind::Call(_, args, _) => tys.extend(args.iter().cloned()),
            ExprKind::TypeConst(ty) => tys.push(ty.clone()),
            _ => {}
        });
    }
    for ty in tys {
        let Ty::FnItem(path, args) = ty.value() else { continue };
        // An associated type may determine the function.
        let is_open = args.iter().any(|ty| matches!(ty.value(), Ty::Proj(..)));
        let arity = program.functions.get(path).map_or(0, |f| f.params.len());
        let has_tuple = program.datatypes.contains_key(format!("tuple%{arity}").as_str());
        if is_open || !has_tuple || found.iter().any(|item| item.ty == *ty.value()) {
            continue;
        }
        let targets = dispatch::functions_of(program, path, args).into_iter().filter(|target| target.is_certain);
        let mut names: Vec<_> = targets.map(|target| (target.path, target.args)).collect();
        names.push((path.clone(), args.clone()));
        found.push(Item { ty: ty.value().clone(), names });
    }
    found
}
