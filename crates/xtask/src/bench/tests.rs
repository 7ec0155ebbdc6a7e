//! The parts of the task that decide what a number means.

use std::path::PathBuf;

use super::build::executable;
use super::machine::{Machine, processor};
use super::measure::{Measured, Run, Times, judge};
use super::queries::{Log, Queries, compare};
use super::results::{Goal, Results};
use super::stats::{Line, Spread};
use super::subjects::{Role, Subject, examples};
use super::{
    Options, appends, calls, goals, history, machines, page, plot, project, provers, pushes, references, stability,
    subjects,
};

fn subject(name: &str, status: i32, role: Role) -> Subject {
    Subject { name: name.into(), status, verified: u64::from(status == 0), role, ..Subject::default() }
}

fn measured(name: &str, role: Role, walls: &[f64]) -> Measured {
    let mut one = Measured::new(subject(name, 0, role));
    for (round, wall) in walls.iter().enumerate() {
        let times = Times { front_end: 1.0, lower: 2.0, smt: 3.0, solver: wall / 2.0 };
        one.add(round, Ok(Run { wall: *wall, memory: 1 << 20, times }));
    }
    one
}

/// Machines whose solver takes the given time for a size, in milliseconds.
fn machine_series(solver: fn(f64) -> f64) -> Vec<Measured> {
    let one = |count: usize| {
        let wall = 2.0 * solver(count as f64);
        measured(&machines::subject(count), Role::Machine(count), &[900.0, wall])
    };
    machines::COUNTS.map(one).into()
}

/// A series that takes 100 ms and 2 ms a round, a list of 200 ms, its bug of 250 ms; the warm-up takes much longer.
fn results() -> Results {
    let mut all = vec![
        measured("linked_list", Role::Single, &[900.0, 210.0, 200.0, 190.0]),
        measured("linked_list_bug", Role::BugOf("linked_list".into()), &[900.0, 250.0]),
    ];
    for count in pushes::COUNTS {
        let wall = 100.0 + 2.0 * count as f64;
        all.push(measured(&format!("pushes_{count}"), Role::Pushes(count), &[900.0, wall]));
    }
    for count in calls::COUNTS {
        all.push(measured(&format!("calls_{count}"), Role::Single, &[900.0, 300.0]));
    }
    for series in references::ALL {
        all.extend(series.counts.map(|count| measured(&series.subject(count), Role::Single, &[900.0, 300.0])));
    }
    all.extend(machine_series(|count| count));
    let queries = Queries { count: 3, bytes: 9000, largest: 4000, different: Vec::new() };
    Results { runs: 1, machine: Machine::default(), measured: all, queries: Some(queries), expansion: Some(12.0) }
}

#[test]
fn machines_must_take_time_that_grows_as_they_do() {
    let goals = |solver: fn(f64) -> f64, expansion: f64| {
        let expansion = Some(expansion);
        let all = Results { measured: machine_series(solver), expansion, ..results() };
        let is_about = |goal: &&Goal| goal.what.contains("machine");
        all.goals().iter().filter(is_about).map(Goal::is_met).collect::<Vec<_>>()
    };
    assert_eq!(goals(|count| 9.0 * count, 49.0), [true; 4]);
    assert_eq!(goals(|count| 9.0 * count * count, 51.0), [false; 4]);
    let line = results().machine_line().unwrap();
    assert!((line.slope - 1.0).abs() < 1e-9 && (line.intercept - 5.0).abs() < 1e-9);
}

