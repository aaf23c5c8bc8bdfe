import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Route } from '../../routes';
import { CornersElement } from '../../ui/element';
import './start';
import './table';

/** The practice room: both sides by one person, from any position. */
@customElement('corners-practice-page')
export class PracticePage extends CornersElement {
  @property({ attribute: false }) route: Route | undefined;

  protected override render() {
    const table = this.route?.page === 'practice' ? this.route.table : undefined;
    if (table === undefined) return html`<corners-practice-start></corners-practice-start>`;
    return keyed(table, html`<corners-practice-table .table=${table}></corners-practice-table>`);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-practice-page': PracticePage;
  }
}
