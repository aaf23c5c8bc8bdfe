// @vitest-environment happy-dom
import { create } from '@bufbuild/protobuf';
import { beforeAll, expect, it, vi } from 'vitest';
import { fromSnapshot, type Game } from '../../../page/src/domain/game';
import { TableSchema, TableStatus } from '../../../page/src/gen/corners/game/v1/table_pb';
import { Side } from '../../../page/src/gen/corners/game/v1/variant_pb';
import '../../../page/src/pages/table/actions';
import { Seat } from '../../../page/src/state/seat';
import { TableStore } from '../../../page/src/state/table';
import { speak } from '../../../page/src/texts';

beforeAll(() => speak('en'));

const MOVES = [{ side: Side.WHITE }, { side: Side.BLACK }];

function gameThatIs(status: TableStatus): Game {
  const game = fromSnapshot(create(TableSchema, { id: 'game', state: { status }, moves: MOVES }));
  if (!game) throw new Error('the table has no state');
  return game;
}

it('the question whether to resign goes when the game is over, and nobody resigns', async () => {
  const actions = document.createElement('corners-table-actions');
  const seat = new Seat(new TableStore('game'));
  const resign = vi.spyOn(seat, 'resign').mockResolvedValue();
  Object.assign(actions, { seat, side: Side.WHITE, game: gameThatIs(TableStatus.PLAYING) });
  document.body.append(actions);
  await actions.updateComplete;
  const buttons = [...(actions.shadowRoot?.querySelectorAll('button') ?? [])];
  buttons.find((button) => button.textContent?.trim() === 'Resign')?.click();
  expect(document.querySelector('corners-dialog')).not.toBeNull();
  Object.assign(actions, { game: gameThatIs(TableStatus.FINISHED) });
  await actions.updateComplete;
  await vi.waitUntil(() => document.querySelector('corners-dialog') === null);
  expect(resign).not.toHaveBeenCalled();
});
