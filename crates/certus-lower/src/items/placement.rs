//! Where each attribute of the language may stand on items.
//!
//! Reference page `reference-attributes`. An attribute that means nothing where it stands is an error: whoever wrote it
//! believes that it says something. Statements, expressions and items that leave no trace in the tree are checked by the
//! rewriter, which alone sees them.

use certus_diagnostics::Language;
use certus_tree::{self as tree, AdtKind, Attr, ConstKind, Item};
use certus_vir::Mode;

use crate::context::{Context, Entry};
use crate::error::{Result, fail};

/// What an attribute may stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    SpecFn,
    ProofFn,
    ExecFn,
    Struct,
    Enum,
    Union,
    Field,
    Parameter,
    Trait,
    Impl,
    Module,
    Const,
    Static,
    BroadcastUse,
    BroadcastGroup,
    Global,
    /// `assume_specification` and its older form.
    Assumed,
}

use Spot::{
    Assumed, BroadcastGroup, Const, Enum, ExecFn, Field, Impl, Module, Parameter, ProofFn, SpecFn, Static, Struct,
    Trait,
};

/// What an attribute may stand on, by its name after `verifier::`; `None` for one that may stand everywhere, or that is
/// not supported anywhere. Attributes with rules of their own about the mode of a function may stand on all of them here.
fn spots(name: &str) -> Option<&'static [Spot]> {
    Some(match name {
        "spec" | "proof" | "exec" => &[SpecFn, ProofFn, ExecFn, Assumed, Struct, Enum, Field, Parameter, Const, Static],
        "external_body" => &[SpecFn, ProofFn, ExecFn, Struct, Enum, Spot::Union, Const],
        "external_fn_specification" => &[ExecFn, Assumed],
        "assume_termination" => &[ExecFn],
        "allow_in_spec" => &[ExecFn, Assumed],
        "atomic" => &[SpecFn, ProofFn, ExecFn, Assumed],
        "external_type_specification" => &[Struct],
        "external_trait_specification" | "external_trait_extension" | "external_trait_private_bound" => &[Trait],
        "sealed" | "internal_trait" => &[Trait],
        "external_trait_blanket" => &[Impl],
        "opaque" | "opaque_outside_module" | "memoize" | "prophetic" => &[SpecFn],
        "when_used_as_spec" => &[SpecFn, ProofFn, ExecFn, Assumed, Const],
        "inline"
        | "rlimit"
        | "broadcast_forall"
        | "decreases_by"
        | "recommends_by"
        | "returns"
        | "type_invariant"
        | "impls_cannot_extend_spec" => &[SpecFn, ProofFn, ExecFn],
        "spinoff_prover" => &[SpecFn, ProofFn, ExecFn, Const, Static],
        "nonlinear" => &[ProofFn, ExecFn],
        "bit_vector" | "integer_ring" => &[ProofFn],
        "epr_mode" => &[SpecFn, ProofFn, ExecFn, Module],
        "auto_ext_equal" => &[SpecFn, ProofFn, ExecFn, Impl, Trait, Module],
        "loop_isolation" | "allow_complex_invariants" | "exec_allows_no_decreases_clause" => {
            &[ExecFn, Impl, Trait, Module]
        }
        "deprecated_postcondition_mut_ref_style" => &[ProofFn, ExecFn, Assumed, Impl, Trait, Module],
        "ext_equal" | "external_derive" => &[Struct, Enum, Spot::Union],
        "reject_recursive_types" | "reject_recursive_types_in_ground_variants" | "accept_recursive_types" => {
            &[Struct, Enum, Spot::Union]
        }
        "is_variant" => &[Struct, Enum, Spot::Union],
        "broadcast_use_by_default_when_this_crate_is_imported" => &[BroadcastGroup],
        // Of clauses, statements and casts.
        "custom_err" | "proof_note" | "truncate" => &[],
        _ => return None,
    })
}

/// What an attribute stands on, in words.
fn word(spot: Spot) -> &'static str {
    match spot {
        SpecFn => "a spec function",
        ProofFn => "a proof function",
        ExecFn => "an exec function",
        Struct => "a struct",
        Enum => "an enum",
        Spot::Union => "a union",
        Field => "a field",
        Parameter => "a parameter",
        Trait => "a trait",
        Impl => "an impl",
        Module => "a module",
        Const => "a constant",
        Static => "a static",
        Spot::BroadcastUse => "a `broadcast use`",
        BroadcastGroup => "a broadcast group",
        Spot::Global => "a `global`",
        Assumed => "an `assume_specification`",
    }
}

