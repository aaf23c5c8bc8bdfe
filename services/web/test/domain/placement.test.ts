import { describe, expect, it } from 'vitest';
import { formatPosition, moved, parsePosition } from '../../page/src/domain/placement';

const START = '5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1';

describe('the text of a position', () => {
  it('is read from the top rank down', () => {
    const { placement, toMove, moveNumber } = parsePosition('7b/8/8/8/8/8/8/w7 b 23');
    expect(placement.size).toBe(8);
    expect([...placement.pieces]).toEqual([
      ['h8', 'black'],
      ['a1', 'white'],
    ]);
    expect(toMove).toBe('black');
    expect(moveNumber).toBe(23);
  });

  it.each([
    START,
    '3w2ww/b4www/5w1w/8/5b2/1b6/bbb1w3/bbb5 w 50',
    '16/16/16/16/16/3b3b8/3w2wbb7/3wb2wb7/1w1wwwwb8/4bwwbbw6/3bwwwbw7/2b1bw1b8/5wb1b7/5b2bw6/16/16 b 1',
  ])('is written as it was read: %s', (text) => {
    expect(formatPosition(parsePosition(text))).toBe(text);
  });

  it.each([
    ['', 'nothing'],
    ['8/8/8/8/8/8/8/8', 'no side'],
    ['8/8/8/8/8/8/8/8 w', 'no number'],
    ['8/8/8/8/8/8/8/8 w 0', 'number 0'],
    ['8/8/8/8/8/8/8/8 x 1', 'a third side'],
    ['8/8/8/8/8/8/8/8 w 1 1', 'too much'],
    ['8/8/8/8/8/8/8/7 w 1', 'a short row'],
    ['8/8/8/8/8/8/8/9 w 1', 'a long row'],
    ['8/8/8/8/8/8/8/44 w 1', 'two numbers in a row'],
    ['8/8/8/8/8/8/8/80 w 1', 'a zero'],
    ['8/8/8/8/8/8/8/7q w 1', 'an unknown piece'],
  ])('is refused when it is "%s" (%s)', (text) => {
    expect(() => parsePosition(text)).toThrow('is not a position');
  });
});

describe('moving a piece', () => {
  it('takes it from the first square of the path to the last, and leaves the placement before as it was', () => {
    const before = parsePosition(START).placement;
    const after = moved(before, ['a3', 'a5', 'c5']);
    expect(after.pieces.has('a3')).toBe(false);
    expect(after.pieces.has('a5')).toBe(false);
    expect(after.pieces.get('c5')).toBe('white');
    expect(before.pieces.get('a3')).toBe('white');
  });

  it('changes nothing where no piece stands', () => {
    const before = parsePosition(START).placement;
    expect(moved(before, ['d4', 'd5'])).toBe(before);
  });
});
