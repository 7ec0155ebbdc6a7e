//! Names of quantifiers, for whoever wants to know what the solver does with them.

use std::collections::HashMap;

use certus_diagnostics::Span;

use crate::instance::FnKey;
use crate::term::{self, Quant, Sym, Term};
use crate::trigger;
use crate::vocabulary::Vocabulary;

/// What a name of a quantifier stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The name, as in the query.
    pub name: String,
    /// Where the quantifier is written, or the item that it says something about; `None` where that is no item.
    pub span: Option<Span>,
    /// What a quantifier says that is not written as one.
    pub what: Option<String>,
    /// Its triggers, as a person reads them.
    pub trigger: String,
}

/// The names given so far.
#[derive(Default)]
pub(crate) struct Origins {
    all: Vec<Origin>,
    /// The names are listed, but not in the query.
    is_silent: bool,
    /// The broadcast function that is being stated, and its place.
    stated: Option<(Span, String)>,
}

impl Origins {
    /// Names that stay out of the query.
    pub(crate) fn silent() -> Origins {
        Origins { is_silent: true, ..Origins::default() }
    }

    /// Of an encoding that begins anew.
    pub(crate) fn again(self) -> Origins {
        Origins { is_silent: self.is_silent, ..Origins::default() }
    }

    /// The name of a quantifier of the source. One place has one name, at whatever types it is.
    pub(crate) fn of_source(&mut self, span: Span, patterns: &[Vec<Term>]) -> Option<Sym> {
        let stated = self.stated.as_ref().filter(|(place, _)| *place == span);
        let what = stated.map(|(_, name)| format!("`{}`", name.trim_start_matches("crate::")));
        let name = self.name(Some(span), what, patterns);
        (!self.is_silent).then_some(name)
    }

    fn name(&mut self, span: Option<Span>, what: Option<String>, patterns: &[Vec<Term>]) -> Sym {
        let groups: Vec<String> = patterns.iter().map(|group| trigger::readable(group).join(", ")).collect();
        let trigger = groups.join("; or ");
        let same = |origin: &&Origin| origin.span == span && origin.what == what && origin.trigger == trigger;
        if let Some(known) = self.all.iter().find(same) {
            return known.name.as_str().into();
        }
        let name = format!("q{}", self.all.len());
        self.all.push(Origin { name: name.clone(), span, what, trigger });
        name.into()
    }

    /// From here on the broadcast function at this place is stated.
    pub(crate) fn states(&mut self, span: Span, path: String) {
        self.stated = Some((span, path));
    }

    /// Names the quantifiers of all facts, unless they stay out of the query. Gives all names.
    pub(crate) fn name_facts(mut self, words: &mut Vocabulary<'_>) -> Vec<Origin> {
        if self.is_silent {
            return self.all;
        }
        let functions = &words.view().program().functions;
        let item = |(path, _): &FnKey| functions.get(path).map(|function| (path.clone(), function.span));
        let items: HashMap<Sym, _> =
            words.reached().functions().filter_map(|(key, inst)| Some((inst.sym.clone(), item(key)?))).collect();
        words.theory().rewrite(&mut |owner, fact| {
            let (what, span) = match items.get(owner) {
                Some((path, span)) => {
                    (format!("what is known of `{}`", path.trim_start_matches("crate::")), Some(*span))
                }
                None => (format!("rule for `{}`", owner.trim_start_matches('~')), None),
            };
            term::name_quantifiers(fact, &mut |q: &Quant| self.name(span, Some(what.clone()), &q.patterns))
        });
        self.all
    }
}
