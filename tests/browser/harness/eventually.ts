/** How long it is until a condition is looked at again. */
export const LOOK_AGAIN_MS = 20;

/** How long a condition may take to come true: far longer than it ever takes, so that only a fault runs into it. */
export const PATIENCE_MS = 20_000;

/** Calls `check` until it does not throw, and gives its answer. Fails with what it threw last. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }
}
