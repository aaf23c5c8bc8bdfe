import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { eachNode, placeOf, sources } from './sources';

/** Attributes and properties whose values people read or hear. */
const READ =
  /\s\.?(?:aria-label|aria-description|aria-roledescription|aria-valuetext|title|alt|placeholder|label|heading|text)="([^"]*)"/g;

/** Stands for an expression in a template. */
const HOLE = '\u0000';

function isTemplate({ tag }: ts.TaggedTemplateExpression): boolean {
  return ts.isIdentifier(tag) && (tag.text === 'html' || tag.text === 'svg');
}

function markupOf({ template }: ts.TaggedTemplateExpression): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join(HOLE);
}

/** What a template says in its own words. */
function wordsOf(markup: string): string[] {
  const read = [...markup.matchAll(READ)].map(([, value = '']) => value);
  const between = markup
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, '\n')
    // What begins in one template may end in another.
    .replace(/<[^>]*$/g, '')
    .split('\n');
  return [...read, ...between].map((text) => text.replace(/&\w+;/g, '')).filter((text) => /\p{L}/u.test(text));
}

describe('templates', () => {
  it('say nothing in words of their own: all texts are in the languages’ files', () => {
    const said: string[] = [];
    for (const source of sources()) {
      eachNode(source, (node) => {
        if (!ts.isTaggedTemplateExpression(node) || !isTemplate(node)) return;
        for (const words of wordsOf(markupOf(node))) said.push(`${placeOf(node)}: ${words.trim()}`);
      });
    }
    expect(said).toEqual([]);
  });

  it('would be caught', () => {
    expect(wordsOf('<p>Hello</p>')).toEqual(['Hello']);
    expect(wordsOf(`<b class="x" aria-label="Close">${HOLE}</b>`)).toEqual(['Close']);
    expect(wordsOf(`<b aria-label=${HOLE}>${HOLE}&nbsp;·</b>`)).toEqual([]);
  });
});
