import { defineConfig } from 'vitest/config';
import { LOOK_AGAIN_MS, PATIENCE_MS } from './harness/eventually.ts';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['harness/shared.ts'],
    // One machine plays all sides: files one after another, in one process with one browser.
    fileParallelism: false,
    isolate: false,
    expect: { poll: { timeout: PATIENCE_MS, interval: LOOK_AGAIN_MS } },
    // A bound for what hangs, not a measure.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
