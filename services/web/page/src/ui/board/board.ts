import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { originOf, type Path } from '../../domain/path';
import {
  type Answer,
  cancel,
  drop,
  IDLE,
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
import { Flying } from './flying';
import type { Homes } from './homes';
import { cursorAfter } from './keys';
import { loosePiece } from './pieces';
import { type Lifted, PointerInput } from './pointer';
import { type Scene, sceneLayer } from './scene';
import { coordinates, squaresLayer } from './squares-layer';
import { type Point, squareInRow, type View } from './view';

const NO_HOMES: Homes = { white: [], black: [] };

/** How far above a finger a lifted piece is drawn, and how large, in squares. */
const ABOVE_FINGER = 1.5;
const LIFTED_RADIUS = 0.7;

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
  /** The pointer is a finger on the board: it hides what it points at. */
  @state() private byTouch = false;
  @state() private lifted: Lifted | undefined;
  @query('.grid') private readonly grid!: HTMLElement;

  private offer = offerOf([]);
  private shown = this.placement;
  private view: View = { size: 8, bottom: 'white' };
  private pointerWasDown = false;
  private readonly flying = new Flying(
    this,
    () => this.view,
    () => this.renderRoot.querySelector('.flying'),
  );
  private readonly pointer = new PointerInput(this.pointerTarget(), () => this.grid);

  /** Lets pieces be picked again after a move was chosen that is not to be played. */
  release(): void {
    if (this.pick.state === 'played') this.pick = IDLE;
    this.flying.carried(undefined);
  }

  override focus(options?: FocusOptions): void {
    if (!this.still) this.grid.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('click', this.clickedElsewhere);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('click', this.clickedElsewhere);
    this.pointer.abandon();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('moves')) {
      this.offer = offerOf(this.moves);
      this.pick = offeredAnew(this.pick, this.offer);
    }
    if (changed.has('pending') && !this.pending && this.pick.state === 'played') this.pick = IDLE;
    if (changed.has('bottom') || this.placement.size !== this.view.size) {
      this.view = { size: this.placement.size, bottom: this.bottom };
      this.flying.land();
    }
    if (this.cursor && !isSquare(this.cursor, this.view.size)) this.cursor = undefined;
    if (this.lifted && this.pick.state !== 'picked') this.pointer.abandon();
    if (changed.has('placement') || changed.has('pending')) this.show();
  }

  /** Shows the placement with the pending move in it; a piece that moved since is set on its way. */
  private show(): void {
    const before = this.shown;
    this.shown = this.pending ? moved(this.placement, this.pending) : this.placement;
    if (this.hasUpdated) this.flying.follow(before, this.shown, this.pending ?? this.lastMove);
  }

  protected override render(): TemplateResult {
    const { view, homes } = this;
    return html`
      <div class="layout ${view.size > 8 ? 'large' : ''}">
        ${guard([view, homes], () => coordinates(view))}
        <div class="board">
          ${guard([view, homes], () => squaresLayer(view, homes))}
          ${sceneLayer(this.scene())}
          ${this.still ? this.picture() : this.interactiveGrid()}
          ${this.loosePieces()}
        </div>
      </div>
    `;
  }

  private scene(): Scene {
    const { view, pick, lastMove, pending, highlights, pointed } = this;
    return {
      view,
      choice: this.choice(),
      pick,
      lastMove,
      pending,
      highlights,
      aimed: this.aimed(),
      away: this.lifted?.square ?? this.flying.destination,
      cursor: this.byKeyboard ? this.cursor : undefined,
      finger: this.byTouch && pointed && this.isLive(pointed) ? { square: pointed, named: !this.lifted } : undefined,
    };
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

  /** Pieces that are in the air, or held. */
  private loosePieces() {
    const { flight } = this.flying;
    const held = this.lifted && this.shown.pieces.get(this.lifted.square);
    return html`
      ${flight ? loosePiece(this.view, flight.colour, 'flying') : nothing}
      ${held ? loosePiece(this.view, held, this.lifted?.byTouch ? 'lifted by-touch' : 'lifted') : nothing}
    `;
  }

  private choice() {
    return { placement: this.shown, offer: this.offer };
  }

  /** The move to the target that is pointed at, or that the cursor is on. */
  private aimed(): OfferedMove | undefined {
    const square = this.pointed ?? (this.byKeyboard ? this.cursor : undefined);
    return square === undefined ? undefined : targetsOf(this.pick, this.offer).get(square);
  }

  /** Whether a square can be picked or played. */
  private isLive(square: Square): boolean {
    return this.pick.state !== 'played' && (this.offer.has(square) || targetsOf(this.pick, this.offer).has(square));
  }

  private pressSquare(square: Square): void {
    this.cursor = square;
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
      aim: (square: Square | undefined, byTouch: boolean) => {
        this.pointed = square;
        this.byTouch = byTouch;
      },
      lift: (lifted: Lifted | undefined) => {
        this.lifted = lifted;
      },
      carry: (to: Point) => void this.updateComplete.then(() => this.carryTo(to)),
      drop: (square: Square | undefined) => {
        const answer = drop(this.pick, square, this.choice());
        this.flying.carried(answer.played?.path);
        this.take(answer);
      },
    };
  }

  private carryTo({ x, y }: Point): void {
    const held = this.renderRoot.querySelector<SVGElement>('.lifted');
    if (!held || !this.lifted) return;
    const { byTouch } = this.lifted;
    // Within the board: what leaves it would make the page wider.
    const margin = byTouch ? LIFTED_RADIUS : 0.5;
    const within = (value: number) => Math.min(Math.max(value, margin), this.view.size - margin) - 0.5;
    const up = byTouch ? ABOVE_FINGER : 0;
    held.style.transform = `translate(${within(x) * 100}%, ${(within(y) - up) * 100}%)`;
  }

  private readonly clickedElsewhere = (event: MouseEvent): void => {
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
