import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { PHONE } from '../harness/browser/console-page.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedCompany, seedTechnologies } from '../harness/seed.ts';
import { untilEvaluated } from '../modules/lists/watch/support.ts';
import { condition, countryIs, definitionOf, serveConsole } from './fixture.ts';

const COUNTS = { DE: 3, AT: 2, US: 1 };
const [EARLY, LATE] = ['2025-01-01T00:00:00Z', '2025-12-01T00:00:00Z'];
const kubernetes = { key: 'kubernetes', name: 'Kubernetes', category: 'DevOps', last: LATE };

const app = serveConsole({
  async seed({ database: { pool }, service }) {
    for (const [country, count] of Object.entries(COUNTS))
      for (let index = 0; index < count; index += 1) {
        const slug = `${country.toLowerCase()}-${index}`;
        const id = await seedCompany(pool, {
          name: slug.toUpperCase(),
          slug,
          domains: [`${slug}.example`],
          country,
          ...(index === 0 && { industry: 'Software' }),
        });
        // Two of them adopted it lately.
        const first = index === 0 && country !== 'US' ? LATE : EARLY;
        await seedTechnologies(pool, id, [{ ...kubernetes, first }]);
      }
    await rebuildIndex(pool);
    service.beginWork();
  },
});

const open = (options = {}) => app.openPage('/app', options);
const question = (page: Page) => page.getByRole('textbox', { name: 'Describe the companies you look for' });
const chip = (page: Page, text: string) =>
  page.getByRole('list', { name: 'What was understood' }).getByText(text).waitFor();
const sections = (page: Page) => page.getByRole('heading', { level: 2 }).allInnerTexts();
const ready = (page: Page) => page.getByRole('heading', { name: 'My lists' }).waitFor();

