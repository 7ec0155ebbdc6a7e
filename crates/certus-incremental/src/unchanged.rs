//! Finds settled functions: functions that need no new proof, because their own bodies, and everything that these
//! depend on, are the same as when they were proved (`docs/notes/settled.md`).
//!
//! For each file, a record has the hash of everything that any function may depend on (`certus_rewrite::outline`). For
//! each function, it has the hashes of its body and of its contract, and whether it was proved without a diagnostic. It
//! also has the dependencies between functions.
//!
//! If the hashes of all files are the same, a function is settled if its own hashes are the same, and it does not
//! depend, directly or not, on a function with another contract. A settled function is not read, lowered or proved
//! again, and rustc gets its declaration. If a changed function and a settled one are on the same cycle, all functions
//! are verified again. The same happens if an error is found before the solver runs, so that the messages are those of
//! an ordinary run.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

use certus_cache::{Record, digest, digest_of_bytes};
use certus_diagnostics::{FileId, FunctionSummary, Span, Status, Summary};
use certus_frontend::{Loaded, SettledFile, SettledFiles};
use certus_gate::Compiler;
use certus_lower::Lowered;
use certus_rewrite::outline;
use certus_solve::setup::{Environment, Solver};
use certus_tree::Program as _;
use certus_vir::passes::call_graph::{CallGraph, NamedEdges, function_name, joins_others};
use serde::{Deserialize, Serialize};

use certus_session::{CacheMode, Job, Options};

use crate::interface_cache::InterfaceCache;
use crate::whole_run::{counted, own};

/// If a file has one of these words, the meaning of a body may depend on other text than the files of the crate.
const OTHER_TEXT: [&str; 2] = ["macro_rules", "include"];

/// The record of a crate.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    /// The compiler that accepted the crate.
    rustc: String,
    /// The digest of the texts of its dependencies.
    others: String,
    files: BTreeMap<PathBuf, File>,
    /// The verified functions with their costs, in the order of the summary.
    checked: Vec<FunctionSummary>,
    /// The dependencies: names, and for each name the numbers of the names that it depends on.
    names: Vec<String>,
    edges: Vec<Vec<u32>>,
}

/// The record of a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The digest of its text.
    text: String,
    /// The digest of everything in it that any function may depend on; `None` if that is the whole file.
    common: Option<String>,
    functions: Vec<Function>,
}

/// The record of a function with a body.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Function {
    /// The offset of the first byte of its name.
    name: u32,
    /// The offset of its first byte, and of the byte after its last.
    range: (u32, u32),
    /// The offset and the digest of its body, if no other function depends on the body.
    body: Option<(u32, String)>,
    /// The digest of its contract, if only functions that mention it depend on the contract.
    contract: Option<String>,
    /// Its path in VIR, if it was lowered. An external function has no path, and is never settled.
    path: Option<String>,
    /// Whether it is proved, without a diagnostic.
    is_proved: bool,
}

impl Function {
    /// Whether a place is inside of the function.
    fn covers(&self, at: Span) -> bool {
        self.range.0 <= at.start && at.end <= self.range.1
    }
}

/// The records of a crate, and the state of the current run.
pub struct Unchanged {
    /// The last two states of the crate. So a user who undoes a change, or switches to another branch and back, finds
    /// the old state again.
    records: [Record; 2],
    /// The cache of interface forms.
    forms: InterfaceCache,
    writes: bool,
    /// The records of earlier runs; empty if everything is to be verified again.
    before: RefCell<Vec<Known>>,
    /// The record that agrees with the current crate.
    known: RefCell<Option<Known>>,
    /// The current files, in which the settled functions are marked as proved.
    now: RefCell<BTreeMap<PathBuf, File>>,
    /// The digest of the texts of the dependencies.
    others: RefCell<String>,
    /// The digest of the external crates with which the records were found.
    outside: String,
    /// The number of settled functions.
    settled: Cell<usize>,
    /// The thread that asks rustc for its version.
    rustc: RefCell<Option<JoinHandle<Option<String>>>>,
    description: RefCell<Option<String>>,
}

