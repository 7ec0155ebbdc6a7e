//! The exchange with the solver about one query.

use std::time::{Duration, Instant};

use crate::process::{Fault, SolverProcess};
use crate::reply::{self, Check, Status};
use crate::{FailedGoal, Limit, Profile, Query, Verdict};

/// The end of an exchange.
#[derive(Debug)]
pub(crate) struct Ending {
    /// The answer.
    pub verdict: Verdict,
    /// The solver's resource units spent.
    pub rlimit_count: u64,
    /// Whether the process can take another query.
    pub process_usable: bool,
}

/// The reason why an exchange was aborted.
#[derive(Debug, thiserror::Error)]
enum Stop {
    /// The process is gone.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The query is not fit to be asked, or the solver did not accept it or answered something else.
    #[error("{0}")]
    Refused(String),
}

/// Asks one query. `wall_limit` bounds all exchanges with the solver together.
///
/// # Errors
/// Only [`Fault::Died`], with nothing decided: the query can be asked again of another process.
pub(crate) fn solve(process: &mut SolverProcess, query: &Query, wall_limit: Duration) -> Result<Ending, Fault> {
    let wall_limit = query.wall_limit.map_or(wall_limit, |limit| limit.min(wall_limit));
    let deadline = Instant::now() + wall_limit;
    let mut session = Session { process, query, deadline, spent: 0, counted: 0, found: Vec::new() };
    let (verdict, process_usable) = match session.run() {
        Ok(verdict) => (verdict, session.end().is_ok()),
        Err(Stop::Refused(message)) => (Verdict::SolverError(message), false),
        Err(Stop::Fault(fault @ Fault::Died(_))) => return Err(fault),
        Err(Stop::Fault(Fault::TimedOut)) => (session.exhausted(Limit::Time(wall_limit)), false),
        Err(Stop::Fault(Fault::OutOfMemory)) => (session.exhausted(Limit::Memory), false),
        Err(Stop::Fault(fault @ Fault::Flooded)) => (Verdict::SolverError(fault.to_string()), false),
    };
    Ok(Ending { verdict, rlimit_count: session.spent, process_usable })
}

/// Has the process do ahead what a query in this profile begins with. Z3 takes longer over that than over most queries.
pub(crate) fn prepare(process: &mut SolverProcess, profile: Profile) {
    process.prepare(opening(profile, &profile.commands()));
}

/// The beginning of every query. It prints the resource count to subtract.
fn opening(profile: Profile, commands: &str) -> String {
    let push = if profile.is_incremental() { "(push)\n" } else { "" };
    format!("(reset)\n{commands}{push}(get-info :rlimit)")
}

/// Sets the seeds of the solver's random choices.
fn seeds(seed: u32) -> String {
    format!("(set-option :smt.random_seed {seed})\n(set-option :sat.random_seed {seed})\n")
}

struct Session<'a> {
    process: &'a mut SolverProcess,
    query: &'a Query,
    deadline: Instant,
    /// Resource units spent so far.
    spent: u64,
    /// What the solver's counter showed when `spent` was last brought up to date.
    counted: u64,
    /// The goals known to fail. The solver is told to look for others.
    found: Vec<FailedGoal>,
}

impl<'a> Session<'a> {
    fn run(&mut self) -> Result<Verdict, Stop> {
        check_shape(self.query).map_err(Stop::Refused)?;
        let profile = self.query.profile;
        let mut commands = profile.commands();
        let mut retry = profile.retry_commands();
        let mut check = self.open(&commands)?;
        if check.status == Status::Candidate && self.query.asks_again {
            check = self.ask_again(&mut commands, &mut retry, check)?;
        }
        loop {
            match check.status {
                Status::Unsat if self.found.is_empty() => return Ok(Verdict::Proved),
                Status::Unsat => return Ok(self.failed(false)),
                Status::Exhausted if self.query.is_probe => return Ok(self.not_found()),
                Status::Exhausted => match retry.take() {
                    Some(other) => {
                        commands = other;
                        check = self.open(&commands)?;
                        continue;
                    }
                    None => return Ok(self.exhausted(Limit::Units)),
                },
                Status::Sat | Status::Candidate => {}
            }
            let Some(index) = self.violated()? else {
                return self.one_by_one();
            };
            self.record(index, check.status)?;
            if self.is_enough() {
                return Ok(self.failed(self.found.len() < self.query.goals.len()));
            }
            check = if profile.is_incremental() {
                let exclude = exclusion(self.goal(index));
                self.quiet_then_check(exclude)?
            } else {
                self.open(&commands)?
            };
        }
    }

