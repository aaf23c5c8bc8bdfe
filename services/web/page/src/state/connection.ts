import type { Connection } from '../live/messages';
import { Store } from './store';

/** How the platform can be reached. */
export const connection = new Store<Connection>('connecting');
