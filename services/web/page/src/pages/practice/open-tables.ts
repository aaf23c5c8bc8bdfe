import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { TableSummary } from '../../gen/corners/game/v1/game_service_pb';
import { href } from '../../routes';
import { kept } from '../../rpc/kept';
import { Loader } from '../../state/loader';
import { endPractice, openPractices } from '../../state/practice';
import { t } from '../../texts';
import { variantName } from '../../texts/terms';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import { told } from '../../ui/told';

/** How many are shown. */
const MOST = 5;

/** The practices that can be gone on with. Nothing is shown where there are none. */
@customElement('corners-practice-open')
export class PracticeOpen extends CornersElement {
  static override styles = controls;

  private readonly tables = new Loader(openPractices);

  constructor() {
    super();
    this.follow(this.tables);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Who has no session yet has no tables.
    if (kept.value) void this.tables.load();
  }

  protected override render() {
    const { value } = this.tables;
    if (value.kind !== 'ready' || value.value.length === 0) return html``;
    return html`<section class="stack tight">
      <h2>${t('practice-open')}</h2>
      <ul class="list">${value.value.slice(0, MOST).map((table) => this.row(table))}</ul>
    </section>`;
  }

  private row(table: TableSummary) {
    return html`<li class="spread">
      <a href=${href({ page: 'practice', table: table.id })}>
        ${t('practice-open-one', { variant: variantName(table.variant), number: table.moveNumber })}
      </a>
      <button type="button" class="small" @click=${() => told(this.end(table))}>${t('practice-end')}</button>
    </li>`;
  }

  private async end(table: TableSummary): Promise<void> {
    await endPractice(table);
    await this.tables.load();
  }
}
