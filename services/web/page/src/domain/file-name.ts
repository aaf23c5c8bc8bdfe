/** What tells a game from others in the name of its file. */
export interface FiledGame {
  readonly variant: string;
  /** When it ended; undefined where that is not known. */
  readonly finished: Date | undefined;
  /** The names of its players, White first. */
  readonly players: readonly string[];
  readonly table: string;
}

/** How much of a player's name is in the name of a file. */
const LONGEST_NAME = 20;

/** The name of a game's file, which any file system takes: `corners-classic-3x3-2026-03-01-ann-ben-0199f3a2.txt`. */
export function gameFileName({ variant, finished, players, table }: FiledGame): string {
  const day = finished?.toISOString().slice(0, 10);
  const parts = ['corners', variant, day, ...players.map(plain), table.replaceAll('-', '').slice(-8)];
  return `${parts.filter((part) => part).join('-')}.txt`;
}

/** Letters and digits of any script, joined by hyphens. */
function plain(name: string): string {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...words.join('-')].slice(0, LONGEST_NAME).join('');
}
