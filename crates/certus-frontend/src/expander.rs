//! The macros of `verus_builtin_macros`, run inside this process by the rewriter.
//!
//! The front end reads the keep form: ghost code becomes calls of functions that do nothing, which type inference then
//! treats like any other code. An error of the rewriter does not stop the expansion, so that the rest of the file is
//! still read; it is kept here and makes the program an error later.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use certus_rewrite::{Args, Cases, Code, Loops, Machines, Marker, Mode, ProofMacro, Proofs, Rewritten, SpecView};
use proc_macro2::TokenStream;
use ra_ap_base_db::{Env, SourceDatabase};
use ra_ap_cfg::{CfgExpr, CfgOptions};
use ra_ap_hir_expand::proc_macro::{ProcMacro, ProcMacroExpander, ProcMacroExpansionError, ProcMacroKind};
use ra_ap_intern::Symbol;
use ra_ap_span::Span;
use ra_ap_syntax::{AstNode, Edition, SourceFile, ast};
use ra_ap_tt::{Delimiter, TopSubtree, TopSubtreeBuilder};

use crate::crates;
use crate::rewrite_errors::{self, RewriteErrors};
use crate::tokens::Text;

/// A rewrite recurses as deep as its input nests, so one that could nest deeply has a thread of its own.
pub(crate) const STACK_SIZE: usize = 256 << 20;

/// What a macro does with its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// Items of the language.
    Items,
    /// One expression of the language.
    Expr(Code),
    /// A call of another macro whose arguments are of the language.
    MacroExprs(Code, Args),
    /// A block in which an invariant is open.
    OpenInvariant(Code),
    /// A block in which an atomic update is open.
    OpenAtomicUpdate(Code),
    /// `struct_with_invariants!`.
    StructWithInvariants,
    /// `exec_spec_verified!` and `exec_spec_unverified!`.
    ExecSpec(Proofs),
    /// `decreases_to!`.
    DecreasesTo,
    /// `calc!`.
    Calc,
    /// `set_build!`.
    SetBuild,
    /// `state_machine!` and its relatives.
    Machine(Machines),
    /// `case_on_next!` and its relatives.
    Cases(Cases),
    /// `proof!` and its relatives.
    Proof(ProofMacro),
    /// `#[verus_verify]` or `#[verus_spec]` on an item.
    Marked(Marker),
    /// `#[make_spec_type]` or `#[self_view]` on an item.
    SpecView(SpecView),
    /// `#[auto_spec]` on an item that is not in `verus!`.
    MisplacedAutoSpec,
    /// A macro that only macros of another library `vstd` call, and Certus replaces the calls of those itself.
    Internal,
    /// The input stays as it is.
    Identity,
    /// The input vanishes (a derive that says nothing to us).
    Nothing,
}

impl Action {
    /// Items and expressions are told apart by the macro, since the same tokens may be read as either.
    fn run(self, mode: Mode, tokens: TokenStream, cfg: &CfgOptions) -> Rewritten {
        match self {
            Action::Items => certus_rewrite::rewrite_items(mode, tokens),
            Action::Expr(code) => certus_rewrite::rewrite_expr(mode, code, tokens),
            Action::MacroExprs(code, args) => certus_rewrite::rewrite_macro_exprs(mode, code, args, tokens),
            Action::OpenInvariant(code) => certus_rewrite::open_invariant(mode, code, tokens),
            Action::OpenAtomicUpdate(code) => certus_rewrite::open_atomic_update(mode, code, tokens),
            Action::StructWithInvariants => certus_rewrite::struct_with_invariants(mode, tokens),
            Action::ExecSpec(proofs) => certus_rewrite::exec_spec(mode, proofs, tokens),
            Action::DecreasesTo => certus_rewrite::decreases_to(mode, tokens),
            Action::Calc => certus_rewrite::calc(mode, tokens),
            Action::SetBuild => certus_rewrite::set_build(mode, tokens),
            Action::Machine(machines) => certus_rewrite::state_machine(mode, machines, tokens),
            Action::Cases(cases) => certus_rewrite::case_on(mode, cases, tokens),
            Action::Proof(which) => certus_rewrite::proof_macro(mode, which, tokens),
            Action::Marked(marker) => {
                certus_rewrite::rewrite_marked(mode, marker, &|condition| holds(condition, cfg), tokens)
            }
            Action::SpecView(view) => certus_rewrite::spec_view(mode, view, tokens),
            Action::MisplacedAutoSpec => certus_rewrite::misplaced_auto_spec(tokens),
            Action::Internal => certus_rewrite::internal_macro(&tokens),
            Action::Identity => Rewritten { tokens, errors: Vec::new() },
            Action::Nothing => Rewritten::default(),
        }
    }
}

