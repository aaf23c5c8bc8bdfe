import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import {
  answerTo,
  closest,
  INCREMENTS_MS,
  MOST_DAYS,
  mayBeRated,
  otherWish,
  paceOf,
  RESERVES_MS,
  termsOf,
  timeControlOf,
  USUAL_PACE,
} from '../../page/src/domain/terms';
import { VariantSchema } from '../../page/src/gen/corners/game/v1/variant_pb';
import { ColourWish } from '../../page/src/gen/corners/matchmaking/v1/game_pb';

test('a pace survives the way to the platform and back', () => {
  const blitz = { ...USUAL_PACE, reserveMs: 15_000, incrementMs: 500 };
  expect(paceOf(timeControlOf(blitz))).toEqual(blitz);
  const days = { ...USUAL_PACE, kind: 'correspondence', days: 7 } as const;
  expect(paceOf(timeControlOf(days))).toEqual(days);
  const untimed = { ...USUAL_PACE, kind: 'untimed' } as const;
  expect(paceOf(timeControlOf(untimed))).toEqual(untimed);
});

test('all that can be chosen is what a table allows', () => {
  expect(RESERVES_MS.every((ms) => ms >= 1_000 && ms <= 3 * 3_600_000)).toBe(true);
  expect(INCREMENTS_MS.every((ms) => ms >= 0 && ms <= 180_000)).toBe(true);
  expect(MOST_DAYS).toBe(14);
  expect(RESERVES_MS).toEqual([...RESERVES_MS].sort((one, other) => one - other));
  expect(INCREMENTS_MS).toEqual([...INCREMENTS_MS].sort((one, other) => one - other));
});

test('a slider stands at the choice that is closest to a value', () => {
  expect(closest([0, 10, 20], 0)).toBe(0);
  expect(closest([0, 10, 20], 14)).toBe(1);
  expect(closest([0, 10, 20], 500)).toBe(2);
});

test('a rated game needs a clock and a variant with ratings', () => {
  const variant = create(VariantSchema, { rated: true });
  expect(mayBeRated(USUAL_PACE, variant)).toBe(true);
  expect(mayBeRated({ ...USUAL_PACE, kind: 'correspondence' }, variant)).toBe(true);
  expect(mayBeRated({ ...USUAL_PACE, kind: 'untimed' }, variant)).toBe(false);
  expect(mayBeRated(USUAL_PACE, create(VariantSchema, { rated: false }))).toBe(false);
});

test('an answer begins with the terms of the challenge and the side that it leaves', () => {
  const wished = { variant: 'triangle', pace: USUAL_PACE, rated: true, colour: ColourWish.WHITE };
  expect(answerTo(termsOf(wished), wished.colour)).toEqual({ ...wished, colour: ColourWish.BLACK });
});

test('who likes either side leaves either', () => {
  expect(otherWish(ColourWish.UNSPECIFIED)).toBe(ColourWish.UNSPECIFIED);
  expect(otherWish(ColourWish.BLACK)).toBe(ColourWish.WHITE);
});
