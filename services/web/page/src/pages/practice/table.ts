import { html, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { homesOf } from '../../domain/colours';
import { type Game, isOver, sidesOf } from '../../domain/game';
import { replayOf } from '../../domain/replay';
import { positionTextAt } from '../../domain/set-up';
import type { Colour } from '../../domain/squares';
import { navigate } from '../../navigation';
import { href } from '../../routes';
import { kept } from '../../rpc/kept';
import { beginPractice, chosen, type Practice } from '../../state/practice';
import { Seat } from '../../state/seat';
import { TableStore } from '../../state/table';
import { t } from '../../texts';
import { endingText, sideName } from '../../texts/terms';
import { announce } from '../../ui/announce';
import { CornersElement } from '../../ui/element';
import { play as sound } from '../../ui/sounds';
import { told } from '../../ui/told';
import { type BoardView, liveView, pastView } from '../table/board-view';
import { MoveMaker } from '../table/move-maker';
import { whatHappened } from '../table/said';
import { styles } from './styles';
import '../../ui/board/board';
import '../../ui/moves';
import '../../ui/spinner';
import '../table/facts';
import './table-tools';

/** A table whose both sides are played by one person, without a clock. */
@customElement('corners-practice-table')
export class PracticeTable extends CornersElement {
  static override styles = styles;

  @property({ attribute: false }) table = '';
  /** The board takes the focus once it is there. */
  @property({ attribute: false }) takesFocus = false;
  /** How many plies are shown; undefined for the game as it is. */
  @state() private ply: number | undefined;
  @state() private bottom: Colour = 'white';
  private store = new TableStore('');
  private seat = new Seat(this.store);
  private maker = new MoveMaker(this.store, this.seat);
  private stops: (() => void)[] = [];
  private shown: Game | undefined;
  private view: BoardView | undefined;
  private isBeginning = false;
  private hadFocus = false;

  constructor() {
    super();
    this.follow(kept);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.store = new TableStore(this.table);
    this.seat = new Seat(this.store);
    this.maker = new MoveMaker(this.store, this.seat);
    const draw = () => this.requestUpdate();
    this.stops = [this.store, this.seat.pending, this.seat.underWay, this.maker.refusal].map((one) =>
      one.subscribe(draw),
    );
    this.stops.push(this.seat.open());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.stops.splice(0)) stop();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { game } = this.store;
    if (!game) return;
    const isNew = game !== this.shown;
    if (isNew) this.notice(game);
    // The board takes a new array for a new offer: it is made only where something is new.
    if (isNew || changed.has('ply')) this.view = this.ply === undefined ? liveView(game) : pastView(game, this.ply);
  }

  protected override updated(): void {
    if (!this.takesFocus || this.hadFocus) return;
    const board = this.renderRoot.querySelector('corners-board');
    if (!board) return;
    this.hadFocus = true;
    void board.updateComplete.then(() => board.focus({ preventScroll: true }));
  }

  protected override render() {
    const { value } = this.store;
    switch (value.kind) {
      case 'game':
        return this.room(value.game);
      case 'gone':
        return html`<section class="page narrow">
          <h1>${t('table-gone')}</h1>
          <p><a href=${href({ page: 'game', table: this.table })}>${t('table-gone-review')}</a></p>
          <p><a href=${href({ page: 'practice' })}>${t('practice-new')}</a></p>
        </section>`;
      default:
        return html`<h1 class="visually-hidden">${t('title-practice')}</h1>
          <div class="page"><corners-spinner></corners-spinner></div>`;
    }
  }

  private room(game: Game) {
    const { view } = this;
    if (!view) return html``;
    return html`<h1 class="visually-hidden">${t('title-practice')}</h1>
      <div class="page room">
        <div class="main">
          <corners-table-facts .game=${game}></corners-table-facts>
          <corners-board
            .placement=${view.placement}
            .homes=${homesOf(game.table.variant)}
            .bottom=${this.bottom}
            .moves=${view.moves}
            .lastMove=${view.lastMove}
            .pending=${this.ply === undefined ? this.seat.pending.value?.path : undefined}
            .highlights=${this.maker.refusal.value?.squares ?? []}
            .label=${t('practice-board')}
            @corners-move=${this.maker.move}
            @corners-refused=${this.maker.refused}
          ></corners-board>
          <p class="status" role="status">${this.status(game)}</p>
        </div>
        <div class="side">
          <corners-practice-tools
            .game=${game}
            .ply=${this.ply}
            .isBusy=${this.seat.underWay.value.size > 0}
            @corners-takeback=${() => told(this.seat.offerTakeback())}
            @corners-flip=${this.flip}
            @corners-again=${() => this.again(game)}
            @corners-continue=${() => this.continueFrom(game)}
            @corners-edit=${() => this.edit(game)}
          ></corners-practice-tools>
          <corners-moves
            .moves=${game.moves}
            .ply=${this.ply ?? game.moves.length}
            @corners-ply=${(event: CustomEvent<{ ply: number }>) => this.look(event.detail.ply, game)}
          ></corners-moves>
        </div>
      </div>`;
  }

  /** What the player should know now, in a line whose room is kept. */
  private status(game: Game): string {
    const refusal = this.maker.refusal.value;
    if (refusal) return refusal.text;
    if (this.ply !== undefined) return t(isOver(game) ? 'practice-looking-back-over' : 'practice-looking-back');
    const { ending, sideToMove } = game.state;
    return ending ? endingText(ending) : t('table-side-to-move', { side: sideName(sideToMove) });
  }

  private flip(): void {
    this.bottom = this.bottom === 'white' ? 'black' : 'white';
  }

  private look(ply: number, game: Game): void {
    this.ply = ply >= game.moves.length ? undefined : ply;
    this.maker.refusal.set(undefined);
  }

  private practiceOf(game: Game, position: string): Practice {
    return { variant: game.table.variant?.id ?? '', position };
  }

  private again(game: Game): void {
    const { startPosition, variant } = game.table;
    void told(this.begin(this.practiceOf(game, startPosition === variant?.startPosition ? '' : startPosition)));
  }

  private continueFrom(game: Game): void {
    void told(this.begin(this.practiceOf(game, this.positionShown(game))));
  }

  private edit(game: Game): void {
    chosen.set(this.practiceOf(game, this.positionShown(game)));
    navigate({ page: 'practice' });
  }

  private positionShown(game: Game): string {
    return positionTextAt(replayOf(game.table.startPosition, game.moves), this.ply ?? game.moves.length);
  }

  private async begin(practice: Practice): Promise<void> {
    if (this.isBeginning) return;
    this.isBeginning = true;
    try {
      navigate({ page: 'practice', table: await beginPractice(practice) });
    } finally {
      this.isBeginning = false;
    }
  }

  /** Tells what has happened: by sound, to screen readers. */
  private notice(game: Game): void {
    const before = this.shown;
    this.shown = game;
    // Who does not play both sides looks on at the table itself.
    if (kept.value && sidesOf(game, kept.value.account).length !== 2) {
      navigate({ page: 'table', table: this.table }, { replace: true });
      return;
    }
    this.maker.drawn(before !== undefined && before.state.turn?.number !== game.state.turn?.number);
    if (before === undefined || before.state.version?.number === game.state.version?.number) return;
    if (this.ply !== undefined && this.ply > game.moves.length) this.ply = undefined;
    announce(whatHappened(game, []));
    if (isOver(game) && !isOver(before)) sound('end');
    else if (game.last?.case === 'movePlayed') sound('move');
  }
}
