import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { AccountsService } from '../gen/corners/accounts/v1/accounts_service_pb';
import type { Player, Tokens } from '../gen/corners/accounts/v1/player_pb';
import { AccountKind } from '../gen/corners/game/v1/table_pb';
import { Topic } from '../live/topic';
import { newRequestId, persist } from './calls';
import { claimsOf } from './claims';
import { type KeptSession, keep, kept, lookAgain } from './kept';
import { bareTransport } from './transport';

/** How long before its end a token is renewed; one that is good for less than four times that, in its last quarter. */
const BEFORE_END_MS = 60_000;

/** A player's session that has ended by itself: revoked, or unused for too long. Tells the account. */
export const sessionEnded = new Topic<string>();

/** Calls that need no token, or take one that is not renewed. */
const bare: Client<typeof AccountsService> = createClient(AccountsService, bareTransport());

/** One tab at a time: a refresh token that is used twice ends the session. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  return await navigator.locks.request('corners-session', async () => {
    lookAgain();
    return await work();
  });
}

/** A token for calls that is good for a while; the first time, a guest is made. */
export async function accessToken(): Promise<string> {
  const session = kept.value;
  if (session && isGood(session)) return session.access;
  return (await alone(async () => ready(kept.value))).access;
}

/** A token other than one that was refused. */
export async function accessTokenInsteadOf(refused: string): Promise<string> {
  const session = await alone(async () => {
    const now = kept.value;
    if (now && now.access !== refused && isGood(now)) return now;
    return now ? renewed(now) : guest();
  });
  return session.access;
}

async function ready(session: KeptSession | undefined): Promise<KeptSession> {
  if (session === undefined) return guest();
  return isGood(session) ? session : renewed(session);
}

function isGood(session: KeptSession): boolean {
  return Date.now() < session.renewFrom;
}

async function guest(): Promise<KeptSession> {
  const requestId = newRequestId();
  const { player, tokens } = await persist(() => bare.createGuest({ requestId }));
  return begin(player, tokens);
}

async function renewed(session: KeptSession): Promise<KeptSession> {
  const requestId = session.refreshing ?? newRequestId();
  // Kept first: a page that is closed now asks with the same id next time.
  keep({ ...session, refreshing: requestId });
  try {
    const { tokens } = await persist(() => bare.refreshToken({ requestId, refreshToken: session.refresh }));
    return keepTokens(tokens, session.guest);
  } catch (error) {
    if (!isOver(error)) throw error;
    // The session has ended: the next one is a guest's again, until somebody signs in.
    keep(undefined);
    const next = await guest();
    if (!session.guest) sessionEnded.tell(session.account);
    return next;
  }
}

/** Whether the session has ended, or is none at all. */
function isOver(error: unknown): boolean {
  const { code } = ConnectError.from(error);
  return code === Code.Unauthenticated || code === Code.InvalidArgument;
}

/** Goes on as the account that was registered or signed in to. */
export function begin(player: Player | undefined, tokens: Tokens | undefined): KeptSession {
  return keepTokens(tokens, player?.kind === AccountKind.GUEST);
}

/** Forgets the session; the next call makes a guest. */
export function forget(): void {
  keep(undefined);
}

function keepTokens(tokens: Tokens | undefined, isGuest: boolean): KeptSession {
  if (!tokens) throw new ConnectError('the answer has no tokens', Code.Internal);
  const lifetime = lifetimeMs(tokens.accessToken);
  const session = {
    account: tokens.account,
    access: tokens.accessToken,
    accessExpires: Date.now() + lifetime,
    renewFrom: Date.now() + lifetime - Math.min(BEFORE_END_MS, lifetime / 4),
    refresh: tokens.refreshToken,
    guest: isGuest,
  };
  keep(session);
  return session;
}

/** How long a token is good, as it says itself. Counted from now, so that a clock that is wrong does no harm. */
function lifetimeMs(token: string): number {
  const { exp, iat } = claimsOf(token);
  return (exp - iat) * 1000;
}
