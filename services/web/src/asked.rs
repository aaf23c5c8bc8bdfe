//! What the path of a request asks for.

/// The folder of files whose names have a hash of their content in them.
const HASHED: &str = "assets/";

/// What a GET asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked<'path> {
    /// A file of the page, by what may be its name.
    File(&'path str),
    /// A place in the page, such as a table: the page finds its way there itself.
    Place,
    /// Nothing of the page.
    Other,
}

impl<'path> Asked<'path> {
    /// What this path, as it was sent, asks for. Nothing is decoded: the page's files have plain names.
    pub(crate) fn by(path: &'path str) -> Self {
        let rest = path.strip_prefix('/').unwrap_or(path);
        // What is well known is of protocols (RFC 8615), such as the public keys.
        if rest.starts_with(".well-known/") || is_call(rest) {
            return Self::Other;
        }
        if rest.contains('.') || rest.starts_with(HASHED) {
            return Self::File(rest);
        }
        Self::Place
    }
}

/// Whether the content of a file never changes under its name.
pub(crate) fn is_hashed(name: &str) -> bool {
    name.starts_with(HASHED)
}

/// Whether this is a method of gRPC: `package.Service/Method`.
fn is_call(path: &str) -> bool {
    let is_word = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_alphabetic())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    path.split_once('/')
        .is_some_and(|(service, method)| service.contains('.') && service.split('.').all(is_word) && is_word(method))
}

#[cfg(test)]
mod tests {
    use super::Asked::{File, Other, Place};
    use super::*;

    #[test]
    fn a_path_is_a_file_a_place_or_something_else() {
        for (path, asked) in [
            ("/", Place),
            ("/lobby", Place),
            ("/table/tegaqee3gbwfpotz2h523fz7ta", Place),
            ("/player/J%C3%BCrgen", Place),
            ("/table/a/", Place),
            ("/assets", Place),
            ("//", Place),
            ("/index.html", File("index.html")),
            ("/assets/board-1.js", File("assets/board-1.js")),
            ("/assets/nothing", File("assets/nothing")),
            ("/assets/", File("assets/")),
            ("/lobby/none.png", File("lobby/none.png")),
            ("/../secret", File("../secret")),
            ("//../secret", File("/../secret")),
            ("/corners.game.v1.GameService/GetTable", Other),
            ("/grpc.health.v1.Health/Check", Other),
            ("/corners.game.v1.GameService/", File("corners.game.v1.GameService/")),
            (
                "/corners.game.v1.GameService/Get.Table",
                File("corners.game.v1.GameService/Get.Table"),
            ),
            ("/corners..game/GetTable", File("corners..game/GetTable")),
            ("/.well-known/jwks.json", Other),
            ("/.well-known/change-password", Other),
            ("/.hidden/file", File(".hidden/file")),
        ] {
            assert_eq!(Asked::by(path), asked, "{path}");
        }
    }
}
