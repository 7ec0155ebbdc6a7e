//! The options of the verifier after `--`, and their effect on the value of a run.

use crate::Error;

/// The effect of an option on the stamp of a crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It changes only the output or the speed of a run.
    Shown,
    /// It does not change what is proved, but the user wants to see the run.
    Watched,
    /// It may change what is proved. A success still counts, for runs with the same option.
    Counts,
    /// The run covers only some functions.
    Partial,
    /// A success may not prove the crate, or the option is unknown.
    Unknown,
}

/// The known options: name, whether a value follows, and effect.
const KNOWN: &[(&str, bool, Effect)] = &[
    ("--color", true, Effect::Shown),
    ("--expand-errors", false, Effect::Shown),
    ("--jobs", true, Effect::Shown),
    ("--num-threads", true, Effect::Shown),
    ("--time-limit", true, Effect::Shown),
    ("--no-report-long-running", false, Effect::Shown),
    ("--no-erasure-check", false, Effect::Shown),
    ("--no-auto-recommends-check", false, Effect::Shown),
    ("--multiple-errors", true, Effect::Shown),
    ("--log", true, Effect::Watched),
    ("--log-dir", true, Effect::Watched),
    ("--time", false, Effect::Watched),
    ("--cache", true, Effect::Watched),
    ("--no-cache", false, Effect::Watched),
    ("--audit", false, Effect::Counts),
    ("--no-external-by-default", false, Effect::Counts),
    ("--rlimit", true, Effect::Counts),
    // What the file allows may change.
    ("--no-cheating", false, Effect::Watched),
    ("--allow-list", true, Effect::Watched),
    ("--function", true, Effect::Partial),
    ("--verify-function", true, Effect::Partial),
    ("--module", true, Effect::Partial),
    ("--verify-module", true, Effect::Partial),
    ("--verify-only-module", true, Effect::Partial),
    ("--verify-root", false, Effect::Partial),
    ("--no-lifetime", false, Effect::Unknown),
    ("--no-verify", false, Effect::Unknown),
];

/// Options that repeat a setting of the manifest, or that cargo has in another form.
const REFUSED: &[(&str, &str)] = &[
    ("--cfg", "use features, or a build script, which plain cargo knows too"),
    ("--compile", "use `cargo certus build`"),
    ("--crate-name", "the manifest sets it"),
    ("--crate-type", "the manifest sets it"),
    ("--crates", "the manifest sets it"),
    ("--dependency", "the manifest sets it"),
    ("--depinfo", "`cargo certus` writes this file itself"),
    ("--edition", "the manifest sets it"),
    ("--is-vstd", "the library is verified with certus verify"),
    ("--target", "write it before the `--`"),
    ("--vstd", "write it before the `--`"),
    ("--vstd-cfg", "the manifest of the library sets it"),
    ("--message-format", "write it before the `--`"),
    ("--output-json", "use `--message-format=json` before the `--`"),
];

/// The options of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The options as the user wrote them.
    pub args: Vec<String>,
    /// The options that may change what is proved.
    pub counted: Vec<String>,
    /// The run covers only some functions.
    pub is_partial: bool,
    /// A success proves the crate.
    pub is_complete: bool,
    /// Verify a crate even if it is unchanged since its proof.
    pub is_forced: bool,
}

impl Options {
    /// Parses the options; an error for one that contradicts cargo's settings for a crate.
    pub fn parse(args: &[String]) -> Result<Options, Error> {
        let mut options = Options { args: args.to_vec(), is_complete: true, ..Options::default() };
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let name = arg.split('=').next().unwrap_or(arg);
            if let Some((_, why)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
                return Err(Error::Option(format!("`{name}` cannot be used with cargo packages: {why}")));
            }
            let known = KNOWN.iter().find(|(known, ..)| *known == name);
            let (takes_value, effect) = known.map_or((false, Effect::Unknown), |(_, value, effect)| (*value, *effect));
            let value = if takes_value && !arg.contains('=') { rest.next() } else { None };
            match effect {
                Effect::Shown => {}
                Effect::Watched => options.is_forced = true,
                Effect::Counts => options.counted.extend([Some(arg), value].into_iter().flatten().cloned()),
                Effect::Partial => {
                    options.is_partial = true;
                    options.is_complete = false;
                }
                Effect::Unknown => options.is_complete = false,
            }
        }
        // If the run cannot prove the crate, the user wants to see the run, even if there is a proof already.
        options.is_forced |= !options.is_complete;
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Options {
        let args: Vec<String> = text.split_whitespace().map(str::to_string).collect();
        Options::parse(&args).expect("known options")
    }

    #[test]
    fn only_whole_runs_prove_a_crate() {
        for text in ["", "--time", "--rlimit 20", "--rlimit=20 --jobs 1", "--log DIR --color=never"] {
            assert!(parse(text).is_complete, "{text}");
        }
        for text in
            ["--function f", "--verify-module=m", "--no-lifetime", "--no-verify", "--new-option", "-V x", "f.rs"]
        {
            let options = parse(text);
            assert!(!options.is_complete && options.is_forced, "{text}");
        }
        assert!(parse("--function f").is_partial);
        assert!(!parse("--no-lifetime").is_partial);
    }

    #[test]
    fn a_value_is_no_option() {
        assert!(parse("--log --function").is_complete);
        assert!(!parse("--log=d --function f").is_complete);
    }

    #[test]
    fn what_counts_is_part_of_the_key() {
        assert_eq!(parse("--rlimit 20 --jobs 2").counted, ["--rlimit", "20"]);
        assert_eq!(parse("--color=never").counted, [""; 0]);
        assert!(parse("--time").is_forced && !parse("--jobs 2").is_forced);
    }

    #[test]
    fn what_the_manifest_says_is_refused() {
        for text in ["--crate-name", "--cfg=x", "--is-vstd", "--crates", "--message-format=json"] {
            assert!(Options::parse(&[text.to_string()]).is_err(), "{text}");
        }
    }
}
