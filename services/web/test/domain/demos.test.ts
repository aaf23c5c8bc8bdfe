import { describe, expect, it } from 'vitest';
import { type DemoVariant, demosOf } from '../../page/src/domain/demos';
import { originOf, parsePath } from '../../page/src/domain/path';
import { moved, parsePosition } from '../../page/src/domain/placement';

const corner = (size: number, wide: number) => ({
  white: Array.from({ length: wide * wide }, (_, at) => `${'abc'.charAt(at % wide)}${Math.floor(at / wide) + 1}`),
  black: Array.from(
    { length: wide * wide },
    (_, at) => `${'fgh'.charAt(at % wide)}${size - wide + 1 + Math.floor(at / wide)}`,
  ),
});
const homes = corner(8, 3);
const variant: DemoVariant = {
  ...{ id: 'some', boardSize: 8, directions: 4, homeDeadline: 40, enclosingAllowed: false },
  ...{ whiteHome: homes.white, blackHome: homes.black },
};

describe('demonstrations of the rules', () => {
  it.each(demosOf(variant))('play $name with the side to move, ply after ply', ({ position, lines }) => {
    const start = parsePosition(position);
    for (const line of lines) {
      let { placement, toMove } = start;
      for (const text of line) {
        const path = parsePath(text);
        expect(placement.pieces.get(originOf(path))).toBe(toMove);
        placement = moved(placement, path);
        toMove = toMove === 'white' ? 'black' : 'white';
      }
    }
  });

  it('show as many steps as there are directions', () => {
    const steps = (directions: number) => demosOf({ ...variant, directions })[0]?.lines.length;
    expect(steps(4)).toBe(4);
    expect(steps(8)).toBe(8);
  });

  it('show what the variant has: that enclosing is forbidden, or what it is good for', () => {
    const names = (enclosingAllowed: boolean) => demosOf({ ...variant, enclosingAllowed }).map(({ name }) => name);
    expect(names(false)).toContain('enclosing');
    expect(names(true)).toContain('exempt');
  });

  it('take the deadline from the variant', () => {
    const late = demosOf({ ...variant, homeDeadline: 25 });
    const numberOf = (name: string) =>
      parsePosition(late.find((demo) => demo.name === name)?.position ?? '').moveNumber;
    expect(numberOf('deadline')).toBe(25);
    expect(numberOf('return')).toBe(26);
  });
});
