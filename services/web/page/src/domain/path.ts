import { distance, isSquare, type Square } from './squares';

/** The squares of a move: where the piece stood, where it landed on its way, and where it stopped. */
export type Path = readonly Square[];

/** Reads the text of a move, `c3-e3-e5`. Throws where it is none. */
export function parsePath(text: string): Path {
  const path = text.split('-');
  if (path.length < 2 || !path.every((square) => isSquare(square))) throw new Error(`"${text}" is not a move`);
  return path;
}

/** The text of a move. */
export function pathText(path: Path): string {
  return path.join('-');
}

/** Where the piece of a move comes from. */
export function originOf(path: Path): Square {
  return path[0] ?? '';
}

/** Where the piece of a move stops. */
export function destinationOf(path: Path): Square {
  return path[path.length - 1] ?? '';
}

/** Where the piece of a move lands on its way, without the ends. */
export function landingsOf(path: Path): readonly Square[] {
  return path.slice(1, -1);
}

/** Whether a move is a chain of jumps; a step is to an adjacent square. */
export function isChain(path: Path): boolean {
  return path.length > 2 || distance(originOf(path), destinationOf(path)) > 1;
}

/** Whether two moves are the same: they have the same ends. */
export function sameMove(one: Path | undefined, other: Path | undefined): boolean {
  if (!one || !other) return one === other;
  return originOf(one) === originOf(other) && destinationOf(one) === destinationOf(other);
}
