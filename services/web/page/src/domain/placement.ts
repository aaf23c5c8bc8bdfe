import { destinationOf, originOf, type Path } from './path';
import { type Colour, LARGEST_BOARD, type Square, squareAt } from './squares';

/** Which pieces stand where on a board of `size` by `size`. */
export interface Placement {
  readonly size: number;
  readonly pieces: ReadonlyMap<Square, Colour>;
}

/** A placement, and whose turn it is. */
export interface Position {
  readonly placement: Placement;
  readonly toMove: Colour;
  /** The number of the pair of moves, from 1. */
  readonly moveNumber: number;
}

const COLOURS: Readonly<Record<string, Colour>> = { w: 'white', b: 'black' };
const LETTERS: Readonly<Record<Colour, string>> = { white: 'w', black: 'b' };

/** A board without pieces. */
export function emptyPlacement(size: number): Placement {
  return { size, pieces: new Map() };
}

/**
 * Reads the text of a position: rows from the top rank down, the side to move, the number of the move, as in
 * `5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1`. Only the one way to write a position is read; anything else throws.
 */
export function parsePosition(text: string): Position {
  const wrong = (why: string) => new Error(`"${text}" is not a position: ${why}`);
  const [board = '', side = '', number = '', ...rest] = text.split(' ');
  const toMove = COLOURS[side];
  if (rest.length > 0 || !toMove) throw wrong('it has a board, a side to move and a move number');
  if (!/^[1-9]\d{0,3}$/.test(number)) throw wrong(`"${number}" is not a move number`);

  const rows = board.split('/');
  const size = rows.length;
  if (size > LARGEST_BOARD) throw wrong(`a board has at most ${LARGEST_BOARD} rows`);
  const pieces = new Map<Square, Colour>();
  rows.forEach((row, index) => {
    const squares = squaresOfRow(row);
    if (squares?.length !== size) throw wrong(`the row "${row}" does not have ${size} squares`);
    squares.forEach((colour, file) => {
      if (colour) pieces.set(squareAt(file, size - 1 - index), colour);
    });
  });
  return { placement: { size, pieces }, toMove, moveNumber: Number(number) };
}

/** What stands on the squares of a row; nothing where the row is not written as rows are. */
function squaresOfRow(row: string): (Colour | undefined)[] | undefined {
  if (!/^([wb]|(?<!\d)([1-9]|1[0-6])(?!\d))+$/.test(row)) return undefined;
  const runs = row.match(/[wb]|\d+/g) ?? [];
  return runs.flatMap((run) => {
    const colour = COLOURS[run];
    return colour ? [colour] : new Array<undefined>(Number(run)).fill(undefined);
  });
}

/** The text of a position. */
export function formatPosition({ placement, toMove, moveNumber }: Position): string {
  const rows = Array.from({ length: placement.size }, (_, index) => rowText(placement, placement.size - 1 - index));
  return `${rows.join('/')} ${LETTERS[toMove]} ${moveNumber}`;
}

function rowText({ size, pieces }: Placement, rank: number): string {
  let text = '';
  let run = 0;
  for (let file = 0; file < size; file += 1) {
    const colour = pieces.get(squareAt(file, rank));
    if (!colour) {
      run += 1;
      continue;
    }
    text += `${run || ''}${LETTERS[colour]}`;
    run = 0;
  }
  return `${text}${run || ''}`;
}

/** The placement after a piece has gone from the first square of a path to its last. No rule is asked. */
export function moved(placement: Placement, path: Path): Placement {
  const colour = placement.pieces.get(originOf(path));
  if (!colour) return placement;
  const pieces = new Map(placement.pieces);
  pieces.delete(originOf(path));
  pieces.set(destinationOf(path), colour);
  return { size: placement.size, pieces };
}
