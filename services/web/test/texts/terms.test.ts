// @vitest-environment happy-dom
import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, it } from 'vitest';
import { EndingSchema, EndReason, Result, TimeControlSchema } from '../../page/src/gen/corners/game/v1/table_pb';
import { Side } from '../../page/src/gen/corners/game/v1/variant_pb';
import { isLanguage, LANGUAGES, type Language, speak } from '../../page/src/texts';
import { VARIANTS } from '../../page/src/texts/families';
import { duration, number, relative, signed } from '../../page/src/texts/formats';
import { endingText, sideName, timeControlText, variantName, variantText } from '../../page/src/texts/terms';

/** Every verdict that a game can end with. */
const verdicts = [
  ...[EndReason.RETURNED_HOME, EndReason.GOAL, EndReason.RESIGNATION, EndReason.TIMEOUT, EndReason.ABANDONMENT].flatMap(
    (reason) => [Result.WHITE_WINS, Result.BLACK_WINS].map((result) => ({ reason, result })),
  ),
  ...[EndReason.HOME_DEADLINE, EndReason.MOVE_LIMIT].flatMap((reason) =>
    [Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW].map((result) => ({ reason, result })),
  ),
  ...[EndReason.BOTH_GOALS, EndReason.REPETITION, EndReason.NO_MOVE, EndReason.DRAW_AGREEMENT].map((reason) => ({
    reason,
    result: Result.DRAW,
  })),
  { reason: EndReason.ABORTED },
  ...[Side.WHITE, Side.BLACK].flatMap((by) =>
    [true, false].map((noShow) => ({ reason: EndReason.ABORTED, by, noShow })),
  ),
  { reason: EndReason.CLOSED },
].map((verdict) => create(EndingSchema, verdict));

describe.each(Object.keys(LANGUAGES).filter(isLanguage))('terms in %s', (language) => {
  beforeEach(() => speak(language));

  it('tell each verdict in a sentence of its own', () => {
    const texts = verdicts.map(endingText);
    const other = endingText(create(EndingSchema, {}));
    expect(new Set([...texts, other]).size).toBe(verdicts.length + 1);
  });

  it('name each variant and say what it is', () => {
    expect(new Set(VARIANTS.flatMap((id) => [variantName(id), variantText(id)])).size).toBe(2 * VARIANTS.length);
  });
});

describe('terms', () => {
  beforeEach(() => speak('en'));

  it('show a variant that is newer than the page by its id', () => {
    expect([variantName('spiral-9x9'), variantText('spiral-9x9')]).toEqual(['spiral-9x9', '']);
  });

  it('name sides, and nobody', () => {
    expect([Side.WHITE, Side.BLACK, Side.UNSPECIFIED].map(sideName)).toEqual(['White', 'Black', '']);
  });

  it('tell how time is kept', () => {
    const realTime = (reserve: number, increment: number) =>
      create(TimeControlSchema, {
        kind: {
          case: 'realTime',
          value: { reserve: { seconds: BigInt(reserve) }, increment: { seconds: BigInt(increment) } },
        },
      });
    expect(timeControlText(realTime(300, 3))).toBe('5 min + 3 sec');
    expect(timeControlText(realTime(90, 0))).toBe('1 min, 30 sec');
    expect(timeControlText(undefined)).toBe('No clock');
  });

  it.each<[Language, number, string]>([
    ['en', 1, '1 day a move'],
    ['de', 2, '2 Tage je Zug'],
    ['ru', 1, '1 день на ход'],
    ['ru', 3, '3 дня на ход'],
    ['ru', 14, '14 дней на ход'],
  ])('count days in %s: %d', async (language, daysPerMove, text) => {
    await speak(language);
    const control = create(TimeControlSchema, { kind: { case: 'correspondence', value: { daysPerMove } } });
    expect(timeControlText(control)).toBe(text);
  });
});

describe('formats', () => {
  it('follow the language that is spoken', async () => {
    await speak('de');
    expect([number(1512.4), number(0.5, 1), signed(12)]).toEqual(['1512', '0,5', '+12']);
    await speak('en');
    expect([number(1512.4), number(0.5, 1), signed(-3)]).toEqual(['1512', '0.5', '-3']);
  });

  it('tell how long ago something was, in the largest whole unit', async () => {
    await speak('en');
    const now = Date.UTC(2026, 0, 10);
    expect([5_000, 90_000, 7_200_000, 86_400_000, 3 * 86_400_000].map((ago) => relative(now - ago, now))).toEqual([
      'now',
      '1 minute ago',
      '2 hours ago',
      'yesterday',
      '3 days ago',
    ]);
  });

  it('tell lengths of time in two units at most', async () => {
    await speak('en');
    expect([0, 59_400, 3_600_000, 93_784_000].map(duration)).toEqual(['0 sec', '59 sec', '1 hr', '1 day, 2 hr']);
  });
});
