// node one-rebuild.mjs ROOT DATABASE_URL: rebuilds the facet index and prints the time and memory as JSON.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [root, url] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(root, 'dist', path)).href);
const { openDatabase } = await load('database/client.js');
const { rebuildIndex, readIndexStatus } = await load('modules/filters/facet-index.js');

const { pool, close } = openDatabase({ url, poolSize: 4 });
await pool.query('SELECT 1');
const start = performance.now();
await rebuildIndex(pool);
const seconds = (performance.now() - start) / 1000;
const status = await readIndexStatus(pool);
await close();
// In kilobytes, except on macOS.
const rssMb = process.resourceUsage().maxRSS / (process.platform === 'darwin' ? 2 ** 20 : 1024);
process.stdout.write(JSON.stringify({ seconds, rssMb, status }));
