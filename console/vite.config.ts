import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Service of the development server. */
const SERVICE = process.env.SERVICE_URL ?? 'http://127.0.0.1:4000';

/** Roots of what the first page loads: the frame, and a filter that is edited. */
const FIRST_ROOTS = ['main', 'features/events/bell', 'features/list/new-list-page', 'workspace/draft-of'].map(
  (name) => `${import.meta.dirname}/src/${name}.tsx`,
);

/** Modules of the first load, which has a budget. */
const firstLoad = new Set<string>();

/** Finds them: what the roots import, directly or through others. */
const findFirstLoad: Plugin = {
  name: 'find-first-load',
  buildEnd() {
    for (const id of FIRST_ROOTS) {
      if (!this.getModuleInfo(id))
        this.error(`${id} is no module of the console; name the roots of its first page`);
      firstLoad.add(id);
    }
    for (const id of firstLoad)
      for (const next of this.getModuleInfo(id)?.importedIds ?? []) firstLoad.add(next);
  },
};

/**
 * Lets uPlot write numbers in the language of the console's texts. It takes `navigator.language`, which is no language tag in
 * every browser: where it is `en-US@posix`, the pages with a chart would not load.
 */
const chartsInEnglish: Plugin = {
  name: 'charts-in-english',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/uplot\/dist\/.*\.js$/.test(id)) return undefined;
    const mended = code.replace("domEnv ? nav.language : 'en-US'", "'en-GB'");
    if (mended === code)
      this.error('uPlot no longer reads nav.language here; look how it chooses the locale');
    return mended;
  },
};

/** Lets every dynamic import of the build fetch its files first: `import()` that failed once fails for ever. */
const fetchedImports: Plugin = {
  name: 'fetched-imports',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () =>
      `export { importFetched as __vitePreload } from ${JSON.stringify(`${import.meta.dirname}/src/api/fetch-files.ts`)};`,
  },
};

export default defineConfig({
  plugins: [findFirstLoad, fetchedImports, react(), chartsInEnglish],
  // The development server would bundle it without the plugins.
  optimizeDeps: { exclude: ['uplot'] },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    // Inlined assets would need `data:` in more directives of the Content-Security-Policy.
    assetsInlineLimit: 0,
    // One file of styles: parts of it that a page needs could not be loaded again after the service was away.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // What the first page and others share is one file. Otherwise each page loads dozens of files of some hundred bytes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The public suffix list is large, and only pages that read pasted domains need it.
            {
              name: 'domains',
              test: /\/tldts(-core)?\//,
              priority: 2,
            },
            {
              name: 'shared',
              test: (id) => firstLoad.has(id),
              priority: 1,
              minShareCount: 3,
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
