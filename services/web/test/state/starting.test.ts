import { create } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountSnapshotSchema, type WatchAccountResponse } from '../../page/src/gen/corners/matchmaking/v1/account_pb';
import { StartedGameSchema } from '../../page/src/gen/corners/matchmaking/v1/game_pb';

const gone: string[] = [];
const kept = new Map<string, string>();

vi.mock('../../page/src/navigation', () => ({
  route: { value: { page: 'home' } },
  navigate: ({ table }: { table: string }) => gone.push(table),
}));

type News = WatchAccountResponse['message'];

const game = (table: string, secondsAgo = 0) =>
  create(StartedGameSchema, { table, startTime: timestampFromMs(Date.now() - secondsAgo * 1000) });
const started = (table: string): News => ({ case: 'gameStarted', value: game(table) });
const snapshot = (...games: ReturnType<typeof game>[]): News => ({
  case: 'snapshot',
  value: create(AccountSnapshotSchema, { games }),
});

/** A tab that has just been opened, with what its browser keeps for it. */
async function tab() {
  vi.resetModules();
  const { newsOfAccount } = await import('../../page/src/state/account');
  const { followStarts, playingHere, startedElsewhere } = await import('../../page/src/state/starting');
  const { isTyping } = await import('../../page/src/ui/dirty');
  const told: string[] = [];
  startedElsewhere.listen(({ table }) => told.push(table));
  followStarts();
  return { news: newsOfAccount, playingHere, isTyping, told };
}

beforeEach(() => {
  gone.length = 0;
  kept.clear();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('self', { location: { origin: 'http://corners.test' } });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

describe('a game that starts', () => {
  it('is gone to, once', async () => {
    const { news } = await tab();
    news.tell(started('a'));
    news.tell(started('a'));
    expect(gone).toEqual(['a']);
  });

  it('is told of where the tab is not looked at, or its player is busy', async () => {
    const { news, playingHere, isTyping, told } = await tab();
    playingHere.set('other');
    news.tell(started('a'));
    playingHere.set(undefined);
    isTyping.set(true);
    news.tell(started('c'));
    isTyping.set(false);
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    news.tell(started('b'));
    expect([gone, told]).toEqual([[], ['a', 'c', 'b']]);
  });

  it('is gone to when it began while the page was loading', async () => {
    const { news } = await tab();
    news.tell(snapshot(game('a', 5), game('old', 600)));
    expect(gone).toEqual(['a']);
  });

  it('is not gone to again by a reload', async () => {
    (await tab()).news.tell(started('a'));
    (await tab()).news.tell(snapshot(game('a', 5)));
    expect(gone).toEqual(['a']);
  });
});
