import type { BrowserContext } from 'playwright-core';

/** Notes what a browser loads from now on; the returned function tells it. */
export function noteLoaded(context: BrowserContext): () => string[] {
  const loaded = new Set<string>();
  context.on('request', (request) => {
    if (request.method() === 'GET') loaded.add(request.url());
  });
  return () => [...loaded];
}

/** How large files are together as they are sent to a browser, in bytes. */
export async function compressedSize(files: readonly string[]): Promise<number> {
  const sizes = files.map(async (file) => {
    const { headers } = await fetch(file, { headers: { 'accept-encoding': 'br, gzip' } });
    return Number(headers.get('content-length'));
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
