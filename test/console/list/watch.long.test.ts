import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { PHONE } from '../../harness/browser/console-page.ts';
import type { ConsoleOptions } from '../../harness/browser/open-console.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { deleteCompanies, importRows } from '../../harness/retire.ts';
import { seedCompany } from '../../harness/seed.ts';
import { testConfig } from '../../harness/service.ts';
import { expectSoon } from '../../harness/soon.ts';
import { untilEvaluated } from '../../modules/lists/watch/support.ts';
import {
  cellsOf,
  countryIs,
  dialogOf,
  documentOf,
  HOSTILE,
  SHOWN,
  serveConsole,
  widthOf,
} from '../fixture.ts';

const WATCHED = 3;

const app = serveConsole({
  settings: { quotas: { ...testConfig().quotas, watched_lists: WATCHED } },
  async seed({ database: { pool }, service }) {
    for (const [slug, country] of [
      ['alpha', 'DE'],
      ['beta', 'DE'],
      ['gamma', 'AT'],
    ] as const)
      await seedCompany(pool, { name: slug.toUpperCase(), slug, domains: [`${slug}.example`], country });
    await rebuildIndex(pool);
    service.beginWork();
  },
});
const { rest } = app;
/** A list of Ada's of the German companies, new for each test, that Grace may see. */
let listId: number;

beforeEach(async () => {
  // Imports of earlier tests are told to everybody.
  await app.service.database.pool.query('DELETE FROM event WHERE organization_id IS NULL');
  listId = await app.createList(countryIs('DE'), 'German companies');
  await share('viewer');
});

const share = (access_level: string) =>
  rest().post(`/v1/lists/${listId}/permissions`, { user_id: app.grace.userId, access_level });
const watch = () => rest().put(`/v1/lists/${listId}/watch`).expect(204);
const define = (...countries: string[]) =>
  rest()
    .put(`/v1/lists/${listId}/definition`, countryIs(...countries))
    .expect(200);
const open = (path = '', options?: ConsoleOptions) => app.openPage(`/app/lists/${listId}${path}`, options);
const bellOf = (page: Page, state: string) => page.getByRole('button', { name: `Activity: ${state}` });
const latest = (page: Page) => page.getByRole('list', { name: 'Activity', exact: true });
const isWatched = async () => (await rest().get(`/v1/lists/${listId}`).expect(200)).body.watched;

/** Notes texts that charts draw, from the next page on. */
function noteDrawnTexts(): void {
  const drawn: string[] = [];
  Object.assign(window, { drawn });
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function note(text, ...place) {
    drawn.push(text);
    fillText.call(this, text, ...place);
  };
}

let companies = 0;
/** Imports a German company. @returns its name. */
async function importCompany(): Promise<string> {
  companies += 1;
  const slug = `new-${companies}`;
  await importRows(app.service.database.pool, 'companies', {
    name: slug,
    primary_domain: `${slug}.example`,
    country: 'DE',
  });
  return slug;
}

/** Lets the service notice a change of a watched list. */
async function announce(): Promise<{ since: number; until: number }> {
  await watch();
  await define('AT');
  await untilEvaluated(app.service);
  return lastChange();
}

/** Materializations of the last event of the list. */
async function lastChange(): Promise<{ since: number; until: number }> {
  const { body } = await rest().get(`/v1/events?types=list.members_changed&list_id=${listId}`).expect(200);
  const { previous_materialization_id: since, materialization_id: until } = body.events.at(-1).data;
  return { since, until };
}