    /// Asks with the other commands what was not settled; their answer counts unless the budget runs out.
    fn ask_again(&mut self, commands: &mut String, retry: &mut Option<String>, first: Check) -> Result<Check, Stop> {
        let Some(other) = retry.take() else { return Ok(first) };
        let check = self.open(&other)?;
        if check.status == Status::Exhausted {
            return self.open(commands);
        }
        *commands = other;
        Ok(check)
    }

    /// Leaves nothing behind for the next query: what every profile sets it sets itself.
    fn end(&mut self) -> Result<(), Stop> {
        if self.query.seed == 0 {
            return Ok(());
        }
        let [silence] = self.process.ask([seeds(0)], self.deadline)?;
        expect_silence(&silence)
    }

    /// Begins afresh: after `(reset)` a process counts and answers as a new one does. Then the first check.
    fn open(&mut self, commands: &str) -> Result<Check, Stop> {
        let mut context = self.query.context.to_string();
        for failed in &self.found {
            context.push('\n');
            context.push_str(&exclusion(self.goal(failed.index)));
        }
        let seeds = if self.query.seed == 0 { String::new() } else { seeds(self.query.seed) };
        let opening = opening(self.query.profile, &format!("{seeds}{commands}"));
        let texts = [opening, context, self.check_text()];
        let [count, context, check] = self.process.ask(texts, self.deadline)?;
        self.counted = reply::resource_count(without_error(&count)?).map_err(Stop::Refused)?;
        expect_silence(&context)?;
        self.read_check(&check)
    }

    /// Sends something that the solver has nothing to say about, then checks.
    fn quiet_then_check(&mut self, commands: String) -> Result<Check, Stop> {
        let [silence, check] = self.process.ask([commands, self.check_text()], self.deadline)?;
        expect_silence(&silence)?;
        self.read_check(&check)
    }

    /// A check under the query's budget. The limit is taken off again because it would also end what is no check.
    /// All checks of a session have the same limit: Z3 4.16 takes a changed one into account only after the next
    /// push or pop.
    fn check_text(&self) -> String {
        let limit = self.query.rlimit.min(u32::MAX.into());
        format!(
            "(set-option :rlimit {limit})\n(check-sat)\n(get-info :reason-unknown)\n(get-info :rlimit)\n\
             (set-option :rlimit 0)"
        )
    }

    fn read_check(&mut self, answer: &str) -> Result<Check, Stop> {
        let check = reply::check(without_error(answer)?).map_err(Stop::Refused)?;
        self.spent += check.count.saturating_sub(self.counted);
        self.counted = check.count;
        Ok(check)
    }

    /// The first goal, in the query's order, that the model violates; `None` if the solver has no model to ask or it
    /// does not say.
    fn violated(&mut self) -> Result<Option<usize>, Stop> {
        let open = self.open_goals();
        let terms: Vec<&str> = open.iter().map(|index| self.goal(*index)).collect();
        let [answer] = self.process.ask([get_value(&terms)], self.deadline)?;
        if reply::error_in(&answer).is_some_and(|error| error.contains("model is not available")) {
            return Ok(None);
        }
        let values = reply::values(without_error(&answer)?, terms.len()).map_err(Stop::Refused)?;
        Ok(open.into_iter().zip(values).find(|(_, value)| *value == Some(true)).map(|(index, _)| index))
    }

    /// Notes that a goal fails, with its details as the model has them.
    fn record(&mut self, index: usize, status: Status) -> Result<(), Stop> {
        let terms: Vec<&str> = self.details(index).iter().map(String::as_str).collect();
        let unread = vec![None; terms.len()];
        let from_unknown = status != Status::Sat;
        self.found.push(FailedGoal { index, details: unread, reads: Vec::new(), from_unknown, model: None });
        self.read()?;
        if self.query.model && status == Status::Sat {
            let [answer] = self.process.ask(["(get-model)".to_owned()], self.deadline)?;
            let text = without_error(&answer)?.trim().to_owned();
            if reply::count_closed(&text) != Some(1) {
                return Err(Stop::Refused(format!("asked for a model: {}", reply::shorten(&text))));
            }
            if let Some(failed) = self.found.last_mut() {
                failed.model = Some(text);
            }
        }
        if terms.is_empty() {
            return Ok(());
        }
        let [answer] = self.process.ask([get_value(&terms)], self.deadline)?;
        let values = reply::values(without_error(&answer)?, terms.len()).map_err(Stop::Refused)?;
        if let Some(failed) = self.found.last_mut() {
            failed.details = values;
        }
        Ok(())
    }

    /// Reads what explains the failure that was found last. That it cannot be read is no fault of the query's.
    fn read(&mut self) -> Result<(), Stop> {
        let terms: Vec<&str> = self.query.reads.iter().map(String::as_str).collect();
        if terms.is_empty() {
            return Ok(());
        }
        let [answer] = self.process.ask([get_value(&terms)], self.deadline)?;
        if reply::error_in(&answer).is_none()
            && let Ok(values) = reply::texts(&answer, terms.len())
            && let Some(failed) = self.found.last_mut()
        {
            failed.reads = values;
        }
        Ok(())
    }

