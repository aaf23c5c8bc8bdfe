import { WHITE_FILLS_THE_GOAL } from '../games/games';
import { finished, played } from '../harness/played';

/** A place of the page: what to call it, its address, and the element that shows it. */
export interface Place {
  readonly name: string;
  readonly element: string;
  readonly path: string;
}

/** Every kind of place there is, with something to see. */
export async function places(url: string): Promise<Place[]> {
  const [over, going] = [await finished(url, WHITE_FILLS_THE_GOAL), await played(url, WHITE_FILLS_THE_GOAL, 12)];
  return [
    { name: 'home', element: 'corners-home-page', path: '/' },
    { name: 'table', element: 'corners-table-page', path: `/table/${going.table}` },
    { name: 'finished-table', element: 'corners-table-page', path: `/table/${over.table}` },
    { name: 'game', element: 'corners-game-page', path: `/game/${over.table}?ply=9` },
    {
      name: 'challenge',
      element: 'corners-challenge-page',
      path: `/challenge/${await going.white.linkForChallenge()}`,
    },
    { name: 'player', element: 'corners-player-page', path: `/player/${over.white.account}` },
    { name: 'leaders', element: 'corners-leaders-page', path: '/leaders/classic-3x3' },
    { name: 'rules', element: 'corners-rules-page', path: '/rules/classic-3x3' },
    { name: 'practice', element: 'corners-practice-page', path: '/practice' },
    { name: 'account', element: 'corners-account-page', path: '/account' },
    { name: 'missing', element: 'corners-missing-page', path: '/nowhere' },
  ];
}
