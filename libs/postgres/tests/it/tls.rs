use std::path::{Path, PathBuf};

use corners_postgres::{ConnectError, Database, PostgresConfig};
use corners_test_postgres::{Options, Server};
use rcgen::{CertifiedKey, generate_simple_self_signed};

use crate::support::{NOTES, connect, quick};

/// A server with a certificate for this machine's name, and a file with that certificate.
async fn server(folder: &Path) -> (Server, PathBuf) {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let trusted = folder.join("authority.pem");
    std::fs::write(&trusted, cert.pem()).unwrap();
    let options = Options::default().tls(&cert.pem(), &signing_key.serialize_pem());
    (Server::with(options).await.unwrap(), trusted)
}

fn config(server: &Server, host: &str, parameters: &str) -> PostgresConfig {
    quick(&format!(
        "postgres://corners@{host}:{}/postgres{parameters}",
        server.port()
    ))
}

async fn is_encrypted(database: &Database) -> bool {
    let question = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    let asked = database.run(async |connection| sqlx::query_scalar(question).fetch_one(connection).await);
    asked.await.unwrap()
}

#[tokio::test]
async fn a_server_whose_certificate_is_trusted_is_spoken_to_in_tls() {
    let folder = tempfile::tempdir().unwrap();
    let (server, trusted) = server(folder.path()).await;
    let parameters = format!("?sslmode=verify-full&sslrootcert={}", trusted.display());
    let database = connect(&config(&server, "localhost", &parameters)).await;
    assert!(is_encrypted(&database).await);
    let plain = connect(&config(&server, "localhost", "")).await;
    assert!(
        !is_encrypted(&plain).await,
        "on this machine nothing is said, and nothing is encrypted"
    );
}

#[tokio::test]
async fn a_certificate_of_another_authority_or_for_another_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (server, trusted) = server(folder.path()).await;
    let trusted = format!("?sslmode=verify-full&sslrootcert={}", trusted.display());
    for (host, parameters) in [("localhost", "?sslmode=verify-full"), ("127.0.0.1", &trusted)] {
        let refused = Database::connect(&config(&server, host, parameters), "notes", &NOTES).await;
        let refused = refused.unwrap_err();
        assert!(matches!(refused, ConnectError::Unreachable { .. }), "{refused}");
        assert!(refused.to_string().contains("certificate"), "{refused}");
    }
}
