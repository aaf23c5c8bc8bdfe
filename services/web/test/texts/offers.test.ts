// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from 'vitest';
import { ChallengeStatus, DeclineReason } from '../../page/src/gen/corners/matchmaking/v1/challenge_pb';
import { ColourWish } from '../../page/src/gen/corners/matchmaking/v1/game_pb';
import { LANGUAGES, type Language, speak } from '../../page/src/texts';
import { DECLINE_REASONS, declineText, rangeText, sideText, statusText } from '../../page/src/texts/offers';
import { delayedText, elapsedText, endedWaitText } from '../../page/src/texts/waits';

/** The members of an enum of protobuf. */
const members = (enumeration: object) => Object.values(enumeration).filter((value) => typeof value === 'number');

it('every reason to decline can be chosen', () => {
  expect(DECLINE_REASONS.map(([reason]) => reason)).toEqual(members(DeclineReason));
});

it('a wait is counted in minutes and seconds', () => {
  expect(elapsedText(0)).toBe('0:00');
  expect(elapsedText(65_900)).toBe('1:05');
  expect(elapsedText(3_600_000)).toBe('60:00');
  expect(elapsedText(-5)).toBe('0:00');
});

describe.each(Object.keys(LANGUAGES) as Language[])('in %s', (language) => {
  beforeAll(() => speak(language));

  it('every end of a challenge has its own text', () => {
    const ended = members(ChallengeStatus).filter((status) => status > ChallengeStatus.OPEN);
    expect(new Set(ended.map(statusText)).size).toBe(ended.length);
  });

  it('every reason given has its own text, and none given has none', () => {
    const texts = members(DeclineReason).map(declineText);
    expect(texts[0]).toBe('');
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('the three wishes for a side differ', () => {
    expect(new Set(members(ColourWish).map(sideText)).size).toBe(3);
  });

  it('a range is told by the limits that it has', () => {
    expect(rangeText(undefined, undefined)).toBe('');
    expect(rangeText(1400, undefined)).toMatch(/1.?400/);
    expect(rangeText(undefined, 1600)).toMatch(/1.?600/);
    expect(rangeText(1400, 1600)).toMatch(/1.?400.*1.?600/);
  });

  it('a delay says until when, and why where that is known', () => {
    const again = { again_at_ms: String(new Date(2026, 4, 3, 14, 5, 30).getTime()) };
    const texts = ['ABORTS', 'NO_SHOWS', 'WALKED_AWAY', 'SOMETHING_NEW'].map((why) => delayedText({ ...again, why }));
    for (const text of texts) expect(text).toMatch(/05.30/);
    expect(new Set(texts).size).toBe(texts.length);
    expect(endedWaitText('QUEUE_DELAYED', { ...again, why: 'ABORTS' })).toBe(texts[0]);
  });
});

it('a wait that ends because a game begins needs no words', () => {
  expect(endedWaitText('TICKET_ENDED', { why: 'GAME_STARTED' })).toBeUndefined();
});
