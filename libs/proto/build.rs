//! Generates the Rust side of `proto/`, and the [access rules](../src/methods.rs) of its methods.
//!
//! The server of `GameService` is generated apart from its messages, because it streams messages that are already
//! encoded (see `src/encoded.rs`).

use std::path::{Path, PathBuf};

use prost_reflect::{DescriptorPool, DynamicMessage, Kind, MethodDescriptor, ReflectMessage, Value};
use prost_types::FileDescriptorSet;

const PUBLIC: [&str; 5] = [
    "corners/accounts/v1/accounts_service.proto",
    "corners/accounts/v1/admin_service.proto",
    "corners/clock/v1/clock_service.proto",
    "corners/game/v1/admin_service.proto",
    "corners/game/v1/game_service.proto",
];
const INTERNAL: [&str; 4] = [
    "corners/accounts/internal/v1/accounts_internal_service.proto",
    "corners/clock/internal/v1/clock_internal_service.proto",
    "corners/game/internal/v1/game_internal_service.proto",
    "corners/game/internal/v1/log.proto",
];
const GAME_PACKAGE: &str = "corners.game.v1";
const ACCESS: &str = "corners.access.v1.access";

type BuildResult<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> BuildResult<()> {
    let root = cargo_folder("CARGO_MANIFEST_DIR")?.join("../../proto");
    let out = cargo_folder("OUT_DIR")?;
    println!("cargo:rerun-if-changed={}", root.display());

    let (public, mut methods) = compile(&root, &PUBLIC, &out.join("public.bin"))?;
    let (internal, more) = compile(&root, &INTERNAL, &out.join("internal.bin"))?;
    methods.extend(more);
    std::fs::write(out.join("methods.rs"), format!("&[{}]", methods.join(",")))?;

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

/// Compiles files, writes their descriptors, options included, and answers them with the access rules of their methods.
fn compile(root: &Path, files: &[&str], descriptors: &Path) -> BuildResult<(FileDescriptorSet, Vec<String>)> {
    let mut compiler = protox::Compiler::new([root])?;
    compiler
        .include_imports(true)
        .include_source_info(true)
        .open_files(files)?;
    std::fs::write(descriptors, compiler.encode_file_descriptor_set())?;
    let pool = compiler.descriptor_pool();
    let methods = pool
        .services()
        .flat_map(|service| service.methods().collect::<Vec<_>>());
    let methods = methods
        .map(|method| method_rule(&pool, &method))
        .collect::<BuildResult<_>>()?;
    Ok((compiler.file_descriptor_set(), methods))
}

/// A method and its access rule, as an expression of Rust.
fn method_rule(pool: &DescriptorPool, method: &MethodDescriptor) -> BuildResult<String> {
    let extension = pool.get_extension_by_name(ACCESS).ok_or("no access option")?;
    let options = method.options();
    let access = match options
        .has_extension(&extension)
        .then(|| options.get_extension(&extension).into_owned())
    {
        Some(Value::Message(access)) => format!("Some({})", access_rule(&access)?),
        _ => "None".to_owned(),
    };
    let path = format!("/{}/{}", method.parent_service().full_name(), method.name());
    let streaming = method.is_client_streaming() || method.is_server_streaming();
    Ok(format!(
        "Method {{ path: {path:?}, streaming: {streaming}, access: {access} }}"
    ))
}

fn access_rule(access: &DynamicMessage) -> BuildResult<String> {
    let audience = variant(access, "audience")?;
    let subject = variant(access, "subject")?;
    let any_of = access.get_field_by_name("any_of").ok_or("no scopes")?;
    let scopes = access
        .descriptor()
        .get_field_by_name("any_of")
        .ok_or("no scopes")?
        .kind();
    let numbers = any_of
        .as_list()
        .ok_or("scopes are a list")?
        .iter()
        .filter_map(Value::as_enum_number);
    let scopes = numbers
        .map(|number| Ok(format!("Scope::{}", camel_case(&scopes, number)?)))
        .collect::<BuildResult<Vec<_>>>()?;
    Ok(format!(
        "Access {{ audience: Audience::{audience}, any_of: &[{}], subject: Subject::{subject} }}",
        scopes.join(",")
    ))
}

/// The value of an enum field, as prost names the variant.
fn variant(message: &DynamicMessage, name: &str) -> BuildResult<String> {
    let field = message.descriptor().get_field_by_name(name).ok_or("no such field")?;
    let number = message.get_field(&field).as_enum_number().ok_or("not an enum")?;
    camel_case(&field.kind(), number)
}

/// `SCOPE_PLAY` of the enum `Scope` is `Play`.
fn camel_case(kind: &Kind, number: i32) -> BuildResult<String> {
    let descriptor = kind.as_enum().ok_or("not an enum")?;
    let value = descriptor.get_value(number).ok_or("an enum without such a value")?;
    let prefix = format!("{}_", descriptor.name().to_ascii_uppercase());
    let name = value
        .name()
        .strip_prefix(&prefix)
        .ok_or("a value without its enum's name")?
        .to_owned();
    let (first, rest) = name.split_at(1);
    Ok(format!("{first}{}", rest.to_ascii_lowercase()))
}
