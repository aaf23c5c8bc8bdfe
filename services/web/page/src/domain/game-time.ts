import type { Clocks } from '../gen/corners/game/v1/table_pb';
import { Side } from '../gen/corners/game/v1/variant_pb';
import type { Heartbeat } from '../gen/corners/game/v1/watch_pb';

/** How much less a reading is trusted for each millisecond that has passed since: machines' clocks drift apart. */
const DRIFT = 0.0002;

/** Who was to move while the platform stood still has at least this long after it. */
const AFTER_STALL_MS = 2_000;

/** How long what came unasked may have been on its way: any asked reading is better. */
const UNASKED_ROUND_TRIP_MS = 2_000;

interface Estimate {
  /** When it came, by the page's own clock. */
  at: number;
  gameTime: number;
  roundTrip: number;
}

/**
 * An estimate of the platform's game time, to draw clocks with. All moments are in milliseconds: `at`, `asked` and `came` by the
 * page's own clock (which never jumps), the others in game time. See Clocks in corners.game.v1 and docs/time.md.
 */
export class GameTime {
  private estimate: Estimate | undefined;
  private standingAt: number | undefined;
  private lastStallEnd = 0;

  /** Whether game time stands still, because the platform cannot take moves. */
  get standsStill(): boolean {
    return this.standingAt !== undefined;
  }

  /**
   * Takes an answer of GetGameTime. It was read somewhere between question and answer; the shortest round trip counts most, and an
   * estimate that cannot be true any more is given up: game time stood still meanwhile.
   */
  record(asked: number, came: number, gameTime: number): void {
    const roundTrip = came - asked;
    const fresh = { at: came, gameTime: gameTime + roundTrip / 2, roundTrip };
    const known = this.estimate;
    const estimated = known && gameTimeAt(known, came);
    const isPossible = estimated !== undefined && estimated >= gameTime && estimated <= gameTime + roundTrip;
    if (known && isPossible && uncertaintyAt(known, came) < uncertaintyAt(fresh, came)) return;
    this.estimate = fresh;
  }

  /** Takes a game time that came unasked: it is at least that. */
  recordAtLeast(came: number, gameTime: number): void {
    if (this.standingAt !== undefined && gameTime > this.standingAt) {
      // Something has happened after it: time runs again.
      this.standingAt = undefined;
      this.estimate = undefined;
    }
    const now = this.now(came);
    if (now !== undefined && now >= gameTime) return;
    this.estimate = { at: came, gameTime, roundTrip: UNASKED_ROUND_TRIP_MS };
  }

  /** Takes what a heartbeat says. True when game time stood still before: it should be read again. */
  heard(came: number, heartbeat: Pick<Heartbeat, 'gameTimeMs' | 'lastStallEndMs' | 'standsStill'>): boolean {
    const gameTime = Number(heartbeat.gameTimeMs);
    const stallEnd = Number(heartbeat.lastStallEndMs);
    const stoodStill = this.standsStill || stallEnd > this.lastStallEnd;
    this.lastStallEnd = Math.max(this.lastStallEnd, stallEnd);
    // What was counted meanwhile did not happen.
    if (stoodStill) this.estimate = undefined;
    this.standingAt = heartbeat.standsStill ? gameTime : undefined;
    this.recordAtLeast(came, gameTime);
    return stoodStill;
  }

  /** Game time; undefined before the first reading. */
  now(at: number): number | undefined {
    if (this.standingAt !== undefined) return this.standingAt;
    return this.estimate && gameTimeAt(this.estimate, at);
  }

  /** How far off the estimate can be, in milliseconds; undefined before the first reading. */
  uncertainty(at: number): number | undefined {
    return this.estimate && uncertaintyAt(this.estimate, at);
  }

  /**
   * A side's time left, never negative: the reading, counted down if its clock runs, and at least what is left of the two seconds
   * after a stall that it ran through.
   */
  remaining(clocks: Clocks, side: Side, at: number): number {
    const reading = Number(side === Side.BLACK ? clocks.blackMs : clocks.whiteMs);
    if (clocks.running !== side) return reading;
    const readAt = Number(clocks.gameTimeMs);
    const now = this.now(at) ?? readAt;
    const left = Math.max(0, reading - Math.max(0, now - readAt));
    if (this.lastStallEnd <= readAt) return left;
    return Math.max(left, this.lastStallEnd + AFTER_STALL_MS - now);
  }
}

function gameTimeAt(estimate: Estimate, at: number): number {
  return estimate.gameTime + Math.max(0, at - estimate.at);
}

function uncertaintyAt(estimate: Estimate, at: number): number {
  return estimate.roundTrip / 2 + Math.max(0, at - estimate.at) * DRIFT;
}
