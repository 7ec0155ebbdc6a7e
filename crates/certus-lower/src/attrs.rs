//! The attributes of the language, read once from their text.
//!
//! The rules are those of the reference page `reference-attributes`. Two spellings arrive here: attributes as the user
//! writes them (`verifier::name`), and the markers that the rewriter puts in place of keywords (`mode`, `publish`,
//! `params`, ..). Attributes of rustc and of other tools are skipped. One of the language that is not known here is
//! `unsupported/attribute`, unless it can change no verdict: it might restrict what the program may do, or say what it
//! means. Whether one may stand on an item is checked with the item, not here.

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{Attr, Def};
use certus_vir::{AutoExt, Mode, Prover};

use crate::error::{Result, fail};

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
    /// `spec`, `proof` or `exec` as written (guide page `modes`); a function without any is exec code.
    pub mode: Option<Mode>,
    /// `axiom fn`: a proof function whose contract is trusted and whose body is never looked at.
    pub is_axiom: bool,
    /// `open`, `closed`, `uninterp` (reference page `reference-spec-signature`): who may unfold a spec function.
    pub publish: Option<PublishAttr>,
    /// A visibility such as `pub(crate)` was written, and neither `open` nor `closed`.
    pub publish_unsaid: bool,
    /// Modes written on parameters, in order (reference page `reference-var-modes`); `None` takes the default of the
    /// function's mode.
    pub params: Vec<Option<Mode>>,
    /// A field that is there for the verifier alone (`cfg(verus_keep_ghost)`).
    pub ghost_cfg: bool,
    /// `tracked` on the result: the caller gets a permission and not only a value.
    pub ret: Option<Mode>,
    /// The rewriter found `;` instead of a body. Right for `axiom`, `uninterp` and trusted specifications only.
    pub no_body: bool,
    /// `broadcast proof fn` (guide page `broadcast_proof`): its contract may be used as a quantified fact.
    pub broadcast: bool,
    /// `broadcast group`: a name for several broadcast functions, with a body that lists them.
    pub broadcast_group: bool,
    /// Of a library's broadcast function: for each trigger the names of the functions that it calls.
    pub when: Vec<Vec<String>>,
    /// `broadcast use` at the level of a module: every function of the module gets these facts.
    pub broadcast_use: bool,
    /// `assume_specification` (reference page `reference-assume-specification`): a trusted contract for a function that
    /// is not verified, named by `specifies` in the body.
    pub assume_specification: bool,
    /// `global size_of` (reference page `reference-global`): a trusted fact about the target.
    pub global: bool,
    /// A function that the rewriter made for `->` or `is`: `is VARIANT`, `get VARIANT FIELD`, or `get FIELD`. It has no
    /// body to lower; a call of it is the operation itself.
    pub accessor: Option<String>,
    /// The function of the same trait whose contract this one, added by the rewriter, carries.
    pub spec_of: Option<String>,
    /// A function with `impl` in its result type, which another function beside it states.
    pub opaque_result: bool,
    /// The function beside this one, added by the rewriter, that has `impl` in its result type. This one states it.
    pub result_of: Option<String>,
    /// `external`: the item is as good as not there. A use of it in verified code is `language/external`.
    pub external: bool,
    /// `external_body`: the contract is trusted and the body is not read; of a type, that its fields are unknown.
    pub external_body: bool,
    /// `opaque`: the definition has no fuel until a `reveal` (reference page `reference-reveal-hide`).
    pub opaque: bool,
    /// As `opaque`, but only outside of the module that the function is in.
    pub opaque_outside_module: bool,
    /// `inline`: the definition replaces each call, so that triggers see what is inside. Has no effect on the meaning.
    pub inline: bool,
    /// `memoize`: a proof by computation keeps the values of calls. Has no effect on the meaning.
    pub memoize: bool,
    /// The solver's budget for the function in the user's units (the default is 10, about two seconds); 0 is no limit.
    pub rlimit: Option<u32>,
    /// Whether a loop body knows only its invariants; the nearest of loop, function and modules decides.
    pub loop_isolation: Option<bool>,
    /// `deprecated_postcondition_mut_ref_style`: a `&mut` parameter in a postcondition is its final value.
    pub final_in_post: Option<bool>,
    /// `auto_ext_equal`: in which goals `==` is proved as `=~=`.
    pub auto_ext: Option<AutoExt>,
    /// Lets a loop that is not isolated have `invariant_except_break` and `ensures`. Kept with its place.
    pub allow_complex_invariants: Option<Span>,
    /// `exec_allows_no_decreases_clause`: exec code here need not be shown to end (guide page `exec_termination`).
    pub allow_no_decreases: bool,
    /// `assume_termination`: that the function ends is trusted.
    pub assume_termination: bool,
    /// The one of two functions made from one with ghost arguments that code which is not verified calls. Its
    /// precondition is `false`.
    pub stands_for: bool,
    /// A function of the tokens of a state machine, which the macro wrote. Its contract rests on the proofs of the machine.
    pub token: bool,
    /// The operation of a state machine whose assertions the function proves.
    pub operation: Option<String>,
    /// The function has an `atomically` clause: it is called with a block, and the first clause of its precondition says for
    /// which arguments its update was made.
    pub logically_atomic: bool,
    /// A proof function that may be named in `decreases_by` or `recommends_by`, and used in no other way.
    pub decreases_by: bool,
    /// An exec function with `returns` may be called in ghost code, where it is the value that `returns` gives.
    pub allow_in_spec: bool,
    /// The spec function that stands for an exec function in ghost code.
    pub when_used_as_spec: Option<String>,
    /// Values of the type that are equal in every field, extensionally, are equal (guide page `extensional_equality`).
    pub ext_equal: bool,
    /// `external_derive(Clone, Debug)`: the derived impls that are not in the language, by names; without any it is all of them.
    pub external_derive: Option<String>,
    /// `is_variant`, the old way to get `is_Variant` functions; for enums only. Kept with its place.
    pub is_variant: Option<Span>,
    /// The special prover that the whole proof function is for (reference page `reference-assert-by-prover`).
    pub prover: Option<Prover>,
    /// `epr_mode`: every function of the module is one of effectively propositional logic, and proved so.
    pub epr_mode: Option<Span>,
    /// A trait that is part of the machinery; a bound on it in user code is `language/internal-trait`.
    pub internal_trait: bool,
    /// Impls of this trait function may not add postconditions; for exec functions of traits only.
    pub impls_cannot_extend_spec: bool,
    /// What a type promises about each type parameter, by name: decides whether a type may contain itself through it.
    pub recursive_types: Vec<(RecursiveTypes, String, Span)>,
    /// An older form of `assume_specification`: a function with the contract and a call of the one it is about.
    pub external_fn_specification: bool,
    /// A struct that names a type defined elsewhere and lets verified code use it.
    pub external_type_specification: bool,
    /// A trait that gives contracts to a trait defined elsewhere (guide page `external_trait_specifications`).
    pub external_trait_specification: bool,
    /// Where such a trait is said to have an extension, which the rewriter writes out.
    pub external_trait_extension: Option<Span>,
    /// Of the trait `Spec` of an extension, and of its blanket impl: the name of the proxy.
    pub spec_trait: Option<String>,
    /// Of the trait `SpecImpl` of an extension: the name of the proxy.
    pub spec_impl_trait: Option<String>,
    /// Part of the same: a specification of a blanket impl.
    pub external_trait_blanket: bool,
    /// The supertraits that another crate keeps to itself, by their paths, of a trait that a proxy is about.
    pub private_bounds: Vec<(String, Span)>,
    /// `allow(vacuous)`: no warning where the proof of the function says nothing.
    pub allow_vacuous: bool,
    /// The value may depend on the future (reference page `reference-attributes`). Kept with its place.
    pub prophetic: Option<Span>,
    /// The function is the invariant of the type of its parameter (reference page `reference-type-invariants`). Kept with its
    /// place.
    pub type_invariant: Option<Span>,
    /// The function is one atomic operation. Kept with its place.
    pub atomic: Option<Span>,
}

