import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { GameTime } from '../../page/src/domain/game-time';
import { ClocksSchema } from '../../page/src/gen/corners/game/v1/table_pb';
import { Side } from '../../page/src/gen/corners/game/v1/variant_pb';

const clocks = (readAt: number, white: number, running: Side) =>
  create(ClocksSchema, { gameTimeMs: BigInt(readAt), whiteMs: BigInt(white), blackMs: 7_000n, running });

const heartbeat = (gameTime: number, lastStallEnd: number, standsStill: boolean) => ({
  gameTimeMs: BigInt(gameTime),
  lastStallEndMs: BigInt(lastStallEnd),
  standsStill,
});

describe('game time', () => {
  it('counts the reading with the shortest round trip', () => {
    const time = new GameTime();
    expect(time.now(0)).toBeUndefined();
    time.record(0, 200, 1_000);
    expect(time.now(200)).toBe(1_100);
    time.record(200, 210, 1_150);
    expect(time.now(210)).toBe(1_155);
    time.record(300, 700, 1_500);
    expect(time.now(700)).toBe(1_645);
    expect(Math.ceil(time.uncertainty(700) ?? 0)).toBe(6);
  });

  it('gives an estimate up that a reading proves wrong', () => {
    const time = new GameTime();
    time.record(0, 2, 1_000);
    time.record(10_000, 10_400, 2_000);
    expect(time.now(10_400)).toBe(2_200);
  });

  it('is never behind what was heard', () => {
    const time = new GameTime();
    time.record(0, 0, 1_000);
    time.recordAtLeast(100, 1_050);
    expect(time.now(100)).toBe(1_100);
    time.recordAtLeast(100, 5_000);
    expect(time.now(200)).toBe(5_100);
  });

  it('stands still with the platform, and nobody is out of time after it', () => {
    const time = new GameTime();
    time.record(0, 0, 10_000);
    const reading = clocks(9_500, 1_000, Side.WHITE);
    const left = (at: number) => time.remaining(reading, Side.WHITE, at);
    expect(left(200)).toBe(300);
    expect(time.heard(700, heartbeat(10_400, 0, true))).toBe(false);
    expect(time.standsStill).toBe(true);
    expect([left(700), left(60_000)]).toEqual([100, 100]);
    expect(time.heard(60_000, heartbeat(11_000, 11_000, false))).toBe(true);
    expect(time.now(60_300)).toBe(11_300);
    expect(left(60_300)).toBe(1_700);
    expect(left(65_000)).toBe(0);
  });

  it('runs again when an event tells a later time', () => {
    const time = new GameTime();
    time.heard(0, heartbeat(10_400, 0, true));
    time.recordAtLeast(900, 10_700);
    expect(time.standsStill).toBe(false);
    expect(time.now(1_000)).toBe(10_800);
  });

  it('counts only the running clock down, never below zero', () => {
    const time = new GameTime();
    time.record(0, 0, 10_000);
    const reading = clocks(9_000, 5_000, Side.WHITE);
    expect(time.remaining(reading, Side.WHITE, 0)).toBe(4_000);
    expect(time.remaining(reading, Side.BLACK, 0)).toBe(7_000);
    expect(time.remaining(reading, Side.WHITE, 60_000)).toBe(0);
    expect(new GameTime().remaining(reading, Side.WHITE, 0)).toBe(5_000);
  });
});
