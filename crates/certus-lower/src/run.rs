//! Runs the lowering of a crate: all its items, what they ask for, and then the rules on the whole.
//!
//! A failure stays with its item: its diagnostics are kept and the queue goes on, so that one run shows the errors of all
//! items. The program that comes out is ordered by path, because the text of a query must not depend on the order in which
//! items were asked for.

use certus_diagnostics::{FileId, Span};
use certus_tree::Known;
use certus_vir::Ty;

use crate::Lowered;
use crate::context::Context;
use crate::error::Failed;
use crate::{ghost, items};

/// The groups of the library that are in use everywhere. Those of files that are only loaded for some programs are named
/// beside the one of all others.
const DEFAULT_GROUPS: [Known; 14] = [
    Known::GroupVstdDefault,
    Known::GroupBitsAxioms,
    Known::GroupBtreeAxioms,
    Known::GroupIterGreatestAxioms,
    Known::GroupIterPartedAxioms,
    Known::GroupIterSumAxioms,
    Known::GroupLawsCmp,
    Known::GroupLawsEq,
    Known::GroupLayoutAxioms,
    Known::GroupManuallyDropAxioms,
    Known::GroupNonzeroAxioms,
    Known::GroupParsedAxioms,
    Known::GroupPatternAxioms,
    Known::GroupRawPtrAxioms,
];

/// Lowers every local item and then what they asked for, until nothing is asked for any more.
pub(crate) fn run(mut cx: Context<'_>) -> Lowered {
    let tree = cx.tree;
    cx.output.program_mut().foreign_library = tree.has_foreign_library();
    cx.tuple_datatype(&Ty::unit(), Span::new(FileId(0), 0, 0));
    for def in tree.local_items() {
        cx.request(def);
    }
    cx.find_invariants();
    // What the library lets everyone use without a word, but the library itself, which proves it.
    for group in
        DEFAULT_GROUPS.iter().filter_map(|group| tree.lookup(group.path())).filter(|group| !tree.is_local(*group))
    {
        cx.request(group);
        let path = cx.path(group);
        cx.uses.add_default(path);
    }
    loop {
        while let Some(def) = cx.demand.next() {
            if let Err(Failed(diagnostics)) = cx.lower_item(def) {
                cx.failed(def, diagnostics);
            }
        }
        if !cx.request_deferred() {
            return finish(cx);
        }
    }
}

/// Checks what needs the whole crate.
fn finish(mut cx: Context<'_>) -> Lowered {
    cx.close_lost();
    if let Err(Failed(diagnostics)) = items::crate_rules(&mut cx) {
        cx.output.report_all(diagnostics);
    }
    cx.tuple_impls();
    cx.prophetic_items();
    if let Err(Failed(diagnostics)) = cx.close_gaps() {
        cx.output.report_all(diagnostics);
    }
    let mut found = ghost::Found::default();
    if !cx.output.has_errors() {
        found = ghost::marks(&mut cx);
        cx.output.report_all(std::mem::take(&mut found.diagnostics));
    }
    cx.close_errors();
    let has_layouts = cx.globals.has_layouts();
    let ends = cx.ends.finish();
    let (program, verify, diagnostics) = cx.output.finish();
    let ghost::Found { marks: ghost, bodies, proofs, has_ambiguous_calls, may_infer_other_types, .. } = found;
    Lowered {
        program,
        verify,
        ghost,
        bodies,
        proofs,
        has_ambiguous_calls,
        may_infer_other_types,
        has_layouts,
        ends,
        diagnostics,
    }
}
