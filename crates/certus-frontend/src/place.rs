//! Places of syntax.

use ra_ap_hir::HirFileId;
use ra_ap_syntax::SyntaxNodePtr;

/// A node of the syntax of a file or of an expansion.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) file: HirFileId,
    pub(crate) node: SyntaxNodePtr,
}
