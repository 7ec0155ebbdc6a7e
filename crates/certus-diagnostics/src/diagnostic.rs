//! The diagnostic itself: what is wrong, where, why, and what to try.

use certus_codes::Code;

use crate::fix::Fix;
use crate::model::Model;
use crate::source::Span;

/// The severity of a diagnostic. Only [`Level::Error`] prevents a program from being verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// The program is not verified.
    Error,
    /// Suspicious, but not wrong.
    Warning,
    /// Information that the user asked for, or that explains another diagnostic.
    Note,
}

/// A place in the source, with a short text about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The text at the place; if it is empty, the place is only underlined.
    pub text: String,
}

/// A note under a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// True if it suggests something to try ("help"), false if it explains ("note").
    pub is_help: bool,
    /// The text of the note.
    pub message: String,
    /// The places of the note, if it has any.
    pub labels: Vec<Label>,
}

/// How likely it is that a suggestion is what the user wants, in rustc's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applicability {
    /// It fixes the error.
    MachineApplicable,
    /// The user may want something else.
    MaybeIncorrect,
    /// It contains a part that the user has to fill in.
    HasPlaceholders,
}

impl Applicability {
    /// The name that rustc uses in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Applicability::MachineApplicable => "MachineApplicable",
            Applicability::MaybeIncorrect => "MaybeIncorrect",
            Applicability::HasPlaceholders => "HasPlaceholders",
        }
    }
}

/// A change of the source that may help. It is shown as an additional help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// A description of the change, without a period at the end.
    pub message: String,
    /// The text to replace; empty for an insertion.
    pub span: Span,
    /// The new text.
    pub replacement: String,
    /// How likely it is that the user wants this change.
    pub applicability: Applicability,
}

/// A message to the user: what is wrong, where, why the tool concludes that, and what to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub level: Level,
    /// The stable name of the kind of diagnostic.
    pub code: Code,
    /// One line that states the problem.
    pub message: String,
    /// The main place; `None` only for faults outside of any file.
    pub primary: Option<Label>,
    /// Further relevant places.
    pub secondary: Vec<Label>,
    /// Notes and helps.
    pub notes: Vec<Note>,
    /// Changes that may help.
    pub suggestions: Vec<Suggestion>,
    /// A change that is computed from the source. It is for tools; people read a note instead.
    pub fix: Option<Fix>,
    /// A model in which the goal is false.
    pub model: Option<Model>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: impl Into<Code>, message: impl Into<String>, span: Span) -> Diagnostic {
        let primary = Some(Label { span, text: String::new() });
        Diagnostic {
            level: Level::Error,
            code: code.into(),
            message: message.into(),
            primary,
            secondary: Vec::new(),
            notes: Vec::new(),
            suggestions: Vec::new(),
            fix: None,
            model: None,
        }
    }

    /// An error outside of any file.
    pub fn error_without_span(code: impl Into<Code>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            level: Level::Error,
            code: code.into(),
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            suggestions: Vec::new(),
            fix: None,
            model: None,
        }
    }

    /// A warning at a place.
    pub fn warning(code: impl Into<Code>, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic { level: Level::Warning, ..Diagnostic::error(code, message, span) }
    }

    /// A note about a place where nothing is wrong.
    pub fn note(code: impl Into<Code>, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic { level: Level::Note, ..Diagnostic::error(code, message, span) }
    }

    /// The model as the text of a note.
    pub(crate) fn model_text(&self) -> Option<String> {
        self.model.as_ref().map(|model| format!("the model that refutes it:\n{model}"))
    }

    /// Sets the text at the primary place.
    pub fn with_label(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(primary) = &mut self.primary {
            primary.text = text.into();
        }
        self
    }

    /// Adds a further place.
    pub fn with_secondary(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds an explanation.
    pub fn with_note(mut self, message: impl Into<String>) -> Diagnostic {
        self.notes.push(Note { is_help: false, message: message.into(), labels: Vec::new() });
        self
    }

    /// Adds a suggestion.
    pub fn with_help(mut self, message: impl Into<String>) -> Diagnostic {
        self.notes.push(Note { is_help: true, message: message.into(), labels: Vec::new() });
        self
    }

    /// Sets the change for tools.
    pub fn with_fix(mut self, fix: Fix) -> Diagnostic {
        self.fix = Some(fix);
        self
    }

    /// Adds a change that may help: `replacement` replaces the text of the span.
    pub fn with_suggestion(
        mut self,
        message: impl Into<String>,
        span: Span,
        replacement: impl Into<String>,
        applicability: Applicability,
    ) -> Diagnostic {
        let (message, replacement) = (message.into(), replacement.into());
        self.suggestions.push(Suggestion { message, span, replacement, applicability });
        self
    }
}
