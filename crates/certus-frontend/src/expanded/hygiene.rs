//! Names of local variables and labels that a macro's definition brings.
//!
//! A variable that a `macro_rules!` definition binds is another one than a variable of the same name at the call, and so is a
//! label. Where an expansion is written out, the first gets a name of its own, one for each expansion.

use std::collections::HashMap;

use ra_ap_base_db::Crate;
use ra_ap_hir_expand::MacroCallId;
use ra_ap_span::SyntaxContext;
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxToken, ast};

use crate::crates::ALIAS;
use crate::loaded::Loaded;

/// The names given so far.
#[derive(Default)]
pub(super) struct Hygiene {
    names: HashMap<(SyntaxContext, String), String>,
}

impl Hygiene {
    /// What a token of an expansion is written as, where it is not itself.
    pub(super) fn name(&mut self, loaded: &Loaded, call: MacroCallId, token: &SyntaxToken) -> Option<String> {
        if token.kind() == SyntaxKind::LIFETIME_IDENT {
            return self.label(loaded, call, token);
        }
        if token.kind() != SyntaxKind::IDENT {
            return None;
        }
        let db = loaded.db();
        let span = call.expansion_span_map(db).span_at(token.text_range().start());
        if token.text() == "$crate" {
            let defined = span.ctx.outer_expn(db).map(|outer| MacroCallId::from(outer).loc(db).def.krate);
            return Some(crate_name(loaded, call, defined.unwrap_or(call.loc(db).def.krate)));
        }
        if let Some(krate) = crate_of_inner_macro(loaded, span.ctx, token) {
            return Some(format!("{} :: {}", crate_name(loaded, call, krate), token.text()));
        }
        let context = span.ctx.normalize_to_macro_rules(db);
        if context.is_root() {
            return None;
        }
        let parent = token.parent()?;
        let text = token.text();
        if parent.kind() == SyntaxKind::TOKEN_TREE {
            return self.argument(context, token);
        }
        if parent.kind() == SyntaxKind::NAME {
            let binds = parent.parent().and_then(ast::IdentPat::cast)?;
            // A lower-case name in a pattern is a variable, except for constants that break the convention: these
            // would no longer be found, which is an error and no wrong answer.
            if !text.starts_with(|c: char| c.is_lowercase() || c == '_') {
                return None;
            }
            let next = self.names.len();
            let name =
                self.names.entry((context, text.to_string())).or_insert_with(|| format!("{text}__{next}")).clone();
            let field = binds.syntax().parent().and_then(ast::RecordPatField::cast);
            let shorthand = field.is_some_and(|f| f.colon_token().is_none());
            return Some(if shorthand { format!("{text}: {name}") } else { name });
        }
        let segment = ast::NameRef::cast(parent)?.syntax().parent().and_then(ast::PathSegment::cast)?;
        let path = segment.parent_path();
        let single = path.qualifier().is_none() && path.parent_path().is_none() && segment.coloncolon_token().is_none();
        let expr = path.syntax().parent().and_then(ast::PathExpr::cast)?;
        if !single {
            return None;
        }
        let name = self.names.get(&(context, text.to_string()))?.clone();
        let field = expr.syntax().parent().and_then(ast::RecordExprField::cast);
        let shorthand = field.is_some_and(|f| f.colon_token().is_none());
        Some(if shorthand { format!("{text}: {name}") } else { name })
    }

    /// The same within the arguments of a call that stays. What they are to that macro is not known: a word that has the name
    /// and the origin of a variable is taken for it, unless it is that of a field or method. If it is something else after
    /// all, rustc does not find the new name, which is an error and no wrong answer.
    fn argument(&self, context: SyntaxContext, token: &SyntaxToken) -> Option<String> {
        let is_member = beside(token, false).is_some_and(|before| before.text() == ".");
        let is_field = beside(token, true)
            .is_some_and(|after| after.text() == ":" && after.next_token().is_none_or(|next| next.text() != ":"));
        if is_member || is_field {
            return None;
        }
        self.names.get(&(context, token.text().to_string())).cloned()
    }

    /// The same for a label; lifetimes stay as they are.
    fn label(&mut self, loaded: &Loaded, call: MacroCallId, token: &SyntaxToken) -> Option<String> {
        let span = call.expansion_span_map(loaded.db()).span_at(token.text_range().start());
        let context = span.ctx.normalize_to_macro_rules(loaded.db());
        if context.is_root() {
            return None;
        }
        let text = token.text().to_string();
        match token.parent()?.parent()?.kind() {
            SyntaxKind::LABEL => {
                let next = self.names.len();
                Some(self.names.entry((context, text.clone())).or_insert_with(|| format!("{text}__{next}")).clone())
            }
            SyntaxKind::BREAK_EXPR | SyntaxKind::CONTINUE_EXPR => self.names.get(&(context, text)).cloned(),
            _ => None,
        }
    }
}

/// The token before or behind a token, without blanks and comments.
fn beside(token: &SyntaxToken, next: bool) -> Option<SyntaxToken> {
    let step = |t: &SyntaxToken| if next { t.next_token() } else { t.prev_token() };
    std::iter::successors(step(token), step).find(|t| !t.kind().is_trivia())
}

/// How the text names the crate of a macro in an expansion.
fn crate_name(loaded: &Loaded, call: MacroCallId, krate: Crate) -> String {
    let db = loaded.db();
    let data = krate.extra_data(db);
    let name = data.display_name.as_ref().map(|n| n.crate_name().to_string());
    match name {
        Some(name) if krate != call.loc(db).krate => match loaded.crates().is_own(krate) {
            true => format!("::{ALIAS}{name}"),
            false => format!("::{name}"),
        },
        _ => "crate".to_string(),
    }
}

/// The crate in which the name of a macro is looked up, where that is not the crate of the text: a definition with
/// `#[macro_export(local_inner_macros)]` means the macros of its own crate, also in arguments of other macros.
fn crate_of_inner_macro(loaded: &Loaded, context: SyntaxContext, token: &SyntaxToken) -> Option<Crate> {
    let is_called = beside(token, true).is_some_and(|next| next.text() == "!");
    let is_path = beside(token, false).is_some_and(|before| matches!(before.text(), ":" | "::"));
    if !is_called || is_path {
        return None;
    }
    let outer = context.outer_expn(loaded.db())?;
    let definition = &MacroCallId::from(outer).loc(loaded.db()).def;
    definition.local_inner.then_some(definition.krate)
}