#[test]
fn options_are_read() {
    let all = Options { runs: 10, only: None };
    assert_eq!(Options::parse(&[]), Ok(all));
    let some = Options { runs: 3, only: Some("list".into()) };
    assert_eq!(Options::parse(&["--only", "list", "--runs", "3"]), Ok(some));
    for wrong in [&["--runs"][..], &["--runs", "0"], &["--runs", "many"], &["--fast", "1"], &["list"]] {
        assert!(Options::parse(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn the_executable_is_the_one_that_cargo_built() {
    let messages = concat!(
        "{\"target\":{\"name\":\"certus_vir\"},\"executable\":null}\n",
        "{\"target\":{\"name\":\"other\"},\"executable\":\"/x/other\"}\n",
        "{\"target\":{\"name\":\"certus\"},\"executable\":\"/x/certus\"}\n",
        "{\"reason\":\"build-finished\",\"success\":true}\n",
    );
    assert_eq!(executable(messages, "certus"), Some(PathBuf::from("/x/certus")));
    assert_eq!(executable("no json\n", "certus"), None);
}

#[test]
fn the_processor_has_a_name() {
    assert_eq!(processor("processor\t: 0\nmodel name\t: A: Chip\nmodel name\t: B\n"), Some("A: Chip"));
    assert_eq!(processor(""), None);
}

#[test]
fn a_spread_has_its_median_between() {
    assert_eq!(Spread::of([3.0, 1.0, 2.0]), Spread { min: 1.0, median: 2.0, max: 3.0 });
    assert_eq!(Spread::of([4.0, 1.0, 2.0, 3.0]), Spread { min: 1.0, median: 2.5, max: 4.0 });
    assert_eq!(Spread::of([7.0]), Spread { min: 7.0, median: 7.0, max: 7.0 });
}

#[test]
fn a_line_is_fitted() {
    let line = Line::fit(&[(1.0, 5.0), (2.0, 7.0), (4.0, 11.0)]).unwrap();
    assert!((line.slope - 2.0).abs() < 1e-9 && (line.intercept - 3.0).abs() < 1e-9 && line.r_squared > 0.999_999);
    let bent = Line::fit(&[(0.0, 0.0), (1.0, 0.0), (2.0, 3.0)]).unwrap();
    assert!((bent.slope - 1.5).abs() < 1e-9 && (bent.r_squared - 0.75).abs() < 1e-9);
    assert_eq!(Line::fit(&[(1.0, 1.0), (1.0, 2.0)]), None);
    assert_eq!(Line::fit(&[]), None);
}

#[test]
fn only_runs_that_ended_as_they_must_are_measured() {
    let summary = |verified: u32| {
        format!(
            r#"{{"$message_type":"summary","verified":{verified},"times_ms":{{"front_end":1.0,"lower":2.0,"smt":3.0,"solver":4.5,"total":9.0}}}}"#
        )
    };
    let error = |code: &str| format!(r#"{{"level":"error","message":"m","code":{{"code":"{code}"}},"rendered":"r"}}"#);
    let proof = subject("a", 0, Role::Single);
    let bug = subject("a_bug", 1, Role::BugOf("a".into()));
    let times = Times { front_end: 1.0, lower: 2.0, smt: 3.0, solver: 4.5 };
    assert_eq!(judge(&proof, Some(0), &summary(1)), Ok(times));
    assert_eq!(judge(&bug, Some(1), &format!("{}\n{}\n", error("verify/assert"), summary(0))), Ok(times));
    for (subject, status, output) in [
        (&proof, Some(1), summary(1)),
        (&proof, None, summary(1)),
        (&proof, Some(0), summary(0)),
        (&proof, Some(0), String::new()),
        (&proof, Some(0), r#"{"$message_type":"summary","verified":1}"#.to_owned()),
        (&bug, Some(0), summary(0)),
        (&bug, Some(1), format!("{}\n{}\n", error("unsupported/x"), summary(0))),
    ] {
        assert!(judge(subject, status, &output).is_err(), "{status:?} {output}");
    }
    let reason = judge(&proof, Some(1), &error("verify/assert")).unwrap_err();
    assert_eq!(reason, "exit status 1 instead of 0\nr");
}

#[test]
fn the_warm_up_does_not_count_but_a_bad_run_does() {
    let mut one = measured("a", Role::Single, &[900.0, 1.0, 3.0]);
    assert_eq!(one.wall(), Some(Spread { min: 1.0, median: 2.0, max: 3.0 }));
    one.add(3, Err("exit status 3".into()));
    one.add(4, Ok(Run { wall: 1.0, memory: 0, times: Times::default() }));
    assert_eq!((one.wall(), one.runs), (None, Err("exit status 3".to_owned())));
}

/// A stand-in for the command: a process is started, timed and read.
#[cfg(unix)]
#[test]
fn a_process_is_measured() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = tempfile::tempdir().unwrap();
    let binary = scratch.path().join("certus");
    let script = "#!/bin/sh\nsleep 0.05\necho '{\"$message_type\":\"summary\",\"verified\":1,\
                  \"times_ms\":{\"front_end\":1,\"lower\":2,\"smt\":3,\"solver\":4}}'\necho \"$@\" >&2\n";
    std::fs::write(&binary, script).unwrap();
    std::fs::set_permissions(&binary, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut proof = subject("a", 0, Role::Single);
    proof.arguments = vec!["--module".into(), "user".into()];
    let run = super::measure::run(&binary, &proof, scratch.path()).unwrap().unwrap();
    assert!(run.wall >= 50.0 && run.times.solver == 4.0, "{run:?}");
    assert!(!cfg!(target_os = "linux") || run.memory > 100_000, "{run:?}");
    proof.verified = 2;
    let reason = super::measure::run(&binary, &proof, scratch.path()).unwrap().unwrap_err();
    assert!(reason.contains("1 functions proved") && reason.contains("--no-cache --module user"), "{reason}");
}

#[test]
fn examples_stand_beside_their_bugs() {
    let files = ["x/sort_bug.rs", "x/linked_list.rs", "x/sort.rs", "x/linked_list_bug.rs", "x/loop.rs"];
    let all = examples(&files.map(PathBuf::from));
    let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["linked_list", "sort", "linked_list_bug", "sort_bug"]);
    assert_eq!((all[3].status, &all[3].role), (1, &Role::BugOf("sort".into())));
    assert_eq!((all[3].file.as_path(), all[1].file.as_path()), ("x/sort_bug.rs".as_ref(), "x/sort.rs".as_ref()));
    assert_eq!(examples(&[])[0].name, subjects::LINKED_LIST);
}

#[test]
fn the_series_pushes_in_turn() {
    let program = pushes::program(3);
    assert_eq!(program.matches(".push(").count(), 12);
    assert!(program.contains("    l4.push(4);\n    l1.push(5);\n"), "{program}");
    for fact in ["l1@.len() == 3", "l1@[0] == 9", "l1@[2] == 1", "l4@[0] == 12", "l4@[2] == 4"] {
        assert!(program.contains(&format!("    assert({fact});\n")), "{fact}\n{program}");
    }
}

#[test]
fn every_difference_between_two_logs_is_named() {
    let log = |files: &[(&str, &str)]| -> Log {
        files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
    };
    let first = log(&[("000-f.smt2", "abc"), ("001-g.smt2", "de"), ("program.vir", "v")]);
    let same = Queries { count: 2, bytes: 5, largest: 3, different: Vec::new() };
    assert_eq!(compare(&first, &first), same);
    let second = log(&[("000-f.smt2", "abx"), ("002-g.smt2", "de"), ("program.vir", "w")]);
    assert_eq!(compare(&first, &second).different, ["000-f.smt2", "001-g.smt2", "program.vir", "002-g.smt2"]);
}

#[test]
fn goals_are_compared_with_what_was_measured() {
    let results = results();
    let goals: Vec<_> =
        results.goals().into_iter().map(|goal| (goal.measured.map(f64::round), goal.is_met())).collect();
    let expected = [
        (None, false),
        (None, false),
        (Some(200.0), true),
        (Some(2.0), false),
        (Some(9000.0), true),
        (None, false),
        (None, false),
        (None, false),
        (None, false),
        (Some(1.0), true),
        // The three series of references.
        (Some(1.0), true),
        (Some(1.0), true),
        (Some(1.0), true),
        // State machines: three steps of growth, and the expansion.
        (Some(2.0), true),
        (Some(2.0), true),
        (Some(2.0), true),
        (Some(12.0), true),
        // The time to the error.
        (Some(1.0), true),
    ];
    assert_eq!(goals, expected);
    let text = page::page(&results);
    for part in
        ["| `linked_list` | 200.0 | 190.0–210.0 |", "| 64 | 256 | 228.0 | 114.0 |", "2.000 ms a round", "| 1.25 |"]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn what_was_not_measured_has_no_number() {
    let mut results = results();
    results.measured[3].add(2, Err("exit status 1 instead of 0\nmore".into()));
    assert!(!results.is_complete());
    assert_eq!(results.line(), None);
    assert!(page::page(&results).contains("| `pushes_2` | not measured: exit status 1 instead of 0 |"));
    let line: serde_json::Value = serde_json::from_str(&history::line(&results)).unwrap();
    assert!(line["programs"]["pushes_2"].is_null() && line["pushes_line"].is_null());
    assert_eq!(line["programs"]["linked_list"]["wall"]["median"], 200.0);
}

#[test]
fn plots_are_drawn_even_of_little() {
    let folder = tempfile::tempdir().unwrap();
    let mut results = results();
    for name in ["all.svg", "none.svg"] {
        for draw in [plot::stages, plot::pushes, plot::errors] {
            let file = folder.path().join(name);
            draw(&file, &results).unwrap();
            let text = std::fs::read_to_string(&file).unwrap();
            assert!(text.contains("</svg>") && (name == "none.svg" || text.contains("<rect")));
        }
        results.measured.clear();
    }
}

#[test]
fn an_edit_of_a_project_is_a_new_one_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let subjects = project::subjects(folder.path()).unwrap();
    let find = |name: &str| subjects.iter().find(|subject| subject.name == name).unwrap();
    let (edited, respecified) = (find("project_1k_edited"), find("project_1k_respecified"));
    let project::Before::Edited(body) = &edited.before else { panic!("{edited:?}") };
    let project::Before::Respecified(definition) = &respecified.before else { panic!("{respecified:?}") };
    let texts = |file: &std::path::Path, edit: &dyn Fn()| -> Vec<String> {
        let text = |round| {
            if round > 0 {
                edit();
            }
            std::fs::read_to_string(file).unwrap()
        };
        (0..3).map(text).collect()
    };
    let bodies = texts(body, &|| project::edit(body, true).unwrap());
    let definitions = texts(definition, &|| project::respecify(definition).unwrap());
    for texts in [&bodies, &definitions] {
        assert!(texts[0] != texts[1] && texts[1] != texts[2], "{texts:?}");
    }
    assert_eq!(bodies.iter().map(|text| text.lines().count()).collect::<Vec<_>>(), [235, 236, 236]);
    assert!(edited.file.is_file() && edited.verified == 48 && respecified.verified == 48);
}

#[test]
fn goals_of_provers_are_judged_by_their_function() {
    let goal = goals::GOALS.iter().find(|goal| goal.function == "goal").unwrap();
    let line = |status: &str, name: &str| {
        let function = serde_json::json!({ "name": name, "status": status, "time_ms": 4.0, "resource": 70 });
        serde_json::json!({ "functions": [function], "times_ms": { "smt": 0.5 } }).to_string()
    };
    let judged = provers::judge(goal, &format!("{{}}\n{}", line("verified", "file::goal")));
    assert_eq!(judged, Ok(("verified".to_owned(), 4.5, 70)));
    assert!(provers::judge(goal, &line("verified", "file::no_goal")).is_err());
    assert!(provers::judge(goal, "").is_err());
}

/// The main solver is given a goal by leaving the prover's name out, so it has to be there.
#[test]
fn goals_name_their_prover_as_it_is_written() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for goal in goals::GOALS {
        let text = goal.text(&root).unwrap();
        assert!(text.contains(&goal.mark()), "{}", goal.name);
        let name = goal.function.rsplit("::").next().unwrap_or_default();
        assert!(text.contains(&format!("proof fn {name}(")), "{}", goal.name);
    }
}

#[test]
fn history_is_followed_and_drawn() {
    let line = |ms: f64| format!("{{\"programs\":{{\"trivial\":{{\"wall\":{{\"median\":{ms}}}}},\"empty\":null}}}}");
    let lines = format!("{}\nno json\n{}\n", line(200.0), line(180.5));
    let followed = history::medians(&lines);
    assert_eq!(followed, [history::Followed { name: "trivial", points: vec![(1.0, 200.0), (2.0, 180.5)] }]);
    let folder = tempfile::tempdir().unwrap();
    for (name, followed) in [("some.svg", &followed[..]), ("none.svg", &[])] {
        let file = folder.path().join(name);
        plot::history(&file, followed).unwrap();
        assert!(std::fs::read_to_string(&file).unwrap().contains("</svg>"));
    }
}

/// What `certus stability` prints of a program with a proof that varies and one that is unstable.
const VARIANTS: &str = r#"{"$message_type":"diagnostic","level":"warning","message":"not supported"}
{"$message_type":"stability","deviation":0.5,"failing":[],"function":"a::dear","is_proved":true,"is_stable":true,"proved":60,"time_ms":{"max":9.0,"median":4.0,"min":3.0},"units":{"max":90000.0,"median":30000.0,"min":20000.0},"variants":60,"varies":true}
{"$message_type":"stability","deviation":0.25,"failing":[],"function":"a::cheap","is_proved":true,"is_stable":false,"proved":59,"time_ms":{"max":9.0,"median":4.0,"min":3.0},"units":{"max":900.0,"median":300.0,"min":200.0},"variants":60,"varies":true}
{"$message_type":"stability-summary","functions":3,"not_proved":0,"schema":1,"unstable":1,"variants":60,"vary":2,"without_solver":1}
"#;

#[test]
fn the_stability_of_programs_is_read_and_summed() {
    let one = stability::read("a".into(), VARIANTS).expect("it can be read");
    let mut other = one.clone();
    other.name = "b".into();
    other.proofs.clear();
    let text = stability::tables(&[one, other]);
    assert!(text.contains("| `a` | 3 | 1 | 2 | 50% | 1 |\n| `b` | 3 | 1 | 2 | 0% | 1 |"), "{text}");
    assert!(text.contains("\n2 of 6 functions are unstable (the goal is at most 0.5%), 4 vary."), "{text}");
    // What is unstable comes first, however cheap it is.
    let end = "| `a::cheap` | 300 | 200 | 900 | 25%, unstable |\n| `a::dear` | 30000 | 20000 | 90000 | 50% |\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn a_program_that_is_not_proved_is_not_measured() {
    let failed = VARIANTS.replace("\"not_proved\":0", "\"not_proved\":1");
    let without_summary = VARIANTS.lines().next().unwrap_or_default();
    let with_error = VARIANTS.replace("\"warning\"", "\"error\"");
    for printed in [&failed, &with_error, without_summary, "", "error: no solver"] {
        assert!(stability::read("a".into(), printed).is_err(), "{printed}");
    }
}

#[test]
fn medians_have_intervals() {
    let of = |n: u32| appends::Median::of((1..=n).map(f64::from).collect()).expect("there are values");
    // Of ten values, 98% of the time the true median is between the second and the ninth.
    assert_eq!(of(10), appends::Median { low: 2.0, median: 5.5, high: 9.0 });
    assert_eq!(of(5), appends::Median { low: 1.0, median: 3.0, high: 5.0 });
    assert_eq!(of(1), appends::Median { low: 1.0, median: 1.0, high: 1.0 });
    assert_eq!(appends::Median::of(Vec::new()), None);
}

#[test]
fn appends_are_read_in_pairs() {
    let printed = "capacity plog 9 pmemlog 8\nplog 128 50\npmemlog 128 100\npmemlog 128 10\nplog 128 20\n";
    let points = appends::read(printed).expect("it can be read");
    let medians = points.iter().map(|one| (one.size, one.ours.median, one.theirs.median, one.ratio.median));
    assert_eq!(medians.collect::<Vec<_>>(), [(128, 35.0, 55.0, 1.25)]);
    let row = "| 128 | 35 (20 to 50) | 55 (10 to 100) | 1.25 (0.50 to 2.00) |\n";
    assert!(appends::table(&appends::Measured { way: "x", points }).ends_with(row));
    for wrong in ["plog 128 50\n", "plog 128\n", "other 128 50\n", "plog x 50\n"] {
        assert!(appends::read(wrong).is_err(), "{wrong}");
    }
}
