import { describe, expect, it } from 'vitest';
import { framesOf } from '../../page/src/domain/demo-frames';
import type { Demo } from '../../page/src/domain/demos';

const demo: Demo = {
  name: 'step',
  variant: 'some',
  position: '7b/8/8/8/8/8/8/w7 w 1',
  lines: [['a1-a2', 'h8-h7'], ['a1-b1']],
  ending: { result: '*', reason: 'unfinished' },
};
const pieces = (demonstration: Demo) =>
  framesOf(demonstration).map(({ placement }) => [...placement.pieces.keys()].sort().join(' '));

describe('a demonstration, picture by picture', () => {
  it('begins each line with the position, and plays its moves one after another', () => {
    expect(pieces(demo)).toEqual(['a1 h8', 'a2 h8', 'a2 h7', 'a1 h8', 'b1 h8']);
    expect(framesOf(demo).map(({ lastMove }) => lastMove?.join('-'))).toEqual([
      undefined,
      'a1-a2',
      'h8-h7',
      undefined,
      'a1-b1',
    ]);
  });

  it('tries a refused move first, and points out why it is refused; the position stays', () => {
    const refused = { path: 'a1-a3', reason: 'NOT_A_STEP_OR_JUMP', squares: ['a3'] };
    const [start, tried] = framesOf({ ...demo, refused });
    expect(tried?.refused).toEqual(['a1', 'a3']);
    expect(tried?.highlights).toEqual(['a3']);
    expect(tried?.placement).toBe(start?.placement);
  });

  it('shows every picture for a while', () => {
    expect(framesOf(demo).every(({ ms }) => ms > 0)).toBe(true);
  });
});
