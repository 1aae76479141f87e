import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { readDraftLink } from '../../console/src/filter/draft-link.ts';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { PHONE } from '../harness/browser/console-page.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedCompany, seedTechnologies } from '../harness/seed.ts';
import { expectSoon } from '../harness/soon.ts';
import { AS_OF, daysBefore } from '../modules/filters/support.ts';
import { cellsOf, condition, definitionOf, rowsOf, serveConsole, turnDark, widthOf } from './fixture.ts';

const GERMANY = definitionOf(condition('country', 'any_of', 'DE'));
const SOFTWARE = definitionOf(condition('industry', 'any_of', 'Software'));
const DOCKER = definitionOf(condition('technology', 'any_of', 'docker'));

/**
 * 40 companies. The first 20 are German, the even ones make software. The first ten have Kubernetes. Four of them dropped
 * Docker for it.
 */
const app = serveConsole({
  async seed({ database: { pool } }) {
    for (let index = 0; index < 40; index += 1) {
      const id = await seedCompany(pool, {
        name: `Company ${index}`,
        slug: `company-${index}`,
        domains: [`company-${index}.example`],
        country: index < 20 ? 'DE' : 'US',
        industry: index % 2 === 0 ? 'Software' : 'Retail',
        employeeRange: '11-50',
      });
      const moved = index < 4;
      const docker = {
        key: 'docker',
        name: 'Docker',
        category: 'Containers',
        last: moved ? daysBefore(60) : AS_OF,
      };
      const kubernetes = { key: 'kubernetes', name: 'Kubernetes', category: 'Containers', last: AS_OF };
      await seedTechnologies(pool, id, [
        ...(moved || index > 30 ? [docker] : []),
        ...(index === 39 ? [{ key: 'php', name: 'PHP', category: 'Languages', last: AS_OF }] : []),
        ...(index < 10 ? [{ ...kubernetes, ...(moved && { first: daysBefore(30) }) }] : []),
      ]);
    }
    await rebuildIndex(pool);
  },
});

/** Filter of the draft that a link leads to. */
async function rootOf(page: Page, name: string | RegExp): Promise<unknown> {
  const href = await page.getByRole('link', { name }).first().getAttribute('href');
  const link = readDraftLink(new URL(href ?? '', page.url()).hash);
  return link.kind === 'draft' ? link.draft.definition.root : link;
}

const inList = (id: number, operator = 'any_of') => condition('list', operator, id);

/** Checks a page on a screen and on a phone, light and dark. */
async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  await turnDark(page, PHONE);
  expect(await widthOf(page)).toBeLessThanOrEqual(PHONE.width);
  await expectAccessible(page);
}

