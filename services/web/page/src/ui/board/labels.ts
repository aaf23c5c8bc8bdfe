import { isChain, type Path, pathText } from '../../domain/path';
import type { OfferedMove } from '../../domain/pick';
import type { Colour, Square } from '../../domain/squares';
import { t } from '../../texts';

/** What there is to say about a square. */
export interface Told {
  readonly square: Square;
  readonly piece: Colour | undefined;
  /** Whose home it is in. */
  readonly home: Colour | undefined;
  readonly canMove: boolean;
  readonly picked: boolean;
  /** The move that the picked piece could make to here. */
  readonly target: OfferedMove | undefined;
  readonly lastMove: 'from' | 'to' | undefined;
}

/** How a square is read out: its name, what stands on it, and what can be done with it. */
export function labelOf(told: Told): string {
  const parts = [told.square, pieceText(told.piece)];
  if (told.target) parts.push(targetText(told.target));
  if (told.picked) parts.push(t('board-picked'));
  else if (told.canMove) parts.push(t('board-can-move'));
  if (told.home) parts.push(told.home === 'white' ? t('board-home-white') : t('board-home-black'));
  if (told.lastMove) parts.push(told.lastMove === 'from' ? t('board-last-from') : t('board-last-to'));
  return parts.join(', ');
}

function pieceText(piece: Colour | undefined): string {
  if (!piece) return t('board-empty');
  return piece === 'white' ? t('board-piece-white') : t('board-piece-black');
}

function targetText({ path, returnsHome }: OfferedMove): string {
  const way = isChain(path) ? t('board-chain-end', { path: wayText(path) }) : t('board-step');
  return returnsHome ? `${way}, ${t('board-returns-home')}` : way;
}

/** The landings of a chain, in their order. */
function wayText(path: Path): string {
  return pathText(path.slice(1)).replaceAll('-', ', ');
}
