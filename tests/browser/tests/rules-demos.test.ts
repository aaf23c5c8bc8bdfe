import { type Demo, demosOf } from '../../../services/web/page/src/domain/demos';
import { EndReason, Result } from '../../../services/web/page/src/gen/corners/game/v1/table_pb';
import type { Variant } from '../../../services/web/page/src/gen/corners/game/v1/variant_pb';
import { CreatorSeats, type Guest } from '../harness/client';
import { expect, test } from '../harness/test';

const RESULTS: Readonly<Record<string, Result>> = {
  '*': Result.UNSPECIFIED,
  '1-0': Result.WHITE_WINS,
  '0-1': Result.BLACK_WINS,
};
const REASONS: Readonly<Record<string, EndReason>> = {
  unfinished: EndReason.UNSPECIFIED,
  goal: EndReason.GOAL,
  'home-deadline': EndReason.HOME_DEADLINE,
  'returned-home': EndReason.RETURNED_HOME,
};

test('what the rules page shows is what the rules say, in every variant', async ({ guest }) => {
  const player = await guest();
  const { variants } = await player.game.listVariants({});
  expect(variants.length).toBeGreaterThan(0);
  for (const variant of variants) {
    for (const demo of demosOf(variant)) {
      const what = `${variant.id}, ${demo.name}`;
      await showsLegalMoves(player, variant, demo, what);
      await refuses(player, demo, what);
      for (const line of demo.lines) expect(await ending(player, demo, line), what).toEqual(told(demo));
    }
  }
});

/** Each line begins with a legal move; the steps are all that the piece has. */
async function showsLegalMoves(player: Guest, variant: Variant, demo: Demo, what: string): Promise<void> {
  const { moves } = await player.game.listLegalMoves({ variant: variant.id, position: demo.position });
  const legal = moves.map(({ path }) => path);
  const first = demo.lines.map(([path = '']) => path);
  expect(legal, what).toEqual(expect.arrayContaining(first));
  if (demo.name !== 'step') return;
  const [from = ''] = first[0]?.split('-') ?? [];
  expect(legal.filter((path) => path.startsWith(`${from}-`)).sort(), what).toEqual([...first].sort());
}

/** The move that is shown as refused is refused, for the reason that is shown. */
async function refuses(player: Guest, { variant, position, refused }: Demo, what: string): Promise<void> {
  if (!refused) return;
  const { verdict } = await player.game.explainMove({ variant, position, path: refused.path.split('-') });
  expect(verdict, what).toMatchObject({
    case: 'illegal',
    value: { reason: refused.reason, squares: refused.squares },
  });
}

/** Plays a line at a table of its own, and tells how the game stands. */
async function ending(player: Guest, { variant, position }: Demo, line: readonly string[]) {
  const { id } = await player.makes({ variant, startPosition: position, seats: CreatorSeats.BOTH });
  for (const path of line) await player.plays(id, path, true);
  const table = await player.table(id);
  expect(table.moves.map(({ path }) => path)).toEqual(line);
  const { result = Result.UNSPECIFIED, reason = EndReason.UNSPECIFIED } = table.state?.ending ?? {};
  return { result, reason };
}

function told({ ending: { result, reason } }: Demo) {
  return { result: RESULTS[result], reason: REASONS[reason] };
}
