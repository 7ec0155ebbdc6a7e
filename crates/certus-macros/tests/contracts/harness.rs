//! Runs the functions of compiled programs on random inputs, and asks their contracts.

use super::cases::{Case, module};
use super::draw::Source;
use super::eval::Machine;
use super::probes::instrumented;
use super::program::Program;
use super::types::{Scope, Ty};
use super::values::{Value, decode};
use crate::common::{Libraries, folder, text_of};
use num_bigint::BigInt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The inputs of a function, and how many candidates are drawn for them.
const INPUTS: usize = 200;
const CANDIDATES: usize = 2000;
/// The failures of a function that are reported.
const FAILURES: usize = 3;
/// The time for all calls of a function.
const LIMIT: Duration = Duration::from_millis(300);

/// What was checked.
#[derive(Default, Debug)]
pub struct Report {
    /// Functions that were called at least once, and calls.
    pub functions: usize,
    pub calls: usize,
    /// Clauses that were certain for at least one call, and those that never were.
    pub clauses: usize,
    pub open: usize,
    /// Answers of clauses.
    pub answers: usize,
    /// Assertions that were certain at least once, and those that were reached but never certain.
    pub asserts: usize,
    pub open_asserts: usize,
    /// Assertions that are not recorded, for rustc does not allow the variables to be read there.
    pub unreadable: usize,
    /// Functions that were not called, by reason.
    pub skipped: BTreeMap<String, usize>,
    /// What kept clauses open.
    pub causes: BTreeMap<String, usize>,
    /// Functions of which a call took too long or needed too much memory.
    pub cut: Vec<String>,
    pub failures: Vec<String>,
}

/// A program, the functions to call, the lines whose assertions are not recorded, and what is known of the others.
struct Member {
    program: Program,
    cases: Vec<Case>,
    without: BTreeSet<usize>,
    asked: RefCell<BTreeMap<usize, bool>>,
}

/// Programs in one crate.
pub struct Crate {
    dir: PathBuf,
    programs: Vec<Member>,
    pub report: Report,
}

impl Crate {
    /// Reads and compiles programs, each given by its place and text. Exempt functions are given by the beginning of the
    /// place, the name, and the reason.
    pub fn build(name: &str, programs: &[(String, String)], exempt: &[(&str, &str, &str)]) -> Crate {
        let mut built = Crate { dir: folder(name), programs: Vec::new(), report: Report::default() };
        for (place, text) in programs {
            let Some(program) = Program::read(place, text) else {
                *built.report.skipped.entry("stands in a program that is not read".into()).or_default() += 1;
                continue;
            };
            let mut cases = Vec::new();
            for function in &program.runs {
                let is_exempt =
                    |(chapter, name, _): &(&str, &str, &str)| place.starts_with(chapter) && function.sig.ident == name;
                if exempt.iter().any(is_exempt) {
                    *built.report.skipped.entry("is exempt".into()).or_default() += 1;
                    continue;
                }
                match Case::of(&program, function) {
                    Ok(case) => cases.push(case),
                    Err(why) => *built.report.skipped.entry(why.into()).or_default() += 1,
                }
            }
            built.programs.push(Member { program, cases, without: BTreeSet::new(), asked: RefCell::default() });
        }
        built.compile(&Libraries::build());
        built
    }

    /// Compiles the programs. A program that the calls do not fit into is compiled without them.
    fn compile(&mut self, libraries: &Libraries) {
        let dir = self.dir.to_string_lossy().into_owned();
        self.write();
        let input = self.dir.join("src/main.rs");
        let common = ["--cap-lints=allow", "--crate-name=contracts", "--out-dir", &dir];
        let options = ["-Cdebug-assertions=on", "-Coverflow-checks=on", "-Ccodegen-units=16"];
        // Errors about types hide those about borrows.
        let mut last = String::new();
        for _ in 0..4 {
            let output = libraries.rustc(&input, &[&common[..], &options].concat());
            if output.status.success() {
                return;
            }
            let said = text_of(&output);
            self.programs.iter_mut().enumerate().for_each(|(i, member)| member.retreat(i, &said, &mut self.report));
            self.write();
            last = said;
        }
        panic!("the programs do not compile, not even without calls:\n{last}");
    }

