import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { shownRating } from '../../domain/rating-history';
import type { GetRankResponse } from '../../gen/corners/rating/v1/rating_service_pb';
import { href } from '../../routes';
import { persist } from '../../rpc/calls';
import { rating } from '../../rpc/clients';
import { kept } from '../../rpc/kept';
import { t } from '../../texts';
import { number } from '../../texts/formats';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import { leadersTable } from './leaders-table';

const NEIGHBOURS = 2;

/** Where the player stands in a variant, and who is next. */
@customElement('corners-own-rank')
export class OwnRank extends CornersElement {
  static override styles = [
    controls,
    css`
      .card {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-3);
        min-height: 8rem;
        align-content: start;
      }
      p strong {
        font-size: var(--text-large);
      }
      tr.own td {
        background: var(--accent-soft);
        color: var(--on-accent-soft);
      }
      .table th,
      .table td {
        padding-inline: 0.4rem;
      }
      .table {
        table-layout: fixed;
      }
      .rank {
        width: 3.75rem;
      }
      .rating {
        width: 6.25rem;
      }
      .games {
        display: none;
      }
    `,
  ];

  @property() variant = '';
  @state() private answer: GetRankResponse | undefined;
  private account: string | undefined;

  constructor() {
    super();
    this.follow(kept);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const account = kept.value?.account;
    if (!changed.has('variant') && account === this.account) return;
    this.account = account;
    void this.load();
  }

  protected override render() {
    return html`<section class="card" aria-label=${t('leaders-own')}>
      <h2>${t('leaders-own')}</h2>
      ${kept.value?.guest ? this.forGuest() : this.standing()}
    </section>`;
  }

  private forGuest() {
    return html`<p>${t('leaders-own-guest')}</p>
      <p><a href=${href({ page: 'account' })}>${t('leaders-own-register')}</a></p>`;
  }

  private standing() {
    const { answer } = this;
    if (!answer) return nothing;
    const { rank, rating: own } = answer;
    if (rank === undefined) {
      const shown = `${number(shownRating(own?.rating?.rating ?? 0))}?`;
      return html`<p>${own?.games ? t('leaders-own-uncertain', { rating: shown }) : t('leaders-own-none')}</p>`;
    }
    return html`<p>
        <strong>${t('leaders-own-rank', { rank: number(Number(rank)), players: number(Number(answer.players)) })}</strong>
      </p>
      ${leadersTable(answer.neighbours, this.account)}`;
  }

  private async load(): Promise<void> {
    const { variant } = this;
    if (!variant || kept.value?.guest) return;
    try {
      const answer = await persist(() => rating.getRank({ variant, neighbours: NEIGHBOURS }));
      if (variant === this.variant) this.answer = answer;
    } catch {
      // Shown without: the board says what is wrong.
      if (variant === this.variant) this.answer = undefined;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-own-rank': OwnRank;
  }
}
