import { AccountKind } from '../gen/corners/game/v1/table_pb';
import { type Challenge, ChallengeStatus } from '../gen/corners/matchmaking/v1/challenge_pb';
import type { Seek } from '../gen/corners/matchmaking/v1/seek_pb';

/** What somebody has to do with a challenge; a visitor has come by its link. */
export type Role = 'challenger' | 'challenged' | 'visitor';

export function roleIn({ challenger, challenged }: Challenge, account: string | undefined): Role {
  if (account === undefined || account === '') return 'visitor';
  if (challenger?.account === account) return 'challenger';
  return challenged === account ? 'challenged' : 'visitor';
}

/** Whether the challenge waits for an answer. */
export function isOpen({ status }: Challenge): boolean {
  return status === ChallengeStatus.OPEN;
}

/** The open challenges that an account has received, the newest first. */
export function received(challenges: readonly Challenge[], account: string | undefined): readonly Challenge[] {
  return challenges.filter((one) => isOpen(one) && roleIn(one, account) === 'challenged').reverse();
}

/** The challenge that answers another one with other terms. */
export function counterTo(challenges: readonly Challenge[], challenge: string): Challenge | undefined {
  return challenges.find(({ countered }) => countered === challenge);
}

/** Whether the terms are closed to somebody, whatever else: guests play no rated games. */
export function isForRegistered({ terms }: Pick<Seek, 'terms'>, isGuest: boolean): boolean {
  return terms?.rated === true && isGuest;
}

/** Whether an account is a guest's, as far as it is known. */
export function isGuestKind(kind: AccountKind | undefined): boolean {
  return kind === AccountKind.GUEST;
}

/** The seeks as the lobby shows them: the own ones, then the others, each the oldest first, so that rows keep their place. */
export function inOrder(seeks: readonly Seek[], account: string | undefined): readonly Seek[] {
  const isOwn = ({ owner }: Seek) => owner?.account === account;
  return [...seeks.filter(isOwn), ...seeks.filter((seek) => !isOwn(seek))];
}
