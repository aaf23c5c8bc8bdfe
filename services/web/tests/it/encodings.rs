//! What the build has encoded goes to those who accept it.

use crate::support::{BOTH, START, a_page, serve};

#[tokio::test]
async fn a_client_gets_the_best_encoding_that_it_accepts() {
    let server = serve(a_page()).await;
    for protocol in BOTH {
        for (accept, encoding, content) in [
            ("gzip, deflate, br, zstd", Some("br"), "the start in br"),
            ("gzip", Some("gzip"), "the start in gzip"),
            ("br;q=0, gzip;q=0.5", Some("gzip"), "the start in gzip"),
            ("br;q=0, gzip;q=0", None, START),
            ("identity", None, START),
            ("*;q=0", None, START),
        ] {
            let answer = server.get(protocol, "/table/a", &[("accept-encoding", accept)]).await;
            assert_eq!(answer.header("content-encoding"), encoding, "{accept}");
            assert_eq!(answer.text(), content, "{accept}");
            assert_eq!(
                answer.header("content-type"),
                Some("text/html; charset=utf-8"),
                "{accept}"
            );
            assert_eq!(
                answer.header("content-length"),
                Some(content.len().to_string().as_str())
            );
            assert_eq!(answer.header("vary"), Some("accept-encoding"), "{accept}");
        }
    }
}

#[tokio::test]
async fn what_the_build_has_not_encoded_goes_out_as_it_is() {
    let server = serve(a_page()).await;
    for (path, encoding) in [("/assets/board-C1.js", Some("gzip")), ("/icons/piece.png", None)] {
        for protocol in BOTH {
            let answer = server.get(protocol, path, &[("accept-encoding", "br, gzip")]).await;
            assert_eq!(answer.header("content-encoding"), encoding, "{path}");
            assert_eq!(answer.header("vary"), Some("accept-encoding"), "{path}");
        }
    }
}

#[tokio::test]
async fn each_encoding_has_a_tag_of_its_own() {
    let server = serve(a_page()).await;
    for protocol in BOTH {
        let plain = server.get(protocol, "/", &[]).await;
        let tag = plain.header("etag").unwrap();
        let encoded = server
            .get(protocol, "/", &[("accept-encoding", "br"), ("if-none-match", tag)])
            .await;
        assert_eq!(encoded.text(), "the start in br");
        let tag = encoded.header("etag").unwrap();
        let again = server
            .get(protocol, "/", &[("accept-encoding", "br"), ("if-none-match", tag)])
            .await;
        assert_eq!((again.status.as_u16(), again.header("content-encoding")), (304, None));
    }
}
