import { toJsonString } from '@bufbuild/protobuf';
import { html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { ExportAccountResponseSchema } from '../../gen/corners/accounts/v1/accounts_service_pb';
import { persist } from '../../rpc/calls';
import { accounts } from '../../rpc/clients';
import { forget } from '../../rpc/session';
import { t } from '../../texts';
import { download } from '../../ui/download';
import { CornersElement } from '../../ui/element';
import { icon } from '../../ui/icon';
import { told } from '../../ui/told';
import { styles } from './styles';
import './deletion';

/** Signing out, taking along what is kept about the account, and deleting it. */
@customElement('corners-account-leaving')
export class AccountLeaving extends CornersElement {
  static override styles = styles;

  @state() private isUnderWay = false;

  protected override render() {
    return html`<section class="card">
      <h2>${t('account-leaving')}</h2>
      <div class="cluster">
        <button type="button" ?disabled=${this.isUnderWay} @click=${() => this.once(signOut)}>${t('account-sign-out')}</button>
        <button type="button" ?disabled=${this.isUnderWay} @click=${() => this.once(exportAccount)}>
          ${icon('download')} ${t('account-export')}
        </button>
      </div>
      <corners-account-deletion></corners-account-deletion>
    </section>`;
  }

  private async once(act: () => Promise<void>): Promise<void> {
    this.isUnderWay = true;
    await told(act());
    this.isUnderWay = false;
  }
}

async function signOut(): Promise<void> {
  await persist(() => accounts.signOut({}));
  forget();
}

async function exportAccount(): Promise<void> {
  const answer = await persist(() => accounts.exportAccount({}));
  download(
    'corners-account.json',
    'application/json',
    toJsonString(ExportAccountResponseSchema, answer, { prettySpaces: 2 }),
  );
}
