import { Store } from '../state/store';

/** What a browser keeps of a session. */
export interface KeptSession {
  account: string;
  /** The token of calls. */
  access: string;
  /** When the token of calls expires, in milliseconds since 1970, by this machine's clock. */
  accessExpires: number;
  /** From when on the token of calls is renewed, likewise. */
  renewFrom: number;
  /** The secret for the next tokens. */
  refresh: string;
  /** The request id of the refresh that is under way or was cut off: it is sent again with the same. */
  refreshing?: string;
  /** Whether the account is a guest's. */
  guest: boolean;
}

const KEY = 'corners-session';

/** The session of this browser, shared by its tabs; undefined before the first call that needs one. */
export const kept = new Store<KeptSession | undefined>(read());

/** Whether the browser keeps what it is given; where it does not, a tab has its session for itself. */
let isStored = true;

/** Keeps a session, for all tabs. */
export function keep(session: KeptSession | undefined): void {
  try {
    if (session === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(session));
    isStored = true;
  } catch {
    isStored = false;
  }
  kept.set(session);
}

/** Looks at what another tab may have kept. */
export function lookAgain(): void {
  if (!isStored) return;
  const now = read();
  if (JSON.stringify(now) !== JSON.stringify(kept.value)) kept.set(now);
}

addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) lookAgain();
});

function read(): KeptSession | undefined {
  try {
    return parsed(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return undefined;
  }
}

/** What tokens and ids are made of; anything else was not written by this page. */
const TOKEN = /^[\w.~+/=-]{1,4096}$/;
const ID = /^[\w-]{1,64}$/;

function parsed(value: Partial<KeptSession> | null): KeptSession | undefined {
  const { account, access, refresh, accessExpires, renewFrom, refreshing, guest } = value ?? {};
  const isWhole =
    matches(account, ID) &&
    matches(access, TOKEN) &&
    matches(refresh, TOKEN) &&
    (refreshing === undefined || matches(refreshing, ID)) &&
    typeof guest === 'boolean' &&
    [accessExpires, renewFrom].every(Number.isFinite);
  return isWhole ? (value as KeptSession) : undefined;
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}
