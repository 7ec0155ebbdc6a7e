//! The command `capybara`: a key-value store in a file. See `capybara --help`.

mod bench_t;
mod command_t;
mod show_t;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A key-value store in a file: what is written is durable when the command says so, and decay is noticed.
///
/// Keys are strings of up to 64 bytes. The exit status is 0 if all is well, 1 if a key is not there or a check finds corruption,
/// and 2 if something cannot be done; the store is then as it was.
#[derive(Debug, Parser)]
#[command(name = "capybara", version)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
enum Task {
    /// Makes a store in a new file. It has room for so much; `grow` gives it more.
    Create {
        /// The file, which must not exist.
        file: PathBuf,
        /// How many keys it has room for.
        #[arg(long, default_value_t = 1_000)]
        keys: u64,
        /// The most bytes of a value or an element: 64, 256, 1024 or 4096.
        #[arg(long, default_value = "256", value_parser = ["64", "256", "1024", "4096"])]
        value_size: String,
        /// How many elements the lists of all keys have room for together.
        #[arg(long, default_value_t = 0)]
        elements: u64,
        /// How many changes a transaction can have.
        #[arg(long, default_value_t = 1_000)]
        changes: u64,
    },
    /// Prints the value of a key.
    Get {
        /// The file.
        file: PathBuf,
        /// The key.
        key: OsString,
    },
    /// Puts a key into the store, or replaces its value.
    Put {
        /// The file.
        file: PathBuf,
        /// The key. Without it, each line of the input is a key, a space and a value, and is made durable and answered with a
        /// line `ok KEY` before the next one is read.
        key: Option<OsString>,
        /// The value; without it, the input is the value.
        value: Option<OsString>,
        /// Puts all lines of the input in one transaction, or none of them; the answer is one line.
        #[arg(long, conflicts_with = "key")]
        atomic: bool,
        /// Puts the value behind the last element of the list of the key instead.
        #[arg(long, requires = "key")]
        append: bool,
    },
    /// Removes a key, its value and its list.
    Del {
        /// The file.
        file: PathBuf,
        /// The key.
        key: OsString,
    },
    /// Prints all keys, one a line, in no particular order; with `--from` or `--to`, those of a range in the order of their bytes.
    List {
        /// The file.
        file: PathBuf,
        /// Prints the elements of the list of this key instead, in order.
        key: Option<OsString>,
        /// Prints a tab and the value behind each key.
        #[arg(long, conflicts_with = "key")]
        values: bool,
        /// Prints the keys from this one on, in order. All keys are behind the empty one.
        #[arg(long, conflicts_with = "key")]
        from: Option<OsString>,
        /// Prints the keys before this one, in order.
        #[arg(long, conflicts_with = "key")]
        to: Option<OsString>,
    },
    /// Prints how large the store is and how much of it is used.
    Stat {
        /// The file.
        file: PathBuf,
    },
    /// Gives a store room for more, and prints how large it is then. The file becomes longer, and what is in it stays where it is. A
    /// store can grow 15 times.
    Grow {
        /// The file.
        file: PathBuf,
        /// For how many keys more.
        #[arg(long, default_value_t = 0)]
        keys: u64,
        /// For how many values more; without it, as many as keys.
        #[arg(long, visible_alias = "items")]
        values: Option<u64>,
        /// For how many elements more.
        #[arg(long, default_value_t = 0)]
        elements: u64,
    },
    /// Reads everything and compares all checksums.
    Check {
        /// The file.
        file: PathBuf,
    },
    /// Measures a new store, and removes it afterwards.
    Bench {
        /// The file, which must not exist.
        file: PathBuf,
        /// How many keys.
        #[arg(long, default_value_t = 10_000)]
        keys: u64,
    },
}

fn main() -> ExitCode {
    let result = match Cli::parse().task {
        Task::Create { file, keys, value_size, elements, changes } => {
            command_t::create(&file, &value_size, keys, elements, changes)
        }
        Task::Get { file, key } => command_t::get(&file, &key),
        Task::Put { file, key: Some(key), value, append, .. } => command_t::put(&file, &key, value.as_deref(), append),
        Task::Put { file, key: None, atomic, .. } => command_t::put_lines(&file, atomic),
        Task::Del { file, key } => command_t::del(&file, &key),
        Task::List { file, key, values, from, to } => {
            command_t::list(&file, key.as_deref(), values, [from.as_deref(), to.as_deref()])
        }
        Task::Stat { file } => command_t::stat(&file),
        Task::Grow { file, keys, values, elements } => {
            command_t::grow(&file, capybara::Room { keys, values: values.unwrap_or(keys), elements })
        }
        Task::Check { file } => command_t::check(&file),
        Task::Bench { file, keys } => bench_t::bench(&file, keys),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has enough of it.
        Err(command_t::Failure::Closed) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("capybara: {failure}");
            ExitCode::from(failure.status())
        }
    }
}