describeInBrowser('the watch button', () => {
  test('says what it does, watches a list with one click and stops with another', async () => {
    const page = await open();
    await page
      .getByRole('button', { name: 'Watch', exact: true, description: /evaluates a watched list by itself/ })
      .click();
    await page.getByText('The list is watched. The bell tells what changes from now on.').waitFor();
    expect(await isWatched()).toBe(true);
    await page
      .getByRole('button', { name: 'Watched', exact: true, description: /^Stop watching this list\./ })
      .click();
    await page.getByText('The list is no longer watched.').waitFor();
    await page.getByRole('button', { name: 'Watch', exact: true }).and(page.locator(':focus')).waitFor();
    expect(await isWatched()).toBe(false);
    expect(await dialogOf(page).count()).toBe(0);
  });

  test('says why it failed, and tries again', async () => {
    const { page, problems } = await app.open(`/app/lists/${listId}`);
    problems.expect(/400/);
    const failure = { message: 'The list could not be watched.', extensions: { code: 'INTERNAL' } };
    let failures = 0;
    await page.route('**/graphql', (route) => {
      if (failures > 0 || !documentOf(route.request()).startsWith('mutation WatchList'))
        return route.continue();
      failures += 1;
      return route.fulfill({ status: 400, json: { errors: [failure] } });
    });
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'The list is not watched' });
    await dialog.getByRole('alert').getByText('The list could not be watched.').waitFor();
    await expectAccessible(page);
    expect(await isWatched()).toBe(false);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The list is watched.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await isWatched()).toBe(true);
  });

  test('says what to do when the organization watches as many lists as it may', async () => {
    for (let n = 0; n < WATCHED; n += 1) {
      const other = await app.createList(countryIs('AT'), `Watched ${n}`);
      await rest().put(`/v1/lists/${other}/watch`).expect(204);
    }
    const { page, problems } = await app.open(`/app/lists/${listId}`, {
      viewport: PHONE,
      colorScheme: 'dark',
    });
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText('Your organization watches 3 lists, as many as it may.')
      .waitFor();
    // Away from the last control: the check begins where the focus is.
    await page.keyboard.press('Tab');
    await expectAccessible(page);
    expect(await widthOf(page)).toBe(PHONE.width);
    expect(await isWatched()).toBe(false);
    await page.getByRole('link', { name: 'See the limits' }).click();
    await page.getByRole('heading', { name: 'Limits', level: 1 }).waitFor();
    expect(problems.found).toEqual([]);
  });

  test('is not for viewers, who see whether the list is watched', async () => {
    await watch();
    const page = await open('/access', { key: app.grace.userKey });
    await page.getByText('yes, the bell tells what changes').waitFor();
    expect(await page.getByRole('button', { name: /^Watch/ }).count()).toBe(0);
    await share('editor');
    await page.reload();
    await page.getByRole('button', { name: 'Watched', exact: true }).waitFor();
  });
});

describeInBrowser('the bell', () => {
  test('leads from a change of a watched list to the companies and their reasons, without a reload', async () => {
    const page = await open();
    await bellOf(page, 'nothing new').waitFor();
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByRole('button', { name: 'Watched', exact: true }).waitFor();
    // The message would go in the middle of a check.
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await define('AT');
    // The change of the definition is Ada's own, and not announced to her.
    await bellOf(page, '1 not seen yet').click();
    await latest(page).getByText('You changed the filter of German companies to version 2').waitFor();
    await expectAccessible(page);
    await latest(page)
      .getByRole('link', { name: /^German companies: 1 entered, 2 left/ })
      .click();
    const entered = page.getByRole('table', { name: 'Companies that entered' });
    await entered.getByRole('link', { name: 'GAMMA' }).waitFor();
    await latest(page).waitFor({ state: 'detached' });
    await page.getByText('Left 2').click();
    await page
      .getByRole('table', { name: 'Companies that left' })
      .getByText('BETA', { exact: true })
      .waitFor();
    const { since, until } = await lastChange();
    const { body } = await rest()
      .get(`/v1/lists/${listId}/changes?since=${since}&until=${until}`)
      .expect(200);
    expect((await cellsOf(page, 'Companies that left')).map(([, domain]) => domain)).toEqual(
      body.left.map((each: { primary_domain: string }) => each.primary_domain),
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Why ALPHA?' }).click();
    await dialogOf(page).getByText('country is Austria').waitFor();
    await expectAccessible(page);
  });

  test('tells of an import, and of the companies that it brought', async () => {
    await watch();
    const page = await app.openPage('/app/activity', { viewport: PHONE, colorScheme: 'dark' });
    await bellOf(page, 'nothing new').waitFor();
    const name = await importCompany();
    await bellOf(page, '2 not seen yet').click();
    await latest(page)
      .getByText(/^An import has finished: 1 company/)
      .waitFor();
    await expectAccessible(page);
    expect(await widthOf(page)).toBe(PHONE.width);
    await latest(page).getByText('German companies: 1 entered').click();
    await page
      .getByRole('table', { name: 'Companies that entered' })
      .getByText(name, { exact: true })
      .waitFor();
    expect(await widthOf(page)).toBe(PHONE.width);
    await expectAccessible(page);
    await deleteCompanies(app.service.database.pool, name);
    await page.reload();
    await page.getByText('left the catalogue', { exact: true }).waitFor();
  });

  test('counts in all tabs, over one stream, and what one has shown is seen in all', async () => {
    const first = await app.open('/app/lists', { key: app.grace.userKey });
    await bellOf(first.page, '1 not seen yet').waitFor();
    const second = await app.open('/app/companies', { beside: first });
    await bellOf(second.page, '1 not seen yet').waitFor();
    const streams: string[] = [];
    second.page.on('response', (response) => {
      if ((response.headers()['content-type'] ?? '').startsWith('text/event-stream'))
        streams.push(response.url());
    });
    await rest().delete(`/v1/lists/${listId}`).expect(204);
    await bellOf(first.page, '2 not seen yet').waitFor();
    await bellOf(second.page, '2 not seen yet').click();
    await latest(second.page).getByText('Ada deleted the list German companies').waitFor();
    await bellOf(first.page, 'nothing new').waitFor();
    expect(streams).toEqual([]);
    // The other tab takes over.
    await first.page.close();
    listId = await app.createList(countryIs('DE'), 'Next');
    await share('viewer');
    await latest(second.page).getByText('Ada shared Next with you as viewer').waitFor();
    expect(streams).toHaveLength(1);
  });

  test('begins with the oldest event when its cursor has expired', async () => {
    const { page, problems } = await app.open('/app/lists', { key: app.grace.userKey });
    await bellOf(page, '1 not seen yet').click();
    await latest(page).waitFor();
    await page.keyboard.press('Escape');
    await bellOf(page, 'nothing new').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Activity: nothing new',
    );
    // The cursor of a feed of before a restore.
    const cursor = Buffer.from('event:00000000-0000-4000-8000-000000000000:1').toString('base64url');
    await page.evaluate(
      ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
      [`company-data.events-seen:${app.grace.userId}`, cursor],
    );
    await page.reload();
    await bellOf(page, '1 not seen yet').click();
    await latest(page).getByText('Ada shared German companies with you as viewer').waitFor();
    expect(problems.found.filter((text) => !text.includes('409'))).toEqual([]);
  });

  test('holds a hostile name on a phone', async () => {
    await rest().patch(`/v1/lists/${listId}`, { name: HOSTILE }).expect(200);
    const page = await app.openPage('/app/activity', {
      key: app.grace.userKey,
      viewport: PHONE,
      colorScheme: 'dark',
    });
    await bellOf(page, '1 not seen yet').click();
    await latest(page).getByText(`Ada shared ${SHOWN} with you as viewer`).waitFor();
    expect(await widthOf(page)).toBe(PHONE.width);
    await expectAccessible(page);
  });
});

