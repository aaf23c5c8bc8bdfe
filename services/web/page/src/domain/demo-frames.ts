import type { Demo } from './demos';
import { type Path, parsePath } from './path';
import { moved, type Placement, parsePosition } from './placement';
import type { Square } from './squares';

/** What a demonstration shows for a while. */
export interface Frame {
  readonly placement: Placement;
  /** The move that has led here; none in a position that a line begins with. */
  readonly lastMove: Path | undefined;
  /** A move that is tried, and refused. */
  readonly refused: Path | undefined;
  readonly highlights: readonly Square[];
  readonly ms: number;
}

/** How long a line's first position is shown, each move, and what a line or a refusal comes to. */
const FIRST_MS = 900;
const MOVE_MS = 1_300;
const LAST_MS = 1_900;

/** A demonstration, picture by picture; it begins again after the last. */
export function framesOf({ position, lines, refused }: Demo): Frame[] {
  const { placement } = parsePosition(position);
  const first = { placement, lastMove: undefined, refused: undefined, highlights: [], ms: FIRST_MS };
  const frames: Frame[] = [];
  if (refused) {
    const { path, squares } = refused;
    frames.push(first, { ...first, refused: parsePath(path), highlights: squares, ms: LAST_MS });
  }
  for (const line of lines) frames.push(first, ...played(placement, line));
  return frames;
}

function played(start: Placement, line: readonly string[]): Frame[] {
  let placement = start;
  return line.map((text, index) => {
    const path = parsePath(text);
    placement = moved(placement, path);
    const ms = index === line.length - 1 ? LAST_MS : MOVE_MS;
    return { placement, lastMove: path, refused: undefined, highlights: [], ms };
  });
}
