import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { BUILT_IN_SORTS } from '../../../src/modules/lists/members/sort.ts';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { expectSoon } from '../../harness/soon.ts';
import { condition, definitionOf, dialogOf, serveConsole } from '../fixture.ts';
import { KUBERNETES, MEMBERS, seedMembers } from './member-data.ts';

const app = serveConsole({ seed: ({ database }) => seedMembers(database.pool, MEMBERS) });
const { rest } = app;
let listId: number;

/** Names of the columns, by the keys of the orders that need no own field. */
const SORTS = new Map([
  ['name', 'Name'],
  ['tier', 'Tier'],
  ['partnership_count', 'Partners'],
  ['technology_count', 'Technologies'],
  ['founded_year', 'Founded'],
]);

beforeEach(async () => {
  listId = await app.createList(definitionOf(KUBERNETES), 'Kubernetes users');
});

async function open(search = ''): Promise<Page> {
  const page = await app.openPage(`/app/lists/${listId}${search}`);
  await page.getByRole('table', { name: 'Members of the list' }).waitFor();
  return page;
}

/** Names of all members as the API gives them. */
async function readNames(query = ''): Promise<string[]> {
  const { body } = await rest().get(`/v1/lists/${listId}/members?limit=1000${query}`).expect(200);
  return body.members.map(({ name }: { name: string }) => name);
}

const rowLinks = (page: Page) => page.getByRole('link', { name: /: open details$/ });
/** Names in the rows. */
const namesIn = (page: Page) =>
  rowLinks(page).evaluateAll((all) =>
    all.map((each) => (each.getAttribute('aria-label') ?? '').replace(': open details', '')),
  );

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
/** Waits until the row of a company has the focus. */
const expectFocus = (page: Page, name: string | undefined) =>
  expectSoon(() => focused(page), `${name}: open details`);

/** Waits until the first rows have these names. */
const expectFirst = (page: Page, expected: string[]) =>
  page.waitForFunction((names) => {
    const links = [...document.querySelectorAll('tbody a')].slice(0, names.length);
    return names.every((name, index) => links[index]?.getAttribute('aria-label') === `${name}: open details`);
  }, expected);

