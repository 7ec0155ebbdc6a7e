//! The page `docs/bench/README.md`.

use super::Run;
use super::measure::Measured;
use super::pushes::LISTS;
use super::results::{Goal, OBLIGATIONS, Results};

/// The page: the machine and the method, the tables, and links to the plots.
pub(crate) fn page(results: &Results) -> String {
    let machine = &results.machine;
    let modified = if machine.is_modified { ", with changes that are not committed" } else { "" };
    format!(
        "# How long it takes\n\n\
         Written by `cargo xtask bench`; do not edit. `history.jsonl` has a line for each time that it ran.\n\n\
         - Commit `{}`{modified}.\n\
         - {}, {} cores, {}.\n\
         - Release build; whole processes from start to exit, without cache but for `_again`, `_edited`, `_respecified` and `_saved` (that is the time from a save in an editor to the error, and the memory of the process that waited for it). Each number is the median of {} runs after \
         a warm-up run; the programs take turns. Memory is the largest resident set of the command, or of its solver if \
         that is larger.\n\
         - The stages are the command's own account (`times_ms` of its JSON summary) and may overlap; the rest of the \
         wall time is the start and the end of the process and what no stage claims.\n\
         - Special provers beside the main solver: [provers.md](provers.md).\n\n\
         {}\n\
         ![Where the time goes](stages.svg)\n\n\
         ![Memory reasoning](pushes.svg)\n\n\
         ![State machines](machines.svg)\n\n\
         ![Time to error](errors.svg)\n\n\
         ![Over the commits](history.svg)\n",
        machine.commit,
        machine.processor,
        machine.cores,
        machine.system,
        results.runs,
        tables(results),
    )
}

/// The tables, which the terminal shows as well.
pub(crate) fn tables(results: &Results) -> String {
    let sections = [
        ("What is promised", goals(results)),
        ("Programs", programs(results)),
        ("Time to error", pairs(results)),
        ("Memory reasoning", memory_reasoning(results)),
        ("State machines", state_machines(results)),
        ("Queries", queries(results)),
    ];
    let kept = sections.into_iter().filter(|(_, text)| !text.is_empty());
    kept.map(|(title, text)| format!("## {title}\n\n{text}\n")).collect()
}

/// A table with the first column for names and the others for numbers.
fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    let rule = format!("|---|{}\n", "---:|".repeat(head.len() - 1));
    row(&head) + &rule + &rows.iter().map(|cells| row(cells)).collect::<String>()
}

/// The section about goals: each with its limit and the measured value beside it.
fn goals(results: &Results) -> String {
    let row = |goal: &Goal| {
        let number = |value: f64| format!("{} {}", rounded(value), goal.unit);
        let measured = goal.measured.map_or("not measured".to_owned(), number);
        let verdict = if goal.is_met() { "yes" } else { "**no**" };
        vec![goal.what.clone(), measured, number(goal.limit), verdict.to_owned()]
    };
    table(&["", "measured", "at most", "met"], &results.goals().iter().map(row).collect::<Vec<_>>())
}

/// Without decimals where they would be noise.
fn rounded(value: f64) -> String {
    if value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") }
}

/// The section about whole runs: one row a program, with the times of its stages in milliseconds, and its memory.
fn programs(results: &Results) -> String {
    let row = |one: &Measured| {
        let name = format!("`{}`", one.subject.name);
        let Some(wall) = one.wall() else {
            let reason = one.runs.as_ref().err().and_then(|reason| reason.lines().next()).unwrap_or("no run");
            let mut cells = vec![name, format!("not measured: {reason}")];
            cells.resize(8, String::new());
            return cells;
        };
        let median = |figure: fn(&Run) -> f64| one.spread(figure).map_or(0.0, |spread| spread.median);
        let ms = |figure: fn(&Run) -> f64| format!("{:.1}", median(figure));
        vec![
            name,
            format!("{:.1}", wall.median),
            format!("{:.1}–{:.1}", wall.min, wall.max),
            ms(|run| run.times.front_end),
            ms(|run| run.times.lower),
            ms(|run| run.times.smt),
            ms(|run| run.times.solver),
            format!("{:.0}", median(|run| run.memory as f64) / f64::from(1 << 20)),
        ]
    };
    let head = ["", "wall, ms", "min–max", "front end", "lower", "smt", "solver", "memory, MiB"];
    table(&head, &results.measured.iter().map(row).collect::<Vec<_>>())
}

