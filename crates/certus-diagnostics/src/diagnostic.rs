//! The diagnostic itself.

use std::fmt;

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

/// The class of a diagnostic, the first part of its code; it says whose turn it is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// The solver could not prove an obligation.
    Verify,
    /// The program breaks a rule of the specification language.
    Language,
    /// The program is outside of what this version can verify.
    Unsupported,
    /// The program is not valid Rust.
    Rust,
    /// A budget was exhausted before there was an answer.
    Resource,
    /// A fault of the verifier itself.
    Internal,
}

impl Class {
    /// The class as it is spelled in codes.
    pub fn as_str(self) -> &'static str {
        match self {
            Class::Verify => "verify",
            Class::Language => "language",
            Class::Unsupported => "unsupported",
            Class::Rust => "rust",
            Class::Resource => "resource",
            Class::Internal => "internal",
        }
    }
}

/// Names a kind of diagnostic for good: `class/name`, the name in kebab case.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code {
    /// The class.
    pub class: Class,
    /// The name within the class, for instance `precondition` or `mode`.
    pub name: String,
}

impl Code {
    /// The code `class/name`.
    pub fn new(class: Class, name: impl Into<String>) -> Code {
        Code { class, name: name.into() }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.class.as_str(), self.name)
    }
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
    /// A model in which what was to be proved is false.
    pub model: Option<Model>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(class: Class, name: &str, message: impl Into<String>, span: Span) -> Diagnostic {
        let primary = Some(Label { span, text: String::new() });
        Diagnostic {
            level: Level::Error,
            code: Code::new(class, name),
            message: message.into(),
            primary,
            secondary: Vec::new(),
            notes: Vec::new(),
            suggestions: Vec::new(),
            model: None,
        }
    }

    /// An error outside any file.
    pub fn error_without_span(class: Class, name: &str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            level: Level::Error,
            code: Code::new(class, name),
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            suggestions: Vec::new(),
            model: None,
        }
    }

    /// A warning at a place.
    pub fn warning(class: Class, name: &str, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic { level: Level::Warning, ..Diagnostic::error(class, name, message, span) }
    }

    /// Something to know about a place; nothing is wrong there.
    pub fn note(class: Class, name: &str, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic { level: Level::Note, ..Diagnostic::error(class, name, message, span) }
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
