import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Board, Leader } from '../../gen/corners/rating/v1/rating_service_pb';
import { persist } from '../../rpc/calls';
import { rating } from '../../rpc/clients';
import { explain } from '../../rpc/failure';
import { kept } from '../../rpc/kept';
import { t } from '../../texts';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import { leadersTable } from './leaders-table';
import '../../ui/empty';
import '../../ui/spinner';

const PAGE = 25;

/** The best of a variant, page after page as they are asked for. Fires `corners-listed` when a page is there, or will not come. */
@customElement('corners-leaders-board')
export class LeadersBoard extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-3);
      }
      .count {
        min-height: 1.5em;
      }
      .card {
        min-height: 18rem;
      }
      .table {
        table-layout: fixed;
      }
      .rank {
        width: 4.75rem;
      }
      .rating {
        width: 6.5rem;
      }
      .games {
        width: 6rem;
      }
      @media (max-width: 30rem) {
        .games {
          display: none;
        }
      }
      tr.own td {
        background: var(--accent-soft);
        color: var(--on-accent-soft);
      }
      .more {
        padding: var(--space-3);
      }
    `,
  ];

  @property() variant = '';
  @property({ attribute: false }) board: Board | undefined;
  @state() private leaders: readonly Leader[] | undefined;
  @state() private players = 0;
  @state() private nextPage = '';
  @state() private failure: unknown;
  private asked: { variant: string; board: Board | undefined } | undefined;
  private isLoading = false;

  constructor() {
    super();
    this.follow(kept);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('variant') && !changed.has('board')) return;
    this.leaders = undefined;
    this.nextPage = '';
    this.isLoading = false;
    this.asked = { variant: this.variant, board: this.board };
    void this.load();
  }

  protected override render() {
    return html`<p class="count muted" role="status">${this.leaders ? t('leaders-count', { count: this.players }) : ''}</p>
      <div class="card flush">${this.content()}</div>`;
  }

  private content() {
    const { leaders } = this;
    if (this.failure) {
      return html`<p class="notice danger" role="alert">${explain(this.failure)}</p>
        <div class="more"><button type="button" @click=${() => this.load()}>${t('try-again')}</button></div>`;
    }
    if (!leaders) return html`<corners-skeleton rows="6"></corners-skeleton>`;
    if (leaders.length === 0) {
      return html`<corners-empty icon="trophy" .heading=${t('leaders-none')} .text=${t('leaders-none-text')}></corners-empty>`;
    }
    return html`${leadersTable(leaders, kept.value?.account)}
    ${
      this.nextPage
        ? html`<div class="more"><button type="button" @click=${() => this.load()}>${t('leaders-more')}</button></div>`
        : nothing
    }`;
  }

  private async load(): Promise<void> {
    const { asked } = this;
    if (this.isLoading || !asked?.variant) return;
    this.isLoading = true;
    this.failure = undefined;
    try {
      const page = { ...asked, pageSize: PAGE, pageToken: this.nextPage };
      const answer = await persist(() => rating.listLeaders(page));
      if (asked !== this.asked) return;
      this.leaders = joined(this.leaders ?? [], answer.leaders);
      this.players = Number(answer.players);
      this.nextPage = answer.nextPageToken;
    } catch (error) {
      if (asked === this.asked) this.failure = error;
    } finally {
      if (asked === this.asked) {
        this.isLoading = false;
        this.dispatchEvent(new CustomEvent('corners-listed'));
      }
    }
  }
}

/** The pages so far and the next one; who has moved up meanwhile is not shown twice. */
function joined(known: readonly Leader[], next: readonly Leader[]): readonly Leader[] {
  const there = new Set(known.map(({ player }) => player));
  return [...known, ...next.filter(({ player }) => !there.has(player))];
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-leaders-board': LeadersBoard;
  }
}
