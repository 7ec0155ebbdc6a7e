//! A compact text form of obligations, for `--log` and for tests.

use std::fmt::{Display, Formatter, Result};

use crate::obligation::{BlockId, Obligation, Part, Step};

impl Display for BlockId {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "b{}", self.0)
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Part::Main => write!(f, "main"),
            Part::Loop(n) => write!(f, "loop {n}"),
            Part::Isolated(n) => write!(f, "isolated {n}"),
        }
    }
}

impl Obligation {
    fn step(&self, f: &mut Formatter<'_>, step: &Step) -> Result {
        match step {
            Step::Assume(e) => writeln!(f, "    assume {e}"),
            Step::Goal(index) => match self.goals.get(*index) {
                Some(goal) => writeln!(f, "    goal {:?}: {}", goal.kind, goal.expr),
                None => writeln!(f, "    goal {index}?"),
            },
            Step::Reveal(path, fuel) => writeln!(f, "    reveal {path} {fuel}"),
            Step::Use(path) => writeln!(f, "    use {path}"),
            Step::Mention(var) => writeln!(f, "    mention {var}"),
        }
    }
}

impl Display for Obligation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "{} {} by {:?}", self.function, self.part, self.prover)?;
        for (word, paths) in [("undefined", &self.undefined), ("hidden", &self.hidden), ("uses", &self.uses)] {
            paths.iter().try_for_each(|p| writeln!(f, "  {word} {p}"))?;
        }
        self.vars.iter().try_for_each(|b| writeln!(f, "  var {b}"))?;
        self.phis.iter().try_for_each(|b| writeln!(f, "  phi {b}"))?;
        self.defs.iter().try_for_each(|(b, e)| writeln!(f, "  def {b} = {e}"))?;
        for (block, n) in self.blocks.iter().zip(0..) {
            write!(f, "  {}", BlockId(n))?;
            for (edge, i) in block.edges.iter().zip(0..) {
                write!(f, "{} {}", if i == 0 { " from" } else { "," }, edge.from)?;
                let assumes: Vec<String> = edge.assumes.iter().map(|e| e.to_string()).collect();
                if !assumes.is_empty() {
                    write!(f, " [{}]", assumes.join("; "))?;
                }
            }
            writeln!(f)?;
            block.steps.iter().try_for_each(|s| self.step(f, s))?;
        }
        Ok(())
    }
}
