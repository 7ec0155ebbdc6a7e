//! Function items that the verified function mentions as values. A direct call of one of them is also described by
//! `call_requires` and `call_ensures`.

use std::collections::HashSet;

use certus_vir::instances::size;
use certus_vir::passes::dispatch;
use certus_vir::subst::Subst;
use certus_vir::{Body, Expr, ExprKind, Function, Path, Program, StmtKind, Ty, callable, visit};

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

/// How many definitions are looked through for each function: a recursive one may have any number of instances.
const MAX_DEFINITIONS: usize = 1_000;

/// How many parts a type argument of a definition may have: each call of a recursive one may have larger arguments.
const MAX_TYPE_SIZE: usize = 50;

/// The function items in the specification and the body of a function, and in the definitions of what these call, each once.
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
    let mut definitions = Definitions { program, seen: HashSet::new(), todo: Vec::new() };
    for expr in &exprs {
        definitions.look(expr, &Subst::new(), &mut tys);
    }
    while let Some((body, subst)) = definitions.todo.pop() {
        definitions.look(&body, &subst, &mut tys);
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

/// A walk through the definitions of spec functions, at the type arguments with which they are called.
struct Definitions<'a> {
    program: &'a Program,
    seen: HashSet<(Path, Vec<Ty>)>,
    /// The bodies that are still to be looked at.
    todo: Vec<(Expr, Subst)>,
}

impl Definitions<'_> {
    /// Collects the types that an expression says, and the definitions that it calls.
    fn look(&mut self, expr: &Expr, subst: &Subst, tys: &mut Vec<Ty>) {
        visit::walk(expr, &mut |e| match &*e.kind {
            ExprKind::Call(path, args, _) => {
                let args: Vec<Ty> = args.iter().map(|ty| subst.apply_ty(ty)).collect();
                tys.extend(args.iter().filter(|ty| matches!(ty.value(), Ty::FnItem(..))).cloned());
                self.call(path, args);
            }
            ExprKind::TypeConst(ty) => tys.push(subst.apply_ty(ty)),
            _ => {}
        });
    }

    /// Remembers the definition of a function, unless it has been seen with these type arguments.
    fn call(&mut self, path: &Path, args: Vec<Ty>) {
        let Some(function) = self.program.functions.get(path) else { return };
        let Body::Spec(body) = &function.body else { return };
        let goes_on = self.seen.len() >= MAX_DEFINITIONS || args.iter().any(|ty| size(ty) > MAX_TYPE_SIZE);
        if goes_on || !self.seen.insert((path.clone(), args.clone())) {
            return;
        }
        let mut subst = Subst::new();
        for (param, ty) in function.type_params.iter().zip(args) {
            subst.ty(&param.name, ty);
        }
        self.todo.push((body.clone(), subst));
    }
}
