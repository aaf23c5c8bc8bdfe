import { emptyPlacement, formatPosition, type Placement, type Position, parsePosition } from './placement';
import { placementAt, plyWithin, type Replay } from './replay';
import { type Colour, otherColour, type Square } from './squares';

/** What a press on a square does: puts a piece there, or takes what is there away. */
export type Brush = Colour | 'erase';

/** The placement after a square was pressed: a second press with the same piece takes it away again. */
export function painted({ size, pieces }: Placement, square: Square, brush: Brush): Placement {
  const changed = new Map(pieces);
  if (brush === 'erase' || pieces.get(square) === brush) changed.delete(square);
  else changed.set(square, brush);
  return { size, pieces: changed };
}

/** A position without pieces, otherwise the same. */
export function cleared(position: Position): Position {
  return { ...position, placement: emptyPlacement(position.placement.size) };
}

/** How many pieces a side has. */
export function piecesOf({ pieces }: Placement, colour: Colour): number {
  return [...pieces.values()].filter((piece) => piece === colour).length;
}

/** The position that a text stands for; undefined where it is none on a board of this size. Spaces around it do not count. */
export function readPosition(text: string, size: number): Position | undefined {
  try {
    const position = parsePosition(text.trim());
    return position.placement.size === size ? position : undefined;
  } catch {
    return undefined;
  }
}

/** The text of the position after so many plies of a game, to go on from there. */
export function positionTextAt(replay: Replay, ply: number): string {
  const plies = plyWithin(replay, ply);
  const { toMove, moveNumber } = replay.start;
  // Black's plies end a pair; a game that Black begins has had half a pair before.
  const halves = plies + (toMove === 'black' ? 1 : 0);
  return formatPosition({
    placement: placementAt(replay, plies),
    toMove: plies % 2 === 0 ? toMove : otherColour(toMove),
    moveNumber: moveNumber + Math.floor(halves / 2),
  });
}

/** The move number that a text is; undefined where it is none up to `most`. */
export function moveNumberOf(text: string, most: number): number | undefined {
  const digits = text.trim();
  const number = Number(digits);
  return /^\d+$/.test(digits) && number >= 1 && number <= most ? number : undefined;
}
