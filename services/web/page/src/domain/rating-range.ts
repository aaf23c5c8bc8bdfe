/** Which ratings an opponent may have; a side that is missing has no limit. */
export interface RatingRange {
  readonly lowest?: number;
  readonly highest?: number;
}

/** The limits of what can be asked for. */
const LEAST = -10_000;
const MOST = 10_000;

/** The range that two fields of a form stand for: empty ones for no limit. Undefined where they make no sense. */
export function ratingRangeOf(lowest: string, highest: string): RatingRange | undefined {
  const [from, to] = [limitOf(lowest), limitOf(highest)];
  if (from === 'no number' || to === 'no number') return undefined;
  if (from !== undefined && to !== undefined && from > to) return undefined;
  return { ...(from !== undefined && { lowest: from }), ...(to !== undefined && { highest: to }) };
}

function limitOf(text: string): number | undefined | 'no number' {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const value = Number(trimmed);
  return Number.isInteger(value) && value >= LEAST && value <= MOST ? value : 'no number';
}
