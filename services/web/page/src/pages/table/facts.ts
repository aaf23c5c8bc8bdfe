import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type Game, isOver } from '../../domain/game';
import { t } from '../../texts';
import { timeControlText, variantName } from '../../texts/terms';
import { CornersElement } from '../../ui/element';

/** What stands above the board: what is played, the move number, the deadline to leave home, the game's limit. */
@customElement('corners-table-facts')
export class TableFacts extends CornersElement {
  static override styles = css`
    :host {
      display: block;
      container-type: inline-size;
    }
    ul {
      display: flex;
      flex-wrap: wrap;
      gap: 0 0.6rem;
      margin: 0;
      padding: 0;
      list-style: none;
      color: var(--text-muted);
      font-size: 0.9rem;
      line-height: 1.4rem;
      /* Where it takes two lines, their room is kept also while one is enough. */
      min-block-size: 2.8rem;
      align-content: start;
    }
    /* English is the only language that is short enough for one beside a board. */
    @container (min-width: 37.5rem) {
      ul:lang(en) {
        min-block-size: 1.4rem;
      }
    }
    .number {
      color: var(--text);
      font-weight: 600;
    }
    .near {
      color: var(--danger-text);
      /* Not bold, which is wider. */
      text-decoration: underline;
    }
  `;

  @property({ attribute: false }) game: Game | undefined;

  protected override render() {
    const { game } = this;
    if (!game) return html`<ul></ul>`;
    const { variant, timeControl, rated } = game.table;
    return html`<ul>
      <li>${variantName(variant?.id ?? '')}</li>
      <li>${timeControlText(timeControl)}</li>
      <li>${t(rated ? 'table-rated' : 'table-casual')}</li>
      ${
        isOver(game)
          ? html`<li class="number">${t('table-moves-played', { count: game.moves.at(-1)?.moveNumber ?? 0 })}</li>`
          : this.numbers(game)
      }
    </ul>`;
  }

  private numbers({ state: { moveNumber }, table: { variant } }: Game) {
    if (!variant) return html``;
    const left = variant.homeDeadline - moveNumber + 1;
    return html`<li class="number">${t('table-move-number', { number: moveNumber, limit: variant.moveLimit })}</li>
      ${
        left > 0
          ? html`<li class=${left <= 5 ? 'near' : ''}>${t('table-home-deadline', { deadline: variant.homeDeadline, left })}</li>`
          : html`<li>${t('table-home-deadline-over')}</li>`
      }`;
  }
}
