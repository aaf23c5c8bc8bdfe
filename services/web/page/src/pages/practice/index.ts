import { html, type PropertyValues } from 'lit';
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

  /** Whether another table, or none, was shown here before: what was pressed to come here, and had the focus, is gone. */
  private isMovedOn = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('route');
    if (before && tableOf(before) !== tableOf(this.route)) this.isMovedOn = true;
  }

  protected override render() {
    const table = tableOf(this.route);
    if (table === undefined)
      return html`<corners-practice-start .takesFocus=${this.isMovedOn}></corners-practice-start>`;
    return keyed(
      table,
      html`<corners-practice-table .table=${table} .takesFocus=${this.isMovedOn}></corners-practice-table>`,
    );
  }
}

function tableOf(route: Route | undefined): string | undefined {
  return route?.page === 'practice' ? route.table : undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-practice-page': PracticePage;
  }
}
