import type { Game } from '../../domain/game';
import { isOver } from '../../domain/game';
import type { TableEvent } from '../../gen/corners/game/v1/event_pb';
import type { Side } from '../../gen/corners/game/v1/variant_pb';
import { t } from '../../texts';
import { endingText, sideName } from '../../texts/terms';

/** What a screen reader says of what happened last; empty for nothing. `own` are the sides of who listens. */
export function whatHappened(game: Game, own: readonly Side[]): string {
  const { last, credit, state } = game;
  if (isOver(game) && state.ending) return endingText(state.ending);
  if (credit) return t('said-credit', { side: sideName(credit.side), seconds: Number(credit.creditMs) / 1000 });
  return last ? said(last, own) : '';
}

function said(kind: TableEvent['kind'], own: readonly Side[]): string {
  switch (kind.case) {
    case 'movePlayed': {
      const { move } = kind.value;
      return move ? moveText(move.side, move.path) : '';
    }
    case 'drawOffered':
      return own.includes(kind.value.by) ? t('said-draw-offered') : t('said-rival-draw-offered');
    case 'drawDeclined':
      return t('said-draw-declined', { side: sideName(kind.value.by) });
    case 'takebackOffered':
      return own.includes(kind.value.by) ? t('said-takeback-offered') : t('said-rival-takeback-offered');
    case 'takebackDeclined':
      return t('said-takeback-declined', { side: sideName(kind.value.by) });
    case 'movesTakenBack':
      return t('said-taken-back', { side: sideName(kind.value.by), plies: kind.value.plies });
    case 'seatTaken':
      return t('said-seat-taken', { side: sideName(kind.value.seat?.side) });
    case 'tailLost':
      return t('said-tail-lost');
    default:
      return '';
  }
}

/** A move as it is read out. */
export function moveText(side: Side, path: string): string {
  return t('said-move', { side: sideName(side), path: path.replaceAll('-', ' – ') });
}
