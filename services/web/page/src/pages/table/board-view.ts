import type { Game } from '../../domain/game';
import { type Path, parsePath } from '../../domain/path';
import { type Placement, parsePosition } from '../../domain/placement';
import { pathBefore, placementAt, replayOf } from '../../domain/replay';

/** A move that may be played. */
export interface BoardMove {
  readonly path: Path;
  readonly returnsHome: boolean;
}

/** What the board shows of a game. */
export interface BoardView {
  readonly placement: Placement;
  readonly moves: readonly BoardMove[];
  readonly lastMove: Path | undefined;
}

/** The game as it is. */
export function liveView(game: Game): BoardView {
  const { placement } = parsePosition(game.state.position);
  const moves = game.state.legalMoves.map(({ path, returnsHome }) => ({ path: parsePath(path), returnsHome }));
  const last = game.moves.at(-1);
  return { placement, moves, lastMove: last && parsePath(last.path) };
}

/** The game after so many plies, to be looked at only. */
export function pastView(game: Game, plies: number): BoardView {
  const replay = replayOf(game.table.startPosition, game.moves.slice(0, plies));
  return { placement: placementAt(replay, plies), moves: [], lastMove: pathBefore(replay, plies) };
}
