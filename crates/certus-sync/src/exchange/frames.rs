//! Where a condition is said: the names, branches and claims around it.
//!
//! ```text
//! let p = e;             { let p = e; condition }
//! require let p = e;     match e { p => condition, _ => true }
//! if c { .. }            c ==> condition
//! match e { p => .. }    match e { p => condition, _ => true }
//! assert c;              c ==> condition, for a condition that has to be known before
//! ```

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// One thing around a condition.
#[derive(Clone)]
pub(super) enum Frame {
    /// Names are bound.
    Let { pat: TokenStream, ty: Option<TokenStream>, value: TokenStream },
    /// Names are bound by a pattern that matches.
    Find { pat: TokenStream, value: TokenStream },
    /// A branch is taken.
    If { condition: TokenStream, is_taken: bool },
    /// An arm is taken: the one of this number among these patterns with their guards.
    Arm { value: TokenStream, arms: Vec<TokenStream>, number: usize },
    /// Something was asserted.
    Claim(TokenStream),
}

/// Which side of the contract a condition is on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// It has to be known before: what was asserted is assumed.
    Before,
    /// It is known afterwards, and so is what was asserted.
    After,
}

/// A condition in its frames.
pub(super) fn framed(frames: &[Frame], side: Side, condition: TokenStream, span: Span) -> TokenStream {
    frames.iter().rev().fold(condition, |inside, frame| match frame {
        Frame::Let { pat, ty, value } => {
            let ty = ty.as_ref().map(|ty| quote_spanned!(span=> : #ty));
            quote_spanned!(span=> ({ let #pat #ty = #value; #inside }))
        }
        Frame::Find { pat, value } => quote_spanned!(span=> (match #value { #pat => { #inside } _ => { true } })),
        Frame::If { condition, is_taken } => {
            let condition = if *is_taken { condition.clone() } else { quote_spanned!(span=> !(#condition)) };
            quote_spanned!(span=> ::verus_builtin::imply(#condition, #inside))
        }
        Frame::Arm { value, arms, number } => {
            let others = quote_spanned!(span=> true);
            let arms = arms.iter().enumerate().map(|(other, arm)| {
                let inside = if other == *number { &inside } else { &others };
                quote_spanned!(span=> #arm => { #inside })
            });
            quote_spanned!(span=> (match #value { #(#arms)* }))
        }
        Frame::Claim(claim) if side == Side::Before => {
            quote_spanned!(span=> ::verus_builtin::imply(#claim, #inside))
        }
        Frame::Claim(_) => inside,
    })
}

/// What was asserted in the frames above `base`, as claims that are said outside of those.
pub(super) fn leave(frames: &mut Vec<Frame>, base: usize, span: Span) {
    let inner = frames.split_off(base);
    for (number, frame) in inner.iter().enumerate() {
        if let Frame::Claim(claim) = frame {
            let around = inner.get(..number).unwrap_or_default();
            frames.push(Frame::Claim(framed(around, Side::After, claim.clone(), span)));
        }
    }
}