describeInBrowser('insight', () => {
  test('compares lists, and leads to the companies of one, both and the other', async () => {
    const germany = await app.createList(GERMANY, 'Germany');
    const software = await app.createList(SOFTWARE, 'Software');
    const docker = await app.createList(DOCKER, 'Docker');
    const { page } = await app.open('/app/lists');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Insight' }).click();
    // The lists that changed last are compared at once.
    const table = page.getByRole('table', { name: 'Companies in both lists' });
    await table.waitFor();
    expect(await cellsOf(page, 'Companies in both lists')).toEqual([
      [
        'Docker13 companies',
        '·',
        '46.2%6 companies of Docker, also in Software',
        expect.stringMatching(/^30\.8%4 /),
      ],
      ['Software20 companies', expect.stringMatching(/^30%6 /), '·', expect.stringMatching(/^50%10 /)],
      ['Germany20 companies', expect.stringMatching(/^20%4 /), expect.stringMatching(/^50%10 /), '·'],
    ]);
    await page.getByRole('heading', { name: 'Software + Germany' }).waitFor();
    await page
      .getByText('A cell compares its two lists; each part of their companies opens as a draft.')
      .waitFor();
    // By the keyboard.
    await page.getByRole('button', { name: '20% 4 companies of Germany, also in Docker' }).press('Enter');
    await page.getByRole('heading', { name: 'Germany + Docker' }).waitFor();
    await page.getByText('29 companies in one or both').waitFor();
    expect(await rootOf(page, /^Only in Germany/)).toEqual({
      and: [inList(germany), inList(docker, 'none_of')],
    });
    expect(await rootOf(page, /^In both/)).toEqual({ and: [inList(germany), inList(docker)] });
    expect(await rootOf(page, /^Only in Docker/)).toEqual({
      and: [inList(docker), inList(germany, 'none_of')],
    });
    await page.getByRole('button', { name: 'Do not compare Docker' }).click();
    await page.getByRole('button', { name: 'Do not compare Software' }).click();
    await page.getByText('Choose two lists or more.').waitFor();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Add a list' }).fill('soft');
    await page.getByRole('option', { name: 'Software' }).click();
    await page.getByRole('heading', { name: 'Germany + Software' }).waitFor();
    expect(new URL(page.url()).searchParams.get('lists')).toBe(JSON.stringify([germany, software]));
    await expectGood(page);
    // A narrow window lists the pairs instead of the matrix.
    await page.getByRole('button', { name: 'Do not compare Software' }).waitFor();
    expect(await table.isVisible()).toBe(false);
    await page.getByRole('link', { name: /^In both/ }).click();
    await page.waitForURL('**/app/build#*');
  });

  test('finds the rule behind pasted customers, loose to strict, and opens it in the builder', async () => {
    const { page } = await app.open('/app/insight/rule');
    await page.getByText('Paste three customers or more, or take a list').waitFor();
    await expectAccessible(page);
    const lines = Array.from({ length: 8 }, (_, index) => `https://company-${index}.example/about`);
    await page
      .getByLabel('Customers', { exact: true })
      .fill([...lines, 'nobody.example', 'Some Name'].join('\n'));
    await page.getByText('9 domains. 1 entry has no domain.').waitFor();
    await page.getByText('8 examples are in the catalogue. 1 is not: nobody.example').waitFor();
    const best = page.getByRole('region', { name: 'The rule', exact: true });
    await best.getByText('technology is Kubernetes').waitFor();
    await best.getByText('8 of 8 customers · 100%').waitFor();
    await best.getByText('2 companies more like them').waitFor();
    await best.getByRole('link', { name: 'Company 8' }).waitFor();
    const kubernetes = condition('technology', 'any_of', 'kubernetes');
    const domains = [
      ...Array.from({ length: 8 }, (_, index) => `company-${index}.example`),
      'nobody.example',
    ];
    expect(await rootOf(page, '2 companies more like them')).toEqual({
      and: [kubernetes, { not: condition('domain', 'equals', ...domains) }],
    });
    const [first] = await cellsOf(page, 'Values that customers have in common');
    expect(first?.slice(0, 4)).toEqual(['Kubernetestechnology', '100%', '25%', '4 ×']);
    expect(first?.[4]).toMatch(/^2\.7 to 4$/);
    await page.getByRole('button', { name: 'Customers' }).click();
    await rowsOf(page, 'Values that customers have in common').first().filter({ hasText: '100%' }).waitFor();
    const asked: unknown[] = [];
    page.on('request', (request) => asked.push(JSON.parse(request.postData() ?? '{}').variables?.strictness));
    for (const name of ['Strict', 'Loose']) {
      await page.getByText(name, { exact: true }).click();
      await expectSoon(() => asked.includes(name.toUpperCase()), true);
    }
    await expectGood(page);
    await best.getByRole('link', { name: 'Use it' }).click();
    await page.waitForURL('**/app/build#*');
    await page.getByText('10 companies').filter({ visible: true }).first().waitFor();
    await page.goBack();
    await page.getByText('9 domains. 1 entry has no domain.').waitFor();
    await best.getByText('8 of 8 customers · 100%').waitFor();
  });

  test('finds the rule behind a list, whose exceptions and finds are drafts', async () => {
    const listId = await app.createList(GERMANY, 'Germany');
    await app
      .rest()
      .post(`/v1/lists/${listId}/domains`, { domains: ['company-30.example'] })
      .expect(200);
    const { page } = await app.open(`/app/lists/${listId}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Find the rule behind it' }).click();
    await page.getByText('21 examples are in the catalogue.').waitFor();
    expect(await page.getByRole('combobox', { name: 'List' }).inputValue()).toBe('Germany');
    const best = page.getByRole('region', { name: 'The rule', exact: true });
    await best.getByText('20 of 21 customers · 95.2%').waitFor();
    const germany = condition('country', 'any_of', 'DE');
    expect(await rootOf(page, '1 customer is an exception')).toEqual({
      and: [inList(listId), { not: germany }],
    });
  });

  test('shows who adopts, drops and moves, by period', async () => {
    const { page } = await app.open('/app/insight/moves');
    await page
      .getByText('as dropped if it was last seen within the period, but not within the last 30 days.')
      .waitFor();
    const numbers = async () =>
      (await cellsOf(page, 'Technologies by companies that adopted or dropped them')).map((cells) => cells);
    await rowsOf(page, 'Technologies by companies that adopted or dropped them').nth(1).waitFor();
    expect(await numbers()).toEqual([
      ['DockerContainers', '13', '0', '−4', '−4'],
      ['KubernetesContainers', '10', '+4', '0', '+4'],
      ['PHPLanguages', '1', '0', '0', '0'],
    ]);
    // The largest move of the largest category is there at once.
    await page.getByText('4 companies dropped one and adopted the other').waitFor();
    expect(await page.getByRole('combobox', { name: 'From' }).inputValue()).toBe('Docker');
    expect((await cellsOf(page, 'Companies that moved'))[0]).toEqual([
      'Company 0company-0.example',
      'Software · Germany · 11-50',
    ]);
    const kubernetes = (when: object) => ({
      condition: { ...condition('technology', 'any_of', 'kubernetes').condition, when },
    });
    const docker = (when: object) => ({
      condition: { ...condition('technology', 'any_of', 'docker').condition, when },
    });
    expect(await rootOf(page, 'Open as a draft')).toEqual({
      and: [docker({ last_seen: '90d' }), docker({ not_seen: '30d' }), kubernetes({ first_seen: '90d' })],
    });
    expect(await rootOf(page, '−4')).toEqual({
      and: [docker({ last_seen: '90d' }), docker({ not_seen: '30d' })],
    });
    expect(await rootOf(page, '+4')).toEqual(kubernetes({ first_seen: '90d' }));
    await page.getByRole('button', { name: 'Net', exact: true }).press('Enter');
    await rowsOf(page, 'Technologies by companies that adopted or dropped them')
      .first()
      .filter({ hasText: 'Kubernetes' })
      .waitFor();
    await page.getByLabel('Find a technology').fill('nothing');
    await page.getByText('No technology has this in its name.').waitFor();
    await page.getByText('365 days', { exact: true }).click();
    await page.waitForURL(/window=DAYS_365/);
    const to = page.getByRole('combobox', { name: 'To', exact: true });
    await to.fill('ph');
    await page.getByRole('option', { name: 'PHP' }).click();
    await page.waitForURL(/from=docker&to=php/);
    await page.getByText('No company dropped the one and adopted the other').waitFor();
    await page.getByRole('button', { name: /^Docker → Kubernetes/ }).click();
    await page.getByText('4 companies dropped one and adopted the other').waitFor();
    await expectGood(page);
  });

  test('shows companies like one, with reasons, from the palette and from the sentence', async () => {
    const listId = await app.createList(GERMANY, 'Germany');
    await app.rest().get(`/v1/lists/${listId}/members?limit=1`).expect(200);
    const { page } = await app.open('/app');
    await page
      .getByLabel('Describe the companies you look for')
      .fill('companies like company 30, in germany');
    await page.getByRole('button', { name: /company 30” is not understood/ }).click();
    await page.getByRole('menuitem', { name: 'Company 30' }).press('Enter');
    await page.waitForURL('**/app/companies/company-30#similar');
    await page.getByRole('region', { name: 'Similar companies', exact: true }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page
      .getByPlaceholder('Search lists, companies, technologies and commands')
      .fill('companies like company 5');
    await page.getByText('Companies like Company 5').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/companies/company-5#similar');
    const rows = rowsOf(page, 'Similar companies, with what they share');
    await rows.filter({ hasText: 'Company 7' }).waitFor();
    expect((await cellsOf(page, 'Similar companies, with what they share'))[0]).toEqual([
      '',
      'Company 1company-1.exampleRetail · Germany · 11-50 · In 1 of your lists Kubernetes · Germany · Retail · 11-50',
      '100%',
    ]);
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Select Company 7' }).check();
    await page.getByRole('checkbox', { name: 'Select Company 9' }).check();
    await page.getByRole('button', { name: 'Add to list' }).last().click();
    await page.getByLabel('Find a list, or name a new one').fill('Alike');
    await page.getByRole('button', { name: 'New list “Alike”' }).click();
    await page.getByText('2 companies added to “Alike”.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows.nth(7).waitFor();
    await expectGood(page);
  });
});
