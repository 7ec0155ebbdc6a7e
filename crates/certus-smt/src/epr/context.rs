//! The state of one encoding of EPR mode.

use certus_diagnostics::{Diagnostic, Language, Span};
use certus_vc::Obligation;
use certus_vir::Program;

use super::state::State;
use crate::error::EncodeError;
use crate::term::Sym;
use crate::theory::Theory;
use crate::value::Globals;
use crate::view::View;
use crate::vocabulary::Vocabulary;

/// One encoding of EPR mode: what the translation of expressions has at hand.
pub(crate) struct Epr<'a> {
    vocabulary: Vocabulary<'a>,
    globals: Globals,
    state: State,
}

impl<'a> Epr<'a> {
    /// A new encoding.
    pub(crate) fn new(program: &'a Program, obligation: &'a Obligation) -> Epr<'a> {
        Epr { vocabulary: Vocabulary::new(program, obligation), globals: Globals::new(), state: State::default() }
    }

    /// The program as the obligation sees it.
    pub(crate) fn view(&self) -> &View<'a> {
        self.vocabulary.view()
    }

    /// Datatypes, and sorts of which nothing is known.
    pub(crate) fn vocabulary(&mut self) -> &mut Vocabulary<'a> {
        &mut self.vocabulary
    }

    /// What is declared and stated.
    pub(crate) fn theory(&mut self) -> &mut Theory {
        self.vocabulary.theory()
    }

    /// The obligation's variables, as far as they are used.
    pub(crate) fn globals(&mut self) -> &mut Globals {
        &mut self.globals
    }

    /// What symbols stand for.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// What symbols stand for, to add to it.
    pub(crate) fn note(&mut self) -> &mut State {
        &mut self.state
    }

    /// Notes what a symbol stands for.
    pub(crate) fn mean(&mut self, sym: &Sym, name: &str, span: Span) {
        self.state.mean(sym, name, span);
    }

    /// What symbols stand for, when the encoding is over.
    pub(crate) fn into_state(self) -> State {
        self.state
    }
}

/// `language/epr-..` at a place.
pub(crate) fn outside(code: Language, message: impl Into<String>, span: Span, help: &str) -> EncodeError {
    let error = Diagnostic::error(code, message, span);
    EncodeError(vec![if help.is_empty() { error } else { error.with_help(help) }])
}
