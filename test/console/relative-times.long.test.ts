import { test } from '@jest/globals';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedCompany } from '../harness/seed.ts';
import { countryIs, serveConsole } from './fixture.ts';

const app = serveConsole({
  async seed({ database: { pool } }) {
    await seedCompany(pool, { name: 'ALPHA', slug: 'alpha', domains: ['alpha.example'], country: 'DE' });
    await rebuildIndex(pool);
  },
});

describeInBrowser('a relative time', () => {
  test('moves on while the page stays open', async () => {
    const listId = await app.createList(countryIs('DE'));
    const page = await app.openPage(`/app/lists/${listId}`);
    const computed = page.locator('time').first();
    await page.getByRole('link', { name: '1 company' }).waitFor();
    await computed.getByText(/now|seconds? ago/).waitFor();
    // Before anything of the page is loaded again.
    await page.clock.fastForward(20_000);
    await computed.getByText(/^[2-5]\d seconds ago$/).waitFor({ timeout: 5000 });
    await page.clock.fastForward('02:00');
    await computed.getByText('2 minutes ago').waitFor();
  });
});
