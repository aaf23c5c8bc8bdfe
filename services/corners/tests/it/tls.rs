//! A platform with a certificate of its own.

use std::path::PathBuf;

use tempfile::TempDir;

use crate::platform::Platform;
use crate::program::{corners, run};

/// A certificate that issued itself, and its key, in files.
fn certificate(folder: &TempDir) -> (PathBuf, PathBuf) {
    let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let (certificate, key) = (folder.path().join("tls.crt"), folder.path().join("tls.key"));
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    (certificate, key)
}

#[test]
fn players_who_trust_its_authority_play_and_others_are_told_why_not() {
    let folder = TempDir::new().unwrap();
    let (certificate, key) = certificate(&folder);
    let platform = Platform::start_tls(&certificate, &key);
    assert!(
        platform
            .greeting
            .contains(&format!("Corners is up at {}", platform.url())),
        "{}",
        platform.greeting
    );
    let ca = format!("--ca {}", certificate.display());
    let mut white = platform.play(&format!("--time untimed {ca}"));
    let table = white.read_until("table: ");
    let join = white.read_until("join: ");
    assert!(join.contains(&ca) && join.contains(&platform.url()), "{join}");
    let mut black = platform.play(&format!("--join {table} {ca}"));
    white.write(&["c3-d3"]);
    black.write(&["f6-e6", "resign"]);
    assert_eq!(black.read_until("result: "), "1-0, White wins: resignation");

    let refused = run(corners(&format!("play --server {}", platform.url())), b"");
    assert_eq!(refused.code, 1);
    assert!(refused.complaints.contains("certificate"), "{}", refused.complaints);
    let refused = run(
        corners(&format!("play --server {} --ca {}", platform.url(), key.display())),
        b"",
    );
    assert!(
        refused.complaints.contains("cannot trust the authorities in"),
        "{}",
        refused.complaints
    );
}

#[test]
fn beyond_the_loopback_it_has_to_have_one() {
    let folder = TempDir::new().unwrap();
    let mut up = corners("up --listen 0.0.0.0:0 --data");
    up.arg(folder.path());
    let refused = run(up, b"");
    assert_eq!(refused.code, 64);
    assert!(
        refused.complaints.contains("tls.certificate and tls.key"),
        "{}",
        refused.complaints
    );
}
