import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { canBeRated, chosenVariant, poolsFor, roundedWait } from '../../page/src/domain/pools';
import { VariantSchema } from '../../page/src/gen/corners/game/v1/variant_pb';
import { PoolSchema } from '../../page/src/gen/corners/matchmaking/v1/pool_pb';

const rated = create(VariantSchema, { id: 'classic-3x3', rated: true });
const casual = create(VariantSchema, { id: 'square-4x4', rated: false });

const pool = (variant: string, isRated: boolean, bots: boolean) =>
  create(PoolSchema, { terms: { variant, rated: isRated }, bots });

test('guests play no rated games, and nobody does in variants without ratings', () => {
  expect(canBeRated(rated, false)).toBe(true);
  expect(canBeRated(rated, true)).toBe(false);
  expect(canBeRated(casual, false)).toBe(false);
  expect(canBeRated(undefined, false)).toBe(false);
});

test('a variant that is not there any more gives way to the first one', () => {
  expect(chosenVariant([rated, casual], 'square-4x4')).toBe(casual);
  expect(chosenVariant([rated, casual], 'gone')).toBe(rated);
  expect(chosenVariant([], 'gone')).toBeUndefined();
});

test('the pools of a wish are those of its variant, rating and company, in the order of the platform', () => {
  const all = [
    pool('classic-3x3', false, false),
    pool('classic-3x3', false, true),
    pool('classic-3x3', true, false),
    pool('square-4x4', false, false),
    pool('classic-3x3', false, false),
  ];
  expect(poolsFor(all, { variant: 'classic-3x3', rated: false, bots: false })).toEqual([all[0], all[4]]);
  expect(poolsFor(all, { variant: 'classic-3x3', rated: false, bots: true })).toEqual([all[1]]);
  expect(poolsFor(all, { variant: 'square-4x4', rated: true, bots: false })).toEqual([]);
});

test('a wait is told in whole seconds below a minute and a half, else in whole minutes, and never as nothing', () => {
  expect(roundedWait(0)).toBe(1_000);
  expect(roundedWait(12_400)).toBe(12_000);
  expect(roundedWait(89_000)).toBe(89_000);
  expect(roundedWait(100_000)).toBe(120_000);
  expect(roundedWait(611_000)).toBe(600_000);
});
