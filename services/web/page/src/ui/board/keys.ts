import type { Square } from '../../domain/squares';
import { cornerOf, squareBeside, squareInRow, type View } from './view';

/** Where a key takes the cursor from a square; nowhere if it is not a key that moves it. */
export function cursorAfter(key: string, view: View, cursor: Square): Square | undefined {
  const row = cornerOf(view, cursor).y;
  switch (key) {
    case 'ArrowUp':
      return squareBeside(view, cursor, 0, -1);
    case 'ArrowDown':
      return squareBeside(view, cursor, 0, 1);
    case 'ArrowLeft':
      return squareBeside(view, cursor, -1, 0);
    case 'ArrowRight':
      return squareBeside(view, cursor, 1, 0);
    case 'Home':
      return squareInRow(view, row, 0);
    case 'End':
      return squareInRow(view, row, view.size - 1);
    default:
      return undefined;
  }
}
