import type { TableSummary } from '../gen/corners/game/v1/game_service_pb';
import { TableStatus } from '../gen/corners/game/v1/table_pb';
import { persist } from '../rpc/calls';
import { game } from '../rpc/clients';
import { kept } from '../rpc/kept';
import { newsOfAccount } from './account';
import { Store } from './store';
import { whileVisible } from './visible';

/** What is known of something that is asked for again and again. */
export interface Read<T> {
  /** The last answer; undefined before the first. */
  readonly value: T | undefined;
  /** Why it could not be asked for; undefined when it could. */
  readonly failure: unknown;
}

/** The account's games. */
export interface OwnGames {
  readonly playing: readonly TableSummary[];
  readonly finished: readonly TableSummary[];
}

/** Games to watch. */
export interface LiveGames {
  readonly tables: readonly TableSummary[];
  readonly hasMore: boolean;
}

export const ownGames = new Store<Read<OwnGames>>({ value: undefined, failure: undefined });
export const liveGames = new Store<Read<LiveGames>>({ value: undefined, failure: undefined });

const READ_AGAIN_MS = 10_000;

/** The most games that go on, and finished ones, that are shown. */
const MOST_PLAYING = 50;
const MOST_FINISHED = 5;

/** How many live games are asked for at first, and how many at most. */
const FIRST_LIVE = 10;
const MOST_LIVE = 200;

let liveWanted = FIRST_LIVE;

/** Keeps `ownGames` fresh until the returned function is called. */
export function followOwnGames(): () => void {
  const asked = kept.value?.account;
  const stops = [
    whileVisible(READ_AGAIN_MS, readOwnGames),
    newsOfAccount.listen(({ case: kind }) => {
      if (kind === 'gameStarted') void readOwnGames();
    }),
    kept.subscribe(() => {
      // The games of another account are none of this one's.
      if (kept.value?.account !== asked) ownGames.set({ value: undefined, failure: undefined });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Keeps `liveGames` fresh until the returned function is called. */
export function followLiveGames(): () => void {
  liveWanted = FIRST_LIVE;
  return whileVisible(READ_AGAIN_MS, readLiveGames);
}

/** Shows more of the live games. */
export async function moreLiveGames(): Promise<void> {
  liveWanted = Math.min(MOST_LIVE, liveWanted * 3);
  await readLiveGames();
}

async function readOwnGames(): Promise<void> {
  await read(ownGames, async () => {
    const [playing, finished] = await Promise.all([
      persist(() => game.listMyTables({ status: TableStatus.PLAYING, pageSize: MOST_PLAYING })),
      persist(() => game.listMyTables({ status: TableStatus.FINISHED, pageSize: MOST_FINISHED })),
    ]);
    return { playing: playing.tables, finished: finished.tables };
  });
}

async function readLiveGames(): Promise<void> {
  await read(liveGames, async () => {
    const answer = await persist(() => game.listLiveTables({ status: TableStatus.PLAYING, pageSize: liveWanted }));
    return { tables: answer.tables, hasMore: answer.nextPageToken !== '' && liveWanted < MOST_LIVE };
  });
}

async function read<T>(store: Store<Read<T>>, ask: () => Promise<T>): Promise<void> {
  try {
    store.set({ value: await ask(), failure: undefined });
  } catch (failure) {
    // What was known stays in sight.
    store.update(({ value }) => ({ value, failure }));
  }
}
