import type { QuickWish } from '../domain/pools';
import { USUAL_PACE, type WishedTerms } from '../domain/terms';
import { ColourWish } from '../gen/corners/matchmaking/v1/game_pb';
import { Store } from './store';

/** What this browser remembers that its player likes to play. */
export const quickWish = remembered<QuickWish>('corners-quick', { variant: '', rated: true, bots: false });

/** The terms of the last game that was offered here. */
export const lastTerms = remembered<WishedTerms>('corners-terms', {
  variant: '',
  pace: USUAL_PACE,
  rated: true,
  colour: ColourWish.UNSPECIFIED,
});

/** A store whose value is kept in the browser. What is kept there and is not of the shape counts as nothing. */
function remembered<T extends object>(key: string, first: T): Store<T> {
  const store = new Store<T>(read(key, first));
  store.subscribe(() => {
    try {
      localStorage.setItem(key, JSON.stringify(store.value));
    } catch {
      // A browser that keeps nothing: the choice lasts as long as the page.
    }
  });
  return store;
}

function read<T extends object>(key: string, first: T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isLike(value, first) ? value : first;
  } catch {
    return first;
  }
}

/** Whether a value has the fields of another one, of the same types. */
export function isLike<T extends object>(value: unknown, first: T): value is T {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(first).every(([field, example]) => {
    const found: unknown = (value as Record<string, unknown>)[field];
    return typeof example === 'object' && example !== null ? isLike(found, example) : typeof found === typeof example;
  });
}
