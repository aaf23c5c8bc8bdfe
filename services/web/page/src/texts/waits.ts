import { timestampMs } from '@bufbuild/protobuf/wkt';
import { roundedWait } from '../domain/pools';
import { OffenceKind, type QueueDelay } from '../gen/corners/matchmaking/v1/account_pb';
import { explain, explainReason, metadataOf, reasonOf } from '../rpc/failure';
import { t } from '.';
import { duration, time } from './formats';

/** A length of time that nobody counts exactly. */
export function waitText(milliseconds: number): string {
  return duration(roundedWait(milliseconds));
}

/** How long somebody waits so far: minutes and seconds, the same in all languages. */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const DELAYED: Record<string, string> = {
  ABORTS: 'home-delayed-aborts',
  NO_SHOWS: 'home-delayed-no-shows',
  WALKED_AWAY: 'home-delayed-walked-away',
};

/** Until when and why an account has to wait before it can look for a game again, as a refusal tells it. */
export function delayedText({ again_at_ms, why = '' }: Record<string, string>): string {
  const until = Number(again_at_ms);
  return t(DELAYED[why] ?? 'home-delayed', { until: time(new Date(Number.isFinite(until) ? until : Date.now())) });
}

const OFFENCES: Record<number, string> = {
  [OffenceKind.ABORT]: 'ABORTS',
  [OffenceKind.NO_SHOW]: 'NO_SHOWS',
  [OffenceKind.WALKED_AWAY]: 'WALKED_AWAY',
};

/** The same, as the account's stream tells it. */
export function delayText({ until, offences }: QueueDelay): string {
  const why = OFFENCES[offences[0]?.kind ?? OffenceKind.UNSPECIFIED] ?? '';
  return delayedText({ again_at_ms: String(until ? timestampMs(until) : Date.now()), why });
}

/** A sentence for why a game was refused: with until when, where that is known. */
export function explainOffer(error: unknown): string {
  return reasonOf(error) === 'QUEUE_DELAYED' ? delayedText(metadataOf(error)) : explain(error);
}

/** Why the platform has ended a wait; undefined where it needs no words, because a game has begun. */
export function endedWaitText(reason: string, why: Record<string, string>): string | undefined {
  if (reason === 'QUEUE_DELAYED') return delayedText(why);
  if (reason === 'TICKET_ENDED' && why.why === 'GAME_STARTED') return undefined;
  return explainReason(reason, why.why);
}
