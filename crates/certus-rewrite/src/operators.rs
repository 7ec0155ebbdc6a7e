//! Unary and binary operators.
//!
//! Exec code keeps Rust's operators, for they are its meaning. Ghost code calls functions, because its operators take
//! operands that Rust's do not (two integer types, values of any type in `==`) and give results that Rust's do not
//! (`u8 + u8` is an `int`). `==>` and the other operators that Rust does not have are calls in both.
//!
//! | Source | Form in ghost code |
//! |---|---|
//! | `a + b` | `I::spec_add(a, b)` |
//! | `a == b` | `I::spec_eq(a, b)` |
//! | `a <= b < c` | `I::chain_end(I::chain_lt(I::chain_le(I::chain(a), b), c))` |
//! | `a ==> b` | `::verus_builtin::imply(a, b)` |
//! | `e as T` | `I::cast::<_, T>(e)` |

use crate::emit::{Site, pair};
use crate::literals::{Bare, is_bare};
use crate::spans;
use crate::visitor::Rewriter;
use certus_codes::Language;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::visit_mut;
use verus_syn::{BinOp, Expr, ExprBinary, ExprUnary, MatchesOpToken, UnOp};

/// How a binary operator is written.
enum Form {
    /// The operator stays as it is.
    Rust,
    /// A call of a function.
    Call(&'static str),
    /// The negation of a call.
    Not(&'static str),
    /// A call with its arguments exchanged.
    Swapped(&'static str),
    /// `a op= b`: an assignment of a call.
    Assign(&'static str),
}

/// The form of each operator in each of the two codes.
fn form(op: &BinOp, ghost: bool) -> Form {
    match op {
        BinOp::Imply(_) => Form::Call("imply"),
        BinOp::Exply(_) => Form::Swapped("imply"),
        BinOp::Equiv(_) => Form::Call("internal::iff"),
        BinOp::BigEq(_) => Form::Call("equal"),
        BinOp::BigNe(_) => Form::Not("equal"),
        BinOp::ExtEq(_) => Form::Call("ext_equal"),
        BinOp::ExtNe(_) => Form::Not("ext_equal"),
        BinOp::ExtDeepEq(_) => Form::Call("ext_equal_deep"),
        BinOp::ExtDeepNe(_) => Form::Not("ext_equal_deep"),
        _ if !ghost => Form::Rust,
        BinOp::And(_) | BinOp::Or(_) => Form::Rust,
        BinOp::Eq(_) => Form::Call("internal::spec_eq"),
        BinOp::Ne(_) => Form::Not("internal::spec_eq"),
        BinOp::Lt(_) => Form::Call("internal::spec_lt"),
        BinOp::Le(_) => Form::Call("internal::spec_le"),
        BinOp::Gt(_) => Form::Call("internal::spec_gt"),
        BinOp::Ge(_) => Form::Call("internal::spec_ge"),
        BinOp::Add(_) => Form::Call("internal::spec_add"),
        BinOp::Sub(_) => Form::Call("internal::spec_sub"),
        BinOp::Mul(_) => Form::Call("internal::spec_mul"),
        BinOp::Div(_) => Form::Call("internal::spec_div"),
        BinOp::Rem(_) => Form::Call("internal::spec_rem"),
        BinOp::BitAnd(_) => Form::Call("internal::spec_bitand"),
        BinOp::BitOr(_) => Form::Call("internal::spec_bitor"),
        BinOp::BitXor(_) => Form::Call("internal::spec_bitxor"),
        BinOp::Shl(_) => Form::Call("internal::spec_shl"),
        BinOp::Shr(_) => Form::Call("internal::spec_shr"),
        BinOp::AddAssign(_) => Form::Assign("internal::spec_add"),
        BinOp::SubAssign(_) => Form::Assign("internal::spec_sub"),
        BinOp::MulAssign(_) => Form::Assign("internal::spec_mul"),
        BinOp::DivAssign(_) => Form::Assign("internal::spec_div"),
        BinOp::RemAssign(_) => Form::Assign("internal::spec_rem"),
        BinOp::BitAndAssign(_) => Form::Assign("internal::spec_bitand"),
        BinOp::BitOrAssign(_) => Form::Assign("internal::spec_bitor"),
        BinOp::BitXorAssign(_) => Form::Assign("internal::spec_bitxor"),
        BinOp::ShlAssign(_) => Form::Assign("internal::spec_shl"),
        BinOp::ShrAssign(_) => Form::Assign("internal::spec_shr"),
        _ => Form::Rust,
    }
}

/// The types of bare literals on the left and on the right of the operator.
fn operand_types(binary: &ExprBinary) -> (Bare, Bare) {
    let both = is_bare(&binary.left) && is_bare(&binary.right);
    match &binary.op {
        BinOp::Shl(_) | BinOp::Shr(_) | BinOp::ShlAssign(_) | BinOp::ShrAssign(_) => (Bare::Context, Bare::Int),
        BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_) => (Bare::Context, Bare::Context),
        BinOp::BitAndAssign(_) | BinOp::BitOrAssign(_) | BinOp::BitXorAssign(_) => (Bare::Context, Bare::Context),
        BinOp::And(_) | BinOp::Or(_) | BinOp::Imply(_) | BinOp::Exply(_) | BinOp::Equiv(_) => {
            (Bare::Context, Bare::Context)
        }
        BinOp::ExtEq(_) | BinOp::ExtNe(_) | BinOp::ExtDeepEq(_) | BinOp::ExtDeepNe(_) => (Bare::Context, Bare::Context),
        BinOp::BigEq(_) | BinOp::BigNe(_) => (Bare::Context, Bare::Context),
        // `nat + nat` and `nat * nat` are `nat`, and so are `n + 1` and `2 * n`; with any other type it is `int`.
        BinOp::Add(_) | BinOp::Mul(_) | BinOp::AddAssign(_) | BinOp::MulAssign(_) if !both => (Bare::Nat, Bare::Nat),
        // Both operands are of one type.
        BinOp::Div(_) | BinOp::Rem(_) | BinOp::DivAssign(_) | BinOp::RemAssign(_) if !both => {
            (Bare::Context, Bare::Context)
        }
        _ => (Bare::Int, Bare::Int),
    }
}

/// The function of one link of a chained comparison.
fn chain_link(op: &BinOp) -> Option<&'static str> {
    match op {
        BinOp::Lt(_) => Some("internal::chain_lt"),
        BinOp::Le(_) => Some("internal::chain_le"),
        BinOp::Gt(_) => Some("internal::chain_gt"),
        BinOp::Ge(_) => Some("internal::chain_ge"),
        BinOp::Eq(_) => Some("internal::chain_eq"),
        _ => None,
    }
}

impl Rewriter {
    /// The form of a binary operator.
    pub(crate) fn binary(&mut self, binary: &mut ExprBinary) -> TokenStream {
        if let Some(link) = chain_link(&binary.op)
            && let Expr::Binary(left) = &*binary.left
            && chain_link(&left.op).is_some()
        {
            return self.chain(binary, link);
        }
        self.check_matches(binary);
        let form = form(&binary.op, self.ghost());
        let mut target = matches!(form, Form::Assign(_)).then(|| binary.left.clone());
        if let Some(target) = &mut target {
            crate::exprs::open_target(target);
            self.expr(target, Bare::Context);
        }
        let (left_type, right_type) = operand_types(binary);
        self.expr(&mut binary.left, left_type);
        self.expr(&mut binary.right, right_type);
        if matches!(form, Form::Rust) {
            // The operands stay in their places, so they need no parentheses. The result is appended to the tokens of
            // the left operand, so that a long chain takes linear time.
            let mut tokens = into_tokens(take(&mut binary.left));
            binary.op.to_tokens(&mut tokens);
            tokens.extend(into_tokens(take(&mut binary.right)));
            return tokens;
        }
        let op = binary.op.span();
        let site = Site { first: spans::first(&binary.left), op, last: spans::last(&binary.right) };
        let (left, right) = (into_tokens(take(&mut binary.left)), into_tokens(take(&mut binary.right)));
        match form {
            Form::Rust => left,
            Form::Call(name) => site.call(name, pair(left, right, op)),
            Form::Swapped(name) => site.call(name, pair(right, left, op)),
            Form::Not(name) => not(site, name, pair(left, right, op)),
            Form::Assign(name) => {
                let inner = Site { first: op, ..site };
                let value = inner.call("internal::cast", inner.call(name, pair(left, right, op)));
                quote_spanned!(op=> #target = #value)
            }
        }
    }

    /// A `matches` with `==>` or `&&` after it extends to the end of the expression, also as the right operand of an operator:
    /// `a || b matches P && c` is `a || (b matches P && c)`. This would be misleading without parentheses.
    fn check_matches(&mut self, binary: &ExprBinary) {
        let Expr::Matches(matches) = &*binary.right else { return };
        let Some(rest) = &matches.op_expr else { return };
        let word = match rest.op_token {
            MatchesOpToken::Implies(_) => "==>",
            MatchesOpToken::AndAnd(_) => "&&",
            MatchesOpToken::BigAnd => return,
        };
        let message = format!(
            "matches with {word} is currently not allowed on the right-hand-side of most binary operators (use parentheses)"
        );
        self.error(matches.matches_token.span, Language::MatchesPrecedence, message);
    }

    /// `a <= b < c` as nested links, each knowing its last operand and whether all before it held.
    fn chain(&mut self, binary: &mut ExprBinary, link: &'static str) -> TokenStream {
        let mut links: Vec<(&'static str, Span, Expr)> = vec![(link, binary.op.span(), take(&mut binary.right))];
        let mut left = take(&mut binary.left);
        while let Expr::Binary(inner) = &mut left
            && let Some(name) = chain_link(&inner.op)
        {
            links.push((name, inner.op.span(), take(&mut inner.right)));
            let next = take(&mut inner.left);
            left = next;
        }
        self.expr(&mut left, Bare::Int);
        let head = left.to_token_stream();
        let first = spans::first(&left);
        let mut tokens = Site { first, op: first, last: spans::last_of(&head) }.call("internal::chain", head);
        let mut site = Site::at(first);
        for (name, op, mut right) in links.into_iter().rev() {
            self.expr(&mut right, Bare::Int);
            site = Site { first, op, last: spans::last(&right) };
            tokens = site.call(name, pair(tokens, right.to_token_stream(), op));
        }
        site.call("internal::chain_end", tokens)
    }

    /// Rewrites a unary operator; its form, or nothing when the node stays with its operand rewritten.
    pub(crate) fn unary(&mut self, unary: &mut ExprUnary) -> Option<TokenStream> {
        match &unary.op {
            UnOp::Proof(keyword) => {
                let first = keyword.span;
                Some(self.proof_block(first, &mut unary.expr))
            }
            UnOp::Forall(keyword) => {
                let first = keyword.span;
                Some(self.quantifier("forall", first, &mut unary.expr))
            }
            UnOp::Exists(keyword) => {
                let first = keyword.span;
                Some(self.quantifier("exists", first, &mut unary.expr))
            }
            UnOp::Choose(keyword) => {
                let first = keyword.span;
                Some(self.quantifier("choose", first, &mut unary.expr))
            }
            UnOp::Neg(minus) if self.ghost() => {
                let first = minus.span;
                self.expr(&mut unary.expr, Bare::Int);
                let site = Site::from_to(first, spans::last(&unary.expr));
                Some(site.call("internal::spec_neg", unary.expr.to_token_stream()))
            }
            _ => {
                visit_mut::visit_expr_unary_mut(self, unary);
                None
            }
        }
    }
}

/// The tokens of an expression that is no longer needed.
fn into_tokens(expr: Expr) -> TokenStream {
    match expr {
        Expr::Verbatim(tokens) => tokens,
        other => other.into_token_stream(),
    }
}

/// Moves an expression out of its place, which is not used again.
fn take(expr: &mut Expr) -> Expr {
    std::mem::replace(expr, Expr::PLACEHOLDER)
}

/// `!f(args)`, from the first token to the last.
pub(crate) fn not(site: Site, name: &str, args: TokenStream) -> TokenStream {
    let bang = crate::emit::punct('!', site.first);
    let call = Site { first: site.op, ..site }.call(name, args);
    let mut tokens = TokenStream::from(bang);
    tokens.extend(call);
    tokens
}

/// Whether an operator is one of specifications only.
pub(crate) fn is_ghost(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Imply(_)
            | BinOp::Exply(_)
            | BinOp::Equiv(_)
            | BinOp::BigEq(_)
            | BinOp::BigNe(_)
            | BinOp::ExtEq(_)
            | BinOp::ExtNe(_)
            | BinOp::ExtDeepEq(_)
            | BinOp::ExtDeepNe(_)
    )
}