describeInBrowser('the page of all events', () => {
  test('shows older ones on demand, down to the oldest that is kept', async () => {
    await app.service.database.pool.query(
      `INSERT INTO event (organization_id, type, at, data)
       SELECT $1, 'credits.low', $2, jsonb_build_object('balance', n, 'threshold', 70) FROM generate_series(1, 60) n`,
      [app.tenant.organizationId, app.service.clock.now()],
    );
    const page = await app.openPage('/app/lists');
    await bellOf(page, '60 not seen yet').click();
    await page.getByRole('link', { name: 'All activity' }).click();
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    await page.getByText('Credits are below 70: 60 were left').waitFor();
    expect(await page.getByText('Credits are below 70: 1 were left', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show older events' }).click();
    await page.getByText('Credits are below 70: 1 were left', { exact: true }).waitFor();
    await page.getByText('You shared German companies with Grace as viewer').waitFor();
    await page.getByText('Events are kept for 30 days. These are all of them.').waitFor();
    await expectAccessible(page);
  });
});

describeInBrowser('the changes of an event', () => {
  test('are shown while it is kept, also when the materializations are gone; then the page says why', async () => {
    const { since, until } = await announce();
    const { pool } = app.service.database;
    await pool.query('DELETE FROM list_materialization WHERE list_id = $1 AND id = $2', [listId, since]);
    const page = await open(`/changes?since=${since}&until=${until}`);
    await page
      .getByRole('table', { name: 'Companies that entered' })
      .getByText('GAMMA', { exact: true })
      .waitFor();
    await page.getByRole('heading', { name: 'After: 1' }).waitFor();
    expect(await page.getByRole('heading', { name: /^Before/ }).count()).toBe(0);
    await pool.query('DELETE FROM event WHERE list_id = $1', [listId]);
    await page.reload();
    await page.getByText('These changes are no longer kept').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Compare with the members now' }).click();
    await page.getByText('The members were computed once so far').waitFor();
  });

  test('stand beside the size of the list over time, as a line and as a table', async () => {
    await announce();
    const page = await open('/changes');
    await page
      .getByRole('img', { name: /^Members of the list, computed 2 times: first 2, now 1\./ })
      .waitFor();
    await page.locator('canvas').waitFor();
    await page.addInitScript(noteDrawnTexts);
    await page.reload();
    await page.locator('canvas').waitFor();
    // Both axes have labels: what is counted, numbers and times.
    const drawn = () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn.join('\n'));
    await expectSoon(async () => /^Companies$/m.test(await drawn()), true);
    expect(await drawn()).toMatch(/^1$/m);
    expect(await drawn()).toMatch(/^([A-Z][a-z]+ \d{4}|\d{1,2} [A-Z][a-z]+|\d{1,2}:\d{2})$/m);
    await page.getByText('As a table').click();
    const { body } = await rest().get(`/v1/lists/${listId}/materializations`).expect(200);
    expect((await cellsOf(page, 'Size over time')).map(([, members]) => members)).toEqual(
      body.materializations.map((each: { counts: { total: number } }) => String(each.counts.total)),
    );
    // The header covers a part of what is scrolled below it.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(page);
  });
});
