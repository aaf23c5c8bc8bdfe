import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Placement } from '../../domain/placement';
import type { Colour, Square } from '../../domain/squares';
import { centreOf, type Point, type View } from './view';

/** The paints that pieces are drawn with: part of one SVG of each board. */
export const PAINTS = svg`
  <defs>
    <radialGradient id="paint-white" cx="0.38" cy="0.3" r="0.8">
      <stop class="white-glow" offset="0" /><stop class="white-body" offset="1" />
    </radialGradient>
    <radialGradient id="paint-black" cx="0.38" cy="0.3" r="0.8">
      <stop class="black-glow" offset="0" /><stop class="black-body" offset="1" />
    </radialGradient>
  </defs>
`;

/** White has two rings; Black has a milled edge and a star. Told apart without their colours. */
const ORNAMENTS: Readonly<Record<Colour, SVGTemplateResult>> = {
  white: svg`<circle class="groove" r="0.28" /><circle class="groove" r="0.13" />`,
  black: svg`
    <circle class="milled" r="0.315" />
    <path class="star" d="M0-.2Q.045-.045.2 0 .045.045 0 .2-.045.045-.2 0-.045-.045 0-.2Z" />
  `,
};

/** A piece with its centre at a point. */
export function piece(colour: Colour, { x, y }: Point, more = ''): SVGTemplateResult {
  return svg`
    <g class="piece ${colour} ${more}" transform="translate(${x} ${y})">
      <ellipse class="shade" cx="0.015" cy="0.05" rx="0.4" ry="0.4" />
      <circle class="body" r="0.39" />
      ${ORNAMENTS[colour]}
    </g>
  `;
}

/** All pieces that stand on the board, but not the one on `without`: it is on its way. */
export function piecesLayer(view: View, placement: Placement, without: Square | undefined): SVGTemplateResult {
  const standing = [...placement.pieces].filter(([square]) => square !== without);
  return svg`${repeat(
    standing,
    ([square]) => square,
    ([square, colour]) => piece(colour, centreOf(view, square)),
  )}`;
}

/** A piece off its square, in the air or held: of a square's size, in the upper left corner, to be transformed. */
export function loosePiece(view: View, colour: Colour, kind: string): TemplateResult {
  const side = `${100 / view.size}%`;
  return html`
    <svg class="loose ${kind}" width=${side} height=${side} viewBox="-.5 -.5 1 1" aria-hidden="true">
      ${piece(colour, { x: 0, y: 0 })}
    </svg>
  `;
}
