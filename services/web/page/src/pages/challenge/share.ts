import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { href } from '../../routes';
import { t } from '../../texts';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import { icon } from '../../ui/icon';
import { toast } from '../../ui/toast';

/** The link of a challenge, to be copied or sent. */
@customElement('corners-share')
export class Share extends CornersElement {
  static override styles = [
    controls,
    css`
      .link {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
      }
      .input {
        flex: 1 1 16rem;
        width: auto;
        min-width: 0;
      }
    `,
  ];

  @property() challenge = '';

  protected override render() {
    return html`<div class="field">
      <label for="link">${t('challenge-link')}</label>
      <div class="link">
        <input id="link" class="input" readonly .value=${this.link} @focus=${select} />
        <button type="button" class="primary" @click=${this.copy}>${icon('copy')}${t('challenge-copy')}</button>
        ${
          'share' in navigator
            ? html`<button type="button" @click=${this.send}>${icon('link')}${t('challenge-share')}</button>`
            : nothing
        }
      </div>
    </div>`;
  }

  private get link(): string {
    return new URL(href({ page: 'challenge', challenge: this.challenge }), location.origin).href;
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.link);
      toast(t('challenge-copied'), { kind: 'success' });
    } catch {
      // A browser that does not let the page: the player copies what is marked.
      this.renderRoot.querySelector('input')?.focus();
      toast(t('challenge-copy-yourself'));
    }
  }

  private async send(): Promise<void> {
    try {
      await navigator.share({ title: t('challenge-share-title'), url: this.link });
    } catch {
      // The player has thought better of it.
    }
  }
}

function select(event: FocusEvent): void {
  (event.target as HTMLInputElement).select();
}
