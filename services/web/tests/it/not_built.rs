//! A program that was built without the page.

use http::StatusCode;

use crate::support::{BOTH, InMemory, serve};

#[tokio::test]
async fn it_says_that_the_page_is_missing_and_how_to_build_it() {
    let server = serve(InMemory::default()).await;
    for protocol in BOTH {
        for path in ["/", "/lobby"] {
            let answer = server.get(protocol, path, &[]).await;
            assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
            assert_eq!(answer.header("cache-control"), Some("no-store"));
            assert!(
                answer.text().contains("npm ci && npm run build -w services/web"),
                "{}",
                answer.text()
            );
        }
        assert_eq!(
            server.get(protocol, "/assets/a.js", &[]).await.status,
            StatusCode::NOT_FOUND
        );
    }
}
