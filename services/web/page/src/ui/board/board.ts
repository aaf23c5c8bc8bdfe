import { html, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { styleMap } from 'lit/directives/style-map.js';
import { originOf, type Path, sameMove } from '../../domain/path';
import {
  type Answer,
  cancel,
  drop,
  IDLE,
  moverOf,
  type OfferedMove,
  offeredAnew,
  offerOf,
  type Pick,
  press,
  type Refusal,
  targetsOf,
} from '../../domain/pick';
import { emptyPlacement, moved, type Placement } from '../../domain/placement';
import { type Colour, isSquare, type Square } from '../../domain/squares';
import { language, t } from '../../texts';
import { CornersElement } from '../element';
import { boardStyle } from './board-style';
import { cellId, cells } from './cells';
import { type Flight, flightBetween, flightFrames, flightMs } from './flight';
import type { Homes } from './homes';
import { cursorAfter } from './keys';
import { aimMark, frameMark, pickedMark, playedMark, targetMark } from './marks';
import { PAINTS, piece, piecesLayer } from './pieces';
import { type Lifted, PointerInput } from './pointer';
import { coordinates, squaresLayer } from './squares-layer';
import { type Point, squareInRow, type View } from './view';

const NO_HOMES: Homes = { white: [], black: [] };

/** How far above a finger a lifted piece is drawn, in its own heights. */
const ABOVE_FINGER = 1.5;

/**
 * A board: it shows a placement and lets one of the offered moves be chosen, by mouse, finger or keyboard.
 *
 * Fires `corners-move` when a move was chosen; then nothing can be picked until `moves` is set anew, `pending` is taken
 * back, or `release` is called. Fires `corners-refused` when a square was chosen that is not offered, and
 * `corners-square` when a square was pressed while `editing`.
 */
@customElement('corners-board')
export class CornersBoard extends CornersElement {
  static override styles = boardStyle;

  @property({ attribute: false }) placement: Placement = emptyPlacement(8);
  @property({ attribute: false }) homes: Homes = NO_HOMES;
  /** The side at the bottom. */
  @property({ attribute: false }) bottom: Colour = 'white';
  /** What may be played. A new array is a new offer: keep the array as long as the offer stands. */
  @property({ attribute: false }) moves: readonly OfferedMove[] = [];
  @property({ attribute: false }) lastMove: Path | undefined;
  /** A move that is shown before it is in the placement. */
  @property({ attribute: false }) pending: Path | undefined;
  /** The accessible name. */
  @property({ attribute: false }) label = '';
  /** A picture only: no input. */
  @property({ attribute: false }) still = false;
  /** Every square can be pressed. */
  @property({ attribute: false }) editing = false;
  /** Squares that are pointed out. */
  @property({ attribute: false }) highlights: readonly Square[] = [];

  @state() private pick: Pick = IDLE;
  /** The square that a pointer is at. */
  @state() private pointed: Square | undefined;
  @state() private cursor: Square | undefined;
  /** The keyboard is used: its cursor is seen. */
  @state() private byKeyboard = false;
  @state() private lifted: Lifted | undefined;
  @state() private flight: Flight | undefined;
  @query('.grid') private grid!: HTMLElement;
  @query('.flying') private flying!: SVGElement | null;
  @query('.lifted') private liftedPiece!: SVGElement | null;

  private offer = offerOf([]);
  private shown = this.placement;
  private view: View = { size: 8, bottom: 'white' };
  /** The move that was made by dropping the piece: it is not animated once more. */
  private dropped: Path | undefined;
  private animation: Animation | undefined;
  private pointerWasDown = false;
  private readonly pointer = new PointerInput(this.pointerTarget(), () => this.grid);

  /** Lets pieces be picked again after a move was chosen that is not to be played. */
  release(): void {
    this.pick = cancel(this.pick.state === 'played' ? IDLE : this.pick);
    this.dropped = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('pointerdown', this.pressedElsewhere);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.pressedElsewhere);
    this.pointer.abandon();
    this.land();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('moves')) {
      this.offer = offerOf(this.moves);
      this.pick = offeredAnew(this.pick, this.offer);
    }
    if (changed.has('pending') && !this.pending && this.pick.state === 'played') this.pick = IDLE;
    if (changed.has('bottom') || this.placement.size !== this.view.size) {
      this.view = { size: this.placement.size, bottom: this.bottom };
      this.land();
    }
    if (this.cursor && !isSquare(this.cursor, this.view.size)) this.cursor = undefined;
    if (this.lifted && this.pick.state !== 'picked') this.pointer.abandon();
    if (changed.has('placement') || changed.has('pending')) this.show();
  }

  /** Shows the placement with the pending move in it; a piece that moved since is set on its way. */
  private show(): void {
    const before = this.shown;
    this.shown = this.pending ? moved(this.placement, this.pending) : this.placement;
    if (!this.hasUpdated) return;
    const flight = flightBetween(before, this.shown, this.pending ?? this.lastMove);
    if (!flight) {
      if (this.flight && this.shown.pieces.get(this.flight.path.at(-1) ?? '') !== this.flight.colour) this.land();
      return;
    }
    this.land();
    const wasDropped = sameMove(this.dropped, flight.path);
    this.dropped = undefined;
    if (!wasDropped && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.flight = flight;
  }

  /** Ends the flight at once: its piece stands where it belongs. */
  private land(): void {
    this.animation?.cancel();
    this.animation = undefined;
    this.flight = undefined;
  }

  protected override updated(): void {
    if (!this.flight || this.animation || !this.flying) return;
    const { path } = this.flight;
    const animation = this.flying.animate(flightFrames(this.view, path), { duration: flightMs(path), fill: 'both' });
    animation.onfinish = () => this.land();
    this.animation = animation;
  }

  protected override render(): TemplateResult {
    const { view, homes, lastMove } = this;
    const { size } = view;
    return html`
      <div class="layout ${size > 8 ? 'large' : ''}">
        ${guard([view, homes], () => coordinates(view))}
        <div class="board">
          ${guard([view, homes], () => squaresLayer(view, homes))}
          <svg class="scene" viewBox="0 0 ${size} ${size}" aria-hidden="true">
            ${PAINTS}
            ${guard([view, this.pending ?? lastMove, this.pending], () => this.playedMove())}
            ${this.highlights.map((square) => frameMark(view, square, 'highlight'))}
            ${guard([view, this.pick, this.offer], () => this.choiceMarks())}
            ${guard([view, this.shown, this.away()], () => piecesLayer(view, this.shown, this.away()))}
            ${aimMark(view, this.aimed(), moverOf(this.choice()))}
            ${this.byKeyboard ? frameMark(view, this.cursor, 'cursor') : nothing}
          </svg>
          ${this.still ? this.picture() : this.interactiveGrid()}
          ${this.loosePieces()}
        </div>
      </div>
    `;
  }

  private playedMove() {
    return this.pending ? playedMark(this.view, this.pending, 'pending') : playedMark(this.view, this.lastMove, 'last');
  }

  private choiceMarks() {
    const targets = [...targetsOf(this.pick, this.offer).values()];
    const picked = this.pick.state === 'picked' ? this.pick.from : undefined;
    return svg`${pickedMark(this.view, picked)}${targets.map((move) => targetMark(this.view, move))}`;
  }

  private picture(): TemplateResult {
    return html`<div class="picture" role="img" aria-label=${this.label || t('board-label')}></div>`;
  }

  private interactiveGrid(): TemplateResult {
    const { view, pick, homes, lastMove, editing } = this;
    const choice = this.choice();
    return html`
      <div
        class="grid ${this.lifted ? 'dragging' : ''}" role="grid" tabindex="0"
        aria-label=${this.label || t('board-label')} aria-describedby="keys"
        aria-activedescendant=${this.cursor ? cellId(this.cursor) : nothing}
        @pointerdown=${this.onPointerDown} @pointermove=${this.onPointerMove} @pointerup=${this.onPointerUp}
        @pointercancel=${this.onPointerCancel} @pointerleave=${this.onPointerLeave} @click=${this.onClick}
        @keydown=${this.onKey} @focus=${this.onFocus} @blur=${this.onBlur}
      >
        ${guard([view, this.shown, this.offer, pick, homes, lastMove, editing, language.value], () =>
          cells({ view, choice, pick, homes, lastMove, editing }),
        )}
      </div>
      <p id="keys" hidden>${t('board-keys')}</p>
    `;
  }

  /** Pieces that are on their way: in the air, or held. Each is of a square's size, and only transformed. */
  private loosePieces() {
    const side = `${100 / this.view.size}%`;
    const loose = (colour: Colour, kind: string) => html`
      <svg
        class="loose ${kind}" style=${styleMap({ width: side, height: side })}
        viewBox="-.5 -.5 1 1" aria-hidden="true"
      >
        ${piece(colour, { x: 0, y: 0 })}
      </svg>
    `;
    const held = this.lifted && this.shown.pieces.get(this.lifted.square);
    return html`
      ${this.flight ? loose(this.flight.colour, 'flying') : nothing}
      ${held ? loose(held, this.lifted?.byTouch ? 'lifted by-touch' : 'lifted') : nothing}
    `;
  }

  /** The square whose piece is drawn on its way, and not there. */
  private away(): Square | undefined {
    return this.lifted?.square ?? this.flight?.path.at(-1);
  }

  private choice() {
    return { placement: this.shown, offer: this.offer };
  }

  /** The move to the target that is pointed at, or that the cursor is on. */
  private aimed(): OfferedMove | undefined {
    const square = this.pointed ?? (this.byKeyboard ? this.cursor : undefined);
    return square === undefined ? undefined : targetsOf(this.pick, this.offer).get(square);
  }

  private pressSquare(square: Square): void {
    if (this.editing) this.tell('corners-square', { square });
    else this.take(press(this.pick, square, this.choice()));
  }

  private take({ pick, played, refused }: Answer): void {
    this.pick = pick;
    if (played) this.tell('corners-move', played);
    if (refused) this.tell('corners-refused', refused);
  }

  private tell(type: string, detail: OfferedMove | Refusal | { square: Square }): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  private pointerTarget() {
    const board = this;
    return {
      get view() {
        return board.view;
      },
      get pickable() {
        return board.pick.state === 'played' || board.editing ? new Set<Square>() : new Set(board.offer.keys());
      },
      get targets() {
        return new Set(targetsOf(board.pick, board.offer).keys());
      },
      get picked() {
        return board.pick.state === 'picked' ? board.pick.from : undefined;
      },
      press: (square: Square) => this.pressSquare(square),
      aim: (square: Square | undefined) => {
        this.pointed = square;
      },
      lift: (lifted: Lifted | undefined) => {
        this.lifted = lifted;
      },
      carry: (to: Point) => void this.updateComplete.then(() => this.carryTo(to)),
      drop: (square: Square | undefined) => {
        const answer = drop(this.pick, square, this.choice());
        this.dropped = answer.played?.path;
        this.take(answer);
      },
    };
  }

  private carryTo({ x, y }: Point): void {
    const held = this.liftedPiece;
    if (!held || !this.lifted) return;
    const up = this.lifted.byTouch ? ABOVE_FINGER : 0;
    held.style.transform = `translate(${(x - 0.5) * 100}%, ${(y - 0.5 - up) * 100}%)`;
  }

  private readonly pressedElsewhere = (event: PointerEvent): void => {
    if (!event.composedPath().includes(this)) this.pick = cancel(this.pick);
  };

  private onPointerDown(event: PointerEvent): void {
    this.pointerWasDown = true;
    this.byKeyboard = false;
    this.pointer.down(event);
  }

  private onPointerMove(event: PointerEvent): void {
    this.pointer.move(event);
  }

  private onPointerUp(event: PointerEvent): void {
    this.pointer.up(event);
  }

  private onPointerCancel(): void {
    this.pointerWasDown = false;
    this.pointer.abandon();
  }

  private onPointerLeave(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && !this.lifted) this.pointed = undefined;
  }

  /** A click without a pointer is what assistive technology makes. */
  private onClick(event: MouseEvent): void {
    const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
    if (!this.pointerWasDown && square !== undefined) this.pressSquare(square);
    this.pointerWasDown = false;
  }

  private onKey(event: KeyboardEvent): void {
    this.pointerWasDown = false;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const cursor = this.cursor ?? this.firstCursor();
    const next = cursorAfter(event.key, this.view, cursor);
    if (next) this.cursor = next;
    else if (event.key === 'Enter' || event.key === ' ') {
      this.cursor = cursor;
      if (!event.repeat) this.pressSquare(cursor);
    } else if (event.key === 'Escape' && this.pick.state === 'picked') {
      this.pointer.abandon();
      this.pick = cancel(this.pick);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.byKeyboard = event.key !== 'Escape' || this.byKeyboard;
    this.pointed = undefined;
  }

  private onFocus(): void {
    this.cursor ??= this.firstCursor();
    this.byKeyboard = this.grid.matches(':focus-visible');
  }

  private onBlur(): void {
    this.byKeyboard = false;
  }

  /** Where the cursor is at first: on a piece that can move, or else in the corner. */
  private firstCursor(): Square {
    const first = this.moves[0];
    return first ? originOf(first.path) : squareInRow(this.view, this.view.size - 1, 0);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-board': CornersBoard;
  }
  interface HTMLElementEventMap {
    'corners-move': CustomEvent<OfferedMove>;
    'corners-refused': CustomEvent<Refusal>;
    'corners-square': CustomEvent<{ square: Square }>;
  }
}
