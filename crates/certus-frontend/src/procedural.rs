//! Macros of the user's own crates, run by the server that comes with the toolchain.
//!
//! What is verified has to be what rustc compiles, so an expansion is taken from the dynamic library that cargo built, by
//! the program that loads such libraries for the toolchain (`rust-analyzer-proc-macro-srv`). It is started for the
//! first expansion: a program that uses no such macro does not pay for it.
//!
//! Of the macro's crate the root file is read for names only: which macros there are, and which attributes a `derive`
//! reads.
//!
//! An item of the language is here in the form that the verifier reads, with doc strings for what Rust has no words for. A
//! `derive` gets it without these, which is the item that it gets where the program is compiled.

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use certus_diagnostics::{Code, Diagnostic, Language, Unsupported};
use ra_ap_base_db::{AbsPathBuf, Crate, CrateOrigin, Env, SourceDatabase};
use ra_ap_hir::HirFileId;
use ra_ap_hir_expand::proc_macro::{ProcMacro as Entry, ProcMacroExpander, ProcMacroExpansionError, ProcMacroKind};
use ra_ap_hir_expand::{MacroCallId, MacroCallKind, MacroDefId};
use ra_ap_intern::Symbol;
use ra_ap_proc_macro_api::{MacroDylib, ProcMacro, ProcMacroClient};
use ra_ap_span::Span;
use ra_ap_syntax::{AstNode as _, TextRange};
use ra_ap_tt::{DelimiterKind, Leaf, TopSubtree, TopSubtreeBuilder, TtElement, TtIter};

use crate::attrs::DOC_PREFIX;
use crate::crates::NUMBER;
use crate::key::Key;
use crate::loaded::Loaded;
use crate::reserved::{is_mark, is_reserved_name};

/// The macros of a crate of the user, as cargo built them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MacroLibrary {
    /// The dynamic library.
    pub library: PathBuf,
    /// Stands for its contents: with another value nothing that was expanded before is used again.
    pub digest: String,
    /// The program that loads it and runs its macros.
    pub server: PathBuf,
}

/// What text an error of an expansion begins with that is none of the macro's own.
const TROUBLE: &str = "certus-trouble ";

/// The server of a program, and what became of the attempt to start it.
#[derive(Debug)]
pub(crate) struct Server {
    path: PathBuf,
    client: OnceLock<Result<ProcMacroClient, String>>,
}

impl Server {
    /// One that is started when it is needed.
    pub(crate) fn new(path: PathBuf) -> Server {
        Server { path, client: OnceLock::new() }
    }

    /// The running server. An attempt that failed is remembered: each macro would otherwise wait for another one.
    fn client(&self) -> Result<&ProcMacroClient, String> {
        let start = || {
            let shown = self.path.display();
            let path = AbsPathBuf::try_from(self.path.to_string_lossy().as_ref())
                .map_err(|path| format!("`{path}` is not an absolute path"))?;
            let none: [(&str, &Option<&str>); 0] = [];
            if !self.path.is_file() {
                return Err(format!("`{shown}`, which is part of the toolchain, is not there"));
            }
            ProcMacroClient::spawn(&path, none, None, 1).map_err(|error| format!("`{shown}`: {error}"))
        };
        self.client.get_or_init(start).as_ref().map_err(Clone::clone)
    }
}

/// A dynamic library, and its macros once it is loaded.
#[derive(Debug)]
struct Library {
    server: Arc<Server>,
    of: MacroLibrary,
    macros: OnceLock<Result<Vec<ProcMacro>, String>>,
}

