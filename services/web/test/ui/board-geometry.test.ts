import { describe, expect, it } from 'vitest';
import { parsePath } from '../../page/src/domain/path';
import { parsePosition } from '../../page/src/domain/placement';
import { squaresOf } from '../../page/src/domain/squares';
import { flightBetween, flightFrames, flightMs } from '../../page/src/ui/board/flight';
import { outlineOf } from '../../page/src/ui/board/homes';
import { cursorAfter } from '../../page/src/ui/board/keys';
import { centreOf, cornerOf, nearestSquare, squareUnder, type View } from '../../page/src/ui/board/view';

const white: View = { size: 8, bottom: 'white' };
const black: View = { size: 8, bottom: 'black' };

describe('a board as it is seen', () => {
  it('has the home of its side at the bottom left or the bottom right', () => {
    expect(cornerOf(white, 'a1')).toEqual({ x: 0, y: 7 });
    expect(cornerOf(black, 'h8')).toEqual({ x: 0, y: 7 });
  });

  it.each([white, black, { size: 16, bottom: 'white' }, { size: 16, bottom: 'black' }] as View[])(
    'has each square under its own centre: $size, $bottom at the bottom',
    (view) => {
      for (const square of squaresOf(view.size)) expect(squareUnder(view, centreOf(view, square))).toBe(square);
    },
  );

  it('ends at its edges', () => {
    expect(squareUnder(white, { x: -0.1, y: 3 })).toBeUndefined();
    expect(squareUnder(white, { x: 3, y: 8 })).toBeUndefined();
  });

  it('has a line around a home: as many edges as the home has', () => {
    expect(outlineOf(white, ['a1', 'b1', 'a2', 'b2']).match(/M/g)).toHaveLength(8);
    expect(outlineOf(black, ['a1']).match(/M/g)).toHaveLength(4);
  });
});

describe('a finger', () => {
  const at = { x: 3.9, y: 4.5 };

  it('means what is under it, however near others are', () => {
    expect(nearestSquare(white, at, ['e4', 'd4'], 1.2)).toBe('d4');
  });

  it('means the nearest of what is beside it', () => {
    expect(nearestSquare(white, at, ['e4', 'c4'], 1.2)).toBe('e4');
  });

  it('means nothing that is out of its reach', () => {
    expect(nearestSquare(white, at, ['e4'], 0.5)).toBeUndefined();
    expect(nearestSquare(white, at, ['g4', 'd1'], 1.2)).toBeUndefined();
  });
});

describe('the cursor', () => {
  it.each([
    ['ArrowUp', 'd5', 'd3'],
    ['ArrowDown', 'd3', 'd5'],
    ['ArrowLeft', 'c4', 'e4'],
    ['ArrowRight', 'e4', 'c4'],
    ['Home', 'a4', 'h4'],
    ['End', 'h4', 'a4'],
  ])('goes by %s from d4 to %s, on a turned board to %s', (key, square, turned) => {
    expect(cursorAfter(key, white, 'd4')).toBe(square);
    expect(cursorAfter(key, black, 'd4')).toBe(turned);
  });

  it('stays on the board, and where it is for other keys', () => {
    expect(cursorAfter('ArrowLeft', white, 'a4')).toBe('a4');
    expect(cursorAfter('ArrowUp', white, 'd8')).toBe('d8');
    expect(cursorAfter('x', white, 'd4')).toBeUndefined();
  });
});

describe('the flight of a piece', () => {
  const before = parsePosition('8/8/8/8/8/8/8/ww6 w 1').placement;
  const after = parsePosition('8/8/8/8/8/8/8/1ww5 b 1').placement;

  it('goes along the path that was played', () => {
    expect(flightBetween(before, after, parsePath('a1-c1'))).toEqual({ path: ['a1', 'c1'], colour: 'white' });
  });

  it('is not made for another path, a move taken back, no move, or a board of another size', () => {
    expect(flightBetween(before, after, parsePath('b1-c1'))).toBeUndefined();
    expect(flightBetween(after, before, parsePath('a1-c1'))).toBeUndefined();
    expect(flightBetween(before, after, undefined)).toBeUndefined();
    expect(flightBetween(before, { ...after, size: 16 }, parsePath('a1-c1'))).toBeUndefined();
  });

  it('takes longer for more hops, but never long', () => {
    expect(flightMs(parsePath('a1-a2'))).toBe(120);
    expect(flightMs(parsePath('a1-a3-a5-a7'))).toBe(360);
    expect(flightMs(parsePath('a1-a3-a5-a7-c7-e7-g7-g5-g3'))).toBe(600);
  });

  it('passes each landing, in squares from the corner of the board as it is seen', () => {
    const stops = flightFrames(white, parsePath('a1-c1-c3')).map((frame) => String(frame.transform).split(' scale')[0]);
    expect(stops).toEqual([
      'translate(0%, 700%)',
      'translate(100%, 700%)',
      'translate(200%, 700%)',
      'translate(200%, 600%)',
      'translate(200%, 500%)',
    ]);
    expect(flightFrames(black, parsePath('a1-a2')).map((frame) => frame.transform)).toEqual([
      'translate(700%, 0%) scale(1)',
      'translate(700%, 100%) scale(1)',
    ]);
  });
});
