//! The paths that a file names, as far as they may lead to modules of its own crate.

use syn::visit::Visit;

/// A path as written, without generic arguments: `["crate", "expr", "Expr"]`.
pub(crate) type Segments = Vec<String>;

/// The paths of one file, outside of what is compiled for tests only.
#[derive(Default)]
pub(crate) struct Paths {
    /// What expressions, types, patterns and imports name; a glob import names the module.
    pub(crate) used: Vec<Segments>,
    /// What `pub use` gives a name here: the name, and where it comes from.
    pub(crate) exports: Vec<(String, Segments)>,
}

impl Paths {
    /// Collects the paths of a file.
    pub(crate) fn of(file: &syn::File) -> Paths {
        let mut paths = Paths::default();
        paths.visit_file(file);
        paths
    }

    /// Adds the leaves of a tree of imports, each with the `prefix` in front.
    fn add_imports(&mut self, tree: &syn::UseTree, prefix: &[String], is_export: bool) {
        let with = |name: &syn::Ident| prefix.iter().cloned().chain([name.to_string()]).collect::<Segments>();
        let (name, path) = match tree {
            syn::UseTree::Path(path) => return self.add_imports(&path.tree, &with(&path.ident), is_export),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.add_imports(tree, prefix, is_export));
                return;
            }
            syn::UseTree::Glob(_) => return self.used.push(prefix.to_vec()),
            syn::UseTree::Name(name) if name.ident == "self" => (prefix.last().cloned(), prefix.to_vec()),
            syn::UseTree::Name(name) => (Some(name.ident.to_string()), with(&name.ident)),
            syn::UseTree::Rename(rename) => (Some(rename.rename.to_string()), with(&rename.ident)),
        };
        if let (true, Some(name)) = (is_export, name) {
            self.exports.push((name, path));
        } else {
            self.used.push(path);
        }
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !super::source::is_test_item(item) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.add_imports(&item.tree, &[], !matches!(item.vis, syn::Visibility::Inherited));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.used.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        syn::visit::visit_path(self, path);
    }
}
