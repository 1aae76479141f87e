import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Locator, Page, Request } from 'playwright-core';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { expectSoon } from '../../harness/soon.ts';
import { seedSmallCatalogue } from '../../modules/filters/support.ts';
import { condition, definitionOf } from '../fixture.ts';
import {
  addByTyping,
  chipsOf,
  GERMANY,
  KUBERNETES,
  linkTo,
  rowOf,
  serveBuilder,
  waitForAnnounced,
  waitForRoot,
} from './service.ts';

const app = serveBuilder(({ database }) => seedSmallCatalogue(database.pool));
const { openBuilder, countAll } = app;

const SINCE_2006 = condition('founded_year', 'gte', 2006);
const WITHOUT_HUB = condition('partner', 'none_of', 'hub.example');
const NOT_RETAIL = condition('industry', 'none_of', 'Retail');

const isPreview = (request: Request) => request.postData()?.includes('"has1"') ?? false;

/** Texts of the numbers of each row. Own counts are there, but seen only while the row is used. */
const numbersOf = (page: Page) =>
  page
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows.map((row) =>
        Array.from(
          row.querySelectorAll('[role=gridcell]:last-of-type button[aria-label$="show them"]'),
          (each) => (each.textContent ?? '').trim(),
        ),
      ),
    );

