import { nothing, type SVGTemplateResult, svg } from 'lit';
import { destinationOf, isChain, landingsOf, originOf, type Path } from '../../domain/path';
import type { OfferedMove } from '../../domain/pick';
import type { Colour, Square } from '../../domain/squares';
import { piece } from './pieces';
import { centreOf, cornerOf, type Point, type View } from './view';

type Drawn = SVGTemplateResult | typeof nothing;

/** A square, filled. */
function field(view: View, square: Square, kind: string): SVGTemplateResult {
  const { x, y } = cornerOf(view, square);
  return svg`<rect class="field ${kind}" x=${x} y=${y} width="1" height="1" />`;
}

/** How far from the centre of a square a path starts or ends: outside of the piece there. */
const CLEAR = { piece: 0.45, arrow: 0.56, start: 0.17 };

/** A point, drawn nearer to another one. */
function towards(from: Point, to: Point, by: number): Point {
  const share = by / Math.hypot(to.x - from.x, to.y - from.y);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** The line of a path, on a wider one that sets it off from what is below; `startClear` is free of it at its start. */
function line(view: View, path: Path, startClear: number): SVGTemplateResult {
  const stops = path.map((square) => centreOf(view, square));
  const [first, second] = stops;
  const [beforeLast, last] = stops.slice(-2);
  if (!first || !second || !beforeLast || !last) return svg``;
  const trimmed = [towards(first, second, startClear), ...stops.slice(1, -1), towards(last, beforeLast, CLEAR.arrow)];
  const points = trimmed.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(' ');
  return svg`<polyline class="casing" points=${points} /><polyline class="line" points=${points} />`;
}

function landings(view: View, path: Path): SVGTemplateResult[] {
  return landingsOf(path).map((square) => {
    const { x, y } = centreOf(view, square);
    return svg`<circle class="landing" cx=${x} cy=${y} r="0.13" />`;
  });
}

/** An arrow's head just before the square where a path ends, so that a piece there does not hide it. */
function head(view: View, path: Path): SVGTemplateResult {
  const end = centreOf(view, destinationOf(path));
  const before = centreOf(view, path.at(-2) ?? originOf(path));
  const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  return svg`<path class="head" d="M-.4 0l-.22-.15v.3z" transform="translate(${end.x} ${end.y}) rotate(${angle})" />`;
}

/** A move that was played: where it began, its way, where it ended. */
export function playedMark(view: View, path: Path | undefined, kind: 'last' | 'pending'): Drawn {
  if (!path) return nothing;
  const start = centreOf(view, originOf(path));
  const end = cornerOf(view, destinationOf(path));
  return svg`
    <g class="played ${kind}">
      ${field(view, originOf(path), 'from')}${field(view, destinationOf(path), 'to')}
      ${line(view, path, CLEAR.start)}
      <circle class="start" cx=${start.x} cy=${start.y} r="0.17" />
      <rect class="end" x=${end.x + 0.03} y=${end.y + 0.03} width="0.94" height="0.94" rx="0.06" />
      ${landings(view, path)}${head(view, path)}
    </g>
  `;
}

/** The picked piece's square. */
export function pickedMark(view: View, square: Square | undefined): Drawn {
  if (square === undefined) return nothing;
  const { x, y } = centreOf(view, square);
  return svg`${field(view, square, 'picked')}<circle class="picked-ring" cx=${x} cy=${y} r="0.455" />`;
}

/** Where the picked piece can go: a dot for a step, a diamond for the end of a chain, a warning for what loses. */
export function targetMark(view: View, move: OfferedMove): SVGTemplateResult {
  const { x, y } = centreOf(view, destinationOf(move.path));
  const at = `translate(${x} ${y})`;
  if (move.returnsHome) {
    return svg`
      <g class="target warning" transform=${at}>
        <path class="triangle" d="M0-.27L.29.23H-.29Z" />
        <path class="bang" d="M0-.09V.06M0 .145V.146" />
      </g>
    `;
  }
  if (isChain(move.path)) {
    return svg`
      <g class="target chain" transform=${at}>
        <path d="M0-.27L.27 0 0 .27-.27 0Z" /><circle r="0.06" />
      </g>
    `;
  }
  return svg`<circle class="target step" transform=${at} r="0.15" />`;
}

/** The way the picked piece would take, and the piece where it would stop. */
export function aimMark(view: View, move: OfferedMove, mover: Colour | undefined): Drawn {
  if (!mover) return nothing;
  const end = destinationOf(move.path);
  return svg`
    <g class="aim ${move.returnsHome ? 'losing' : ''}">
      ${field(view, end, 'aimed')}
      ${line(view, move.path, CLEAR.piece)}
      ${landings(view, move.path)}${head(view, move.path)}
      ${piece(mover, centreOf(view, end), 'ghost')}
      ${move.returnsHome ? targetMark(view, move) : nothing}
    </g>
  `;
}

/** A frame just inside of a square. */
export function frameMark(view: View, square: Square | undefined, kind: string): Drawn {
  if (square === undefined) return nothing;
  const { x, y } = cornerOf(view, square);
  return svg`
    <rect class="square-frame casing ${kind}" x=${x + 0.05} y=${y + 0.05} width="0.9" height="0.9" rx="0.1" />
    <rect class="square-frame line ${kind}" x=${x + 0.05} y=${y + 0.05} width="0.9" height="0.9" rx="0.1" />
  `;
}

/** What a finger is on, as large as can be seen beside the finger: a ring around the square, and its name above. */
export function fingerMark(view: View, square: Square | undefined, named: boolean): Drawn {
  if (square === undefined) return nothing;
  const { x, y } = centreOf(view, square);
  // Squares of a large board are small, fingers are not.
  const scale = view.size / 16;
  const inside = Math.min(Math.max(x, 1.2 * scale), view.size - 1.2 * scale);
  const above = y > 3.4 * scale ? y - 2.6 * scale : y + 2.6 * scale;
  const name = svg`
    <g transform="translate(${inside} ${above}) scale(${scale})">
      <rect x="-1.15" y="-0.7" width="2.3" height="1.4" rx="0.4" /><text y="0.32">${square}</text>
    </g>
  `;
  return svg`
    <g class="finger">
      <g transform="translate(${x} ${y}) scale(${scale})">
        <circle class="halo casing" r="1.5" /><circle class="halo" r="1.5" />
      </g>
      ${named ? name : nothing}
    </g>
  `;
}
