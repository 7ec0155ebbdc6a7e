//! What the user selects, in cargo's words, and how it is said to cargo again.

use std::path::PathBuf;

/// Which packages, targets and features of a workspace it is about.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Which packages.
    pub packages: Selected,
    /// Which targets of them.
    pub targets: Targets,
    /// Which features.
    pub features: Features,
    /// The manifest, where it is not that of the current directory or one around it.
    pub manifest_path: Option<PathBuf>,
    /// Where cargo builds.
    pub target_dir: Option<PathBuf>,
    /// The target triple, where it is not the host's.
    pub target: Option<String>,
    /// Build dependencies with optimisations, and without `debug_assertions`.
    pub release: bool,
    /// The profile, where it is none of these two.
    pub profile: Option<String>,
    /// Configuration, as `cargo --config` takes it.
    pub config: Vec<String>,
    /// `--offline`, `--locked`, `--frozen`: what cargo may not do.
    pub restrictions: Vec<String>,
    /// The library that programs are verified against, where it is not that of Certus.
    pub vstd: Option<Vstd>,
}

/// A library `vstd` that is not that of Certus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vstd {
    /// The one that the manifests name, from a registry mostly.
    Registry,
    /// The package in a directory, or the library with this root file.
    Path(PathBuf),
}

/// Which packages: none named means those that cargo takes by default.
#[derive(Clone, Debug, Default)]
pub struct Selected {
    /// By name.
    pub named: Vec<String>,
    /// All members of the workspace.
    pub workspace: bool,
    /// But these.
    pub excluded: Vec<String>,
}

/// Which targets: when nothing is asked for, the library and the binaries.
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
    /// Everything.
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

/// Which features.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// By name.
    pub named: Vec<String>,
    /// All of the selected packages.
    pub all: bool,
    /// Without the default ones.
    pub no_default: bool,
}

impl Targets {
    /// Whether nothing is asked for.
    pub fn is_default(&self) -> bool {
        let flags = [self.lib, self.bins, self.examples, self.tests, self.benches, self.all];
        let names = [&self.bin, &self.example, &self.test, &self.bench];
        flags.iter().all(|flag| !flag) && names.iter().all(|names| names.is_empty())
    }

    /// Whether dependencies for development may be needed.
    pub fn needs_dev(&self) -> bool {
        let names = [&self.example, &self.test, &self.bench];
        self.examples || self.tests || self.benches || self.all || names.iter().any(|names| !names.is_empty())
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
    /// For every subcommand of cargo that resolves a workspace: the manifest, the features, the restrictions.
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

    /// The packages, for `cargo tree` and `cargo check`.
    pub(crate) fn package_args(&self) -> Vec<String> {
        let packages = &self.packages;
        let mut args: Vec<String> = packages.workspace.then(|| "--workspace".to_string()).into_iter().collect();
        args.extend(packages.named.iter().flat_map(|name| ["--package".to_string(), name.clone()]));
        args.extend(packages.excluded.iter().flat_map(|name| ["--exclude".to_string(), name.clone()]));
        args
    }

    /// The target triple.
    pub(crate) fn triple_args(&self) -> Vec<String> {
        self.target.iter().flat_map(|triple| ["--target".to_string(), triple.clone()]).collect()
    }

    /// For every subcommand.
    pub(crate) fn config_args(&self) -> Vec<String> {
        self.config.iter().flat_map(|config| ["--config".to_string(), config.clone()]).collect()
    }

    /// The profile.
    pub(crate) fn profile_args(&self) -> Vec<String> {
        let mut args: Vec<String> = self.release.then(|| "--release".to_string()).into_iter().collect();
        args.extend(self.profile.iter().flat_map(|name| ["--profile".to_string(), name.clone()]));
        args
    }

    /// What `cargo check` needs besides.
    pub(crate) fn build_args(&self) -> Vec<String> {
        let mut args = self.targets.args();
        args.extend(self.profile_args());
        if let Some(directory) = &self.target_dir {
            args.extend(["--target-dir".to_string(), directory.to_string_lossy().into_owned()]);
        }
        args
    }
}
