import { type RatingEvent, UnratedReason } from '../gen/corners/rating/v1/rating_pb';
import { t } from '.';

/** The texts that say why a game does not change ratings. */
const UNRATED: Readonly<Record<UnratedReason, string | undefined>> = {
  [UnratedReason.UNSPECIFIED]: undefined,
  [UnratedReason.NO_RESULT]: 'game-unrated-no-result',
  [UnratedReason.VARIANT]: 'game-unrated-variant',
  [UnratedReason.SET_UP]: 'game-unrated-set-up',
  [UnratedReason.NO_OPPONENT]: 'game-unrated-no-opponent',
  [UnratedReason.NOT_BOTH_MOVED]: 'game-unrated-not-both-moved',
  [UnratedReason.TOO_SHORT]: 'game-unrated-too-short',
  [UnratedReason.PAIR_LIMIT]: 'game-unrated-pair-limit',
};

/** Why a game that was to be rated changes no ratings; empty where it does, or where that is not known. */
export function unratedText(event: RatingEvent | undefined): string {
  const outcome = event?.outcome;
  const id = outcome?.case === 'unratedReason' ? UNRATED[outcome.value] : undefined;
  return id ? t(id) : '';
}
