//! Which versions a program can read.

use semver::{BuildMetadata, Prerelease, Version};
use vstd::prelude::*;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExPrerelease(Prerelease);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExBuildMetadata(BuildMetadata);

#[verifier::external_type_specification]
pub struct ExVersion(Version);

pub assume_specification[ Version::new ](major: u64, minor: u64, patch: u64) -> (r: Version)
    ensures
        r.major == major,
        r.minor == minor,
        r.patch == patch,
;

/// Whether a program of one version reads what one of another wrote.
pub open spec fn reads(program: Version, data: Version) -> bool {
    program.major == data.major && program.minor >= data.minor
}

pub fn can_read(program: &Version, data: &Version) -> (r: bool)
    ensures
        r == reads(*program, *data),
{
    program.major == data.major && data.minor <= program.minor
}

pub fn next_minor(of: &Version) -> (r: Version)
    requires
        of.minor < u64::MAX,
    ensures
        reads(r, *of),
        !reads(*of, r),
{
    Version::new(of.major, of.minor + 1, 0)
}

} // verus!

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_minor_version_reads_an_earlier_one() {
        let old = Version::new(1, 2, 3);
        let new = next_minor(&old);
        assert_eq!(new.to_string(), "1.3.0");
        assert!(can_read(&new, &old) && !can_read(&old, &new));
    }
}
