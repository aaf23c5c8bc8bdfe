import { describe, expect, it } from 'vitest';
import { drawnAt, roundTicks, spreadIndices, valueAt } from '../../page/src/domain/scale';

describe('a scale', () => {
  const scale = { from: 1000, to: 2000, start: 200, end: 0 };

  it('draws values between its ends, and reads them back', () => {
    expect(drawnAt(scale, 1000)).toBe(200);
    expect(drawnAt(scale, 1750)).toBe(50);
    expect(valueAt(scale, 50)).toBe(1750);
  });

  it('draws a single value in the middle', () => {
    expect(drawnAt({ from: 0, to: 0, start: 50, end: 150 }, 0)).toBe(100);
  });
});

describe('the lines across a chart', () => {
  it.each([
    [1488, 1512, 4, [1480, 1490, 1500, 1510, 1520]],
    [1521, 2072, 4, [1400, 1600, 1800, 2000, 2200]],
    [1500, 1500, 4, [1500, 1501]],
    [-30, 25, 4, [-40, -20, 0, 20, 40]],
  ])('are round numbers around %i to %i', (from, to, count, ticks) => {
    expect(roundTicks(from, to, count)).toEqual(ticks);
  });
});

describe('indices that are spread', () => {
  it.each([
    [0, 4, [0]],
    [2, 4, [0, 1, 2]],
    [9, 4, [0, 3, 6, 9]],
    [9, 2, [0, 9]],
  ])('from 0 to %i, at most %i of them', (last, count, indices) => {
    expect(spreadIndices(last, count)).toEqual(indices);
  });
});
