import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { formatPosition } from '../../page/src/domain/placement';
import { clocksAt, pathBefore, placementAt, plyWithin, replayOf } from '../../page/src/domain/replay';
import { PlayedMoveSchema } from '../../page/src/gen/corners/game/v1/table_pb';
import { Side } from '../../page/src/gen/corners/game/v1/variant_pb';

const START = '5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1';

const moves = [
  create(PlayedMoveSchema, { path: 'c3-d3', side: Side.WHITE, moveNumber: 1, remainingMs: 181_000n }),
  create(PlayedMoveSchema, { path: 'f6-e6', side: Side.BLACK, moveNumber: 1, remainingMs: 179_000n }),
  create(PlayedMoveSchema, { path: 'b3-c3-e3', side: Side.WHITE, moveNumber: 2, remainingMs: 182_500n }),
];
const replay = replayOf(START, moves);
const boardAt = (ply: number) =>
  formatPosition({ placement: placementAt(replay, ply), toMove: 'white', moveNumber: 1 });

describe('a game that is replayed', () => {
  it('begins with its start position', () => {
    expect(boardAt(0)).toBe(START);
    expect(pathBefore(replay, 0)).toBeUndefined();
  });

  it('moves one piece with each ply, from the first square of the path to its last', () => {
    expect(boardAt(2)).toBe('5bbb/5bbb/4b1bb/8/8/ww1w4/www5/www5 w 1');
    expect(boardAt(3)).toBe('5bbb/5bbb/4b1bb/8/8/w2ww3/www5/www5 w 1');
    expect(pathBefore(replay, 3)).toEqual(['b3', 'c3', 'e3']);
  });

  it('shows its end where no ply is named, and the nearest one for a ply that it does not have', () => {
    expect(plyWithin(replay, undefined)).toBe(3);
    expect(plyWithin(replay, 99)).toBe(3);
    expect(plyWithin(replay, -1)).toBe(0);
  });

  it('shows what the clocks had left after the last move of each side, and what they began with before it', () => {
    const atStart = { white: 180_000, black: 180_000 };
    expect(clocksAt(moves, 0, atStart)).toEqual(atStart);
    expect(clocksAt(moves, 1, atStart)).toEqual({ white: 181_000, black: 180_000 });
    expect(clocksAt(moves, 3, atStart)).toEqual({ white: 182_500, black: 179_000 });
  });

  it('has no clocks in a game without time', () => {
    const untimed = [create(PlayedMoveSchema, { path: 'c3-d3', side: Side.WHITE, moveNumber: 1 })];
    expect(clocksAt(untimed, 1, { white: undefined, black: undefined })).toEqual({
      white: undefined,
      black: undefined,
    });
  });
});
