//! What rustc says about itself and about the target.

use std::ffi::OsString;
use std::process::{Command, Stdio};

use crate::Error;

/// What the front end of the verifier takes for granted of a target.
const POINTER_WIDTH: &str = "target_pointer_width=\"64\"";

/// The compiler and the target that it compiles for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Platform {
    /// The target's triple.
    pub triple: String,
    /// The configuration flags that rustc sets for it.
    pub cfgs: Vec<String>,
    /// All that `rustc -vV` prints.
    pub rustc: String,
}

impl Platform {
    /// Asks the compiler that cargo uses: the one that `RUSTC` names, or `rustc` on the search path. Without a triple
    /// it is about the host. In a build for release there are no `debug_assertions`.
    pub fn ask(triple: Option<&str>, release: bool) -> Result<Platform, Error> {
        let rustc = run(&["-vV"])?;
        let host = || rustc.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_string);
        let unknown = || Error::Rustc("rustc does not say for which machine it is".to_string());
        let target = triple.map(str::to_string).or_else(host).ok_or_else(unknown)?;
        let text = run(&["--print", "cfg", "--target", &target])?;
        let is_kept = |cfg: &&str| !(cfg.is_empty() || release && *cfg == "debug_assertions");
        let cfgs: Vec<String> = text.lines().filter(is_kept).map(str::to_string).collect();
        if !cfgs.iter().any(|cfg| cfg == POINTER_WIDTH) {
            return Err(Error::Target(target));
        }
        Ok(Platform { triple: target, cfgs, rustc })
    }
}

fn run(args: &[&str]) -> Result<String, Error> {
    let named: Option<OsString> = std::env::var_os("RUSTC").filter(|value| !value.is_empty());
    let program = named.unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(&program);
    let output = command.args(args).env_remove("RUSTC_BOOTSTRAP").stdin(Stdio::null()).output();
    let output =
        output.map_err(|source| Error::NoProgram { program: program.to_string_lossy().into_owned(), source })?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(Error::Rustc(String::from_utf8_lossy(&output.stderr).trim().to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_is_known() {
        let platform = Platform::ask(None, false).expect("there is a rustc");
        assert!(platform.rustc.contains(&platform.triple));
        assert!(platform.cfgs.iter().any(|cfg| cfg == "debug_assertions"));
        let release = Platform::ask(None, true).expect("there is a rustc");
        assert!(!release.cfgs.iter().any(|cfg| cfg == "debug_assertions"));
    }

    #[test]
    fn small_machines_are_not_supported() {
        assert!(matches!(Platform::ask(Some("i686-unknown-linux-gnu"), false), Err(Error::Target(_))));
        assert!(matches!(Platform::ask(Some("no-such-machine"), false), Err(Error::Rustc(_))));
    }
}
