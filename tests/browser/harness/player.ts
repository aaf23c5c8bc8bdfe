import type { Game } from '../games/games';
import { TablePage } from '../pages/table';
import { type Guest, Side } from './client';
import { eventually } from './eventually';
import { tabTo } from './focus';
import type { Person } from './person';

/** A person at a table, with their way to use the page. */
export interface Player {
  readonly person: Person;
  readonly table: TablePage;
  /** Makes a move. */
  plays(path: string): Promise<void>;
  /** Presses a button. */
  presses(name: string): Promise<void>;
}

/** Plays with the mouse. */
export async function byMouse(person: Person): Promise<Player> {
  const table = await new TablePage(person.page).ready();
  return {
    person,
    table,
    plays: (path) => table.board.click(path),
    presses: (name) => table.button(name).click(),
  };
}

/** Plays with the keyboard only. */
export async function byKeys(person: Person): Promise<Player> {
  const { page } = person;
  const table = await new TablePage(page).ready();
  return {
    person,
    table,
    plays: async (path) => {
      await tabTo(page, table.board.grid);
      await table.board.keys(path);
    },
    presses: async (name) => {
      const button = table.button(name);
      await button.waitFor();
      await tabTo(page, button);
      await page.keyboard.press('Enter');
    },
  };
}

/** Two players at one table, and somebody who asks the platform what is true. */
export class Match {
  private constructor(
    readonly white: Player,
    readonly black: Player,
    private readonly game: Game,
    private readonly witness: Guest,
  ) {}

  /** Finds out who has which side. */
  static async of(players: readonly [Player, Player], game: Game, witness: Guest): Promise<Match> {
    const [one, other] = players;
    const { state } = await witness.table(one.table.id);
    const white = state?.seats.find(({ side }) => side === Side.WHITE);
    const isWhite = (await one.person.account()) === white?.account;
    return isWhite ? new Match(one, other, game, witness) : new Match(other, one, game, witness);
  }

  /** Plays on to so many plies; after each, both boards show what is true. */
  async playTo(plies: number): Promise<void> {
    for (let ply = (await this.truth()).plies; ply < plies; ply += 1) {
      const mover = ply % 2 === 0 ? this.white : this.black;
      await mover.plays(this.game.moves[ply] ?? '');
      await this.agreeAt(ply + 1);
    }
  }

  /** Waits until both boards show the position after so many plies, which is the platform's. */
  async agreeAt(plies: number): Promise<void> {
    await eventually(async () => {
      const truth = await this.truth();
      if (truth.plies !== plies) throw new Error(`${truth.plies} plies are played instead of ${plies}`);
      for (const { person, table } of [this.white, this.black]) {
        const shown = await table.board.placement();
        if (shown !== truth.placement)
          throw new Error(`${person.about.name} sees ${shown} instead of ${truth.placement}`);
      }
    });
  }

  /** What the platform says. */
  async truth(): Promise<{ plies: number; placement: string; position: string }> {
    const { moves, state } = await this.witness.table(this.white.table.id);
    const position = state?.position ?? '';
    return { plies: moves.length, placement: position.split(' ')[0] ?? '', position };
  }
}
