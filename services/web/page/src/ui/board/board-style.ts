import { css } from 'lit';

/** How a board looks. Its colours are the page's tokens. */
export const boardStyle = css`
  :host {
    --light: var(--board-light, #f3e5cb);
    --dark: var(--board-dark, #d6b388);
    --home-white: var(--board-home-white, #fbf3e0);
    --home-black: var(--board-home-black, #c29a6b);
    --edge: var(--board-line, #8a6a45);
    --coordinate: var(--board-coordinate, inherit);
    --white: var(--piece-white, #fffaf0);
    --white-rim: var(--piece-white-rim, #6e5333);
    --black: var(--piece-black, #2c2621);
    --black-rim: var(--piece-black-rim, #100d0b);
    --black-ornament: var(--piece-black-ornament, #d9c7ab);
    --target: var(--mark-target, #154a91);
    --chain: var(--mark-chain, #8a3000);
    --picked: var(--mark-picked, #154a91);
    --path: var(--mark-path, var(--picked));
    --last: var(--mark-last, #17573f);
    --warn: var(--mark-warning, #96103a);
    --casing: var(--mark-casing, #fffdf7);
    --cursor: var(--mark-cursor, #0b2f8a);
    --ring: var(--focus, #1a5fd0);
    display: block;
    container-type: inline-size;
  }
  :host([hidden]) {
    display: none;
  }

  .layout {
    --rim: 1.125rem;
    display: grid;
    grid-template: auto var(--rim) / var(--rim) minmax(0, 1fr);
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
    box-shadow: 0 0 0 1px var(--edge), 0 0.25rem 1rem rgb(0 0 0 / 0.18);
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
    overflow: visible;
    pointer-events: none;
  }
  svg:not(.loose) {
    width: 100%;
    height: 100%;
  }
  .squares,
  .scene {
    border-radius: inherit;
    overflow: hidden;
  }
  .squares rect {
    shape-rendering: crispEdges;
  }
  .light {
    fill: var(--light);
  }
  .dark {
    fill: var(--dark);
  }
  .light.home-white {
    fill: var(--home-white);
  }
  .dark.home-white {
    fill: color-mix(in srgb, var(--dark) 60%, var(--home-white));
  }
  .light.home-black {
    fill: color-mix(in srgb, var(--light) 40%, var(--home-black));
  }
  .dark.home-black {
    fill: var(--home-black);
  }
  .outline {
    fill: none;
    stroke-width: 0.07;
    stroke-linecap: square;
  }
  .outline.white {
    stroke: var(--edge);
    opacity: 0.55;
  }
  .outline.black {
    stroke: var(--edge);
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
  .played .end {
    fill: none;
    stroke: var(--last);
    stroke-width: 0.06;
  }
  .finger .halo {
    fill: none;
    stroke: var(--picked);
    stroke-width: 0.12;
  }
  .finger .halo.casing {
    stroke: var(--casing);
    stroke-width: 0.24;
  }
  .finger rect {
    fill: var(--picked);
  }
  .finger text {
    fill: var(--casing);
    font: 700 0.9px var(--font, system-ui, sans-serif);
    text-anchor: middle;
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
    stroke: none;
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
  .large .target.step {
    r: 0.19;
  }
  .target.chain path {
    fill: var(--casing);
    fill-opacity: 0.55;
    stroke: var(--chain);
    stroke-width: 0.085;
    stroke-linejoin: round;
  }
  .target.chain circle {
    fill: var(--chain);
  }
  .target.warning .triangle {
    fill: var(--casing);
    stroke: var(--warn);
    stroke-width: 0.075;
    stroke-linejoin: round;
  }
  .target.warning .bang {
    stroke: var(--warn);
    stroke-width: 0.075;
    stroke-linecap: round;
  }
  .losing .line,
  .losing .landing {
    stroke: var(--warn);
  }
  .losing .head {
    fill: var(--warn);
  }
  .ghost {
    opacity: 0.6;
  }
  .square-frame.highlight.line {
    stroke: var(--warn);
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
    outline: 0.1875rem solid var(--ring);
    outline-offset: 0;
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
      --edge: CanvasText;
      --coordinate: CanvasText;
      --last: CanvasText;
      --target: Highlight;
      --chain: Highlight;
      --picked: Highlight;
      --path: Highlight;
      --casing: Canvas;
      --warn: LinkText;
      --cursor: Highlight;
      --ring: Highlight;
    }
    .shade {
      display: none;
    }
    .light,
    .dark {
      stroke: GrayText;
      stroke-width: 0.02;
    }
  }
`;