/// Attributes that change no verdict: they are about messages, lints, budgets and how the work is split.
const HARMLESS: [&str; 8] = [
    "allow",
    "broadcast_use_by_default_when_this_crate_is_imported",
    "custom_err",
    "deny",
    "proof_note",
    "spinoff_prover",
    "verify",
    "verus_macro",
];

/// The warnings that `allow` turns off.
const WARNINGS: [&str; 12] = [
    "assert_compute_unsimplified",
    "assert_forall_implication",
    "autoderive_clone_without_spec",
    "broadcast_without_trigger",
    "dead_reveal",
    "decreases_when_exec_allows_no_decreases_clause",
    "non_exec_ghost_tracked_wrappers",
    "old_style_accept_reject_recursive_types",
    "trigger_on_spec_fn",
    "undeclared_external_trait",
    "unknown_automatic_derive",
    "vacuous",
];

/// Errs with `language/attribute` where the arguments are not what an attribute takes: what says nothing here might be
/// meant to say something. `rlimit` and `auto_ext_equal` are checked where they are read.
fn check_arguments(name: &str, args: &str, span: Span) -> Result<()> {
    let args = args.trim();
    let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let fits = match name {
        "rlimit" | "auto_ext_equal" | "external_trait_extension" => true,
        "proof_note" | "custom_err" => is_text(args),
        "when_used_as_spec" => is_name(args),
        "spec" => matches!(args, "" | "checked"),
        "returns" => matches!(args, "spec" | "proof" | "exec"),
        "loop_isolation" | "deprecated_postcondition_mut_ref_style" => matches!(args, "" | "true" | "false"),
        "allow" => WARNINGS.contains(&args),
        "assume" | "deny" => args == "externals_available_without_declaration",
        "reject_recursive_types"
        | "reject_recursive_types_in_ground_variants"
        | "accept_recursive_types"
        | "external_trait_specification" => args.is_empty() || is_name(args),
        "external_derive" => args.is_empty() || args.split(',').all(|name| is_name(name.trim())),
        "external_trait_private_bound" => args.split("::").all(|name| is_name(name.trim())),
        _ => args.is_empty(),
    };
    if fits {
        return Ok(());
    }
    let text = match args {
        "" => format!("the attribute `{name}` needs an argument"),
        _ => format!("`{args}` is not an argument of the attribute `{name}`"),
    };
    fail(Language::Attribute, text, span)
}

