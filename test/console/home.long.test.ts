import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { PHONE } from '../harness/browser/console-page.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { DOCKER, GERMANY, SOFTWARE, serveBuilder, waitForRoot } from './builder/service.ts';
import { condition, definitionOf, submit } from './fixture.ts';

const app = serveBuilder();
const SENTENCE =
  'software companies in germany using docker, not partner of globex, 11-50 employees, founded after 2005';
const ROOT = [
  SOFTWARE,
  GERMANY,
  DOCKER,
  condition('partner', 'none_of', 'globex.example'),
  condition('employee_range', 'any_of', '11-50'),
  condition('founded_year', 'gte', 2006),
];

const open = (
  options: { viewport?: { width: number; height: number }; colorScheme?: 'light' | 'dark' } = {},
) => app.openBuilder('/app', { ready: '#home-lists', ...options });
const question = (page: Page) => page.getByRole('textbox', { name: 'Describe the companies you look for' });
const chips = (page: Page) => page.getByRole('list', { name: 'What was understood' });
const funnel = (page: Page) => page.getByRole('list', { name: 'What remains after each condition' });
const status = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });

/** Runs in the page: lets the browser's store wait until the event `release`. */
async function occupyStore(): Promise<void> {
  const opening = indexedDB.open('company-data');
  opening.onupgradeneeded = () => opening.result.createObjectStore('work');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const store = opening.result.transaction('work', 'readwrite').objectStore('work');
  let isBusy = true;
  addEventListener('release', () => {
    isBusy = false;
  });
  const occupy = () => {
    if (isBusy) store.count().onsuccess = occupy;
    else opening.result.close();
  };
  occupy();
}

