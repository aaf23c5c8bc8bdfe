import { destinationOf, originOf, type Path } from '../../domain/path';
import type { Placement } from '../../domain/placement';
import type { Colour } from '../../domain/squares';
import { cornerOf, type Point, type View } from './view';

/** A piece on its way along the path of a move that was played. */
export interface Flight {
  readonly path: Path;
  readonly colour: Colour;
}

const HOP_MS = 120;
const LONGEST_MS = 600;

/** How much larger a piece is in the middle of a jump. */
const HEIGHT = 1.16;

/** The flight that leads from one placement to another by a path; none where the path is not what happened. */
export function flightBetween(before: Placement, after: Placement, path: Path | undefined): Flight | undefined {
  if (!path || before.size !== after.size) return undefined;
  const origin = originOf(path);
  const destination = destinationOf(path);
  const colour = before.pieces.get(origin);
  if (!colour || before.pieces.has(destination)) return undefined;
  if (after.pieces.get(destination) !== colour || after.pieces.has(origin)) return undefined;
  return { path, colour };
}

/** How long a piece takes for a path. */
export function flightMs(path: Path): number {
  return Math.min((path.length - 1) * HOP_MS, LONGEST_MS);
}

/** The keyframes of a flight, for an element of a square's size in the upper left corner of the board. */
export function flightFrames(view: View, path: Path): Keyframe[] {
  const stops = path.map((square) => cornerOf(view, square));
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1];
    if (!next) return [frame(stop, 1)];
    const isJump = Math.max(Math.abs(next.x - stop.x), Math.abs(next.y - stop.y)) > 1;
    const middle = { x: (stop.x + next.x) / 2, y: (stop.y + next.y) / 2 };
    return isJump
      ? [
          { ...frame(stop, 1), easing: 'cubic-bezier(0.4, 0, 0.8, 0.7)' },
          { ...frame(middle, HEIGHT), easing: 'cubic-bezier(0.2, 0.3, 0.6, 1)' },
        ]
      : [{ ...frame(stop, 1), easing: 'ease-in-out' }];
  });
}

function frame({ x, y }: Point, scale: number): Keyframe {
  return { transform: `translate(${x * 100}%, ${y * 100}%) scale(${scale})` };
}