/// Whether an attribute is a label for messages, of which an expression may have one.
pub(crate) fn is_note(text: &str) -> bool {
    ["verifier::proof_note", "verifier::custom_err"].iter().any(|note| text.starts_with(note))
}

/// Whether this is one string literal.
fn is_text(args: &str) -> bool {
    let Some(inside) = args.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else { return false };
    let mut escaped = false;
    inside.chars().all(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        !ends
    })
}

/// An attribute on a statement, block or loop, as text. Errs with `unsupported/attribute` like one on an item.
pub(crate) fn check_statement(text: &str, span: Span) -> Result<()> {
    let (name, args) = text.split_once('(').unwrap_or((text, ""));
    let name = name.trim();
    let name = name.strip_prefix("verifier::").unwrap_or(name);
    let args = args.strip_suffix(')').unwrap_or(args);
    check_arguments(name, args, span)?;
    let is_known = name == "loop_isolation";
    if is_known || HARMLESS.contains(&name) {
        return Ok(());
    }
    fail(Unsupported::Attribute, format!("the attribute `{text}` is not supported here"), span)
}

/// An attribute of the tool itself. Those that its macros leave behind mean something; others are for its statistics.
fn internal(attr: &Attr) -> Result<()> {
    let harmless = match attr.path.as_str() {
        "verus::internal" => attr.args.trim() == "verus_macro",
        path => path == "verus::trusted" && attr.args.trim().is_empty(),
    };
    if harmless {
        return Ok(());
    }
    let text = format!("the attribute `{}({})` is not supported", attr.path, attr.args);
    fail(Unsupported::Attribute, text, attr.span)
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

/// The mode of a keyword. `ghost` and `tracked` are the words for variables: a ghost variable is read as spec code and
/// a tracked one, which must not be copied, as proof code. Any other word stands for "not written".
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
                None if attr.path.starts_with("verus::") => internal(attr)?,
                None => attrs.form(attr),
            }
        }
        let what = match () {
            () if !attrs.external => None,
            () if attrs.external_trait_specification => Some("a trait specification"),
            () if attrs.assume_specification || attrs.external_fn_specification => Some("an `assume_specification`"),
            () => None,
        };
        if let (Some(what), Some(attr)) = (what, list.iter().find(|attr| attr.path == "verifier::external")) {
            return fail(Language::ExternalSpec, format!("{what} cannot be `external`"), attr.span);
        }
        if let (Some((_, span)), false) = (attrs.private_bounds.first(), attrs.external_trait_specification) {
            let text = "`external_trait_private_bound` is for an external_trait_specification";
            return fail(Language::MisplacedAttribute, text, *span);
        }
        Ok(attrs)
    }

    /// Reads a marker of the rewriter. The rewriter writes them, so their form is not checked again.
    fn form(&mut self, attr: &Attr) {
        match attr.path.as_str() {
            "mode" => {
                self.mode = word_mode(&attr.args);
                self.is_axiom = attr.args == "axiom";
            }
            "publish" if attr.args == "unsaid" => self.publish_unsaid = true,
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
            "ghost cfg" => self.ghost_cfg = true,
            "no_body" => self.no_body = true,
            "logically_atomic" => self.logically_atomic = true,
            "broadcast" => self.broadcast = true,
            "when" => self.when.push(attr.args.split_whitespace().map(str::to_string).collect()),
            "broadcast_group" => self.broadcast_group = true,
            "broadcast_use" => self.broadcast_use = true,
            "assume_specification" => self.assume_specification = true,
            "global" => self.global = true,
            "accessor" => self.accessor = Some(attr.args.clone()),
            "spec_of" => self.spec_of = Some(attr.args.clone()),
            "opaque_result" => self.opaque_result = true,
            "result_of" => self.result_of = Some(attr.args.clone()),
            "spec_trait" => self.spec_trait = Some(attr.args.clone()),
            "spec_impl_trait" => self.spec_impl_trait = Some(attr.args.clone()),
            "is_variant" => self.is_variant = Some(attr.span),
            "via_fn" => self.decreases_by = true,
            "stands_for" => self.stands_for = true,
            "token" => self.token = true,
            "operation" => self.operation = Some(attr.args.clone()),
            _ => {}
        }
    }

    /// Reads `verifier::name`. Errs with `language/attribute` where the argument cannot be read: a limit that is
    /// silently not set would be found only when a proof times out.
    fn verifier(&mut self, name: &str, attr: &Attr) -> Result<()> {
        check_arguments(name, &attr.args, attr.span)?;
        match name {
            "spec" | "proof" | "exec" => self.mode = word_mode(name),
            "external" => self.external = true,
            "external_body" => self.external_body = true,
            "external_fn_specification" => self.external_fn_specification = true,
            "external_type_specification" => self.external_type_specification = true,
            "external_trait_specification" => self.external_trait_specification = true,
            // What it declares is written out by the rewriter.
            "external_trait_extension" => self.external_trait_extension = Some(attr.span),
            "opaque" => self.opaque = true,
            "opaque_outside_module" => self.opaque_outside_module = true,
            "inline" => self.inline = true,
            "memoize" => self.memoize = true,
            "rlimit" => self.rlimit = Some(rlimit(&attr.args, attr.span)?),
            "loop_isolation" => self.loop_isolation = Some(attr.args.trim() != "false"),
            "auto_ext_equal" => self.auto_ext = Some(auto_ext(attr)?),
            "allow_complex_invariants" => self.allow_complex_invariants = Some(attr.span),
            "exec_allows_no_decreases_clause" => self.allow_no_decreases = true,
            "assume_termination" => self.assume_termination = true,
            "decreases_by" | "recommends_by" => self.decreases_by = true,
            "allow_in_spec" => self.allow_in_spec = true,
            "when_used_as_spec" => self.when_used_as_spec = Some(attr.args.trim().to_string()),
            "ext_equal" => self.ext_equal = true,
            "external_derive" => self.external_derive = Some(attr.args.clone()),
            "is_variant" => self.is_variant = Some(attr.span),
            "type_invariant" => self.type_invariant = Some(attr.span),
            "atomic" => self.atomic = Some(attr.span),
            "nonlinear" => self.one_prover(Prover::Nonlinear, attr)?,
            "bit_vector" => self.one_prover(Prover::BitVector, attr)?,
            "integer_ring" => self.one_prover(Prover::IntegerRing, attr)?,
            "epr_mode" => self.epr_mode = Some(attr.span),
            "internal_trait" => self.internal_trait = true,
            "impls_cannot_extend_spec" => self.impls_cannot_extend_spec = true,
            "reject_recursive_types" => self.recursive(RecursiveTypes::Reject, attr)?,
            "reject_recursive_types_in_ground_variants" => self.recursive(RecursiveTypes::RejectInGround, attr)?,
            "accept_recursive_types" => self.recursive(RecursiveTypes::Accept, attr)?,
            "prophetic" => self.prophetic = Some(attr.span),
            "truncate" => {
                let text = "the attribute `truncate` has no effect on an item";
                return fail(Language::MisplacedAttribute, text, attr.span);
            }
            "external_trait_blanket" => self.external_trait_blanket = true,
            "external_trait_private_bound" => self.private_bounds.push((attr.args.clone(), attr.span)),
            "broadcast_forall" => self.broadcast = true,
            "returns" => self.ret = word_mode(attr.args.trim()),
            // Of several on one item the first counts.
            "deprecated_postcondition_mut_ref_style" => {
                self.final_in_post.get_or_insert(attr.args.trim() != "false");
            }
            "allow" if attr.args.trim() == "vacuous" => self.allow_vacuous = true,
            name if HARMLESS.contains(&name) => {}
            name => {
                let text = format!("the attribute `verifier::{name}` is not supported");
                return fail(Unsupported::Attribute, text, attr.span);
            }
        }
        Ok(())
    }

    /// Errs with `language/prover` for a second one.
    fn one_prover(&mut self, prover: Prover, attr: &Attr) -> Result<()> {
        if self.prover.is_some_and(|other| other != prover) {
            let text = "Select at most one verifier attribute: integer_ring, nonlinear, bit_vector";
            return fail(Language::Prover, text, attr.span);
        }
        self.prover = Some(prover);
        Ok(())
    }

    /// Notes a promise about a type parameter; whether there is such a parameter is checked with the datatype. Errs with
    /// `language/recursive-types` for a second promise about one.
    fn recursive(&mut self, kind: RecursiveTypes, attr: &Attr) -> Result<()> {
        let name = attr.args.trim();
        if self.recursive_types.iter().any(|(_, known, _)| known == name) {
            let text = format!("duplicate parameter attribute {name}");
            return fail(Language::RecursiveTypes, text, attr.span);
        }
        self.recursive_types.push((kind, name.to_string(), attr.span));
        Ok(())
    }
}

