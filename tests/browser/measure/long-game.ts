import { CreatorSeats, type Guest, id } from '../harness/client';

/** A few pieces on the large board: they cannot end the game before the limit of moves. */
const START = '16/16/16/5b4b5/16/16/5b4b5/16/16/5w4w5/16/16/5w4w5/16/16/16 w 1';

/** A game of one account against itself that goes on for up to 320 plies. */
export class LongGame {
  private constructor(
    private readonly guest: Guest,
    readonly table: string,
    private paths: readonly string[],
    private chance: number,
  ) {}

  static async begin(guest: Guest): Promise<LongGame> {
    const wanted = { variant: 'halma-16x16', seats: CreatorSeats.BOTH, startPosition: START };
    const { id: table, state } = await guest.makes(wanted);
    return new LongGame(guest, table, pathsOf(state), 1);
  }

  /** Plays so many plies, the same ones each time, and gives the placement after them. */
  async play(plies: number): Promise<string> {
    let placement = '';
    for (let ply = 0; ply < plies; ply += 1) {
      this.chance = (this.chance * 48_271) % 2_147_483_647;
      const path = this.paths[this.chance % this.paths.length] ?? '';
      const { state } = await this.guest.game.playMove({ table: this.table, requestId: id(), path: path.split('-') });
      this.paths = pathsOf(state);
      placement = state?.position.split(' ')[0] ?? '';
    }
    return placement;
  }
}

function pathsOf(state: { legalMoves: { path: string; returnsHome: boolean }[] } | undefined): string[] {
  return (state?.legalMoves ?? []).filter(({ returnsHome }) => !returnsHome).map(({ path }) => path);
}
