//! The user's settings, from the client's configuration under `certus`.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

/// The settings. A setting that is missing or cannot be read has its default.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Settings {
    /// The root file of the crate, if the user names one.
    pub root: Option<PathBuf>,
    /// Additional arguments of `certus verify`.
    pub extra_args: Vec<String>,
    /// Whether to verify a file when it is opened for the first time.
    pub verify_on_open: bool,
    /// Whether to show the status of each function above it.
    pub code_lens: bool,
    /// Whether to show after the first line of each function whether it is proved.
    pub inlay_hints: bool,
    /// Whether to prepare the run for the next save. It holds the program in memory.
    pub keep_ready: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            root: None,
            extra_args: Vec::new(),
            verify_on_open: true,
            code_lens: true,
            inlay_hints: true,
            keep_ready: true,
        }
    }
}

impl Settings {
    /// Parses initialization options or a configuration, with or without the level `certus`.
    pub fn read(value: &Value) -> Settings {
        let own = value.get("certus").unwrap_or(value);
        Settings::deserialize(own).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Settings;

    #[test]
    fn settings_have_defaults() {
        assert_eq!(Settings::read(&json!(null)), Settings::default());
        assert_eq!(Settings::read(&json!({ "root": 5 })), Settings::default());
        let read = Settings::read(&json!({ "certus": { "root": "a.rs", "verifyOnOpen": false } }));
        assert_eq!((read.root, read.verify_on_open, read.code_lens), (Some("a.rs".into()), false, true));
    }
}