impl Unchanged {
    /// `None` for a run that does not cover the whole crate, or depends on more than the files of the crate.
    pub fn new(options: &Options, solver: &Solver) -> Option<Unchanged> {
        let program = &options.program;
        let is_plain = matches!(options.cache, CacheMode::On | CacheMode::ReadOnly)
            && options.log.is_none()
            && !options.no_verify
            && !options.audit
            && !options.check_api_safety
            && !program.is_vstd
            && !options.selects()
            && program.vstd.is_none();
        let directory = Environment::from_process().cache_dir.filter(|_| is_plain)?;
        let root = std::path::absolute(&program.file).ok()?;
        // The contents of that file count, not its path.
        let mut plain = options.clone();
        (plain.program.crates, plain.program.depinfo) = (None, None);
        let (counted, root, outside) = (counted(&plain), root.to_string_lossy(), outside(program.crates.as_deref())?);
        let own = own()?;
        let records = ["1", "2"]
            .map(|number| Record::new(&directory, &[&counted, &root, &own, &solver.identity, &outside, number]));
        let before = records.iter().filter_map(|record| serde_json::from_str(&record.read()?).ok()).collect();
        let rustc = std::thread::spawn(|| Some(Compiler::find().ok()?.description().to_string()));
        Some(Unchanged {
            records,
            forms: InterfaceCache::new(&directory, own, options.cache == CacheMode::On),
            writes: options.cache == CacheMode::On,
            before: RefCell::new(before),
            known: RefCell::default(),
            now: RefCell::default(),
            others: RefCell::default(),
            outside,
            settled: Cell::new(0),
            rustc: RefCell::new(Some(rustc)),
            description: RefCell::default(),
        })
    }

    /// Whether a run that starts now would find the same records.
    pub fn is_for(&self, options: &Options) -> bool {
        outside(options.program.crates.as_deref()).is_some_and(|now| now == self.outside)
    }

    /// The forms in which to load the files of the crate, and their settled functions. `others` are the files of the
    /// dependencies. If a file is `open` in an editor, none of its functions counts as settled.
    pub fn forms(
        &self,
        files: &BTreeMap<PathBuf, String>,
        others: &[BTreeMap<PathBuf, String>],
        open: Option<&Path>,
    ) -> SettledFiles {
        self.restart();
        let others: Vec<String> = others.iter().flatten().map(|(path, text)| of_file(path, text)).collect();
        *self.others.borrow_mut() = digest(&others.concat());
        let is_any =
            |now: &BTreeMap<PathBuf, File>| now.values().any(|file| file.functions.iter().any(|f| f.is_proved));
        let found = self.before.borrow().iter().find_map(|known| {
            let now = (known.others == *self.others.borrow()).then(|| same_outlines(known, files)).flatten()?;
            is_any(&now).then(|| (known.clone(), now))
        });
        let Some((known, mut now)) = found else { return SettledFiles::new() };
        let open = open.and_then(|open| now.get_mut(open)).map(|file| &mut file.functions);
        open.into_iter().flatten().for_each(|function| function.is_proved = false);
        let outlined = now.iter().filter(|(_, file)| file.common.is_some());
        let work: Vec<(&PathBuf, &File, &str)> =
            outlined.filter_map(|(path, file)| Some((path, file, files.get(path)?.as_str()))).collect();
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        let share = work.len().div_ceil(cores).max(1);
        let kept = &self.forms;
        let forms: Option<SettledFiles> = std::thread::scope(|scope| {
            let threads: Vec<_> = work.chunks(share).map(|part| scope.spawn(|| forms_of(kept, part))).collect();
            let parts: Option<Vec<SettledFiles>> = threads.into_iter().map(|thread| thread.join().ok()?).collect();
            Some(parts?.into_iter().flatten().collect())
        });
        // The rewriter accepted this text before, except for a body that has changed.
        let Some(forms) = forms else { return SettledFiles::new() };
        self.settled.set(forms.values().map(|file| file.functions.len()).sum());
        *self.now.borrow_mut() = now;
        *self.known.borrow_mut() = Some(known);
        forms
    }

    /// The number of settled functions.
    pub fn count(&self) -> usize {
        self.settled.get()
    }

    /// Whether there are settled functions.
    pub fn is_partial(&self) -> bool {
        self.count() > 0
    }

    /// Makes all functions open, so that the run verifies them.
    pub fn forget(&self) {
        self.before.borrow_mut().clear();
        self.restart();
    }

    /// Forgets the results about the current files.
    fn restart(&self) {
        self.known.replace(None);
        self.now.replace(BTreeMap::new());
        self.settled.set(0);
    }

