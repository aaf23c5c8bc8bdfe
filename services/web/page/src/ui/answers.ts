import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from './controls.css';
import { CornersElement } from './element';

/** The two answers to a question: events `corners-yes` and `corners-no`. */
@customElement('corners-answers')
export class CornersAnswers extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        justify-content: flex-end;
        gap: var(--space-2) var(--space-3);
      }
    `,
  ];

  static override shadowRootOptions = { mode: 'open' as const, delegatesFocus: true };

  @property() yes = '';
  @property() no = '';
  @property({ type: Boolean }) danger = false;

  override render() {
    return html`<button type="button" autofocus @click=${() => this.say('corners-no')}>${this.no}</button>
      <button type="button" class=${this.danger ? 'danger' : 'primary'} @click=${() => this.say('corners-yes')}>
        ${this.yes}
      </button>`;
  }

  private say(answer: 'corners-yes' | 'corners-no'): void {
    this.dispatchEvent(new CustomEvent(answer, { bubbles: true, composed: true }));
  }
}
