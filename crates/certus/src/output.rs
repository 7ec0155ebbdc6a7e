//! Output options of both commands.

use clap::ValueEnum;

/// The format of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    /// Text for people.
    #[default]
    Human,
    /// One JSON object a line, in rustc's format.
    Json,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The format of a verification report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Text for people.
    #[default]
    Human,
    /// One JSON object a line, in rustc's format.
    Json,
    /// One SARIF document, for code hosts and editors.
    Sarif,
    /// One document in JUnit's XML, for build servers.
    Junit,
}

impl From<MessageFormat> for ReportFormat {
    fn from(format: MessageFormat) -> ReportFormat {
        match format {
            MessageFormat::Human => ReportFormat::Human,
            MessageFormat::Json => ReportFormat::Json,
        }
    }
}
