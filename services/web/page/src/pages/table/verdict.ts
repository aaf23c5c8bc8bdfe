import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type Game, isOver, otherSide, seatOf } from '../../domain/game';
import { resultFor } from '../../domain/game-of-player';
import type { Ending } from '../../gen/corners/game/v1/table_pb';
import type { Side } from '../../gen/corners/game/v1/variant_pb';
import { href } from '../../routes';
import { newRequestId, persist } from '../../rpc/calls';
import { matchmaking } from '../../rpc/clients';
import { kept } from '../../rpc/kept';
import { account } from '../../state/account';
import { t } from '../../texts';
import { endingText } from '../../texts/terms';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import { told } from '../../ui/told';
import './rating';

/** What a game came to for who played it. */
const HEADLINES = { won: 'verdict-won', lost: 'verdict-lost', drawn: 'verdict-draw', none: 'verdict-none' } as const;

/** How the game ended, and what comes next: again, the review, another opponent. */
@customElement('corners-table-verdict')
export class TableVerdict extends CornersElement {
  static override styles = [
    controls,
    css`
      section {
        display: grid;
        gap: var(--space-1);
        padding-block: var(--space-2);
      }
      h2 {
        font-size: var(--title-3);
      }
      p {
        font-weight: 600;
      }
      h2 + p {
        font-weight: inherit;
      }
      .cluster {
        gap: var(--space-2);
        min-height: 2.25rem;
      }
    `,
  ];

  @property({ attribute: false }) game: Game | undefined;
  /** The side of who reads it; undefined for spectators, and for who played both. */
  @property({ attribute: false }) side: Side | undefined;
  private isAsking = false;

  constructor() {
    super();
    this.follow(account);
  }

  protected override render() {
    const { game } = this;
    if (!game || !isOver(game) || !game.state.ending) return html``;
    const review = href({ page: 'game', table: game.table.id });
    return html`<section class="notice">
      ${this.headline(game.state.ending)}
      <p>${endingText(game.state.ending)}</p>
      ${game.table.rated ? html`<corners-table-rating .table=${game.table.id}></corners-table-rating>` : nothing}
      ${this.again(game)}
      <div class="cluster">
        <a class="button small" href=${review}>${t('table-review')}</a>
        <a class="button small" href=${href({ page: 'home' })}>${t('table-new-game')}</a>
      </div>
    </section>`;
  }

  private headline({ result }: Ending) {
    return this.side === undefined ? nothing : html`<h2>${t(HEADLINES[resultFor(this.side, result)])}</h2>`;
  }

  /** The offer to play again, where there is somebody to play with: in a row of its own, so that an answer has room. */
  private again(game: Game) {
    const rival = this.side === undefined ? undefined : seatOf(game, otherSide(this.side));
    if (!rival || rival.account === kept.value?.account) return nothing;
    const offer = account.value.rematches.find((rematch) => rematch.table === game.table.id);
    const isOurs = offer?.offeredBy === kept.value?.account;
    if (offer && isOurs) {
      return html`<div class="cluster">
        <button type="button" class="small" @click=${() => told(this.decline(game))}>${t('table-rematch-withdraw')}</button>
      </div>`;
    }
    const text = t(offer ? 'table-rematch-accept' : 'table-rematch');
    return html`<div class="cluster">
      <button type="button" class="primary small" @click=${() => told(this.offer(game))}>${text}</button>
      ${offer ? html`<button type="button" class="small" @click=${() => told(this.decline(game))}>${t('table-decline')}</button>` : nothing}
    </div>`;
  }

  private async offer({ table: { id } }: Game): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const requestId = newRequestId();
    try {
      await persist(() => matchmaking.offerRematch({ requestId, table: id }));
    } finally {
      this.isAsking = false;
    }
  }

  private async decline({ table: { id } }: Game): Promise<void> {
    const requestId = newRequestId();
    await persist(() => matchmaking.declineRematch({ requestId, table: id }));
  }
}
