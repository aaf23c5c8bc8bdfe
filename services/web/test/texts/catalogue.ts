import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Message,
  type Pattern,
  parse,
  type SelectExpression,
  type TextElement,
  type VariableReference,
  Visitor,
} from '@fluent/syntax';
import { LANGUAGES, type Language } from '../../page/src/texts/languages';

/** The languages of the page, English first. */
export const languages = Object.keys(LANGUAGES) as Language[];

const root = fileURLToPath(new URL('../../page/texts', import.meta.url));

/** The names of the files of a language's texts. */
export function filesOf(language: Language): string[] {
  return readdirSync(`${root}/${language}`).sort();
}

/** A text as it is written. */
export interface Text {
  readonly key: string;
  readonly file: string;
  /** The names of what it is made with, sorted. */
  readonly takes: readonly string[];
  /** Its words: what stands between arguments, in all forms. */
  readonly words: string;
  /** The forms of each choice in it. */
  readonly choices: readonly (readonly string[])[];
}

/** All texts of a language, in the order of its files; a key that is written twice is there twice. */
export function textsIn(language: Language): Text[] {
  return filesOf(language).flatMap((file) => {
    const resource = parse(readFileSync(`${root}/${language}/${file}`, 'utf8'), {});
    return resource.body.flatMap((entry) => {
      if (entry.type === 'Junk') throw new Error(`${language}/${file}: cannot be read: ${entry.content}`);
      return entry.type === 'Message' ? [textOf(entry as Message, file)] : [];
    });
  });
}

function textOf(message: Message, file: string): Text {
  const key = message.id.name;
  if (!message.value) throw new Error(`${file}: ${key} has no text`);
  return { key, file, ...partsOf(message.value) };
}

class Parts extends Visitor {
  readonly takes = new Set<string>();
  readonly words: string[] = [];
  readonly choices: string[][] = [];

  override visitTextElement(element: TextElement): void {
    this.words.push(element.value);
  }

  override visitVariableReference(reference: VariableReference): void {
    this.takes.add(reference.id.name);
  }

  override visitSelectExpression(choice: SelectExpression): void {
    this.choices.push(choice.variants.map(({ key }) => (key.type === 'Identifier' ? key.name : key.value)));
    this.genericVisit(choice);
  }
}

function partsOf(pattern: Pattern): Pick<Text, 'takes' | 'words' | 'choices'> {
  const parts = new Parts();
  parts.visit(pattern);
  return { takes: [...parts.takes].sort(), words: parts.words.join(' ').trim(), choices: parts.choices };
}
