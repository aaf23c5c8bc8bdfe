import type { RatingRange } from '../domain/rating-range';
import { termsOf, type WishedTerms } from '../domain/terms';
import type { Challenge, DeclineReason } from '../gen/corners/matchmaking/v1/challenge_pb';
import { newRequestId, persist } from '../rpc/calls';
import { matchmaking } from '../rpc/clients';

/** Offers a game to everybody in the lobby. */
export async function createSeek(wished: WishedTerms, { lowest, highest }: RatingRange): Promise<void> {
  const limits = {
    ...(lowest !== undefined && { lowestRating: lowest }),
    ...(highest !== undefined && { highestRating: highest }),
  };
  const request = { requestId: newRequestId(), terms: termsOf(wished), colour: wished.colour, ...limits };
  await persist(() => matchmaking.createSeek(request));
}

export async function cancelSeek(seek: string): Promise<void> {
  const request = { requestId: newRequestId(), seek };
  await persist(() => matchmaking.cancelSeek(request));
}

/** Accepts a seek. The game that starts is told by the account's stream. */
export async function acceptSeek(seek: string): Promise<void> {
  const request = { requestId: newRequestId(), seek };
  await persist(() => matchmaking.acceptSeek(request));
}

/** Whom a challenge is for: a player, whoever has its link, or the challenger of one that it answers. */
export type Challenged = { account: string } | { counters: string } | 'link';

/** Makes a challenge, and answers its id. */
export async function createChallenge(challenged: Challenged, wished: WishedTerms): Promise<string> {
  const request = {
    requestId: newRequestId(),
    terms: termsOf(wished),
    colour: wished.colour,
    ...(challenged !== 'link' && 'account' in challenged && { challenged: challenged.account }),
    ...(challenged !== 'link' && 'counters' in challenged && { counters: challenged.counters }),
  };
  const { challenge } = await persist(() => matchmaking.createChallenge(request));
  return challenge?.id ?? '';
}

export async function getChallenge(challenge: string): Promise<Challenge | undefined> {
  return (await persist(() => matchmaking.getChallenge({ challenge }))).challenge;
}

/** Accepts a challenge. The game that starts is told by the account's stream. */
export async function acceptChallenge(challenge: string): Promise<void> {
  const request = { requestId: newRequestId(), challenge };
  await persist(() => matchmaking.acceptChallenge(request));
}

export async function declineChallenge(challenge: string, reason: DeclineReason): Promise<void> {
  const request = { requestId: newRequestId(), challenge, reason };
  await persist(() => matchmaking.declineChallenge(request));
}

export async function cancelChallenge(challenge: string): Promise<void> {
  const request = { requestId: newRequestId(), challenge };
  await persist(() => matchmaking.cancelChallenge(request));
}

/** Accepts the other player's offer to play again. */
export async function acceptRematch(table: string): Promise<void> {
  const request = { requestId: newRequestId(), table };
  await persist(() => matchmaking.offerRematch(request));
}

export async function declineRematch(table: string): Promise<void> {
  const request = { requestId: newRequestId(), table };
  await persist(() => matchmaking.declineRematch(request));
}
