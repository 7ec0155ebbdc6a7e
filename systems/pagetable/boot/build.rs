//! How the kernel is linked.

fn main() {
    println!("cargo::rerun-if-changed=link.ld");
    // Paths are relative to the workspace, which is this package.
    for argument in
        ["-nostartfiles", "-nostdlib", "-static", "-Wl,--build-id=none", "-Wl,-z,noexecstack", "-Wl,-T,link.ld"]
    {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}
