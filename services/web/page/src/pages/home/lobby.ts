import { css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { inOrder, isForRegistered } from '../../domain/challenge';
import { otherWish } from '../../domain/terms';
import type { Seek } from '../../gen/corners/matchmaking/v1/seek_pb';
import { kept } from '../../rpc/kept';
import { followLobby, seeks } from '../../state/lobby';
import { acceptSeek, cancelSeek } from '../../state/offers';
import { t } from '../../texts';
import { rangeText, sideText, termsText } from '../../texts/offers';
import { Asked } from '../../ui/asked';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import '../../ui/empty';
import type { Offer } from '../../ui/offer-dialog';
import '../../ui/player-name';
import '../../ui/spinner';

/** How many seeks are shown before somebody asks for more. */
const FIRST = 20;

/** The lobby: who offers a game to everybody. `corners-offer` asks for the dialog that makes an offer. */
@customElement('corners-lobby')
export class Lobby extends CornersElement {
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
      .who {
        display: flex;
        min-width: 0;
      }
      .what {
        grid-column: 1;
      }
      .row button {
        grid-area: 1 / 2 / span 2;
      }
      .own {
        background: var(--accent-soft);
      }
      .more {
        padding: var(--space-2) var(--space-4);
      }
    `,
  ];

  @state() private most = FIRST;
  private readonly asked = new Asked(this);
  private stop: (() => void) | undefined;

  constructor() {
    super();
    this.follow(seeks);
    this.follow(kept);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = followLobby();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }

  protected override render() {
    return html`<section class="stack tight" aria-labelledby="heading">
      <div class="spread heading">
        <h2 id="heading">${t('home-lobby')}</h2>
        <button type="button" class="small" @click=${this.offer}>${t('home-seek-create')}</button>
      </div>
      <div class="card flush list">${this.content()}</div>
    </section>`;
  }

  private content() {
    const all = seeks.value;
    if (all === undefined) return html`<corners-skeleton rows="4"></corners-skeleton>`;
    if (all.length === 0) {
      return html`<corners-empty icon="users" .heading=${t('home-lobby-empty')} .text=${t('home-lobby-empty-text')}></corners-empty>`;
    }
    const shown = inOrder(all, kept.value?.account).slice(0, this.most);
    return html`<ul class="rows">
        ${repeat(
          shown,
          ({ id }) => id,
          (seek) => html`<li>${this.row(seek)}</li>`,
        )}
      </ul>
      ${shown.length < all.length ? this.more(all.length - shown.length) : nothing}`;
  }

  private row(seek: Seek) {
    const { owner, terms, colour } = seek;
    const isOwn = owner?.account === kept.value?.account;
    const facts = [
      termsText(terms),
      isOwn ? '' : sideText(otherWish(colour)),
      rangeText(seek.lowestRating, seek.highestRating),
    ];
    return html`<div class="row ${isOwn ? 'own' : ''}">
      <span class="who">
        <corners-player-name
          .account=${owner?.account ?? ''}
          .kind=${owner?.kind}
          .rating=${owner?.rating?.rating}
        ></corners-player-name>
      </span>
      <span class="what small muted">${facts.filter(Boolean).join(' · ')}</span>
      ${isOwn ? this.cancelling(seek) : this.accepting(seek)}
    </div>`;
  }

  private cancelling({ id }: Seek) {
    return html`<button type="button" ?disabled=${this.asked.has(id)} @click=${() => this.asked.ask(id, () => cancelSeek(id))}>
      ${t('home-seek-cancel')}
    </button>`;
  }

  private accepting(seek: Seek) {
    const { id } = seek;
    if (isForRegistered(seek, kept.value?.guest ?? true)) {
      return html`<button type="button" disabled>${t('home-seek-registered')}</button>`;
    }
    return html`<button
      type="button"
      class="primary"
      ?disabled=${this.asked.has(id)}
      @click=${() => this.asked.ask(id, () => acceptSeek(id))}
    >
      ${t('home-seek-accept')}
    </button>`;
  }

  private more(count: number) {
    const showMore = () => {
      this.most += FIRST;
    };
    return html`<p class="more">
      <button type="button" class="small" @click=${showMore}>${t('home-more', { count })}</button>
    </p>`;
  }

  private offer(): void {
    const detail: Offer = { to: 'lobby' };
    this.dispatchEvent(new CustomEvent('corners-offer', { detail, bubbles: true, composed: true }));
  }
}
