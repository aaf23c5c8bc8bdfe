import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { afterEvent, bothHaveMoved, fromSnapshot, type Game, isOld, sidesOf } from '../../page/src/domain/game';
import { TableEventSchema } from '../../page/src/gen/corners/game/v1/event_pb';
import { TableSchema, TableStateSchema } from '../../page/src/gen/corners/game/v1/table_pb';
import { Side } from '../../page/src/gen/corners/game/v1/variant_pb';

type Kind = MessageInitShape<typeof TableEventSchema>['kind'];

const state = (number: number) => ({ version: { number: BigInt(number), eventId: 'e' }, seats: [] });
const event = (number: number, kind: Kind) => create(TableEventSchema, { table: 't', kind, state: state(number) });
const move = (path: string, side: Side) => ({ case: 'movePlayed' as const, value: { move: { path, side } } });

function game(version: number, ...paths: string[]): Game {
  const moves = paths.map((path, index) => ({ path, side: index % 2 === 0 ? Side.WHITE : Side.BLACK }));
  const shown = fromSnapshot(create(TableSchema, { id: 't', moves, state: state(version) }));
  if (!shown) throw new Error('a snapshot has a state');
  return shown;
}

const paths = (shown: Game | undefined) => shown?.moves.map((each) => each.path);

describe('a game that is followed', () => {
  it('grows by each move', () => {
    const after = afterEvent(game(3, 'c3-d3'), event(4, move('f6-e6', Side.BLACK)));
    expect(paths(after)).toEqual(['c3-d3', 'f6-e6']);
    expect(after?.state.version?.number).toBe(4n);
  });

  it('loses the moves that are taken back', () => {
    const back = { case: 'movesTakenBack' as const, value: { by: Side.WHITE, plies: 2 } };
    expect(paths(afterEvent(game(5, 'c3-d3', 'f6-e6', 'd3-e3'), event(6, back)))).toEqual(['c3-d3']);
  });

  it('does not go on over a gap', () => {
    expect(afterEvent(game(3), event(5, move('c3-d3', Side.WHITE)))).toBeUndefined();
  });

  it('wants a snapshot when the table fell back', () => {
    const lost = { case: 'tailLost' as const, value: {} };
    expect(afterEvent(game(3), event(4, lost))).toBeUndefined();
  });

  it('knows what it has seen already', () => {
    expect(isOld(game(3), event(3, move('c3-d3', Side.WHITE)))).toBe(true);
    expect(isOld(game(3), event(4, move('c3-d3', Side.WHITE)))).toBe(false);
  });

  it('needs a state to be shown', () => {
    expect(fromSnapshot(create(TableSchema, { id: 't' }))).toBeUndefined();
  });
});

it('tells who has moved, and who sits where', () => {
  expect(bothHaveMoved(game(2, 'c3-d3'))).toBe(false);
  expect(bothHaveMoved(game(3, 'c3-d3', 'f6-e6'))).toBe(true);
  const seats = [
    { side: Side.WHITE, account: 'ann' },
    { side: Side.BLACK, account: 'bob' },
  ];
  const seated = { ...game(3), state: create(TableStateSchema, { seats }) };
  expect(sidesOf(seated, 'bob')).toEqual([Side.BLACK]);
  expect(sidesOf(seated, 'eve')).toEqual([]);
  expect(sidesOf(seated, undefined)).toEqual([]);
});
