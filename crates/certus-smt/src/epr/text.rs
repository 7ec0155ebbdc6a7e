//! Solver text as trees.

/// An atom or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    /// A symbol, number or keyword; a quoted symbol without its bars, which do not belong to its name.
    Atom(String),
    /// What is in a pair of parentheses.
    List(Vec<Tree>),
}

impl Tree {
    /// The symbol that it is.
    pub(crate) fn atom(&self) -> Option<&str> {
        match self {
            Tree::Atom(atom) => Some(atom),
            Tree::List(_) => None,
        }
    }

    /// The parts that it has.
    pub(crate) fn list(&self) -> Option<&[Tree]> {
        match self {
            Tree::Atom(_) => None,
            Tree::List(parts) => Some(parts),
        }
    }
}

/// A symbol without the bars around it.
pub(crate) fn plain(sym: &str) -> &str {
    sym.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')).unwrap_or(sym)
}

/// The trees of a text, comments left out; `None` when it is not closed.
pub(crate) fn parse(text: &str) -> Option<Vec<Tree>> {
    let mut open: Vec<Vec<Tree>> = vec![Vec::new()];
    let mut rest = text;
    loop {
        rest = rest.trim_ascii_start();
        let Some(first) = rest.chars().next() else { break };
        match first {
            ';' => rest = rest.find('\n').and_then(|end| rest.get(end..)).unwrap_or(""),
            '(' => {
                open.push(Vec::new());
                rest = rest.get(1..)?;
            }
            ')' => {
                let done = open.pop()?;
                open.last_mut()?.push(Tree::List(done));
                rest = rest.get(1..)?;
            }
            '|' => {
                let end = rest.get(1..)?.find('|')?;
                open.last_mut()?.push(Tree::Atom(rest.get(1..end + 1)?.to_owned()));
                rest = rest.get(end + 2..)?;
            }
            '"' => return None,
            _ => {
                let stops = |c: char| c.is_ascii_whitespace() || "();|\"".contains(c);
                let end = rest.find(stops).unwrap_or(rest.len());
                open.last_mut()?.push(Tree::Atom(rest.get(..end)?.to_owned()));
                rest = rest.get(end..)?;
            }
        }
    }
    let all = open.pop()?;
    open.is_empty().then_some(all)
}