    /// Whether the settled functions stay settled, given the changed ones: no cycle has both kinds, and the compiler is
    /// the one of the record.
    pub fn holds(&self, program: &certus_vir::Program) -> bool {
        let Some(known) = &*self.known.borrow() else { return true };
        if self.rustc().is_none_or(|now| now != known.rustc) {
            return false;
        }
        let settled = self.settled_paths();
        let open: BTreeSet<String> = known
            .names
            .iter()
            .filter(|name| name.strip_prefix("fn ").is_some_and(|path| self.is_own(path) && !settled.contains(path)))
            .cloned()
            .collect();
        !joins_others(&self.graph(program), &open)
    }

    /// The dependencies between functions: those of settled functions from the record, the others from the program.
    fn graph(&self, program: &certus_vir::Program) -> NamedEdges {
        let mut graph = NamedEdges::new();
        let settled: BTreeSet<String> = self.settled_paths().iter().map(|path| name_of(path)).collect();
        let open: BTreeSet<String> = self.own_paths().iter().map(|path| name_of(path)).collect();
        if let Some(known) = &*self.known.borrow() {
            for (name, edges) in known.names.iter().zip(&known.edges) {
                let is_new = open.contains(name) && !settled.contains(name);
                let targets = edges.iter().filter(|_| !is_new).filter_map(|to| known.names.get(*to as usize).cloned());
                graph.entry(name.clone()).or_default().extend(targets);
            }
        }
        for (name, targets) in CallGraph::new(program).named(program) {
            graph.entry(name).or_default().extend(targets);
        }
        graph
    }

    /// The paths of the functions in the files of the crate.
    fn own_paths(&self) -> BTreeSet<String> {
        let now = self.now.borrow();
        now.values().flat_map(|file| &file.functions).filter_map(|function| function.path.clone()).collect()
    }

    /// Whether a path is that of a function in the files of the crate.
    fn is_own(&self, path: &str) -> bool {
        let now = self.now.borrow();
        now.values().flat_map(|file| &file.functions).any(|function| function.path.as_deref() == Some(path))
    }

    /// The paths of the settled functions.
    fn settled_paths(&self) -> BTreeSet<String> {
        let now = self.now.borrow();
        let functions = now.values().flat_map(|file| &file.functions);
        functions.filter(|function| function.is_proved).filter_map(|function| function.path.clone()).collect()
    }

    /// Adds the settled functions to the verified ones.
    pub fn with_settled(&self, functions: Vec<FunctionSummary>) -> Vec<FunctionSummary> {
        let known = self.known.borrow();
        let Some(known) = known.as_ref().filter(|_| self.is_partial()) else { return functions };
        let settled = self.settled_paths();
        let mut new: HashMap<String, FunctionSummary> = functions.into_iter().map(|f| (f.name.clone(), f)).collect();
        let mut all = Vec::new();
        for function in &known.checked {
            let is_settled = settled.contains(&function.name);
            let old = || FunctionSummary { status: Status::Verified, time_ms: 0.0, ..function.clone() };
            all.extend(new.remove(&function.name).or_else(|| is_settled.then(old)));
        }
        // There should be none; but if there are some, they must not be lost.
        let mut rest: Vec<FunctionSummary> = new.into_values().collect();
        rest.sort_by(|a, b| a.name.cmp(&b.name));
        all.extend(rest);
        all
    }

    /// Stores the results of a run in which rustc accepted the program.
    pub fn keep(&self, loaded: &Loaded, lowered: &Lowered, jobs: &[Job], summary: &Summary, places: &[Option<Span>]) {
        let (Some(functions), Some(rustc)) = (&summary.functions, self.rustc()) else { return };
        if !self.writes {
            return;
        }
        let Some(files) = self.files(loaded, lowered, functions, places) else { return };
        let mut graph = self.graph(&lowered.program);
        for Job { obligation, encoded } in jobs {
            let reached = encoded.reached.iter().map(function_name);
            graph.entry(function_name(&obligation.function)).or_default().extend(reached);
        }
        // Every dependency has a number.
        let targets: BTreeSet<String> = graph.values().flatten().cloned().collect();
        targets.into_iter().for_each(|name| {
            graph.entry(name).or_default();
        });
        let numbers: HashMap<&str, u32> = graph.keys().map(String::as_str).zip(0..).collect();
        let targets = |to: &BTreeSet<String>| to.iter().filter_map(|to| numbers.get(to.as_str()).copied()).collect();
        let known = Known {
            rustc,
            others: self.others.borrow().clone(),
            files,
            checked: functions.clone(),
            names: graph.keys().cloned().collect(),
            edges: graph.values().map(targets).collect(),
        };
        let [first, second] = &self.records;
        // The record of a state of the crate with another outline.
        let last = first.read().filter(|text| serde_json::from_str(text).is_ok_and(|last| !is_like(&last, &known)));
        if let Ok(text) = serde_json::to_string(&known) {
            // If it cannot be stored, the next run does the work again. The cache of verdicts has reported the reason.
            let _ = last.map(|last| second.write(&last));
            let _ = first.write(&text);
        }
    }

