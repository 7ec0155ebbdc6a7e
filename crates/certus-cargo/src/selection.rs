//! The user's selection of packages and targets, and the arguments of cargo for it.

use std::path::PathBuf;

use crate::Error;

/// The selected packages, targets and features of a workspace.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The packages, as `--workspace` and `--package` select them.
    pub packages: Selected,
    /// The targets of these packages.
    pub targets: Targets,
    /// The features, as `--features` and its relatives select them.
    pub features: Features,
    /// The manifest, if it is not the one of the current directory or its parents.
    pub manifest_path: Option<PathBuf>,
    /// The directory in which cargo builds.
    pub target_dir: Option<PathBuf>,
    /// The target triple, if it is not the host's.
    pub target: Option<String>,
    /// `--release`: build dependencies with optimizations, and without `debug_assertions`.
    pub release: bool,
    /// The profile, if it is neither `dev` nor `release`.
    pub profile: Option<String>,
    /// Configuration, as for `cargo --config`.
    pub config: Vec<String>,
    /// `--offline`, `--locked`, `--frozen`: what cargo must not do.
    pub restrictions: Vec<String>,
    /// The library to verify against, if it is not that of Certus.
    pub vstd: Option<Vstd>,
    /// The purpose of the build.
    pub purpose: Purpose,
}

/// The purpose of a build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// A build as in `cargo build` and `cargo run`.
    #[default]
    Build,
    /// A build as in `cargo test`: with the features that development dependencies enable, under the profile `test`,
    /// and with unwinding panics.
    Test,
}

/// The profile of `cargo test`.
const TEST: &str = "test";

/// A library `vstd` other than that of Certus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vstd {
    /// The one that the manifests name, mostly from a registry.
    Registry,
    /// The package in a directory, or the library with this root file.
    Path(PathBuf),
}

/// The selected packages. If none is named, those that cargo selects by default.
#[derive(Clone, Debug, Default)]
pub struct Selected {
    /// The packages with these names.
    pub named: Vec<String>,
    /// All members of the workspace.
    pub workspace: bool,
    /// All but these.
    pub excluded: Vec<String>,
}

/// The selected targets. If nothing is set, the library and the binaries.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    /// The library.
    pub lib: bool,
    /// All binaries.
    pub bins: bool,
    /// All examples.
    pub examples: bool,
    /// All integration tests.
    pub tests: bool,
    /// All benchmarks.
    pub benches: bool,
    /// All targets.
    pub all: bool,
    /// Binaries by name.
    pub bin: Vec<String>,
    /// Examples by name.
    pub example: Vec<String>,
    /// Integration tests by name.
    pub test: Vec<String>,
    /// Benchmarks by name.
    pub bench: Vec<String>,
}

/// The selected features.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// The features with these names.
    pub named: Vec<String>,
    /// All features of the selected packages.
    pub all: bool,
    /// No default features.
    pub no_default: bool,
}

impl Targets {
    /// Whether no target is named.
    pub fn is_default(&self) -> bool {
        let flags = [self.lib, self.bins, self.examples, self.tests, self.benches, self.all];
        let names = [&self.bin, &self.example, &self.test, &self.bench];
        flags.iter().all(|flag| !flag) && names.iter().all(|names| names.is_empty())
    }

    /// Whether development dependencies may be needed.
    pub fn needs_dev(&self) -> bool {
        let names = [&self.example, &self.test, &self.bench];
        self.examples || self.tests || self.benches || self.all || names.iter().any(|names| !names.is_empty())
    }

    /// Whether some selected target is compiled like a test.
    fn has_tests(&self) -> bool {
        self.tests || self.benches || self.all || !self.test.is_empty() || !self.bench.is_empty()
    }

    /// Whether some selected target is not compiled like a test.
    fn has_others(&self) -> bool {
        let names = [&self.bin, &self.example].iter().any(|names| !names.is_empty());
        self.is_default() || self.lib || self.bins || self.examples || self.all || names
    }

