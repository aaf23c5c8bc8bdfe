import type { QueueDelay, WatchAccountResponse } from '../gen/corners/matchmaking/v1/account_pb';
import type { Challenge, Rematch } from '../gen/corners/matchmaking/v1/challenge_pb';
import type { StartedGame } from '../gen/corners/matchmaking/v1/game_pb';
import { accountNews } from '../live/link';
import { Topic } from '../live/topic';
import { Store } from './store';

/** How many games are remembered. */
const MOST_GAMES = 8;

/** What concerns the account, as its stream tells it. */
export interface AccountState {
  readonly challenges: readonly Challenge[];
  readonly rematches: readonly Rematch[];
  /** The last games that matchmaking has started, the newest first. */
  readonly games: readonly StartedGame[];
  /** Set while the account has to wait before it can queue again. */
  readonly delay: QueueDelay | undefined;
}

const NOTHING: AccountState = { challenges: [], rematches: [], games: [], delay: undefined };

export const account = new Store<AccountState>(NOTHING);

/** Each piece of news, after `account` has taken it. */
export const newsOfAccount = new Topic<WatchAccountResponse['message']>();

accountNews.listen((news) => {
  account.update((state) => after(state, news));
  newsOfAccount.tell(news);
});

/** What concerns the account after a piece of news. */
export function after(state: AccountState, news: WatchAccountResponse['message']): AccountState {
  switch (news.case) {
    case 'snapshot': {
      const { challenges, rematches, games, delay } = news.value;
      return { challenges, rematches, games, delay };
    }
    case 'gameStarted': {
      const games = [news.value, ...state.games.filter((game) => game.table !== news.value.table)];
      const rematches = state.rematches.filter((rematch) => rematch.table !== news.value.source);
      return { ...state, games: games.slice(0, MOST_GAMES), rematches };
    }
    case 'challengeOpened':
      return { ...state, challenges: [...without(state.challenges, news.value), news.value] };
    case 'challengeEnded':
      return { ...state, challenges: without(state.challenges, news.value) };
    case 'rematchOffered': {
      const others = state.rematches.filter((rematch) => rematch.table !== news.value.table);
      return { ...state, rematches: [...others, news.value] };
    }
    case 'rematchEnded':
      return { ...state, rematches: state.rematches.filter((rematch) => rematch.table !== news.value) };
    case 'gameCalledOff':
      return { ...state, games: state.games.filter((game) => game.table !== news.value.table) };
    default:
      return state;
  }
}

function without(challenges: readonly Challenge[], { id }: Challenge): readonly Challenge[] {
  return challenges.filter((challenge) => challenge.id !== id);
}
