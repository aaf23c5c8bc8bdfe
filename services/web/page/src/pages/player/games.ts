import { timestampDate } from '@bufbuild/protobuf/wkt';
import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type GameOfPlayer, gameOfPlayer, isUncounted, type OwnResult } from '../../domain/game-of-player';
import type { Game } from '../../gen/corners/archive/v1/game_pb';
import { Side } from '../../gen/corners/game/v1/variant_pb';
import { href } from '../../routes';
import { persist } from '../../rpc/calls';
import { archive, rating } from '../../rpc/clients';
import { explain } from '../../rpc/failure';
import { t } from '../../texts';
import { date } from '../../texts/formats';
import { sideName, timeControlText, variantName } from '../../texts/terms';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import '../../ui/empty';
import '../../ui/player-name';
import '../../ui/spinner';

const PAGE = 15;

/** The texts of results, each with its mark. */
const RESULTS: Readonly<Record<OwnResult, readonly [mark: string, text: string]>> = {
  won: ['+', 'player-won'],
  lost: ['−', 'player-lost'],
  drawn: ['=', 'player-drawn'],
  none: ['·', 'player-no-result'],
  alone: ['·', 'player-alone'],
};

/** A player's games, those that ended last first; more when they are asked for. */
@customElement('corners-player-games')
export class PlayerGames extends CornersElement {
  static override styles = [
    controls,
    css`
      .row {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        gap: 0 var(--space-3);
        padding-inline: var(--space-3);
      }
      .mark {
        display: grid;
        place-items: center;
        width: 1.75rem;
        height: 1.75rem;
        border-radius: var(--radius-small);
        background: var(--surface-sunken);
        font-weight: 700;
      }
      .won {
        background: var(--accent-soft);
        color: var(--on-accent-soft);
      }
      .lost {
        background: var(--danger-soft);
        color: var(--on-danger-soft);
      }
      .against {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 var(--space-2);
        min-width: 0;
      }
      .what {
        grid-column: 2 / -1;
      }
      .more {
        padding: var(--space-3);
      }
    `,
  ];

  @property() account = '';
  @state() private games: readonly Game[] = [];
  @state() private isLoading = false;
  @state() private failure: unknown;
  @state() private nextPage: string | undefined;
  /** Games with fewer moves are not rated; undefined until that is known. */
  @state() private fewestPlies: number | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.loadRatingSystem();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('account')) return;
    this.games = [];
    this.nextPage = '';
    void this.load();
  }

  protected override render() {
    const isEmpty = this.games.length === 0;
    return html`<div class="card flush">
      ${isEmpty && this.isLoading ? html`<corners-skeleton rows="6"></corners-skeleton>` : nothing}
      ${isEmpty && !this.isLoading && !this.failure ? html`<corners-empty .heading=${t('player-no-games')}></corners-empty>` : nothing}
      <ul class="rows">
        ${this.games.map((game) => html`<li>${this.row(game)}</li>`)}
      </ul>
      ${this.failure ? html`<p class="notice danger" role="alert">${explain(this.failure)}</p>` : nothing} ${this.more(isEmpty)}
    </div>`;
  }

  private more(isEmpty: boolean) {
    if (!this.nextPage && !this.failure) return nothing;
    if (isEmpty && this.isLoading) return nothing;
    return html`<div class="more">
      <button type="button" aria-disabled=${this.isLoading ? 'true' : nothing} @click=${() => this.load()}>
        ${t(this.failure ? 'try-again' : 'player-more')}
      </button>
    </div>`;
  }

  private row(game: Game) {
    const own = gameOfPlayer(game, this.account);
    const [mark, text] = RESULTS[own.result];
    return html`<a class="row" href=${href({ page: 'game', table: game.table })}>
      <span class="mark ${own.result}" aria-hidden="true">${mark}</span>
      <span class="against"><span>${t(text)}</span>${opponent(own)}</span>
      <span class="muted small">${game.finishTime ? date(timestampDate(game.finishTime)) : ''}</span>
      <span class="what muted small">${this.what(game, own)}</span>
    </a>`;
  }

  private what(game: Game, own: GameOfPlayer): string {
    const parts = [variantName(game.variant), timeControlText(game.timeControl)];
    parts.push(this.ratedText(game, own));
    if (own.side !== Side.UNSPECIFIED) parts.push(sideName(own.side));
    return parts.join(' · ');
  }

  private ratedText(game: Game, own: GameOfPlayer): string {
    if (!game.rated) return t('game-casual');
    return t(isUncounted(game, own, this.fewestPlies) ? 'player-uncounted' : 'game-rated');
  }

  private async loadRatingSystem(): Promise<void> {
    try {
      this.fewestPlies ??= (await persist(() => rating.getRatingSystem({}))).fewestPlies;
    } catch {
      // Short games are called rated then, as they were agreed.
    }
  }

  private async load(): Promise<void> {
    const { account, nextPage } = this;
    if (this.isLoading || nextPage === undefined) return;
    this.isLoading = true;
    this.failure = undefined;
    try {
      const page = { pageSize: PAGE, pageToken: nextPage, filter: { player: account } };
      const answer = await persist(() => archive.listGames(page));
      if (account !== this.account) return;
      this.games = [...this.games, ...answer.games];
      this.nextPage = answer.nextPageToken || undefined;
    } catch (error) {
      if (account === this.account) this.failure = error;
    } finally {
      this.isLoading = false;
      // Another player's games were asked for meanwhile.
      if (account !== this.account) void this.load();
    }
  }
}

function opponent({ opponent: seat }: GameOfPlayer) {
  if (!seat) return nothing;
  return html`<corners-player-name
    .account=${seat.account} .kind=${seat.kind} .rating=${seat.rating?.rating} .plain=${true}
  ></corners-player-name>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-player-games': PlayerGames;
  }
}
