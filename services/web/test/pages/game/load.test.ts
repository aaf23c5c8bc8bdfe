// @vitest-environment happy-dom
import { Code, ConnectError } from '@connectrpc/connect';
import { afterEach, expect, it, vi } from 'vitest';
import { ErrorInfoSchema } from '../../../page/src/gen/google/rpc/error_details_pb';
import { findGame } from '../../../page/src/pages/game/load';
import { archive, game } from '../../../page/src/rpc/clients';

const refusal = (reason: string) =>
  new ConnectError('refused', Code.InvalidArgument, undefined, [{ desc: ErrorInfoSchema, value: { reason } }]);

afterEach(() => vi.restoreAllMocks());

it.each([
  ['GAME_NOT_FOUND', 'TABLE_NOT_LIVE'],
  ['INVALID_ARGUMENT', 'INVALID_ARGUMENT'],
])('there is no game where neither the archive nor a table knows the id: %s, %s', async (archived, live) => {
  vi.spyOn(archive, 'getGame').mockRejectedValue(refusal(archived));
  vi.spyOn(game, 'getTable').mockRejectedValue(refusal(live));
  expect(await findGame('abc')).toEqual({ kind: 'none' });
});
