import { Store } from '../state/store';

/** What a browser keeps of a session. */
export interface KeptSession {
  account: string;
  /** The token of calls. */
  access: string;
  /** When the token of calls expires, in milliseconds since 1970, by this machine's clock. */
  accessExpires: number;
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

/** Keeps a session, for all tabs. */
export function keep(session: KeptSession | undefined): void {
  if (session === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(session));
  kept.set(session);
}

/** Looks at what another tab may have kept. */
export function lookAgain(): void {
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

function parsed(value: Partial<KeptSession> | null): KeptSession | undefined {
  const { account, access, refresh, accessExpires } = value ?? {};
  const isWhole =
    [account, access, refresh].every((text) => typeof text === 'string') && Number.isFinite(accessExpires);
  return isWhole ? (value as KeptSession) : undefined;
}
