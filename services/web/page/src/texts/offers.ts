import { ChallengeStatus, DeclineReason } from '../gen/corners/matchmaking/v1/challenge_pb';
import { ColourWish, type Terms } from '../gen/corners/matchmaking/v1/game_pb';
import { t } from '.';
import { number } from './formats';
import { timeControlText, variantName } from './terms';

/** What is to be played, in one line. */
export function termsText(terms: Terms | undefined): string {
  const rated = t(terms?.rated ? 'home-terms-rated' : 'home-terms-casual');
  return [variantName(terms?.variant ?? ''), timeControlText(terms?.timeControl), rated].join(' · ');
}

/** Which side the reader would have. */
export function sideText(own: ColourWish): string {
  switch (own) {
    case ColourWish.WHITE:
      return t('offer-you-white');
    case ColourWish.BLACK:
      return t('offer-you-black');
    default:
      return t('offer-you-either');
  }
}

/** Who may accept a seek; empty for everybody. */
export function rangeText(lowest: number | undefined, highest: number | undefined): string {
  if (lowest !== undefined && highest !== undefined) {
    return t('offer-range', { lowest: number(lowest), highest: number(highest) });
  }
  if (lowest !== undefined) return t('offer-range-from', { lowest: number(lowest) });
  return highest === undefined ? '' : t('offer-range-to', { highest: number(highest) });
}

/** The reasons to decline a challenge, as their button says them. */
export const DECLINE_REASONS: readonly (readonly [DeclineReason, string])[] = [
  [DeclineReason.UNSPECIFIED, 'decline-no-reason'],
  [DeclineReason.LATER, 'decline-later'],
  [DeclineReason.TOO_FAST, 'decline-too-fast'],
  [DeclineReason.TOO_SLOW, 'decline-too-slow'],
  [DeclineReason.TIME_CONTROL, 'decline-time-control'],
  [DeclineReason.RATED, 'decline-rated'],
  [DeclineReason.CASUAL, 'decline-casual'],
  [DeclineReason.VARIANT, 'decline-variant'],
  [DeclineReason.NO_BOTS, 'decline-no-bots'],
  [DeclineReason.ONLY_BOTS, 'decline-only-bots'],
  [DeclineReason.NO_CHALLENGES, 'decline-no-challenges'],
];

/** A reason to decline, as it is said to the challenger; empty where none was given. */
export function declineText(reason: DeclineReason): string {
  if (reason === DeclineReason.UNSPECIFIED) return '';
  const id = DECLINE_REASONS.find(([one]) => one === reason)?.[1];
  return id === undefined ? '' : t(id);
}

const STATUSES: Record<number, string> = {
  [ChallengeStatus.ACCEPTED]: 'challenge-accepted',
  [ChallengeStatus.DECLINED]: 'challenge-declined',
  [ChallengeStatus.COUNTERED]: 'challenge-countered',
  [ChallengeStatus.CANCELLED]: 'challenge-cancelled',
  [ChallengeStatus.EXPIRED]: 'challenge-expired',
};

/** What has become of a challenge that waits no more. */
export function statusText(status: ChallengeStatus): string {
  return t(STATUSES[status] ?? 'challenge-over');
}
