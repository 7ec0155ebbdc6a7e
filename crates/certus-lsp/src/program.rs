//! The state of a crate: its functions, diagnostics and quantifiers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use crate::engine::Engine;
pub(crate) use crate::found::Assumed;
use crate::found::{Found, FunctionRecord, Place, SummaryLine};
use crate::index::{Index, TargetOfIndex};
use crate::syntax::{Kind, Mode, Syntax};
use crate::text::{Drift, Text};

/// A crate that was verified, or is being verified.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) root: PathBuf,
    pub(crate) files: BTreeSet<PathBuf>,
    /// The texts of the files in the last run; its places refer to them.
    pub(crate) texts: BTreeMap<PathBuf, Text>,
    pub(crate) functions: BTreeMap<String, Function>,
    pub(crate) diagnostics: Vec<Shown>,
    pub(crate) quantifiers: Vec<Quantifier>,
    /// What the last complete run says that the crate assumes.
    pub(crate) assumed: Vec<Assumed>,
    /// Whether a run was complete.
    pub(crate) is_settled: bool,
    pub(crate) index: Option<Index>,
    /// The texts of the files of the index; its places refer to them.
    pub(crate) indexed: BTreeMap<PathBuf, Text>,
    /// The paths of the modules in these files, and the syntax of the files.
    pub(crate) syntaxes: BTreeMap<PathBuf, (String, Syntax)>,
    /// The modes of functions, by the number of the file in the index and the first byte of the name.
    pub(crate) modes: HashMap<(usize, usize), Mode>,
}

/// A function and its status.
#[derive(Clone, Debug, Default)]
pub(crate) struct Function {
    pub(crate) line: SummaryLine,
    pub(crate) place: Option<Place>,
    pub(crate) is_cached: bool,
}

/// A quantifier and its triggers.
#[derive(Clone, Debug)]
pub(crate) struct Quantifier {
    pub(crate) place: Place,
    pub(crate) trigger: String,
    /// The number of the run that reported it.
    run: u64,
}

/// A diagnostic that the client shows.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) found: Found,
    /// The file in which it is shown.
    pub(crate) file: PathBuf,
    /// The function that it is about, if there is one.
    pub(crate) function: Option<String>,
}

impl Program {
    /// Starts a run: the places of the last run are moved to the current texts.
    pub(crate) fn renew(&mut self) {
        let old = std::mem::take(&mut self.texts);
        let mut drifts = BTreeMap::new();
        for (path, before) in &old {
            if let Some(now) = read(path) {
                drifts.insert(path.clone(), Drift::new(&before.text, &now.text));
                self.texts.insert(path.clone(), now);
            }
        }
        let shift = |place: &mut Place| {
            if let Some(drift) = drifts.get(&place.file) {
                (place.start, place.end) = (drift.nearest(place.start), drift.nearest(place.end));
            }
        };
        for function in self.functions.values_mut() {
            function.place.iter_mut().for_each(shift);
        }
        for shown in &mut self.diagnostics {
            shown.found.place.iter_mut().for_each(shift);
            shown.found.related.iter_mut().for_each(|(place, _)| shift(place));
            // The text to replace may have changed.
            shown.found.edits.clear();
        }
        self.quantifiers.iter_mut().for_each(|quantifier| shift(&mut quantifier.place));
    }

    /// Records a trigger of a quantifier. It replaces the triggers from an earlier run. Quantifiers that a run does not
    /// report keep their triggers, because a run looks only at changed code.
    pub(crate) fn triggered(&mut self, place: Place, trigger: String, run: u64) {
        self.text(&place.file);
        let is_same = |known: &Quantifier| known.place.file == place.file && known.place.start == place.start;
        self.quantifiers.retain(|known| !is_same(known) || (known.run == run && known.trigger != trigger));
        self.quantifiers.push(Quantifier { place, trigger, run });
    }

    /// The text of a file as the run read it.
    pub(crate) fn text(&mut self, file: &Path) -> Option<&Text> {
        if !self.texts.contains_key(file) {
            self.texts.insert(file.to_path_buf(), read(file)?);
        }
        self.texts.get(file)
    }

    /// Records the state of a function, and returns the files whose diagnostics change.
    pub(crate) fn update(&mut self, record: FunctionRecord) -> BTreeSet<PathBuf> {
        let mut changed = BTreeSet::new();
        let name = record.line.name.clone();
        let is_settled = !matches!(record.line.status.as_str(), "queued" | "running");
        if is_settled {
            let is_old = |shown: &Shown| shown.function.as_ref() == Some(&name);
            changed.extend(self.diagnostics.iter().filter(|shown| is_old(shown)).map(|shown| shown.file.clone()));
            self.diagnostics.retain(|shown| !is_old(shown));
            for found in record.diagnostics {
                let file = self.file_of(&found);
                changed.insert(file.clone());
                self.diagnostics.push(Shown { found, file, function: Some(name.clone()) });
            }
        }
        self.functions.insert(name, Function { line: record.line, place: record.place, is_cached: record.is_cached });
        changed
    }

