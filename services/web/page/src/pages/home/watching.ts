import { css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { worthWatching } from '../../domain/summaries';
import type { TableSummary } from '../../gen/corners/game/v1/game_service_pb';
import { href } from '../../routes';
import { explain } from '../../rpc/failure';
import { kept } from '../../rpc/kept';
import { followLiveGames, liveGames, moreLiveGames } from '../../state/games';
import { t } from '../../texts';
import { timeControlText, variantName } from '../../texts/terms';
import { Asked } from '../../ui/asked';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import '../../ui/empty';
import '../../ui/player-name';
import '../../ui/spinner';

/** Games of others that go on. */
@customElement('corners-watching')
export class Watching extends CornersElement {
  static override styles = [
    controls,
    css`
      .heading {
        min-height: 2.25rem;
      }
      .list,
      corners-empty {
        min-height: 13rem;
      }
      .row {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0 var(--space-3);
      }
      .players {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-2);
        min-width: 0;
      }
      .what {
        grid-column: 1;
      }
      .number {
        grid-area: 1 / 2 / span 2;
      }
      .more {
        padding: var(--space-2) var(--space-4);
      }
    `,
  ];

  private readonly asked = new Asked(this);
  private stop: (() => void) | undefined;

  constructor() {
    super();
    this.follow(liveGames);
    this.follow(kept);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = followLiveGames();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }

  protected override render() {
    return html`<section class="stack tight" aria-labelledby="heading">
      <div class="spread heading"><h2 id="heading">${t('home-watch')}</h2></div>
      <div class="card flush list">${this.content()}</div>
    </section>`;
  }

  private content() {
    const { value, failure } = liveGames.value;
    if (value === undefined) {
      return failure === undefined
        ? html`<corners-skeleton rows="4"></corners-skeleton>`
        : html`<corners-empty icon="warning" .heading=${explain(failure)}></corners-empty>`;
    }
    const tables = worthWatching(value.tables, kept.value?.account);
    return html`${
      tables.length === 0
        ? html`<corners-empty icon="eye" .heading=${t('home-watch-empty')} .text=${t('home-watch-empty-text')}></corners-empty>`
        : html`<ul class="rows">
            ${repeat(
              tables,
              ({ id }) => id,
              (table) => html`<li>${row(table)}</li>`,
            )}
          </ul>`
    }
    ${value.hasMore ? this.more() : nothing}`;
  }

  private more() {
    return html`<p class="more">
      <button
        type="button"
        class="small"
        ?disabled=${this.asked.has('more')}
        @click=${() => this.asked.ask('more', moreLiveGames)}
      >
        ${t('home-watch-more')}
      </button>
    </p>`;
  }
}

function row(table: TableSummary) {
  return html`<a class="row" href=${href({ page: 'table', table: table.id })}>
    <span class="players">
      ${table.seats.map(
        (seat, place) => html`${place > 0 ? html`<span aria-hidden="true">–</span>` : nothing}
          <corners-player-name
            plain
            .account=${seat.account}
            .kind=${seat.kind}
            .rating=${seat.rating?.rating}
          ></corners-player-name>`,
      )}
    </span>
    <span class="what small muted">${variantName(table.variant)} · ${timeControlText(table.timeControl)}</span>
    <span class="number small muted numbers">${t('home-move-number', { number: table.moveNumber })}</span>
  </a>`;
}