/// `auto_ext_equal(assert, ensures)`, or with nothing in the parentheses. Errs with `language/attribute`.
fn auto_ext(attr: &Attr) -> Result<AutoExt> {
    let mut found = AutoExt::NONE;
    for word in attr.args.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        match word {
            "assert" => found.assert = true,
            "assert_by" => found.assert_by = true,
            "ensures" => found.ensures = true,
            "invariant" => found.invariant = true,
            other => {
                let text = format!("`{other}` is not one of assert, assert_by, ensures, invariant");
                return fail(Language::Attribute, text, attr.span);
            }
        }
    }
    Ok(found)
}

/// `rlimit(n)`, a whole number or a fraction of the user's units, `infinity` as 0.
/// A fraction is rounded up, for 0 would mean no limit at all. Anything else is `language/attribute`.
fn rlimit(args: &str, span: Span) -> Result<u32> {
    let text = args.trim();
    if text == "infinity" {
        return Ok(0);
    }
    let number = text.parse::<f64>().ok().filter(|n| *n > 0.0 && *n < 1e9);
    let message = format!("`rlimit` takes a positive number or `infinity`, not `{text}`");
    number.map(|n| n.ceil() as u32).ok_or_else(|| Diagnostic::error(Language::Attribute, message, span).into())
}
