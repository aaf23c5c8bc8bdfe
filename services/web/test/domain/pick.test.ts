import { describe, expect, it } from 'vitest';
import { parsePath } from '../../page/src/domain/path';
import { cancel, drop, IDLE, offeredAnew, offerOf, type Pick, press, targetsOf } from '../../page/src/domain/pick';
import { parsePosition } from '../../page/src/domain/placement';

const { placement } = parsePosition('5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1');
const moveOf = (text: string) => ({ path: parsePath(text), returnsHome: false });
const offer = offerOf(['c3-d3', 'c3-c4', 'b3-b4', 'b3-d3', 'c1-e1-e3'].map(moveOf));
const choice = { placement, offer };
const nothingOffered = { placement, offer: offerOf([]) };
const picked = (from: string): Pick => ({ state: 'picked', from });
const played: Pick = { state: 'played' };

describe('choosing a move by pressing squares', () => {
  it('picks a piece that can move', () => {
    expect(press(IDLE, 'c3', choice)).toEqual({ pick: picked('c3') });
  });

  it('offers the picked piece its own moves and no others', () => {
    expect([...targetsOf(picked('c3'), offer).keys()]).toEqual(['d3', 'c4']);
    expect(targetsOf(IDLE, offer).size).toBe(0);
  });

  it('plays a target, with the whole path of its chain', () => {
    const { pick, played: move } = press(picked('c1'), 'e3', choice);
    expect(move?.path).toEqual(['c1', 'e1', 'e3']);
    expect(pick).toEqual(played);
  });

  it('plays once however often the target is pressed', () => {
    const once = press(picked('c3'), 'd3', choice);
    expect(press(once.pick, 'd3', choice)).toEqual({ pick: played });
    expect(press(once.pick, 'b3', choice)).toEqual({ pick: played });
  });

  it('puts the picked piece back when it is pressed again', () => {
    expect(press(picked('c3'), 'c3', choice)).toEqual({ pick: IDLE });
  });

  it('picks another own piece instead', () => {
    expect(press(picked('c3'), 'b3', choice)).toEqual({ pick: picked('b3') });
  });

  it('refuses an own piece without moves, and picks none', () => {
    expect(press(IDLE, 'a1', choice)).toEqual({ pick: IDLE, refused: { from: 'a1' } });
    expect(press(picked('c3'), 'a1', choice)).toEqual({ pick: IDLE, refused: { from: 'a1' } });
  });

  it.each(['e5', 'f6', 'e3'])('refuses %s, which is not offered to the picked piece, and keeps it picked', (square) => {
    expect(press(picked('c3'), square, choice)).toEqual({ pick: picked('c3'), refused: { from: 'c3', to: square } });
  });

  it.each(['e5', 'f6'])('does nothing on %s while no piece is picked', (square) => {
    expect(press(IDLE, square, choice)).toEqual({ pick: IDLE });
  });

  it('does nothing at all while no move is offered', () => {
    expect(press(IDLE, 'c3', nothingOffered)).toEqual({ pick: IDLE });
    expect(press(IDLE, 'a1', nothingOffered)).toEqual({ pick: IDLE });
  });
});

describe('dragging the picked piece', () => {
  it('plays the target that it is dropped on', () => {
    expect(drop(picked('c3'), 'c4', choice)).toEqual({ pick: played, played: moveOf('c3-c4') });
  });

  it('says why not when it is dropped on another square', () => {
    expect(drop(picked('c3'), 'e5', choice)).toEqual({ pick: IDLE, refused: { from: 'c3', to: 'e5' } });
  });

  it.each([
    ['outside of the board', undefined],
    ['where it came from', 'c3'],
  ])('is cancelled by dropping it %s', (_, square) => {
    expect(drop(picked('c3'), square, choice)).toEqual({ pick: IDLE });
  });

  it('does nothing when the piece is not picked any more', () => {
    expect(drop(IDLE, 'c4', choice)).toEqual({ pick: IDLE });
    expect(drop(played, 'c4', choice)).toEqual({ pick: played });
  });
});

describe('giving up and being offered other moves', () => {
  it('cancels a picked piece, but not a move that was played', () => {
    expect(cancel(picked('c3'))).toEqual(IDLE);
    expect(cancel(played)).toEqual(played);
  });

  it('keeps a piece picked that can still move', () => {
    expect(offeredAnew(picked('c3'), offerOf([moveOf('c3-c4')]))).toEqual(picked('c3'));
  });

  it('lets go of a piece that can no longer move', () => {
    expect(offeredAnew(picked('c3'), offerOf([moveOf('b3-b4')]))).toEqual(IDLE);
  });

  it('lets a piece be picked again after a move was played', () => {
    expect(offeredAnew(played, offer)).toEqual(IDLE);
  });
});
