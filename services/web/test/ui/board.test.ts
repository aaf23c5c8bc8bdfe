// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePath } from '../../page/src/domain/path';
import { moved, parsePosition } from '../../page/src/domain/placement';
import { speak } from '../../page/src/texts';
import type { CornersBoard } from '../../page/src/ui/board/board';

await speak('en');
await import('../../page/src/ui/board/board');

const START = '5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1';
const SQUARE_PX = 10;
let board: CornersBoard;
let told: [string, unknown][];

beforeEach(async () => {
  board = document.createElement('corners-board');
  told = [];
  for (const type of ['corners-move', 'corners-refused', 'corners-square'] as const) {
    board.addEventListener(type, (event) => told.push([type, (event as CustomEvent).detail]));
  }
  board.placement = parsePosition(START).placement;
  board.homes = { white: ['a1', 'b1'], black: ['g8', 'h8'] };
  board.moves = movesOf('c3-d3', 'c3-c4', 'c1-e1-e3');
  document.body.append(board);
  await board.updateComplete;
  grid().getBoundingClientRect = () => new DOMRect(0, 0, 8 * SQUARE_PX, 8 * SQUARE_PX);
  grid().setPointerCapture = () => {};
});

afterEach(() => board.remove());

const movesOf = (...texts: string[]) => texts.map((text) => ({ path: parsePath(text), returnsHome: text === 'c3-c4' }));
const find = (selector: string) => board.renderRoot.querySelector<HTMLElement>(selector);
const count = (selector: string) => board.renderRoot.querySelectorAll(selector).length;
const label = (square: string) => find(`[data-square=${square}]`)?.getAttribute('aria-label');

function grid(): HTMLElement {
  const element = find('[role=grid]');
  if (!element) throw new Error('the board has no grid');
  return element;
}

async function keys(...pressed: string[]) {
  for (const key of pressed) grid().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  await board.updateComplete;
}

/** A pointer at the centre of a square of White's board, or off it by some pixels. */
async function point(type: string, square: string, pointerType = 'mouse', off = 0) {
  const clientX = (square.charCodeAt(0) - 'a'.charCodeAt(0) + 0.5) * SQUARE_PX + off;
  const clientY = (8.5 - Number(square.slice(1))) * SQUARE_PX;
  const init = {
    clientX,
    clientY,
    pointerType,
    pointerId: 1,
    isPrimary: true,
    button: 0,
    bubbles: true,
    composed: true,
  };
  grid().dispatchEvent(new PointerEvent(type, init));
  await board.updateComplete;
}

async function click(square: string, pointerType = 'mouse', off = 0) {
  await point('pointerdown', square, pointerType, off);
  await point('pointerup', square, pointerType, off);
}

describe('what a screen reader meets', () => {
  it('is a grid of rows with a cell for each square, from the top of the board', async () => {
    expect(count('[role=row]')).toBe(8);
    expect(count('[role=row] > [role=gridcell]')).toBe(64);
    expect(find('[role=gridcell]')?.dataset.square).toBe('a8');
    board.bottom = 'black';
    await board.updateComplete;
    expect(find('[role=gridcell]')?.dataset.square).toBe('h1');
  });

  it('tells what stands on a square and what can be done there', async () => {
    expect(label('c3')).toBe('c3, white piece, can move');
    expect(label('a1')).toBe('a1, white piece, White’s home');
    expect(label('e3')).toBe('e3, empty');
    await click('c1');
    expect(label('c1')).toBe('c1, white piece, picked');
    expect(label('e3')).toBe('e3, empty, end of a chain: e1, e3');
    await click('c3');
    expect(label('d3')).toBe('d3, empty, step target');
    expect(label('c4')).toBe('c4, empty, step target, returns home and loses');
  });

  it('is told the last move', async () => {
    board.lastMove = parsePath('f6-e6');
    await board.updateComplete;
    expect(label('f6')).toContain('start of the last move');
    expect(label('e6')).toContain('end of the last move');
  });

  it('can press a square without a pointer', async () => {
    find('[data-square=c3]')?.click();
    await board.updateComplete;
    expect(label('c3')).toContain('picked');
  });

  it('meets a picture where nothing can be done', async () => {
    board.still = true;
    board.label = 'A step';
    await board.updateComplete;
    expect(count('[role=grid]')).toBe(0);
    expect(find('[role=img]')?.getAttribute('aria-label')).toBe('A step');
  });
});

