//! Compiles the shim that steps a server's clock, to be preloaded by it.

use std::error::Error;
use std::path::PathBuf;

const SOURCE: &str = "shim/clock.c";

#[allow(clippy::disallowed_methods, reason = "Cargo says with it where the output belongs")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={SOURCE}");
    let shim = PathBuf::from(std::env::var("OUT_DIR")?).join("clock.so");
    let mut compile = cc::Build::new().warnings(true).try_get_compiler()?.to_command();
    let compiled = compile
        .args(["-shared", "-fPIC", "-O2", SOURCE, "-ldl", "-o"])
        .arg(&shim)
        .status()?;
    if !compiled.success() {
        return Err(format!("the C compiler refused {SOURCE}: {compile:?}").into());
    }
    Ok(())
}
