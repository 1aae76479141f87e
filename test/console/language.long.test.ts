import { expect, test } from '@jest/globals';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedCompany } from '../harness/seed.ts';
import { countryIs, serveConsole } from './fixture.ts';

const app = serveConsole({
  credits: 12_345,
  async seed({ database: { pool } }) {
    await seedCompany(pool, { name: 'ALPHA', slug: 'alpha', domains: ['alpha.example'], country: 'DE' });
    await rebuildIndex(pool);
  },
});

describeInBrowser('a browser of another language', () => {
  // Languages with other separators, other digits, and other rules for capital letters.
  test.each(['de-DE', 'ar-EG', 'tr-TR', 'en-US'])('shows English numbers and dates: %s', async (locale) => {
    const listId = await app.createList(countryIs('DE'), 'irmak iş');
    const page = await app.openPage(`/app/lists/${listId}/access`, { locale });
    expect(await page.evaluate(() => new Intl.NumberFormat().resolvedOptions().locale)).toBe(locale);
    await page.getByText('12,345 credits').first().waitFor();
    const time = page.locator('time').first();
    await time.getByText(/^now$|^\d+ seconds? ago$/).waitFor();
    expect(await time.getAttribute('title')).toMatch(/^\d+ [A-Z][a-z]+ 20\d\d, \d\d:\d\d:\d\d$/);
    await page.goto(`${app.service.url}/app/companies/alpha`);
    await page.getByText('Germany').first().waitFor();
  });
});

describeInBrowser('a relative time', () => {
  test('moves on while the page stays open', async () => {
    const listId = await app.createList(countryIs('DE'));
    const page = await app.openPage(`/app/lists/${listId}/access`);
    const computed = page.locator('time').first();
    await page.getByRole('button', { name: '1 company' }).waitFor();
    await computed.getByText(/now|seconds? ago/).waitFor();
    // Before anything of the page is loaded again.
    await page.clock.fastForward(20_000);
    await computed.getByText(/^[2-5]\d seconds ago$/).waitFor({ timeout: 5000 });
    await page.clock.fastForward('02:00');
    await computed.getByText('2 minutes ago').waitFor();
  });
});
