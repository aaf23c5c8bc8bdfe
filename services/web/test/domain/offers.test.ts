import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { fromSnapshot, type Game } from '../../page/src/domain/game';
import { claimableAt, deedsOf, firstMoveDue } from '../../page/src/domain/offers';
import {
  type PresenceSchema,
  TableSchema,
  type TableStateSchema,
  TableStatus,
  TakebackPolicy,
} from '../../page/src/gen/corners/game/v1/table_pb';
import { Side } from '../../page/src/gen/corners/game/v1/variant_pb';

type StateShape = Omit<MessageInitShape<typeof TableStateSchema>, '$typeName' | '$unknown'>;
type Agreed = { takebacks?: TakebackPolicy; presence?: MessageInitShape<typeof PresenceSchema> };

function game(plies: number, state: StateShape = {}, more: Agreed = {}): Game {
  const moves = Array.from({ length: plies }, (_, index) => ({ side: index % 2 === 0 ? Side.WHITE : Side.BLACK }));
  const on = { status: TableStatus.PLAYING, ...state };
  const shown = fromSnapshot(create(TableSchema, { takebacks: TakebackPolicy.AGREED, moves, ...more, state: on }));
  if (!shown) throw new Error('a snapshot has a state');
  return shown;
}

describe('what a player can do', () => {
  it('is to abort before both have moved, and to resign afterwards', () => {
    expect(deedsOf(game(1), Side.WHITE)).toMatchObject({ abort: true, resign: false });
    expect(deedsOf(game(2), Side.WHITE)).toMatchObject({ abort: false, resign: true });
  });

  it('is to offer a draw and a takeback after the own first move, one at a time', () => {
    expect(deedsOf(game(1), Side.BLACK)).toMatchObject({ offerDraw: false, offerTakeback: false });
    expect(deedsOf(game(2), Side.BLACK)).toMatchObject({ offerDraw: true, offerTakeback: true });
    expect(deedsOf(game(2, { drawOffer: Side.BLACK }), Side.BLACK)).toMatchObject({
      offerDraw: false,
      answerDraw: false,
    });
    expect(deedsOf(game(2, {}, { takebacks: TakebackPolicy.OFF }), Side.BLACK).offerTakeback).toBe(false);
  });

  it("is to answer the other side's offers", () => {
    expect(deedsOf(game(2, { drawOffer: Side.WHITE }), Side.BLACK).answerDraw).toBe(true);
    expect(deedsOf(game(2, { takebackOffer: Side.WHITE }), Side.BLACK).answerTakeback).toBe(true);
  });

  it('is nothing but a rematch when the game is over', () => {
    const deeds = deedsOf(game(2, { status: TableStatus.FINISHED }), Side.WHITE);
    expect(Object.entries(deeds).filter(([, can]) => can)).toEqual([['rematch', true]]);
  });
});

it('lets a player claim the game from the moment that the server names', () => {
  const presence = { seats: [{ side: Side.WHITE, claimableAtMs: 70_000n }, { side: Side.BLACK }] };
  expect(claimableAt(game(2, {}, { presence }), Side.BLACK)).toBe(70_000);
  expect(claimableAt(game(2, {}, { presence }), Side.WHITE)).toBeUndefined();
  expect(claimableAt(game(2, { status: TableStatus.FINISHED }, { presence }), Side.BLACK)).toBeUndefined();
});

it('awaits the first move of the side to move, before its clock runs', () => {
  const awaited = { sideToMove: Side.WHITE, clocks: { running: Side.UNSPECIFIED, dueMs: 30_000n } };
  expect(firstMoveDue(game(0, awaited), Side.WHITE)).toBe(30_000);
  expect(firstMoveDue(game(0, awaited), Side.BLACK)).toBeUndefined();
  const runs = { sideToMove: Side.WHITE, clocks: { running: Side.WHITE, dueMs: 90_000n } };
  expect(firstMoveDue(game(2, runs), Side.WHITE)).toBeUndefined();
  expect(firstMoveDue(game(0, { sideToMove: Side.WHITE }), Side.WHITE)).toBeUndefined();
});
