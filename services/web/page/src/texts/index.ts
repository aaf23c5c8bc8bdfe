import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import { Store } from '../state/store';
import { type Language, textsOf } from './languages';

export { bestLanguage, isLanguage, LANGUAGES, type Language } from './languages';

/** What a text is made with. */
export type TextArguments = Record<string, FluentVariable>;

/** The language that is spoken. */
export const language = new Store<Language>('en');

let bundle = new FluentBundle('en');

/** The language that was asked for last: texts of another one that come late are not spoken any more. */
let wanted: Language | undefined;

/** Loads a language's texts and speaks it from then on, unless another one is asked for meanwhile. */
export async function speak(next: Language): Promise<void> {
  wanted = next;
  const texts = await textsOf(next);
  if (wanted !== next) return;
  bundle = bundleOf(next, texts);
  document.documentElement.lang = next;
  language.set(next);
}

/** The texts of a language, ready to be asked. Throws where Fluent cannot read them. */
export function bundleOf(tag: Language, texts: string): FluentBundle {
  // Isolation marks would be read out and copied; arguments here are names and numbers.
  const made = new FluentBundle(tag, { useIsolating: false });
  const errors = made.addResource(new FluentResource(texts));
  if (errors.length > 0) throw new Error(`texts of ${tag} cannot be read: ${errors.join('; ')}`);
  return made;
}

/** A text of the language that is spoken. Tests hold all languages complete, so that one that is missing is a fault. */
export function t(id: string, args?: TextArguments): string {
  const message = bundle.getMessage(id);
  if (!message?.value) throw new Error(`there is no text ${id} in ${language.value}`);
  const errors: Error[] = [];
  const text = bundle.formatPattern(message.value, args ?? null, errors);
  if (errors.length > 0) throw errors[0];
  return text;
}

/** Whether there is such a text. */
export function hasText(id: string): boolean {
  return bundle.hasMessage(id);
}
