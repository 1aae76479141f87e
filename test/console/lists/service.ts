import type { Page } from 'playwright-core';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import type { ConsoleOptions } from '../../harness/browser/open-console.ts';
import { seedCompany, seedTechnologies } from '../../harness/seed.ts';
import { countryIs, serveConsole } from '../fixture.ts';

/** Serves the console with three companies, two of them German. */
export function serveLists() {
  const app = serveConsole({
    async seed({ database: { pool } }) {
      for (const [slug, country] of [
        ['alpha', 'DE'],
        ['beta', 'DE'],
        ['gamma', 'AT'],
      ] as const) {
        const company = {
          name: slug.toUpperCase(),
          slug,
          country,
          industry: 'Software',
          employeeRange: '1-10',
        };
        const id = await seedCompany(pool, { ...company, domains: [`${slug}.example`] });
        await seedTechnologies(pool, id, [{ key: 'kubernetes', name: 'Kubernetes' }]);
      }
      await rebuildIndex(pool);
    },
  });
  return Object.assign(app, {
    createCountryList: (name: string, country = 'DE', key?: string) =>
      app.createList(countryIs(country), name, key),
    /** Creates a list of Grace's, and shares it with Ada. */
    async shareWithAda(name: string, access_level: 'editor' | 'viewer', country = 'DE'): Promise<void> {
      const listId = await app.createList(countryIs(country), name, app.grace.userKey);
      const grant = { user_id: app.tenant.userId, access_level };
      await app.rest(app.grace.userKey).post(`/v1/lists/${listId}/permissions`, grant);
    },
    openLists: (options?: ConsoleOptions) => app.openPage('/app/lists', options),
    /** Names of the lists that the owner of a key sees, as the API gives them. */
    async readNames(key?: string): Promise<string[]> {
      const { body } = await app.rest(key).get('/v1/lists').expect(200);
      return body.lists.map(({ name }: { name: string }) => name);
    },
  });
}

export const tableOf = (page: Page) => page.getByRole('table', { name: 'Lists that you can see' });
export const namesIn = (page: Page) => tableOf(page).locator('tbody tr td:first-child').allTextContents();

export async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
