import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Service of the development server. */
const SERVICE = process.env.SERVICE_URL ?? 'http://127.0.0.1:4000';

/** What several pages share, but none of the first load, which has a budget. Each is a file of its own. */
const LATER = [
  { name: 'checkbox', test: /\/@mantine\/core\/.*\/Checkbox\// },
  { name: 'account', test: /\/src\/features\/account\// },
];

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    // Inlined assets would need `data:` in more directives of the Content-Security-Policy.
    assetsInlineLimit: 0,
    // One file of styles: parts of it that a page needs could not be loaded again after the service was away.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // What three pages share is one file. Otherwise a page loads dozens of files of some hundred bytes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: (id) => !LATER.some(({ test }) => test.test(id)),
              minShareCount: 3,
              priority: 1,
            },
            ...LATER.map((group) => ({ ...group, minShareCount: 2 })),
          ],
        },
      },
    },
    target: 'es2023',
    license: { fileName: 'THIRD_PARTY_LICENSES.md' },
    // The size of the first load has a budget of its own (docs/benchmarks.md).
    chunkSizeWarningLimit: 1000,
  },
  // `npx vite console` serves the sources during development and sends everything else to a running demo.
  server: {
    proxy: { '/graphql': SERVICE, '/v1': SERVICE, '/healthz': SERVICE },
  },
});
