import { css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { DeclineReason } from '../../gen/corners/matchmaking/v1/challenge_pb';
import { declineChallenge } from '../../state/offers';
import { t } from '../../texts';
import { DECLINE_REASONS } from '../../texts/offers';
import { Asked } from '../../ui/asked';
import { controls } from '../../ui/controls.css';
import '../../ui/dialog';
import { CornersElement } from '../../ui/element';

/** Declines a challenge, and asks why. `corners-declined` tells that it is done. */
@customElement('corners-decline')
export class Decline extends CornersElement {
  static override styles = [
    controls,
    css`
      fieldset {
        display: grid;
      }
    `,
  ];

  @property() challenge = '';
  @state() private isAsking = false;
  @state() private reason = DeclineReason.UNSPECIFIED;
  private readonly asked = new Asked(this);

  protected override render() {
    return html`<button type="button" @click=${() => this.show(true)}>${t('challenge-decline')}</button>
      <corners-dialog .heading=${t('challenge-decline-title')} ?open=${this.isAsking} @corners-close=${() => this.show(false)}>
        <fieldset>
          <legend class="visually-hidden">${t('challenge-decline-title')}</legend>
          ${DECLINE_REASONS.map(([reason, text]) => this.choice(reason, text))}
        </fieldset>
        <button type="button" slot="actions" @click=${() => this.show(false)}>${t('offer-cancel')}</button>
        <button
          type="button"
          slot="actions"
          class="primary"
          ?disabled=${this.asked.has('decline')}
          @click=${() => this.asked.ask('decline', () => this.decline())}
        >
          ${t('challenge-decline')}
        </button>
      </corners-dialog>`;
  }

  private choice(reason: DeclineReason, text: string) {
    const choose = () => {
      this.reason = reason;
    };
    return html`<label class="check">
      <input type="radio" name="reason" .checked=${this.reason === reason} @change=${choose} />
      <span>${t(text)}</span>
    </label>`;
  }

  private show(isAsking: boolean): void {
    this.isAsking = isAsking;
  }

  private async decline(): Promise<void> {
    try {
      await declineChallenge(this.challenge, this.reason);
    } finally {
      this.isAsking = false;
      this.dispatchEvent(new CustomEvent('corners-declined'));
    }
  }
}