    /// The file in which a diagnostic is shown.
    fn file_of(&self, found: &Found) -> PathBuf {
        let own = found.place.as_ref().map(|place| &place.file).filter(|file| file.is_absolute());
        own.unwrap_or(&self.root).clone()
    }

    /// Ends a run: its diagnostics replace all earlier ones. It returns the files with changes.
    pub(crate) fn settle(
        &mut self,
        all: Vec<Found>,
        lines: Option<(Vec<SummaryLine>, Vec<Assumed>)>,
    ) -> BTreeSet<PathBuf> {
        let mut changed: BTreeSet<PathBuf> = self.diagnostics.drain(..).map(|shown| shown.file).collect();
        if let Some((lines, assumed)) = lines {
            // An error before the proofs leaves no functions.
            self.is_settled |= !lines.is_empty();
            self.assumed = assumed;
            let mut before = std::mem::take(&mut self.functions);
            for line in lines {
                let known = before.remove(&line.name);
                let place = known.as_ref().and_then(|known| known.place.clone());
                // A run that was not repeated reports no times.
                let is_cached = known.as_ref().is_none_or(|known| known.is_cached) || line.time_ms == 0.0;
                self.functions.insert(line.name.clone(), Function { line, place, is_cached });
            }
        } else {
            for function in self.functions.values_mut().filter(|f| matches!(&*f.line.status, "queued" | "running")) {
                function.line.status = "skipped".into();
            }
        }
        for found in all {
            let file = self.file_of(&found);
            let function = found.place.as_ref().and_then(|place| self.function_at(place));
            changed.insert(file.clone());
            self.diagnostics.push(Shown { found, file, function });
        }
        changed
    }

    /// The function of a place: the last function that begins before it.
    fn function_at(&self, place: &Place) -> Option<String> {
        let before = self.functions.iter().filter_map(|(name, function)| {
            let own = function.place.as_ref()?;
            (own.file == place.file && own.start <= place.start).then_some((own.start, name))
        });
        before.max().map(|(_, name)| name.clone())
    }

    /// Sets the index; its places refer to the current files.
    pub(crate) fn take(&mut self, mut index: Index, engine: &dyn Engine) {
        index.list_functions();
        let own = index.files.iter().filter(|file| !file.is_library);
        self.indexed = own.filter_map(|file| Some((file.path.clone(), read(&file.path)?))).collect();
        self.files.extend(self.indexed.keys().cloned());
        (self.syntaxes, self.modes) = (BTreeMap::new(), HashMap::new());
        let library: HashMap<PathBuf, &'static str> = engine.library().into_iter().collect();
        for (number, file) in index.files.iter().enumerate() {
            let own = self.indexed.get(&file.path).map(|text| text.text.clone());
            let Some(text) = own.or_else(|| library.get(&file.name).map(|text| (*text).into())) else { continue };
            let syntax = Syntax::new(text.clone(), engine.lexemes(&text));
            let functions = syntax.all_items().into_iter().filter(|item| item.kind == Kind::Function);
            self.modes.extend(functions.filter_map(|item| Some(((number, item.named.start), item.mode?))));
            if !file.is_library {
                self.syntaxes.insert(file.path.clone(), (module_of(&index, number, &syntax), syntax));
            }
        }
        self.index = Some(index);
    }

    /// The text of the file of a definition; empty if it is gone.
    pub(crate) fn text_of(&self, target: &TargetOfIndex) -> Text {
        let file = self.index.as_ref().and_then(|index| index.files.get(target.file));
        let known = file.and_then(|file| self.indexed.get(&file.path)).cloned();
        known.or_else(|| read(&file?.path)).unwrap_or_else(|| Text::new(""))
    }

    /// The place of a function's name.
    pub(crate) fn place_of(&self, name: &str, function: &Function) -> Option<(Place, &Text)> {
        if let Some(place) = &function.place {
            return Some((place.clone(), self.texts.get(&place.file)?));
        }
        let index = self.index.as_ref()?;
        let target = index.function(name)?;
        let file = index.files.get(target.file)?.path.clone();
        let text = self.indexed.get(&file)?;
        Some((Place { file, start: target.name.0, end: target.name.1 }, text))
    }
}

/// The path of the module in a file, from the crate, by a function at its top.
fn module_of(index: &Index, file: usize, syntax: &Syntax) -> String {
    let tops: BTreeSet<usize> = syntax.items.iter().map(|item| item.named.start).collect();
    let top = index.targets.iter().find(|target| target.file == file && tops.contains(&target.name.0));
    let module = top.and_then(|target| target.path.rsplit_once("::")).map_or("", |(module, _)| module);
    module.split_once("::").map_or("crate".to_string(), |(_, rest)| format!("crate::{rest}"))
}

/// Reads the text of a file, if it exists.
pub(crate) fn read(path: &Path) -> Option<Text> {
    let bytes = std::fs::read(path).ok()?;
    Some(Text::new(&String::from_utf8_lossy(&bytes)))
}