    fn write(&self) {
        let put = |file: &str, text: &str| fs::write(self.dir.join("src").join(file), text).expect("a file is written");
        put("wire.rs", include_str!("wire.rs"));
        let mut root = String::from("#[macro_use]\nmod wire;\n");
        let mut arms = String::new();
        for (i, Member { program, cases, without, .. }) in self.programs.iter().enumerate() {
            let text = if cases.is_empty() { program.text.clone() } else { instrumented(program, without) };
            let text = text.replace("crate::", &format!("crate::p{i}::"));
            let calls = if cases.is_empty() { String::new() } else { module(program, cases) };
            put(&format!("p{i}.rs"), &format!("// {}\n{text}{calls}", program.place));
            let _ = writeln!(root, "mod p{i};"); // Writing to a string does not fail.
            if !cases.is_empty() {
                let _ = writeln!(arms, "{i} => wire::serve(|i, o| p{i}::certus_contracts::call(n, i, o)),");
            }
        }
        let _ = writeln!(
            root,
            "fn main() {{\nlet mut args = std::env::args().skip(1).map(|arg| arg.parse::<usize>().expect(\"a number\"));\n\
             let (p, n) = (args.next().expect(\"a program\"), args.next().expect(\"a function\"));\n\
             match p {{\n{arms}_ => {{}}\n}}\n}}"
        );
        put("main.rs", &root);
    }

    /// Calls every function, and returns what was found.
    pub fn run(mut self) -> Report {
        let mut report = std::mem::take(&mut self.report);
        for (p, Member { program, cases, asked, .. }) in self.programs.iter().enumerate() {
            for (n, case) in cases.iter().enumerate() {
                let seed = seed(&program.place, &case.name());
                Run { dir: &self.dir, program, case, report: &mut report, asked, failures: 0 }.all(p, n, seed);
            }
            let known = asked.borrow().values().filter(|known| **known).count();
            report.asserts += known;
            report.open_asserts += asked.borrow().len() - known;
        }
        report
    }
}

impl Member {
    /// Leaves out what rustc complains about in program `i`: the assertions of a line, or else all calls.
    fn retreat(&mut self, i: usize, said: &str, report: &mut Report) {
        let own = self.program.text.lines().count() + 1;
        let place = format!("p{i}.rs:");
        // An error inside of a macro has a second place, that of the call.
        let line = |error: &str| -> Option<usize> {
            let is_place = |line: &&str| line.contains(".rs:") && !line.contains("wire.rs:");
            let line = error.lines().skip(1).filter(|l| l.contains("--> ") || l.contains("::: ")).find(is_place)?;
            line.split(['/', '\\']).next_back()?.strip_prefix(&place)?.split(':').next()?.parse().ok()
        };
        let errors = said.split("\nerror").filter_map(line);
        let mut fits = true;
        for line in errors {
            // The place stands above the text of the program.
            if line <= own && self.without.insert(line - 1) {
                report.unreadable += 1;
            } else {
                fits &= line <= own;
            }
        }
        if !fits && !self.cases.is_empty() {
            let why = "stands in a program that the calls do not fit into";
            *report.skipped.entry(why.into()).or_default() += self.cases.len();
            println!("{}: no calls\n{}", self.program.place, excerpt(said, i));
            self.cases.clear();
        }
    }
}

/// The part of rustc's answer about one program.
fn excerpt(said: &str, i: usize) -> String {
    let errors: Vec<&str> = said.split("\nerror").filter(|e| e.contains(&format!("p{i}.rs:"))).collect();
    errors.first().map(|e| e.lines().take(8).collect::<Vec<_>>().join("\n")).unwrap_or_default()
}

/// A seed that depends on the function alone, so that changes of other programs do not change its inputs.
fn seed(place: &str, name: &str) -> u64 {
    let file = place.split(':').next().unwrap_or_default().rsplit('/').next().unwrap_or_default();
    format!("{file} {name}")
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}

