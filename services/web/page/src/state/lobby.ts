import type { Seek, WatchLobbyResponse } from '../gen/corners/matchmaking/v1/seek_pb';
import { lobbyNews, watchLobby } from '../live/link';
import { Store } from './store';

/** The seeks of the lobby, the oldest first; undefined until they are known. */
export const seeks = new Store<readonly Seek[] | undefined>(undefined);

/** Follows the lobby until the returned function is called. */
export function followLobby(): () => void {
  const stops = [lobbyNews.listen((news) => seeks.update((known) => after(known, news))), watchLobby()];
  return () => {
    for (const stop of stops) stop();
    seeks.set(undefined);
  };
}

/** The seeks after a piece of news. */
export function after(
  known: readonly Seek[] | undefined,
  news: WatchLobbyResponse['message'],
): readonly Seek[] | undefined {
  switch (news.case) {
    case 'snapshot':
      return news.value.seeks;
    case 'added':
      return known && [...known.filter((seek) => seek.id !== news.value.id), news.value];
    case 'removed':
      return known?.filter((seek) => seek.id !== news.value);
    default:
      return known;
  }
}
