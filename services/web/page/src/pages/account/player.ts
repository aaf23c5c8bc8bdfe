import { css, html } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import type { Player } from '../../gen/corners/accounts/v1/player_pb';
import { href } from '../../routes';
import { t } from '../../texts';
import { CornersElement } from '../../ui/element';
import type { AccountSessions } from './sessions';
import { styles } from './styles';
import './blocked';
import './bots';
import './leaving';
import './name';
import './password';
import './sessions';

/** What a player can do with its account. */
@customElement('corners-account-player')
export class AccountPlayer extends CornersElement {
  static override styles = [
    ...styles,
    css`
      .parts {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
        gap: var(--space-5);
        align-items: start;
      }
      .column {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-5);
      }
    `,
  ];

  @property({ attribute: false }) player: Player | undefined;
  @query('corners-account-sessions') private readonly sessions!: AccountSessions;

  protected override render() {
    const { player } = this;
    if (!player) return html``;
    return html`<section>
      <p class="lead">${t('account-player', { name: player.displayName })}</p>
      <p><a href=${href({ page: 'player', account: player.account })}>${t('account-my-page')}</a></p>
      <div class="parts">
        <div class="column">
          <corners-account-name .player=${player}></corners-account-name>
          <corners-account-password .player=${player} @corners-account-changed=${() => this.sessions.reload()}>
          </corners-account-password>
          <corners-account-sessions></corners-account-sessions>
        </div>
        <div class="column">
          <corners-account-blocked></corners-account-blocked>
          <corners-account-bots></corners-account-bots>
          <corners-account-leaving></corners-account-leaving>
        </div>
      </div>
    </section>`;
  }
}