describe('by mouse', () => {
  it('marks steps, ends of chains and moves that lose apart', async () => {
    await click('c3');
    expect([count('.target.step'), count('.target.chain'), count('.target.warning')]).toEqual([1, 0, 1]);
    await click('c1');
    expect([count('.target.step'), count('.target.chain'), count('.target.warning')]).toEqual([0, 1, 0]);
  });

  it('shows the path to a target that it points at', async () => {
    await click('c1');
    expect(count('.aim')).toBe(0);
    await point('pointermove', 'e3');
    expect(count('.aim .landing')).toBe(1);
    await point('pointermove', 'e5');
    expect(count('.aim')).toBe(0);
  });

  it('plays a double click once', async () => {
    await click('c3');
    await click('d3');
    await click('d3');
    await click('c1');
    expect(told).toEqual([['corners-move', { path: ['c3', 'd3'], returnsHome: false }]]);
    expect(count('.target')).toBe(0);
  });

  it('can pick again when other moves are offered, the pending move is taken back, or the page says so', async () => {
    for (const again of [
      () => (board.moves = movesOf('c3-d3')),
      () => (board.pending = undefined),
      () => board.release(),
    ]) {
      await click('c3');
      await click('d3');
      board.pending = parsePath('c3-d3');
      await board.updateComplete;
      again();
      board.pending = undefined;
      await board.updateComplete;
      await click('c3');
      expect(label('c3')).toContain('picked');
      await click('c3');
    }
  });

  it('says that a square is not offered', async () => {
    await click('c3');
    await click('e5');
    await click('a1');
    expect(told).toEqual([
      ['corners-refused', { from: 'c3', to: 'e5' }],
      ['corners-refused', { from: 'a1' }],
    ]);
  });

  it('cancels outside of the board', async () => {
    await click('c3');
    document.body.click();
    await board.updateComplete;
    expect(count('.target')).toBe(0);
  });

  it('drags a piece to a target', async () => {
    await point('pointerdown', 'c3');
    await point('pointermove', 'd3');
    expect(count('.lifted')).toBe(1);
    await point('pointerup', 'd3');
    expect(count('.lifted')).toBe(0);
    expect(told).toEqual([['corners-move', { path: ['c3', 'd3'], returnsHome: false }]]);
  });

  it('lets a dragged piece go back by Escape', async () => {
    await point('pointerdown', 'c3');
    await point('pointermove', 'd3');
    await keys('Escape');
    expect(count('.lifted')).toBe(0);
    await point('pointerup', 'd3');
    expect(told).toEqual([]);
  });

  it('presses every square while the board is edited', async () => {
    board.editing = true;
    await board.updateComplete;
    await click('e5');
    await click('c3');
    expect(told).toEqual([
      ['corners-square', { square: 'e5' }],
      ['corners-square', { square: 'c3' }],
    ]);
  });
});

describe('by finger', () => {
  it('picks and plays what is beside the finger, and shows what that is', async () => {
    await click('d1', 'touch', -4);
    expect(label('c1')).toContain('picked');
    await point('pointerdown', 'f3', 'touch', -1);
    expect(find('.finger text')?.textContent).toBe('e3');
    expect(count('.aim')).toBe(1);
    await point('pointerup', 'f3', 'touch', -1);
    expect(told).toEqual([['corners-move', { path: ['c1', 'e1', 'e3'], returnsHome: false }]]);
  });
});

describe('by finger, on squares as large as fingers', () => {
  it('means the square under it', async () => {
    grid().getBoundingClientRect = () => new DOMRect(0, 0, 800, 800);
    const init = { clientX: 350, clientY: 750, pointerType: 'touch', pointerId: 1, isPrimary: true };
    grid().dispatchEvent(new PointerEvent('pointerdown', init));
    grid().dispatchEvent(new PointerEvent('pointerup', init));
    await board.updateComplete;
    expect(label('c1')).toContain('can move');
  });
});

