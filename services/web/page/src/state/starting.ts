import type { StartedGame } from '../gen/corners/matchmaking/v1/game_pb';
import { finding } from '../live/link';
import { Topic } from '../live/topic';
import { navigate, route } from '../navigation';
import { newsOfAccount } from './account';
import { Store } from './store';

/** The table at which this tab plays a game that is not over; undefined while it plays none. */
export const playingHere = new Store<string | undefined>(undefined);

/** Games that start while the player is busy or looks elsewhere: to be told with a link. */
export const startedElsewhere = new Topic<StartedGame>();

/** Takes the player to games that start. */
export function followStarts(): void {
  newsOfAccount.listen((news) => {
    if (news.case === 'gameStarted') start(news.value, document.visibilityState === 'visible');
  });
  finding.subscribe(() => {
    const { isOurs, message } = finding.value ?? {};
    if (message?.case === 'found') start(message.value, isOurs === true || document.visibilityState === 'visible');
  });
}

let lastStarted = '';

function start(game: StartedGame, isWelcome: boolean): void {
  const { table } = game;
  // The wait's stream and the account's tell the same.
  if (table === lastStarted) return;
  lastStarted = table;
  if (route.value.page === 'table' && route.value.table === table) return;
  const isBusy = playingHere.value !== undefined;
  if (isWelcome && !isBusy) navigate({ page: 'table', table });
  else startedElsewhere.tell(game);
}
