import { language } from '.';
import { localeOf } from './languages';

/** Formats that were made, by locale and shape: making one is slow. There are only so many in the page. */
const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat | Intl.ListFormat>();

function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat | Intl.ListFormat>(
  shape: string,
  make: (tag: string) => T,
): T {
  const tag = localeOf(language.value, globalThis.navigator?.languages ?? []);
  const key = `${tag} ${shape}`;
  const known = made.get(key);
  // One shape is always made by the same function.
  if (known) return known as T;
  const format = make(tag);
  made.set(key, format);
  return format;
}

/** A number as the language writes it, with so many digits after the point. Ratings are written 1459, not 1,459. */
export function number(value: number, digits = 0): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: 'min2' } as const;
  return cached(`number ${digits}`, (tag) => new Intl.NumberFormat(tag, options)).format(value);
}

/** A change, with its sign: +12, −3. */
export function signed(value: number): string {
  return cached(
    'signed',
    (tag) => new Intl.NumberFormat(tag, { signDisplay: 'exceptZero', maximumFractionDigits: 0 }),
  ).format(value);
}

/** A share of one, in percent. */
export function percent(share: number): string {
  return cached('percent', (tag) => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 })).format(
    share,
  );
}

/** A day: 3 May 2026. */
export function date(day: Date): string {
  return cached('date', (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' })).format(day);
}

/** A moment: 3 May 2026, 14:05. */
export function dateTime(moment: Date): string {
  return cached('date time', (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })).format(
    moment,
  );
}

/** A moment of today, to the second: 14:05:30. */
export function time(moment: Date): string {
  return cached('time', (tag) => new Intl.DateTimeFormat(tag, { timeStyle: 'medium' })).format(moment);
}

/** The units of relative times, each with its length in seconds. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago or from now, both in milliseconds since 1970: 5 minutes ago, in 2 days, now. */
export function relative(moment: number, now: number): string {
  const format = cached('relative', (tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
  const seconds = (moment - now) / 1000;
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? format.format(Math.trunc(seconds / unit[1]), unit[0]) : format.format(0, 'second');
}

/** A length of time in its two largest units: 1 hr, 5 min. */
export function duration(milliseconds: number): string {
  const whole = Math.round(milliseconds / 1000);
  const parts = [
    ['day', Math.floor(whole / 86_400)],
    ['hour', Math.floor(whole / 3_600) % 24],
    ['minute', Math.floor(whole / 60) % 60],
    ['second', whole % 60],
  ] as const;
  const first = parts.findIndex(([, count]) => count > 0);
  if (first < 0) return unitOf('second', 0);
  const told = parts.slice(first, first + 2).filter(([, count]) => count > 0);
  return list(told.map(([unit, count]) => unitOf(unit, count)));
}

function unitOf(unit: 'day' | 'hour' | 'minute' | 'second', count: number): string {
  const options = { style: 'unit', unit, unitDisplay: 'short' } as const;
  // As the language writes it everywhere: British short units are longer, 5 mins.
  return cached(`unit ${unit}`, () => new Intl.NumberFormat(language.value, options)).format(count);
}

/** Things one after the other, as the parts of a length of time: 1 hr, 5 min. */
export function list(texts: readonly string[]): string {
  return cached('list', (tag) => new Intl.ListFormat(tag, { type: 'unit', style: 'short' })).format(texts);
}