/// Whether a condition, as in `cfg(..)`, holds for the program.
pub(crate) fn holds(condition: &str, cfg: &CfgOptions) -> Option<bool> {
    let text = format!("#[cfg_attr({condition}, x)] fn f() {{}}");
    let file = SourceFile::parse(&text, Edition::CURRENT);
    let attr = file.tree().syntax().descendants().find_map(ast::Attr::cast)?;
    let Some(ast::Meta::CfgAttrMeta(meta)) = attr.meta() else { return None };
    cfg.check(&CfgExpr::parse_from_ast(meta.cfg_predicate()?))
}

/// One macro.
struct Expander {
    /// What it does; two macros with the same action and form count as equal.
    action: Action,
    /// The form that it writes.
    mode: Mode,
    /// Shared by all macros of one program.
    errors: RewriteErrors,
    /// The conditions that hold for the program and for the crates that it depends on.
    cfgs: Arc<Vec<CfgOptions>>,
}

impl std::fmt::Debug for Expander {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.action.fmt(f)
    }
}

impl std::panic::RefUnwindSafe for Expander {}

impl ProcMacroExpander for Expander {
    fn expand(
        &self,
        _db: &dyn SourceDatabase,
        tree: &TopSubtree,
        attrs: Option<&TopSubtree>,
        env: &Env,
        _def_site: Span,
        call_site: Span,
        _mixed_site: Span,
        _current_dir: String,
    ) -> Result<TopSubtree, ProcMacroExpansionError> {
        match self.action {
            Action::Identity => return Ok(tree.clone()),
            Action::Nothing => return Ok(TopSubtreeBuilder::new(Delimiter::invisible_spanned(call_site)).build()),
            _ => {}
        }
        let text = match self.action {
            Action::Marked(_) | Action::SpecView(_) => Text::of_attribute(attrs, tree, call_site),
            _ => Text::new(tree, call_site),
        };
        let lost = || ProcMacroExpansionError::System("the crate of the macro call is not known".into());
        let cfg = self.cfgs.get(crates::number_of(env)).ok_or_else(lost)?;
        let ahead = rewrite_errors::expanded_ahead();
        let work = || {
            let tokens = text.parse().map_err(|e| ProcMacroExpansionError::System(e.to_string()))?;
            let Rewritten { tokens, errors } = self.action.run(self.mode, tokens, cfg);
            self.errors.add(&text, errors, ahead);
            Ok(text.tree(tokens))
        };
        let failed = || Err(ProcMacroExpansionError::Panic("the rewriter failed".into()));
        // The threads of the front end have room, and memory that one rewrite leaves serves the next one there.
        let has_room = || stacker::remaining_stack().is_some_and(|left| left > STACK_SIZE);
        if text.is_short() || has_room() {
            let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| failed());
            // What was rewritten has its final positions; without this the table of texts would only grow.
            proc_macro2::extra::invalidate_current_thread_spans();
            return done;
        }
        std::thread::scope(|scope| {
            let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
            let worker = worker.map_err(|e| ProcMacroExpansionError::System(e.to_string()))?;
            worker.join().unwrap_or_else(|_| failed())
        })
    }

    fn eq_dyn(&self, other: &dyn ProcMacroExpander) -> bool {
        (other as &dyn Any)
            .downcast_ref::<Expander>()
            .is_some_and(|other| (other.action, other.mode) == (self.action, self.mode))
    }
}

