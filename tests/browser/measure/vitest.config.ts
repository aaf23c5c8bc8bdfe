import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import tests from '../vitest.config.ts';

/** Measuring: not part of the tests, because what it finds depends on the machine. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: { ...tests.test, include: ['measure/*.measure.ts'], testTimeout: 600_000 },
});
