import { t } from '../texts';
import { toast } from './toast';

/** Puts a text on the clipboard, and says whether it is there. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('copied'), { kind: 'success' });
  } catch {
    toast(t('copy-failed'), { kind: 'error' });
  }
}
