/** What the page reads in a token of calls. It is the platform that verifies it. */
export interface Claims {
  /** The account. */
  sub?: string;
  /** When it was issued and when it expires, in seconds since 1970. */
  iat: number;
  exp: number;
}

/** The claims of a token. Throws where it is none. */
export function claimsOf(token: string): Claims {
  const payload = token.split('.')[1] ?? '';
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
}

/** Whether two tokens are of one account; false where that cannot be read. */
export function areOfOneAccount(one: string, other: string): boolean {
  try {
    return claimsOf(one).sub === claimsOf(other).sub;
  } catch {
    return false;
  }
}
