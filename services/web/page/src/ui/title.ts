import { t } from '../texts';

/**
 * Names what is shown, in the tab and in the browser's history: `setTitle(player.displayName)` for a page that knows more
 * than its place does. The shell sets the title of each place when it is gone to.
 */
export function setTitle(text: string): void {
  document.title = t('title-of', { text });
}