describeInBrowser('the home page', () => {
  test('turns a sentence into chips, a funnel and companies, and two keys save it', async () => {
    const total = await app.countAll(ROOT);
    const remaining = await Promise.all(ROOT.map((_, index) => app.countAll(ROOT.slice(0, index + 1))));
    const { page } = await open();
    await page.getByText('49').first().waitFor();
    // The focus is in the question.
    await question(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(SENTENCE);
    await chips(page).getByText('founding year is at least 2006').waitFor();
    await status(page, `${total} compan`);
    expect((await chips(page).getByRole('listitem').allInnerTexts()).map((each) => each.trim())).toEqual([
      'industry is Software',
      'country is Germany',
      'technology is Docker',
      'partner is not Globex',
      'employees is 11-50',
      'founding year is at least 2006',
    ]);
    const steps = await funnel(page).getByRole('listitem').allInnerTexts();
    expect(steps.map((each) => Number.parseInt(each, 10))).toEqual([49, ...remaining]);
    await page.getByText('Docker · 1 Jun').first().waitFor();
    // Conditions with a date have their evidence in each of the first companies; others have none.
    const first = page.getByRole('table', { name: 'First matches, by tier' }).locator('tbody tr');
    expect(await first.filter({ hasText: 'Docker · 1 Jun' }).count()).toBe(total);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Save as list' }).locator('input:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/lists\/\d+$/);
    // The page of the list stays, although a sentence was just typed, and Back returns to the sentence.
    await page.getByRole('heading', { level: 1, name: SENTENCE.replace('software', 'Software') }).waitFor();
    await page.goBack();
    await expect(question(page).inputValue()).resolves.toBe(SENTENCE);
    expect(new URL(page.url()).searchParams.get('q')).toBe(SENTENCE);
    const { body } = await app.rest().get('/v1/lists').expect(200);
    const [{ list_id, name }] = body.lists;
    expect(name).toBe(SENTENCE.replace('software', 'Software'));
    const saved = await app.rest().get(`/v1/lists/${list_id}`).expect(200);
    expect(saved.body.definition.root).toEqual({ and: ROOT });
    // The portfolio says the filter in words.
    await page.getByRole('link', { name: 'Company data' }).click();
    await page.getByRole('link', { name }).waitFor();
    await page.getByText(/^industry is Software, and country is Germany/).waitFor();
  });

  test('asks what it does not understand, and takes the choice into the text', async () => {
    const { page } = await open();
    await question(page).fill('software in germny, foobar');
    await status(page, '2 parts are not understood yet.');
    // Enter leads to the choice instead of saving what was not understood.
    await page.keyboard.press('Enter');
    await chips(page).locator('button:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'country is Germany' }).click();
    expect(await question(page).inputValue()).toBe('software in country Germany, foobar');
    await page.getByRole('button', { name: /foobar/ }).click();
    await page.getByRole('menuitem', { name: 'Search names for “foobar”' }).waitFor();
    await page.getByRole('menuitem', { name: 'Remove these words' }).click();
    expect(await question(page).inputValue()).toBe('software in country Germany');
    await chips(page).getByRole('button', { name: 'Remove industry is Software' }).click();
    expect(await question(page).inputValue()).toBe('in country Germany');
    await status(page, `${await app.countAll([GERMANY])} companies match.`);
    await question(page).press('Escape');
    expect(await question(page).inputValue()).toBe('in country Germany');
  });

  test('takes a spelling with one button', async () => {
    const { page } = await open();
    await question(page).fill('software in germny using dokcer');
    await page.getByRole('button', { name: 'Did you mean: country is Germany?' }).click();
    await page.getByRole('button', { name: 'Did you mean: technology is Docker?' }).click();
    expect(await question(page).inputValue()).toBe('software in country Germany using Docker');
    await status(page, `${await app.countAll([SOFTWARE, GERMANY, DOCKER])} companies match.`);
  });

  test('saves without words that were not understood only when that is confirmed', async () => {
    const { page } = await open();
    await question(page).fill('software, foobar');
    await status(page, '1 part is not understood yet.');
    await page.getByRole('button', { name: 'Save as list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as list' });
    const save = dialog.getByRole('button', { name: 'Save' });
    const accept = dialog.getByRole('checkbox', { name: 'Save without: “foobar”' });
    await accept.waitFor();
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    // The page of the filter asks again.
    await page.getByRole('link', { name: 'Edit filter' }).click();
    await waitForRoot(page, SOFTWARE);
    await page.getByRole('button', { name: 'Save as a new list' }).click();
    const create = page.getByRole('dialog', { name: 'Save as a new list' });
    await create.getByRole('checkbox', { name: 'Save without: “foobar”' }).waitFor();
    expect(await create.getByRole('button', { name: 'Create the list' }).isDisabled()).toBe(true);
    await create.getByRole('checkbox').check();
    await create.getByRole('button', { name: 'Create the list' }).click();
    await page.waitForURL(/\/app\/lists\/\d+$/);
  });

  test('adds a value of a breakdown and its opposite to the sentence, and opens as a tree', async () => {
    const { page } = await open();
    await question(page).fill('using docker');
    await page
      .getByRole('button', { name: /^Country is\s*Germany\s*\d+\s*[\d.]+%\s*: add this condition$/ })
      .click();
    expect(await question(page).inputValue()).toBe('using docker, country "Germany"');
    await status(page, `${await app.countAll([DOCKER, GERMANY])} companies match.`);
    await page.getByRole('button', { name: 'Industry is not Software: add this condition' }).click();
    expect(await question(page).inputValue()).toBe(
      'using docker, country "Germany", not industry "Software"',
    );
    const NOT_SOFTWARE = condition('industry', 'none_of', 'Software');
    await status(page, `${await app.countAll([DOCKER, GERMANY, NOT_SOFTWARE])} companies match.`);
    await page.getByRole('link', { name: 'Edit filter' }).click();
    await waitForRoot(page, { and: [DOCKER, GERMANY, NOT_SOFTWARE] });
  });

  test('says what is missing when words only leave companies out', async () => {
    const { page } = await open();
    await question(page).fill('not germany');
    await page.getByText('Say also what the companies are.').waitFor();
    expect(await page.getByRole('button', { name: 'Save as list' }).isDisabled()).toBe(true);
  });

  test('keeps the sentence in the address, and the palette leads to one', async () => {
    const { page } = await open();
    await question(page).fill('using docker');
    await page.waitForURL('**/app?q=using+docker');
    await page.reload();
    await chips(page).getByText('technology is Docker').waitFor();
    expect(await question(page).inputValue()).toBe('using docker');
    await page.keyboard.press('Control+K');
    await page.getByLabel('Search lists, companies, technologies and commands').fill('software in germany');
    await page.getByRole('button', { name: 'Find companies: software in germany' }).click();
    await status(page, `${await app.countAll([SOFTWARE, GERMANY])} companies match.`);
    expect(await question(page).inputValue()).toBe('software in germany');
  });

  test('types an example', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: /companies in/ }).click();
    await chips(page)
      .getByRole('button', { name: /Remove industry is/ })
      .waitFor();
    await chips(page)
      .getByRole('button', { name: /Remove country is/ })
      .waitFor();
  });

  test('keeps the last eight companies of the person, also over a sign-out, and shows them to nobody else', async () => {
    const { page } = await app.open('/app/companies/globex');
    await page.getByRole('heading', { level: 1, name: 'Globex', exact: true }).waitFor();
    const nameOf = (index: number) => (index === 5 ? 'Softworks 5' : `Company ${index}`);
    for (const index of [1, 2, 3, 4, 5, 6, 7, 8, 3]) {
      // Without a reload, which could come before the browser has stored the company.
      await page.evaluate((path) => history.pushState({}, '', path), `/app/companies/company-${index}`);
      await page.getByRole('heading', { level: 1, name: nameOf(index) }).waitFor();
    }
    await page.getByRole('link', { name: 'Company data' }).click();
    const recent = page.getByRole('region', { name: 'Recent companies' });
    await recent.waitFor();
    const names = async () => (await recent.getByRole('link').allInnerTexts()).map((name) => name.trim());
    expect(await names()).toEqual([3, 8, 7, 6, 5, 4, 2, 1].map(nameOf));
    await recent.getByRole('link', { name: 'Company 8' }).click();
    await page.getByRole('heading', { level: 1, name: 'Company 8' }).waitFor();
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await submit(page, app.grace.userKey);
    await page.getByRole('heading', { name: 'My lists' }).waitFor();
    await page.getByText('No lists yet.').waitFor();
    expect(await recent.count()).toBe(0);
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await submit(page, app.tenant.userKey);
    await recent.waitFor();
    expect(await names()).toEqual([8, 3, 7, 6, 5, 4, 2, 1].map(nameOf));
  });

  test('lists a company that was left before the browser had stored the visit', async () => {
    const { page } = await app.open('/app/companies');
    await page.evaluate(occupyStore);
    await page.evaluate(() => history.pushState({}, '', '/app/companies/globex'));
    await page.getByRole('heading', { level: 1, name: 'Globex', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Company data' }).click();
    await page.getByText('No lists yet.').waitFor();
    await page.evaluate(() => dispatchEvent(new Event('release')));
    await page
      .getByRole('region', { name: 'Recent companies' })
      .getByRole('link', { name: 'Globex' })
      .waitFor();
  });

  for (const [colorScheme, viewport] of [
    ['light', { width: 1280, height: 800 }],
    ['dark', PHONE],
  ] as const)
    test(`is accessible, ${colorScheme} at ${viewport.width} pixels`, async () => {
      const listId = await app.createList(definitionOf(GERMANY), 'Germans');
      await app.rest().get(`/v1/lists/${listId}/members`).expect(200);
      await app.rest().post(`/v1/lists/${listId}/materialize`).expect(200);
      const { page } = await app.open('/app/companies/globex', { colorScheme, viewport });
      await page.getByRole('heading', { level: 1, name: 'Globex', exact: true }).waitFor();
      await page.getByRole('link', { name: 'Company data' }).click();
      await page.getByRole('img', { name: '±0 companies in 30 days' }).waitFor();
      await page
        .getByRole('button', { name: /Germany/ })
        .first()
        .waitFor();
      await page.getByRole('region', { name: 'Recent companies' }).waitFor();
      await expectAccessible(page);
      await question(page).fill('software or retail in germany, foobar');
      await status(page, 'not understood yet.');
      await page.getByRole('heading', { name: 'First matches' }).waitFor();
      await expectAccessible(page);
    });
});
