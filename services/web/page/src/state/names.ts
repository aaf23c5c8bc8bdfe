import { create } from '@bufbuild/protobuf';
import { type Player, PlayerSchema } from '../gen/corners/accounts/v1/player_pb';
import { persist } from '../rpc/calls';
import { accounts } from '../rpc/clients';
import { Store } from './store';

/** How many players one call asks for. */
const BATCH = 200;

/** How many players are remembered. */
const MOST = 2_000;

/** Who players are: filled as names are asked for. */
export const players = new Store<ReadonlyMap<string, Player>>(new Map());

const wanted = new Set<string>();
let isAsking = false;

/** Who an account is; undefined until it is known, after which `players` changes. */
export function playerOf(account: string): Player | undefined {
  const known = players.value.get(account);
  if (known === undefined && account !== '') want(account);
  return known;
}

/** Forgets an account's name, because it may have changed. */
export function forgetPlayer(account: string): void {
  players.update((known) => new Map([...known].filter(([id]) => id !== account)));
}

function want(account: string): void {
  wanted.add(account);
  if (isAsking) return;
  isAsking = true;
  // All that one drawing of the page asks for makes one call.
  queueMicrotask(() => void ask());
}

async function ask(): Promise<void> {
  while (wanted.size > 0) {
    const batch = [...wanted].slice(0, BATCH);
    try {
      const response = await persist(() => accounts.batchGetPlayers({ accounts: batch }));
      remember(batch, response.players);
    } catch {
      // Drawn without names; whoever draws next asks again.
    }
    for (const account of batch) wanted.delete(account);
  }
  isAsking = false;
}

/** Ids that are no account's are remembered as deleted ones, so that they are not asked for again. */
function remember(asked: readonly string[], answered: readonly Player[]): void {
  const found = new Map(answered.map((player) => [player.account, player]));
  const all = asked.map(
    (account) => [account, found.get(account) ?? create(PlayerSchema, { account, deleted: true })] as const,
  );
  players.update((known) => new Map([...known, ...all].slice(-MOST)));
}
