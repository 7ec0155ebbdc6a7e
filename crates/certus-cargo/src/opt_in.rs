//! Decides which packages are verified.
//!
//! The table `[package.metadata.certus]` decides. If it is missing, `[package.metadata.verus]`, the table of Verus,
//! decides; then, for members, the tables of the same names below `[workspace.metadata]`. An unknown key in our own
//! table is an error: a misspelt `verify` must not leave a crate unverified.

use std::path::Path;

use serde_json::Value;

use crate::Error;

/// Keys of the Verus table that select another library than Certus uses.
const OTHER_LIBRARY: &[&str] = &["no_vstd", "no-vstd", "is_vstd", "is-vstd", "is_core", "is-core"];

/// Packages of the language and its library. Certus uses its own, whatever version a manifest names.
const LIBRARIES: &[&str] = &[
    "vstd",
    "verus_builtin",
    "verus_builtin_macros",
    "verus_state_machines_macros",
    "builtin",
    "builtin_macros",
    "state_machines_macros",
];

/// The contents of the table of such a package in the sources of Verus.
const OF_THE_LANGUAGE: &[&str] =
    &["is_vstd", "is-vstd", "is_builtin", "is-builtin", "is_builtin_macros", "is-builtin-macros"];

/// Whether a package is one of the language.
pub(crate) fn is_library(package: &str) -> bool {
    LIBRARIES.contains(&package)
}

/// `Err` if a local package has the name of a package of the language and is marked as verified, but is not that
/// package: it would not be verified.
pub(crate) fn check_library(manifest: &Path, package: &Value, workspace: &Value) -> Result<(), Error> {
    let table = package.get("verus");
    let is_it = |key: &&str| table.and_then(|table| table.get(*key)).and_then(Value::as_bool) == Some(true);
    if OF_THE_LANGUAGE.iter().any(is_it) || !is_verified(manifest, package, workspace)? {
        return Ok(());
    }
    let reason = "packages of this name belong to the language and are not verified; rename this one, or set `verify \
                  = false` for it";
    Err(Error::Manifest { manifest: manifest.to_path_buf(), reason: reason.to_string() })
}

/// Whether a package is to be verified, by its own metadata and by those of its workspace.
pub(crate) fn is_verified(manifest: &Path, package: &Value, workspace: &Value) -> Result<bool, Error> {
    let verify = match (own(manifest, package, "package")?, other(manifest, package)?) {
        (Some(verify), _) | (None, Some(verify)) => return Ok(verify),
        (None, None) => match own(manifest, workspace, "workspace")? {
            Some(verify) => Some(verify),
            None => other(manifest, workspace)?,
        },
    };
    Ok(verify.unwrap_or(false))
}

/// The contents of our table.
fn own(manifest: &Path, metadata: &Value, whose: &str) -> Result<Option<bool>, Error> {
    let bad = |reason: String| Error::Manifest { manifest: manifest.to_path_buf(), reason };
    let Some(table) = metadata.get("certus") else { return Ok(None) };
    let Some(table) = table.as_object() else { return Err(bad(format!("`{whose}.metadata.certus` is not a table"))) };
    if let Some(unknown) = table.keys().find(|key| *key != "verify") {
        return Err(bad(format!("unknown key `{unknown}` in `{whose}.metadata.certus`; the only one is `verify`")));
    }
    match table.get("verify") {
        None => Ok(None),
        Some(Value::Bool(verify)) => Ok(Some(*verify)),
        Some(_) => Err(bad(format!("`verify` in `{whose}.metadata.certus` is neither true nor false"))),
    }
}

/// The contents of the Verus table.
fn other(manifest: &Path, metadata: &Value) -> Result<Option<bool>, Error> {
    let Some(table) = metadata.get("verus") else { return Ok(None) };
    let verify = table.get("verify").and_then(Value::as_bool);
    let is_set = |key: &&&str| table.get(**key).and_then(Value::as_bool) == Some(true);
    match OTHER_LIBRARY.iter().find(is_set) {
        Some(key) if verify == Some(true) => Err(Error::Manifest {
            manifest: manifest.to_path_buf(),
            reason: format!("`{key}` in `metadata.verus` is not supported"),
        }),
        _ => Ok(verify),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ask(package: Value, workspace: Value) -> Result<bool, String> {
        is_verified(Path::new("Cargo.toml"), &package, &workspace).map_err(|error| error.to_string())
    }

    #[test]
    fn both_tables_are_known() {
        assert_eq!(ask(json!({ "certus": { "verify": true } }), Value::Null), Ok(true));
        assert_eq!(ask(json!({ "verus": { "verify": true } }), Value::Null), Ok(true));
        assert_eq!(ask(json!({ "verus": { "verify": true }, "certus": { "verify": false } }), Value::Null), Ok(false));
        assert_eq!(ask(json!({ "verus": { "verify": true, "no_such": 1 } }), Value::Null), Ok(true));
        assert_eq!(ask(json!({ "other": 1 }), Value::Null), Ok(false));
        assert_eq!(ask(Value::Null, Value::Null), Ok(false));
    }

    #[test]
    fn the_workspace_speaks_for_members_that_say_nothing() {
        let workspace = json!({ "certus": { "verify": true } });
        assert_eq!(ask(Value::Null, workspace.clone()), Ok(true));
        assert_eq!(ask(json!({ "verus": { "verify": false } }), workspace), Ok(false));
        assert_eq!(ask(Value::Null, json!({ "verus": { "verify": true } })), Ok(true));
    }

    #[test]
    fn names_of_the_language_are_not_verified() {
        let check = |package: Value, workspace: Value| check_library(Path::new("Cargo.toml"), &package, &workspace);
        let certus = json!({ "certus": { "verify": true } });
        for (package, workspace) in [
            (certus.clone(), Value::Null),
            (json!({ "verus": { "verify": true } }), Value::Null),
            (Value::Null, certus.clone()),
        ] {
            assert!(check(package, workspace).is_err_and(|error| error.to_string().contains("rename this one")));
        }
        assert!(check(Value::Null, Value::Null).is_ok());
        assert!(check(json!({ "certus": { "verify": false } }), certus).is_ok());
        assert!(check(json!({ "verus": { "verify": true, "is-vstd": true } }), Value::Null).is_ok());
    }

    #[test]
    fn what_is_misspelled_is_an_error() {
        let output = ask(json!({ "certus": { "verfy": true } }), Value::Null);
        assert!(output.is_err_and(|text| text.contains("unknown key `verfy`")));
        assert!(ask(json!({ "certus": { "verify": "yes" } }), Value::Null).is_err());
        assert!(ask(json!({ "certus": true }), Value::Null).is_err());
        let output = ask(json!({ "verus": { "verify": true, "no_vstd": true } }), Value::Null);
        assert!(output.is_err_and(|text| text.contains("`no_vstd` in `metadata.verus` is not supported")));
    }
}
