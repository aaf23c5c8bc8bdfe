//! The files of the signing keys.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use corners_accounts::signing::{Grant, KEYS_FOLDER, KeyError, PUBLIC_KEYS_FILE, PUBLISHED_FOR, Signer};
use corners_proto::ids::{AccountId, SessionId};
use corners_service::auth::{AccountKind, Scopes, Source, Verifier};
use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{DecodePrivateKey, EncodePrivateKey};

const HOUR: Duration = Duration::from_secs(60 * 60);

fn start() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000)
}

/// The keys' files in a data folder.
fn key_files(data: &Path) -> BTreeSet<PathBuf> {
    let files = fs::read_dir(data.join(KEYS_FOLDER)).unwrap();
    files
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.file_name().unwrap().to_str().unwrap().starts_with('.'))
        .collect()
}

fn token(signer: &Signer, now: SystemTime) -> String {
    let grant = Grant {
        account: AccountId::random(),
        kind: AccountKind::Guest,
        scopes: Scopes::default(),
        source: Source::Session(SessionId::random()),
    };
    signer.sign(grant, now, HOUR).unwrap().text
}

/// The id of the key that signs at a moment.
fn signs(signer: &Signer, now: SystemTime) -> String {
    jsonwebtoken::decode_header(token(signer, now)).unwrap().kid.unwrap()
}

#[test]
fn the_first_start_makes_a_key_and_publishes_its_public_half_only() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let signer = Signer::open(&data, start()).unwrap();
    let files = key_files(&data);
    let private = fs::read_to_string(files.first().unwrap()).unwrap();
    assert_eq!(files.len(), 1);
    assert!(private.starts_with("-----BEGIN PRIVATE KEY-----\n"), "PKCS#8 in PEM");
    assert_eq!(fs::read_to_string(data.join(PUBLIC_KEYS_FILE)).unwrap(), *signer.jwks());
    let public: serde_json::Value = serde_json::from_str(&signer.jwks()).unwrap();
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
    assert_eq!(signs(&signer, start()), key["kid"], "the only key signs at once");
}

#[test]
fn later_starts_keep_the_key_and_repair_what_is_published() {
    let folder = tempfile::tempdir().unwrap();
    drop(Signer::open(folder.path(), start()).unwrap());
    let made = (
        key_files(folder.path()),
        fs::read(folder.path().join(PUBLIC_KEYS_FILE)).unwrap(),
    );
    fs::write(folder.path().join(PUBLIC_KEYS_FILE), "half a fi").unwrap();
    drop(Signer::open(folder.path(), start() + HOUR).unwrap());
    let later = (
        key_files(folder.path()),
        fs::read(folder.path().join(PUBLIC_KEYS_FILE)).unwrap(),
    );
    assert_eq!(later, made);
}

#[test]
fn starts_at_the_same_moment_agree_on_one_key() {
    let folder = tempfile::tempdir().unwrap();
    let barrier = std::sync::Barrier::new(8);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                barrier.wait();
                drop(Signer::open(folder.path(), start()).unwrap());
            });
        }
    });
    assert_eq!(key_files(folder.path()).len(), 1, "nothing half made is left");
}

#[test]
fn a_new_key_is_published_at_once_and_signs_a_minute_later_without_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let signer = Signer::open(folder.path(), start()).unwrap();
    let replica = Signer::open(folder.path(), start()).unwrap();
    let verifier = Verifier::new(replica.trust());
    let now = start() + HOUR;
    let (first, before) = (signs(&signer, now), token(&signer, now));
    let new = signer.rotate(now).unwrap();
    replica.reread().unwrap();
    assert_ne!(new.id, first);
    assert!(replica.jwks().contains(&new.id) && replica.jwks().contains(&first));
    assert_eq!(new.sign_from, now + PUBLISHED_FOR);
    let almost = new.sign_from - Duration::from_secs(1);
    assert_eq!(
        (signs(&signer, almost), signs(&replica, almost)),
        (first.clone(), first.clone())
    );
    let (at, after) = (
        new.sign_from + Duration::from_secs(1),
        token(&signer, new.sign_from + Duration::from_secs(1)),
    );
    assert_eq!((signs(&signer, at), signs(&replica, at)), (new.id.clone(), new.id));
    assert!(verifier.verify(&before, at).is_ok() && verifier.verify(&after, at).is_ok());
    assert_eq!(
        signs(&signer, start()),
        first,
        "a clock that was set back signs with what everybody knows"
    );

    let oldest = key_files(folder.path()).into_iter().next().unwrap();
    fs::remove_file(oldest).unwrap();
    replica.reread().unwrap();
    assert!(
        verifier.verify(&before, at).is_err(),
        "a key that is taken away verifies no more"
    );
    assert!(verifier.verify(&after, at).is_ok());
}

#[test]
fn what_is_no_key_is_left_out_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let signer = Signer::open(folder.path(), start()).unwrap();
    let jwks = signer.jwks();
    let keys = folder.path().join(KEYS_FOLDER);
    let good = fs::read(key_files(folder.path()).first().unwrap()).unwrap();
    let truncated = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2Vw\n-----END PRIVATE KEY-----\n";
    let bad: [(&str, &[u8]); 5] = [
        ("20260101T000000Z-a.pem", b""),
        ("20260101T000000Z-b.pem", b"secret"),
        ("20260101T000000Z-c.pem", truncated.as_bytes()),
        ("20260101T000000Z-d.pem", &[0xff, 0xfe, 0x00]),
        ("key.pem", &good),
    ];
    for (name, content) in bad {
        fs::write(keys.join(name), content).unwrap();
    }
    fs::create_dir(keys.join("20260101T000000Z-e.pem")).unwrap();
    signer.reread().unwrap();
    assert_eq!(signer.jwks(), jwks);
    for (name, content) in bad {
        assert_eq!(fs::read(keys.join(name)).unwrap(), content);
    }
    fs::remove_file(
        key_files(folder.path())
            .iter()
            .find(|path| fs::read(path).ok().as_ref() == Some(&good) && !path.ends_with("key.pem"))
            .unwrap(),
    )
    .unwrap();
    let refused = signer.reread().unwrap_err();
    assert!(matches!(&refused, KeyError::NoKey { .. }), "{refused:?}");
    assert!(refused.to_string().contains(KEYS_FOLDER), "{refused}");
    assert_eq!(signer.jwks(), jwks, "what was read before goes on to count");
    assert!(Signer::open(folder.path(), start()).is_err());
}

#[test]
fn a_key_made_by_hand_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let signer = Signer::open(folder.path(), start()).unwrap();
    drop(Signer::open(elsewhere.path(), start()).unwrap());
    let other = fs::read_to_string(key_files(elsewhere.path()).first().unwrap()).unwrap();
    // With its public half, as some tools write it.
    let other = SigningKey::from_pkcs8_pem(&other)
        .unwrap()
        .to_pkcs8_pem(LineEnding::LF)
        .unwrap();
    fs::write(
        folder.path().join(KEYS_FOLDER).join("20990101T000000Z.pem"),
        other.as_str(),
    )
    .unwrap();
    signer.reread().unwrap();
    let public: serde_json::Value = serde_json::from_str(&signer.jwks()).unwrap();
    assert_eq!(public["keys"].as_array().unwrap().len(), 2);
}

#[cfg(unix)]
#[test]
fn only_its_owner_can_read_the_private_key_and_everybody_the_public_one() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    drop(Signer::open(folder.path(), start()).unwrap());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(key_files(folder.path()).first().unwrap()), 0o600);
    assert_eq!(mode(&folder.path().join(PUBLIC_KEYS_FILE)), 0o644);
}
