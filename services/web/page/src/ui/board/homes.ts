import { type Colour, fileOf, rankOf, type Square, squareAt } from '../../domain/squares';
import { cornerOf, type View } from './view';

/** The squares on which each side starts. */
export interface Homes {
  readonly white: readonly Square[];
  readonly black: readonly Square[];
}

/** Whose home a square is in. */
export function homesBySquare(homes: Homes): ReadonlyMap<Square, Colour> {
  const colours = new Map<Square, Colour>();
  for (const square of homes.white) colours.set(square, 'white');
  for (const square of homes.black) colours.set(square, 'black');
  return colours;
}

/** The line around some squares, as the data of an SVG path: each edge that has one of them on one side only. */
export function outlineOf(view: View, squares: readonly Square[]): string {
  const inside = new Set(squares);
  const edges: string[] = [];
  for (const square of squares) {
    const { x, y } = cornerOf(view, square);
    const up = view.bottom === 'white' ? 1 : -1;
    const beside = (columns: number, rows: number) =>
      inside.has(squareAt(fileOf(square) + columns * up, rankOf(square) + rows * up));
    if (!beside(0, 1)) edges.push(`M${x} ${y}h1`);
    if (!beside(0, -1)) edges.push(`M${x} ${y + 1}h1`);
    if (!beside(-1, 0)) edges.push(`M${x} ${y}v1`);
    if (!beside(1, 0)) edges.push(`M${x + 1} ${y}v1`);
  }
  return edges.join('');
}
