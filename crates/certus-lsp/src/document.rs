//! The files that the user has open.

use gen_lsp_types::Uri;

use crate::text::Text;

/// An open file, as the client has it. Its text may differ from the saved one.
pub(crate) struct Document {
    pub(crate) uri: Uri,
    pub(crate) text: Text,
    /// The client's number of the text. It rises with each edit.
    pub(crate) version: i32,
}
