import { css, html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { kept } from '../../rpc/kept';
import { t } from '../../texts';
import { copy } from '../../ui/copy';
import { CornersElement } from '../../ui/element';
import { icon } from '../../ui/icon';
import { unwrittenCode } from './signed-in';
import { styles } from './styles';

/** The recovery code, shown this once. */
@customElement('corners-account-code')
export class AccountCode extends CornersElement {
  static override styles = [
    ...styles,
    css`
      section {
        max-width: var(--width-text);
      }
      code {
        padding: var(--space-3);
        border: 2px dashed var(--line-strong);
        border-radius: var(--radius);
        background: var(--surface);
        color: var(--text);
        font-size: var(--text-large);
        font-weight: 700;
        text-align: center;
        user-select: all;
      }
    `,
  ];

  @state() private isWritten = false;

  constructor() {
    super();
    this.follow(kept);
    this.follow(unwrittenCode);
  }

  protected override render() {
    return html`<section class="card">
      <h2>${t('account-code')}</h2>
      <p>${t('account-code-text')}</p>
      <code>${unwrittenCode.text}</code>
      <div class="cluster">
        <button type="button" @click=${() => copy(unwrittenCode.text)}>${icon('copy')} ${t('account-copy')}</button>
      </div>
      <label class="check">
        <input type="checkbox" .checked=${this.isWritten} @change=${this.tick}>
        <span>${t('account-code-written')}</span>
      </label>
      <div class="cluster">
        <button type="button" class="primary" ?disabled=${!this.isWritten} @click=${unwrittenCode.written}>
          ${t('account-go-on')}
        </button>
      </div>
    </section>`;
  }

  private tick(event: Event): void {
    this.isWritten = (event.target as HTMLInputElement).checked;
  }
}