    /// Finds out which goals fail without a model: one check a goal. Rarely needed, because the incremental core has
    /// a candidate whenever it gives up by itself.
    fn one_by_one(&mut self) -> Result<Verdict, Stop> {
        let mut ran_out = false;
        for index in self.open_goals() {
            let assume = format!("(push)\n(assert\n{}\n)", self.goal(index));
            let check = self.quiet_then_check(assume)?;
            let mut after = "(pop)".to_owned();
            match check.status {
                Status::Unsat => after.push_str(&exclusion(self.goal(index))),
                Status::Exhausted => ran_out = true,
                Status::Sat | Status::Candidate => {
                    let from_unknown = check.status != Status::Sat;
                    let details = vec![None; self.details(index).len()];
                    self.found.push(FailedGoal { index, details, reads: Vec::new(), from_unknown, model: None });
                    if self.is_enough() {
                        return Ok(self.failed(self.found.len() < self.query.goals.len()));
                    }
                    after.push_str(&exclusion(self.goal(index)));
                }
            }
            let [silence] = self.process.ask([after], self.deadline)?;
            expect_silence(&silence)?;
        }
        if ran_out {
            return Ok(if self.query.is_probe { self.not_found() } else { self.exhausted(Limit::Units) });
        }
        // Every goal is excluded now, so the context contradicts itself if it says what it should. Only the solver's
        // word on the whole of it counts.
        let check = self.quiet_then_check(String::new())?;
        match check.status {
            Status::Unsat if self.found.is_empty() => Ok(Verdict::Proved),
            Status::Unsat => Ok(self.failed(false)),
            Status::Exhausted => Ok(self.exhausted(Limit::Units)),
            Status::Sat | Status::Candidate => {
                Err(Stop::Refused("the query has a model in which no goal fails".into()))
            }
        }
    }

    fn goal(&self, index: usize) -> &'a str {
        self.query.goals.get(index).map_or("false", String::as_str)
    }

    fn details(&self, index: usize) -> &'a [String] {
        self.query.details.get(index).map_or(&[], Vec::as_slice)
    }

    fn open_goals(&self) -> Vec<usize> {
        (0..self.query.goals.len()).filter(|index| self.found.iter().all(|failed| failed.index != *index)).collect()
    }

    fn is_enough(&self) -> bool {
        self.found.len() >= self.query.max_errors.max(1) || self.found.len() == self.query.goals.len()
    }

    fn failed(&mut self, incomplete_after: bool) -> Verdict {
        Verdict::Failed { goals: std::mem::take(&mut self.found), incomplete_after }
    }

    /// No goal that is still open is proved.
    fn not_found(&mut self) -> Verdict {
        for index in self.open_goals() {
            let details = vec![None; self.details(index).len()];
            self.found.push(FailedGoal { index, details, from_unknown: true, model: None, reads: Vec::new() });
        }
        self.failed(false)
    }

    fn exhausted(&mut self, limit: Limit) -> Verdict {
        Verdict::ResourceExhausted { limit, found: std::mem::take(&mut self.found) }
    }
}

/// Whether the commands around the query's texts will be read as commands. This is not a parser for queries: the
/// solver is that.
fn check_shape(query: &Query) -> Result<(), String> {
    if query.goals.is_empty() {
        return Err("the query has no goals".to_owned());
    }
    if reply::count_closed(&query.context).is_none() {
        return Err("the query's context has an unbalanced parenthesis, string or quoted symbol".to_owned());
    }
    let mut terms = query.goals.iter().chain(query.details.iter().flatten()).chain(&query.reads);
    match terms.find(|term| reply::count_closed(term) != Some(1)) {
        Some(term) => Err(format!("not a single term: {}", reply::shorten(term))),
        None => Ok(()),
    }
}

fn exclusion(goal: &str) -> String {
    format!("(assert (not\n{goal}\n))")
}

fn get_value(terms: &[&str]) -> String {
    format!("(get-value (\n{}\n))", terms.join("\n"))
}

fn expect_silence(answer: &str) -> Result<(), Stop> {
    if answer.trim().is_empty() {
        return Ok(());
    }
    let error = reply::error_in(answer);
    let message = error.map_or_else(|| format!("unexpected output: {}", reply::shorten(answer)), reply::shorten);
    Err(Stop::Refused(message))
}

fn without_error(answer: &str) -> Result<&str, Stop> {
    match reply::error_in(answer) {
        Some(error) => Err(Stop::Refused(reply::shorten(error))),
        None => Ok(answer),
    }
}
