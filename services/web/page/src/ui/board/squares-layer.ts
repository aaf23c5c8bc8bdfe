import { html, svg, type TemplateResult } from 'lit';
import { fileLetter, fileOf, rankOf, type Square } from '../../domain/squares';
import { type Homes, homesBySquare, outlineOf } from './homes';
import { squareInRow, type View } from './view';

/** What of a board stays as it is during a game: its squares and both homes. */
export function squaresLayer(view: View, homes: Homes): TemplateResult {
  const owners = homesBySquare(homes);
  const indices = Array.from({ length: view.size }, (_, index) => index);
  return html`
    <svg class="squares" viewBox="0 0 ${view.size} ${view.size}" aria-hidden="true">
      ${indices.flatMap((row) =>
        indices.map((column) => {
          const square = squareInRow(view, row, column);
          const shade = (fileOf(square) + rankOf(square)) % 2 === 0 ? 'dark' : 'light';
          const owner = owners.get(square);
          return svg`<rect class="${shade} ${owner ? `home-${owner}` : ''}" x=${column} y=${row} width="1" height="1" />`;
        }),
      )}
      <path class="outline white" d=${outlineOf(view, homes.white)} />
      <path class="outline black" d=${outlineOf(view, homes.black)} />
    </svg>
  `;
}

/** The letters of the files below a board and the numbers of the ranks at its left. */
export function coordinates(view: View): TemplateResult {
  const indices = Array.from({ length: view.size }, (_, index) => index);
  const last = view.size - 1;
  const letter = (square: Square) => fileLetter(fileOf(square));
  return html`
    <div class="ranks" aria-hidden="true">
      ${indices.map((row) => html`<span>${rankOf(squareInRow(view, row, 0)) + 1}</span>`)}
    </div>
    <div class="files" aria-hidden="true">
      ${indices.map((column) => html`<span>${letter(squareInRow(view, last, column))}</span>`)}
    </div>
  `;
}
