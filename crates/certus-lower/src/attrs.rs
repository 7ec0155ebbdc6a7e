//! The attributes of the language, read once from their text.

use certus_diagnostics::{Class, Diagnostic, Span};
use certus_tree::{Attr, Def};
use certus_vir::{Mode, Prover};

use crate::context::Result;

/// How the body of a spec function is published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PublishAttr {
    /// `open`.
    Open,
    /// `closed`.
    Closed,
    /// `open(in path)`.
    OpenIn(String),
    /// `uninterp`.
    Uninterp,
}

/// What the attributes of an item say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attrs {
    pub mode: Option<Mode>,
    pub is_axiom: bool,
    pub publish: Option<PublishAttr>,
    pub params: Vec<Option<Mode>>,
    pub ret: Option<Mode>,
    pub no_body: bool,
    pub broadcast: bool,
    pub broadcast_group: bool,
    pub broadcast_use: bool,
    pub assume_specification: bool,
    pub global: bool,
    pub accessor: Option<String>,
    pub spec_of: Option<String>,
    pub external: bool,
    pub external_body: bool,
    pub opaque: bool,
    pub opaque_outside_module: bool,
    pub inline: bool,
    pub rlimit: Option<u32>,
    pub loop_isolation: Option<bool>,
    pub allow_complex_invariants: Option<Span>,
    pub allow_no_decreases: bool,
    pub assume_termination: bool,
    pub decreases_by: bool,
    pub allow_in_spec: bool,
    pub when_used_as_spec: Option<String>,
    pub ext_equal: bool,
    pub is_variant: Option<Span>,
    pub prover: Option<Prover>,
    pub internal_trait: bool,
    pub impls_cannot_extend_spec: bool,
    pub recursive_types: Vec<(RecursiveTypes, String, Span)>,
    pub external_fn_specification: bool,
    pub external_type_specification: bool,
    pub external_trait_specification: bool,
}

/// What a type promises about its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecursiveTypes {
    /// `reject_recursive_types`.
    Reject,
    /// `reject_recursive_types_in_ground_variants`.
    RejectInGround,
    /// `accept_recursive_types`.
    Accept,
}

fn word_mode(word: &str) -> Option<Mode> {
    match word {
        "spec" | "spec_checked" | "ghost" => Some(Mode::Spec),
        "proof" | "axiom" | "tracked" => Some(Mode::Proof),
        "exec" => Some(Mode::Exec),
        _ => None,
    }
}

impl Attrs {
    /// Reads the attributes of an item.
    pub(crate) fn of(def: &Def) -> Result<Attrs> {
        Attrs::read(&def.attrs)
    }

    /// Reads a list of attributes.
    pub(crate) fn read(list: &[Attr]) -> Result<Attrs> {
        let mut attrs = Attrs::default();
        for attr in list {
            match attr.path.strip_prefix("verifier::") {
                Some(name) => attrs.verifier(name, attr)?,
                None => attrs.form(attr),
            }
        }
        Ok(attrs)
    }

    fn form(&mut self, attr: &Attr) {
        match attr.path.as_str() {
            "mode" => {
                self.mode = word_mode(&attr.args);
                self.is_axiom = attr.args == "axiom";
            }
            "publish" => {
                self.publish = match attr.args.as_str() {
                    "open" => Some(PublishAttr::Open),
                    "closed" => Some(PublishAttr::Closed),
                    "uninterp" => Some(PublishAttr::Uninterp),
                    other => Some(PublishAttr::OpenIn(other.trim_start_matches("open_in").trim().to_string())),
                }
            }
            "params" => self.params = attr.args.split_whitespace().map(word_mode).collect(),
            "ret" => self.ret = word_mode(&attr.args),
            "no_body" => self.no_body = true,
            "broadcast" => self.broadcast = true,
            "broadcast_group" => self.broadcast_group = true,
            "broadcast_use" => self.broadcast_use = true,
            "assume_specification" => self.assume_specification = true,
            "global" => self.global = true,
            "accessor" => self.accessor = Some(attr.args.clone()),
            "spec_of" => self.spec_of = Some(attr.args.clone()),
            "is_variant" => self.is_variant = Some(attr.span),
            "via_fn" => self.decreases_by = true,
            _ => {}
        }
    }

    fn verifier(&mut self, name: &str, attr: &Attr) -> Result<()> {
        match name {
            "spec" | "proof" | "exec" => self.mode = word_mode(name),
            "external" => self.external = true,
            "external_body" => self.external_body = true,
            "external_fn_specification" => self.external_fn_specification = true,
            "external_type_specification" => self.external_type_specification = true,
            "external_trait_specification" => self.external_trait_specification = true,
            "opaque" => self.opaque = true,
            "opaque_outside_module" => self.opaque_outside_module = true,
            "inline" => self.inline = true,
            "rlimit" => self.rlimit = Some(rlimit(attr)?),
            "loop_isolation" => self.loop_isolation = Some(attr.args.trim() != "false"),
            "allow_complex_invariants" => self.allow_complex_invariants = Some(attr.span),
            "exec_allows_no_decreases_clause" => self.allow_no_decreases = true,
            "assume_termination" => self.assume_termination = true,
            "decreases_by" | "recommends_by" => self.decreases_by = true,
            "allow_in_spec" => self.allow_in_spec = true,
            "when_used_as_spec" => self.when_used_as_spec = Some(attr.args.trim().to_string()),
            "ext_equal" => self.ext_equal = true,
            "is_variant" => self.is_variant = Some(attr.span),
            "nonlinear" => self.prover = Some(Prover::Nonlinear),
            "bit_vector" => self.prover = Some(Prover::BitVector),
            "integer_ring" => self.prover = Some(Prover::IntegerRing),
            "internal_trait" => self.internal_trait = true,
            "impls_cannot_extend_spec" => self.impls_cannot_extend_spec = true,
            "reject_recursive_types" => self.recursive(RecursiveTypes::Reject, attr),
            "reject_recursive_types_in_ground_variants" => self.recursive(RecursiveTypes::RejectInGround, attr),
            "accept_recursive_types" => self.recursive(RecursiveTypes::Accept, attr),
            _ => {}
        }
        Ok(())
    }

    fn recursive(&mut self, kind: RecursiveTypes, attr: &Attr) {
        self.recursive_types.push((kind, attr.args.trim().to_string(), attr.span));
    }
}

/// `rlimit(n)`, a whole number or a fraction of the user's units, `infinity` as 0.
fn rlimit(attr: &Attr) -> Result<u32> {
    let text = attr.args.trim();
    if text == "infinity" {
        return Ok(0);
    }
    let number = text.parse::<f64>().ok().filter(|n| *n > 0.0 && *n < 1e9);
    let message = format!("`rlimit` takes a positive number or `infinity`, not `{text}`");
    number
        .map(|n| n.ceil() as u32)
        .ok_or_else(|| Diagnostic::error(Class::Language, "attribute", message, attr.span).into())
}
