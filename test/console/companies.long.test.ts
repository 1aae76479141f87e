import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { readDraftLink } from '../../console/src/filter/draft-link.ts';
import { CompanyListsDocument, UnlockCompanyDocument } from '../../console/src/generated/graphql.ts';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { REGISTRY_VERSION } from '../../src/modules/filters/registry.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { PHONE } from '../harness/browser/console-page.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { readBooks } from '../harness/ledger.ts';
import { mergeCompany } from '../harness/retire.ts';
import { seedCompany, seedPartnership, seedPlain, seedTechnologies } from '../harness/seed.ts';
import { condition, definitionOf, HOSTILE, SMALL, serveConsole, widthOf } from './fixture.ts';

let acme: number;
const app = serveConsole({
  credits: 5,
  async seed({ database: { pool } }) {
    acme = await seedCompany(pool, {
      name: 'Acme Robotics',
      slug: 'acme-robotics',
      domains: ['acme.example', 'acme.test'],
      investors: ['Comet Fund', 'Ärger & Söhne'],
      industry: 'Software',
      country: 'DE',
      employeeRange: '51-200',
      foundedYear: 2015,
    });
    await seedTechnologies(pool, acme, [
      { key: 'kubernetes', name: 'Kubernetes', category: 'DevOps', count: 7, first: '2023-01-05T00:00:00Z' },
      { key: 'docker', name: 'Docker', category: 'DevOps', count: 3, last: '2025-12-01T00:00:00Z' },
      { key: 'odd', name: HOSTILE },
    ]);
    const partners = ['globex', 'initech', 'hooli'];
    for (const [index, slug] of partners.entries()) {
      const last = `2025-0${index + 1}-01T00:00:00Z`;
      await seedPartnership(pool, acme, await seedPlain(pool, slug), { last, count: index + 1 });
    }
    const hostile = await seedCompany(pool, { name: HOSTILE, slug: 'hostile', domains: ['hostile.example'] });
    await seedPartnership(pool, acme, hostile, { last: '2024-02-01T00:00:00Z', count: 50 });
    for (let index = 0; index < 60; index += 1) await seedPlain(pool, `many${index}`);
    await rebuildIndex(pool);
  },
});
const { open, rest } = app;

/** Clicks twice before any timer of the page can fire, and before the button is disabled. */
const doubleClick = (button: Locator) =>
  button.evaluate(async (element: HTMLElement) => {
    element.click();
    for (let turn = 0; turn < 100; turn += 1) await undefined;
    element.click();
  });

/** Checks the names in the table of partners, once the first of them is at its place. */
async function expectPartners(page: Page, ...names: [first: string, ...string[]]): Promise<void> {
  const links = page.getByRole('table', { name: 'Partners', exact: true }).getByRole('link');
  await links.first().filter({ hasText: names[0] }).waitFor();
  expect((await links.allInnerTexts()).map((name) => name.slice(0, 8))).toEqual(names);
}

const textsOf = (page: Page, selector: string) => page.locator(selector).allInnerTexts();

/** Names and order of companies as the API finds them. */
async function searchApi(search: string): Promise<{ total: number; names: string[] }> {
  const query =
    'query ($search: String!) { companies(search: $search) { totalCount edges { node { name } } } }';
  const { body } = await app.service.graphql(app.tenant.userKey, query, { search });
  const { totalCount, edges } = body.data.companies;
  return { total: totalCount, names: edges.map(({ node }: { node: { name: string } }) => node.name) };
}

