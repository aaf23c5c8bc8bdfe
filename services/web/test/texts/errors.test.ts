import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../page/src/texts/families';

/** The reasons that the platform gives: the headings of docs/errors.md. */
const reasons = [
  ...readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8').matchAll(/^### ([A-Z_]+)$/gm),
]
  .map(([, reason = '']) => reason)
  .sort();

/** Reasons that say no more to a player than the code of the refusal: signed out, not reachable, busy, a fault. */
const TOLD_BY_CODE = [
  'ACCOUNTS_UNAVAILABLE',
  'CLOCK_UNAVAILABLE',
  'DEADLINE_EXCEEDED',
  'DRAINING',
  'INTERNAL',
  'KEYS_UNKNOWN',
  'OVERLOADED',
  'RATINGS_UNAVAILABLE',
  'SLOW_CONSUMER',
  'STORE_UNAVAILABLE',
  'TABLES_UNAVAILABLE',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'TOKEN_MISSING',
  'TOKEN_REVOKED',
];

/** Reasons that only operators and programs meet. */
const NOT_FOR_PLAYERS = [
  'BOTS_NOT_ALLOWED',
  'CURSOR_LOST',
  'HOLDER_REQUIRED',
  'INTERNAL_METHOD',
  'INVALID_CURSOR',
  'KEYS_READ_ONLY',
  'MALFORMED_MESSAGE',
  'MESSAGE_TOO_LARGE',
  'NO_SUCH_ISSUER',
  'PAIRING_NOT_FOUND',
  'REQUEST_ID_REUSED',
  'SCOPE_MISSING',
  'SERVICE_CREDENTIAL_INVALID',
  'SERVICE_CREDENTIAL_MISSING',
  'SIDE_REQUIRED',
  'STALE_EPOCH',
];

describe('reasons of the platform', () => {
  it('are each explained to players, or named as none of theirs', () => {
    const explained = (FAMILIES['error-'] ?? []).map((end) => end.toUpperCase().replaceAll('-', '_'));
    expect([...explained, ...TOLD_BY_CODE, ...NOT_FOR_PLAYERS].sort()).toEqual(reasons);
  });
});
