//! The results of a run of the task, and the limits that the project promises.

use super::machine::Machine;
use super::measure::Measured;
use super::queries::Queries;
use super::stats::Line;
use super::subjects::{EMPTY, LINKED_LIST, Role, TRIVIAL};
use super::{Run, machines, pushes, references};

/// All measurements of one run of the task.
#[derive(Debug)]
pub(crate) struct Results {
    /// Runs of each program.
    pub(crate) runs: usize,
    /// The machine of the run.
    pub(crate) machine: Machine,
    /// In the order of the tables.
    pub(crate) measured: Vec<Measured>,
    /// Of the linked list, if it was among the programs.
    pub(crate) queries: Option<Queries>,
    /// Milliseconds for the expansion of a machine with 30 fields and 60 transitions, if machines were measured.
    pub(crate) expansion: Option<f64>,
}

/// A number that the project promises to stay below.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Goal {
    /// The description of the number.
    pub(crate) what: String,
    /// The limit.
    pub(crate) limit: f64,
    /// `None` when it could not be measured.
    pub(crate) measured: Option<f64>,
    /// The unit of both numbers.
    pub(crate) unit: &'static str,
}

impl Goal {
    /// Whether it was measured and kept.
    pub(crate) fn is_met(&self) -> bool {
        self.measured.is_some_and(|value| value <= self.limit)
    }
}

/// Time to error beside time to proof, medians in milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pair {
    /// The name of the program.
    pub(crate) name: String,
    /// The time to the proof.
    pub(crate) proof: f64,
    /// The time to the error in the program with a bug.
    pub(crate) error: f64,
}

/// The time for the obligations of a program: from the typed tree to the last answer, without the start of the process.
pub(crate) const OBLIGATIONS: fn(&Run) -> f64 = |run| run.times.lower + run.times.smt + run.times.solver;

impl Results {
    /// Whether every program ended as it must.
    pub(crate) fn is_complete(&self) -> bool {
        self.measured.iter().all(|one| one.runs.is_ok())
    }

    /// A program by its name.
    pub(crate) fn named(&self, name: &str) -> Option<&Measured> {
        self.measured.iter().find(|one| one.subject.name == name)
    }

    /// The programs with a seeded bug, each beside its proof, as far as both were measured.
    pub(crate) fn pairs(&self) -> Vec<Pair> {
        let pair = |one: &Measured| {
            let Role::BugOf(name) = &one.subject.role else { return None };
            let (proof, error) = (self.named(name)?.wall()?, one.wall()?);
            Some(Pair { name: name.clone(), proof: proof.median, error: error.median })
        };
        self.measured.iter().filter_map(pair).collect()
    }

    /// The memory-reasoning series: pushes to each list, and the median of a figure.
    pub(crate) fn series(&self, figure: fn(&Run) -> f64) -> Vec<(f64, f64)> {
        let point = |one: &Measured| match one.subject.role {
            Role::Pushes(count) => Some((count as f64, one.spread(figure)?.median)),
            _ => None,
        };
        self.measured.iter().filter_map(point).collect()
    }

    /// The line through the wall times of the series: milliseconds a round of one push to each list.
    pub(crate) fn line(&self) -> Option<Line> {
        let points = self.series(|run| run.wall);
        // A line through a part of the series would not be the series' line.
        if points.len() == pushes::COUNTS.len() { Line::fit(&points) } else { None }
    }

    /// The state machines: their sizes, and the median of a figure.
    pub(crate) fn machines(&self, figure: fn(&Run) -> f64) -> Vec<(f64, f64)> {
        let point = |one: &Measured| match one.subject.role {
            Role::Machine(count) => Some((count as f64, one.spread(figure)?.median)),
            _ => None,
        };
        self.measured.iter().filter_map(point).collect()
    }

