//! Finds numbers whose type follows from ghost code only.
//!
//! ```text
//! let x = 2000000000; proof { p(x) } let y = x + x;      with  proof fn p(x: u64)
//! ```
//!
//! Where this is verified, `x` is a `u64`. With the proof gone, nothing says so, and rustc takes an `i32`: the sum
//! overflows. So a variable without a written type whose value is made of literals needs code that runs to tell its type,
//! if ghost code could have told it. The variables are followed by scope, through operators, assignments, branches and
//! constructors; what tells a type is an operand or a place of known type, an index, a result, and an argument of a function or a
//! field of a type that has no type parameters. Whether those of other blocks have some is not seen here, and the verifier, which
//! sees it, refuses the variables that they do not tell the type of (`certus-lower`, `ghost/erased_inference.rs`).

use std::collections::{BTreeMap, BTreeSet};

use certus_visit::visit::{self, Visit};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;
use verus_syn::{
    BinOp, Block, Expr, GenericParam, Generics, Item, Lit, Local, Member, Pat, ReturnType, Stmt, Type, UnOp,
};

use super::stmts::Bound;

/// The functions and types of a block whose arguments and fields have types that others choose.
#[derive(Default)]
pub(super) struct Concrete {
    /// The functions with arguments of a type parameter, and the types with type parameters.
    generic: BTreeSet<String>,
    /// The types and variants without type parameters.
    types: BTreeSet<String>,
    /// The type parameters around a function.
    outer: BTreeSet<String>,
}

impl Concrete {
    /// Collects the functions and types of a block.
    pub(super) fn read(items: &[Item]) -> Concrete {
        let mut concrete = Concrete::default();
        items.iter().for_each(|item| concrete.visit_item(item));
        concrete.types = concrete.types.difference(&concrete.generic).cloned().collect();
        concrete
    }

    /// The type parameters around functions; `Self` depends on them.
    fn within(&mut self, generics: &Generics, is_trait: bool, walk: impl FnOnce(&mut Concrete)) {
        let mut names = type_names(generics);
        if is_trait || !names.is_empty() {
            names.insert("Self".to_string());
        }
        let outer = std::mem::replace(&mut self.outer, names);
        walk(self);
        self.outer = outer;
    }
}

/// The names of type parameters.
fn type_names(generics: &Generics) -> BTreeSet<String> {
    let name = |param: &GenericParam| match param {
        GenericParam::Type(param) => Some(crate::enums::plain(&param.ident)),
        GenericParam::Const(param) => Some(crate::enums::plain(&param.ident)),
        GenericParam::Lifetime(_) => None,
    };
    generics.params.iter().filter_map(name).collect()
}

/// Whether there are type parameters.
fn has_types(generics: &Generics) -> bool {
    !type_names(generics).is_empty()
}

/// Whether tokens have a word that satisfies a condition.
fn mentions(tokens: TokenStream, is_sought: &dyn Fn(&str) -> bool) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(word) => is_sought(&crate::enums::plain(&word)),
        TokenTree::Group(group) => mentions(group.stream(), is_sought),
        _ => false,
    })
}

impl<'ast> Visit<'ast> for Concrete {
    /// Adds a function with an argument of a type parameter.
    fn visit_signature(&mut self, sig: &'ast verus_syn::Signature) {
        let own = type_names(&sig.generics);
        let is_parameter = |word: &str| word == "impl" || own.contains(word) || self.outer.contains(word);
        let typed = sig.inputs.iter().filter_map(|input| match &input.kind {
            verus_syn::FnArgKind::Typed(typed) => Some(&typed.ty),
            verus_syn::FnArgKind::Receiver(_) => None,
        });
        if typed.into_iter().any(|ty| mentions(ty.to_token_stream(), &is_parameter)) {
            self.generic.insert(crate::enums::plain(&sig.ident));
        }
    }

    /// Adds the functions of an impl.
    fn visit_item_impl(&mut self, item: &'ast verus_syn::ItemImpl) {
        self.within(&item.generics, false, |this| visit::visit_item_impl(this, item));
    }

    /// Adds the functions of a trait: an implementation chooses associated types, and `Self`.
    fn visit_item_trait(&mut self, item: &'ast verus_syn::ItemTrait) {
        self.within(&item.generics, true, |this| visit::visit_item_trait(this, item));
    }