impl Library {
    /// The macros of the library, which is loaded at the first expansion. Loading runs code of the crate in the server, and
    /// never in this process.
    fn macros(&self) -> Result<&[ProcMacro], String> {
        let load = || {
            let path = AbsPathBuf::try_from(self.of.library.to_string_lossy().as_ref())
                .map_err(|path| format!("`{path}` is not an absolute path"))?;
            let loaded = guarded(|| self.server.client()?.load_dylib(MacroDylib::new(path)).map_err(|e| e.to_string()));
            loaded.map_err(|reason| format!("`{}` cannot be loaded: {reason}", self.of.library.display()))
        };
        self.macros.get_or_init(load).as_ref().map(Vec::as_slice).map_err(Clone::clone)
    }
}

/// What the server answers, also where reading the answer fails.
fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("the answer of the server is malformed".into()))
}

/// One macro.
#[derive(Debug)]
struct Macro {
    library: Arc<Library>,
    name: String,
}

/// A panic is caught around each question to the server (`guarded`), so that none goes through here.
impl std::panic::RefUnwindSafe for Macro {}

impl ProcMacroExpander for Macro {
    fn expand(
        &self,
        _db: &dyn SourceDatabase,
        tree: &TopSubtree,
        attrs: Option<&TopSubtree>,
        env: &Env,
        def_site: Span,
        call_site: Span,
        mixed_site: Span,
        current_dir: String,
    ) -> Result<TopSubtree, ProcMacroExpansionError> {
        let server = |reason: String| trouble(Unsupported::Macro, &reason);
        let found = self.library.macros().map_err(server)?.iter().find(|known| known.name() == self.name);
        let missing = || server(format!("`{}` has no macro `{}`", self.library.of.library.display(), self.name));
        let found = found.ok_or_else(missing)?;
        let plain = without_marks(tree)?;
        let tree = plain.as_ref().unwrap_or(tree);
        let mut env: Vec<(String, String)> = env.clone().into();
        env.retain(|(name, _)| name != NUMBER);
        let attrs = attrs.map(TopSubtree::view);
        let expanded = guarded(|| {
            let answer = found.expand(tree.view(), attrs, env, def_site, call_site, mixed_site, current_dir, None);
            answer.map_err(|error| error.to_string())
        });
        match expanded {
            Ok(Ok(expanded)) => match forged(expanded.token_trees().iter()) {
                Some((code, text)) => Err(trouble(code, &format!("the macro `{}` writes {text}", self.name))),
                None => Ok(expanded),
            },
            Ok(Err(panicked)) => {
                Err(ProcMacroExpansionError::Panic(format!("the macro `{}` panicked: {}", self.name, panicked.trim())))
            }
            Err(reason) => Err(server(format!("the macro `{}` was not expanded: {reason}", self.name))),
        }
    }

    /// Equal macros have equal expansions, which the database then keeps from one load to the next: so the digest of the library
    /// counts, and not only its path.
    fn eq_dyn(&self, other: &dyn ProcMacroExpander) -> bool {
        let other = (other as &dyn Any).downcast_ref::<Macro>();
        other.is_some_and(|other| other.name == self.name && other.library.of == self.library.of)
    }
}

/// An error that is none of the macro's own, in the form that [`read_trouble`] reads.
fn trouble(code: impl Into<Code>, message: &str) -> ProcMacroExpansionError {
    ProcMacroExpansionError::System(format!("{TROUBLE}{} {message}", code.into()))
}

/// The code and the text of a message that this module made.
pub(crate) fn read_trouble(message: &str) -> Option<(Code, String)> {
    let (_, rest) = message.split_once(TROUBLE)?;
    let (code, text) = rest.split_once(' ')?;
    Some((Code::parse(code)?, text.to_string()))
}

/// The macros that a crate may have, by the words of its root file. Name resolution looks up those that are declared there,
/// and the server knows which there are.
pub(crate) fn entries(server: &Arc<Server>, of: &MacroLibrary, root: &str) -> Vec<Entry> {
    let words: BTreeSet<&str> = root.split(|c: char| !(c == '_' || c.is_alphanumeric())).collect();
    let library = Arc::new(Library { server: server.clone(), of: of.clone(), macros: OnceLock::new() });
    let entry = |name: &str| Entry {
        name: Symbol::intern(name),
        // The kind is told by the declaration; this one is not looked at.
        kind: ProcMacroKind::Bang,
        expander: Arc::new(Macro { library: library.clone(), name: name.to_string() }),
        disabled: false,
    };
    words.into_iter().filter(|word| !word.is_empty()).map(entry).collect()
}

