//! The relations of all steps, and of all first states.
//!
//! They are opaque: whoever wants to know which steps there are reveals them, or uses `case_on_next!`.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use crate::ast::{Kind, Machine};
use crate::meaning::CURRENT;
use crate::params;

/// `next`, `next_by`, `next_strong`, `next_strong_by`, `init` and `init_by`.
pub(super) fn relations(machine: &Machine) -> TokenStream {
    let mut out = pair(machine, Kind::Transition, "next", "");
    out.extend(pair(machine, Kind::Transition, "next_strong", "_strong"));
    out.extend(pair(machine, Kind::Init, "init", ""));
    out
}

/// One such relation, and the one for a step that is given. The relations of the operations have this ending.
fn pair(machine: &Machine, kind: Kind, name: &str, ending: &str) -> TokenStream {
    let span = machine.name.span();
    let is_init = kind == Kind::Init;
    let (some, by) = (Ident::new(name, span), Ident::new(&format!("{name}_by"), span));
    let steps = if is_init { "Config" } else { "Step" };
    let (step_ty, step_path) = (params::ty(machine, steps, span), params::path(machine, steps, span));
    let names: &[&str] = if is_init { &["post"] } else { &["pre", "post"] };
    let states: Vec<Ident> = names.iter().map(|name| Ident::new(name, span)).collect();
    let fresh = |name: &Ident| fresh(machine, name);
    let label = params::label(machine, kind, span).map(|(name, ty)| (fresh(&name), ty));
    let step = fresh(&Ident::new("step", span));
    let label_param = label.as_ref().map(|(name, ty)| quote_spanned!(span=> #name: #ty,));
    let label_name = label.as_ref().map(|(name, _)| quote_spanned!(span=> #name,));
    let is_in = |other: Kind| if is_init { other == Kind::Init } else { other.is_step() };
    let arms = machine.operations.iter().filter(|operation| is_in(operation.kind)).map(|operation| {
        let at = operation.name.span();
        let (variant, relation) = (&operation.name, params::named(&operation.name, ending));
        let arguments: Vec<Ident> = params::arguments(operation);
        let bound: Vec<&Ident> = arguments.iter().skip(usize::from(label.is_some())).collect();
        quote_spanned! {at=>
            #step_path::#variant(#(#bound),*) => Self::#relation(#(#states,)* #label_name #(#bound),*),
        }
    });
    quote_spanned! {span=>
        #[verifier::opaque]
        pub open spec fn #by(#(#states: Self,)* #label_param #step: #step_ty) -> bool {
            match #step {
                #(#arms)*
                #step_path::dummy_to_use_type_params(_) => false,
            }
        }
        #[verifier::opaque]
        pub open spec fn #some(#(#states: Self,)* #label_param) -> bool {
            exists|#step: #step_ty| #[trigger] Self::#by(#(#states,)* #label_name #step)
        }
    }
}

/// The name, or a reserved one if a parameter of an operation has it: the patterns of steps bind those.
fn fresh(machine: &Machine, name: &Ident) -> Ident {
    let is_taken = machine.operations.iter().any(|operation| {
        let labels = usize::from(machine.label_of(operation.kind).is_some());
        operation.params.iter().skip(labels).any(|param| param.name == *name)
    });
    if is_taken { Ident::new(&format!("{CURRENT}{name}"), name.span()) } else { name.clone() }
}
