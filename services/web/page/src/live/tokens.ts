/** The token that streams call with. The hub cannot read what tabs keep: it asks one of them. */
export class HubTokens {
  private token: string | undefined;
  private waiting: { resolve: (token: string) => void; reject: (error: Error) => void }[] = [];
  private refused: string | undefined;

  /** @param ask asks a tab for a token other than the refused one; false when there is no tab */
  constructor(private readonly ask: (refused: string | undefined) => boolean) {}

  /** A token. */
  current(): Promise<string> {
    return this.token === undefined ? this.wanted() : Promise.resolve(this.token);
  }

  /** Another token than one that was not taken. */
  insteadOf(refused: string): Promise<string> {
    if (this.token === refused) {
      this.token = undefined;
      this.refused = refused;
    }
    return this.current();
  }

  /** A tab has a token. */
  give(token: string): void {
    if (token === this.refused) return;
    this.token = token;
    for (const { resolve } of this.waiting.splice(0)) resolve(token);
  }

  /** A tab could not get one: who waits tries again later. */
  fail(): void {
    for (const { reject } of this.waiting.splice(0)) reject(new Error('no tab has a token'));
  }

  /** The tab that was asked may be gone: another one is asked. */
  askAgain(): void {
    if (this.waiting.length > 0 && !this.ask(this.refused)) this.fail();
  }

  private wanted(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      if (this.waiting.length === 1) this.askAgain();
    });
  }
}
