//! `struct_with_invariants!`: a struct whose fields have invariants that speak of its other fields.
//!
//! ```text
//! struct S<T> { a: AtomicU64<_, T, _>, b: Tracked<Inst> }
//! spec fn wf(&self) -> bool {
//!     predicate { self.b@.ok() }
//!     invariant on a with (b) is (v: u64, g: T) { g.is(b, v) }
//! }
//!
//!     ->  struct InvariantPredicate_auto_S_a<T>(PhantomData<(T,)>);
//!         struct S<T> { a: AtomicU64<Tracked<Inst>, T, InvariantPredicate_auto_S_a<T>>, b: Tracked<Inst> }
//!         impl<T> AtomicInvariantPredicate<Tracked<Inst>, u64, T> for InvariantPredicate_auto_S_a<T> {
//!             open spec fn atomic_inv(k: Tracked<Inst>, v: u64, g: T) -> bool { let b = k; g.is(b, v) }
//!         }
//!         impl<T> S<T> {
//!             spec fn wf(&self) -> bool { self.b@.ok() && (self.a.well_formed() && self.a.constant() == self.b) }
//!         }
//! ```
//!
//! The constant of an invariant is what it depends on: the fields after `with`, and the variables after `forall`. The result
//! is rewritten like the text of a user, so nothing of it is trusted.

mod declared;
mod fields;
mod written;

use proc_macro2::TokenStream;
use verus_syn::parse::ParseStream;

use crate::Mode;
use crate::errors::Rewritten;
use crate::machines::expanded;
use declared::Declared;

/// Rewrites the argument of `struct_with_invariants!`.
pub fn struct_with_invariants(mode: Mode, tokens: TokenStream) -> Rewritten {
    let expand = |tokens: TokenStream| {
        let parser = |input: ParseStream| Declared::parse(input);
        let declared = verus_syn::parse::Parser::parse2(parser, tokens).map_err(crate::errors::syntax_errors);
        match declared.and_then(|declared| written::items(&declared)) {
            Ok(tokens) => (tokens, Vec::new()),
            Err(errors) => (TokenStream::new(), errors),
        }
    };
    expanded(&tokens, expand, |tokens| crate::recover::rewrite_items(mode, tokens))
}
