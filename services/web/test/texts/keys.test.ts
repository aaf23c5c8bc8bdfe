import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../page/src/texts/families';
import { textsIn } from './catalogue';
import { eachNode, placeOf, sources } from './sources';

const known = new Set(textsIn('en').map(({ key }) => key));
const inFamilies = Object.entries(FAMILIES).flatMap(([prefix, ends]) => ends.map((end) => prefix + end));

/** What the sources say in quotes, and what they begin to say and put together. */
const quoted = new Set<string>();
const begun: { text: string; place: string }[] = [];
/** Keys that are asked for directly. */
const asked: { key: string; place: string }[] = [];

for (const source of sources()) {
  if (source.fileName === 'texts/families.ts') continue;
  eachNode(source, (node) => {
    if (ts.isStringLiteralLike(node)) quoted.add(node.text);
    if (ts.isCallExpression(node) && isAsking(node.expression)) ask(node.arguments[0]);
  });
}

function isAsking(called: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(called) ? called.name : called;
  return ts.isIdentifier(name) && (name.text === 't' || name.text === 'hasText');
}

function ask(id: ts.Expression | undefined): void {
  if (!id) return;
  if (ts.isStringLiteralLike(id)) asked.push({ key: id.text, place: placeOf(id) });
  if (ts.isTemplateExpression(id)) begun.push({ text: id.head.text, place: placeOf(id) });
  if (ts.isConditionalExpression(id)) {
    ask(id.whenTrue);
    ask(id.whenFalse);
  }
  if (ts.isBinaryExpression(id)) {
    ask(id.left);
    ask(id.right);
  }
}

describe('keys of texts', () => {
  it('all exist that the page asks for', () => {
    expect(asked.filter(({ key }) => !known.has(key))).toEqual([]);
  });

  it('are put together only from families', () => {
    expect(begun.filter(({ text }) => !(text in FAMILIES))).toEqual([]);
  });

  it('all exist that a family can make', () => {
    expect(inFamilies.filter((key) => !known.has(key))).toEqual([]);
  });

  it('are all used', () => {
    const used = new Set([...quoted, ...inFamilies]);
    expect([...known].filter((key) => !used.has(key))).toEqual([]);
  });
});
