//! The length of gRPC messages, read off their frames while these pass by.

/// Why a message may not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge {
    /// The size of the message, in bytes.
    pub(super) size: u32,
}

/// Follows the frames of one direction of a call: a byte of flags, four of length, the message. Frames may be cut
/// anywhere.
#[derive(Debug)]
pub(super) struct FrameScanner {
    limit: u32,
    prefix: [u8; PREFIX],
    prefix_read: usize,
    message_left: usize,
}

const PREFIX: usize = 5;

impl FrameScanner {
    /// Lets messages of up to `limit` bytes pass.
    pub(super) fn new(limit: u32) -> Self {
        Self {
            limit,
            prefix: [0; PREFIX],
            prefix_read: 0,
            message_left: 0,
        }
    }

    /// Follows the next bytes.
    pub(super) fn scan(&mut self, mut data: &[u8]) -> Result<(), TooLarge> {
        while !data.is_empty() {
            if self.message_left > 0 {
                let skipped = self.message_left.min(data.len());
                self.message_left -= skipped;
                data = &data[skipped..];
                continue;
            }
            let taken = (PREFIX - self.prefix_read).min(data.len());
            self.prefix[self.prefix_read..self.prefix_read + taken].copy_from_slice(&data[..taken]);
            self.prefix_read += taken;
            data = &data[taken..];
            if self.prefix_read == PREFIX {
                self.begin_message()?;
            }
        }
        Ok(())
    }

    fn begin_message(&mut self) -> Result<(), TooLarge> {
        let [_flags, length @ ..] = self.prefix;
        let size = u32::from_be_bytes(length);
        if size > self.limit {
            return Err(TooLarge { size });
        }
        self.prefix_read = 0;
        self.message_left = size as usize;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(sizes: &[u32]) -> Vec<u8> {
        sizes
            .iter()
            .flat_map(|size| [&[0][..], &size.to_be_bytes(), &vec![7; *size as usize]].concat())
            .collect()
    }

    #[test]
    fn frames_are_followed_however_they_are_cut() {
        let bytes = frames(&[0, 1, 10, 9, 0]);
        for cut in 1..bytes.len() {
            let mut scanner = FrameScanner::new(10);
            for piece in bytes.chunks(cut) {
                assert_eq!(scanner.scan(piece), Ok(()));
            }
            assert_eq!(
                scanner.scan(&frames(&[11])),
                Err(TooLarge { size: 11 }),
                "cut in pieces of {cut}"
            );
        }
    }
}
