import { expect, test } from 'vitest';
import { ratingRangeOf } from '../../page/src/domain/rating-range';

test('empty fields are no limit', () => {
  expect(ratingRangeOf('', ' ')).toEqual({});
  expect(ratingRangeOf('1400', '')).toEqual({ lowest: 1400 });
  expect(ratingRangeOf('', ' 1600 ')).toEqual({ highest: 1600 });
  expect(ratingRangeOf('1400', '1400')).toEqual({ lowest: 1400, highest: 1400 });
});

test.each([
  ['1600', '1400'],
  ['many', ''],
  ['', '1500.5'],
  ['', '10001'],
  ['-10001', ''],
])('%j to %j makes no sense', (lowest, highest) => {
  expect(ratingRangeOf(lowest, highest)).toBeUndefined();
});
