//! The page is built by npm, before: without it the program is whole all the same, and says that the page is missing.

use std::{fs, io};

fn main() -> io::Result<()> {
    fs::create_dir_all("dist")?;
    println!("cargo::rerun-if-changed=dist");
    Ok(())
}
