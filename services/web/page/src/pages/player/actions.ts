import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { newRequestId, persist } from '../../rpc/calls';
import { matchmaking } from '../../rpc/clients';
import { t } from '../../texts';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import { icon } from '../../ui/icon';
import { told } from '../../ui/told';

/** What can be done about another player: a challenge, and that both never meet. */
@customElement('corners-player-actions')
export class PlayerActions extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        min-height: 2.75rem;
      }
    `,
  ];

  @property() account = '';
  /** Whether the player can be challenged at all. */
  @property({ attribute: false }) canPlay = true;
  /** Undefined until it is known. */
  @state() private isBlocked: boolean | undefined;
  private isAsking = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('account')) void this.look();
  }

  protected override render() {
    return html`<div class="cluster">
      ${
        this.canPlay && this.isBlocked !== true
          ? html`<a class="button primary" href="/?challenge=${this.account}">${icon('swords')}${t('player-challenge')}</a>`
          : nothing
      }
      ${this.isBlocked === undefined ? nothing : this.blocking(this.isBlocked)}
    </div>`;
  }

  private blocking(isBlocked: boolean) {
    return html`<button type="button" @click=${() => told(this.block(!isBlocked))}>
        ${t(isBlocked ? 'player-unblock' : 'player-block')}
      </button>
      ${isBlocked ? html`<span class="muted small">${t('player-blocked')}</span>` : nothing}`;
  }

  private async look(): Promise<void> {
    const { account } = this;
    this.isBlocked = undefined;
    try {
      const { accounts } = await persist(() => matchmaking.listBlockedPlayers({}));
      if (account === this.account) this.isBlocked = accounts.includes(account);
    } catch {
      // Whoever cannot ask cannot block either: there is no button.
    }
  }

  private async block(isBlocked: boolean): Promise<void> {
    if (this.isAsking) return;
    const { account } = this;
    const call = { requestId: newRequestId(), account };
    this.isAsking = true;
    try {
      await persist<unknown>(() => (isBlocked ? matchmaking.blockPlayer(call) : matchmaking.unblockPlayer(call)));
      if (account === this.account) this.isBlocked = isBlocked;
    } finally {
      this.isAsking = false;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-player-actions': PlayerActions;
  }
}
