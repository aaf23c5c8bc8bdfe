//! Files, places, and what is said beside them.

use http::StatusCode;

use crate::support::{BOTH, LARGE, Protocol, START, a_page, serve};

#[tokio::test]
async fn every_place_in_the_page_is_answered_with_its_start() {
    let server = serve(a_page()).await;
    for protocol in BOTH {
        for path in [
            "/",
            "/index.html",
            "/lobby",
            "/table/tegaqee3gbwf",
            "/rules?language=ru",
            "/player/J%C3%BCrgen",
        ] {
            let answer = server.get(protocol, path, &[]).await;
            assert_eq!(answer.status, StatusCode::OK, "{path}");
            assert_eq!(answer.text(), START, "{path}");
            assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
            assert_eq!(answer.header("cache-control"), Some("no-cache"));
        }
    }
}

#[tokio::test]
async fn files_have_their_type_and_their_length() {
    let server = serve(a_page()).await;
    for protocol in BOTH {
        for (path, content_type) in [
            ("/assets/board-C1.js", "text/javascript; charset=utf-8"),
            ("/assets/page-D2.css", "text/css; charset=utf-8"),
            ("/icons/piece.svg", "image/svg+xml"),
            ("/icons/piece.png", "image/png"),
            ("/manifest.webmanifest", "application/manifest+json"),
            ("/sw.js", "text/javascript; charset=utf-8"),
        ] {
            let answer = server.get(protocol, path, &[]).await;
            assert_eq!(answer.status, StatusCode::OK, "{path}");
            assert_eq!(answer.header("content-type"), Some(content_type), "{path}");
            assert_eq!(
                answer.header("content-length"),
                Some(answer.body.len().to_string().as_str())
            );
        }
        assert_eq!(server.get(protocol, "/assets/large-E3.js", &[]).await.body.len(), LARGE);
    }
}

#[tokio::test]
async fn files_with_a_hash_in_their_name_are_kept_for_ever_and_others_asked_for_again() {
    let server = serve(a_page()).await;
    for (path, kept) in [
        ("/assets/board-C1.js", "public, max-age=31536000, immutable"),
        ("/sw.js", "no-cache"),
        ("/manifest.webmanifest", "no-cache"),
        ("/icons/piece.svg", "no-cache"),
    ] {
        let answer = server.get(Protocol::Http1, path, &[]).await;
        assert_eq!(answer.header("cache-control"), Some(kept), "{path}");
    }
}

#[tokio::test]
async fn who_has_a_file_already_is_told_so_and_gets_nothing() {
    let server = serve(a_page()).await;
    for protocol in BOTH {
        let first = server.get(protocol, "/lobby", &[]).await;
        let tag = first.header("etag").unwrap();
        assert!(tag.starts_with('"') && tag.ends_with('"'), "{tag} is a strong tag");
        for known in [tag, &format!("W/{tag}"), &format!("\"other\", {tag}"), "*"] {
            let again = server.get(protocol, "/", &[("if-none-match", known)]).await;
            assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{known}");
            assert!(again.body.is_empty() && again.header("content-length").is_none());
            assert_eq!(again.header("etag"), Some(tag));
            assert_eq!(again.header("cache-control"), Some("no-cache"));
            assert_eq!(again.header("vary"), Some("accept-encoding"));
            assert!(again.header("content-security-policy").is_some());
        }
        for other in ["\"other\"", "other", ""] {
            let changed = server.get(protocol, "/", &[("if-none-match", other)]).await;
            assert_eq!((changed.status, changed.text()), (StatusCode::OK, START), "{other}");
        }
        // What is known of one file is not known of another.
        let another = server.get(protocol, "/sw.js", &[("if-none-match", tag)]).await;
        assert_eq!(another.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_head_is_that_of_the_answer_and_has_no_body() {
    let server = serve(a_page()).await;
    for protocol in BOTH {
        for path in ["/", "/assets/large-E3.js", "/assets/none.js", "/.well-known/jwks.json"] {
            let got = server.get(protocol, path, &[]).await;
            let head = server.ask(protocol, "HEAD", path, &[]).await;
            assert!(head.body.is_empty(), "{path}");
            let without_date = |mut headers: http::HeaderMap| {
                headers.remove("date");
                headers
            };
            assert_eq!(head.status, got.status, "{path}");
            assert_eq!(without_date(head.headers), without_date(got.headers), "{path}");
        }
    }
}

#[tokio::test]
async fn a_file_that_is_not_there_is_not_the_start_of_the_page() {
    let server = serve(a_page()).await;
    for protocol in BOTH {
        for path in [
            "/assets/old-A0.js",
            "/assets/none",
            "/assets/",
            "/favicon.ico",
            "/table/none.png",
            "/index.html.br",
        ] {
            let answer = server.get(protocol, path, &[("accept-encoding", "br")]).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
            assert_eq!(answer.text(), "there is no such file\n", "{path}");
            assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
            assert_eq!(answer.header("cache-control"), Some("no-store"));
        }
    }
}

#[tokio::test]
async fn every_answer_says_that_only_this_origin_is_trusted() {
    let server = serve(a_page()).await;
    for path in ["/", "/assets/board-C1.js", "/sw.js", "/none.js"] {
        // Pages of other origins may call; reading this one is no business of theirs.
        let answer = server
            .get(Protocol::Http1, path, &[("origin", "https://club.example")])
            .await;
        let policy = answer.header("content-security-policy").unwrap();
        for directive in [
            "default-src 'none'",
            "script-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(
                policy.split("; ").any(|part| part == directive),
                "{directive} in {policy}"
            );
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
        let permissions = answer.header("permissions-policy").unwrap();
        for feature in ["camera=()", "microphone=()", "geolocation=()"] {
            assert!(permissions.contains(feature), "{permissions}");
        }
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
        assert_eq!(answer.header("strict-transport-security"), None, "this is no TLS");
    }
}
