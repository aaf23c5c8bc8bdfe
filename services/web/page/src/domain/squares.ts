/** A square by its name: the letter of its file and the number of its rank; `a1` is in White's corner. */
export type Square = string;

/** A side of the game, and its pieces. */
export type Colour = 'white' | 'black';

/** The side of the largest board there is. */
export const LARGEST_BOARD = 16;

const FILES = 'abcdefghijklmnop';
const SQUARE = /^[a-p]([1-9]|1[0-6])$/;

/** The letter of a file, counted from 0. */
export function fileLetter(file: number): string {
  return FILES.charAt(file);
}

/** The square of a file and a rank, both counted from 0. */
export function squareAt(file: number, rank: number): Square {
  return `${fileLetter(file)}${rank + 1}`;
}

/** The file of a square, counted from 0. */
export function fileOf(square: Square): number {
  return FILES.indexOf(square.charAt(0));
}

/** The rank of a square, counted from 0. */
export function rankOf(square: Square): number {
  return Number(square.slice(1)) - 1;
}

/** Whether a text names a square of a board of `size` by `size`. */
export function isSquare(text: string, size = LARGEST_BOARD): boolean {
  return SQUARE.test(text) && fileOf(text) < size && rankOf(text) < size;
}

/** All squares of a board of `size` by `size`, rank by rank from White's side. */
export function squaresOf(size: number): Square[] {
  return Array.from({ length: size * size }, (_, index) => squareAt(index % size, Math.floor(index / size)));
}

/** How many steps of a king apart two squares are. */
export function distance(one: Square, other: Square): number {
  return Math.max(Math.abs(fileOf(one) - fileOf(other)), Math.abs(rankOf(one) - rankOf(other)));
}

/** The other side. */
export function otherColour(colour: Colour): Colour {
  return colour === 'white' ? 'black' : 'white';
}