    /// The records of the files after this run; `None` if there was a diagnostic outside of all functions.
    fn files(
        &self,
        loaded: &Loaded,
        lowered: &Lowered,
        functions: &[FunctionSummary],
        places: &[Option<Span>],
    ) -> Option<BTreeMap<PathBuf, File>> {
        let status: HashMap<&str, Status> = functions.iter().map(|f| (f.name.as_str(), f.status)).collect();
        let mut paths: HashMap<(u32, u32), &str> = HashMap::new();
        for function in lowered.program.functions.values() {
            paths.entry((function.span.file.0, function.span.start)).or_insert(&function.path);
        }
        let before = self.now.borrow();
        let mut said: Vec<Span> = places.iter().copied().collect::<Option<_>>()?;
        let mut files = BTreeMap::new();
        for (number, path) in (0..).zip(loaded.files()) {
            let text = &*loaded.sources().file(FileId(number))?.text;
            if OTHER_TEXT.iter().any(|word| text.contains(word)) {
                return None;
            }
            let known = before.get(path);
            let mut file = match known {
                Some(file) => file.clone(),
                None => read(text),
            };
            let mut starts: Vec<u32> = paths.keys().filter(|(file, _)| *file == number).map(|(_, at)| *at).collect();
            starts.sort_unstable();
            for function in &mut file.functions {
                let is_settled = known.is_some() && function.is_proved;
                if is_settled {
                    continue;
                }
                function.path = paths.get(&(number, function.name)).map(|path| path.to_string());
                let is_right = |path: &String| status.get(path.as_str()).is_none_or(|s| *s == Status::Verified);
                let is_own = |at: &Span| at.file.0 == number && function.covers(*at);
                // The functions in a body are read with it. Without it nobody would count them.
                let before = |end: u32| starts.partition_point(|start| *start < end);
                let is_alone = before(function.range.1) <= before(function.range.0) + 1;
                let is_proved = function.path.as_ref().is_some_and(is_right) && !said.iter().any(is_own);
                function.is_proved = is_proved && is_alone;
            }
            said.retain(|at| at.file.0 != number || !file.functions.iter().any(|function| function.covers(*at)));
            files.insert(path.clone(), file);
        }
        said.is_empty().then_some(files)
    }

    /// The version of rustc. A thread asks for it once, while the front end works.
    fn rustc(&self) -> Option<String> {
        if let Some(asked) = self.rustc.borrow_mut().take() {
            *self.description.borrow_mut() = asked.join().ok().flatten();
        }
        self.description.borrow().clone()
    }
}

/// The digest of a file: of its path and its text.
fn of_file(path: &Path, text: &str) -> String {
    format!("{} {}\n", path.display(), digest(text))
}

/// The digest of the file for `--crates`, and of the metadata that it names. Metadata counts by time and size, as in
/// cargo; libraries of macros count by their contents.
fn outside(crates: Option<&Path>) -> Option<String> {
    let Some(path) = crates else { return Some(String::new()) };
    let mut all = std::fs::read_to_string(path).ok()?;
    let parsed: serde_json::Value = serde_json::from_str(&all).ok()?;
    for one in parsed["crates"].as_array().into_iter().flatten() {
        let Some(file) = one["metadata"].as_str() else { continue };
        if one["kind"] == "macros" {
            all += &format!("\n{file} {}", digest_of_bytes(&std::fs::read(file).ok()?));
            continue;
        }
        let found = std::fs::metadata(file).ok()?;
        let modified = found.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        all += &format!("\n{file} {} {}", found.len(), modified.as_nanos());
    }
    Some(all)
}

fn name_of(path: &str) -> String {
    function_name(&path.into())
}