describe('by keyboard', () => {
  it('is one stop, with the cursor on a piece that can move', () => {
    expect(grid().tabIndex).toBe(0);
    grid().dispatchEvent(new FocusEvent('focus'));
    return board.updateComplete.then(() => expect(grid().getAttribute('aria-activedescendant')).toBe('cell-c3'));
  });

  it('picks by Enter, shows the path under the cursor, plays by Space', async () => {
    await keys('ArrowDown', 'ArrowDown', 'Enter', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp');
    expect(grid().getAttribute('aria-activedescendant')).toBe('cell-e3');
    expect(count('.aim')).toBe(1);
    await keys(' ');
    expect(told).toEqual([['corners-move', { path: ['c1', 'e1', 'e3'], returnsHome: false }]]);
  });

  it('goes on from the square that was pressed last', async () => {
    await click('c1');
    await keys('ArrowUp');
    expect(grid().getAttribute('aria-activedescendant')).toBe('cell-c2');
  });

  it('cancels by Escape, and leaves Escape to others when there is nothing to cancel', async () => {
    await keys('Enter');
    expect(label('c3')).toContain('picked');
    const pressed = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    expect(grid().dispatchEvent(pressed())).toBe(false);
    await board.updateComplete;
    expect(label('c3')).toContain('can move');
    expect(grid().dispatchEvent(pressed())).toBe(true);
  });
});

describe('what happens on the board', () => {
  it('shows a pending move where it leads', async () => {
    board.pending = parsePath('c3-d3');
    await board.updateComplete;
    expect(label('d3')).toContain('white piece');
    expect(label('c3')).toContain('empty');
    expect(count('.played.pending')).toBe(1);
  });

  it('keeps a piece picked while the same piece is offered again', async () => {
    await click('c3');
    board.moves = movesOf('c3-c4');
    await board.updateComplete;
    expect(count('.target')).toBe(1);
    board.moves = [];
    await board.updateComplete;
    expect(count('.target')).toBe(0);
  });

  it('shows another size of board', async () => {
    board.placement = parsePosition(`${'16/'.repeat(15)}w15 w 1`).placement;
    board.moves = [];
    await board.updateComplete;
    expect(count('[role=gridcell]')).toBe(256);
    expect(count('.scene .piece')).toBe(1);
  });
});

describe('the flight of a piece that moved', () => {
  async function opponentPlays(text: string) {
    board.placement = moved(board.placement, parsePath(text));
    board.lastMove = parsePath(text);
    await board.updateComplete;
  }

  it('takes it off its square while it is in the air, and does not keep anybody from picking', async () => {
    await opponentPlays('f6-d6');
    expect(count('.flying .piece.black')).toBe(1);
    expect(count('.scene .piece')).toBe(17);
    await click('c3');
    expect(count('.target')).toBe(2);
  });

  it('is ended by the next one', async () => {
    await opponentPlays('f6-d6');
    await opponentPlays('c3-c4');
    expect(count('.flying')).toBe(1);
    expect(count('.flying .piece.white')).toBe(1);
    expect(count('.scene .piece')).toBe(17);
  });

  it('ends where the piece stands', async () => {
    await opponentPlays('f6-d6');
    find('.flying')?.getAnimations()[0]?.finish();
    await new Promise(requestAnimationFrame);
    await board.updateComplete;
    expect(count('.flying')).toBe(0);
    expect(count('.scene .piece')).toBe(18);
  });

  it('is made once for an own move: not again when the server has answered', async () => {
    board.pending = parsePath('c3-d3');
    await board.updateComplete;
    const flight = find('.flying')?.getAnimations()[0];
    expect(flight).toBeDefined();
    Object.assign(board, {
      pending: undefined,
      placement: moved(board.placement, parsePath('c3-d3')),
      lastMove: parsePath('c3-d3'),
    });
    await board.updateComplete;
    expect(find('.flying')?.getAnimations()).toEqual([flight]);
  });

  it('is not made for a piece that was dropped where it belongs', async () => {
    await point('pointerdown', 'c3');
    await point('pointermove', 'd3');
    await point('pointerup', 'd3');
    board.pending = parsePath('c3-d3');
    await board.updateComplete;
    expect(count('.flying')).toBe(0);
  });

  it('is not made where people wish less motion, nor when a move is taken back', async () => {
    await opponentPlays('f6-d6');
    board.placement = parsePosition(START).placement;
    board.lastMove = undefined;
    await board.updateComplete;
    expect(count('.flying')).toBe(0);
    const asBefore = window.matchMedia;
    window.matchMedia = (query) => ({ matches: query.includes('reduced-motion') }) as MediaQueryList;
    await opponentPlays('f6-d6');
    window.matchMedia = asBefore;
    expect(count('.flying')).toBe(0);
    expect(count('.scene .piece')).toBe(18);
  });
});
