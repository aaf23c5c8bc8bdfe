/** Values from `from` to `to`, drawn from `start` to `end`. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Where a value is drawn; in the middle where all values are the same. */
export function drawnAt({ from, to, start, end }: Scale, value: number): number {
  return from === to ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start);
}

/** The value that is drawn at a place. */
export function valueAt({ from, to, start, end }: Scale, place: number): number {
  return start === end ? from : from + ((place - start) / (end - start)) * (to - from);
}

/** About `count` round numbers that are `step` apart: 1, 2 or 5 times a power of ten, never less than 1. */
export function roundStep(from: number, to: number, count: number): number {
  const rough = Math.max(1, (to - from) / count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  return factor * power;
}

/** The round numbers from at most `from` to at least `to`, about `count` of them: where lines are drawn across a chart. */
export function roundTicks(from: number, to: number, count: number): number[] {
  const step = roundStep(from, to, count);
  const first = Math.floor(from / step);
  const last = Math.max(Math.ceil(to / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** At most `count` of the indices from 0 to `last`, evenly spread, both ends among them. */
export function spreadIndices(last: number, count: number): number[] {
  const gaps = Math.min(last, Math.max(count - 1, 1));
  if (gaps <= 0) return [0];
  return Array.from({ length: gaps + 1 }, (_, index) => Math.round((index * last) / gaps));
}
