use std::path::Path;

use super::super::CertificateFiles;
use super::*;

/// A certificate of its own and its key, in PEM.
fn pair(name: &str) -> (String, String) {
    let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
    (made.cert.pem(), made.signing_key.serialize_pem())
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn files(&self) -> CertificateFiles {
        CertificateFiles {
            certificate: self.0.path().join("tls.crt"),
            key: self.0.path().join("tls.key"),
        }
    }

    fn write(&self, (certificate, key): &(String, String)) {
        std::fs::write(self.files().certificate, certificate).unwrap();
        std::fs::write(self.files().key, key).unwrap();
    }
}

/// The certificate that stands in the files, as it would be shown to clients.
fn watch(folder: &Folder) -> Result<FromFiles<Vec<u8>>, TlsFileError> {
    let files = folder.files();
    FromFiles::read(files.paths().to_vec(), move |contents| {
        files.read(contents).map(|own| own.cert[0].to_vec())
    })
}

#[test]
fn a_new_pair_takes_the_place_of_the_old_one() {
    let folder = Folder::new();
    folder.write(&pair("one.example"));
    let shown = watch(&folder).unwrap();
    let one = shown.now();
    shown.look();
    assert_eq!(shown.now(), one);
    folder.write(&pair("two.example"));
    assert_eq!(shown.now(), one, "nobody has looked");
    shown.look();
    assert_ne!(shown.now(), one);
}

#[test]
fn files_that_cannot_be_used_leave_the_old_pair_until_they_can() {
    let folder = Folder::new();
    let (old, new) = (pair("one.example"), pair("two.example"));
    folder.write(&old);
    let shown = watch(&folder).unwrap();
    let one = shown.now();
    let half = |text: &str| text[..text.len() / 2].to_owned();
    for unusable in [
        (new.0.clone(), old.1),
        (half(&new.0), new.1.clone()),
        (new.0.clone(), half(&new.1)),
        (String::new(), new.1.clone()),
        (new.0.clone(), "not a key".to_owned()),
        (new.1.clone(), new.0.clone()),
    ] {
        folder.write(&unusable);
        shown.look();
        assert_eq!(shown.now(), one);
    }
    std::fs::remove_file(folder.files().key).unwrap();
    shown.look();
    assert_eq!(shown.now(), one);
    folder.write(&new);
    shown.look();
    assert_ne!(shown.now(), one);
}

#[cfg(unix)]
#[test]
fn a_swapped_symbolic_link_is_a_change() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    let root = folder.0.path();
    for (version, name) in [("..1", "one.example"), ("..2", "two.example")] {
        std::fs::create_dir(root.join(version)).unwrap();
        let (certificate, key) = pair(name);
        std::fs::write(root.join(version).join("tls.crt"), certificate).unwrap();
        std::fs::write(root.join(version).join("tls.key"), key).unwrap();
    }
    // As Kubernetes mounts secrets: files are links into a folder that is a link itself, which is replaced whole.
    symlink("..1", root.join("..data")).unwrap();
    symlink(Path::new("..data/tls.crt"), folder.files().certificate).unwrap();
    symlink(Path::new("..data/tls.key"), folder.files().key).unwrap();
    let shown = watch(&folder).unwrap();
    let one = shown.now();
    symlink("..2", root.join("..new")).unwrap();
    std::fs::rename(root.join("..new"), root.join("..data")).unwrap();
    shown.look();
    assert_ne!(shown.now(), one);
}

#[test]
fn what_is_wrong_is_said_with_the_file_and_without_its_content() {
    let folder = Folder::new();
    let (one, two) = (pair("one.example"), pair("two.example"));
    let why = |pair: (&String, &String)| {
        folder.write(&(pair.0.clone(), pair.1.clone()));
        watch(&folder).unwrap_err().to_string()
    };
    let another = why((&one.0, &two.1));
    assert!(another.contains("is not that of the certificate"), "{another}");
    let no_key = why((&one.0, &one.0));
    assert!(no_key.contains("tls.key holds no whole private key"), "{no_key}");
    let secret = one.1.lines().nth(1).unwrap();
    let no_certificate = why((&one.1, &one.1));
    assert!(
        no_certificate.contains("tls.crt holds no whole certificate"),
        "{no_certificate}"
    );
    let broken = why((&one.0, &format!("-----BEGIN {secret}\n{secret}")));
    assert!(!no_certificate.contains(secret) && !broken.contains(secret), "{broken}");
    std::fs::remove_file(folder.files().key).unwrap();
    let missing = watch(&folder).unwrap_err().to_string();
    assert!(
        missing.contains("cannot read") && missing.contains("tls.key"),
        "{missing}"
    );
}

#[tokio::test(start_paused = true)]
async fn the_files_are_looked_at_again_and_again() {
    let folder = Folder::new();
    folder.write(&pair("one.example"));
    let files = folder.files();
    let shown = FromFiles::open(files.paths().to_vec(), move |contents| {
        files.read(contents).map(|own| own.cert[0].to_vec())
    });
    let shown = shown.unwrap();
    let one = shown.now();
    folder.write(&pair("two.example"));
    while shown.now() == one {
        sleep(LOOK_INTERVAL).await;
    }
}
