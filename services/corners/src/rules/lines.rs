//! Lines of standard input, taken as they come: whatever one read brings is answered before the next.

use std::io::{self, Read};

/// The longest line that is read, in bytes. The longest game of any variant takes a tenth of it.
pub(super) const LONGEST_LINE: usize = 1 << 20;

const READ: usize = 1 << 20;

/// A line, without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// The bytes of a line.
    Bytes(&'a [u8]),
    /// A line that was longer than [`LONGEST_LINE`], of which nothing was kept.
    TooLong,
}

/// Cuts a stream into lines, in memory bounded by the longest line and one read.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    chunk: Vec<u8>,
    /// The beginning of a line whose end has not been read.
    begun: Vec<u8>,
    /// Whether the line being read is already too long.
    skipping: bool,
    ended: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            chunk: vec![0; READ],
            begun: Vec::new(),
            skipping: false,
            ended: false,
        }
    }

    /// Waits for input and hands over the lines that it completes; none at the end of the input.
    pub(super) fn next_lines<T>(&mut self, take: impl FnOnce(&[Line<'_>]) -> T) -> io::Result<Option<T>> {
        while !self.ended {
            let count = match self.input.read(&mut self.chunk) {
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            self.ended = count == 0;
            let complete = match self.chunk[..count].iter().rposition(|byte| *byte == b'\n') {
                Some(last) => last + 1,
                None if self.ended => 0,
                None => {
                    self.keep(0, count);
                    continue;
                }
            };
            if self.ended && self.begun.is_empty() && !self.skipping {
                break;
            }
            self.begun.extend_from_slice(&self.chunk[..complete]);
            let taken = take(&self.cut());
            self.begun.clear();
            self.skipping = false;
            self.keep(complete, count);
            return Ok(Some(taken));
        }
        Ok(None)
    }

    /// Keeps a part of the chunk as the beginning of a line.
    fn keep(&mut self, from: usize, to: usize) {
        self.begun.extend_from_slice(&self.chunk[from..to]);
        if self.begun.len() > LONGEST_LINE {
            self.begun = Vec::new();
            self.skipping = true;
        }
    }

    fn cut(&self) -> Vec<Line<'_>> {
        let whole = self.begun.strip_suffix(b"\n").unwrap_or(&self.begun);
        let mut lines: Vec<_> = whole
            .split(|byte| *byte == b'\n')
            .map(|line| {
                if line.len() > LONGEST_LINE {
                    Line::TooLong
                } else {
                    Line::Bytes(line)
                }
            })
            .collect();
        if let Some(first) = lines.first_mut().filter(|_| self.skipping) {
            *first = Line::TooLong;
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out its bytes in reads of the given size.
    struct Dripping<'a>(&'a [u8], usize);

    impl Read for Dripping<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn read(input: &[u8], size: usize) -> Vec<Option<String>> {
        let mut lines = Lines::new(Dripping(input, size));
        let mut all = Vec::new();
        let text = |line: &Line<'_>| match line {
            Line::Bytes(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            Line::TooLong => None,
        };
        while let Some(some) = lines
            .next_lines(|lines| lines.iter().map(text).collect::<Vec<_>>())
            .unwrap()
        {
            all.extend(some);
        }
        all
    }

    fn some(texts: &[&str]) -> Vec<Option<String>> {
        texts.iter().map(|text| Some((*text).to_owned())).collect()
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        for size in 1..20 {
            assert_eq!(read(b"", size), some(&[]));
            assert_eq!(read(b"one\ntwo\n", size), some(&["one", "two"]));
            assert_eq!(read(b"one\n\ntwo", size), some(&["one", "", "two"]));
            assert_eq!(read(b"\n", size), some(&[""]));
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_one_line_and_the_next_one_is_read() {
        let mut input = vec![b'x'; LONGEST_LINE + 1];
        input.extend_from_slice(b"\nnext\n");
        let mut ends_in_it = vec![b'y'; 2 * LONGEST_LINE + 7];
        ends_in_it.splice(0..0, b"before\n".iter().copied());
        for size in [1 << 10, 1 << 20, 1 << 22] {
            assert_eq!(read(&input, size), [None, Some("next".to_owned())]);
            assert_eq!(read(&ends_in_it, size), [Some("before".to_owned()), None]);
        }
    }

    #[test]
    fn the_longest_line_is_read() {
        let mut input = vec![b'x'; LONGEST_LINE];
        input.push(b'\n');
        assert_eq!(read(&input, 1 << 16)[0].as_ref().map(String::len), Some(LONGEST_LINE));
    }
}