    /// Adds a struct.
    fn visit_item_struct(&mut self, item: &'ast verus_syn::ItemStruct) {
        let set = if has_types(&item.generics) { &mut self.generic } else { &mut self.types };
        set.insert(crate::enums::plain(&item.ident));
    }

    /// Adds a union.
    fn visit_item_union(&mut self, item: &'ast verus_syn::ItemUnion) {
        let set = if has_types(&item.generics) { &mut self.generic } else { &mut self.types };
        set.insert(crate::enums::plain(&item.ident));
    }

    /// Adds an enum.
    fn visit_item_enum(&mut self, item: &'ast verus_syn::ItemEnum) {
        let set = if has_types(&item.generics) { &mut self.generic } else { &mut self.types };
        set.extend(item.variants.iter().map(|variant| crate::enums::plain(&variant.ident)));
    }
}

/// The names in ghost code that may get a type from it. An operand of `+`, `-`, `*`, of a comparison or of a cast does
/// not, because these accept numbers of any type.
pub(super) fn constrained_names(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let sign = |i: Option<usize>| match i.and_then(|i| trees.get(i)) {
        Some(TokenTree::Punct(p)) => Some(p.as_char()),
        _ => None,
    };
    for (i, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => constrained_names(group.stream(), names),
            TokenTree::Ident(name) => {
                // An element of the variable is a number of the same type.
                let is_index =
                    |i: usize| matches!(trees.get(i), Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Bracket);
                let end = (i + 1..).find(|at| !is_index(*at)).unwrap_or(i + 1);
                let (before, after, next) = (sign(i.checked_sub(1)), sign(Some(end)), sign(Some(end + 1)));
                let is_cast = matches!(trees.get(end), Some(TokenTree::Ident(word)) if word == "as");
                let extensional = matches!((after, next), (Some('='), Some('~')) | (Some('!'), Some('~')));
                let compared = matches!(after, Some('<' | '>' | '+' | '-' | '*'))
                    || (matches!(after, Some('=' | '!')) && next == Some('=') && sign(Some(end + 2)) != Some('='))
                    || matches!(before, Some('<' | '>' | '+' | '-' | '*' | '.'));
                if !is_cast && (!compared || extensional) {
                    names.insert(crate::enums::plain(name));
                }
            }
            _ => {}
        }
    }
}

/// A variable of a function.
struct Variable {
    /// The name of the variable.
    name: String,
    /// The place of its declaration.
    span: Span,
    /// Whether its type is that of literals.
    open: bool,
    /// Whether code that runs determines its type.
    is_constrained: bool,
}

/// The walk over a body that is erased already.
struct Walk<'c> {
    /// The functions and types of the block.
    concrete: &'c Concrete,
    /// All variables so far.
    variables: Vec<Variable>,
    /// The variables in scope, by name. The innermost scope is last.
    scopes: Vec<BTreeMap<String, usize>>,
    /// Variables of one type.
    equal: Vec<(usize, usize)>,
    /// Whether the walk is in a closure.
    in_closure: bool,
}

/// The variables without a written type whose type may follow from ghost code only.
pub(super) fn unconstrained(
    concrete: &Concrete,
    constrained: &BTreeSet<String>,
    output: &ReturnType,
    body: &Block,
) -> Vec<(String, Span)> {
    let mut walk =
        Walk { concrete, variables: Vec::new(), scopes: vec![BTreeMap::new()], equal: Vec::new(), in_closure: false };
    walk.body(body, output);
    loop {
        let mut changed = false;
        for &(a, b) in &walk.equal {
            let either = walk.variables[a].is_constrained || walk.variables[b].is_constrained;
            changed |= either && !(walk.variables[a].is_constrained && walk.variables[b].is_constrained);
            (walk.variables[a].is_constrained, walk.variables[b].is_constrained) = (either, either);
        }
        if !changed {
            break;
        }
    }
    let is_unconstrained = |v: &Variable| v.open && !v.is_constrained && constrained.contains(&v.name);
    walk.variables.into_iter().filter(is_unconstrained).map(|v| (v.name, v.span)).collect()
}

