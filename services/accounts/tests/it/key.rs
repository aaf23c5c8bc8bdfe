//! The files of the signing key.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use corners_accounts::signing::{KeyError, PRIVATE_KEY_FILE, PUBLIC_KEYS_FILE, Signer};

/// The names of the files in a folder.
fn files(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn the_first_start_makes_a_key_and_publishes_its_public_half_only() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    drop(Signer::open(&data).unwrap());
    assert_eq!(
        files(&data),
        [PUBLIC_KEYS_FILE, PRIVATE_KEY_FILE].map(str::to_owned).into()
    );
    let private = fs::read_to_string(data.join(PRIVATE_KEY_FILE)).unwrap();
    assert!(private.starts_with("-----BEGIN PRIVATE KEY-----\n"), "PKCS#8 in PEM");
    let public: serde_json::Value = serde_json::from_slice(&fs::read(data.join(PUBLIC_KEYS_FILE)).unwrap()).unwrap();
    let key = public["keys"][0].as_object().unwrap();
    assert_eq!(
        (&key["kty"], &key["crv"], &key["alg"]),
        (&"OKP".into(), &"Ed25519".into(), &"EdDSA".into())
    );
    assert_eq!(
        (&key["use"], key["kid"].as_str().map(str::len)),
        (&"sig".into(), Some(43))
    );
    assert!(!key.contains_key("d"), "the private half");
}

#[test]
fn later_starts_keep_the_key_and_repair_what_is_published() {
    let folder = tempfile::tempdir().unwrap();
    drop(Signer::open(folder.path()).unwrap());
    let read = |name| fs::read(folder.path().join(name)).unwrap();
    let made = (read(PRIVATE_KEY_FILE), read(PUBLIC_KEYS_FILE));
    fs::write(folder.path().join(PUBLIC_KEYS_FILE), "half a fi").unwrap();
    drop(Signer::open(folder.path()).unwrap());
    assert_eq!((read(PRIVATE_KEY_FILE), read(PUBLIC_KEYS_FILE)), made);
}

#[test]
fn starts_at_the_same_moment_agree_on_one_key() {
    let folder = tempfile::tempdir().unwrap();
    let barrier = std::sync::Barrier::new(8);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                barrier.wait();
                drop(Signer::open(folder.path()).unwrap());
            });
        }
    });
    let published = fs::read(folder.path().join(PUBLIC_KEYS_FILE)).unwrap();
    drop(Signer::open(folder.path()).unwrap());
    assert_eq!(fs::read(folder.path().join(PUBLIC_KEYS_FILE)).unwrap(), published);
    assert_eq!(files(folder.path()).len(), 2, "nothing half made is left");
}

#[test]
fn a_file_that_is_no_key_is_named_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(PRIVATE_KEY_FILE);
    let truncated = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2Vw\n-----END PRIVATE KEY-----\n";
    for content in [&b""[..], b"secret", truncated.as_bytes(), &[0xff, 0xfe, 0x00]] {
        fs::write(&path, content).unwrap();
        let Err(refused) = Signer::open(folder.path()) else {
            panic!("{content:?} was taken for a key")
        };
        assert!(matches!(&refused, KeyError::NotAKey { .. }), "{refused:?}");
        assert!(refused.to_string().contains(PRIVATE_KEY_FILE), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), content);
    }
}

#[cfg(unix)]
#[test]
fn only_its_owner_can_read_the_private_key_and_everybody_the_public_one() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    drop(Signer::open(folder.path()).unwrap());
    let mode = |name| fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(PRIVATE_KEY_FILE), mode(PUBLIC_KEYS_FILE)), (0o600, 0o644));
}
