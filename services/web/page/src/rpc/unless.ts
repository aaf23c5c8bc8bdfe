import { persist } from './calls';
import { reasonOf } from './failure';

/** What a call answers; undefined where it is refused for one of the reasons. */
export async function unless<T>(reasons: readonly string[], call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await persist(call);
  } catch (error) {
    if (reasons.includes(reasonOf(error))) return undefined;
    throw error;
  }
}
