//! The counterparts of patterns.

use proc_macro2::Ident;
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{Expr, Lit, Member, Pat, PatIdent};

use crate::{Block, Made, refused};

impl Block {
    /// The counterpart of a pattern. The names that it binds are added to `names`.
    pub(crate) fn pattern(&self, pat: &Pat, names: &mut Vec<Ident>) -> Made {
        let span = pat.span();
        match pat {
            Pat::Ident(PatIdent { by_ref: None, mutability: None, subpat: None, ident, .. }) => {
                if is_constructor(ident) {
                    return self.constructor_name(ident);
                }
                names.push(ident.clone());
                Ok(ident.to_token_stream())
            }
            Pat::Wild(_) | Pat::Rest(_) => Ok(pat.to_token_stream()),
            Pat::Paren(inner) => self.pattern(&inner.pat, names),
            Pat::Path(path) if path.qself.is_none() => self.constructor(&path.path),
            Pat::Lit(literal) => match &literal.lit {
                Lit::Int(_) | Lit::Char(_) | Lit::Bool(_) => self.expr_literal(&Expr::Lit(literal.clone())),
                _ => Err(refused(span, "this pattern is not supported in this macro")),
            },
            Pat::Or(or) => {
                let mut first = None;
                let mut made = Vec::new();
                for case in &or.cases {
                    let mut bound = Vec::new();
                    made.push(self.pattern(case, &mut bound)?);
                    first.get_or_insert(bound);
                }
                names.extend(first.unwrap_or_default());
                Ok(quote_spanned!(span=> #(#made)|*))
            }
            Pat::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|pat| self.pattern(pat, names)).collect::<Result<Vec<_>, _>>()?;
                Ok(quote_spanned!(span=> (#(#parts,)*)))
            }
            Pat::TupleStruct(tuple) if tuple.qself.is_none() => {
                let constructor = self.constructor(&tuple.path)?;
                let parts = tuple.elems.iter().map(|pat| self.pattern(pat, names)).collect::<Result<Vec<_>, _>>()?;
                Ok(quote_spanned!(span=> #constructor(#(#parts,)*)))
            }
            Pat::Struct(of) if of.qself.is_none() => {
                let constructor = self.constructor(&of.path)?;
                let mut fields = Vec::new();
                for field in &of.fields {
                    let Member::Named(name) = &field.member else {
                        return Err(refused(field.span(), "a field in a pattern of this macro has a name"));
                    };
                    let pat = self.pattern(&field.pat, names)?;
                    fields.push(quote_spanned!(name.span()=> #name: #pat));
                }
                let rest = of.rest.as_ref().map(|rest| quote_spanned!(rest.span()=> ..));
                Ok(quote_spanned!(span=> #constructor { #(#fields,)* #rest }))
            }
            _ => Err(refused(span, "this pattern is not supported in this macro")),
        }
    }
}

/// Whether a name in a pattern stands for a type, a variant or a constant: those begin with a capital letter.
pub(crate) fn is_constructor(name: &Ident) -> bool {
    name.to_string().trim_start_matches("r#").chars().next().is_some_and(char::is_uppercase)
}