/// A tree without the doc strings that stand for the language; `None` where there are none.
///
/// Errs for a ghost or tracked field: what is compiled of it is a field of another type. A type that is ghost itself is
/// compiled with all fields as they are written.
fn without_marks(tree: &TopSubtree) -> Result<Option<TopSubtree>, ProcMacroExpansionError> {
    let top = tree.top_subtree();
    let mut copy = Copy { out: TopSubtreeBuilder::new(top.delimiter), is_other: false, has_mode: false, depth: 0 };
    copy.write(tree.token_trees().iter());
    if copy.has_mode {
        let text = "a derive macro of a crate cannot be used on a type with a ghost or tracked field: its input would \
                    differ from that when the program is compiled";
        return Err(trouble(Unsupported::Macro, text));
    }
    Ok(copy.is_other.then(|| copy.out.build()))
}

/// A copy of a tree while it is written.
struct Copy {
    out: TopSubtreeBuilder,
    /// Whether something was left out.
    is_other: bool,
    /// Whether something that was left out was the mode of a field.
    has_mode: bool,
    /// How many brackets are open: a field stands within those of its type.
    depth: usize,
}

impl Copy {
    /// Copies tokens one by one; `#` and a bracket with a mark in it are two, and go together.
    fn write(&mut self, tokens: TtIter<'_>) {
        let mut tokens = tokens;
        while let Some(token) = tokens.next() {
            match token {
                TtElement::Leaf(leaf) => {
                    let is_pound = matches!(&leaf, Leaf::Punct(punct) if punct.char == '#');
                    let mark = match tokens.peek() {
                        Some(TtElement::Subtree(subtree, inner))
                            if is_pound && subtree.delimiter.kind == DelimiterKind::Bracket =>
                        {
                            mark(inner.clone())
                        }
                        _ => None,
                    };
                    let Some(mark) = mark else {
                        self.out.push(leaf);
                        continue;
                    };
                    self.is_other = true;
                    self.has_mode |=
                        self.depth > 0 && (mark.starts_with("mode spec") || mark.starts_with("mode proof"));
                    tokens.next();
                }
                TtElement::Subtree(subtree, inner) => {
                    self.out.open(subtree.delimiter.kind, subtree.delimiter.open);
                    self.depth += 1;
                    self.write(inner);
                    self.depth -= 1;
                    self.out.close(subtree.delimiter.close);
                }
            }
        }
    }
}

/// What `doc = "certus:.."` says.
fn mark(mut attribute: TtIter<'_>) -> Option<String> {
    let (Some(TtElement::Leaf(Leaf::Ident(name))), Some(TtElement::Leaf(Leaf::Punct(_)))) =
        (attribute.next(), attribute.next())
    else {
        return None;
    };
    let Some(TtElement::Leaf(Leaf::Literal(text))) = attribute.next() else { return None };
    let is_doc = name.sym.as_str() == "doc";
    text.text().strip_prefix(DOC_PREFIX).filter(|_| is_doc).map(str::to_string)
}

/// What only the verifier may write, among the tokens that a macro wrote: whoever reads its marks believes them.
fn forged(tokens: TtIter<'_>) -> Option<(Language, &'static str)> {
    tokens.into_iter().find_map(|token| match token {
        TtElement::Subtree(_, inner) => forged(inner),
        TtElement::Leaf(Leaf::Ident(ident)) if is_reserved_name(ident.sym.as_str()) => {
            Some((Language::ReservedName, "a name that is reserved for code that the verifier generates"))
        }
        TtElement::Leaf(Leaf::Literal(literal)) if is_mark(&literal.to_string()) => Some((
            Language::ReservedDoc,
            "text that begins with `certus:`, which is reserved for the marks of the verifier",
        )),
        TtElement::Leaf(_) => None,
    })
}

