import { html, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { colourOf, homesOf } from '../../domain/colours';
import { type Game, isOver, isPlaying, otherSide, sidesOf } from '../../domain/game';
import { Side } from '../../gen/corners/game/v1/variant_pb';
import { href, type Route } from '../../routes';
import { kept } from '../../rpc/kept';
import { gameTime, keepGameTime } from '../../state/clock';
import { connection } from '../../state/connection';
import { Seat } from '../../state/seat';
import { playingHere } from '../../state/starting';
import { TableStore } from '../../state/table';
import { t } from '../../texts';
import { sideName } from '../../texts/terms';
import { announce } from '../../ui/announce';
import { CornersElement } from '../../ui/element';
import { play as sound } from '../../ui/sounds';
import { setTitle } from '../../ui/title';
import { told } from '../../ui/told';
import { BoardViews, NO_MOVES } from './board-view';
import { MoveMaker } from './move-maker';
import { whatHappened } from './said';
import { styles } from './styles';
import './actions';
import './facts';
import './player';
import './tools';
import './verdict';
import '../../ui/board/board';
import '../../ui/moves';
import '../../ui/spinner';

const NO_SQUARES: readonly string[] = [];

/** A table: played by who sits at it, watched by everybody else. */
@customElement('corners-table-page')
export class TablePage extends CornersElement {
  static override styles = styles;

  @property({ attribute: false }) route: Route | undefined;
  /** How many plies are shown; undefined for the game as it is. */
  @state() private ply: number | undefined;
  @state() private isTurned = false;
  private store: TableStore | undefined;
  private seat: Seat | undefined;
  private maker: MoveMaker | undefined;
  private stops: (() => void)[] = [];
  private shown: Game | undefined;
  private readonly views = new BoardViews();

  constructor() {
    super();
    this.follow(kept);
    this.follow(connection);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.close();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const table = this.route?.page === 'table' ? this.route.table : undefined;
    if (changed.has('route') && table !== undefined && table !== this.store?.table) this.open(table);
    const game = this.store?.game;
    if (game && game !== this.shown) this.notice(game);
  }

  protected override render() {
    const view = this.store?.value;
    switch (view?.kind) {
      case 'game':
        return this.table(view.game);
      case 'gone':
        return html`<section class="gone page narrow">
          <h1>${t('table-gone')}</h1>
          <a href=${href({ page: 'game', table: this.store?.table ?? '' })}>${t('table-gone-review')}</a>
        </section>`;
      default:
        return html`<h1 class="visually-hidden">${t('table-heading')}</h1>
          <corners-spinner class="loading"></corners-spinner>`;
    }
  }

  private table(game: Game) {
    const own = this.ownSides(game);
    const bottom = this.bottomSide(own);
    return html`<h1 class="visually-hidden">${t('table-heading')}</h1>
      <div class="table page">
        <div class="main">
          <corners-table-facts .game=${game}></corners-table-facts>
          <corners-table-player .game=${game} .side=${otherSide(bottom)}></corners-table-player>
          ${this.board(game, bottom, own)}
          <corners-table-player
            .game=${game}
            .side=${bottom}
            @corners-low-time=${() => own.length > 0 && sound('low-time')}
          ></corners-table-player>
          <p class="status" role="status">${this.status(game, own)}</p>
        </div>
        <div class="side">
          ${this.situation(game, own)}
          <corners-moves
            .moves=${game.moves}
            .ply=${this.ply ?? game.moves.length}
            @corners-ply=${(event: CustomEvent<{ ply: number }>) => this.look(event.detail.ply, game)}
          ></corners-moves>
          <corners-table-tools
            .game=${game}
            .isWatching=${own.length === 0}
            @corners-turn=${() => {
              this.isTurned = !this.isTurned;
            }}
          ></corners-table-tools>
        </div>
      </div>`;
  }

  private board(game: Game, bottom: Side, own: readonly Side[]) {
    const view = this.views.of(game, this.ply);
    const pending = this.ply === undefined ? this.seat?.pending.value?.path : undefined;
    const canMove = pending === undefined && own.includes(game.state.sideToMove);
    return html`<corners-board
      .placement=${view.placement}
      .homes=${homesOf(game.table.variant)}
      .bottom=${colourOf(bottom) ?? 'white'}
      .moves=${canMove ? view.moves : NO_MOVES}
      .lastMove=${view.lastMove}
      .pending=${pending}
      .highlights=${this.maker?.refusal.value?.squares ?? NO_SQUARES}
      .label=${t('table-board', { side: sideName(bottom) })}
      @corners-move=${this.maker?.move}
      @corners-refused=${this.maker?.refused}
    ></corners-board>`;
  }

  /** What the player should know now, in a line whose room is kept. */
  private status(game: Game, own: readonly Side[]): string {
    const refusal = this.maker?.refusal.value;
    if (refusal) return refusal.text;
    if (this.ply !== undefined) return t('table-looking-back');
    if (this.seat?.pending.value && connection.value !== 'online') return t('table-sending');
    if (gameTime.standsStill && isPlaying(game)) return t('table-time-stands');
    if (isPlaying(game)) return this.whoseTurn(game, own);
    return isOver(game) ? '' : t('table-waiting');
  }

  private whoseTurn(game: Game, own: readonly Side[]): string {
    const { sideToMove } = game.state;
    if (own.length === 1 && own.includes(sideToMove)) return t('table-your-move');
    return own.length === 1 ? t('table-their-move') : t('table-side-to-move', { side: sideName(sideToMove) });
  }

  /** What can be done now; its room is kept. */
  private situation(game: Game, own: readonly Side[]) {
    const isOurs = own.length > 0;
    const side = own.includes(game.state.sideToMove) ? game.state.sideToMove : own[0];
    const isFree = !isOurs && !isPlaying(game) && !isOver(game);
    return html`<div class="situation ${isOurs ? 'ours' : ''}">
      ${isOver(game) ? html`<corners-table-verdict .game=${game} .side=${own.length === 1 ? own[0] : undefined}></corners-table-verdict>` : ''}
      ${isFree ? this.join() : ''}
      ${
        isOurs && !isOver(game)
          ? html`<corners-table-actions .game=${game} .side=${side} .seat=${this.seat}></corners-table-actions>`
          : ''
      }
    </div>`;
  }

  private join() {
    return html`<button type="button" class="primary large" @click=${() => this.seat && told(this.seat.join())}>
      ${t('table-join')}
    </button>`;
  }

  private ownSides(game: Game): Side[] {
    return sidesOf(game, kept.value?.account);
  }

  private bottomSide(own: readonly Side[]): Side {
    const side = own.length === 1 && own[0] === Side.BLACK ? Side.BLACK : Side.WHITE;
    return this.isTurned ? otherSide(side) : side;
  }

  private look(ply: number, game: Game): void {
    this.ply = ply >= game.moves.length ? undefined : ply;
  }

  private open(table: string): void {
    this.close();
    const store = new TableStore(table);
    const seat = new Seat(store);
    const maker = new MoveMaker(store, seat);
    this.store = store;
    this.seat = seat;
    this.maker = maker;
    this.ply = undefined;
    this.isTurned = false;
    const draw = () => this.requestUpdate();
    this.stops = [store, seat.pending, maker.refusal].map((each) => each.subscribe(draw));
    this.stops.push(keepGameTime(), seat.open());
  }

  private close(): void {
    for (const stop of this.stops.splice(0)) stop();
    this.store = undefined;
    this.shown = undefined;
    playingHere.set(undefined);
  }

  /** Tells what has happened: in the title, by sound, to screen readers. */
  private notice(game: Game): void {
    const before = this.shown;
    this.shown = game;
    const own = this.ownSides(game);
    playingHere.set(own.length > 0 && isPlaying(game) ? game.table.id : undefined);
    const isOurTurn = isPlaying(game) && own.includes(game.state.sideToMove);
    setTitle(isOurTurn ? t('table-your-move') : t('table-heading'));
    this.maker?.drawn(before !== undefined && before.state.turn?.number !== game.state.turn?.number);
    if (before === undefined || before.state.version?.number === game.state.version?.number) return;
    if (this.ply !== undefined && this.ply > game.moves.length) this.ply = undefined;
    announce(whatHappened(game, own));
    if (isOver(game) && !isOver(before)) sound('end');
    else if (game.last?.case === 'movePlayed')
      sound(own.includes(game.moves.at(-1)?.side ?? Side.UNSPECIFIED) ? 'move' : 'rival-move');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-table-page': TablePage;
  }
}
