import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { emptyPlacement, parsePosition } from '../../page/src/domain/placement';
import { replayOf } from '../../page/src/domain/replay';
import { cleared, painted, piecesOf, positionTextAt, readPosition } from '../../page/src/domain/set-up';
import { PlayedMoveSchema } from '../../page/src/gen/corners/game/v1/table_pb';

const START = '5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1';
const played = (...paths: string[]) => paths.map((path) => create(PlayedMoveSchema, { path }));

describe('setting a position up', () => {
  it('puts a piece where there is none, and in place of the other side’s', () => {
    const one = painted(emptyPlacement(8), 'e4', 'white');
    expect([...one.pieces]).toEqual([['e4', 'white']]);
    expect([...painted(one, 'e4', 'black').pieces]).toEqual([['e4', 'black']]);
  });

  it('takes a piece away by a second press, and by erasing', () => {
    const one = painted(emptyPlacement(8), 'e4', 'white');
    expect(painted(one, 'e4', 'white').pieces.size).toBe(0);
    expect(painted(one, 'e4', 'erase').pieces.size).toBe(0);
    expect(painted(emptyPlacement(8), 'e4', 'erase').pieces.size).toBe(0);
  });

  it('leaves the placement before as it was', () => {
    const before = emptyPlacement(8);
    painted(before, 'e4', 'white');
    expect(before.pieces.size).toBe(0);
  });

  it('clears the board, not the turn', () => {
    const empty = cleared(parsePosition('5bbb/5bbb/5bbb/8/8/www5/www5/www5 b 7'));
    expect([empty.placement.pieces.size, empty.placement.size, empty.toMove, empty.moveNumber]).toEqual([
      0,
      8,
      'black',
      7,
    ]);
  });

  it('counts the pieces of a side', () => {
    const { placement } = parsePosition(START);
    expect(piecesOf(placement, 'white')).toBe(9);
    expect(piecesOf(painted(placement, 'a1', 'black'), 'black')).toBe(10);
  });
});

describe('a text that is pasted', () => {
  it('is read with spaces around it', () => {
    expect(readPosition(`  ${START}\n`, 8)?.moveNumber).toBe(1);
  });

  it('is none where it is no position, or one of another board', () => {
    expect(readPosition('hello', 8)).toBeUndefined();
    expect(readPosition('', 8)).toBeUndefined();
    expect(readPosition(START, 16)).toBeUndefined();
  });
});

describe('the position to go on from', () => {
  const replay = replayOf(START, played('c3-c4', 'f6-f5', 'c4-c5'));

  it('has the pieces, the side to move and the move number after the ply', () => {
    expect(positionTextAt(replay, 0)).toBe(START);
    expect(positionTextAt(replay, 1)).toBe('5bbb/5bbb/5bbb/8/2w5/ww6/www5/www5 b 1');
    expect(positionTextAt(replay, 2)).toBe('5bbb/5bbb/6bb/5b2/2w5/ww6/www5/www5 w 2');
    expect(positionTextAt(replay, 3)).toBe('5bbb/5bbb/6bb/2w2b2/8/ww6/www5/www5 b 2');
  });

  it('counts on from a game that Black begins', () => {
    const black = replayOf('5bbb/5bbb/5bbb/8/8/www5/www5/www5 b 7', played('f6-f5', 'c3-c4'));
    expect(positionTextAt(black, 1)).toMatch(/ w 8$/);
    expect(positionTextAt(black, 2)).toMatch(/ b 8$/);
  });

  it('is the last one beyond the end', () => {
    expect(positionTextAt(replay, 9)).toBe(positionTextAt(replay, 3));
  });
});
