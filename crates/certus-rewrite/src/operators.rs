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
use certus_known::Known;
use certus_visit::visit_mut;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{BinOp, Expr, ExprBinary, ExprUnary, MatchesOpToken, UnOp};

/// How a binary operator is written.
enum Form {
    /// The operator stays as it is.
    Rust,
    /// A call of a function.
    Call(Known),
    /// The negation of a call.
    Not(Known),
    /// A call with its arguments exchanged.
    Swapped(Known),
    /// `a op= b`: an assignment of a call.
    Assign(Known),
}

/// The form of each operator in each of the two codes.
fn form(op: &BinOp, ghost: bool) -> Form {
    match op {
        BinOp::Imply(_) => Form::Call(Known::Imply),
        BinOp::Exply(_) => Form::Swapped(Known::Imply),
        BinOp::Equiv(_) => Form::Call(Known::Iff),
        BinOp::BigEq(_) => Form::Call(Known::Equal),
        BinOp::BigNe(_) => Form::Not(Known::Equal),
        BinOp::ExtEq(_) => Form::Call(Known::ExtEqual),
        BinOp::ExtNe(_) => Form::Not(Known::ExtEqual),
        BinOp::ExtDeepEq(_) => Form::Call(Known::ExtEqualDeep),
        BinOp::ExtDeepNe(_) => Form::Not(Known::ExtEqualDeep),
        _ if !ghost => Form::Rust,
        BinOp::And(_) | BinOp::Or(_) => Form::Rust,
        BinOp::Eq(_) => Form::Call(Known::SpecEq),
        BinOp::Ne(_) => Form::Not(Known::SpecEq),
        BinOp::Lt(_) => Form::Call(Known::SpecLt),
        BinOp::Le(_) => Form::Call(Known::SpecLe),
        BinOp::Gt(_) => Form::Call(Known::SpecGt),
        BinOp::Ge(_) => Form::Call(Known::SpecGe),
        BinOp::Add(_) => Form::Call(Known::SpecAdd),
        BinOp::Sub(_) => Form::Call(Known::SpecSub),
        BinOp::Mul(_) => Form::Call(Known::SpecMul),
        BinOp::Div(_) => Form::Call(Known::SpecDiv),
        BinOp::Rem(_) => Form::Call(Known::SpecRem),
        BinOp::BitAnd(_) => Form::Call(Known::SpecBitAnd),
        BinOp::BitOr(_) => Form::Call(Known::SpecBitOr),
        BinOp::BitXor(_) => Form::Call(Known::SpecBitXor),
        BinOp::Shl(_) => Form::Call(Known::SpecShl),
        BinOp::Shr(_) => Form::Call(Known::SpecShr),
        BinOp::AddAssign(_) => Form::Assign(Known::SpecAdd),
        BinOp::SubAssign(_) => Form::Assign(Known::SpecSub),
        BinOp::MulAssign(_) => Form::Assign(Known::SpecMul),
        BinOp::DivAssign(_) => Form::Assign(Known::SpecDiv),
        BinOp::RemAssign(_) => Form::Assign(Known::SpecRem),
        BinOp::BitAndAssign(_) => Form::Assign(Known::SpecBitAnd),
        BinOp::BitOrAssign(_) => Form::Assign(Known::SpecBitOr),
        BinOp::BitXorAssign(_) => Form::Assign(Known::SpecBitXor),
        BinOp::ShlAssign(_) => Form::Assign(Known::SpecShl),
        BinOp::ShrAssign(_) => Form::Assign(Known::SpecShr),
        _ => Form::Rust,
    }
}