    fn args(&self) -> Vec<String> {
        let flags = [
            (self.lib, "--lib"),
            (self.bins, "--bins"),
            (self.examples, "--examples"),
            (self.tests, "--tests"),
            (self.benches, "--benches"),
            (self.all, "--all-targets"),
        ];
        let mut args: Vec<String> = flags.iter().filter(|(set, _)| *set).map(|(_, name)| name.to_string()).collect();
        let names =
            [("--bin", &self.bin), ("--example", &self.example), ("--test", &self.test), ("--bench", &self.bench)];
        for (option, names) in names {
            args.extend(names.iter().flat_map(|name| [option.to_string(), name.clone()]));
        }
        args
    }
}

impl Selection {
    /// The arguments for every subcommand of cargo that resolves a workspace: the manifest, the features, the
    /// restrictions.
    pub(crate) fn resolve_args(&self) -> Vec<String> {
        let mut args = Vec::new();
        if let Some(path) = &self.manifest_path {
            args.extend(["--manifest-path".to_string(), path.to_string_lossy().into_owned()]);
        }
        for feature in &self.features.named {
            args.extend(["--features".to_string(), feature.clone()]);
        }
        args.extend(self.features.all.then(|| "--all-features".to_string()));
        args.extend(self.features.no_default.then(|| "--no-default-features".to_string()));
        args.extend(self.restrictions.iter().cloned());
        args.extend(self.config_args());
        args
    }

    /// The package arguments for `cargo tree` and `cargo check`.
    pub(crate) fn package_args(&self) -> Vec<String> {
        let packages = &self.packages;
        let mut args: Vec<String> = packages.workspace.then(|| "--workspace".to_string()).into_iter().collect();
        args.extend(packages.named.iter().flat_map(|name| ["--package".to_string(), name.clone()]));
        args.extend(packages.excluded.iter().flat_map(|name| ["--exclude".to_string(), name.clone()]));
        args
    }

    /// The argument for the target triple.
    pub(crate) fn triple_args(&self) -> Vec<String> {
        self.target.iter().flat_map(|triple| ["--target".to_string(), triple.clone()]).collect()
    }

    /// The arguments for every subcommand.
    pub(crate) fn config_args(&self) -> Vec<String> {
        self.config.iter().flat_map(|config| ["--config".to_string(), config.clone()]).collect()
    }

    /// Whether development dependencies are part of the build.
    pub(crate) fn needs_dev(&self) -> bool {
        self.purpose == Purpose::Test || self.targets.needs_dev()
    }

    /// Whether some crates are compiled like tests, and whether some are compiled otherwise. Tests unwind, whatever the
    /// profile says.
    pub(crate) fn compiled_as(&self) -> (bool, bool) {
        match self.purpose {
            Purpose::Build => (self.targets.has_tests(), self.targets.has_others()),
            Purpose::Test => (true, false),
        }
    }

    /// The profile. `Err` if two are named, or if `cargo check` gives the name another meaning.
    pub(crate) fn profile(&self) -> Result<Option<&str>, Error> {
        let named = match (self.release, self.profile.as_deref()) {
            (true, None | Some("release")) => Some("release"),
            (true, Some(name)) => {
                return Err(Error::Option(format!("--release and --profile={name} name two profiles; choose one")));
            }
            (false, named) => named,
        };
        match (self.purpose, named) {
            (Purpose::Test, None) => Ok(Some(TEST)),
            (Purpose::Build, Some(TEST)) => Err(Error::Option(
                "the profile `test` is that of `cargo certus test` and `cargo certus verify`; with `build` and `run` choose \
                 another"
                    .to_string(),
            )),
            (_, named) => Ok(named),
        }
    }

    /// The additional arguments of `cargo check`.
    pub(crate) fn build_args(&self) -> Result<Vec<String>, Error> {
        let mut args = match self.purpose {
            Purpose::Build => self.targets.args(),
            // The builds that tests need, and no others.
            Purpose::Test => {
                let benches = self.targets.benches || self.targets.all || !self.targets.bench.is_empty();
                let options = [Some("--tests"), benches.then_some("--benches")];
                options.into_iter().flatten().map(str::to_string).collect()
            }
        };
        args.extend(self.profile()?.into_iter().flat_map(|name| ["--profile", name]).map(str::to_string));
        if let Some(directory) = &self.target_dir {
            args.extend(["--target-dir".to_string(), directory.to_string_lossy().into_owned()]);
        }
        Ok(args)
    }
}