/// One call: the arguments, the values for the references in the result, and the words of both.
struct Call {
    args: Vec<Value>,
    later: Vec<Value>,
    words: String,
}

struct Run<'a> {
    dir: &'a Path,
    program: &'a Program,
    case: &'a Case,
    report: &'a mut Report,
    /// The assertions that were reached, and whether they were certain.
    asked: &'a RefCell<BTreeMap<usize, bool>>,
    failures: usize,
}

impl Run<'_> {
    fn all(&mut self, p: usize, n: usize, seed: u64) {
        let calls = self.draw(seed);
        if calls.is_empty() {
            *self.report.skipped.entry("no input met its precondition".into()).or_default() += 1;
            return;
        }
        let (answers, ended) = self.execute(p, n, &calls);
        self.report.functions += 1;
        let mut certain = vec![false; self.case.ensures.len()];
        let mut causes = BTreeMap::new();
        for (call, answer) in calls.iter().zip(&answers) {
            self.report.calls += 1;
            self.judge(call, answer, &mut certain, &mut causes);
        }
        let known = certain.iter().filter(|c| **c).count();
        self.report.clauses += known;
        self.report.open += certain.len() - known;
        causes.retain(|i: &usize, _| !certain[*i]);
        causes.into_values().for_each(|why| *self.report.causes.entry(why).or_default() += 1);
        match ended {
            Ended::Normally => {}
            Ended::Limit => self.report.cut.push(format!("{}: {}", self.program.place, self.case.name())),
            Ended::Badly(how) => self.fail(calls.get(answers.len()), &format!("the program ended: {how}")),
        }
    }

    /// Reports a failure, unless enough of the function are reported.
    fn fail(&mut self, call: Option<&Call>, what: &str) {
        if self.failures == FAILURES {
            return;
        }
        self.failures += 1;
        let names = self.case.params.iter().map(|param| &param.name);
        let args: Vec<String> = call
            .iter()
            .flat_map(|call| names.clone().zip(&call.args))
            .map(|(name, value)| format!("{name} = {value:?}"))
            .collect();
        let text = format!("{}: {}({}): {what}", self.program.place, self.case.name(), args.join(", "));
        self.report.failures.push(text);
    }

    /// Inputs that meet the precondition, smaller ones first.
    fn draw(&self, seed: u64) -> Vec<Call> {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let mut source = Source { program: self.program, rng, numbers: self.numbers(), size: 0 };
        let (mut calls, mut seen) = (Vec::new(), HashSet::new());
        let drawn = self.case.params.iter().any(|param| param.ty != Ty::Tuple(Vec::new()));
        for i in 0..if drawn { CANDIDATES } else { 1 } {
            source.size = u32::from(i % 2 == 1);
            let args: Option<Vec<Value>> = self.case.params.iter().map(|p| source.value(&p.ty, 0)).collect();
            let Some(args) = args else { continue };
            let mut words = String::new();
            let encoded = self
                .case
                .params
                .iter()
                .zip(&args)
                .try_for_each(|(param, value)| self.program.encode(&param.ty, value, &mut words));
            if encoded.is_none() || !seen.insert(format!("{args:?}")) || !self.allowed(&args) {
                continue;
            }
            let mut later = Vec::new();
            self.places(&self.case.result_ty, &mut source, &mut later, &mut words);
            calls.push(Call { args, later, words });
            if calls.len() == INPUTS || i == CANDIDATES / 4 && calls.is_empty() {
                break;
            }
        }
        // Long runs come last: then only they are cut.
        calls.sort_by_key(|call| call.words.len());
        calls
    }

    /// Values for the references in the result, in the order of its type.
    fn places(&self, ty: &Ty, source: &mut Source, later: &mut Vec<Value>, words: &mut String) {
        match ty {
            Ty::Mut(inner) => {
                if let Some(value) = source.value(inner, 0)
                    && self.program.encode(inner, &value, words).is_some()
                {
                    later.push(value);
                }
            }
            Ty::Tuple(parts) => parts.iter().for_each(|part| self.places(part, source, later, words)),
            Ty::Data(name, args) if name == "Option" => self.places(&args[0], source, later, words),
            _ => {}
        }
    }

    /// The numbers that the function mentions.
    fn numbers(&self) -> Vec<BigInt> {
        fn collect(tokens: proc_macro2::TokenStream, found: &mut Vec<BigInt>) {
            for token in tokens {
                match token {
                    proc_macro2::TokenTree::Group(group) => collect(group.stream(), found),
                    proc_macro2::TokenTree::Literal(lit) => {
                        if let Ok(verus_syn::Lit::Int(int)) = verus_syn::parse_str(&lit.to_string()) {
                            found.extend(int.base10_digits().parse::<BigInt>().ok());
                        }
                    }
                    _ => {}
                }
            }
        }
        let mut found = Vec::new();
        collect(quote::ToTokens::to_token_stream(&self.case.function.sig), &mut found);
        collect(quote::ToTokens::to_token_stream(&self.case.function.body), &mut found);
        found
    }

    fn allowed(&self, args: &[Value]) -> bool {
        let env = self.case.params.iter().zip(args).map(|(param, value)| (param.name.clone(), value.clone())).collect();
        let mut machine = Machine::new(self.program, self.case.scope.clone(), env);
        self.case.requires.iter().all(|clause| machine.holds(clause).unwrap_or(false))
    }

    /// The answers of the compiled program, as far as it came, and how it ended.
    fn execute(&self, p: usize, n: usize, calls: &[Call]) -> (Vec<String>, Ended) {
        let path = |name: &str| self.dir.join(name);
        let lines: String = calls.iter().map(|call| format!("{}\n", call.words)).collect();
        fs::write(path("input"), lines).expect("the inputs are written");
        let file = |name: &str| File::create(path(name)).expect("the output has a file");
        let mut command = Command::new(path("contracts"));
        command.args([p.to_string(), n.to_string()]).stdin(File::open(path("input")).expect("the inputs are there"));
        let mut child = command.stdout(file("output")).stderr(file("errors")).spawn().expect("the program starts");
        let start = Instant::now();
        // A busy machine may take its time to start the program.
        let started = || fs::metadata(path("output")).is_ok_and(|file| file.len() > 0);
        let status = loop {
            match child.try_wait().expect("the program can be waited for") {
                Some(status) => break Some(status),
                None if start.elapsed() > if started() { LIMIT } else { 10 * LIMIT } => break None,
                None => std::thread::sleep(Duration::from_micros(300)),
            }
        };
        if status.is_none() {
            let _ = child.kill(); // It may have ended meanwhile.
            let _ = child.wait();
        }
        let text = |name: &str| String::from_utf8_lossy(&fs::read(path(name)).unwrap_or_default()).into_owned();
        let output = text("output");
        let answers = output.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(String::from);
        let answers = answers.filter(|line| ["@ ", "! ", "~ "].iter().any(|mark| line.starts_with(mark))).collect();
        let errors = text("errors");
        let ended = match status {
            None => Ended::Limit,
            Some(status) if status.success() => Ended::Normally,
            Some(status) if status.code() == Some(77) || errors.contains("overflowed its stack") => Ended::Limit,
            Some(status) => Ended::Badly(format!("{status} {errors}")),
        };
        (answers, ended)
    }

    /// Asks all clauses about one call.
    fn judge(&mut self, call: &Call, answer: &str, certain: &mut [bool], causes: &mut BTreeMap<usize, String>) {
        let rest = answer[2..].trim();
        if answer.starts_with('~') {
            return;
        }
        if answer.starts_with('!') {
            // A contract says nothing of memory.
            if !rest.contains("capacity overflow") {
                self.fail(Some(call), &format!("panics: {rest}"));
            }
            return;
        }
        let mut words = rest.split(' ').filter(|word| !word.is_empty());
        let Some(env) = self.after(call, &mut words) else {
            return self.fail(Some(call), &format!("the answer cannot be read: {rest}"));
        };
        let mut machine = Machine::new(self.program, self.case.scope.clone(), env.clone());
        let mut wrong = Vec::new();
        for (i, clause) in self.case.ensures.iter().enumerate() {
            match machine.holds(clause) {
                Ok(holds) => {
                    certain[i] = true;
                    self.report.answers += 1;
                    if !holds {
                        wrong.push(quote::ToTokens::to_token_stream(clause).to_string());
                    }
                }
                Err(why) => drop(causes.entry(i).or_insert(why.0)),
            }
        }
        for clause in wrong {
            self.fail(Some(call), &format!("not `{clause}`, with {}", listed(&env)));
        }
        while words.next() == Some("|") {
            if self.assertion(call, &mut words).is_none() {
                return self.fail(Some(call), &format!("the answer cannot be read: {rest}"));
            }
        }
    }

    /// Asks one assertion that the call reached.
    fn assertion<'w>(&mut self, call: &Call, words: &mut impl Iterator<Item = &'w str>) -> Option<()> {
        let id: usize = words.next()?.parse().ok()?;
        let n: usize = words.next()?.parse().ok()?;
        let env: Vec<_> = (0..n).map(|_| Some((words.next()?.to_string(), decode(words)?))).collect::<Option<_>>()?;
        let probe = self.program.probes.get(id)?;
        // In another function, the names of types may mean something else.
        let own = self.case.function.sig.ident == probe.function;
        let scope = if own { self.case.scope.clone() } else { Scope::new() };
        let mut machine = Machine::new(self.program, scope, env.clone());
        machine.at_call = false;
        let holds = machine.holds(&probe.formula);
        *self.asked.borrow_mut().entry(id).or_default() |= holds.is_ok();
        match holds {
            Ok(true) => self.report.answers += 1,
            Ok(false) => {
                let text = quote::ToTokens::to_token_stream(&probe.formula);
                let what = format!("not `assert({text})` in `{}`, with {}", probe.function, listed(&env));
                self.fail(Some(call), &what);
            }
            Err(why) => *self.report.causes.entry(format!("(assertion) {}", why.0)).or_default() += 1,
        }
        Some(())
    }

    /// The variables of the postcondition.
    fn after<'w>(&self, call: &Call, words: &mut impl Iterator<Item = &'w str>) -> Option<Vec<(String, Value)>> {
        let mut env = Vec::new();
        let mut value = decode(words)?;
        settle(&self.case.result_ty, &mut value, &mut call.later.iter());
        env.extend(self.case.result.clone().map(|name| (name, value)));
        for (param, value) in self.case.params.iter().zip(&call.args) {
            let value = match (&param.ty, value) {
                (Ty::Mut(_), Value::Mut(before, _)) => Value::Mut(before.clone(), Box::new(decode(words)?)),
                (_, value) => value.clone(),
            };
            env.push((param.name.clone(), value));
        }
        Some(env)
    }
}