/// The types of bare literals on the left and on the right of the operator.
fn operand_types(binary: &ExprBinary) -> (Bare, Bare) {
    let both = is_bare(&binary.left) && is_bare(&binary.right);
    match &binary.op {
        BinOp::Shl(_) | BinOp::Shr(_) | BinOp::ShlAssign(_) | BinOp::ShrAssign(_) => (Bare::Machine, Bare::Int),
        BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_) => (Bare::Machine, Bare::Machine),
        BinOp::BitAndAssign(_) | BinOp::BitOrAssign(_) | BinOp::BitXorAssign(_) => (Bare::Machine, Bare::Machine),
        BinOp::And(_) | BinOp::Or(_) | BinOp::Imply(_) | BinOp::Exply(_) | BinOp::Equiv(_) => {
            (Bare::Context, Bare::Context)
        }
        BinOp::ExtEq(_) | BinOp::ExtNe(_) | BinOp::ExtDeepEq(_) | BinOp::ExtDeepNe(_) => (Bare::Context, Bare::Context),
        BinOp::BigEq(_) | BinOp::BigNe(_) => (Bare::Context, Bare::Context),
        // `nat + nat` and `nat * nat` are `nat`, and so are `n + 1`, `2 * n` and `2 * 3`; with any other type it is `int`.
        BinOp::Add(_) | BinOp::Mul(_) | BinOp::AddAssign(_) | BinOp::MulAssign(_) => (Bare::Nat, Bare::Nat),
        // Both operands are of one type.
        BinOp::Div(_) | BinOp::Rem(_) | BinOp::DivAssign(_) | BinOp::RemAssign(_) if !both => {
            (Bare::Context, Bare::Context)
        }
        _ => (Bare::Int, Bare::Int),
    }
}

/// Whether both operands are of one type, so that a literal on the left has that of the right one.
fn takes_right_type(op: &BinOp) -> bool {
    matches!(op, BinOp::Div(_) | BinOp::Rem(_) | BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_))
}

/// The function of one link of a chained comparison.
fn chain_link(op: &BinOp) -> Option<Known> {
    match op {
        BinOp::Lt(_) => Some(Known::ChainLt),
        BinOp::Le(_) => Some(Known::ChainLe),
        BinOp::Gt(_) => Some(Known::ChainGt),
        BinOp::Ge(_) => Some(Known::ChainGe),
        BinOp::Eq(_) => Some(Known::ChainEq),
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
        let is_after_literal = takes_right_type(&binary.op) && is_bare(&binary.left);
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
            Form::Call(name) if is_after_literal => site.call_after_literal(name, pair(left, right, op)),
            Form::Call(name) => site.call(name, pair(left, right, op)),
            Form::Swapped(name) => site.call(name, pair(right, left, op)),
            Form::Not(name) => not(site, name, pair(left, right, op)),
            Form::Assign(name) => {
                let inner = Site { first: op, ..site };
                let value = inner.call(Known::Cast, inner.call(name, pair(left, right, op)));
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
    fn chain(&mut self, binary: &mut ExprBinary, link: Known) -> TokenStream {
        let mut links: Vec<(Known, Span, Expr)> = vec![(link, binary.op.span(), take(&mut binary.right))];
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
        let mut tokens = Site { first, op: first, last: spans::last_of(&head) }.call(Known::Chain, head);
        let mut site = Site::at(first);
        for (name, op, mut right) in links.into_iter().rev() {
            self.expr(&mut right, Bare::Int);
            site = Site { first, op, last: spans::last(&right) };
            tokens = site.call(name, pair(tokens, right.to_token_stream(), op));
        }
        site.call(Known::ChainEnd, tokens)
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
                Some(self.quantifier(Known::Forall, first, &mut unary.expr))
            }
            UnOp::Exists(keyword) => {
                let first = keyword.span;
                Some(self.quantifier(Known::Exists, first, &mut unary.expr))
            }
            UnOp::Choose(keyword) => {
                let first = keyword.span;
                Some(self.quantifier(Known::Choose, first, &mut unary.expr))
            }
            UnOp::Neg(minus) if self.ghost() => {
                let first = minus.span;
                self.expr(&mut unary.expr, Bare::Int);
                let site = Site::from_to(first, spans::last(&unary.expr));
                Some(site.call(Known::SpecNeg, unary.expr.to_token_stream()))
            }
            UnOp::Not(_) => {
                self.expr(&mut unary.expr, Bare::Machine);
                None
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
pub(crate) fn not(site: Site, function: Known, args: TokenStream) -> TokenStream {
    let bang = crate::emit::punct('!', site.first);
    let call = Site { first: site.op, ..site }.call(function, args);
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
