import { navigate } from '../navigation';
import { sessionEnded } from '../rpc/session';
import { startedElsewhere } from '../state/starting';
import { t } from '../texts';
import { play as sound } from './sounds';
import { toast } from './toast';

/** Tells the player of what happens while another page is looked at. */
export function followNotices(): void {
  startedElsewhere.listen(({ table }) => {
    sound('start');
    toast(t('table-started'), { action: { text: t('table-go'), run: () => navigate({ page: 'table', table }) } });
  });
  sessionEnded.listen(() => {
    toast(t('error-signed-out'), {
      kind: 'warning',
      action: { text: t('table-sign-in'), run: () => navigate({ page: 'account' }) },
    });
  });
}