    /// The line through the times for the obligations of the machines: milliseconds a transition with a field.
    pub(crate) fn machine_line(&self) -> Option<Line> {
        let points = self.machines(OBLIGATIONS);
        if points.len() == machines::COUNTS.len() { Line::fit(&points) } else { None }
    }

    /// The promised limits for state machines: time that grows as the machine does, and a short expansion.
    fn machine_goals(&self) -> Vec<Goal> {
        let points = self.machines(OBLIGATIONS);
        let grown = points.windows(2).map(|pair| {
            let [(short, less), (long, more)] = pair else { return None };
            Some((format!("obligations of a machine of {long:.0} / of {short:.0}"), long / short, more / less))
        });
        let goal = |(what, limit, measured)| Goal { what, limit, measured: Some(measured), unit: "times" };
        let mut goals: Vec<Goal> = grown.flatten().map(goal).collect();
        let what = "expansion of a machine with 30 fields and 60 transitions".to_owned();
        goals.push(Goal { what, limit: 50.0, measured: self.expansion, unit: "ms" });
        goals
    }

    /// The promised limits, in the order in which a user notices them.
    pub(crate) fn goals(&self) -> Vec<Goal> {
        let median = |name: &str| self.named(name).and_then(Measured::wall).map(|wall| wall.median);
        let goal = |what: &str, limit, measured, unit| Goal { what: what.to_owned(), limit, measured, unit };
        let bytes = self.queries.as_ref().filter(|queries| queries.count > 0).map(|queries| queries.bytes as f64);
        let mut goals = vec![
            goal("an empty file", 250.0, median(EMPTY), "ms"),
            goal("a file with one trivial function", 250.0, median(TRIVIAL), "ms"),
            goal("the linked list", 500.0, median(LINKED_LIST), "ms"),
            goal("memory reasoning, a round of four pushes", 1.6, self.line().map(|line| line.slope), "ms"),
            goal("queries of the linked list", 60_000.0, bytes, "bytes"),
        ];
        let again = median("project_10k_again");
        goals.push(goal("10,000 lines, nothing changed", 500.0, again, "ms"));
        let edited = self.named("project_10k_edited").and_then(|one| one.spread(|run| run.wall - run.times.solver));
        goals.push(goal("10,000 lines, one function edited, without its query", 700.0, edited.map(|s| s.median), "ms"));
        let saved = median("project_10k_saved");
        goals.push(goal("10,000 lines, a save in the editor to the error, its query included", 150.0, saved, "ms"));
        let per_solver =
            self.named("project_10k").and_then(|one| one.spread(|run| run.wall / run.times.solver.max(1.0)));
        let what = "10,000 lines without cache: whole run / the solver's part on all cores";
        goals.push(goal(what, 1.25, per_solver.map(|s| s.median), "times"));
        let lower = |name: &str| self.named(name).and_then(|one| one.spread(|run| run.times.lower)).map(|s| s.median);
        let growth = lower("calls_400").zip(lower("calls_100")).map(|(long, short)| long / short);
        goals.push(goal("lowering a body of 400 calls / of 100 calls", 4.0, growth, "times"));
        let work: fn(&Run) -> f64 = |run| run.times.lower + run.times.smt + run.times.solver;
        for series in references::ALL {
            let [short, long] = series.counts.map(|count| {
                self.named(&series.subject(count)).and_then(|one| one.spread(work)).map(|spread| spread.median)
            });
            let what = format!("{} {} / {}", series.counts[1], series.name, series.counts[0]);
            goals.push(goal(&what, series.growth(), long.zip(short).map(|(long, short)| long / short), "times"));
        }
        goals.extend(self.machine_goals());
        for one in &self.measured {
            let Role::BugOf(name) = &one.subject.role else { continue };
            let pair = self.pairs().into_iter().find(|pair| pair.name == *name);
            let ratio = pair.map(|pair| pair.error / pair.proof);
            goals.push(goal(&format!("`{name}`: time to error / time to proof"), 1.3, ratio, "times"));
        }
        goals
    }
}
