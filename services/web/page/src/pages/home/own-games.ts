import { css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { isPractice, isTurnOf, type Outcome, outcomeFor, rivalOf, turnsFirst } from '../../domain/summaries';
import type { TableSummary } from '../../gen/corners/game/v1/game_service_pb';
import { href, type Route } from '../../routes';
import { explain } from '../../rpc/failure';
import { kept } from '../../rpc/kept';
import { followOwnGames, ownGames } from '../../state/games';
import { t } from '../../texts';
import { timeControlText, variantName } from '../../texts/terms';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import '../../ui/empty';
import '../../ui/player-name';
import '../../ui/spinner';

/** The account's games: those that go on, and the last finished ones. */
@customElement('corners-own-games')
export class OwnGames extends CornersElement {
  static override styles = [
    controls,
    css`
      .list {
        min-height: 9rem;
        max-height: 24rem;
        overflow-y: auto;
      }
      /* Beside the buttons it is as high as they are, however many games there are. */
      @media (min-width: 60rem) {
        section {
          height: 100%;
          grid-template-rows: auto minmax(0, 1fr);
        }
        .list {
          position: relative;
          max-height: none;
        }
        .inside {
          position: absolute;
          inset: 0;
          overflow-y: auto;
        }
        corners-empty {
          height: 100%;
        }
      }
      h3 {
        padding: var(--space-3) var(--space-4) 0;
        font-size: var(--text-small);
        color: var(--text-muted);
      }
      .row {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0 var(--space-3);
      }
      .what {
        grid-column: 1;
      }
      .state {
        grid-area: 1 / 2 / span 2;
      }
    `,
  ];

  private stop: (() => void) | undefined;

  constructor() {
    super();
    this.follow(ownGames);
    this.follow(kept);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = followOwnGames();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }

  protected override render() {
    return html`<section class="stack tight" aria-labelledby="heading">
      <h2 id="heading">${t('home-own')}</h2>
      <div class="card flush list"><div class="inside">${this.content()}</div></div>
    </section>`;
  }

  private content() {
    const { value, failure } = ownGames.value;
    if (value === undefined) {
      return failure === undefined
        ? html`<corners-skeleton rows="3"></corners-skeleton>`
        : html`<corners-empty icon="warning" .heading=${explain(failure)}></corners-empty>`;
    }
    const { playing, finished } = value;
    if (playing.length + finished.length === 0) {
      return html`<corners-empty icon="play" .heading=${t('home-own-empty')} .text=${t('home-own-empty-text')}></corners-empty>`;
    }
    return html`${this.rows(turnsFirst(playing, kept.value?.account))}
    ${
      finished.length > 0
        ? html`<h3>${t('home-own-finished')}</h3>
            ${this.rows(finished)}`
        : nothing
    }`;
  }

  private rows(tables: readonly TableSummary[]) {
    return html`<ul class="rows">
      ${tables.map((table) => html`<li>${this.row(table)}</li>`)}
    </ul>`;
  }

  private row(table: TableSummary) {
    const rival = rivalOf(table, kept.value?.account);
    return html`<a class="row" href=${href(placeOf(table))}>
      <span>
        ${
          rival
            ? html`<corners-player-name plain .account=${rival.account} .kind=${rival.kind}></corners-player-name>`
            : t('home-own-practice')
        }
      </span>
      <span class="what small muted">${variantName(table.variant)} · ${timeControlText(table.timeControl)}</span>
      <span class="state">${this.state(table)}</span>
    </a>`;
  }

  private state(table: TableSummary) {
    if (table.ending) return html`<span class="small">${outcomeText(table)}</span>`;
    const isOurs = isTurnOf(table, kept.value?.account) && !isPractice(table);
    return isOurs
      ? html`<span class="badge accent">${t('home-own-turn')}</span>`
      : html`<span class="small muted">${t('home-move-number', { number: table.moveNumber })}</span>`;
  }
}

const OUTCOMES: Record<Outcome, string> = {
  won: 'home-own-won',
  lost: 'home-own-lost',
  draw: 'home-own-draw',
  none: 'home-own-none',
};

/** What a finished game has come to; practice has no winner. */
function outcomeText(table: TableSummary): string {
  return isPractice(table) ? '' : t(OUTCOMES[outcomeFor(table, kept.value?.account)]);
}

/** Where a game is looked at or played on. */
function placeOf(table: TableSummary): Route {
  if (table.ending) return { page: 'game', table: table.id };
  return isPractice(table) ? { page: 'practice', table: table.id } : { page: 'table', table: table.id };
}
