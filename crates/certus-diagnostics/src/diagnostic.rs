//! The diagnostic itself.

use certus_codes::Code;

use crate::fix::Fix;
use crate::model::Model;
use crate::source::Span;

/// How serious a diagnostic is; only [`Level::Error`] keeps a program from being verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// The program is not verified.
    Error,
    /// Suspicious, but not wrong.
    Warning,
    /// Information that was asked for, or that explains another diagnostic.
    Note,
}

/// A place in the source with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What to say there; empty underlines only.
    pub text: String,
}

/// A remark under a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// True when it says what to try ("help"), false when it explains ("note").
    pub is_help: bool,
    /// The remark.
    pub message: String,
    /// Where it points, if anywhere.
    pub labels: Vec<Label>,
}

/// How sure it is that a suggestion is what the user wants, in rustc's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applicability {
    /// It mends the fault.
    MachineApplicable,
    /// It may be something else that is wanted.
    MaybeIncorrect,
    /// Something in it is left for the user to fill in.
    HasPlaceholders,
}

impl Applicability {
    /// As rustc spells it.
    pub fn as_str(self) -> &'static str {
        match self {
            Applicability::MachineApplicable => "MachineApplicable",
            Applicability::MaybeIncorrect => "MaybeIncorrect",
            Applicability::HasPlaceholders => "HasPlaceholders",
        }
    }
}

/// A change of the source that may help, said as a help besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What the change is, without a period at the end.
    pub message: String,
    /// What is replaced; nothing, where text is put in.
    pub span: Span,
    /// By what.
    pub replacement: String,
    /// How sure it is.
    pub applicability: Applicability,
}

/// One thing to tell the user: what is wrong, where, why the tool thinks so, and what to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How serious it is.
    pub level: Level,
    /// Its stable name.
    pub code: Code,
    /// One line that says what is wrong.
    pub message: String,
    /// The place the message is about; `None` only for faults outside any file.
    pub primary: Option<Label>,
    /// Further places that matter.
    pub secondary: Vec<Label>,
    /// Remarks.
    pub notes: Vec<Note>,
    /// Changes that may help.
    pub suggestions: Vec<Suggestion>,
    /// A change whose text the source tells. It is for tools: people read in the notes what to do.
    pub fix: Option<Fix>,
    /// A model in which what was to be proved is false.
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

    /// An error outside any file.
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

    /// Something to know about a place; nothing is wrong there.
    pub fn note(code: impl Into<Code>, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic { level: Level::Note, ..Diagnostic::error(code, message, span) }
    }

    /// The model as a remark.
    pub(crate) fn model_text(&self) -> Option<String> {
        self.model.as_ref().map(|model| format!("the model that refutes it:\n{model}"))
    }

    /// The same, with words under the primary place.
    pub fn with_label(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(primary) = &mut self.primary {
            primary.text = text.into();
        }
        self
    }

    /// The same, with a further place.
    pub fn with_secondary(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// The same, with an explanation.
    pub fn with_note(mut self, message: impl Into<String>) -> Diagnostic {
        self.notes.push(Note { is_help: false, message: message.into(), labels: Vec::new() });
        self
    }

    /// The same, with something to try.
    pub fn with_help(mut self, message: impl Into<String>) -> Diagnostic {
        self.notes.push(Note { is_help: true, message: message.into(), labels: Vec::new() });
        self
    }

    /// The same, with a change for tools.
    pub fn with_fix(mut self, fix: Fix) -> Diagnostic {
        self.fix = Some(fix);
        self
    }

    /// The same, with a change that may help: `replacement` in the place of what the span covers.
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
