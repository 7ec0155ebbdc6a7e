//! A program loaded again when some of its texts have changed, in the database that is there.
//!
//! An answer of the database follows from the texts, the crates and the macros, whichever were there before; it looks itself at
//! what has changed. All else that is known of a program is made anew. One thing is no answer: the errors of the rewriter are
//! put aside as macros expand, and an expansion that is remembered does not say them again. So a database in which there was
//! one is not used again, and whoever finds any error in a program that was loaded again loads it from scratch
//! ([`crate::Loaded::is_reloaded`]).

use ra_ap_base_db::{FileChange, FileId, SourceDatabase};

use crate::database::Database;
use crate::load::{self, Plan};
use crate::loaded::Loaded;
use crate::rewrite_errors::RewriteErrors;
use crate::settled::Settle;
use crate::{LoadError, Options};

/// More texts than these, and than the share below, do not change between two saves: the files are seen in another form, or from
/// another branch. To load them from scratch takes no longer, and what is wrong can be told at once.
const FEW: usize = 8;

/// The share, of all files: one of so many.
const SHARE: usize = 4;

impl Loaded {
    /// The program as its files are now. `options` and `settle` are as in [`crate::load_with_settled`]; where the options, the
    /// files or the crates are others, or there were errors of the rewriter, everything is loaded from scratch.
    ///
    /// It waits for the threads that ask ahead. Whoever took the one that [`Loaded::take_background`] gives must have waited
    /// for it.
    ///
    /// # Errors
    /// As [`crate::load`].
    pub fn reload(self, options: &Options, settle: &Settle<'_>) -> Result<Loaded, LoadError> {
        let (files, dependencies) = load::read(options)?;
        let settled = settle(&files, &dependencies);
        let (db, shape, rewrite_errors) = self.into_database();
        let plan = Plan::new(options, &files, &dependencies, settled)?;
        let is_usable = plan.shape == shape && rewrite_errors.all().is_empty();
        if !is_usable || plan.changed(&db) > FEW.max(plan.shape.files.len() / SHARE) {
            // To take the database apart would only take time.
            std::mem::forget(db);
            return plan.carry_out();
        }
        plan.change(db, rewrite_errors)
    }
}

impl Plan {
    /// How many texts are others in a database of the same shape.
    fn changed(&self, db: &Database) -> usize {
        let is_other = |(id, text): &&(FileId, String)| **db.file_text(*id).text(db) != **text;
        self.graph.texts.iter().filter(is_other).count()
    }

    /// Changes the texts that are others in a database of the same shape, in which nobody is asking.
    fn change(mut self, mut db: Database, rewrite_errors: RewriteErrors) -> Result<Loaded, LoadError> {
        let mut texts = std::mem::take(&mut self.graph.texts);
        texts.retain(|(id, text)| **db.file_text(*id).text(&db) != **text);
        let mut change = FileChange::default();
        for (id, text) in texts {
            change.change_file(id, Some(text));
        }
        // It gives the numbers of crates, of which there are no new ones.
        let _ = change.apply(&mut db);
        self.loaded(db, rewrite_errors, true)
    }
}
