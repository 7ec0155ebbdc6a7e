//! Which verified functions use a trusted item.
//!
//! A function uses the functions that it calls, and the items that its queries contain: definitions, contracts, and
//! relevant broadcast lemmas. Through these, it depends on the items that they use.

use std::collections::{BTreeMap, BTreeSet};

use certus_lower::{Lowered, TrustKind, Trusted};
use certus_provers::settle;
use certus_vir::{Function, Path, Stmt, StmtKind, visit};

use crate::epr;

/// The uses in a program.
pub(super) struct Uses {
    /// For each function, the functions that use it.
    users: BTreeMap<Path, BTreeSet<Path>>,
    verified: BTreeSet<Path>,
}

/// The functions that use an item.
#[derive(Debug)]
pub struct UsedBy {
    /// Functions that call it, or whose queries contain it.
    pub directly: Vec<String>,
    /// Functions that use one of these, directly or not.
    pub through: Vec<String>,
}

impl UsedBy {
    /// All of them. The flag is true for direct uses.
    pub fn all(&self) -> impl Iterator<Item = (&str, bool)> {
        let direct = self.directly.iter().map(|name| (name.as_str(), true));
        direct.chain(self.through.iter().map(|name| (name.as_str(), false)))
    }
}

impl Uses {
    /// Collects the uses of all verified functions.
    pub(super) fn new(lowered: &Lowered) -> Uses {
        let program = &lowered.program;
        let mut users: BTreeMap<Path, BTreeSet<Path>> = BTreeMap::new();
        for path in &lowered.verify {
            let Some(function) = program.functions.get(path) else { continue };
            let mut used = BTreeSet::new();
            let mut call = |stmt: &Stmt| {
                if let StmtKind::Call(call) = &stmt.kind {
                    used.insert(call.callee.clone());
                }
            };
            visit::walk_stmts(function.check.as_deref().unwrap_or_default(), &mut call, &mut |_| {});
            used.extend(function.via.iter().chain(&function.extra_deps).cloned());
            used.extend(known(lowered, function));
            for one in used.into_iter().filter(|one| one != path) {
                users.entry(one).or_default().insert(path.clone());
            }
        }
        // A call of a trait's function may be a call of any impl's.
        for (declared, own) in program.impls.iter().flat_map(|one| &one.functions) {
            users.entry(own.clone()).or_default().insert(declared.clone());
        }
        Uses { users, verified: lowered.verify.iter().cloned().collect() }
    }

    /// The functions that use a trusted item; `None` if it is an item whose uses are unknown.
    pub(super) fn of(&self, item: &Trusted) -> Option<UsedBy> {
        let none = BTreeSet::new();
        let users = |path: &Path| self.users.get(path).unwrap_or(&none);
        let directly: BTreeSet<Path> = match item.kind {
            TrustKind::Axiom | TrustKind::AssumeSpecification | TrustKind::ExternalBody | TrustKind::Token => {
                users(&item.item).clone()
            }
            TrustKind::Assume | TrustKind::Admit | TrustKind::AssumeTermination => [item.item.clone()].into(),
            TrustKind::ExternalType
            | TrustKind::ExternalTrait
            | TrustKind::ExternalImpl
            | TrustKind::ExternalDrop
            | TrustKind::UnverifiedImpl
            | TrustKind::Global
            | TrustKind::Linkage => {
                return None;
            }
        };
        let mut all = directly.clone();
        let mut todo: Vec<Path> = directly.iter().cloned().collect();
        while let Some(path) = todo.pop() {
            todo.extend(users(&path).iter().filter(|user| all.insert((*user).clone())).cloned());
        }
        let names = |paths: &mut dyn Iterator<Item = &Path>| -> Vec<String> {
            paths.filter(|path| self.verified.contains(*path)).map(|path| path.to_string()).collect()
        };
        let through = names(&mut all.difference(&directly));
        Some(UsedBy { directly: names(&mut directly.iter()), through })
    }
}

/// The items that the queries of a function contain.
fn known(lowered: &Lowered, function: &Function) -> BTreeSet<Path> {
    let program = &lowered.program;
    let steps = certus_vc::steps(function).unwrap_or(u64::MAX);
    let settled = settle(program, function, steps);
    let function = settled.function.as_ref().unwrap_or(function);
    let obligations = epr::obligations(program, function);
    // A function that cannot be encoded is not verified, and uses nothing.
    obligations
        .iter()
        .filter_map(|obligation| certus_smt::encode(program, obligation).ok())
        .flat_map(|encoded| encoded.reached)
        .collect()
}
