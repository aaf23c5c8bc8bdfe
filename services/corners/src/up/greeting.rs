//! What a newcomer reads after `corners up`.

use std::io::{self, Write};

use super::platform::Platform;
use crate::place::LOCAL_SERVER;

/// Says where the platform is and what to try next.
pub(crate) fn write(output: &mut impl Write, platform: &Platform) -> io::Result<()> {
    let url = platform.url();
    let program = std::env::args().next().unwrap_or_else(|| "corners".to_owned());
    let server = if url == LOCAL_SERVER {
        String::new()
    } else {
        format!(" --server {url}")
    };
    // Without TLS nothing agrees on a protocol.
    let plain = if url.starts_with("http://") {
        " --http2-prior-knowledge"
    } else {
        ""
    };
    if platform.has_page() {
        writeln!(output, "Play in the browser: {url}\n")?;
    }
    writeln!(
        output,
        "Corners is up at {url}, its data in {folder}\n\n\
         Find an opponent: two terminals that do this meet, and play a rated game:\n  \
         {program} play --find classic-3x3 --time 3+2{server}\n\n\
         Or play a friend; the first makes a table and shows how to join it:\n  \
         {program} play{server}\n\n\
         Call it as any gRPC client does (reflection is on):\n  \
         npx buf curl --protocol grpc{plain} \\\n    \
         {url}/corners.game.v1.GameService/ListVariants\n\n\
         Ctrl-C stops it. What was acknowledged is on disk.",
        folder = platform.folder().display(),
    )?;
    output.flush()
}
