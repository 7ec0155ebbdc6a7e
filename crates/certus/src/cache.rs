//! `certus cache stats` and `certus cache clear`.

use certus_cache::Store;
use certus_diagnostics::counted;
use certus_solve::setup::Environment;

use crate::cli::CacheAction;
use crate::status::{self, BAD_CALL, PROVED};
use crate::terminal::{errln, outln};

/// Runs the action, and returns the exit status.
pub(crate) fn cache(action: CacheAction) -> u8 {
    let Some(directory) = Environment::from_process().cache_dir else {
        return status::bad_call("no cache directory: none of CERTUS_CACHE_DIR, XDG_CACHE_HOME and HOME is set");
    };
    let verdicts = (Store::verdicts(&directory), "verdict", "");
    let others = [
        (Store::runs(&directory), "whole run", ""),
        (Store::records(&directory), "crate", " with unchanged functions"),
    ];
    for (store, what, more) in std::iter::once(verdicts).chain(others) {
        let done = match action {
            CacheAction::Stats => store.contents().map(|contents| {
                let kib = contents.bytes.div_ceil(1024);
                let entries = counted(contents.entries, what);
                outln!("{}: {entries}{more}, {kib} KiB", store.path().display());
            }),
            CacheAction::Clear => store.clear(),
        };
        if let Err(error) = done {
            errln!("error: {}: {error}", store.path().display());
            return BAD_CALL;
        }
    }
    PROVED
}