/// How a compiled program ended.
enum Ended {
    Normally,
    Limit,
    Badly(String),
}

fn listed(env: &[(String, Value)]) -> String {
    let values: Vec<String> = env.iter().map(|(name, value)| format!("{name} = {}", after(value))).collect();
    values.join(", ")
}

/// The value that a reference refers to in the end.
fn after(value: &Value) -> String {
    match value {
        Value::Mut(now, after) if matches!(**after, Value::Unknown) => format!("{now:?}"),
        Value::Mut(_, after) => format!("{after:?} in the end"),
        other => format!("{other:?}"),
    }
}

/// Sets the final values of the references in a result.
fn settle<'v>(ty: &Ty, value: &mut Value, later: &mut impl Iterator<Item = &'v Value>) {
    match (ty, value) {
        (Ty::Mut(_), Value::Mut(_, after)) => {
            if let Some(last) = later.next() {
                **after = last.clone();
            }
        }
        (Ty::Tuple(tys), Value::Tuple(parts)) => tys.iter().zip(parts).for_each(|(ty, part)| settle(ty, part, later)),
        (Ty::Data(name, args), Value::Data { fields, .. }) if name == "Option" => {
            fields.iter_mut().for_each(|(_, part)| settle(&args[0], part, later));
        }
        _ => {}
    }
}