impl Context<'_> {
    /// Errs with `language/misplaced-attribute` for an attribute that means nothing where it stands, on the item or on a
    /// part of it, and with `language/conflicting-attributes` for two modes.
    /// `#[verifier::opaque]` on a proof function is one: a proof function has no definition to hide.
    pub(super) fn placement(&mut self, entry: &Entry) -> Result<()> {
        let def = entry.def();
        if !self.tree.is_local(def.id) || !def.in_verus || entry.attrs.external || entry.attrs.accessor.is_some() {
            return Ok(());
        }
        let spot = match &entry.item {
            Item::Function(_) if entry.attrs.broadcast_group => BroadcastGroup,
            Item::Function(_) if entry.attrs.assume_specification || entry.attrs.external_fn_specification => Assumed,
            Item::Function(_) => match self.mode_of(def.id)? {
                Mode::Spec => SpecFn,
                Mode::Proof => ProofFn,
                Mode::Exec => ExecFn,
            },
            Item::Adt(adt) => match adt.kind {
                AdtKind::Struct => Struct,
                AdtKind::Enum => Enum,
                AdtKind::Union => Spot::Union,
            },
            Item::Const(_) if entry.attrs.broadcast_use => Spot::BroadcastUse,
            Item::Const(_) if entry.attrs.global => Spot::Global,
            Item::Const(constant) if constant.kind == ConstKind::Const => Const,
            Item::Const(_) => Static,
            Item::Trait(_) => Trait,
            Item::Impl(_) => Impl,
            Item::Module(_) => Module,
        };
        placed(&def.attrs, spot)?;
        one_mode(&def.attrs)?;
        if let (Item::Const(tree::Const { trait_const: Some((_, declared)), .. }), true) =
            (&entry.item, entry.attrs.external_body)
            && *declared == def.id
        {
            let text = "the attribute `external_body` has no effect on a constant of a trait";
            return fail(Language::MisplacedAttribute, text, def.name_span);
        }
        match &entry.item {
            Item::Function(function) => function.params.iter().try_for_each(|param| placed(&param.attrs, Parameter)),
            Item::Adt(adt) => adt.variants.iter().flat_map(|variant| &variant.fields).try_for_each(field),
            _ => Ok(()),
        }
    }
}

/// The attributes of a field: where they may stand, that there is one mode, and that each can be read.
fn field(field: &tree::Field) -> Result<()> {
    placed(&field.attrs, Field)?;
    one_mode(&field.attrs)?;
    crate::attrs::Attrs::read(&field.attrs).map(drop)
}

/// Errs with `language/misplaced-attribute` at the first attribute that may not stand on a spot.
fn placed(attrs: &[Attr], spot: Spot) -> Result<()> {
    for attr in attrs {
        let name = match attr.path.as_str() {
            "is_variant" => "is_variant",
            "via_fn" => "decreases_by",
            path => path.strip_prefix("verifier::").unwrap_or_default(),
        };
        let of_items = matches!(name, "external" | "verify" | "allow" | "deny");
        let is_part = matches!(spot, Field | Parameter);
        if spots(name).is_some_and(|spots| !spots.contains(&spot)) || (of_items && is_part) {
            let text = format!("the attribute `{name}` has no effect on {}", word(spot));
            return fail(Language::MisplacedAttribute, text, attr.span);
        }
    }
    Ok(())
}

/// Errs with `language/conflicting-attributes` where two modes are written on one thing.
fn one_mode(attrs: &[Attr]) -> Result<()> {
    let mut known = None;
    for attr in attrs {
        let mode = match (attr.path.as_str(), attr.args.trim()) {
            ("verifier::spec", _) | ("mode", "spec" | "spec_checked") => "spec",
            ("verifier::proof", _) | ("mode", "proof" | "axiom") => "proof",
            ("verifier::exec", _) | ("mode", "exec") => "exec",
            _ => continue,
        };
        if known.is_some_and(|known| known != mode) {
            let text = format!("this has the mode `{}` already", known.unwrap_or_default());
            return fail(Language::ConflictingAttributes, text, attr.span);
        }
        known = Some(mode);
    }
    Ok(())
}