impl Loaded {
    /// Whether a macro is one of a crate of the user.
    pub(crate) fn is_procedural(&self, def: &MacroDefId) -> bool {
        def.is_proc_macro() && self.crates().dependency(def.krate).is_some()
    }

    /// Where the attribute stands that calls an attribute macro of a crate of the user, or one that adds items; `None` for other
    /// calls.
    pub(crate) fn attribute_of(&self, call: MacroCallId) -> Option<TextRange> {
        let loc = call.loc(self.db());
        let MacroCallKind::Attr { ast_id, censored_attr_ids, .. } = &loc.kind else { return None };
        let attr = || censored_attr_ids.invoc_attr().find_attr_range(self.db(), loc.krate, *ast_id).0;
        (self.is_procedural(&loc.def) || self.adds_items(call)).then(|| attr().syntax().text_range())
    }

    /// Whether an item is left to rustc alone: plain Rust that such a macro wrote, whose declaration names what is not known
    /// here. Whatever mentions it after all is an error where it does. An impl of a trait of the language or of a verified crate
    /// is never left out, since rules hold for these.
    pub(crate) fn is_left_to_rustc(&self, key: Key) -> bool {
        if !self.crates().has_macros() || !self.is_written_by_macro(key) {
            return false;
        }
        let holder = key.container(self).filter(|holder| matches!(holder, Key::Impl(_) | Key::Trait(_)));
        let whole = holder.unwrap_or(key);
        if let Key::Impl(id) = whole
            && let Some(named) = ra_ap_hir::Impl::from(id).trait_(self.db())
        {
            let krate = Key::Trait(named.into()).module(self).krate(self.db());
            let is_of_rust = matches!(krate.data(self.db()).origin, CrateOrigin::Lang(_));
            if !is_of_rust && !self.crates().is_external(krate) {
                return false;
            }
        }
        let is_unknown = |key: Key| self.is_unreadable(key);
        is_unknown(whole) || self.associated(whole).into_iter().any(is_unknown)
    }

    /// Whether a macro of a crate of the user wrote an item, and no macro of the language rewrote it.
    fn is_written_by_macro(&self, key: Key) -> bool {
        let mut file = self.syntax(key).map(|node| node.file_id);
        while let Some(HirFileId::MacroFile(expansion)) = file {
            let call = expansion.loc(self.db());
            if call.def.is_proc_macro() {
                return self.is_procedural(&call.def);
            }
            file = Some(call.kind.file_id());
        }
        false
    }

    /// What is wrong with calls of such macros that stand in place of members of traits and impls, which are not in the
    /// scope of a module.
    pub(crate) fn member_errors(&self, krate: Crate, out: &mut Vec<Diagnostic>) {
        if !self.crates().has_macros() {
            return;
        }
        for key in self.crate_items(krate) {
            let calls: Vec<MacroCallId> = match key {
                Key::Impl(id) => id.impl_items(self.db()).macro_calls().map(|(_, call)| call).collect(),
                Key::Trait(id) => id.trait_items(self.db()).macro_calls().map(|(_, call)| call).collect(),
                _ => continue,
            };
            for call in calls.into_iter().filter(|call| self.is_procedural(&call.loc(self.db()).def)) {
                self.call_errors(call, out);
            }
        }
    }

    /// The call, for a token that a procedural macro made, ours or another: its own place is in the crate of the macro.
    pub(crate) fn place_of_generated(&self, span: Span) -> Option<certus_diagnostics::Span> {
        let call = MacroCallId::from(span.ctx.outer_expn(self.db())?).loc(self.db());
        call.def.is_proc_macro().then(|| self.call_span(&call.kind, call.krate))
    }
}
