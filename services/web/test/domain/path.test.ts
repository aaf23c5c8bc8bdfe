import { describe, expect, it } from 'vitest';
import { isChain, landingsOf, parsePath, pathText, sameMove } from '../../page/src/domain/path';
import { distance, isSquare, squaresOf } from '../../page/src/domain/squares';

describe('the path of a move', () => {
  it('is written as it was read', () => {
    expect(parsePath('c3-e3-e5')).toEqual(['c3', 'e3', 'e5']);
    expect(pathText(parsePath('p16-n14'))).toBe('p16-n14');
  });

  it.each(['', 'c3', 'c3-', 'c3-q3', 'c3-c0', 'c3-c17', 'c3_c4'])('is not "%s"', (text) => {
    expect(() => parsePath(text)).toThrow('is not a move');
  });

  it.each([
    ['c3-c4', false],
    ['c3-d4', false],
    ['c3-e3', true],
    ['c3-e5', true],
    ['c3-e3-e5-c5', true],
    ['c3-e3-d4', true],
  ])('%s: is it a chain? %s', (text, chain) => {
    expect(isChain(parsePath(text))).toBe(chain);
  });

  it('lands between its ends', () => {
    expect(landingsOf(parsePath('c3-e3-e5-c5'))).toEqual(['e3', 'e5']);
    expect(landingsOf(parsePath('c3-c4'))).toEqual([]);
  });

  it('is the same move as another one with the same ends', () => {
    expect(sameMove(parsePath('c3-e3-e5'), parsePath('c3-c5-e5'))).toBe(true);
    expect(sameMove(parsePath('c3-e3-e5'), parsePath('c3-e3'))).toBe(false);
    expect(sameMove(parsePath('c3-e3'), undefined)).toBe(false);
  });
});

describe('squares', () => {
  it('are on a board of their size only', () => {
    expect(isSquare('h8', 8)).toBe(true);
    expect(isSquare('i8', 8)).toBe(false);
    expect(isSquare('h9', 8)).toBe(false);
    expect(isSquare('p16')).toBe(true);
    expect(isSquare('a01')).toBe(false);
  });

  it('are listed from a1, rank by rank', () => {
    expect(squaresOf(16)).toHaveLength(256);
    expect(squaresOf(8).slice(0, 9)).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1', 'a2']);
  });

  it('are as far apart as a king walks', () => {
    expect(distance('c3', 'd4')).toBe(1);
    expect(distance('j10', 'a9')).toBe(9);
  });
});
