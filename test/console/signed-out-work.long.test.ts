import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import type { ConsolePage } from '../harness/browser/open-console.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedCompany, seedPartnership } from '../harness/seed.ts';
import { expectSoon } from '../harness/soon.ts';
import { linkTo } from './builder/service.ts';
import {
  condition,
  countryIs,
  DARK,
  definitionOf,
  dialogOf,
  documentOf,
  menuOf,
  pasteField,
  serveConsole,
  submit,
} from './fixture.ts';

const app = serveConsole({
  credits: 50,
  settings: { works: true },
  async seed({ database: { pool } }) {
    const hub = await seedCompany(pool, { name: 'Hub', slug: 'hub', domains: ['hub.example'] });
    for (const slug of ['acme', 'beta']) {
      const id = await seedCompany(pool, { name: slug, slug, domains: [`${slug}.example`], country: 'DE' });
      await seedPartnership(pool, hub, id);
    }
    await rebuildIndex(pool);
  },
});

let listId: number;
beforeEach(async () => {
  listId = await app.createList(definitionOf(null), 'Customers');
});

async function signOut(page: Page, name = 'Ada'): Promise<void> {
  await menuOf(page, name).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await pasteField(page).waitFor();
}

async function signIn(page: Page, key: string, name: string): Promise<void> {
  await submit(page, key);
  await menuOf(page, name).waitFor();
}

/** Opens a page as somebody who signs in on it. */
async function goAs(page: Page, name: 'Ada' | 'Grace', path: string): Promise<void> {
  await signIn(page, name === 'Ada' ? app.tenant.userKey : app.grace.userKey, name);
  await page.goto(app.service.url + path);
}

/** Signs out in another tab: a dialog of the page covers its own menu. */
async function signOutBeside(first: ConsolePage): Promise<void> {
  const second = await app.open('/app/settings/limits', { beside: first });
  await signOut(second.page);
  await pasteField(first.page).waitFor();
}

/** The field of the domains that a list has by hand. */
const domains = (page: Page) => page.getByRole('dialog').getByLabel('Domains', { exact: true });
const companies = (page: Page) => page.getByLabel('Companies', { exact: true });
const loss = (page: Page) => page.getByRole('dialog', { name: 'Sign out and lose your last changes?' });

describeInBrowser('work of somebody who signs out', () => {
  test('companies that were pasted for a file wait for them, and nobody else sees them', async () => {
    const page = await app.openPage('/app/files');
    await companies(page).fill('acme.example\nbeta.example');
    await signOut(page);
    await goAs(page, 'Grace', '/app/files');
    await companies(page).waitFor();
    expect(await companies(page).inputValue()).toBe('');
    await signOut(page, 'Grace');
    await goAs(page, 'Ada', '/app/files');
    await expectSoon(() => companies(page).inputValue(), 'acme.example\nbeta.example');
    // They are given back once.
    await page.reload();
    await companies(page).waitFor();
    expect(await companies(page).inputValue()).toBe('');
  });

  test('domains that were pasted into a list wait for them', async () => {
    const first = await app.open(`/app/lists/${listId}/domains`);
    await domains(first.page).fill('acme.example\nnot a domain');
    await signOutBeside(first);
    await goAs(first.page, 'Ada', `/app/lists/${listId}/domains`);
    await expectSoon(() => domains(first.page).inputValue(), 'acme.example\nnot a domain');
  });

  test('a sentence waits for them', async () => {
    const page = await app.openPage('/app');
    const sentence = page.getByRole('textbox', { name: 'Describe the companies you look for' });
    await sentence.fill('software in germany');
    await signOut(page);
    await signIn(page, app.tenant.userKey, 'Ada');
    await expectSoon(() => sentence.inputValue(), 'software in germany');
  });

  test('a job of the service stays, and is seen by its creator alone', async () => {
    const page = await app.openPage('/app/files');
    await companies(page).fill('acme.example\nbeta.example');
    await page.getByRole('button', { name: 'Upload and match' }).click();
    await page.getByRole('heading', { level: 1, name: 'acme.example and 1 more' }).waitFor();
    // Until then the page asks for its progress, which the end of the session refuses.
    await page.getByText('Waits for you', { exact: true }).waitFor();
    await signOut(page);
    await goAs(page, 'Grace', '/app/files');
    await page.getByText('Jobs that you start are here').waitFor();
    await signOut(page, 'Grace');
    await goAs(page, 'Ada', '/app/files');
    const row = page.getByRole('row', { name: /acme\.example and 1 more/ });
    await row.getByText('Waits for you').waitFor();
  });

  test('the last edit of a draft is saved before the session ends', async () => {
    const roots = [condition('country', 'any_of', 'DE'), condition('founded_year', 'gte', 2001)];
    const page = await app.openPage(`/app/build${linkTo({ and: roots })}`);
    await page.locator('[data-row]').nth(2).focus();
    await page.keyboard.press('Delete');
    await signOut(page);
    const drafts = await app.service.prisma.draft.findMany({ where: { userId: app.tenant.userId } });
    expect(drafts.map(({ definition }) => definition)).toMatchObject([{ root: { and: roots.slice(0, 1) } }]);
  });

  test.each(['light', 'dark'] as const)('is asked about before it is lost: %s', async (scheme) => {
    const { page, problems } = await app.open(
      `/app/build${linkTo({ and: [condition('country', 'any_of', 'DE'), condition('name', 'contains', 'a')] })}`,
      scheme === 'dark' ? DARK : {},
    );
    problems.expect(/400/);
    await page.locator('[data-row]').nth(2).waitFor();
    const refusal = { message: 'Too many drafts.', extensions: { code: 'QUOTA_EXCEEDED' } };
    await page.route('**/graphql', (route) =>
      documentOf(route.request()).startsWith('mutation SaveDraft')
        ? route.fulfill({ status: 400, json: { errors: [refusal] } })
        : route.continue(),
    );
    await page.locator('[data-row]').nth(2).focus();
    await page.keyboard.press('Delete');
    await page.getByText('2 companies match.', { exact: true }).waitFor({ state: 'attached' });
    await menuOf(page, 'Ada').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await loss(page).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await page.keyboard.press('Enter');
    await loss(page).waitFor({ state: 'hidden' });
    expect(await app.whoIsIn(page)).toBe('Ada');
    await menuOf(page, 'Ada').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await dialogOf(page).getByRole('button', { name: 'Sign out and lose them' }).click();
    await pasteField(page).waitFor();
    expect(await app.whoIsIn(page)).toBeUndefined();
  });

  test('stays when another tab signs out', async () => {
    const first = await app.open('/app/files');
    await companies(first.page).fill('acme.example');
    await signOutBeside(first);
    await goAs(first.page, 'Ada', '/app/files');
    await expectSoon(() => companies(first.page).inputValue(), 'acme.example');
  });

  test('a list that is open for somebody else shows nothing of it', async () => {
    const shared = await app.createList(countryIs('DE'), 'Germans');
    const to = { user_id: app.grace.userId, access_level: 'editor' };
    await app.rest().post(`/v1/lists/${shared}/permissions`, to).expect(201);
    const first = await app.open(`/app/lists/${shared}/domains`);
    await domains(first.page).fill('secret.example');
    await signOutBeside(first);
    await goAs(first.page, 'Grace', `/app/lists/${shared}/domains`);
    await domains(first.page).waitFor();
    expect(await domains(first.page).inputValue()).toBe('');
  });
});
