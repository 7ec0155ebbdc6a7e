//! How much a crate assumes, in numbers.

use certus_diagnostics::counted;
use certus_lower::TrustKind;
use serde::Serialize;

use super::Listed;

/// The number of items of each kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counts {
    /// Axioms.
    pub axioms: usize,
    /// Contracts of functions that are defined elsewhere.
    #[serde(rename = "assume_specifications")]
    pub specifications: usize,
    /// Trusted bodies.
    #[serde(rename = "external_bodies")]
    pub bodies: usize,
    /// External types, traits and impls.
    #[serde(rename = "external_types_traits_and_impls")]
    pub declarations: usize,
    /// `assume` and `admit`.
    pub assumes: usize,
    /// Everything else.
    pub other: usize,
    /// Proof functions with a proof.
    pub lemmas: usize,
    /// Lemmas for each axiom, if there are axioms.
    #[serde(rename = "lemmas_for_each_axiom")]
    pub ratio: Option<f64>,
    /// Items without a reason of the author.
    pub without_reason: usize,
}

impl Counts {
    /// Counts the items of a list.
    pub fn new(Listed { items, lemmas }: &Listed) -> Counts {
        let count = |kinds: &[TrustKind]| items.iter().filter(|item| kinds.contains(&item.trusted.kind)).count();
        let axioms = count(&[TrustKind::Axiom]);
        Counts {
            axioms,
            specifications: count(&[TrustKind::AssumeSpecification]),
            bodies: count(&[TrustKind::ExternalBody]),
            declarations: count(&[TrustKind::ExternalType, TrustKind::ExternalTrait, TrustKind::ExternalImpl]),
            assumes: count(&[TrustKind::Assume, TrustKind::Admit]),
            other: count(&[
                TrustKind::AssumeTermination,
                TrustKind::Global,
                TrustKind::Linkage,
                TrustKind::ExternalDrop,
                TrustKind::UnverifiedImpl,
                TrustKind::Token,
            ]),
            lemmas: *lemmas,
            ratio: (axioms > 0).then(|| *lemmas as f64 / axioms as f64),
            without_reason: items.iter().filter(|item| item.reason.is_none()).count(),
        }
    }

    /// The numbers in words.
    pub fn text(&self) -> String {
        let ratio = self.ratio.map_or(String::new(), |ratio| format!(" ({ratio:.1} for each axiom)"));
        format!(
            "{}, {}, {} external {}, {} external types, traits and impls, {}, {} other; {}{ratio}; {} without a reason",
            counted(self.axioms, "axiom"),
            counted(self.specifications, "assume_specification"),
            self.bodies,
            if self.bodies == 1 { "body" } else { "bodies" },
            self.declarations,
            counted(self.assumes, "assume"),
            self.other,
            counted(self.lemmas, "lemma"),
            self.without_reason
        )
    }
}
