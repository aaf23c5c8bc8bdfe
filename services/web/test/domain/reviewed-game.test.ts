import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { clocksOf, fromArchive, fromTable, sideSeenBy } from '../../page/src/domain/reviewed-game';
import { GameSchema } from '../../page/src/gen/corners/archive/v1/game_pb';
import { EndReason, Result, TableSchema } from '../../page/src/gen/corners/game/v1/table_pb';
import { Side } from '../../page/src/gen/corners/game/v1/variant_pb';

const shared = {
  timeControl: { kind: { case: 'realTime', value: { reserve: { seconds: 180n }, increment: { seconds: 2n } } } },
  startPosition: '5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1',
  moves: [{ path: 'c3-d3', side: Side.WHITE, moveNumber: 1, remainingMs: 181_000n }],
} as const;
const seats = [
  { side: Side.WHITE, account: 'ann' },
  { side: Side.BLACK, account: 'ben' },
];
const ending = { reason: EndReason.TIMEOUT, result: Result.WHITE_WINS };
const archived = create(GameSchema, {
  ...shared,
  ...{ moves: [...shared.moves], table: 't1', variant: 'classic-3x3', seats, ending, whiteMs: 181_000n, blackMs: 0n },
});

describe('a game that is over', () => {
  it('is the same from the archive and from its table', () => {
    const table = create(TableSchema, {
      ...shared,
      ...{ moves: [...shared.moves], id: 't1', variant: { id: 'classic-3x3' } },
      state: { seats, ending, clocks: { whiteMs: 181_000n, blackMs: 0n } },
    });
    expect(fromTable(table)).toEqual(fromArchive(archived));
  });

  it('shows at its end what the clocks had left then, and before it what the moves left', () => {
    const game = fromArchive(archived);
    expect(clocksOf(game, 1)).toEqual({ white: 181_000, black: 0 });
    expect(clocksOf(game, 0)).toEqual({ white: 180_000, black: 180_000 });
  });

  it('is seen from the side that one has played, and by everybody else from White’s', () => {
    const game = fromArchive(archived);
    expect(sideSeenBy(game, 'ben')).toBe(Side.BLACK);
    expect(sideSeenBy(game, 'ann')).toBe(Side.WHITE);
    expect(sideSeenBy(game, undefined)).toBe(Side.WHITE);
  });
});
