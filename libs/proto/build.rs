//! Generates the Rust side of `proto/`.
//!
//! The server of `GameService` is generated apart from its messages, because it streams messages that are already
//! encoded (see `src/encoded.rs`).

use std::path::{Path, PathBuf};

use prost::Message;
use prost_types::FileDescriptorSet;

const PUBLIC: [&str; 3] = [
    "corners/accounts/v1/accounts_service.proto",
    "corners/clock/v1/clock_service.proto",
    "corners/game/v1/game_service.proto",
];
const INTERNAL: [&str; 3] = [
    "corners/clock/internal/v1/clock_internal_service.proto",
    "corners/game/internal/v1/game_internal_service.proto",
    "corners/game/internal/v1/log.proto",
];
const GAME_PACKAGE: &str = "corners.game.v1";

type BuildResult<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> BuildResult<()> {
    let root = cargo_folder("CARGO_MANIFEST_DIR")?.join("../../proto");
    let out = cargo_folder("OUT_DIR")?;
    println!("cargo:rerun-if-changed={}", root.display());

    let public = protox::compile(PUBLIC, [&root])?;
    let internal = protox::compile(INTERNAL, [&root])?;
    write_descriptors(&out.join("public.bin"), &public)?;
    write_descriptors(&out.join("internal.bin"), &internal)?;

    let mut all = public;
    let known: Vec<_> = all.file.iter().map(|file| file.name().to_owned()).collect();
    all.file.extend(
        internal
            .file
            .into_iter()
            .filter(|file| !known.iter().any(|name| name == file.name())),
    );

    let (game_services, everything_else) = split_game_services(all);
    let configure = || tonic_prost_build::configure().codec_path("crate::codec::LeanCodec");
    configure().compile_fds(everything_else)?;

    let game_out = out.join("game");
    std::fs::create_dir_all(game_out.join("client"))?;
    std::fs::create_dir_all(game_out.join("server"))?;
    configure()
        .build_server(false)
        .extern_path(".corners.game.v1", "crate::game::v1")
        .out_dir(game_out.join("client"))
        .compile_fds(game_services.clone())?;
    configure()
        .build_client(false)
        .extern_path(".corners.game.v1", "crate::game::v1")
        .extern_path(".corners.game.v1.WatchTablesResponse", "crate::encoded::Encoded")
        .out_dir(game_out.join("server"))
        .compile_fds(game_services)?;
    Ok(())
}

#[allow(clippy::disallowed_methods, reason = "this is how Cargo tells a build script")]
fn cargo_folder(variable: &str) -> BuildResult<PathBuf> {
    Ok(std::env::var(variable)?.into())
}

/// Takes the services of the game package out of the set, so that they can be generated on their own.
fn split_game_services(all: FileDescriptorSet) -> (FileDescriptorSet, FileDescriptorSet) {
    let with_services = all.clone();
    let mut without_services = all;
    for file in &mut without_services.file {
        if file.package() == GAME_PACKAGE {
            file.service.clear();
        }
    }
    let mut only_game = with_services;
    only_game
        .file
        .retain(|file| file.package() == GAME_PACKAGE || file.package().starts_with("google."));
    (only_game, without_services)
}

fn write_descriptors(path: &Path, set: &FileDescriptorSet) -> BuildResult<()> {
    Ok(std::fs::write(path, set.encode_to_vec())?)
}
