import type { Guest } from '../harness/client';

/** Tells when moves at a table reach a client that does nothing else, in milliseconds since 1970. */
export async function arrivals(
  guest: Guest,
  table: string,
): Promise<{ next: () => Promise<number>; stop: () => void }> {
  const leaving = new AbortController();
  let tell: (at: number) => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    const follow = async () => {
      for await (const { message } of guest.game.watchTables({ tables: [{ table }] }, { signal: leaving.signal })) {
        const at = performance.timeOrigin + performance.now();
        if (message.case === 'snapshot') resolve();
        if (message.case === 'event' && message.value.kind.case === 'movePlayed') tell(at);
      }
    };
    follow().catch(() => undefined);
  });
  await opened;
  return {
    next: () =>
      new Promise((resolve) => {
        tell = resolve;
      }),
    stop: () => leaving.abort(),
  };
}
