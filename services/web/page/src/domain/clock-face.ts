/** What a clock shows, in numbers; texts/formats makes it readable. */
export type ClockFace =
  | { kind: 'tenths'; seconds: number; tenths: number }
  | { kind: 'minutes'; minutes: number; seconds: number }
  | { kind: 'hours'; hours: number; minutes: number; seconds: number }
  | { kind: 'days'; days: number; hours: number; minutes: number };

/** The face of a clock with so many milliseconds left: tenths under ten seconds, hours and days only where there are any. */
export function clockFace(remainingMs: number): ClockFace {
  const whole = Math.floor(remainingMs / 1000);
  const seconds = whole % 60;
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600) % 24;
  if (whole < 10) return { kind: 'tenths', seconds, tenths: Math.floor((remainingMs % 1000) / 100) };
  if (whole < 3600) return { kind: 'minutes', minutes, seconds };
  if (whole < 86_400) return { kind: 'hours', hours, minutes, seconds };
  return { kind: 'days', days: Math.floor(whole / 86_400), hours, minutes };
}

/** In how many milliseconds a running clock with so much left shows something else. */
export function untilNextFace(remainingMs: number): number {
  const step = remainingMs < 10_000 ? 100 : 1000;
  return remainingMs < 100 ? Number.POSITIVE_INFINITY : (remainingMs % step) + 1;
}
