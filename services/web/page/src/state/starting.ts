import { timestampMs } from '@bufbuild/protobuf/wkt';
import type { StartedGame } from '../gen/corners/matchmaking/v1/game_pb';
import { finding } from '../live/link';
import { Topic } from '../live/topic';
import { navigate, route } from '../navigation';
import { isTyping } from '../ui/dirty';
import { newsOfAccount } from './account';
import { Store } from './store';

/** The table at which this tab plays a game that is not over; undefined while it plays none. */
export const playingHere = new Store<string | undefined>(undefined);

/** Games that start while the player is busy or looks elsewhere: to be told with a link. */
export const startedElsewhere = new Topic<StartedGame>();

/** How long ago a game may have started to be news for who opens the page: its first move is still awaited. */
const FRESH_MS = 60_000;

/** How many games are remembered as told. */
const MOST_TOLD = 16;

const KEY = 'corners-games-told';

/** Takes the player to games that start. */
export function followStarts(): void {
  const isVisible = () => document.visibilityState === 'visible';
  newsOfAccount.listen((news) => {
    if (news.case === 'gameStarted') start(news.value, isVisible());
    // What began while the page was loading.
    if (news.case === 'snapshot') for (const game of news.value.games.filter(isFresh)) start(game, isVisible());
  });
  finding.subscribe(() => {
    const { isOurs, message } = finding.value ?? {};
    if (message?.case === 'found') start(message.value, isOurs === true || isVisible());
  });
}

function isFresh({ startTime }: StartedGame): boolean {
  return startTime !== undefined && Math.abs(Date.now() - timestampMs(startTime)) < FRESH_MS;
}

function start(game: StartedGame, isWelcome: boolean): void {
  const { table } = game;
  // The wait's stream and the account's tell the same, and so does the snapshot after a reload.
  if (!isNews(table)) return;
  if (route.value.page === 'table' && route.value.table === table) return;
  const isBusy = playingHere.value !== undefined || isTyping.value;
  if (isWelcome && !isBusy) navigate({ page: 'table', table });
  else startedElsewhere.tell(game);
}

let told: readonly string[] = read();

/** Whether this tab has not told of the table yet; from now on it has. */
function isNews(table: string): boolean {
  if (told.includes(table)) return false;
  told = [...told, table].slice(-MOST_TOLD);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(told));
  } catch {
    // Where nothing can be kept, a reload tells of it again.
  }
  return true;
}

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((table) => typeof table === 'string') : [];
  } catch {
    return [];
  }
}
