import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../page/src', import.meta.url));

/** The sources of the page that are written by hand. */
export function sources(): ts.SourceFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('gen/'))
    .sort()
    .map((path) => ts.createSourceFile(path, readFileSync(`${root}/${path}`, 'utf8'), ts.ScriptTarget.ES2022, true));
}

/** Calls `look` with every node below. */
export function eachNode(node: ts.Node, look: (node: ts.Node) => void): void {
  ts.forEachChild(node, (child) => {
    look(child);
    eachNode(child, look);
  });
}

/** Where a node stands, for people. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
