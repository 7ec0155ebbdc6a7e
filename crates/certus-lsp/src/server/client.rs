//! The capabilities of the client.

use serde_json::Value;

use crate::text::Encoding;

/// The capabilities of the client.
#[derive(Default)]
pub(super) struct Client {
    pub(super) encoding: Encoding,
    pub(super) progress: bool,
    pub(super) lens_refresh: bool,
    pub(super) inlay_refresh: bool,
    pub(super) tokens_refresh: bool,
    pub(super) snippets: bool,
}

impl Client {
    /// The capabilities of the client, from its `initialize` request.
    pub(super) fn read(params: &Value) -> Client {
        let can = |path: &str| params.pointer(&format!("/capabilities/{path}"));
        let is = |path: &str| can(path).and_then(Value::as_bool).unwrap_or(false);
        let encodings = can("general/positionEncodings").and_then(Value::as_array);
        let has_utf8 = encodings.is_some_and(|all| all.iter().any(|one| one == "utf-8"));
        Client {
            encoding: if has_utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            progress: is("window/workDoneProgress"),
            lens_refresh: is("workspace/codeLens/refreshSupport"),
            inlay_refresh: is("workspace/inlayHint/refreshSupport"),
            tokens_refresh: is("workspace/semanticTokens/refreshSupport"),
            snippets: is("textDocument/completion/completionItem/snippetSupport"),
        }
    }
}