/** Runs in the page: adds up how far its content moves by itself (cumulative layout shift). */
function noteShifts(): void {
  Reflect.set(globalThis, 'shifted', 0);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      Reflect.set(globalThis, 'shifted', Reflect.get(globalThis, 'shifted') + Reflect.get(entry, 'value'));
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page: rows wait a second for the names of their values, which is short for a busy machine. */
function waitLongerForNames(): void {
  const start = globalThis.setTimeout;
  const longer = (run: () => void, ms?: number) => start(run, ms === 1_000 ? 20_000 : ms);
  Reflect.set(globalThis, 'setTimeout', longer);
}

/** Names of the companies that a drawer lists. */
const namesIn = (drawer: Locator) => drawer.locator('li > button > bdi').allInnerTexts();

describeInBrowser('numbers of a filter', () => {
  test('are those of the API after each condition that is typed', async () => {
    const { page } = await openBuilder();
    const nodes: object[] = [];
    const steps = [
      ['kube', KUBERNETES],
      ['after 2005', SINCE_2006],
      ['germ', GERMANY],
      ['not hub.example', WITHOUT_HUB],
    ] as const;
    for (const [typed, node] of steps) {
      nodes.push(node);
      await addByTyping(page, typed);
      await waitForAnnounced(page, await countAll(nodes));
    }
  });

  test('say how many remain after each condition, and which one rules out the last', async () => {
    const { page } = await openBuilder();
    for (const typed of ['kube', 'germ', 'not hub.example', 'after 2005']) await addByTyping(page, typed);
    await waitForAnnounced(page, 0);
    await expectSoon(
      () => numbersOf(page),
      [
        ['0 companies'],
        ['4 remain'],
        ['2 alone', '2 remain'],
        ['3 alone', '0 remain'],
        ['2 alone', '0 remain'],
      ],
    );
    const row = page.locator('[data-row]').filter({ hasText: 'This rules out the last 2 companies.' });
    await expectSoon(() => row.getAttribute('aria-label'), expect.stringContaining('The Hub'));
    await expectAccessible(page);
    await row.focus();
    await page.keyboard.press('Delete');
    await waitForAnnounced(page, await countAll([KUBERNETES, GERMANY, SINCE_2006]));
    await page.getByText('This rules out').waitFor({ state: 'detached' });
  });

  test.each([
    ['wide', { width: 1440, height: 900 }],
    ['narrow', { width: 1024, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ])('move nothing when they arrive, nor do late names of partners: %s', async (_, viewport) => {
    const { page } = await openBuilder('/app/lists', { ready: 'h1', viewport });
    await page.addInitScript(noteShifts);
    await page.addInitScript(waitLongerForNames);
    await page.route('**/graphql', async (route) => {
      const isLate = /"id9"|"has1"/.test(route.request().postData() ?? '');
      if (isLate) await setTimeout(300);
      // The page may be closed by then.
      await route.continue().catch(() => undefined);
    });
    const root = { and: [KUBERNETES, WITHOUT_HUB] };
    await page.goto(`${app.service.url}/app/build${linkTo(root)}`);
    await page.locator('[data-row]').last().waitFor();
    expect(await chipsOf(page, 'Partner')).toEqual(['The Hub']);
    await waitForAnnounced(page, await countAll(root.and));
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shifted'))).toBeLessThan(0.02);
  });

  test('follow Alt and a click on a bar', async () => {
    const { page } = await openBuilder();
    await addByTyping(page, 'germ');
    const bar = page.getByRole('button', { name: /Industry is\s*Retail\s*1\s*50%/ });
    await bar.click({ modifiers: ['Alt'] });
    await waitForAnnounced(page, await countAll([GERMANY, NOT_RETAIL]));
  });

  test('follow "not" beside a bar with the keyboard', async () => {
    const { page } = await openBuilder();
    await addByTyping(page, 'kube');
    await page.getByRole('button', { name: 'Country is not Germany: add this condition' }).focus();
    await page.keyboard.press('Enter');
    const notGerman = condition('country', 'none_of', 'DE');
    await waitForAnnounced(page, await countAll([KUBERNETES, notGerman]));
    await expectSoon(() => chipsOf(page, 'Country'), ['Germany']);
  });

  test('show why the breakdown by partner is locked', async () => {
    const { page } = await openBuilder();
    await addByTyping(page, 'germ');
    await page.getByLabel('Field of breakdown 1').selectOption('partner');
    await page.getByText('Partners of fewer than 20 companies are locked.').waitFor();
    await page.reload();
    expect(await page.getByLabel('Field of breakdown 1').inputValue()).toBe('partner');
  });

  test('never come from a superseded request, which is aborted', async () => {
    const { page } = await openBuilder();
    await addByTyping(page, 'kube');
    await waitForAnnounced(page, await countAll([KUBERNETES]));
    const held: (() => Promise<void>)[] = [];
    const isHeld = new Promise<void>((arrived) => {
      void page.route('**/graphql', async (route) => {
        if (held.length > 0 || !isPreview(route.request())) return route.continue();
        await new Promise<void>((release) => {
          held.push(async () => release());
          arrived();
        });
        await route.continue().catch(() => undefined);
      });
    });
    const aborted = page.waitForEvent('requestfailed', (request) => isPreview(request));
    await addByTyping(page, 'germ');
    // Otherwise a fast hand would ask once for both.
    await isHeld;
    await addByTyping(page, 'after 2015');
    expect((await aborted).postData()).toContain('DE');
    const nodes = [KUBERNETES, GERMANY, condition('founded_year', 'gte', 2016)];
    await waitForAnnounced(page, await countAll(nodes));
    for (const release of held) await release();
  });

  test('are compared with the members of the saved list', async () => {
    const listId = await app.createList(definitionOf(KUBERNETES));
    const { page } = await openBuilder(`/app/lists/${listId}/edit`);
    await addByTyping(page, 'germ');
    await page.getByText(/^compared with/).waitFor();
    expect(await page.getByTitle('0 would enter', { exact: true }).innerText()).toBe('+0');
    expect(await page.getByTitle('2 would leave', { exact: true }).innerText()).toBe('−2');
  });

  test('stay while the filter has a fault', async () => {
    const { page } = await openBuilder();
    await addByTyping(page, 'germ');
    await waitForAnnounced(page, 2);
    await page.getByRole('button', { name: 'Add a value to Country' }).click();
    await page.evaluate(() => navigator.clipboard.writeText('XX, YY'));
    await page.keyboard.press('Control+V');
    await page.getByText('The filter has 2 faults. The numbers are those from before them.').waitFor();
    expect(await page.getByTitle('Show the first matches').innerText()).toBe('2 companies');
    const panel = page.getByRole('region', { name: 'Break down by' });
    await panel.getByText('These are the numbers of the last filter that could be counted.').waitFor();
    // The draft is kept. A page that opens with the fault has no numbers from before it.
    await page.reload();
    await panel.getByText('There are no numbers while the filter has a fault.').waitFor();
  });

  test('open a company with the conditions that it meets', async () => {
    const { page } = await openBuilder();
    await addByTyping(page, 'germ');
    await addByTyping(page, 'kube');
    await page.getByRole('button', { name: 'Acme Cloud: show details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Acme Cloud' });
    await dialog.getByText('country is Germany').waitFor();
    expect(await dialog.getByRole('img', { name: 'met', exact: true }).count()).toBe(2);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('say what to do first, with examples to load', async () => {
    const { page } = await openBuilder();
    await page.getByRole('heading', { name: 'Start with one condition' }).waitFor();
    await page.getByRole('button', { name: 'Country: Germany' }).click();
    await waitForAnnounced(page, await countAll([GERMANY]));
  });

  test('lead to the companies behind each number, and from a company back to them', async () => {
    const { page } = await openBuilder();
    for (const typed of ['kube', 'not hub.example']) await addByTyping(page, typed);
    await waitForAnnounced(page, await countAll([KUBERNETES, WITHOUT_HUB]));
    const row = rowOf(page, 'The Hub');
    const drawer = page.getByRole('dialog');
    await row.getByRole('button', { name: '2 remain: show them' }).click();
    await drawer.getByText('2 companies', { exact: true }).waitFor();
    await expectSoon(() => namesIn(drawer), ['Gamma', 'Delta']);
    await drawer.getByRole('button', { name: 'Delta' }).click();
    await drawer.getByText('partner is not The Hub').waitFor();
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Back to the companies' }).click();
    await drawer.getByRole('button', { name: 'Gamma' }).waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    // What a negation matches by itself is no definition of its own.
    await row.focus();
    await row.getByRole('button', { name: '3 alone: show them' }).click();
    await drawer.getByText('3 companies', { exact: true }).waitFor();
    await expectSoon(() => namesIn(drawer), ['Gamma', 'Delta', 'The Hub']);
  });

  test('of a row by itself are shown while it is used, or always', async () => {
    const { page } = await openBuilder();
    for (const typed of ['kube', 'germ']) await addByTyping(page, typed);
    const own = rowOf(page, 'Germany').getByText('2 alone');
    await page.locator('h1').hover();
    await own.waitFor({ state: 'hidden' });
    await rowOf(page, 'Germany').hover();
    await own.waitFor();
    await page.getByRole('button', { name: 'Own counts' }).click();
    await page.locator('h1').hover();
    await own.waitFor();
    await page.reload();
    await own.waitFor();
  });

  test('are not broken down by what the filter fixes, and the sample has what it names', async () => {
    const { page } = await openBuilder();
    const shown = () =>
      page
        .getByLabel(/^Field of breakdown/)
        .evaluateAll((found) => found.map((each) => (each as HTMLSelectElement).value));
    await addByTyping(page, 'kube');
    await page.getByLabel('Field of breakdown 2').waitFor();
    await expectSoon(shown, ['industry', 'country']);
    await addByTyping(page, 'germ');
    await addByTyping(page, 'after 2005');
    await waitForAnnounced(page, 2);
    await expectSoon(shown, ['industry', 'employee_range']);
    const head = page.getByRole('table', { name: 'First matches, by tier' }).getByRole('columnheader');
    const columns = ['Name', 'Domain', 'Tier', 'Evidence', 'Country', 'Founded in', 'Employees', 'Industry'];
    await expectSoon(() => head.allInnerTexts(), columns);
    const row = page.getByRole('row', { name: /Acme Cloud/ }).last();
    await row.getByText('Kubernetes · ').waitFor();
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      'Acme Cloud',
      'acme.example',
      'High',
      'Kubernetes · 1 Mar',
      'Germany',
      '2010',
      '11-50',
      'Software',
    ]);
  });

  test('follow the bars of a histogram: a click, Alt and a click, and a finger', async () => {
    const { page } = await openBuilder('/app/build', { hasTouch: true });
    await addByTyping(page, 'kube');
    await page.getByLabel('Field of breakdown 1').selectOption('founded_year');
    const bars = page.getByRole('group', { name: 'Matches by Founded in' });
    const bar = bars.getByRole('button', { name: '2010: 1: add this condition' });
    await bar.click();
    const in2010 = condition('founded_year', 'eq', 2010);
    await waitForAnnounced(page, 1);
    await waitForRoot(page, { and: [KUBERNETES, in2010] });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    // The bars move when the numbers come.
    await waitForAnnounced(page, await countAll([KUBERNETES]));
    await bar.click({ modifiers: ['Alt'] });
    await waitForRoot(page, { and: [KUBERNETES, { not: in2010 }] });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await waitForAnnounced(page, await countAll([KUBERNETES]));
    await bars.getByRole('button', { name: '1999: 1: add this condition' }).tap();
    await page.getByRole('button', { name: 'Founded in is not 1999: add this condition' }).tap();
    await waitForRoot(page, { and: [KUBERNETES, { not: condition('founded_year', 'eq', 1999) }] });
  });
});
