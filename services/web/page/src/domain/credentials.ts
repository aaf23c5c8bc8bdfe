/** A rule that a name or password breaks: the server's own `why`. */
export type Problem = 'LENGTH' | 'CHARACTERS' | 'NAME';

/** What of a form a refusal is about. */
export type FieldOfRefusal = 'name' | 'password' | 'form';

/** What can be said of a name before the server is asked, which has the last word. Nothing is wrong with an empty one yet. */
export function nameProblem(name: string): Problem | undefined {
  if (name === '') return undefined;
  const shown = name.normalize('NFKC');
  if (!/^[\p{L}\p{M}\p{N}_-]*$/u.test(shown)) return 'CHARACTERS';
  const { length } = [...shown];
  return length < 3 || length > 20 ? 'LENGTH' : undefined;
}

/** What can be said of a password for an account with this name before the server is asked. */
export function passwordProblem(password: string, name: string): Problem | undefined {
  if (password === '') return undefined;
  const shown = password.normalize('NFKC');
  const { length } = [...shown];
  if (length < 8 || length > 128) return 'LENGTH';
  return name !== '' && shown.toLowerCase() === name.normalize('NFKC').toLowerCase() ? 'NAME' : undefined;
}

/** Next to which field a refusal is told. */
export function fieldOf(reason: string): FieldOfRefusal {
  switch (reason) {
    case 'NAME_NOT_ALLOWED':
    case 'NAME_TAKEN':
    case 'TOO_SOON':
      return 'name';
    case 'PASSWORD_NOT_ALLOWED':
      return 'password';
    default:
      return 'form';
  }
}
