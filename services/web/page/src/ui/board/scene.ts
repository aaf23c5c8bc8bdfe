import { html, nothing, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Path } from '../../domain/path';
import { type Choice, moverOf, type OfferedMove, type Pick, targetsOf } from '../../domain/pick';
import type { Square } from '../../domain/squares';
import { aimMark, fingerMark, frameMark, pickedMark, playedMark, targetMark } from './marks';
import { PAINTS, piecesLayer } from './pieces';
import type { View } from './view';

/** What is on the squares. */
export interface Scene {
  readonly view: View;
  readonly choice: Choice;
  readonly pick: Pick;
  readonly lastMove: Path | undefined;
  readonly pending: Path | undefined;
  readonly highlights: readonly Square[];
  /** The move whose path is shown. */
  readonly aimed: OfferedMove | undefined;
  /** The square whose piece is drawn on its way, and not there. */
  readonly away: Square | undefined;
  readonly cursor: Square | undefined;
  /** What a finger is on, and whether to say its name. */
  readonly finger: { readonly square: Square; readonly named: boolean } | undefined;
}

/** What moves on a board: marks below the pieces, pieces, marks above them. Parts are drawn only when they change. */
export function sceneLayer(scene: Scene): TemplateResult {
  const { view, choice, pick, lastMove, pending, highlights, aimed, away, cursor, finger } = scene;
  const { placement, offer } = choice;
  return html`
    <svg class="scene" viewBox="0 0 ${view.size} ${view.size}" aria-hidden="true">
      ${PAINTS}
      ${guard([view, lastMove, pending], () =>
        pending ? playedMark(view, pending, 'pending') : playedMark(view, lastMove, 'last'),
      )}
      ${guard([view, pick, offer, aimed], () => choiceMarks(scene))}
      ${guard([view, placement, away], () => piecesLayer(view, placement, away))}
      ${guard([view, highlights], () => highlights.map((square) => frameMark(view, square, 'highlight')))}
      ${aimed ? aimMark(view, aimed, moverOf(choice)) : nothing}
      ${frameMark(view, cursor, 'cursor')}
      ${fingerMark(view, finger?.square, finger?.named ?? false)}
    </svg>
  `;
}

/** The picked piece's square, and where it can go. */
function choiceMarks({ view, choice, pick, aimed }: Scene) {
  const targets = [...targetsOf(pick, choice.offer).values()].filter((move) => move !== aimed);
  const picked = pick.state === 'picked' ? pick.from : undefined;
  return svg`${pickedMark(view, picked)}${targets.map((move) => targetMark(view, move))}`;
}
