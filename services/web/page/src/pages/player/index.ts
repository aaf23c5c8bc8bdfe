import { timestampDate } from '@bufbuild/protobuf/wkt';
import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Player } from '../../gen/corners/accounts/v1/player_pb';
import { AccountKind } from '../../gen/corners/game/v1/table_pb';
import type { PlayerRating } from '../../gen/corners/rating/v1/rating_pb';
import { href, type Route } from '../../routes';
import { persist } from '../../rpc/calls';
import { accounts, rating } from '../../rpc/clients';
import { explain, reasonOf } from '../../rpc/failure';
import { kept } from '../../rpc/kept';
import { t } from '../../texts';
import { date } from '../../texts/formats';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import { icon } from '../../ui/icon';
import { setTitle } from '../../ui/title';
import './actions';
import './games';
import './ratings';
import '../../ui/empty';
import '../../ui/player-name';
import '../../ui/spinner';

/** A player: who it is, its ratings with their history, its games. */
@customElement('corners-player-page')
export class PlayerPage extends CornersElement {
  static override styles = [
    controls,
    css`
      header {
        display: grid;
        gap: var(--space-3);
        min-height: 8rem;
        align-content: start;
      }
      h1 {
        overflow-wrap: anywhere;
      }
      .both {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-5);
      }
      section {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-3);
        align-content: start;
      }
      @media (min-width: 64rem) {
        .both.rated {
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        }
      }
    `,
  ];

  @property({ attribute: false }) route: Route | undefined;
  /** Null where there is no such account. */
  @state() private player: Player | null | undefined;
  @state() private ratings: readonly PlayerRating[] = [];
  @state() private failure: unknown;
  private account = '';

  constructor() {
    super();
    this.follow(kept);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { route } = this;
    if (!changed.has('route') || route?.page !== 'player' || route.account === this.account) return;
    this.account = route.account;
    void this.load();
  }

  private async load(): Promise<void> {
    const { account } = this;
    this.player = undefined;
    this.failure = undefined;
    try {
      const [who, rated] = await Promise.all([
        persist(() => accounts.batchGetPlayers({ accounts: [account] })),
        persist(() => rating.getRatings({ players: [account] })),
      ]);
      if (account !== this.account) return;
      this.ratings = rated.players[0]?.ratings ?? [];
      this.player = who.players[0] ?? null;
    } catch (error) {
      if (account !== this.account) return;
      // What is no id at all is nobody's.
      if (reasonOf(error) === 'INVALID_ARGUMENT') this.player = null;
      else this.failure = error;
    }
  }

  protected override render() {
    return html`<div class="page">${this.content()}</div>`;
  }

  private content() {
    const { player } = this;
    if (this.failure) {
      return html`<h1>${t('player-heading')}</h1>
        <p class="notice danger" role="alert">${explain(this.failure)}</p>
        <p><button type="button" @click=${() => this.load()}>${t('try-again')}</button></p>`;
    }
    if (player === undefined) {
      return html`<h1 class="visually-hidden">${t('player-heading')}</h1>
        <corners-spinner></corners-spinner>`;
    }
    if (player === null)
      return html`<h1>${t('player-heading')}</h1>
      <corners-empty icon="user" .heading=${t('player-none')}></corners-empty>`;
    return this.about(player);
  }

  private about(player: Player) {
    const isRated = player.kind !== AccountKind.GUEST;
    return html`
      <header>
        <h1>${nameOf(player)}</h1>
        <div class="cluster muted">${this.kind(player)}${this.facts(player)}</div>
        ${this.actions(player)}
      </header>
      <div class="both ${isRated ? 'rated' : ''}">
        ${
          isRated
            ? html`<section>
                <h2>${t('player-ratings')}</h2>
                <corners-player-ratings .account=${player.account} .ratings=${this.ratings}></corners-player-ratings>
              </section>`
            : nothing
        }
        <section>
          <h2>${t('player-games')}</h2>
          <corners-player-games .account=${player.account}></corners-player-games>
        </section>
      </div>
    `;
  }

  private kind({ kind, owner }: Player) {
    switch (kind) {
      case AccountKind.BOT:
        return html`<span class="badge accent">${icon('bot', '1em')}${t('bot')}</span>
          ${
            owner
              ? html`<span>${t('player-bot-owner')} <corners-player-name .account=${owner}></corners-player-name></span>`
              : nothing
          }`;
      case AccountKind.GUEST:
        return html`<span class="badge">${t('guest')}</span><span>${t('player-guest-unrated')}</span>`;
      default:
        return html`<span class="badge">${t('player-kind-player')}</span>`;
    }
  }

  private facts({ createTime, banned }: Player) {
    return html`${createTime ? html`<span>${t('player-since', { date: date(timestampDate(createTime)) })}</span>` : nothing}
    ${banned ? html`<span class="badge warning">${t('player-banned')}</span>` : nothing}`;
  }

  private actions({ account, deleted, banned }: Player) {
    if (account === kept.value?.account)
      return html`<p><a href=${href({ page: 'account' })}>${t('player-own')}</a></p>`;
    if (deleted) return nothing;
    return html`<corners-player-actions .account=${account} .canPlay=${!banned}></corners-player-actions>`;
  }

  protected override updated(): void {
    if (this.player) setTitle(nameOf(this.player));
  }
}

function nameOf({ deleted, displayName }: Player): string {
  if (deleted) return t('player-deleted');
  return displayName || t('guest');
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-player-page': PlayerPage;
  }
}
