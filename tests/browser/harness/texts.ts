import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from './folders';

const FOLDER = `${ROOT}/services/web/page/texts`;

/** The languages of the page. */
export const LANGUAGES = ['en', 'es', 'fr', 'nl', 'de', 'ru'] as const;

/** The ids of all texts: what nobody should ever read. */
export function textIds(): string[] {
  const files = readdirSync(`${FOLDER}/en`).map((name) => readFileSync(`${FOLDER}/en/${name}`, 'utf8'));
  return files.flatMap((file) => [...file.matchAll(/^([a-z][a-z0-9-]*) =/gm)].map(([, id]) => id ?? ''));
}
