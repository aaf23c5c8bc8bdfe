/** What is told to everybody who listens, and kept for nobody. */
export class Topic<T> {
  private readonly listeners = new Set<(news: T) => void>();

  tell(news: T): void {
    for (const listener of [...this.listeners]) listener(news);
  }

  /** Calls `listener` with all news, until the returned function is called. */
  listen(listener: (news: T) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
