import { css } from 'lit';

/** How a board looks. Its colours are the page's tokens. */
export const boardStyle = css`
  :host {
    --light: var(--board-light, #f2ebdd);
    --dark: var(--board-dark, #e2d6c0);
    --home-white: var(--board-home-white, #e9b872);
    --home-black: var(--board-home-black, #7f9cc0);
    --white: var(--piece-white, #fbf6ea);
    --white-rim: var(--piece-white-rim, #6b5230);
    --black: var(--piece-black, #2a3342);
    --black-rim: var(--piece-black-rim, #0f141c);
    --black-ornament: var(--piece-black-ornament, #a9b8cf);
    --line: var(--board-line, #8a7a60);
    --coordinate: var(--board-coordinate, inherit);
    --last: var(--mark-last, #8a6d1f);
    --target: var(--mark-target, #0b6b50);
    --picked: var(--mark-picked, #0b6b50);
    --path: var(--mark-path, #0b6b50);
    --casing: var(--mark-casing, #fffdf7);
    --warning: var(--mark-warning, #b3261e);
    --cursor: var(--mark-cursor, #1a4fd0);
    display: block;
    container-type: inline-size;
  }
  :host([hidden]) {
    display: none;
  }

  .layout {
    --gutter: 1.125rem;
    display: grid;
    grid-template: auto var(--gutter) / var(--gutter) minmax(0, 1fr);
    user-select: none;
    -webkit-user-select: none;
    -webkit-touch-callout: none;
    -webkit-tap-highlight-color: transparent;
  }
  .board {
    grid-area: 1 / 2;
    position: relative;
    aspect-ratio: 1;
    border-radius: 0.375rem;
    box-shadow: 0 0 0 1px var(--line), 0 0.25rem 1rem rgb(0 0 0 / 0.18);
  }
  .ranks,
  .files {
    display: flex;
    font-size: 0.75rem;
    line-height: 1;
    color: var(--coordinate);
  }
  .ranks {
    grid-area: 1 / 1;
    flex-direction: column;
  }
  .files {
    grid-area: 2 / 2;
  }
  .ranks span,
  .files span {
    flex: 1;
    display: grid;
    place-content: center;
    min-width: 0;
    min-height: 0;
  }
  .large :is(.ranks, .files) {
    font-size: 0.6875rem;
  }

  svg {
    display: block;
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    overflow: visible;
    pointer-events: none;
  }
  .squares {
    border-radius: inherit;
    overflow: hidden;
  }
  .light {
    fill: var(--light);
  }
  .dark {
    fill: var(--dark);
  }
  .light.home-white {
    fill: color-mix(in srgb, var(--light) 72%, var(--home-white));
  }
  .dark.home-white {
    fill: color-mix(in srgb, var(--dark) 64%, var(--home-white));
  }
  .light.home-black {
    fill: color-mix(in srgb, var(--light) 72%, var(--home-black));
  }
  .dark.home-black {
    fill: color-mix(in srgb, var(--dark) 64%, var(--home-black));
  }
  .outline {
    fill: none;
    stroke-width: 0.07;
    stroke-linecap: square;
  }
  .outline.white {
    stroke: color-mix(in srgb, var(--home-white) 70%, var(--line));
  }
  .outline.black {
    stroke: color-mix(in srgb, var(--home-black) 70%, var(--line));
    stroke-dasharray: 0.16 0.17;
    stroke-dashoffset: 0.08;
  }

  .white-glow {
    stop-color: color-mix(in srgb, var(--white) 60%, #fff);
  }
  .white-body {
    stop-color: color-mix(in srgb, var(--white) 82%, var(--white-rim));
  }
  .black-glow {
    stop-color: color-mix(in srgb, var(--black) 72%, #fff);
  }
  .black-body {
    stop-color: var(--black);
  }
  .shade {
    fill: rgb(0 0 0 / 0.22);
  }
  .white .body {
    fill: url(#paint-white);
    stroke: var(--white-rim);
    stroke-width: 0.045;
  }
  .black .body {
    fill: url(#paint-black);
    stroke: var(--black-rim);
    stroke-width: 0.045;
  }
  .groove {
    fill: none;
    stroke: var(--white-rim);
    stroke-opacity: 0.5;
    stroke-width: 0.035;
  }
  .milled {
    fill: none;
    stroke: var(--black-ornament);
    stroke-opacity: 0.7;
    stroke-width: 0.05;
    stroke-dasharray: 0.05 0.0599;
  }
  .star {
    fill: var(--black-ornament);
  }

  .field.from,
  .field.to {
    fill: var(--last);
    fill-opacity: 0.2;
  }
  .field.picked,
  .field.aimed {
    fill: var(--picked);
    fill-opacity: 0.24;
  }
  .casing,
  .line {
    fill: none;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .casing {
    stroke: var(--casing);
    stroke-width: 0.18;
    stroke-opacity: 0.75;
  }
  .line {
    stroke: var(--path);
    stroke-width: 0.09;
  }
  .played .line {
    stroke: var(--last);
  }
  .played.pending .line {
    stroke-dasharray: 0.16 0.16;
  }
  .played .start {
    fill: var(--casing);
    stroke: var(--last);
    stroke-width: 0.08;
  }
  .landing {
    fill: var(--casing);
    stroke: var(--path);
    stroke-width: 0.07;
  }
  .played .landing {
    fill: var(--last);
    stroke: var(--casing);
    stroke-width: 0.05;
  }
  .head {
    fill: var(--path);
    stroke: var(--casing);
    stroke-width: 0.03;
  }
  .played .head {
    fill: var(--last);
  }
  .picked-ring {
    fill: none;
    stroke: var(--picked);
    stroke-width: 0.09;
  }
  .target.step {
    fill: var(--target);
    stroke: var(--casing);
    stroke-width: 0.04;
  }
  .target.chain path {
    fill: var(--casing);
    fill-opacity: 0.55;
    stroke: var(--target);
    stroke-width: 0.085;
    stroke-linejoin: round;
  }
  .target.chain circle {
    fill: var(--target);
  }
  .target.warning .triangle {
    fill: var(--casing);
    stroke: var(--warning);
    stroke-width: 0.075;
    stroke-linejoin: round;
  }
  .target.warning .bang {
    stroke: var(--warning);
    stroke-width: 0.075;
    stroke-linecap: round;
  }
  .losing .line,
  .losing .landing {
    stroke: var(--warning);
  }
  .losing .head {
    fill: var(--warning);
  }
  .ghost {
    opacity: 0.6;
  }
  .square-frame.highlight.line {
    stroke: var(--warning);
    stroke-width: 0.08;
    stroke-dasharray: 0.2 0.12;
  }
  .square-frame.cursor.line {
    stroke: var(--cursor);
    stroke-width: 0.09;
  }

  .grid,
  .picture {
    position: absolute;
    inset: 0;
  }
  .grid {
    display: flex;
    flex-direction: column;
    outline: none;
    border-radius: inherit;
    touch-action: manipulation;
  }
  .grid:focus-visible {
    outline: 0.1875rem solid var(--cursor);
    outline-offset: 0.1875rem;
  }
  .grid > div {
    flex: 1;
    display: flex;
  }
  .grid > div > div {
    flex: 1;
  }
  .live {
    cursor: pointer;
    touch-action: none;
  }
  .near {
    touch-action: none;
  }
  .dragging,
  .dragging .live {
    cursor: grabbing;
  }

  .loose {
    inset: 0 auto auto 0;
    will-change: transform;
  }
  .lifted {
    filter: drop-shadow(0 0.25rem 0.375rem rgb(0 0 0 / 0.35));
  }
  .lifted .piece {
    scale: 1.12;
  }
  .lifted.by-touch .piece {
    scale: 1.7;
  }

  @media (forced-colors: active) {
    :host {
      --light: Canvas;
      --dark: Canvas;
      --home-white: Canvas;
      --home-black: Canvas;
      --white: Canvas;
      --white-rim: CanvasText;
      --black: CanvasText;
      --black-rim: CanvasText;
      --black-ornament: Canvas;
      --line: CanvasText;
      --coordinate: CanvasText;
      --last: CanvasText;
      --target: Highlight;
      --picked: Highlight;
      --path: Highlight;
      --casing: Canvas;
      --warning: LinkText;
      --cursor: Highlight;
    }
    .light,
    .dark {
      stroke: GrayText;
      stroke-width: 0.02;
    }
  }
`;
