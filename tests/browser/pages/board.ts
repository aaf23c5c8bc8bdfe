import type { Locator, Page } from 'playwright-core';

/** What a board is given to show. */
interface Picture {
  placement: { size: number; pieces: Map<string, 'white' | 'black'> };
}

/** The board as its readers and players meet it: a grid of squares that say what stands on them. */
export class Board {
  readonly grid: Locator;

  constructor(private readonly page: Page) {
    this.grid = page.getByRole('grid');
  }

  /** A square, by what it is called. */
  square(name: string): Locator {
    return this.grid.getByRole('gridcell', { name: new RegExp(`^${name},`) });
  }

  /** The squares that the picked piece can go to. */
  targets(): Locator {
    return this.grid.getByRole('gridcell', { name: /, (step target|end of a chain)/ });
  }

  /** The names of the squares that the picked piece can go to, sorted. */
  async targetNames(): Promise<string[]> {
    return (await namesOf(this.targets())).sort();
  }

  /** The piece that is picked. */
  picked(): Locator {
    return this.grid.getByRole('gridcell', { selected: true });
  }

  /** All squares, as they are seen from the upper left. */
  async squareNames(): Promise<string[]> {
    return namesOf(this.grid.getByRole('gridcell'));
  }

  /** The placement on screen, as the rows of a position text. */
  async placement(): Promise<string> {
    const labels = await this.grid
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.map((cell) => cell.ariaLabel ?? ''));
    return placementOf(labels);
  }

  /** The placement that a board shows which is a picture only, as the rows of a position text. */
  async picture(): Promise<string> {
    const pieces = await this.page
      .locator('corners-board')
      .evaluate((board) =>
        [...(board as unknown as Picture).placement.pieces].map(([square, colour]) => ({ square, colour })),
      );
    const size = await this.page
      .locator('corners-board')
      .evaluate((board) => (board as unknown as Picture).placement.size);
    return rowsOf(size, new Map(pieces.map(({ square, colour }) => [square, colour === 'white' ? 'w' : 'b'])));
  }

  /** Plays a path with the mouse. */
  async click(path: string): Promise<void> {
    const squares = path.split('-');
    await this.square(squares.at(0) ?? '').click();
    await this.square(squares.at(-1) ?? '').click();
  }

  /** Plays a path with a finger. */
  async tap(path: string): Promise<void> {
    const squares = path.split('-');
    await this.square(squares.at(0) ?? '').tap();
    await this.square(squares.at(-1) ?? '').tap();
  }

  /** Plays a path by dragging the piece. */
  async drag(path: string): Promise<void> {
    const squares = path.split('-');
    await this.square(squares.at(0) ?? '').dragTo(this.square(squares.at(-1) ?? ''));
  }

  /** Plays a path with keys; the board has to have the focus. */
  async keys(path: string): Promise<void> {
    const squares = path.split('-');
    await this.goTo(squares.at(0) ?? '');
    await this.page.keyboard.press('Enter');
    await this.goTo(squares.at(-1) ?? '');
    await this.page.keyboard.press('Enter');
  }

  /** Moves the keyboard's cursor to a square with the arrow keys. */
  private async goTo(square: string): Promise<void> {
    const { cursor, corner } = await this.grid.evaluate((grid) => ({
      cursor: (grid.getAttribute('aria-activedescendant') ?? '').replace('cell-', ''),
      corner: grid.querySelector('[role=gridcell]')?.ariaLabel?.split(',')[0] ?? '',
    }));
    // The corner at the upper left is in the a-file where White is at the bottom.
    const turn = corner.startsWith('a') ? 1 : -1;
    const files = (fileOf(square) - fileOf(cursor)) * turn;
    const ranks = (rankOf(square) - rankOf(cursor)) * turn;
    await this.press(files > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(files));
    await this.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown', Math.abs(ranks));
  }

  private async press(key: string, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) await this.page.keyboard.press(key);
  }
}

async function namesOf(squares: Locator): Promise<string[]> {
  return squares.evaluateAll((cells) => cells.map((cell) => cell.ariaLabel?.split(',')[0] ?? ''));
}

function fileOf(square: string): number {
  return square.charCodeAt(0);
}

function rankOf(square: string): number {
  return Number(square.slice(1));
}

/** The rows of a position text, from the labels of a board's squares. */
function placementOf(labels: readonly string[]): string {
  const size = Math.sqrt(labels.length);
  const pieces = new Map(labels.map((label) => [label.split(',')[0] ?? '', pieceOf(label)]));
  return rowsOf(size, pieces);
}

function rowsOf(size: number, pieces: ReadonlyMap<string, string>): string {
  const rows = Array.from({ length: size }, (_, down) => {
    const row = Array.from({ length: size }, (_, file) => {
      return pieces.get(`${String.fromCharCode(97 + file)}${size - down}`) ?? '.';
    });
    return row.join('').replaceAll(/\.+/g, (run) => `${run.length}`);
  });
  return rows.join('/');
}

function pieceOf(label: string): string {
  if (label.includes('white piece')) return 'w';
  return label.includes('black piece') ? 'b' : '.';
}
