import type { ClockFace } from '../domain/clock-face';
import { t } from '.';

const two = (number: number) => String(number).padStart(2, '0');

/** What a clock shows; digits and colons are the same in all languages. */
export function clockText(face: ClockFace): string {
  switch (face.kind) {
    case 'tenths':
      return `${face.seconds}.${face.tenths}`;
    case 'minutes':
      return `${face.minutes}:${two(face.seconds)}`;
    case 'hours':
      return `${face.hours}:${two(face.minutes)}:${two(face.seconds)}`;
    case 'days':
      return t('clock-days', { days: face.days, hours: face.hours, minutes: two(face.minutes) });
  }
}
