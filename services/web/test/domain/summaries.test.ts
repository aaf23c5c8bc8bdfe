import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { isPractice, isTurnOf, outcomeFor, rivalOf, turnsFirst, worthWatching } from '../../page/src/domain/summaries';
import { TableSummarySchema } from '../../page/src/gen/corners/game/v1/game_service_pb';
import { Result } from '../../page/src/gen/corners/game/v1/table_pb';
import { Side } from '../../page/src/gen/corners/game/v1/variant_pb';

const table = (white: string, black: string, more: { id?: string; sideToMove?: Side; result?: Result } = {}) =>
  create(TableSummarySchema, {
    id: more.id ?? '',
    seats: [
      { side: Side.WHITE, account: white },
      { side: Side.BLACK, account: black },
    ],
    sideToMove: more.sideToMove ?? Side.WHITE,
    ...(more.result !== undefined && { ending: { result: more.result } }),
  });

test('the rival is who else sits there; in practice nobody', () => {
  expect(rivalOf(table('ann', 'bob'), 'bob')?.account).toBe('ann');
  expect(rivalOf(table('bob', 'bob'), 'bob')).toBeUndefined();
  expect(isPractice(table('bob', 'bob'))).toBe(true);
  expect(isPractice(table('ann', 'bob'))).toBe(false);
});

test('games where it is the own turn come first', () => {
  const [theirs, ours] = [table('ann', 'bob', { id: '1' }), table('ann', 'bob', { id: '2', sideToMove: Side.BLACK })];
  expect(isTurnOf(ours, 'bob')).toBe(true);
  expect(isTurnOf(theirs, 'bob')).toBe(false);
  expect(turnsFirst([theirs, ours], 'bob')).toEqual([ours, theirs]);
});

test('own games, practice and tables with a free seat are nothing to watch', () => {
  const seen = table('ann', 'eve');
  const half = create(TableSummarySchema, { seats: [{ side: Side.WHITE, account: 'ann' }] });
  expect(worthWatching([table('ann', 'bob'), seen, table('ann', 'ann'), half], 'bob')).toEqual([seen]);
});

test('the outcome is the own one', () => {
  expect(outcomeFor(table('ann', 'bob', { result: Result.WHITE_WINS }), 'ann')).toBe('won');
  expect(outcomeFor(table('ann', 'bob', { result: Result.WHITE_WINS }), 'bob')).toBe('lost');
  expect(outcomeFor(table('ann', 'bob', { result: Result.BLACK_WINS }), 'bob')).toBe('won');
  expect(outcomeFor(table('ann', 'bob', { result: Result.DRAW }), 'bob')).toBe('draw');
  expect(outcomeFor(table('ann', 'bob', { result: Result.UNSPECIFIED }), 'bob')).toBe('none');
});
