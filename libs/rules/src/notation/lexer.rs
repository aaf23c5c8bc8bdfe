//! Movetext cut into tokens.

/// A token of movetext, with where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'text> {
    pub(super) at: usize,
    pub(super) kind: TokenKind<'text>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'text> {
    /// `12.` or `12...`: the digits, and whether it announces Black.
    Number { digits: &'text str, is_black: bool },
    /// `{...}`: what is between the braces.
    Comment(&'text str),
    /// A comment that is never closed.
    OpenComment,
    /// Anything else up to the next space or comment: a path or a result.
    Word(&'text str),
}

/// Cuts movetext into tokens; every text can be cut.
pub(super) struct Lexer<'text> {
    text: &'text str,
    at: usize,
}

impl<'text> Lexer<'text> {
    pub(super) fn new(text: &'text str) -> Lexer<'text> {
        Lexer { text, at: 0 }
    }

    fn take(&mut self, length: usize) -> &'text str {
        let taken = &self.text[self.at..self.at + length];
        self.at += length;
        taken
    }
}

impl<'text> Iterator for Lexer<'text> {
    type Item = Token<'text>;

    fn next(&mut self) -> Option<Token<'text>> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_ascii_start().len();
        let rest = &self.text[self.at..];
        let at = self.at;
        if rest.is_empty() {
            return None;
        }
        if let Some(inside) = rest.strip_prefix('{') {
            let kind = match inside.find('}') {
                Some(length) => {
                    self.take(length + 2);
                    TokenKind::Comment(&inside[..length])
                }
                None => {
                    self.take(rest.len());
                    TokenKind::OpenComment
                }
            };
            return Some(Token { at, kind });
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let dots = rest[digits..].bytes().take_while(|byte| *byte == b'.').count();
        if digits > 0 && (dots == 1 || dots == 3) {
            let number = self.take(digits + dots);
            return Some(Token {
                at,
                kind: TokenKind::Number {
                    digits: &number[..digits],
                    is_black: dots == 3,
                },
            });
        }
        let end = rest
            .find(|c: char| c.is_ascii_whitespace() || c == '{')
            .unwrap_or(rest.len());
        let word = self.take(end);
        Some(Token {
            at,
            kind: TokenKind::Word(word),
        })
    }
}
