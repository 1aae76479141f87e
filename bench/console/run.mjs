import { createBodies } from '../filters/cases.mjs';
import { createCatalogue, loadService } from '../filters/data.mjs';
import { printCells, say } from '../filters/report.mjs';
import { startService } from '../filters/server.mjs';
import { createApi, createOwnerKey } from '../lists/api.mjs';
import { openBrowser } from './browser.mjs';
import { benchChanges } from './changes.mjs';
import { benchEmptySpace } from './empty-space.mjs';
import { benchFirstLoad } from './first-load.mjs';
import { benchScreens } from './screens.mjs';
import { benchTyping } from './typing.mjs';
import { benchWalk } from './walk.mjs';

/**
 * Measures the console in Chromium: its first load, the time from a change of a filter to all numbers on the screen,
 * whether screens move while they load, how much of them is empty, whether typing blocks, and how
 * many clicks and keys a walk through it takes. The service, PostgreSQL and the browser share the machine.
 */
export async function benchConsole({ root, quick, only, signal }) {
  const service = await loadService(root);
  const catalogue = await createCatalogue(root, service, quick ? 20_000 : 1_000_000);
  try {
    const bodies = await createBodies(root, service, catalogue.pool);
    const key = await createOwnerKey(root, catalogue.url);
    const server = await startService(root, catalogue.url, signal);
    const browser = await openBrowser();
    try {
      const parts = { browser, url: server.url, key, bodies, api: createApi(server, key), quick, signal };
      const { url: databaseUrl } = catalogue;
      const wanted = (section) => only === undefined || only === section;
      const lines = [];
      if (wanted('first-load')) lines.push(...(await benchFirstLoad(parts)));
      if (wanted('changes')) lines.push(...(await benchChanges(parts)));
      if (wanted('screens')) lines.push(...(await benchScreens(parts)));
      if (wanted('empty-space')) lines.push(...(await benchEmptySpace(parts)));
      if (wanted('typing')) lines.push(...(await benchTyping(parts)));
      if (wanted('walk')) lines.push(...(await benchWalk({ ...parts, root, databaseUrl })));
      printCells(
        `console: Chromium ${browser.version()}, ${catalogue.companies.toLocaleString('en-US')} companies`,
        ['', 'value', 'target'],
        lines.map(({ cells }) => cells),
      );
      return lines.every(({ met }) => met);
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await catalogue.drop();
    say('');
  }
}
