import type { Duration } from '@bufbuild/protobuf/wkt';
import { type Ending, EndReason, Result, type TimeControl } from '../gen/corners/game/v1/table_pb';
import { Side } from '../gen/corners/game/v1/variant_pb';
import { hasText, t } from '.';
import { duration } from './formats';

/** What a variant is called; the id itself for one that this page does not know yet. */
export function variantName(id: string): string {
  return hasText(`variant-${id}`) ? t(`variant-${id}`) : id;
}

/** What a variant is, in a sentence; empty for one that this page does not know yet. */
export function variantText(id: string): string {
  return hasText(`variant-${id}-text`) ? t(`variant-${id}-text`) : '';
}

/** White or Black; empty for neither. */
export function sideName(side: Side | undefined): string {
  if (!side) return '';
  return t(side === Side.WHITE ? 'side-white' : 'side-black');
}

/** How time is kept: 5 min + 3 s, 2 days a move, no clock. */
export function timeControlText(control: TimeControl | undefined): string {
  const kind = control?.kind;
  switch (kind?.case) {
    case 'realTime': {
      const reserve = duration(milliseconds(kind.value.reserve));
      const increment = milliseconds(kind.value.increment);
      return increment === 0 ? reserve : t('time-real', { reserve, increment: duration(increment) });
    }
    case 'correspondence':
      return t('time-days', { days: kind.value.daysPerMove });
    default:
      return t('time-untimed');
  }
}

function milliseconds(length: Duration | undefined): number {
  return length ? Number(length.seconds) * 1000 + length.nanos / 1e6 : 0;
}

/** Who won and why, in a sentence. */
export function endingText(ending: Ending): string {
  const texts = TEXTS[ending.reason];
  return t(texts?.(ending) ?? 'ending-other');
}

type TextOf = (ending: Ending) => string | undefined;

/** The text of each reason; none for results that the reason cannot have. */
const TEXTS: Partial<Record<EndReason, TextOf>> = {
  [EndReason.RETURNED_HOME]: won('ending-returned-home-white', 'ending-returned-home-black'),
  [EndReason.GOAL]: won('ending-goal-white', 'ending-goal-black'),
  [EndReason.BOTH_GOALS]: () => 'ending-both-goals',
  [EndReason.HOME_DEADLINE]: won(
    'ending-home-deadline-white',
    'ending-home-deadline-black',
    'ending-home-deadline-draw',
  ),
  [EndReason.MOVE_LIMIT]: won('ending-move-limit-white', 'ending-move-limit-black', 'ending-move-limit-draw'),
  [EndReason.REPETITION]: () => 'ending-repetition',
  [EndReason.NO_MOVE]: () => 'ending-no-move',
  [EndReason.RESIGNATION]: won('ending-resignation-white', 'ending-resignation-black'),
  [EndReason.TIMEOUT]: won('ending-timeout-white', 'ending-timeout-black'),
  [EndReason.DRAW_AGREEMENT]: () => 'ending-draw-agreement',
  [EndReason.ABORTED]: aborted,
  [EndReason.ABANDONMENT]: won('ending-abandonment-white', 'ending-abandonment-black'),
  [EndReason.CLOSED]: () => 'ending-closed',
};

function won(white: string, black: string, draw?: string): TextOf {
  return ({ result }) => {
    if (result === Result.WHITE_WINS) return white;
    if (result === Result.BLACK_WINS) return black;
    return result === Result.DRAW ? draw : undefined;
  };
}

function aborted({ by, noShow }: Ending): string {
  if (by === Side.UNSPECIFIED) return 'ending-aborted';
  if (noShow) return by === Side.WHITE ? 'ending-no-show-white' : 'ending-no-show-black';
  return by === Side.WHITE ? 'ending-aborted-white' : 'ending-aborted-black';
}
