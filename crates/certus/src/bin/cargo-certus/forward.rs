//! `cargo certus build` and its relatives: which of cargo's arguments say what is to be verified.

use certus_cargo::Options;
use clap::{Arg, ArgAction, Args as _, Command, FromArgMatches as _};

use crate::cli::Select;

/// Verification without options.
pub(crate) fn no_options() -> Options {
    Options { is_complete: true, ..Options::default() }
}

/// What a call of cargo selects, and the arguments for cargo: all but those that only we know. What cargo knows and we
/// do not, is cargo's to judge.
pub(crate) fn split(args: &[String]) -> Result<(Select, Vec<String>), clap::Error> {
    let command = Select::augment_args(Command::new("cargo certus").no_binary_name(true).args_override_self(true));
    let ours: Vec<&Arg> = command.get_arguments().collect();
    let (mut known, mut rest) = (Vec::new(), Vec::new());
    let mut left = args.iter();
    while let Some(arg) = left.next() {
        if arg == "--" {
            // What follows is for the program that cargo runs.
            rest.push(arg.clone());
            rest.extend(left.by_ref().cloned());
            break;
        }
        let Some(found) = ours.iter().find(|known| is_it(known, arg)) else {
            rest.push(arg.clone());
            continue;
        };
        let mut words = vec![arg.clone()];
        if takes_value(found) && !has_value(arg) {
            words.extend(left.next().cloned());
        }
        known.extend(words.iter().cloned());
        if found.get_id() != "vstd" {
            rest.extend(words);
        }
    }
    let matches = command.clone().try_get_matches_from(known)?;
    Ok((Select::from_arg_matches(&matches)?, rest))
}

/// Whether an argument is an option: `--package`, `--package=p`, `-p`, `-pp`.
fn is_it(option: &Arg, arg: &str) -> bool {
    if let Some(long) = arg.strip_prefix("--") {
        let name = long.split('=').next().unwrap_or(long);
        return option.get_long_and_visible_aliases().is_some_and(|names| names.contains(&name))
            || option.get_all_aliases().is_some_and(|names| names.contains(&name));
    }
    let Some(short) = option.get_short().zip(arg.strip_prefix('-')) else { return false };
    let (letter, rest) = short;
    rest.strip_prefix(letter).is_some_and(|value| value.is_empty() || takes_value(option))
}

fn takes_value(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::Set | ArgAction::Append)
}

fn has_value(arg: &str) -> bool {
    if arg.starts_with("--") { arg.contains('=') } else { arg.len() > 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (Select, String) {
        let args: Vec<String> = text.split_whitespace().map(str::to_string).collect();
        let (select, rest) = split(&args).expect("cargo's options");
        (select, rest.join(" "))
    }

    #[test]
    fn what_selects_is_read_and_handed_over() {
        let text = "-p one --package=two -pthree -Fx --release --bin b -j 2 --profile dev --message-format=json name";
        let (select, rest) = of(text);
        assert_eq!(select.package, ["one", "two", "three"]);
        assert_eq!((select.features, select.bin), (vec!["x".to_string()], vec!["b".to_string()]));
        assert!(select.release);
        assert_eq!(rest, text);
    }

    #[test]
    fn what_is_behind_is_for_the_program() {
        let (select, rest) = of("--lib -- -p one --release");
        assert!(select.lib && !select.release && select.package.is_empty());
        assert_eq!(rest, "--lib -- -p one --release");
    }

    #[test]
    fn what_only_we_know_stays_here() {
        let (select, rest) = of("--vstd registry --all");
        assert!(select.vstd.is_some() && select.workspace);
        assert_eq!(rest, "--all");
    }
}
