import { css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Player } from '../../gen/corners/accounts/v1/player_pb';
import { t } from '../../texts';
import { CornersElement } from '../../ui/element';
import { styles } from './styles';
import './blocked';
import './register';
import './sign-in';
import './recover';

type Way = 'register' | 'sign-in' | 'recover';

/** What a guest can do: become a player, or go on as the one that it is. */
@customElement('corners-account-guest')
export class AccountGuest extends CornersElement {
  static override styles = [
    ...styles,
    css`
      section {
        max-width: var(--width-text);
      }
    `,
  ];

  @property({ attribute: false }) player: Player | undefined;
  @state() private way: Way = 'register';

  protected override render() {
    return html`<section>
      <p class="lead">${t('account-guest', { name: this.player?.displayName ?? '' })}</p>
      <div class="card stack">
        <fieldset>
          <legend class="visually-hidden">${t('account-ways')}</legend>
          <div class="segments">
            ${this.choice('register', t('account-register'))} ${this.choice('sign-in', t('account-sign-in'))}
            ${this.choice('recover', t('account-recover-way'))}
          </div>
        </fieldset>
        ${this.form()}
      </div>
      <corners-account-blocked></corners-account-blocked>
    </section>`;
  }

  private choice(way: Way, text: string) {
    const choose = () => {
      this.way = way;
    };
    return html`<label>
      <input type="radio" name="way" .checked=${this.way === way} @change=${choose}><span>${text}</span>
    </label>`;
  }

  private form() {
    switch (this.way) {
      case 'register':
        return html`<corners-account-register></corners-account-register>`;
      case 'sign-in':
        return html`<corners-account-sign-in></corners-account-sign-in>`;
      case 'recover':
        return html`<corners-account-recover></corners-account-recover>`;
    }
  }
}
