import { html, nothing, type TemplateResult } from 'lit';
import { destinationOf, originOf, type Path } from '../../domain/path';
import { type Choice, type Pick, targetsOf } from '../../domain/pick';
import type { Square } from '../../domain/squares';
import { type Homes, homesBySquare } from './homes';
import { labelOf } from './labels';
import { squareBeside, squareInRow, type View } from './view';

/** What the cells tell. */
export interface CellsState {
  readonly view: View;
  readonly choice: Choice;
  readonly pick: Pick;
  readonly homes: Homes;
  readonly lastMove: Path | undefined;
  readonly editing: boolean;
}

/** The id of a square's cell. */
export function cellId(square: Square): string {
  return `cell-${square}`;
}

/** The squares as a screen reader meets them, in rows, over the drawing; they take the clicks, too. */
export function cells(state: CellsState): TemplateResult[] {
  const { view, choice, pick, lastMove } = state;
  const owners = homesBySquare(state.homes);
  const targets = targetsOf(pick, choice.offer);
  const live = pick.state === 'played' ? new Set<Square>() : new Set([...choice.offer.keys(), ...targets.keys()]);
  const near = squaresBeside(view, live);
  const indices = Array.from({ length: view.size }, (_, index) => index);

  const cell = (square: Square) => {
    const picked = pick.state === 'picked' && pick.from === square;
    const label = labelOf({
      square,
      piece: choice.placement.pieces.get(square),
      home: owners.get(square),
      canMove: pick.state !== 'played' && choice.offer.has(square),
      picked,
      target: targets.get(square),
      lastMove: lastMove && endOf(lastMove, square),
    });
    const kind = `${live.has(square) || state.editing ? 'live' : ''} ${near.has(square) ? 'near' : ''}`;
    return html`<div
      role="gridcell" id=${cellId(square)} class=${kind} data-square=${square}
      aria-label=${label} aria-selected=${picked ? 'true' : nothing}
    ></div>`;
  };
  return indices.map(
    (row) => html`<div role="row">${indices.map((column) => cell(squareInRow(view, row, column)))}</div>`,
  );
}

function endOf(path: Path, square: Square): 'from' | 'to' | undefined {
  if (square === originOf(path)) return 'from';
  return square === destinationOf(path) ? 'to' : undefined;
}

/** Squares on which a finger may mean a live one beside them: squares of a large board are smaller than fingers. */
function squaresBeside(view: View, live: ReadonlySet<Square>): ReadonlySet<Square> {
  if (view.size <= 8) return new Set();
  const around = [-1, 0, 1];
  return new Set(
    [...live].flatMap((square) =>
      around.flatMap((rows) => around.map((columns) => squareBeside(view, square, columns, rows))),
    ),
  );
}
