import { html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { colourOf, homesOf } from '../../domain/colours';
import { otherSide } from '../../domain/game';
import { pathBefore, placementAt, plyWithin, type Replay, replayOf } from '../../domain/replay';
import { clocksOf, type ReviewedGame, seatIn, sideSeenBy } from '../../domain/reviewed-game';
import { Side } from '../../gen/corners/game/v1/variant_pb';
import type { GetGameRatingResponse } from '../../gen/corners/rating/v1/rating_service_pb';
import { href, type Route } from '../../routes';
import { explain } from '../../rpc/failure';
import { kept } from '../../rpc/kept';
import { findRating } from '../../state/game-rating';
import { playerOf, players } from '../../state/names';
import { loadVariants, variants } from '../../state/variants';
import { t } from '../../texts';
import { sideName } from '../../texts/terms';
import { announce } from '../../ui/announce';
import { CornersElement } from '../../ui/element';
import { icon } from '../../ui/icon';
import { setTitle } from '../../ui/title';
import { told } from '../../ui/told';
import { type Found, findGame } from './load';
import { downloadText, sharePosition } from './sharing';
import { styles } from './styles';
import './controls';
import './player';
import './verdict';
import '../../ui/board/board';
import '../../ui/moves';
import '../../ui/spinner';

/** How long the position has to stand before the address names it: browsers allow only so many changes. */
const ADDRESS_MS = 300;

/** A finished game, to be looked at move by move. */
@customElement('corners-game-page')
export class GamePage extends CornersElement {
  static override styles = styles;

  @property({ attribute: false }) route: Route | undefined;
  @state() private found: Found | undefined;
  @state() private failure: unknown;
  @state() private rating: GetGameRatingResponse | undefined;
  @state() private ply: number | undefined;
  @state() private isTurned = false;
  private table = '';
  private replay: Replay | undefined;
  private leaving = new AbortController();
  private addressTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.follow(players);
    this.follow(variants);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.leaving.abort();
    clearTimeout(this.addressTimer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { route } = this;
    if (!changed.has('route') || route?.page !== 'game') return;
    this.ply = route.ply;
    if (route.table === this.table) return;
    this.table = route.table;
    void this.load();
  }

  private async load(): Promise<void> {
    this.leaving.abort();
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    this.found = undefined;
    this.failure = undefined;
    this.rating = undefined;
    try {
      const [found] = await Promise.all([findGame(this.table), loadVariants()]);
      if (signal.aborted) return;
      this.show(found);
      if (found.kind === 'finished' && found.game.rated) this.rating = await findRating(this.table, signal);
    } catch (error) {
      // The game is shown without what it did to the ratings.
      if (!signal.aborted && !this.found) this.failure = error;
    }
  }

  private show(found: Found): void {
    this.found = found;
    this.replay = found.kind === 'finished' ? replayOf(found.game.startPosition, found.game.moves) : undefined;
  }

  protected override render() {
    return html`<div class="page">${this.content()}</div>`;
  }

  private content() {
    const { found } = this;
    if (this.failure) return this.notice(explain(this.failure), 'try-again', () => void this.load());
    if (!found) return this.room();
    switch (found.kind) {
      case 'finished':
        return this.replay ? this.review(found.game, this.replay) : nothing;
      case 'on':
        return html`<h1>${t('game-on-title')}</h1>
          <p>${t('game-on-text')}</p>
          <p><a class="button primary" href=${href({ page: 'table', table: this.table })}>${t('game-on-link')}</a></p>`;
      case 'none':
        return this.notice(t('game-none'), 'try-again', () => void this.load());
    }
  }

  /** The room that a game will take, so that nothing moves when it is there. */
  private room() {
    return html`<h1 class="visually-hidden">${t('game-heading')}</h1>
      <div class="review">
        <div class="main">
          <corners-game-player></corners-game-player>
          <corners-board .still=${true} .label=${t('loading')}></corners-board>
          <corners-game-player></corners-game-player>
          <corners-replay-controls></corners-replay-controls>
        </div>
        <div class="side"><corners-spinner></corners-spinner></div>
      </div>`;
  }

  private notice(text: string, action: string, run: () => void) {
    return html`<h1>${t('game-heading')}</h1>
      <p class="notice" role="alert">${text}</p>
      <p><button type="button" @click=${run}>${t(action)}</button></p>`;
  }

  private review(game: ReviewedGame, replay: Replay) {
    const ply = plyWithin(replay, this.ply);
    const bottom = this.bottom(game);
    return html`<h1 class="visually-hidden">${this.heading(game)}</h1>
      <div class="review" @corners-ply=${(event: CustomEvent<{ ply: number }>) => this.go(event.detail.ply, game)}>
        <div class="main">
          ${this.player(game, otherSide(bottom), ply)} ${this.board(game, replay, ply, bottom)}
          ${this.player(game, bottom, ply)}
          <corners-replay-controls .ply=${ply} .last=${game.moves.length}></corners-replay-controls>
        </div>
        <div class="side">
          <corners-game-verdict .game=${game} .rating=${this.rating}></corners-game-verdict>
          <corners-moves .moves=${game.moves} .ply=${ply}></corners-moves>
          ${this.tools(game, ply)}
        </div>
      </div>`;
  }

  private board(game: ReviewedGame, replay: Replay, ply: number, bottom: Side) {
    const variant = variants.value.find(({ id }) => id === game.variant);
    return html`<corners-board
      .placement=${placementAt(replay, ply)}
      .homes=${homesOf(variant)}
      .bottom=${colourOf(bottom) ?? 'white'}
      .lastMove=${pathBefore(replay, ply)}
      .label=${t('game-board', { side: sideName(bottom) })}
      .still=${true}
    ></corners-board>`;
  }

  private player(game: ReviewedGame, side: Side, ply: number) {
    const clocks = clocksOf(game, ply);
    const outcome = this.rating?.event?.outcome;
    const changes = outcome?.case === 'rated' ? outcome.value : undefined;
    const isWhite = side === Side.WHITE;
    return html`<corners-game-player
      .game=${game}
      .side=${side}
      .remaining=${isWhite ? clocks.white : clocks.black}
      .change=${isWhite ? changes?.white : changes?.black}
    ></corners-game-player>`;
  }

  private tools(game: ReviewedGame, ply: number) {
    return html`<div class="cluster">
      <button type="button" class="small" @click=${() => told(sharePosition(game.table, ply))}>${icon('link')}${t('game-share')}</button>
      <button type="button" class="small" @click=${() => told(downloadText(game))}>${icon('download')}${t('game-download')}</button>
      <button type="button" class="small" @click=${() => this.turn()}>${icon('flip')}${t('game-turn-board')}</button>
    </div>`;
  }

  private heading(game: ReviewedGame): string {
    const [white, black] = [Side.WHITE, Side.BLACK].map((side) => this.nameOf(game, side));
    return white && black ? t('game-heading-of', { white, black }) : t('game-heading');
  }

  private nameOf(game: ReviewedGame, side: Side): string {
    return playerOf(seatIn(game, side)?.account ?? '')?.displayName ?? '';
  }

  private bottom(game: ReviewedGame): Side {
    const side = sideSeenBy(game, kept.value?.account);
    return this.isTurned ? otherSide(side) : side;
  }

  private turn(): void {
    this.isTurned = !this.isTurned;
  }

  protected override updated(): void {
    if (this.found?.kind === 'finished') setTitle(this.heading(this.found.game));
  }

  private go(ply: number, game: ReviewedGame): void {
    this.ply = ply;
    const move = game.moves[ply - 1];
    announce(
      move
        ? t('moves-move', { number: move.moveNumber, side: sideName(move.side), path: move.path })
        : t('moves-start'),
    );
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => {
      history.replaceState(history.state, '', href({ page: 'game', table: this.table, ply }));
    }, ADDRESS_MS);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-game-page': GamePage;
  }
}
