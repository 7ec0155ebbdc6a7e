//! Counts the solver's instances for a query, in a separate process.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::{Killer, Query, reply};

/// How often the solver used one quantifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instances {
    /// The name of the quantifier (`:qid`), or the one that the solver gave it.
    pub name: String,
    /// How many instances it made.
    pub count: u64,
    /// The longest chain of instances, each made for a term of the one before.
    pub generation: u64,
}

/// The cost of one query.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The solver's word: `unsat`, `sat` or `unknown`.
    pub answer: String,
    /// The solver's resource units.
    pub rlimit_count: u64,
    /// From the start of the process to its end.
    pub wall: Duration,
    /// The quantifiers that were used, in the solver's order.
    pub instances: Vec<Instances>,
}

/// Asks a query of a solver that counts, under the query's budget and at most so long. No verdict follows from the
/// answer: it is not asked for again when it fails, and nothing is read but the numbers.
///
/// # Errors
/// When the solver cannot be run, or says something else than it should.
pub fn count(binary: &Path, query: &Query, wall_limit: Duration) -> Result<Counted, String> {
    count_with(binary, query, wall_limit, &|_| {})
}

/// As [`count`], and calls `on_start` with a handle to end the process with.
///
/// # Errors
/// As for [`count`]; also when the process is ended.
pub fn count_with(
    binary: &Path,
    query: &Query,
    wall_limit: Duration,
    on_start: &dyn Fn(Killer),
) -> Result<Counted, String> {
    let began = Instant::now();
    let mut command = Command::new(binary);
    let seconds = wall_limit.as_secs().max(1);
    command.args(["-smt2", "-in", "smt.qi.profile=true", &format!("-T:{seconds}")]);
    command.arg(crate::process::memory_option());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = crate::process::spawn(&mut command).map_err(|error| error.to_string())?;
    let text = text(query);
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let child = Arc::new(Mutex::new(child));
    on_start(Killer::of(&child));
    // Written aside: a solver that prints before it has read all would wait for us, and we for it.
    let writer = std::thread::spawn(move || stdin.is_some_and(|mut stdin| stdin.write_all(text.as_bytes()).is_ok()));
    let account = std::thread::spawn(move || read(stderr));
    // Read without the lock, so that another thread can end the process.
    let stdout = read(stdout);
    let _ = child.lock().unwrap_or_else(PoisonError::into_inner).wait();
    let wall = began.elapsed();
    let is_sent = writer.join().unwrap_or(false);
    let stderr = account.join().unwrap_or_default();
    if let Some(error) = reply::error_in(&stdout) {
        return Err(error.to_owned());
    }
    let mut lines = stdout.lines();
    // The count before the query, its answer, the count behind it.
    let before = lines.next().map(reply::resource_count);
    let (answer, after) = (lines.next(), lines.next().map(reply::resource_count));
    let (Some(answer), Some(Ok(before)), Some(Ok(after)), true) = (answer, before, after, is_sent) else {
        return Err(format!("the solver did not finish: {}", reply::shorten(&stdout)));
    };
    let instances = instances(&stderr);
    Ok(Counted { answer: answer.to_owned(), rlimit_count: after.saturating_sub(before), wall, instances })
}

/// All that comes through a pipe.
fn read(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // What is missing shows when the text is parsed.
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What is sent: the same as in a session, so that the solver takes the same way.
fn text(query: &Query) -> String {
    let push = if query.profile.is_incremental() { "(push)\n" } else { "" };
    let limit = query.rlimit.min(u32::MAX.into());
    format!(
        "{}{push}(get-info :rlimit)\n{}\n(set-option :rlimit {limit})\n(check-sat)\n(get-info :rlimit)\n(exit)\n",
        query.profile.commands(),
        query.context
    )
}

/// Reads the solver's account. It repeats itself as it goes on, so the last line of each quantifier counts.
fn instances(account: &str) -> Vec<Instances> {
    let mut found: Vec<Instances> = Vec::new();
    for line in account.lines().filter_map(|line| line.trim().strip_prefix("[quantifier_instances]")) {
        // The name may have a colon in it; five numbers follow: instances, two kinds of them that were of no use,
        // the generation, the cost.
        let mut fields = line.rsplitn(6, ':').map(str::trim);
        let (_cost, generation) = (fields.next(), fields.next().and_then(|text| text.parse().ok()));
        let count = fields.nth(2).and_then(|text| text.parse().ok());
        let (Some(name), Some(count), Some(generation)) = (fields.next(), count, generation) else { continue };
        match found.iter_mut().find(|known| known.name == name) {
            Some(known) => (known.count, known.generation) = (count, generation),
            None => found.push(Instances { name: name.to_owned(), count, generation }),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_a_quantifier_counts() {
        let account = "[quantifier_instances]     q3 :      2 :   0 :   0 :   1 : 2\nother\n\
                       [quantifier_instances]     q3 :      5 :   0 :   0 :   2 : 3\n[quantifier_instances] broken\n";
        assert_eq!(instances(account), [Instances { name: "q3".into(), count: 5, generation: 2 }]);
    }
}
