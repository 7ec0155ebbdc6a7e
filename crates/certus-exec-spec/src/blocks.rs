//! The counterparts of blocks, conditions and matches.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use verus_syn::spanned::Spanned;
use verus_syn::{Expr, ExprIf, ExprMatch, ExprMatches, MatchesOpToken, Pat, Stmt, UnOp};

use crate::errors::ExecSpecError;
use crate::functions::{Scope, typed};
use crate::kinds::Form;
use crate::{Block, Made, refused};

impl Block {
    /// A block, whose value is owned: what it borrows may end with it.
    pub(crate) fn block(&self, scope: &Scope, block: &verus_syn::Block) -> Made {
        let mut scope = scope.clone();
        let mut made = Vec::new();
        let span = block.brace_token.span.join();
        let mut has_value = false;
        for stmt in &block.stmts {
            if has_value {
                return Err(refused(stmt.span(), "this macro needs the value of a block at its end"));
            }
            match stmt {
                Stmt::Local(local) => {
                    if local.tracked.is_some() || local.ghost.is_some() {
                        return Err(refused(local.span(), "a variable with a mode has no counterpart"));
                    }
                    let (name, ty) = typed(&local.pat)?;
                    let Some(init) = local.init.as_ref().filter(|init| init.diverge.is_none()) else {
                        return Err(refused(local.span(), "this macro needs `let` with a value, and without `else`"));
                    };
                    let value = self.expr(&scope, &init.expr, Form::Owned)?;
                    let kind = ty.map(|ty| self.kind(ty, Form::Owned)).transpose()?;
                    let kind = kind.map(|kind| quote_spanned!(name.span()=> : #kind));
                    made.push(quote_spanned!(name.span()=> let #name #kind = #value;));
                    scope.add(name.clone(), Form::Owned);
                }
                // What a proof says is not there when the program runs.
                Stmt::Expr(Expr::Unary(unary), _) if matches!(unary.op, UnOp::Proof(_)) => {}
                Stmt::Expr(expr, None) => {
                    made.push(self.expr(&scope, expr, Form::Owned)?);
                    has_value = true;
                }
                _ => return Err(refused(stmt.span(), "this statement is not supported in this macro")),
            }
        }
        match has_value {
            true => Ok(quote_spanned!(span=> { #(#made)* })),
            false => Err(refused(span, "this macro needs a value at the end of a block")),
        }
    }

    /// `if c { a } else { b }`: both branches are blocks, and so give owned values.
    ///
    /// ```text
    /// if n > 3 { s } else { t }    ->    if (n > 3) { s.get_owned() } else { { t.get_owned() } }
    /// ```
    ///
    /// Errs with `unsupported/exec-spec` without an `else`: a specification has a value in every case.
    pub(crate) fn condition(&self, scope: &Scope, expr: &ExprIf) -> Made {
        let span = expr.if_token.span;
        let Some((_, otherwise)) = &expr.else_branch else {
            return Err(refused(span, "this macro needs an `else`"));
        };
        let cond = self.expr(scope, &expr.cond, Form::Borrowed)?;
        let then = self.block(scope, &expr.then_branch)?;
        let otherwise = self.expr(scope, otherwise, Form::Owned)?;
        Ok(quote_spanned!(span=> if #cond #then else { #otherwise }))
    }

    /// `match e { p => v, .. }`: the value is borrowed, so a pattern binds references, and the arms give owned values.
    ///
    /// ```text
    /// match o { Some(x) => x, None => 0 }
    ///     ->  match o { Some(x) => { let x = x.get_ref(); x.get_owned() } None => { 0 } }
    /// ```
    ///
    /// Errs with `unsupported/exec-spec` for the condition of an arm.
    pub(crate) fn matching(&self, scope: &Scope, expr: &ExprMatch) -> Made {
        let span = expr.match_token.span;
        let value = self.expr(scope, &expr.expr, Form::Borrowed)?;
        let mut arms = Vec::new();
        for arm in &expr.arms {
            if let Some((_, guard)) = &arm.guard {
                return Err(refused(guard.span(), "conditions of arms are not supported in this macro"));
            }
            let mut scope = scope.clone();
            let (pat, lets) = self.bound(&mut scope, &arm.pat)?;
            let body = self.expr(&scope, &arm.body, Form::Owned)?;
            arms.push(quote_spanned!(arm.pat.span()=> #pat => { #lets #body }));
        }
        Ok(quote_spanned!(span=> match #value { #(#arms)* }))
    }

    /// `e matches p`, with `&& rest` or `==> rest` after it: `rest` sees the variables of the pattern.
    ///
    /// ```text
    /// e matches Some(x) && x > 3      ->  match e { Some(x) => { .. x > 3 } _ => false }
    /// e matches Some(x) ==> x > 3     ->  match e { Some(x) => { .. x > 3 } _ => true }
    /// ```
    pub(crate) fn matches(&self, scope: &Scope, expr: &ExprMatches) -> Made {
        let span = expr.matches_token.span();
        let value = self.expr(scope, &expr.lhs, Form::Borrowed)?;
        let mut inner = scope.clone();
        let (pat, lets) = self.bound(&mut inner, &expr.pat)?;
        let (then, otherwise) = match &expr.op_expr {
            None => (quote_spanned!(span=> true), false),
            Some(rest) => {
                let rhs = self.expr(&inner, &rest.rhs, Form::Owned)?;
                (rhs, matches!(rest.op_token, MatchesOpToken::Implies(_)))
            }
        };
        Ok(quote_spanned! {span=>
            match #value { #pat => { #lets #then } #[allow(unreachable_patterns)] _ => #otherwise }
        })
    }

    /// The counterpart of a pattern, and what borrows its variables: they stand for references to what they match.
    fn bound(&self, scope: &mut Scope, pat: &Pat) -> Result<(TokenStream, TokenStream), ExecSpecError> {
        let mut names: Vec<Ident> = Vec::new();
        let made = self.pattern(pat, &mut names)?;
        let lets = names.iter().map(|name| {
            let span = name.span();
            quote_spanned!(span=> let #name = #name.get_ref();)
        });
        let lets = lets.collect();
        names.into_iter().for_each(|name| scope.add(name, Form::Borrowed));
        Ok((made, lets))
    }
}
