import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** Where a run leaves what it made: logs, and pictures of what failed. */
export const OUTPUT = `${ROOT}/target/browser`;
