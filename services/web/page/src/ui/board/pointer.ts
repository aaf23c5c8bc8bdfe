import type { Square } from '../../domain/squares';
import { centreOf, nearestSquare, type Point, squareUnder, type View } from './view';

/** What a pointer does to a board. */
export interface PointerTarget {
  readonly view: View;
  /** The pieces that can be picked. */
  readonly pickable: ReadonlySet<Square>;
  /** Where the picked piece can go. */
  readonly targets: ReadonlySet<Square>;
  readonly picked: Square | undefined;
  press(square: Square): void;
  /** A square is pointed at: its path is shown, if it is a target. */
  aim(square: Square | undefined, byTouch: boolean): void;
  /** The picked piece is lifted off the board, or set down. */
  lift(lifted: Lifted | undefined): void;
  carry(to: Point): void;
  drop(square: Square | undefined): void;
}

/** A piece that is being dragged. */
export interface Lifted {
  readonly square: Square;
  readonly byTouch: boolean;
}

/** What one pointer does, from down to up. */
interface Gesture {
  readonly pointer: number;
  readonly start: Point;
  readonly square: Square | undefined;
  /** The piece under the pointer was picked by this gesture, or before it. */
  readonly piece: 'picked-now' | 'picked-before' | undefined;
  /** What to add to the pointer's place: a finger may have meant a piece beside it. */
  readonly offset: Point;
  dragging: boolean;
}

const NO_OFFSET: Point = { x: 0, y: 0 };

/** How far a pointer moves, in CSS pixels, before a press is a drag. */
const DRAG_PX = { mouse: 4, touch: 9 };

/** How far beside a square a finger may be, in CSS pixels and in squares. */
const REACH_PX = 26;
const REACH_SQUARES = 1.2;

/** Makes presses, drags and pointing at squares of what pointers do. */
export class PointerInput {
  private gesture: Gesture | undefined;

  constructor(
    private readonly target: PointerTarget,
    private readonly grid: () => HTMLElement,
  ) {}

  /** The gesture comes to nothing. */
  abandon(): void {
    if (!this.gesture) return;
    this.gesture = undefined;
    this.target.lift(undefined);
    this.target.aim(undefined, false);
  }

  down(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0 || this.gesture) return;
    const start = this.pointOf(event);
    const square = this.meant(event, start);
    const { target } = this;
    this.gesture = {
      pointer: event.pointerId,
      start: { x: event.clientX, y: event.clientY },
      square,
      piece: square && target.pickable.has(square) ? pieceState(square, target.picked) : undefined,
      offset: square && isTouch(event) ? difference(centreOf(target.view, square), start) : NO_OFFSET,
      dragging: false,
    };
    this.grid().setPointerCapture(event.pointerId);
    if (this.gesture.piece === 'picked-now' && square) target.press(square);
    target.aim(square, isTouch(event));
  }

  move(event: PointerEvent): void {
    const { gesture, target } = this;
    const point = this.pointOf(event);
    if (!gesture) {
      if (!isTouch(event)) target.aim(squareUnder(target.view, point), false);
      return;
    }
    if (event.pointerId !== gesture.pointer) return;
    if (!gesture.piece) {
      target.aim(this.meant(event, point), isTouch(event));
      return;
    }
    if (!gesture.dragging && gesture.square && isDrag(event, gesture)) {
      gesture.dragging = true;
      target.lift({ square: gesture.square, byTouch: isTouch(event) });
    }
    if (!gesture.dragging) return;
    const carried = { x: point.x + gesture.offset.x, y: point.y + gesture.offset.y };
    target.carry(carried);
    target.aim(this.aimedAt(event, carried), isTouch(event));
  }

  up(event: PointerEvent): void {
    const { gesture, target } = this;
    if (!gesture || event.pointerId !== gesture.pointer) return;
    this.gesture = undefined;
    const point = this.pointOf(event);
    if (gesture.dragging) {
      const carried = { x: point.x + gesture.offset.x, y: point.y + gesture.offset.y };
      target.lift(undefined);
      target.drop(this.aimedAt(event, carried) ?? squareUnder(target.view, carried));
    } else if (gesture.piece) {
      if (gesture.piece === 'picked-before' && gesture.square) target.press(gesture.square);
    } else {
      const square = this.meant(event, point);
      // What slid off its square comes to nothing, unless it slid to a target.
      if (square && (square === gesture.square || target.targets.has(square))) target.press(square);
    }
    if (isTouch(event)) target.aim(undefined, false);
  }

  /** The square that a pointer means: what can be pressed is met by a finger beside it, too. */
  private meant(event: PointerEvent, point: Point): Square | undefined {
    const { view, pickable, targets } = this.target;
    const near = isTouch(event) && nearestSquare(view, point, [...pickable, ...targets], this.reach());
    return near || squareUnder(view, point);
  }

  /** The target, or the square it came from, that a dragged piece is held over. */
  private aimedAt(event: PointerEvent, point: Point): Square | undefined {
    const { view, targets, picked } = this.target;
    if (!isTouch(event)) return squareUnder(view, point);
    return nearestSquare(view, point, picked ? [picked, ...targets] : targets, this.reach());
  }

  private reach(): number {
    return Math.min(REACH_PX / (this.grid().getBoundingClientRect().width / this.target.view.size), REACH_SQUARES);
  }

  private pointOf(event: PointerEvent): Point {
    const box = this.grid().getBoundingClientRect();
    const { size } = this.target.view;
    return { x: ((event.clientX - box.left) / box.width) * size, y: ((event.clientY - box.top) / box.height) * size };
  }
}

function isTouch(event: PointerEvent): boolean {
  return event.pointerType === 'touch';
}

function isDrag(event: PointerEvent, { start }: Gesture): boolean {
  const least = isTouch(event) ? DRAG_PX.touch : DRAG_PX.mouse;
  return Math.hypot(event.clientX - start.x, event.clientY - start.y) >= least;
}

function pieceState(square: Square, picked: Square | undefined): Gesture['piece'] {
  return square === picked ? 'picked-before' : 'picked-now';
}

function difference(one: Point, other: Point): Point {
  return { x: one.x - other.x, y: one.y - other.y };
}
