import { describe, expect, it } from 'vitest';
import { type ListedMove, pairsOf, plyAfterKey } from '../../page/src/domain/move-pairs';
import { Side } from '../../page/src/gen/corners/game/v1/variant_pb';

const move = (moveNumber: number, side: Side, path = 'a1-a2'): ListedMove => ({ moveNumber, side, path });

describe('moves in pairs', () => {
  it('have White and Black of a number side by side', () => {
    const pairs = pairsOf([move(1, Side.WHITE), move(1, Side.BLACK), move(2, Side.WHITE)]);
    expect(pairs.map(({ number, white, black }) => [number, white?.ply, black?.ply])).toEqual([
      [1, 1, 2],
      [2, 3, undefined],
    ]);
  });

  it('begin without White where a set-up game begins with Black', () => {
    const pairs = pairsOf([move(7, Side.BLACK), move(8, Side.WHITE), move(8, Side.BLACK)]);
    expect(pairs.map(({ number, white, black }) => [number, white?.ply, black?.ply])).toEqual([
      [7, undefined, 1],
      [8, 2, 3],
    ]);
  });

  it('are none before the first move', () => {
    expect(pairsOf([])).toEqual([]);
  });
});

describe('the keyboard in a list of moves', () => {
  it.each([
    ['ArrowLeft', 4, 3],
    ['ArrowRight', 4, 5],
    ['ArrowUp', 4, 2],
    ['ArrowDown', 4, 6],
    ['Home', 4, 0],
    ['End', 4, 9],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 8, 9],
  ])('leads by %s from ply %i to ply %i', (key, from, to) => {
    expect(plyAfterKey(key, from, 9)).toBe(to);
  });

  it('leaves other keys to others', () => {
    expect(plyAfterKey('Enter', 4, 9)).toBeUndefined();
  });
});
