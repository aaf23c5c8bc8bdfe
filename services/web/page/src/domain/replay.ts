import type { PlayedMove } from '../gen/corners/game/v1/table_pb';
import { Side } from '../gen/corners/game/v1/variant_pb';
import { type Path, parsePath } from './path';
import { moved, type Placement, type Position, parsePosition } from './placement';

/** A game that can be looked at after each of its plies. */
export interface Replay {
  readonly start: Position;
  readonly moves: readonly PlayedMove[];
  readonly paths: readonly Path[];
  /** The placement after as many plies as its index says; the first one is the start's. */
  readonly placements: readonly Placement[];
}

/** The time that both sides have left, in milliseconds; undefined where none is kept. */
export interface ClockReadings {
  readonly white: number | undefined;
  readonly black: number | undefined;
}

/** Lays a game out, ply by ply: from the text of the position that it started from, by the paths of its moves. */
export function replayOf(startPosition: string, moves: readonly PlayedMove[]): Replay {
  const start = parsePosition(startPosition);
  const paths = moves.map((move) => parsePath(move.path));
  const placements = [start.placement];
  for (const path of paths) placements.push(moved(placements[placements.length - 1] ?? start.placement, path));
  return { start, moves, paths, placements };
}

/** The nearest ply that the game has; its end where none is named. */
export function plyWithin(replay: Replay, ply: number | undefined): number {
  const last = replay.moves.length;
  return ply === undefined ? last : Math.min(Math.max(Math.trunc(ply), 0), last);
}

/** The placement after so many plies. */
export function placementAt(replay: Replay, ply: number): Placement {
  return replay.placements[plyWithin(replay, ply)] ?? replay.start.placement;
}

/** The move that led to the position after so many plies; none at the start. */
export function pathBefore(replay: Replay, ply: number): Path | undefined {
  return replay.paths[ply - 1];
}

/** The time left after so many plies: what each side's last move left it, or else what it began with. */
export function clocksAt(moves: readonly PlayedMove[], ply: number, atStart: ClockReadings): ClockReadings {
  const played = moves.slice(0, ply);
  const left = (side: Side, initial: number | undefined) => {
    const remaining = played.findLast((move) => move.side === side)?.remainingMs;
    return remaining === undefined ? initial : Number(remaining);
  };
  return { white: left(Side.WHITE, atStart.white), black: left(Side.BLACK, atStart.black) };
}
