import { html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { newRequestId, persist } from '../../rpc/calls';
import { matchmaking } from '../../rpc/clients';
import { Loader } from '../../state/loader';
import { t } from '../../texts';
import { CornersElement } from '../../ui/element';
import { whenLoaded } from '../../ui/loaded';
import { told } from '../../ui/told';
import '../../ui/player-name';
import { styles } from './styles';

/** How many are shown at first. */
const FIRST = 20;

/** Whom the account blocks, and how to end that. */
@customElement('corners-account-blocked')
export class AccountBlocked extends CornersElement {
  static override styles = styles;

  @state() private most = FIRST;
  private readonly blocked = new Loader(async () => (await matchmaking.listBlockedPlayers({})).accounts);

  constructor() {
    super();
    this.follow(this.blocked);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.blocked.load();
  }

  protected override render() {
    return html`<section class="card">
      <h2>${t('account-blocked')}</h2>
      <p class="muted">${t('account-blocked-text')}</p>
      ${whenLoaded(this.blocked, (blocked) => this.list(blocked), 1)}
    </section>`;
  }

  private list(blocked: readonly string[]) {
    if (blocked.length === 0) return html`<p>${t('account-blocked-nobody')}</p>`;
    const more = () => {
      this.most += FIRST;
    };
    return html`<ul class="list">
        ${blocked.slice(0, this.most).map(
          (account) => html`<li class="spread">
            <corners-player-name class="what" .account=${account}></corners-player-name>
            <button type="button" class="small" @click=${() => told(this.unblock(account))}>${t('account-unblock')}</button>
          </li>`,
        )}
      </ul>
      ${blocked.length > this.most ? html`<button type="button" @click=${more}>${t('account-more')}</button>` : ''}`;
  }

  private async unblock(account: string): Promise<void> {
    const requestId = newRequestId();
    await persist(() => matchmaking.unblockPlayer({ requestId, account }));
    await this.blocked.load();
  }
}