describeInBrowser('home without words', () => {
  test('shows the catalogue by country and industry, cut to the countries that it has; each leads to a filter', async () => {
    const page = await open();
    const map = page.getByRole('group', { name: /^By country, as a map/ });
    const austria = map.getByRole('button', { name: 'AT, Austria: 2 · 33.3%: find these companies' });
    await austria.waitFor();
    // From the United States to Austria, and no further.
    expect(await map.evaluate((each) => getComputedStyle(each).getPropertyValue('--columns'))).toBe('12');
    expect(await map.getByText('JP', { exact: true }).count()).toBe(0);
    const industries = page.getByRole('list', { name: 'By industry' }).getByRole('listitem');
    expect((await industries.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      expect.stringContaining('Software 3 50%'),
      'unknown 3 50%',
    ]);
    await austria.click();
    await chip(page, 'country is Austria');
    expect(await question(page).inputValue()).toBe('country "Austria"');
    await question(page).fill('');
    await page
      .getByRole('list', { name: 'By industry' })
      .getByRole('button', { name: /^Software/ })
      .click();
    await chip(page, 'industry is Software');
  });

  test('shows technologies that grow, which lead to the companies that adopted them', async () => {
    const page = await open();
    await page
      .getByRole('list', { name: 'Technologies by adoption' })
      .getByRole('button', { name: /^Kubernetes\s*2/ })
      .click();
    await chip(page, 'technology is Kubernetes');
    const root = condition('technology', 'any_of', 'kubernetes');
    const { body } = await app
      .rest()
      .post(
        '/v1/lists/preview-count',
        definitionOf({ condition: { ...root.condition, when: { first_seen: '90d' } } }),
      )
      .expect(200);
    expect(body.count).toBe(2);
    await page.getByRole('status').filter({ hasText: '2 companies match.' }).waitFor({ state: 'attached' });
  });

  test('shows the lists of values beside the map, also in a window of 1024 pixels', async () => {
    const page = await open();
    await page.setViewportSize({ width: 1024, height: 768 });
    const boxOf = async (locator: Locator) => {
      const box = await locator.boundingBox();
      if (!box) throw new Error('not shown');
      return { ...box, right: box.x + box.width, bottom: box.y + box.height };
    };
    const map = page.getByRole('group', { name: /^By country, as a map/ });
    await map.waitFor();
    const [tiles, industries, growing] = await Promise.all(
      [
        map,
        page.getByRole('list', { name: 'By industry' }),
        page.getByRole('list', { name: 'Technologies by adoption' }),
      ].map(boxOf),
    );
    for (const bars of [industries, growing]) {
      expect(bars?.x).toBeGreaterThan(tiles?.right ?? Number.POSITIVE_INFINITY);
      expect(bars?.right).toBeGreaterThan(970);
    }
    expect(growing?.y).toBeGreaterThan(industries?.bottom ?? Number.POSITIVE_INFINITY);
    // The header has room for all of its links.
    const last = await boxOf(page.getByRole('navigation', { name: 'Main' }).getByRole('link').last());
    const search = await boxOf(page.getByRole('button', { name: 'Search', exact: true }));
    expect(last.right).toBeLessThan(search.x);
    await expectAccessible(page);
  });

  test('offers three examples with their numbers, own customers and a file to somebody without lists', async () => {
    const page = await open();
    const begin = page.getByRole('region', { name: 'Begin with' });
    await begin.getByRole('button', { name: /^Software companies in Germany\s*1 company\s*DE-0$/ }).waitFor();
    expect(await sections(page)).toEqual([
      'By country',
      'By industry',
      'Adopted in 90 days',
      'Begin with',
      'My lists',
    ]);
    expect(
      await begin.getByRole('link').evaluateAll((links) => links.map((each) => each.getAttribute('href'))),
    ).toEqual(['/app/insight/rule', '/app/files']);
    await begin.getByRole('button', { name: /^Software companies/ }).click();
    await chip(page, 'country is Germany');
  });

  test('counts a list that nobody has read, and shows how the size of others has changed', async () => {
    const read = (listId: number) => app.rest().get(`/v1/lists/${listId}/members?limit=1`).expect(200);
    const older = await app.createList(countryIs('AT'), 'Older');
    await read(older);
    app.service.clock.advance({ days: 25 });
    const never = await app.createList(countryIs('DE'), 'Never read');
    const changed = await app.createList(countryIs('AT'), 'Changed');
    await read(changed);
    app.service.clock.advance({ days: 12 });
    await app.rest().put(`/v1/lists/${changed}/definition`, countryIs('AT', 'DE')).expect(200);
    await read(changed);
    await app.rest().put(`/v1/lists/${older}/definition`, countryIs('AT', 'DE')).expect(200);
    await read(older);
    const page = await open();
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
    await row('Never read').scrollIntoViewIfNeeded();
    await row('Never read').getByRole('cell', { name: '3', exact: true }).waitFor();
    const line = row('Changed').getByRole('img', { name: '+3 companies in 30 days' });
    await line.waitFor();
    // It has changed twelve days ago, and ends today.
    expect(await line.locator('path').getAttribute('d')).toMatch(/^M57\.6 .*H96V.*H96$/);
    expect(await row('Never read').getByRole('img').count()).toBe(0);
    // Both pages say the same of a list that was computed before the 30 days.
    await row('Older').getByRole('img', { name: '+3 companies in 30 days' }).waitFor();
    await row('Older').getByRole('cell', { name: '5', exact: true }).waitFor();
    await row('Older').getByRole('link', { name: 'Older' }).click();
    await page.getByRole('button', { name: '5 companies', exact: true }).waitFor();
    await page.getByText('+3 in 30 days', { exact: true }).waitFor();
    await page.goBack();
    await ready(page);
    // The number that was shown is stored.
    const { body } = await app.rest().get(`/v1/lists/${never}/materializations`).expect(200);
    expect(body.materializations).toMatchObject([{ counts: { total: 3 } }]);
    expect(await page.getByRole('region', { name: 'Begin with' }).count()).toBe(0);
  });

  test('tells what entered and left watched lists, and why', async () => {
    const listId = await app.createList(countryIs('DE', 'AT'), 'German and Austrian');
    await app.rest().put(`/v1/lists/${listId}/watch`).expect(204);
    await app
      .rest()
      .post(`/v1/lists/${listId}/domains`, { domains: ['us-0.example'] })
      .expect(200);
    await untilEvaluated(app.service);
    await app.rest().put(`/v1/lists/${listId}/definition`, countryIs('AT')).expect(200);
    await untilEvaluated(app.service);
    const page = await open();
    const since = page.getByRole('region', { name: /^Since / });
    await since.getByText('US-0 entered: added by hand').waitFor();
    const moves = since
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'German and Austrian' }) });
    await moves.first().getByText('DE-0 left: no longer country is Austria').waitFor();
    expect((await moves.first().innerText()).replace(/\s+/g, ' ')).toMatch(
      /^German and Austrian \+1 −3 · its filter was changed · .*and 1 more$/,
    );
    await since.getByRole('link', { name: 'German and Austrian' }).click();
    await page.waitForURL(new RegExp(`/app/lists/${listId}/changes\\?since=.*&until=`));
  });

  test('shows drafts and jobs that wait, on a phone in the dark as well', async () => {
    await app
      .rest()
      .post('/v1/drafts', { definition: countryIs('DE') })
      .expect(201);
    const { list_id: listId } = (await app.rest().post('/v1/lists', { name: 'A list' }).expect(201)).body;
    await app.rest().get(`/v1/lists/${listId}/members`).expect(200);
    const job = await fetch(`${app.service.url}/v1/jobs?kind=match`, {
      method: 'POST',
      headers: { 'X-API-Key': app.tenant.userKey, 'Content-Type': 'text/csv' },
      body: 'domain\nde-0.example\n',
    });
    const { job_id: jobId } = await job.json();
    const page = await open({ viewport: PHONE, colorScheme: 'dark' });
    await ready(page);
    const draft = page
      .getByRole('region', { name: 'Drafts' })
      .getByRole('link', { name: 'country is Germany' });
    await draft.waitFor();
    const waiting = page
      .getByRole('region', { name: 'Under way' })
      .getByRole('link', { name: 'de-0.example' });
    expect(await waiting.getAttribute('href')).toBe(`/app/files/${jobId}`);
    // Bars instead of tiles that a finger would miss.
    await page
      .getByRole('list', { name: 'By country' })
      .getByRole('button', { name: /^Germany/ })
      .waitFor();
    await expectAccessible(page);
    await draft.click();
    await page.waitForURL(/\/app\/build/);
  });
});

const empty = serveConsole();

describeInBrowser('home of an empty catalogue', () => {
  test('says to operators how to import companies, and to others who does it', async () => {
    await empty.service.admin.setOperator(empty.tenant.email, true);
    const page = await empty.openPage('/app');
    const how = page.getByRole('region', { name: 'Import companies' });
    await how.getByText('import companies.csv --kind companies --dry-run').waitFor();
    await expectAccessible(page);
    await how.getByRole('link', { name: 'Installation › Imports' }).click();
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor();
    const other = await empty.openPage('/app', { key: empty.grace.userKey });
    await other.getByText('An operator of the installation fills it.').waitFor();
    expect(await other.getByRole('region', { name: 'Import companies' }).count()).toBe(0);
  });
});
