import type { Pool } from '../gen/corners/matchmaking/v1/pool_pb';
import { persist } from '../rpc/calls';
import { matchmaking } from '../rpc/clients';
import { Store } from './store';
import { whileVisible } from './visible';

const READ_AGAIN_MS = 5_000;

/** All pools, with how many wait in them: as they were lately; undefined until they are known. */
export const pools = new Store<readonly Pool[] | undefined>(undefined);

/** Why the pools cannot be told; undefined while they can. */
export const poolsFailure = new Store<unknown>(undefined);

/** Keeps `pools` fresh until the returned function is called. */
export function followPools(): () => void {
  return whileVisible(READ_AGAIN_MS, async () => {
    try {
      const answer = await persist(() => matchmaking.listPools({}));
      pools.set(answer.pools);
      poolsFailure.set(undefined);
    } catch (error) {
      poolsFailure.set(error);
    }
  });
}
