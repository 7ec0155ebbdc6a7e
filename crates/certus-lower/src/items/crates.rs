//! Rules that take the crates of a program together.
//!
//! Each crate is verified on its own, and what two of them believe must go together: there is one size of `usize`, and at
//! most one specification of a thing from outside.

use certus_diagnostics::Language;
use certus_tree::Item;

use crate::context::Context;
use crate::error::{Result, fail};

impl Context<'_> {
    /// Errs with `language/external-spec` where two crates specify the same thing, and with `language/global-twice` where
    /// they set the size of `usize` to different values.
    pub(super) fn crates_agree(&mut self) -> Result<()> {
        let items = self.tree.dependency_items();
        if items.is_empty() {
            return Ok(());
        }
        self.one_specification()?;
        let mut bits = None;
        for def in items.into_iter().chain(self.tree.local_items()) {
            let Ok(entry) = self.entry(def) else { continue };
            if !matches!(entry.item, Item::Const(_)) || !entry.attrs.global {
                continue;
            }
            for (own, span) in self.global_bits(def)? {
                if *bits.get_or_insert(own) != own {
                    let text = "another crate of the program sets another size of `usize`";
                    return fail(Language::GlobalTwice, text, span);
                }
            }
        }
        Ok(())
    }
}