/// The forms of some files; `None` if one of them has an error.
fn forms_of(forms: &InterfaceCache, files: &[(&PathBuf, &File, &str)]) -> Option<SettledFiles> {
    let of = |(path, file, text): &(&PathBuf, &File, &str)| {
        let settled = || file.functions.iter().filter(|function| function.is_proved);
        let bodies = settled().filter_map(|function| Some(function.body.as_ref()?.0 as usize)).collect();
        let form = forms.get(text, &file.text, &bodies)?;
        Some(((*path).clone(), SettledFile { form, functions: settled().map(|function| function.name).collect() }))
    };
    files.iter().map(of).collect()
}

/// Whether two states of a crate differ only in bodies.
fn is_like(one: &Known, other: &Known) -> bool {
    let common = |known: &Known| -> Vec<(PathBuf, Option<String>)> {
        let of = |(path, file): (&PathBuf, &File)| (path.clone(), file.common.clone().or(Some(file.text.clone())));
        known.files.iter().map(of).collect()
    };
    one.others == other.others && common(one) == common(other)
}

/// The record of a file in which nothing is proved.
fn read(text: &str) -> File {
    let Some(found) = outline(text) else { return File { text: digest(text), ..File::default() } };
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let function = |of: certus_rewrite::Outlined| Function {
        name: number(of.name),
        range: (number(of.range.start), number(of.range.end)),
        body: of.body.map(|body| (number(body.start), digest(&body.text))),
        contract: of.contract.as_deref().map(digest),
        path: None,
        is_proved: false,
    };
    let functions = found.functions.into_iter().map(function).collect();
    File { text: digest(text), common: Some(digest(&found.common)), functions }
}

/// The records of the current files, with the results of the old ones, if everything that any function may depend on is
/// the same in all files.
fn same_outlines(known: &Known, files: &BTreeMap<PathBuf, String>) -> Option<BTreeMap<PathBuf, File>> {
    if known.files.len() != files.len() {
        return None;
    }
    let mut changed = BTreeSet::new();
    let mut of = |(path, text): (&PathBuf, &String)| {
        Some((path.clone(), same_outline(known.files.get::<Path>(path)?, text, &mut changed)?))
    };
    let mut now: BTreeMap<PathBuf, File> = files.iter().map(&mut of).collect::<Option<_>>()?;
    if !changed.is_empty() {
        let affected = dependents(known, changed);
        for function in now.values_mut().flat_map(|file| &mut file.functions) {
            function.is_proved &= function.path.as_deref().is_some_and(|path| !affected.contains(&*name_of(path)));
        }
    }
    Some(now)
}

/// These names, and everything that depends on them, directly or not.
fn dependents(known: &Known, mut found: BTreeSet<String>) -> BTreeSet<String> {
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    for (user, targets) in known.names.iter().zip(&known.edges) {
        for target in targets.iter().filter_map(|number| known.names.get(*number as usize)) {
            users.entry(target).or_default().push(user);
        }
    }
    let mut open: Vec<String> = found.iter().cloned().collect();
    while let Some(name) = open.pop() {
        for user in users.get(name.as_str()).into_iter().flatten() {
            if found.insert((*user).to_owned()) {
                open.push((*user).to_owned());
            }
        }
    }
    found
}

/// The same for one file. Functions whose contracts differ are added to `changed`. The functions of the two records
/// correspond one by one, because the rest of the file is the same: only their places and contents may differ.
fn same_outline(known: &File, text: &str, changed: &mut BTreeSet<String>) -> Option<File> {
    if known.text == digest(text) {
        return Some(known.clone());
    }
    let mut now = read(text);
    if known.common.is_none() || now.common != known.common || now.functions.len() != known.functions.len() {
        return None;
    }
    for (new, old) in now.functions.iter_mut().zip(&known.functions) {
        new.path.clone_from(&old.path);
        let hash = |function: &Function| function.body.as_ref().map(|(_, hash)| hash.clone());
        if hash(new).is_none() != hash(old).is_none() || new.contract.is_none() != old.contract.is_none() {
            return None;
        }
        if new.contract != old.contract {
            // The dependents of a function that was not lowered are unknown.
            changed.insert(name_of(old.path.as_ref()?));
        }
        new.is_proved = old.is_proved && hash(new) == hash(old) && new.contract == old.contract;
    }
    Some(now)
}
