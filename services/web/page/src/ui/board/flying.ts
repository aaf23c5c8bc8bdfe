import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { destinationOf, type Path, sameMove } from '../../domain/path';
import type { Placement } from '../../domain/placement';
import type { Square } from '../../domain/squares';
import { type Flight, flightBetween, flightFrames, flightMs } from './flight';
import type { View } from './view';

/** Sends pieces along the paths of moves as placements change, one at a time; the next one ends the one before. */
export class Flying implements ReactiveController {
  private current: Flight | undefined;
  private animation: Animation | undefined;
  /** A move that was made by dropping the piece where it belongs. */
  private dropped: Path | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly view: () => View,
    private readonly element: () => Element | null,
  ) {
    host.addController(this);
  }

  get flight(): Flight | undefined {
    return this.current;
  }

  /** Where the piece in the air comes down. */
  get destination(): Square | undefined {
    return this.current && destinationOf(this.current.path);
  }

  /** This move needs no flight: its piece was carried. */
  carried(path: Path | undefined): void {
    this.dropped = path;
  }

  /** Another placement is shown, by this move. */
  follow(before: Placement, after: Placement, path: Path | undefined): void {
    const next = flightBetween(before, after, path);
    if (!next) {
      const landing = this.destination;
      if (landing && after.pieces.get(landing) !== this.current?.colour) this.land();
      return;
    }
    this.land();
    const wasCarried = this.dropped && sameMove(this.dropped, next.path);
    this.dropped = undefined;
    if (!wasCarried && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.current = next;
  }

  /** Ends the flight at once: its piece stands where it belongs. */
  land(): void {
    if (!this.current) return;
    this.animation?.cancel();
    this.animation = undefined;
    this.current = undefined;
    this.host.requestUpdate();
  }

  hostUpdated(): void {
    const element = this.element();
    if (!this.current || this.animation || !element) return;
    const { path } = this.current;
    const animation = element.animate(flightFrames(this.view(), path), { duration: flightMs(path), fill: 'both' });
    this.animation = animation;
    animation.finished.then(
      () => {
        if (this.animation !== animation) return;
        this.animation = undefined;
        this.land();
      },
      () => {
        // It was ended before.
      },
    );
  }

  hostDisconnected(): void {
    this.land();
  }
}
