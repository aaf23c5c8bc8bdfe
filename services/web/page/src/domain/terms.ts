import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { durationFromMs, durationMs } from '@bufbuild/protobuf/wkt';
import { type TimeControl, TimeControlSchema } from '../gen/corners/game/v1/table_pb';
import type { Variant } from '../gen/corners/game/v1/variant_pb';
import { ColourWish, type Terms, TermsSchema } from '../gen/corners/matchmaking/v1/game_pb';

/** How time is kept, as a form has it: the choices of all three kinds, so that going back and forth loses nothing. */
export interface Pace {
  readonly kind: 'realTime' | 'correspondence' | 'untimed';
  readonly reserveMs: number;
  readonly incrementMs: number;
  readonly days: number;
}

/** What a form offers to play. */
export interface WishedTerms {
  readonly variant: string;
  readonly pace: Pace;
  readonly rated: boolean;
  readonly colour: ColourWish;
}

const MINUTE_MS = 60_000;

/** The reserves that can be chosen, in milliseconds: finer where a little makes a difference. */
export const RESERVES_MS = [
  0.25, 0.5, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60, 90, 120, 150, 180,
].map((minutes) => minutes * MINUTE_MS);

/** The increments that can be chosen, in milliseconds. */
export const INCREMENTS_MS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 45, 60, 90, 120, 180].map(
  (seconds) => seconds * 1000,
);

/** The most days for a move. */
export const MOST_DAYS = 14;

export const USUAL_PACE: Pace = { kind: 'realTime', reserveMs: 5 * MINUTE_MS, incrementMs: 3000, days: 3 };

/** The place in `choices`, which rise, of the value closest to `value`. */
export function closest(choices: readonly number[], value: number): number {
  let best = 0;
  for (const [place, choice] of choices.entries()) {
    if (Math.abs(choice - value) < Math.abs((choices[best] ?? 0) - value)) best = place;
  }
  return best;
}

/** Whether a game of these terms can be rated: with a clock, in variants that have ratings. */
export function mayBeRated(pace: Pace, variant: Variant | undefined): boolean {
  return pace.kind !== 'untimed' && variant?.rated === true;
}

/** The pace of a time control. */
export function paceOf(timeControl: TimeControl | undefined): Pace {
  const kind = timeControl?.kind;
  switch (kind?.case) {
    case 'realTime': {
      const { reserve, increment } = kind.value;
      const [reserveMs, incrementMs] = [reserve && durationMs(reserve), increment && durationMs(increment)];
      return { ...USUAL_PACE, reserveMs: reserveMs ?? 0, incrementMs: incrementMs ?? 0 };
    }
    case 'correspondence':
      return { ...USUAL_PACE, kind: 'correspondence', days: kind.value.daysPerMove };
    default:
      return { ...USUAL_PACE, kind: 'untimed' };
  }
}

/** The time control of a pace. */
export function timeControlOf(pace: Pace): TimeControl {
  return create(TimeControlSchema, { kind: kindOf(pace) });
}

function kindOf(pace: Pace): MessageInitShape<typeof TimeControlSchema>['kind'] {
  switch (pace.kind) {
    case 'realTime': {
      const reserve = durationFromMs(pace.reserveMs);
      return { case: 'realTime', value: { reserve, increment: durationFromMs(pace.incrementMs) } };
    }
    case 'correspondence':
      return { case: 'correspondence', value: { daysPerMove: pace.days } };
    case 'untimed':
      return { case: 'untimed', value: {} };
  }
}

/** What goes to the platform. */
export function termsOf({ variant, pace, rated }: WishedTerms): Terms {
  return create(TermsSchema, { variant, timeControl: timeControlOf(pace), rated });
}

/** What a form begins with to answer terms: the same ones, seen from the other side of the board. */
export function answerTo(terms: Terms | undefined, colour: ColourWish): WishedTerms {
  const { variant = '', timeControl, rated = false } = terms ?? {};
  return { variant, pace: paceOf(timeControl), rated, colour: otherWish(colour) };
}

/** The side that is left for the other player. */
export function otherWish(colour: ColourWish): ColourWish {
  switch (colour) {
    case ColourWish.WHITE:
      return ColourWish.BLACK;
    case ColourWish.BLACK:
      return ColourWish.WHITE;
    default:
      return ColourWish.UNSPECIFIED;
  }
}