describeInBrowser('companies', () => {
  test('search shows what the API finds, best first, page by page, and keeps the text in the address', async () => {
    const { page } = await open('/app/companies');
    await page.getByLabel('Name or domain').fill('many');
    const { total, names } = await searchApi('many');
    expect(total).toBe(60);
    await page.getByText('60 companies found · the best 50 shown').waitFor();
    await page.waitForURL((url) => url.search === '?search=many');
    const found = 'table[aria-label="Companies found"] a bdi';
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('60 companies found', { exact: true }).waitFor();
    expect((await textsOf(page, found)).filter((text) => names.includes(text))).toEqual(names);
    await page.reload();
    await page.getByText('60 companies found').waitFor();
    expect(await page.getByLabel('Name or domain').inputValue()).toBe('many');
  });

  test('search works with the keyboard alone', async () => {
    const { page } = await open('/app/companies');
    await page.getByLabel('Name or domain').focus();
    await page.keyboard.type('acme');
    // The first letters find the company as well, and the address follows once typing has ended.
    await page.waitForURL(/search=acme$/);
    await page.getByText('1 company found').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Acme Robotics' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/companies/acme-robotics');
  });

  test('the search and the state of the catalogue fit a phone, also at 200 % zoom', async () => {
    const { page } = await open('/app/companies', { viewport: PHONE });
    await page
      .getByRole('region', { name: 'The catalogue' })
      .getByText(/ 3 technologies and 4 partnerships/)
      .waitFor();
    await expectAccessible(page);
  });

  test('search says what to try where nothing is found', async () => {
    const { page } = await open('/app/companies?search=zzzz');
    await page.getByText('No company has “zzzz” in its name or domains').waitFor();
    await expectAccessible(page);
  });

  test('a company has the facts, domains, investors and technologies of the API', async () => {
    const { page } = await open('/app/companies/acme-robotics');
    const facts = page.getByLabel('Facts', { exact: true });
    await facts.getByRole('link', { name: 'Software' }).waitFor();
    const { body } = await rest().get('/v1/companies/acme-robotics');
    for (const domain of body.domains) await facts.getByText(domain, { exact: true }).waitFor();
    for (const text of ['Germany', '51-200', '2015', 'Comet Fund', 'Ärger & Söhne']) {
      await facts.getByText(text, { exact: true }).waitFor();
    }
    const categories = page.getByRole('list', { name: 'Technologies by category' });
    await categories.getByRole('link', { name: 'DevOps', exact: true }).waitFor();
    expect((await categories.getByRole('link').allInnerTexts()).slice(0, 3)).toEqual([
      'DevOps',
      'Kubernetes',
      'Docker',
    ]);
    await page.getByRole('switch', { name: 'Time line' }).check();
    const table = page.getByRole('table', { name: /^Technologies, with the time/ });
    await table.getByText('Without a category').waitFor();
    const rows = await table.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => row.split(/\s*[\t\n]\s*/).filter(Boolean))).toEqual([
      ['Docker', expect.stringMatching(/^DevOps/), '1 Jan 2024', '1 Dec 2025', '3'],
      [
        expect.stringMatching(/^<script>alert/),
        expect.stringMatching(/^Without a category/),
        '1 Jan 2024',
        '1 Jun 2024',
        '1',
      ],
      ['Kubernetes', expect.stringMatching(/^DevOps/), '5 Jan 2023', '1 Jun 2024', '7'],
    ]);
    await page.getByLabel('Filter by name or category').fill('kube');
    await table.getByText('Docker').waitFor({ state: 'detached' });
    expect(await table.getByRole('row').count()).toBe(2);
  });

  test('says in how many lists of the caller it is, and leads to them', async () => {
    const { page } = await open('/app/companies/acme-robotics');
    await page.getByText('In none of your lists').waitFor();
    const createWith = async (name: string, key = app.tenant.userKey) => {
      const listId = await app.createList(definitionOf(null), name, key);
      await rest(key)
        .post(`/v1/lists/${listId}/domains`, { domains: ['acme.example'] })
        .expect(200);
      await rest(key).get(`/v1/lists/${listId}/members`).expect(200);
      return listId;
    };
    const first = await createWith('Prospects');
    await createWith(HOSTILE);
    await createWith('Of Grace', app.grace.userKey);
    await page.reload();
    const lists = page.getByRole('region', { name: 'In my lists' });
    await lists.getByRole('link', { name: /^<script>/ }).waitFor();
    expect(await lists.getByRole('link').count()).toBe(2);
    await lists.getByRole('listitem').filter({ hasText: 'Prospects' }).getByText('High').waitFor();
    await expectAccessible(page);
    await lists.getByRole('link', { name: 'Prospects' }).click();
    await page.getByRole('heading', { level: 1, name: 'Prospects' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/lists/${first}`);
  });

  test('says when the lists cannot be read, and reads them again', async () => {
    const { page, problems } = await open('/app/companies');
    problems.expect(/500/);
    let fails = true;
    await page.route('**/graphql', (route) =>
      fails && route.request().postData()?.includes(String(CompanyListsDocument.__meta__?.hash))
        ? route.fulfill({
            status: 500,
            json: { errors: [{ message: 'failed', extensions: { code: 'INTERNAL_ERROR' } }] },
          })
        : route.fallback(),
    );
    await page.goto(`${app.service.url}/app/companies/acme-robotics`);
    const lists = page.getByRole('region', { name: 'In my lists' });
    await lists.getByRole('alert').waitFor();
    fails = false;
    await lists.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('In none of your lists').waitFor();
  });

  test('each value leads to the builder with its condition as a draft', async () => {
    const { page } = await open('/app/companies/acme-robotics');
    const conditionOf = async (name: string) => {
      const href = await page.getByRole('link', { name, exact: true }).first().getAttribute('href');
      const { pathname, hash } = new URL(href ?? '', app.service.url);
      expect(pathname).toBe('/app/build');
      const link = readDraftLink(hash);
      return link.kind === 'draft' ? link.draft.definition : link;
    };
    await page.getByRole('link', { name: 'Kubernetes', exact: true }).first().waitFor();
    const definition = (field: string, value: string) => ({
      registry_version: REGISTRY_VERSION,
      root: condition(field, 'any_of', value),
    });
    expect(await conditionOf('Kubernetes')).toEqual(definition('technology', 'kubernetes'));
    expect(await conditionOf('Software')).toEqual(definition('industry', 'Software'));
    expect(await conditionOf('Germany')).toEqual(definition('country', 'DE'));
    expect(await conditionOf('51-200')).toEqual(definition('employee_range', '51-200'));
    expect(await conditionOf('Ärger & Söhne')).toEqual(definition('investor', 'Ärger & Söhne'));
  });

  test('locked partners say their number and price; unlocking charges once and shows them', async () => {
    const { page } = await open('/app/companies/acme-robotics');
    await page.getByText('4 partners are locked').waitFor();
    // On a screen of usual size, one need not scroll to them.
    await page.setViewportSize({ width: 1440, height: 900 });
    const unlock = await page.getByRole('button', { name: 'Unlock 4 partners for 1 credit' }).boundingBox();
    expect((unlock?.y ?? 0) + (unlock?.height ?? 900)).toBeLessThan(900);
    await page
      .getByText('Not unlocked yet: costs 1 credit. Your balance is 5; 4 are left after it.')
      .waitFor();
    await expectAccessible(page);
    expect(await readBooks(app.service.database.pool, app.tenant.organizationId)).toMatchObject({
      balance: 5,
      paidFor: [],
    });
    const unlocking: string[] = [];
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      if (body.includes(String(UnlockCompanyDocument.__meta__?.hash))) unlocking.push(body);
    });
    await doubleClick(page.getByRole('button', { name: 'Unlock 4 partners for 1 credit' }));
    await page.getByText('Unlocked. 1 credit charged, 4 left.').waitFor();
    expect(unlocking).toHaveLength(1);
    const table = page.getByRole('table', { name: 'Partners', exact: true });
    await expectPartners(page, 'HOOLI', 'INITECH', 'GLOBEX', '<script>');
    const counts = await table.locator('tbody td:last-child').allInnerTexts();
    expect(counts).toEqual(['3', '2', '1', '50']);
    const books = await readBooks(app.service.database.pool, app.tenant.organizationId);
    expect(books).toEqual({ balance: 4, ledger: 4, paidFor: [acme], unlocked: [acme] });
    await expectAccessible(page);
    // What is paid for is also among the changes.
    await page.getByRole('region', { name: 'What changed' }).getByRole('link', { name: 'HOOLI' }).click();
    await page.getByRole('heading', { level: 1, name: 'HOOLI' }).waitFor();
  });

  test('without credits, it says to everybody how to get some', async () => {
    await app.service.prisma.organization.update({
      where: { id: app.tenant.organizationId },
      data: { creditBalance: 0 },
    });
    const told = async (key: string, words: string) => {
      const { page } = await open('/app/companies/acme-robotics', { key });
      await page.getByRole('status').filter({ hasText: words }).waitFor();
      return page;
    };
    await told(app.grace.userKey, 'Ask an admin of your organization for credits.');
    await told(app.tenant.userKey, 'Ask an operator of this installation to grant credits');
    await app.service.admin.setOperator(app.tenant.email, true);
    const page = await told(app.tenant.userKey, 'Grant some under Installation › Organizations.');
    await page.getByRole('link', { name: 'Installation › Organizations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
  });

  test('partners are sorted by each column, and found by name', async () => {
    await rest()
      .post('/v1/enrich/partnerships', { domains: ['acme.example'] })
      .expect(200);
    const { page } = await open('/app/companies/acme-robotics');
    const sortBy = (name: string) => page.getByRole('columnheader', { name }).getByRole('button').click();
    await page.getByRole('table', { name: 'Partners', exact: true }).waitFor();
    await sortBy('Observations');
    await expectPartners(page, '<script>', 'HOOLI', 'INITECH', 'GLOBEX');
    await sortBy('Partner');
    await expectPartners(page, '<script>', 'GLOBEX', 'HOOLI', 'INITECH');
    await sortBy('Partner');
    await expectPartners(page, 'INITECH', 'HOOLI', 'GLOBEX', '<script>');
    await page.getByLabel('Search partner or industry').fill('hoo');
    await page.getByText('1 of 4 partners').waitFor();
    await expectPartners(page, 'HOOLI');
    await expectAccessible(page);
  });

  test('a technology is told as new or gone against the newest observation, also among the dated changes', async () => {
    const { pool } = app.service.database;
    const changing = await seedCompany(pool, {
      name: 'Changing',
      slug: 'changing',
      domains: ['changing.example'],
    });
    const tool = (key: string, first: string, last: string) => ({
      key,
      name: key,
      category: 'Tools',
      first,
      last,
    });
    await seedTechnologies(pool, changing, [
      tool('fresh', '2025-11-20T00:00:00Z', '2025-12-01T00:00:00Z'),
      tool('steady', '2023-01-01T00:00:00Z', '2025-11-01T00:00:00Z'),
      tool('former', '2022-01-01T00:00:00Z', '2023-02-01T00:00:00Z'),
      tool('waning', '2022-01-01T00:00:00Z', '2024-10-01T00:00:00Z'),
    ]);
    await rebuildIndex(pool);
    const { page } = await open('/app/companies/changing');
    const chips = page.getByRole('list', { name: 'Technologies by category' }).locator('li li');
    await chips.first().waitFor();
    expect(await chips.evaluateAll((all) => all.map((each) => each.textContent))).toEqual([
      '−formerlast seen 3 years ago',
      '+freshnew',
      'steady',
      '−waninglast seen 14 months ago',
    ]);
    // Without colours as well: by the border and a line through the name.
    const looks = await chips.evaluateAll((all) =>
      all.map((each) => {
        const link = each.querySelector('a') ?? each;
        const { borderTopStyle, borderTopWidth } = getComputedStyle(each);
        return `${borderTopStyle} ${borderTopWidth} ${getComputedStyle(link).textDecorationLine}`;
      }),
    );
    expect(new Set(looks.slice(0, 3)).size).toBe(3);
    const changes = page.getByRole('region', { name: 'What changed' }).getByRole('listitem');
    const texts = (await changes.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
    expect(texts).toEqual([
      '20 Nov + Adopted fresh (Tools)',
      '1 Oct 2024 − No longer seen: waning (Tools)',
      '1 Feb 2023 − No longer seen: former (Tools)',
      '1 Jan 2023 + Adopted steady (Tools)',
      '1 Jan 2022 + Adopted former, waning',
    ]);
    await expectAccessible(page);
  });

  test('is added to a list in two clicks; its site opens without access to this page', async () => {
    const listId = await app.createList(definitionOf(null), 'Prospects');
    const { page } = await open('/app/companies/acme-robotics');
    const site = page.getByRole('link', { name: 'acme.example, opens in a new tab' });
    expect(await site.getAttribute('rel')).toContain('noopener');
    await page.getByRole('button', { name: 'Add to list' }).click();
    await page.getByRole('button', { name: 'Prospects' }).click();
    await page.getByText('1 company added to “Prospects”.').waitFor();
    const { body } = await rest().get(`/v1/lists/${listId}/domains`).expect(200);
    expect(body.domains.map(({ domain }: { domain: string }) => domain)).toEqual(['acme.example']);
  });

  test('companies that were found are selected and added to a list', async () => {
    const listId = await app.createList(definitionOf(null), 'Prospects');
    const { page } = await open('/app/companies?search=many');
    const boxes = page.getByRole('table', { name: 'Companies found' }).locator('tbody').getByRole('checkbox');
    await boxes.nth(0).click();
    await boxes.nth(3).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected companies' });
    await bar.getByText('4 selected').waitFor();
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Add to list' }).click();
    await page.getByRole('button', { name: 'Prospects' }).waitFor();
    await page.getByLabel('Find a list, or name a new one').press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('4 companies added to “Prospects”.').waitFor();
    const { body } = await rest().get(`/v1/lists/${listId}/domains`).expect(200);
    expect(body.domains).toHaveLength(4);
  });

  test('a domain leads to the address of the slug', async () => {
    const { page } = await open('/app/companies/acme.test');
    await page.waitForURL('**/app/companies/acme-robotics');
    await page.getByRole('heading', { level: 1, name: 'Acme Robotics' }).waitFor();
    expect(await page.getByText('was merged into this company').count()).toBe(0);
  });

  test('the slug of a merged company leads to the survivor, and the page says so', async () => {
    await seedPlain(app.service.database.pool, 'old-acme');
    await mergeCompany(app.service.database.pool, 'old-acme', 'acme');
    const { page } = await open('/app/companies/old-acme');
    await page.waitForURL('**/app/companies/acme-robotics');
    await page.getByText('“old-acme” was merged into this company.').waitFor();
  });

  test('an unknown company offers a search, and the lists for a domain', async () => {
    const { page } = await open('/app/companies/acme.nowhere');
    await page.getByRole('heading', { level: 1, name: 'Company not found' }).waitFor();
    await page.getByRole('link', { name: 'Go to the lists' }).waitFor();
    await expectAccessible(page);
    await page.locator('#content').getByRole('button', { name: 'Search' }).click();
    await page.getByText('1 company found').waitFor();
  });

  test('a report is stored with its description; one that is too long is not sent', async () => {
    const { page } = await open('/app/companies/acme-robotics');
    await page.getByRole('button', { name: 'Report wrong data' }).click();
    const input = page.getByLabel('What looks wrong? (optional)');
    await input.fill('🏢'.repeat(2001));
    await page.getByText('Shorten the text by 1 character.').waitFor();
    expect(await page.getByRole('button', { name: 'Send the report' }).isDisabled()).toBe(true);
    await input.fill('  It moved to <b>France</b>.  ');
    await page.getByText('26 of 2,000 characters').waitFor();
    await page.getByRole('button', { name: 'Send the report' }).click();
    await page.getByText(/Report \d+ waits for the data-quality review/).waitFor();
    const flags = await app.service.prisma.dataFlag.findMany();
    expect(flags).toMatchObject([
      { companyId: acme, description: 'It moved to <b>France</b>.', userId: app.tenant.userId },
    ]);
    await page.getByRole('link', { name: 'See what became of reports' }).click();
    await page.getByRole('list', { name: 'Reports' }).waitFor();
    await page.goBack();
    // A fact that is wrong begins its report.
    await page.getByRole('button', { name: 'Report: Employees is wrong' }).click();
    await expectAccessible(page);
    expect(await input.inputValue()).toBe('Employees says “51-200”. It should be: ');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.goForward();
    const reports = page.getByRole('list', { name: 'Reports' }).getByRole('listitem');
    await reports.getByText('It moved to <b>France</b>.').waitFor();
    await reports.getByText('Waits for review').waitFor();
  });

  test('names of any kind stay text and fit a phone, in the dark', async () => {
    const viewport = { width: 640, height: 800 };
    const { page } = await open('/app/companies/hostile', { viewport, colorScheme: 'dark' });
    await page.getByRole('heading', { level: 1 }).getByText('<script>alert(1)</script>').waitFor();
    await page.getByText('1 partner is locked').waitFor();
    await expectAccessible(page);
    await page.setViewportSize(SMALL);
    await page.waitForFunction((width) => document.documentElement.scrollWidth === width, SMALL.width);
    expect(await widthOf(page)).toBe(SMALL.width);
  });
});
