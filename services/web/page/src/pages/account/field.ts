import { html, nothing } from 'lit';

/** A line of a form. */
export interface Field {
  id: string;
  label: string;
  /** What may be written. Its room is kept for the problem. */
  hint?: string;
  /** What is wrong with what was written; empty for nothing. */
  problem?: string;
  type?: 'text' | 'password';
  /** For password managers. */
  autocomplete: AutoFill;
  value?: string;
  maxLength?: number;
  input?: (value: string) => void;
}

/** A text field with its label, its hint, and what is wrong with it. */
export function field({ id, label, hint, problem, type = 'text', autocomplete, value, maxLength = 200, input }: Field) {
  const told = problem || hint;
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <input
      class="input" id=${id} name=${id} type=${type} required maxlength=${maxLength}
      autocomplete=${autocomplete} autocapitalize="none" spellcheck="false"
      aria-invalid=${problem ? 'true' : 'false'} aria-describedby=${told ? `${id}-told` : nothing}
      .value=${value ?? ''}
      @input=${(event: InputEvent) => input?.((event.target as HTMLInputElement).value)}
    >
    ${told ? html`<p class=${problem ? 'problem' : 'hint'} id="${id}-told" aria-live="polite">${told}</p>` : nothing}
  </div>`;
}

/** What is wrong with the whole form; its room is not kept, it comes after a call. */
export function formProblem(text: string) {
  return html`<div role="alert">${text ? html`<p class="problem">${text}</p>` : nothing}</div>`;
}
