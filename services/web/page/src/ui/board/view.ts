import { type Colour, fileOf, rankOf, type Square, squareAt } from '../../domain/squares';

/** From which side a board is seen. */
export interface View {
  readonly size: number;
  readonly bottom: Colour;
}

/** A place on the drawn board, in squares from the left and from the top. The centre of a square is at halves. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The left upper corner of a square. */
export function cornerOf({ size, bottom }: View, square: Square): Point {
  const file = fileOf(square);
  const rank = rankOf(square);
  return bottom === 'white' ? { x: file, y: size - 1 - rank } : { x: size - 1 - file, y: rank };
}

/** The centre of a square. */
export function centreOf(view: View, square: Square): Point {
  const { x, y } = cornerOf(view, square);
  return { x: x + 0.5, y: y + 0.5 };
}

/** The square at a place; none outside of the board. */
export function squareUnder({ size, bottom }: View, { x, y }: Point): Square | undefined {
  const column = Math.floor(x);
  const row = Math.floor(y);
  if (column < 0 || row < 0 || column >= size || row >= size) return undefined;
  return bottom === 'white' ? squareAt(column, size - 1 - row) : squareAt(size - 1 - column, row);
}

/** The square of a row from the top and a column from the left. */
export function squareInRow({ size, bottom }: View, row: number, column: number): Square {
  return bottom === 'white' ? squareAt(column, size - 1 - row) : squareAt(size - 1 - column, row);
}

/** The square that lies so many columns to the right and rows down, or the last one on that way. */
export function squareBeside(view: View, square: Square, columns: number, rows: number): Square {
  const { x, y } = cornerOf(view, square);
  const within = (value: number) => Math.min(Math.max(value, 0), view.size - 1);
  return squareInRow(view, within(y + rows), within(x + columns));
}

/** The one of `squares` that is meant by a place: the one under it, or else the nearest within `reach` of its centre. */
export function nearestSquare(view: View, at: Point, squares: Iterable<Square>, reach: number): Square | undefined {
  const under = squareUnder(view, at);
  let nearest: Square | undefined;
  let least = reach;
  for (const square of squares) {
    if (square === under) return square;
    const centre = centreOf(view, square);
    const far = Math.hypot(centre.x - at.x, centre.y - at.y);
    if (far > least) continue;
    least = far;
    nearest = square;
  }
  return nearest;
}