describeInBrowser('the members of a list', () => {
  test('has the members of the API in their order, from the first to the last page', async () => {
    const page = await open();
    const members = await readNames();
    expect(members).toHaveLength(MEMBERS);
    await expectFirst(page, members.slice(0, 10));
    const extent = page.getByText(/^\d+ (of \d+ )?members/);
    const seen = new Map<string, string>();
    const collect = async () => {
      const rows = await page
        .locator('tbody tr')
        .evaluateAll((all) =>
          all.map((row) => [
            row.getAttribute('aria-rowindex') ?? '',
            row.querySelector('a')?.textContent ?? '',
          ]),
        );
      for (const [place = '', name = ''] of rows) if (name !== '') seen.set(place, name);
    };
    await rowLinks(page).first().focus();
    for (let at = 0; ; ) {
      await expectFocus(page, members[at]);
      // The row with the focus is there before the others that come into view with it.
      const isSeen = async () => {
        await collect();
        return seen.size > at;
      };
      await expectSoon(isSeen, true);
      if (at === MEMBERS - 1) break;
      at = Math.min(at + 10, MEMBERS - 1);
      // The key leads no further than to the last row that is loaded.
      const isLoaded = async () => parseInt(await extent.innerText(), 10) > at;
      await expectSoon(isLoaded, true);
      await page.keyboard.press('PageDown');
    }
    const shown = [...seen].sort(([a], [b]) => Number(a) - Number(b)).map(([, name]) => name);
    expect(shown).toEqual(members);
    await page.getByText(`${MEMBERS} members`, { exact: true }).waitFor();
  });

  test('filters by tier and text, and sorts by a column, as the API does; the address carries it', async () => {
    const page = await open();
    const high = await readNames('&tier=high');
    await page.getByText(`High ${high.length}`).click();
    await expectFirst(page, high.slice(0, 5));
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    const byName = await readNames('&tier=high&sort=name');
    await expectFirst(page, byName.slice(0, 5));
    await page.getByRole('searchbox').fill('iris 1');
    const found = await readNames('&tier=high&sort=name&search_name_or_domain=iris%201');
    expect(found.length).toBeGreaterThan(0);
    await page.getByText(`${found.length} members`, { exact: true }).waitFor();
    expect(await namesIn(page)).toEqual(found);
    await page.reload();
    await page.getByText(`${found.length} members`, { exact: true }).waitFor();
    expect(await namesIn(page)).toEqual(found);
    await page.getByRole('searchbox').fill('no such company');
    await page.getByText('No member fits').waitFor();
  });

  test('sorts by each column by which the service does', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Founded' }).click();
    await page.keyboard.press('Escape');
    const names = page.getByRole('columnheader').getByRole('button');
    await names.filter({ hasText: 'Founded' }).waitFor();
    expect(await names.allTextContents()).toEqual([...SORTS.values()]);
    expect([...SORTS.keys()].sort()).toEqual([...BUILT_IN_SORTS].sort());
    for (const [key, name] of [...SORTS].filter(([each]) => each !== 'tier')) {
      await names.filter({ hasText: name }).click();
      // Numbers begin with the largest.
      const sort = key === 'name' ? key : `-${key}`;
      await page.waitForURL(`**/app/lists/${listId}?*sort=${sort}*`);
      await expectFirst(page, (await readNames(`&sort=${sort}`)).slice(0, 5));
    }
  });

  test('shows all members by tier if the address has an unknown tier and sort', async () => {
    const page = await open('?tier=NOPE&sort=slug');
    await page.getByText(`of ${MEMBERS} members`).waitFor();
    expect((await namesIn(page)).slice(0, 5)).toEqual((await readNames()).slice(0, 5));
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expectFirst(page, (await readNames('&sort=name')).slice(0, 5));
    expect(new URL(page.url()).search).toBe('?sort=name');
  });

  test('keeps the chosen columns after a reload', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Founded' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Evidence' }).click();
    await page.reload();
    await rowLinks(page).first().waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      '',
      'Name',
      'Domain',
      'Tier',
      'Partners',
      'Technologies',
      'Country',
      'Employees',
      'Industry',
      'Founded',
      'Actions',
    ]);
  });

  test('shows the columns of the filter, without one that is the same in each row', async () => {
    const root = {
      and: [KUBERNETES, condition('country', 'any_of', 'DE'), condition('founded_year', 'gte', 1960)],
    };
    const list = await app.createList(definitionOf(root), 'German Kubernetes users');
    const page = await app.openPage(`/app/lists/${list}`);
    await rowLinks(page).first().waitFor();
    const headings = await page.getByRole('columnheader').allTextContents();
    expect(headings.filter((each) => ['Country', 'Founded', 'Industry'].includes(each))).toEqual([
      'Industry',
      'Founded',
    ]);
  });

  test('opens a row by keyboard, explains it, moves on, and gives the focus back', async () => {
    const page = await open();
    await rowLinks(page).first().focus();
    await page.keyboard.press('ArrowDown');
    const [first = '', second] = await readNames();
    await expectFocus(page, second);
    await page.keyboard.press('Enter');
    const panel = dialogOf(page);
    await panel.getByText('Yes, it is a member with tier High.').waitFor();
    await panel.getByText('technology is Kubernetes').waitFor();
    await panel
      .getByText(/last seen 20 Feb 2026, in the 90 days before .* that count for tier High/)
      .waitFor();
    await panel.getByRole('button', { name: 'Previous member' }).click();
    await panel.getByRole('heading', { name: first }).waitFor();
    const technologies = panel.getByRole('table', { name: 'Technologies with first and last seen' });
    await technologies.getByText('Helm').waitFor();
    expect(await technologies.getByRole('img').count()).toBe(2);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await expectFocus(page, first);
    await page.waitForURL(({ search }) => search === '');
  });

  test('keeps the row that has the focus in sight', async () => {
    const page = await open();
    await rowLinks(page).first().focus();
    for (const key of ['PageDown', 'PageDown', 'PageUp', 'End', 'ArrowUp', 'Home']) {
      const before = await focused(page);
      await page.keyboard.press(key);
      await page.waitForFunction(
        (label) => document.activeElement?.getAttribute('aria-label') !== label,
        before,
      );
      const isInSight = await page.evaluate(() => {
        const row = document.activeElement?.closest('tr')?.getBoundingClientRect();
        const table = document.activeElement?.closest('section');
        if (!row || !table) return false;
        const { top, bottom } = table.getBoundingClientRect();
        const header = table.querySelector('thead')?.getBoundingClientRect().height ?? 0;
        return row.top >= top + header && row.bottom <= bottom;
      });
      expect([key, isInSight]).toEqual([key, true]);
    }
  });

  test('says the price of locked partners before the click, and unlocks them once', async () => {
    const page = await open('?company=company-0');
    const panel = dialogOf(page);
    await panel.getByText('1 partner is locked').waitFor();
    await panel
      .getByText('Not unlocked yet: costs 1 credit. Your balance is 10; 9 are left after it.')
      .waitFor();
    await panel.getByRole('button', { name: 'Unlock 1 partner for 1 credit' }).click();
    // The message goes by itself.
    await page.getByText('Unlocked. 1 credit charged, 9 left.').waitFor();
    await panel
      .getByRole('table', { name: 'Partners of the company' })
      .getByText('outsider.example')
      .waitFor();
    const { body } = await rest().get('/v1/account').expect(200);
    expect(body.organization.credit_balance).toBe(9);
  });

  test('explains why any company is not in the list', async () => {
    await rest()
      .post(`/v1/lists/${listId}/excluded-domains`, { domains: ['company0.example'] })
      .expect(200);
    const page = await open();
    await page.getByRole('button', { name: 'Why not …?' }).click();
    const dialog = dialogOf(page);
    const ask = async (text: string) => {
      await dialog.getByLabel('Domain or company').fill(text);
      await page.keyboard.press('Enter');
    };
    await ask('https://www.outsider.example/about');
    await dialog.getByText('No, it is not a member.').waitFor();
    await dialog.getByRole('img', { name: 'not met' }).waitFor();
    await ask('company0.example');
    await dialog.getByText('was excluded by hand', { exact: false }).waitFor();
    await ask('nobody.example');
    await dialog.getByText('No tracked company has “nobody.example”.').waitFor();
    await expectAccessible(page);
  });

  test.each(['light', 'dark'] as const)(
    'marks a met any-of as met, and its other branches as not needed: %s',
    async (colorScheme) => {
      const named = (value: string) => condition('name', 'contains', value);
      const root = {
        and: [KUBERNETES, { or: [named('quartz'), { not: { or: [named('quartz 0'), named('maple')] } }] }],
      };
      const either = await app.createList(definitionOf(root));
      const page = await app.openPage(`/app/lists/${either}?company=company-0`, { colorScheme });
      const conditions = page.getByRole('list', { name: 'Conditions of the filter' });
      await conditions.waitFor();
      const marks = () =>
        conditions
          .getByRole('img')
          .evaluateAll((icons) => icons.map((icon) => icon.getAttribute('aria-label')));
      const unneeded = 'not met, and not needed';
      expect(await marks()).toEqual(['met', 'met', 'met', unneeded, unneeded, 'met']);
      await conditions.getByText('any of:').waitFor();
      await expectAccessible(page);
      await page.goto(`${app.service.url}/app/lists/${either}`);
      await page.getByRole('button', { name: 'Why not …?' }).click();
      await page.getByLabel('Domain or company').fill('outsider.example');
      await page.keyboard.press('Enter');
      await conditions.waitFor();
      expect(await marks()).toEqual(['not met', 'met', unneeded, 'met', 'met', 'met']);
    },
  );

  test('begins again, and says so, when the service no longer keeps the materialization', async () => {
    const page = await open();
    await page.getByText(`100 of ${MEMBERS} members loaded`).waitFor();
    await rest().post(`/v1/lists/${listId}/domains`, { domains: ['outsider.example'] });
    // The page learns of the change, and shows the next materialization; then that one goes as well.
    await page.getByText(`100 of ${MEMBERS + 1} members loaded`).waitFor();
    for (let index = 0; index < 31; index += 1)
      await rest().post(`/v1/lists/${listId}/materialize`).expect(200);
    await rowLinks(page).first().focus();
    await page.keyboard.press('End');
    await page.getByText('so the table begins again', { exact: false }).waitFor();
    await page.getByText(`100 of ${MEMBERS + 1} members loaded`).waitFor();
  });
});
