import type { Variant } from '../gen/corners/game/v1/variant_pb';
import { persist } from '../rpc/calls';
import { game } from '../rpc/clients';
import { Store } from './store';

/** The variants of the game, as the server tells them; empty until they are loaded. */
export const variants = new Store<readonly Variant[]>([]);

let loading: Promise<void> | undefined;

/** Loads the variants once; a failure rejects, and the next call tries again. */
export function loadVariants(): Promise<void> {
  loading ??= persist(() => game.listVariants({})).then(
    (response) => variants.set(response.variants),
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