/// All macros of the crate, with the conditions of the crate under verification and then of those that it depends on.
/// `foreign` says of a library that is not ours in which terms it speaks of loops.
pub(crate) fn proc_macros(errors: &RewriteErrors, cfgs: Vec<CfgOptions>, foreign: Option<Loops>) -> Vec<ProcMacro> {
    use ProcMacroKind::{Attr, Bang, CustomDerive};
    let table = [
        ("verus", Bang, Action::Items),
        ("verus_keep_ghost", Bang, Action::Items),
        ("verus_erase_ghost", Bang, Action::Items),
        ("verus_impl", Bang, Action::Items),
        ("verus_trait_impl", Bang, Action::Items),
        ("verus_proof_expr", Bang, Action::Expr(Code::Ghost)),
        ("verus_exec_expr", Bang, Action::Expr(Code::Exec)),
        ("verus_exec_expr_keep_ghost", Bang, Action::Expr(Code::Exec)),
        ("verus_exec_expr_erase_ghost", Bang, Action::Expr(Code::Exec)),
        ("verus_proof_macro_exprs", Bang, Action::MacroExprs(Code::Ghost, Args::All)),
        ("verus_exec_macro_exprs", Bang, Action::MacroExprs(Code::Exec, Args::All)),
        ("verus_proof_macro_explicit_exprs", Bang, Action::MacroExprs(Code::Ghost, Args::Marked)),
        ("verus_open_invariant", Bang, Action::OpenInvariant(Code::Exec)),
        ("verus_open_invariant_in_proof", Bang, Action::OpenInvariant(Code::Ghost)),
        ("verus_open_atomic_update", Bang, Action::OpenAtomicUpdate(Code::Exec)),
        ("verus_open_atomic_update_in_proof", Bang, Action::OpenAtomicUpdate(Code::Ghost)),
        ("struct_with_invariants", Bang, Action::StructWithInvariants),
        ("struct_with_invariants_vstd", Bang, Action::StructWithInvariants),
        ("exec_spec_verified", Bang, Action::ExecSpec(Proofs::Made)),
        ("exec_spec_unverified", Bang, Action::ExecSpec(Proofs::Trusted)),
        ("decreases_to", Bang, Action::DecreasesTo),
        ("calc_proc_macro", Bang, Action::Calc),
        ("set_build", Bang, Action::SetBuild),
        ("set_build_debug", Bang, Action::SetBuild),
        ("atomic_with_ghost_helper", Bang, Action::Internal),
        ("fndecl", Bang, Action::Internal),
        ("verus_exec_inv_macro_exprs", Bang, Action::Internal),
        ("verus_ghost_inv_macro_exprs", Bang, Action::Internal),
        ("state_machine", Bang, Action::Machine(Machines::Plain)),
        ("tokenized_state_machine", Bang, Action::Machine(Machines::Tokenized)),
        ("tokenized_state_machine_vstd", Bang, Action::Machine(Machines::Tokenized)),
        ("case_on_init", Bang, Action::Cases(Cases::Init)),
        ("case_on_next", Bang, Action::Cases(Cases::Next)),
        ("case_on_next_strong", Bang, Action::Cases(Cases::NextStrong)),
        ("proof", Bang, Action::Proof(ProofMacro::Block)),
        ("proof_decl", Bang, Action::Proof(ProofMacro::Declarations)),
        ("proof_with", Bang, Action::Proof(ProofMacro::With)),
        ("verus_verify", Attr, Action::Marked(Marker::Verify)),
        ("verus_spec", Attr, Action::Marked(Marker::Spec)),
        ("make_spec_type", Attr, Action::SpecView(SpecView::OwnType)),
        ("self_view", Attr, Action::SpecView(SpecView::Itself)),
        ("auto_spec", Attr, Action::MisplacedAutoSpec),
        ("is_variant", Attr, Action::Identity),
        ("is_variant_no_deprecation_warning", Attr, Action::Identity),
        ("verus_enum_synthesize", Attr, Action::Identity),
        ("Structural", CustomDerive, Action::Nothing),
        ("StructuralEq", CustomDerive, Action::Nothing),
    ];
    let cfgs = Arc::new(cfgs);
    let mode = foreign.map_or(Mode::Keep, Mode::KeepForeign);
    let make = |(name, kind, action): (&str, ProcMacroKind, Action)| ProcMacro {
        name: Symbol::intern(name),
        kind,
        expander: Arc::new(Expander { action, mode, errors: errors.clone(), cfgs: cfgs.clone() }),
        disabled: false,
    };
    table.into_iter().map(make).collect()
}
