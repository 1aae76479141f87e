// Plugins of Vite that the build of the site needs.
import { fileURLToPath } from 'node:url';
import { describeLicenses, packagesOf } from '../../tools/licenses.mjs';

const HERE = fileURLToPath(import.meta.url);

/** Finds Vue for the pages: they stand outside of this folder, where Node.js does not look for its packages. */
export function findPackages() {
  return {
    name: 'find-packages',
    enforce: 'pre',
    resolveId(source, importer) {
      const isOfPage = /^vue(\/|$)/.test(source) && importer?.endsWith('.md');
      return isOfPage ? this.resolve(source, HERE, { skipSelf: true }) : null;
    },
  };
}

/** Collects the licences of the packages whose code is part of the site. */
export function collectLicenses() {
  return {
    name: 'collect-licenses',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    async generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => file.moduleIds ?? []);
      // Plugins mark modules of their own with a zero byte before the path.
      const paths = modules.map((id) => id.replace('\0', ''));
      const source = await describeLicenses(packagesOf(paths));
      this.emitFile({ type: 'asset', fileName: 'THIRD_PARTY_LICENSES.txt', source });
    },
  };
}
