import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../page/src/ui/tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/^ {2}(--[a-z0-9-]+): ([^;]+);/gm)].map(([, name = '', value = '']) => [name, value]),
);

/** Texts and what they stand on: 4.5 to 1 (WCAG 2.2, 1.4.3). */
const TEXTS = [
  ...['--text', '--text-muted', '--text-link', '--danger-text', '--warning'].flatMap((text) =>
    ['--page', '--surface', '--surface-sunken'].map((ground) => [text, ground] as const),
  ),
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-hover'],
  ['--on-accent-soft', '--accent-soft'],
  ['--on-danger', '--danger'],
  ['--on-danger', '--danger-hover'],
  ['--on-danger-soft', '--danger-soft'],
  ['--on-warning-soft', '--warning-soft'],
  ['--warning-text', '--warning'],
] as const;

const SQUARES = ['--board-light', '--board-dark'] as const;

/** Edges, marks and pieces: 3 to 1 (1.4.11). */
const MARKS = [
  ...['--line-strong', '--focus', '--accent', '--danger'].flatMap((edge) =>
    ['--page', '--surface'].map((ground) => [edge, ground] as const),
  ),
  ...[
    '--mark-target',
    '--mark-chain',
    '--mark-path',
    '--mark-picked',
    '--mark-last',
    '--mark-cursor',
    '--mark-warning',
  ].flatMap((mark) => [...SQUARES, '--mark-casing'].map((ground) => [mark, ground] as const)),
  ...['--piece-white-rim', '--piece-black'].flatMap((piece) => SQUARES.map((square) => [piece, square] as const)),
  ['--piece-black-ornament', '--piece-black'],
  ['--piece-white', '--piece-black'],
] as const;

describe.each(['light', 'dark'] as const)('colours of the %s page', (theme) => {
  const colour = (name: string): string => {
    const value = tokens.get(name);
    if (value === undefined) throw new Error(`there is no token ${name}`);
    const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? [];
    if (light && dark) return theme === 'light' ? light : dark;
    const [, other] = /^var\((--[a-z0-9-]+)\)$/.exec(value) ?? [];
    if (!other) throw new Error(`${name} is no colour: ${value}`);
    return colour(other);
  };
  const tooFaint = (pairs: readonly (readonly [string, string])[], least: number) =>
    pairs
      .map(([one, other]) => ({ one, other, contrast: contrast(colour(one), colour(other)) }))
      .filter((pair) => pair.contrast < least);

  it('are readable as text', () => {
    expect(tooFaint(TEXTS, 4.5)).toEqual([]);
  });

  it('are seen as marks', () => {
    expect(tooFaint(MARKS, 3)).toEqual([]);
  });
});

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
