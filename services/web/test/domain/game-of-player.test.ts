import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { gameOfPlayer, isUncounted } from '../../page/src/domain/game-of-player';
import { AnnulmentSchema, GameSchema } from '../../page/src/gen/corners/archive/v1/game_pb';
import { EndReason, Result } from '../../page/src/gen/corners/game/v1/table_pb';
import { Side } from '../../page/src/gen/corners/game/v1/variant_pb';

const game = (white: string, black: string | undefined, result: Result) =>
  create(GameSchema, {
    seats: [{ side: Side.WHITE, account: white }, ...(black ? [{ side: Side.BLACK, account: black }] : [])],
    ending: { reason: EndReason.GOAL, result },
  });

describe('a game in the list of a player', () => {
  it.each([
    ['ann', Result.WHITE_WINS, 'won'],
    ['ben', Result.WHITE_WINS, 'lost'],
    ['ben', Result.BLACK_WINS, 'won'],
    ['ann', Result.DRAW, 'drawn'],
    ['ben', Result.UNSPECIFIED, 'none'],
  ] as const)('is to %s, with result %i, one that was %s', (account, result, told) => {
    const { result: own, opponent } = gameOfPlayer(game('ann', 'ben', result), account);
    expect(own).toBe(told);
    expect(opponent?.account).toBe(account === 'ann' ? 'ben' : 'ann');
  });

  it('was played alone where both seats were the same account', () => {
    expect(gameOfPlayer(game('ann', 'ann', Result.WHITE_WINS), 'ann')).toMatchObject({
      result: 'alone',
      opponent: undefined,
    });
  });

  it('has no opponent where nobody came', () => {
    expect(gameOfPlayer(game('ann', undefined, Result.UNSPECIFIED), 'ann').opponent).toBeUndefined();
  });
});

describe('a game that was to be rated', () => {
  const won = create(GameSchema, { ...game('ann', 'ben', Result.WHITE_WINS), plies: 10 });
  const isUncountedFor = (it: typeof won, fewest: number | undefined) =>
    isUncounted(it, gameOfPlayer(it, 'ann'), fewest);

  it('counts where it has a result and moves enough', () => {
    expect(isUncountedFor(won, 10)).toBe(false);
    expect(isUncountedFor(won, undefined)).toBe(false);
  });

  it('does not count where it was too short, has no result, or was annulled', () => {
    expect(isUncountedFor(won, 11)).toBe(true);
    expect(isUncountedFor(game('ann', 'ben', Result.UNSPECIFIED), undefined)).toBe(true);
    expect(isUncountedFor(create(GameSchema, { ...won, annulment: create(AnnulmentSchema) }), 10)).toBe(true);
  });
});
