import { describe, expect, it } from 'vitest';
import { filledSteps } from '../../page/src/domain/distribution';

describe('a distribution that is drawn', () => {
  it('has the steps that nobody is in, too', () => {
    const told = [
      { from: 1300, players: 2 },
      { from: 1600, players: 1 },
    ];
    expect(filledSteps(told, 100, 60)).toEqual([
      { from: 1300, players: 2 },
      { from: 1400, players: 0 },
      { from: 1500, players: 0 },
      { from: 1600, players: 1 },
    ]);
  });

  it('has no more steps than there is room for', () => {
    const told = [
      { from: -1_000_000, players: 1 },
      { from: 1500, players: 1 },
    ];
    expect(filledSteps(told, 100, 60)).toHaveLength(60);
  });

  it('is empty where nobody is', () => {
    expect(filledSteps([], 100, 60)).toEqual([]);
  });
});