fn pairs(results: &Results) -> String {
    let row = |pair: &super::results::Pair| {
        let ms = |value: f64| format!("{value:.1}");
        vec![format!("`{}`", pair.name), ms(pair.proof), ms(pair.error), format!("{:.2}", pair.error / pair.proof)]
    };
    let rows: Vec<_> = results.pairs().iter().map(row).collect();
    let rows = table(&["", "proof, ms", "error, ms", "ratio"], &rows);
    if rows.is_empty() { rows } else { format!("After Figure 8 of the same paper.\n\n{rows}") }
}

fn memory_reasoning(results: &Results) -> String {
    let walls = results.series(|run| run.wall);
    let solvers = results.series(|run| run.times.solver);
    let row = |((count, wall), (_, solver)): (&(f64, f64), &(f64, f64))| {
        vec![
            format!("{count:.0}"),
            format!("{:.0}", count * LISTS as f64),
            format!("{wall:.1}"),
            format!("{solver:.1}"),
        ]
    };
    let rows: Vec<_> = walls.iter().zip(&solvers).map(row).collect();
    let series = table(&["pushes to each list", "pushes in all", "wall, ms", "solver, ms"], &rows);
    let Some(line) = results.line() else { return series };
    format!(
        "After Figure 7b of the SOSP 2024 paper on Verus: a function pushes to four lists in turn, and in the end asserts \
         their length, first and last element. Only that function is proved, with what the lists promise (as in the \
         paper, where the final assertions are missing).\n\n\
         {series}\n\
         Least squares: {:.2} ms + {:.3} ms a round of {LISTS} pushes, that is {:.3} ms a push (r² = {:.4}). The abscissa \
         of the paper's figure counts rounds too; it reports about 1.6 ms a push on its machine.\n",
        line.intercept,
        line.slope,
        line.slope / LISTS as f64,
        line.r_squared,
    )
}

/// The section about state machines: one row a size.
fn state_machines(results: &Results) -> String {
    let columns: [fn(&Run) -> f64; 5] =
        [|run| run.wall, |run| run.times.lower, |run| run.times.smt, |run| run.times.solver, OBLIGATIONS];
    let columns = columns.map(|figure| results.machines(figure));
    let rows: Vec<Vec<String>> = (0..columns[0].len())
        .map(|row| {
            let of = |column: &Vec<(f64, f64)>| column.get(row).copied().unwrap_or_default();
            let mut cells = vec![format!("{:.0}", of(&columns[0]).0)];
            cells.extend(columns.iter().map(|column| format!("{:.1}", of(column).1)));
            cells
        })
        .collect();
    let head = ["fields and transitions", "wall, ms", "lower", "smt", "solver", "obligations"];
    let series = table(&head, &rows);
    let Some(line) = results.machine_line() else { return series };
    let expansion = results.expansion.map_or("not measured".to_owned(), |time| format!("{time:.1} ms"));
    format!(
        "Machines with tokens and as many fields as transitions. Each transition touches two fields, and each field has an \
         invariant. The last column is the sum of the three before it: the time for all obligations.\n\n\
         {series}\n\
         Least squares: {:.1} ms + {:.2} ms a transition with its fields (r² = {:.4}). Expansion of a machine with 30 fields \
         and 60 transitions: {expansion}.\n",
        line.intercept, line.slope, line.r_squared,
    )
}

/// The section about queries: how many there are, and whether a second run wrote the same bytes.
fn queries(results: &Results) -> String {
    let Some(queries) = &results.queries else { return String::new() };
    let same = if queries.count == 0 {
        "There are none, so nothing was compared.".to_owned()
    } else if queries.different.is_empty() {
        "A second run wrote the same bytes.".to_owned()
    } else {
        format!("**A second run wrote different bytes** in {}.", queries.different.join(", "))
    };
    format!(
        "The linked list: {} queries, {} bytes in all, {} bytes the largest. {same}\n",
        queries.count, queries.bytes, queries.largest
    )
}