impl Walk<'_> {
    /// Follows the variables of a body.
    fn body(&mut self, body: &Block, output: &ReturnType) {
        self.scopes.push(BTreeMap::new());
        body.stmts.iter().for_each(|stmt| self.visit_stmt(stmt));
        let opaque = matches!(output, ReturnType::Type(_, _, _, ty) if matches!(**ty, Type::ImplTrait(_)));
        if let (Some(Stmt::Expr(tail, None)), false) = (body.stmts.last(), opaque) {
            self.known(tail);
        }
        self.scopes.pop();
    }

    /// Brings the variables of a pattern into scope.
    fn bind(&mut self, pat: &Pat, open: bool) -> Vec<usize> {
        let mut bound = Bound::default();
        bound.visit_pat(pat);
        let mut ids = Vec::new();
        for name in bound.0 {
            let id = self.variables.len();
            let text = crate::enums::plain(&name);
            self.variables.push(Variable { name: text.clone(), span: name.span(), open, is_constrained: false });
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(text.clone(), id);
            }
            ids.push(id);
        }
        ids
    }

    /// The variable with this name in scope.
    fn find(&self, name: &str) -> Option<usize> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()
    }

    /// The variables that the type of an expression is that of, when literals and such variables are all it is made of.
    fn open(&self, e: &Expr) -> Option<Vec<usize>> {
        let both = |a: &Expr, b: &Expr| -> Option<Vec<usize>> {
            let (mut a, b) = (self.open(a)?, self.open(b)?);
            a.extend(b);
            Some(a)
        };
        let any = |parts: Vec<&Expr>| -> Option<Vec<usize>> {
            let open: Vec<Vec<usize>> = parts.into_iter().filter_map(|e| self.open(e)).collect();
            (!open.is_empty()).then(|| open.concat())
        };
        // Alternatives of one type: those that leave say nothing of it.
        let all = |parts: Vec<&Expr>| -> Option<Vec<usize>> {
            let parts: Vec<&Expr> = parts.into_iter().filter(|e| !leaves(e)).collect();
            let open: Option<Vec<Vec<usize>>> = parts.into_iter().map(|e| self.open(e)).collect();
            open.filter(|open| !open.is_empty()).map(|open| open.concat())
        };
        match e {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Int(n) if n.suffix().is_empty() => Some(Vec::new()),
                Lit::Float(n) if n.suffix().is_empty() => Some(Vec::new()),
                _ => None,
            },
            Expr::Path(path) => {
                let id = self.find(&crate::enums::plain(path.path.get_ident()?))?;
                self.variables[id].open.then(|| vec![id])
            }
            Expr::Paren(e) => self.open(&e.expr),
            Expr::Group(e) => self.open(&e.expr),
            Expr::Reference(e) => self.open(&e.expr),
            Expr::Unary(e) if !matches!(e.op, UnOp::Proof(_)) => self.open(&e.expr),
            Expr::Binary(e) if is_shift(&e.op) => self.open(&e.left),
            Expr::Binary(e) if is_arithmetic(&e.op) => both(&e.left, &e.right),
            Expr::Range(e) => match (&e.start, &e.end) {
                (Some(a), Some(b)) => both(a, b),
                (Some(a), None) | (None, Some(a)) => self.open(a),
                (None, None) => None,
            },
            Expr::Block(e) => self.tail(&e.block),
            Expr::If(e) => {
                let (_, other) = e.else_branch.as_ref()?;
                let then = e.then_branch.stmts.last();
                let value = then.and_then(|stmt| if let Stmt::Expr(e, None) = stmt { Some(e) } else { None });
                all(value.into_iter().chain([&**other]).collect())
            }
            Expr::Match(e) => all(e.arms.iter().map(|arm| &*arm.body).collect()),
            Expr::Tuple(e) => any(e.elems.iter().collect()),
            Expr::Array(e) => all(e.elems.iter().collect()),
            Expr::Repeat(e) => self.open(&e.expr),
            Expr::Struct(e) if self.is_generic(&e.path) => any(e.fields.iter().map(|f| &f.expr).collect()),
            Expr::Call(e) if self.is_generic_constructor(&e.func) => any(e.args.iter().collect()),
            Expr::Macro(mac) if mac.mac.path.is_ident("vec") && self.are_bare(mac.mac.tokens.clone()) => {
                Some(Vec::new())
            }
            _ => None,
        }
    }

    /// The variables that are the value of a block.
    fn tail(&self, block: &Block) -> Option<Vec<usize>> {
        match block.stmts.last()? {
            Stmt::Expr(e, None) => self.open(e),
            _ => None,
        }
    }

    /// Whether a path names a function or type that the block declares with type parameters.
    fn is_generic(&self, path: &verus_syn::Path) -> bool {
        path.segments.last().is_some_and(|s| self.concrete.generic.contains(&crate::enums::plain(&s.ident)))
    }

    /// `Some(1)`, `Box::new(1)` and the like, of a type that depends on the argument.
    fn is_generic_constructor(&self, func: &Expr) -> bool {
        let Expr::Path(path) = func else { return false };
        let names: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
        match names.as_slice() {
            [.., holder, new] if new == "new" => ["Box", "Rc", "Arc", "Some"].contains(&holder.as_str()),
            [.., name] => {
                let is_library = ["Some", "Ok", "Err"].contains(&name.as_str()) && !self.concrete.types.contains(name);
                is_library || name.starts_with(char::is_uppercase) && self.is_generic(&path.path)
            }
            [] => false,
        }
    }

    /// Whether a call tells the types of its arguments: the function is not known to have type parameters, and is no variable.
    fn is_telling(&self, func: &Expr) -> bool {
        let Expr::Path(path) = func else { return false };
        let is_variable = path.path.get_ident().is_some_and(|name| self.find(&crate::enums::plain(name)).is_some());
        !is_variable && !self.is_generic(&path.path) && !self.is_generic_constructor(func)
    }

    /// Whether the elements of a `vec!` are numbers without a type, and no variables but such numbers.
    fn are_bare(&self, tokens: TokenStream) -> bool {
        tokens.into_iter().all(|tree| match tree {
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                text.starts_with(|c: char| c.is_ascii_digit()) && !["u", "i", "f"].iter().any(|s| text.contains(s))
            }
            TokenTree::Ident(name) => self.find(&crate::enums::plain(&name)).is_some_and(|id| self.variables[id].open),
            TokenTree::Group(group) => self.are_bare(group.stream()),
            TokenTree::Punct(_) => true,
        })
    }

    /// Whether a place has a known type.
    fn known(&mut self, e: &Expr) {
        for id in self.open(e).unwrap_or_default() {
            self.variables[id].is_constrained = true;
        }
    }

    /// Two expressions of one type.
    fn same(&mut self, a: &Expr, b: &Expr) {
        match (self.open(a), self.open(b)) {
            (Some(a), Some(b)) => {
                let all = [a, b].concat();
                self.equal.extend(all.windows(2).map(|pair| (pair[0], pair[1])));
            }
            (Some(_), None) => self.known(a),
            (None, Some(_)) => self.known(b),
            (None, None) => {}
        }
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    /// Follows a `let`.
    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init {
            self.visit_expr(&init.expr);
            init.diverge.iter().for_each(|(_, e)| self.visit_expr(e));
        }
        let typed = matches!(local.pat, Pat::Type(_));
        let value = local.init.as_ref().map(|init| self.open(&init.expr));
        if let (true, Some(init)) = (typed, &local.init) {
            self.known(&init.expr);
        }
        let open = !typed && matches!(value, None | Some(Some(_)));
        let ids = self.bind(&local.pat, open);
        for of in value.flatten().unwrap_or_default() {
            self.equal.extend(ids.iter().filter(|_| open).map(|id| (*id, of)));
        }
    }

    /// Follows the statements of a block in a new scope.
    fn visit_block(&mut self, block: &'ast Block) {
        self.scopes.push(BTreeMap::new());
        visit::visit_block(self, block);
        self.scopes.pop();
    }

    /// Items in a body have their own variables.
    fn visit_item(&mut self, _: &'ast Item) {}

    /// Follows an arm in a new scope.
    fn visit_arm(&mut self, arm: &'ast verus_syn::Arm) {
        self.scopes.push(BTreeMap::new());
        self.bind(&arm.pat, false);
        visit::visit_arm(self, arm);
        self.scopes.pop();
    }

    /// Follows the body of a closure in a new scope.
    fn visit_expr_closure(&mut self, closure: &'ast verus_syn::ExprClosure) {
        let outer = std::mem::replace(&mut self.in_closure, true);
        self.scopes.push(BTreeMap::new());
        closure.inputs.iter().for_each(|input| drop(self.bind(&input.pat, false)));
        self.visit_expr(&closure.body);
        self.scopes.pop();
        self.in_closure = outer;
    }

    /// Follows the body of a `for` loop in a new scope.
    fn visit_expr_for_loop(&mut self, e: &'ast verus_syn::ExprForLoop) {
        self.visit_expr(&e.expr);
        let of = self.open(&e.expr);
        self.scopes.push(BTreeMap::new());
        let ids = self.bind(&e.pat, of.is_some());
        for other in of.unwrap_or_default() {
            self.equal.extend(ids.iter().map(|id| (*id, other)));
        }
        self.visit_block(&e.body);
        self.scopes.pop();
    }

    /// Follows an expression, and joins the types of variables that it relates.
    fn visit_expr(&mut self, e: &'ast Expr) {
        let scoped = matches!(e, Expr::If(_) | Expr::While(_) | Expr::Match(_));
        if scoped {
            self.scopes.push(BTreeMap::new());
        }
        visit::visit_expr(self, e);
        match e {
            Expr::Let(e) => drop(self.bind(&e.pat, false)),
            Expr::Binary(b) if is_arithmetic(&b.op) || is_comparison(&b.op) => self.same(&b.left, &b.right),
            Expr::Assign(a) => self.same(&a.left, &a.right),
            Expr::Range(r) => {
                if let (Some(a), Some(b)) = (&r.start, &r.end) {
                    self.same(a, b);
                }
            }
            Expr::Index(i) => self.known(&i.index),
            Expr::Return(r) if !self.in_closure => r.expr.iter().for_each(|e| self.known(e)),
            Expr::Struct(s) if !self.is_generic(&s.path) => s.fields.iter().for_each(|f| self.known(&f.expr)),
            Expr::Call(call) if self.is_telling(&call.func) => call.args.iter().for_each(|arg| self.known(arg)),
            Expr::MethodCall(call) if !self.concrete.generic.contains(&crate::enums::plain(&call.method)) => {
                call.args.iter().for_each(|arg| self.known(arg));
            }
            Expr::If(branch) => {
                if let (Some((_, other)), Some(Stmt::Expr(value, None))) =
                    (&branch.else_branch, branch.then_branch.stmts.last())
                {
                    self.same(value, other);
                }
            }
            _ => {}
        }
        if scoped {
            self.scopes.pop();
        }
    }

    /// A field name is not a variable.
    fn visit_member(&mut self, _: &'ast Member) {}
}

/// Whether both operands and the result have the same type.
fn is_arithmetic(op: &BinOp) -> bool {
    use BinOp::*;
    matches!(op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | BitAnd(_) | BitOr(_) | BitXor(_))
        || matches!(op, AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) | RemAssign(_))
        || matches!(op, BitAndAssign(_) | BitOrAssign(_) | BitXorAssign(_))
}

/// Whether both operands have the same type.
fn is_comparison(op: &BinOp) -> bool {
    matches!(op, BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_))
}

/// Whether the operator is a shift, whose operands may have different types.
fn is_shift(op: &BinOp) -> bool {
    matches!(op, BinOp::Shl(_) | BinOp::Shr(_))
}

/// Whether an expression has no value: it leaves the function or the loop, or panics.
fn leaves(e: &Expr) -> bool {
    match e {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Macro(mac) => ["panic", "unreachable", "todo", "unimplemented"].iter().any(|m| mac.mac.path.is_ident(m)),
        Expr::Paren(e) => leaves(&e.expr),
        Expr::Block(e) => match e.block.stmts.last() {
            Some(Stmt::Expr(e, _)) => leaves(e),
            Some(Stmt::Macro(mac)) => ["panic", "unreachable"].iter().any(|m| mac.mac.path.is_ident(m)),
            _ => false,
        },
        _ => false,
    }
}
