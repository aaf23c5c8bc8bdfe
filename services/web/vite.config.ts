import { fileURLToPath } from 'node:url';
import { compression } from 'vite-plugin-compression2';
import { defineConfig } from 'vitest/config';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where the platform of a developer answers calls. */
const PLATFORM = process.env.CORNERS_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: folder('page'),
  build: {
    outDir: folder('dist'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // What has light-dark() of its own.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  plugins: [
    compression({
      algorithms: ['brotliCompress', 'gzip'],
      threshold: 512,
      include: /\.(html|js|css|svg|webmanifest|json)$/,
    }),
  ],
  // Calls are paths of the form /package.Service/Method.
  server: { proxy: { '^/corners\\..*': PLATFORM } },
  test: { root: folder('.'), include: ['test/**/*.test.ts'], environment: 'node' },
});
