import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import tests from '../vitest.config.ts';

/** The pictures in the documentation. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: { ...tests.test, include: ['screenshots/*.screenshot.ts'] },
});
