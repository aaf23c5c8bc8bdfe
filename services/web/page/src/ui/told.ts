import { explain } from '../rpc/failure';
import { toast } from './toast';

/** Waits for what the player has asked for, and tells the player when it is refused. */
export async function told(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    toast(explain(error), { kind: 'error' });
  }
}
