import { expect, it } from 'vitest';
import { clockFace, untilNextFace } from '../../page/src/domain/clock-face';

it('shows tenths under ten seconds, hours and days only where there are any', () => {
  expect(clockFace(0)).toEqual({ kind: 'tenths', seconds: 0, tenths: 0 });
  expect(clockFace(9_999)).toEqual({ kind: 'tenths', seconds: 9, tenths: 9 });
  expect(clockFace(10_000)).toEqual({ kind: 'minutes', minutes: 0, seconds: 10 });
  expect(clockFace(298_900)).toEqual({ kind: 'minutes', minutes: 4, seconds: 58 });
  expect(clockFace(3_723_000)).toEqual({ kind: 'hours', hours: 1, minutes: 2, seconds: 3 });
  expect(clockFace(2 * 86_400_000 + 3 * 3_600_000 + 60_000)).toEqual({ kind: 'days', days: 2, hours: 3, minutes: 1 });
});

it('shows something else exactly when it is said to', () => {
  for (const remaining of [100, 4_321, 9_999, 10_000, 10_001, 61_500, 3_600_000]) {
    const next = untilNextFace(remaining);
    expect(clockFace(remaining - next), `${remaining}`).not.toEqual(clockFace(remaining));
    expect(clockFace(remaining - next + 1), `${remaining}`).toEqual(clockFace(remaining));
  }
});

it('shows nothing else any more below a tenth of a second', () => {
  expect(untilNextFace(99)).toBe(Number.POSITIVE_INFINITY);
  expect(untilNextFace(0)).toBe(Number.POSITIVE_INFINITY);
});
