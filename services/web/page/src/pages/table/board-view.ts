import type { Game } from '../../domain/game';
import { type Path, parsePath } from '../../domain/path';
import { type Placement, parsePosition } from '../../domain/placement';
import { pathBefore, placementAt, replayOf } from '../../domain/replay';
import type { TableState } from '../../gen/corners/game/v1/table_pb';

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

/** Nothing can be played. */
export const NO_MOVES: readonly BoardMove[] = [];

/** Views of one game, made once each: the board takes what is the same for unchanged. */
export class BoardViews {
  private made: { state: TableState; ply: number | undefined; view: BoardView } | undefined;

  /** The game as it is, or after so many plies, to be looked at only. */
  of(game: Game, ply: number | undefined): BoardView {
    const { state } = game;
    if (this.made?.state !== state || this.made.ply !== ply) {
      this.made = { state, ply, view: ply === undefined ? liveView(game) : pastView(game, ply) };
    }
    return this.made.view;
  }
}

/** The game as it is. */
export function liveView(game: Game): BoardView {
  const { placement } = parsePosition(game.state.position);
  const moves = game.state.legalMoves.map(({ path, returnsHome }) => ({ path: parsePath(path), returnsHome }));
  const last = game.moves.at(-1);
  return { placement, moves, lastMove: last && parsePath(last.path) };
}

/** The game after so many plies. */
export function pastView(game: Game, plies: number): BoardView {
  const replay = replayOf(game.table.startPosition, game.moves.slice(0, plies));
  return { placement: placementAt(replay, plies), moves: NO_MOVES, lastMove: pathBefore(replay, plies) };
}
