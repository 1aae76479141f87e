import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Service of the development server. */
const SERVICE = process.env.SERVICE_URL ?? 'http://127.0.0.1:4000';

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
    // What settings and operators' pages share among them stays apart: their texts are long, and no other page needs them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              minShareCount: 3,
              test: /^(?!.*\/src\/(features|text)\/(account|installation))/,
            },
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
