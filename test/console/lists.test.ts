import { EventEmitter, once } from 'node:events';
import { expect, test } from '@jest/globals';
import type { Page, Request, Response } from 'playwright-core';
import { readDraftLink } from '../../console/src/filter/draft-link.ts';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { PHONE } from '../harness/browser/console-page.ts';
import type { ConsoleOptions } from '../harness/browser/open-console.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedCompany, seedTechnologies } from '../harness/seed.ts';
import {
  countryIs,
  DARK,
  dialogOf,
  HOSTILE,
  menuOf,
  pasteField,
  SHOWN,
  sendFor,
  serveConsole,
  widthOf,
} from './fixture.ts';

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
const { rest } = app;

const createList = (name: string, country = 'DE', key?: string) =>
  app.createList(countryIs(country), name, key);
const open = (options?: ConsoleOptions) => app.openPage('/app/lists', options);

const table = (page: Page) => page.getByRole('table', { name: 'Lists that you can see' });
const namesIn = (page: Page) => table(page).locator('tbody tr td:first-child').allTextContents();
const readNames = async (key?: string): Promise<string[]> => {
  const { body } = await rest(key).get('/v1/lists').expect(200);
  return body.lists.map(({ name }: { name: string }) => name);
};

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const UNAVAILABLE = {
  errors: [{ message: 'The database cannot be reached.', extensions: { code: 'UNAVAILABLE' } }],
};
/** Tells whether a request of a page deletes a list. */
const isDeletion = (sent: Request | Response) => {
  const request = 'request' in sent ? sent.request() : sent;
  return request.postDataJSON()?.variables?.input?.listId !== undefined;
};

/** Boxes of what can be pressed, where one is smaller than a thumb. */
const smallTargets = (page: Page) =>
  page.locator('main :is(a, button, input, label)').evaluateAll((all) =>
    all.flatMap((each) => {
      const { width, height } = each.getBoundingClientRect();
      // A link within a line of text, and inputs that a label stands for, have no size of their own.
      const after = Number.parseFloat(getComputedStyle(each, '::after').height) || 0;
      return width > 1 && Math.max(height, after) < 43.5
        ? [`${each.tagName} ${each.textContent} ${height}`]
        : [];
    }),
  );

describeInBrowser('the page of lists', () => {
  test('shows lists with members by tier, access and owner, the most recently updated first', async () => {
    const germany = await createList('Germany');
    await rest().get(`/v1/lists/${germany}/members`).expect(200);
    app.service.clock.advance({ hours: 1 });
    const austria = await createList('Austria', 'AT', app.grace.userKey);
    const grant = { user_id: app.tenant.userId, access_level: 'viewer' };
    await rest(app.grace.userKey).post(`/v1/lists/${austria}/permissions`, grant);
    const page = await open();
    await table(page).waitFor();
    expect(await namesIn(page)).toEqual(await readNames());
    const rows = await table(page).locator('tbody tr').allTextContents();
    expect(rows[0]).toContain('Austrianot computed yetViewerGrace');
    expect(rows[1]).toContain('Germany2 companiesHigh 2Medium 0Exploratory 0Ownerme');
    await expectAccessible(page);
  });

  test('searches by name and orders the lists; the address carries both', async () => {
    for (const name of ['Bravo north', 'Alpha south', 'Charlie north']) await createList(name);
    const page = await open();
    await page.getByRole('searchbox', { name: 'Search lists by name' }).fill('NORTH');
    await page.waitForURL(/search=NORTH/);
    await page.getByRole('status').filter({ hasText: '2 of 2 lists' }).waitFor();
    await page.getByRole('combobox', { name: 'Order' }).click();
    await page.getByRole('option', { name: 'Name' }).click();
    await page.waitForURL(/order=NAME/);
    await page.reload();
    await table(page).waitFor();
    expect(await namesIn(page)).toEqual(['Bravo north', 'Charlie north']);
    await page.getByRole('searchbox', { name: 'Search lists by name' }).fill('nothing');
    await page.getByRole('link', { name: 'Show all lists' }).click();
    await page.getByRole('status').filter({ hasText: '3 of 3 lists' }).waitFor();
  });

  test('shows more lists on demand', async () => {
    await Promise.all(Array.from({ length: 53 }, (_, index) => createList(`List ${index}`)));
    const page = await open();
    await page.getByText('50 of 53 lists').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('53 of 53 lists').waitFor();
    const { body } = await rest().get('/v1/lists?limit=100').expect(200);
    expect(await namesIn(page)).toEqual(body.lists.map(({ name }: { name: string }) => name));
  });

  test('gives people without lists examples that open in the builder as they are', async () => {
    const page = await open();
    await page.getByText('No lists yet').waitFor();
    const example = page.getByRole('link', {
      name: /^Open in the builder: Companies where industry is Software/,
    });
    await example.waitFor();
    await expectAccessible(page);
    await example.click();
    await page.waitForURL(/\/app\/build#d1=/);
    const link = readDraftLink(new URL(page.url()).hash);
    if (link.kind !== 'draft') throw new Error('the fragment has no draft');
    const { body } = await rest().post('/v1/lists/preview-count', link.draft.definition).expect(200);
    expect(body.count).toBeGreaterThan(0);
  });

  test('creates a list of domains, renames and deletes it', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'List of domains' }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Give the list a name.').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('  Partners of ours ');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/domains$/);
    expect(await readNames()).toEqual(['Partners of ours']);
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await chooseAction(page, 'Partners of ours', 'Rename…');
    await page.getByRole('textbox', { name: 'Name' }).fill('Friends');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Friends' }).waitFor();
    expect(await readNames()).toEqual(['Friends']);
    await chooseAction(page, 'Friends', 'Delete');
    await page.getByText('No lists yet').waitFor();
  });

  test('hides a deleted list at once, and deletes it when the message that offers Undo has gone', async () => {
    await createList('Kept');
    await createList('Deleted');
    const page = await open();
    await page.getByText('2 of 2 lists').waitFor();
    await chooseAction(page, 'Deleted', 'Delete');
    await page.getByText('“Deleted” is deleted.').waitFor();
    await page.getByText('1 of 1 lists').waitFor();
    expect(await namesIn(page)).toEqual(['Kept']);
    await page.keyboard.press('Control+K');
    await dialogOf(page).getByRole('button', { name: /^Kept/ }).waitFor();
    expect(
      await dialogOf(page)
        .getByRole('button', { name: /^Deleted/ })
        .count(),
    ).toBe(0);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    // It stays while the pointer is over it, and ten seconds from then on.
    await page.getByText('“Deleted” is deleted.').hover();
    await page.clock.pauseAt(app.service.clock.now().getTime() + 120_000);
    await page.mouse.move(0, 0);
    await page.clock.runFor(9_000);
    expect(await readNames()).toEqual(['Deleted', 'Kept']);
    const response = page.waitForResponse(isDeletion);
    await page.clock.runFor(2_000);
    await response;
    expect(await readNames()).toEqual(['Kept']);
    await page.clock.resume();
    await page.getByText('“Deleted” is deleted.').waitFor({ state: 'detached' });
    expect(await namesIn(page)).toEqual(['Kept']);
  });

  test('keeps a list whose deletion is undone', async () => {
    await createList('Undone');
    const page = await open();
    let sent = 0;
    page.on('request', (request) => {
      if (isDeletion(request)) sent += 1;
    });
    await chooseAction(page, 'Undone', 'Delete');
    await page.getByText('No lists yet').waitFor();
    await page.getByText('“Undone” is deleted.').hover();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Undone' }).waitFor();
    await page.clock.runFor(11_000);
    await page.getByRole('link', { name: 'Company data' }).click();
    await page.getByRole('link', { name: 'Undone' }).waitFor();
    expect([sent, await readNames()]).toEqual([0, ['Undone']]);
  });

  test('deletes a list at once when the page is left, and hides it on home until then', async () => {
    await createList('Left');
    const page = await open();
    await chooseAction(page, 'Left', 'Delete');
    await page.getByText('“Left” is deleted.').waitFor();
    await page.getByRole('link', { name: 'Company data' }).click();
    await page.getByText('“Left” is deleted.').hover();
    await page.getByText('No lists yet. Describe companies above').waitFor();
    expect(await page.getByRole('link', { name: 'Left' }).count()).toBe(0);
    expect(await readNames()).toEqual(['Left']);
    await page.goto('about:blank');
    while ((await readNames()).length > 0) await new Promise((go) => setTimeout(go, 20));
  });

  test('deletes a list before the person signs out', async () => {
    await createList('Forgotten');
    const page = await open();
    await chooseAction(page, 'Forgotten', 'Delete');
    await page.getByText('“Forgotten” is deleted.').waitFor();
    await menuOf(page, 'Ada').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await pasteField(page).waitFor();
    expect(await readNames()).toEqual([]);
  });

  test('shows a list again that the service did not delete, and says why', async () => {
    await createList('Refused');
    const { page, problems } = await app.open('/app/lists');
    problems.expect(/503/);
    await page.route('**/graphql', (route) =>
      isDeletion(route.request())
        ? route.fulfill({ status: 503, headers: { 'Retry-After': '0' }, json: UNAVAILABLE })
        : route.continue(),
    );
    await chooseAction(page, 'Refused', 'Delete');
    await page.getByText('No lists yet').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('“Refused” is not deleted: The database cannot be reached.').waitFor();
    await page.getByRole('link', { name: 'Refused' }).waitFor();
    expect(await readNames()).toEqual(['Refused']);
  });

  test('asks before it deletes a list that is shared, watched and used by another list', async () => {
    const used = await createList('Used');
    await rest().put(`/v1/lists/${used}/watch`).expect(204);
    await rest().post(`/v1/lists/${used}/permissions`, { user_id: app.grace.userId, access_level: 'viewer' });
    const root = { condition: { field: 'list', operator: 'any_of', values: [used] } };
    await app.createList({ registry_version: '2', root }, 'Others');
    const page = await open();
    await chooseAction(page, 'Used', 'Delete');
    const dialog = dialogOf(page);
    await dialog.getByText('You can undo this for 10 seconds.').waitFor();
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
      '1 version of the filter',
      'the access of everybody it is shared with (1)',
      'its watch, which tells of companies that enter and leave',
      'exports that were paid for and could still be downloaded',
    ]);
    await dialog.getByText('It is used in the filters of “Others”.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await namesIn(page)).toEqual(['Others', 'Used']);
    await chooseAction(page, 'Used', 'Delete');
    await dialog.getByRole('button', { name: 'Delete the list' }).click();
    await page.getByText('“Used” is deleted.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Used', exact: true }).waitFor();
  });

  test('leaves a list that was shared', async () => {
    const shared = await createList('Shared', 'DE', app.grace.userKey);
    const grant = { user_id: app.tenant.userId, access_level: 'editor' };
    await rest(app.grace.userKey).post(`/v1/lists/${shared}/permissions`, grant);
    const page = await open();
    await chooseAction(page, 'Shared', 'Leave…');
    await page.getByText('To see it again, ask Grace to share it.').waitFor();
    await page.getByRole('button', { name: 'Leave the list' }).click();
    await page.getByText('No lists yet').waitFor();
    expect(await readNames()).toEqual([]);
    expect(await readNames(app.grace.userKey)).toEqual(['Shared']);
  });

  test('marks favourites at once, and shows them alone', async () => {
    const marked = await createList('Marked');
    await createList('Other');
    const page = await open();
    const star = page.getByRole('button', { name: 'Favourite: Marked' });
    await star.click();
    await page.locator('[aria-pressed="true"][aria-label="Favourite: Marked"]').waitFor();
    await page.getByRole('button', { name: 'Favourites', exact: true }).click();
    await page.getByText('1 of 1 lists').waitFor();
    expect(new URL(page.url()).search).toBe('?favourite=true');
    expect(await namesIn(page)).toEqual(['Marked']);
    expect((await rest().get(`/v1/lists/${marked}`)).body.favourite).toBe(true);
    await expectAccessible(page);
    await star.click();
    await page.getByText('No list fits').waitFor();
    await page.getByRole('link', { name: 'Show all lists' }).click();
    await page.getByText('2 of 2 lists').waitFor();
  });

  test('shows a favourite that was marked while the favourites were being read', async () => {
    await createList('Marked late');
    await createList('Unmarked');
    const page = await open();
    const star = page.getByRole('button', { name: 'Favourite: Marked late' });
    await star.waitFor();
    const steps = new EventEmitter();
    const read = once(steps, 'read');
    let readings = 0;
    await page.route('**/graphql', async (route) => {
      const { input, favourite } = route.request().postDataJSON().variables ?? {};
      // The service marks the list after it has read the favourites, and the page hears of the mark first.
      if (input?.favourite) {
        await read;
        await route.continue();
      } else if (favourite && ++readings === 1) {
        const response = await sendFor(route);
        const marked = page.waitForResponse(
          (each) => each.request().postDataJSON()?.variables?.input?.favourite,
        );
        steps.emit('read');
        await marked;
        await route.fulfill({ response });
      } else await route.continue();
    });
    await star.click();
    await page.getByRole('button', { name: 'Favourites', exact: true }).click();
    await page.getByText('1 of 1 lists').waitFor();
    expect(await namesIn(page)).toEqual(['Marked late']);
    expect(readings).toBe(2);
  });

  test('takes a mark back that the service refused, and says why', async () => {
    await createList('Marked in vain');
    const page = await open();
    const star = page.getByRole('button', { name: 'Favourite: Marked in vain' });
    await star.waitFor();
    await app.service.database.pool.query('DELETE FROM list');
    await star.click();
    await page.getByText('List not found, or it is not shared with you.').waitFor();
    await page.locator('[aria-pressed="false"][aria-label="Favourite: Marked in vain"]').waitFor();
  });

  test('edits tags, which lead to the lists that have them', async () => {
    const tagged = await createList('Tagged');
    await createList('Plain');
    const page = await open();
    await chooseAction(page, 'Tagged', 'Edit tags…');
    const dialog = dialogOf(page);
    const field = dialog.locator('input[aria-describedby]');
    await field.fill('DACH');
    await page.keyboard.press('Enter');
    await field.fill('Q3 <b>');
    await page.keyboard.press('Enter');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save tags' }).click();
    const tags = page.getByRole('list', { name: 'Tags' });
    await tags.getByText('Q3 <b>').waitFor();
    expect((await rest().get(`/v1/lists/${tagged}`)).body.tags).toEqual(['DACH', 'Q3 <b>']);
    await tags.getByRole('link', { name: 'Lists tagged DACH' }).click();
    await page.waitForURL(/tag=DACH/);
    await page.getByText('1 of 1 lists').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Tag: DACH. Show all tags' }).click();
    await page.getByText('2 of 2 lists').waitFor();
  });

  test('shows own lists and those of others', async () => {
    await createList('Own');
    const shared = await createList('Theirs', 'DE', app.grace.userKey);
    const grant = { user_id: app.tenant.userId, access_level: 'viewer' };
    await rest(app.grace.userKey).post(`/v1/lists/${shared}/permissions`, grant);
    const page = await open();
    await page.getByText('2 of 2 lists').waitFor();
    await page.getByText('Shared with me', { exact: true }).click();
    await page.waitForURL(/owned=false/);
    await page.getByText('1 of 1 lists').waitFor();
    expect(await namesIn(page)).toEqual(['Theirs']);
    await page.getByText('Mine', { exact: true }).click();
    await page.waitForURL(/owned=true/);
    await page.getByRole('link', { name: 'Own' }).waitFor();
    expect(await namesIn(page)).toEqual(['Own']);
  });

  test('duplicates a list that was shared, and leads to the copy', async () => {
    const shared = await createList('Theirs', 'DE', app.grace.userKey);
    const grant = { user_id: app.tenant.userId, access_level: 'viewer' };
    await rest(app.grace.userKey).post(`/v1/lists/${shared}/permissions`, grant);
    const page = await open();
    await chooseAction(page, 'Theirs', 'Duplicate');
    await page.getByText('“Copy of Theirs” is a list of yours now.').waitFor();
    await page.getByRole('link', { name: 'Copy of Theirs' }).waitFor();
    await page.getByText('“Copy of Theirs” is a list of yours now.').hover();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open the copy' }).click();
    await page.getByRole('heading', { name: 'Copy of Theirs' }).waitFor();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByText('“Copy of Copy of Theirs” is a list of yours now.').waitFor();
    expect(await readNames()).toEqual(['Copy of Copy of Theirs', 'Copy of Theirs', 'Theirs']);
  });

  test('has examples that fit a phone, also at 200 % zoom', async () => {
    const page = await open({ viewport: PHONE });
    await page
      .getByRole('link', { name: /^Open in the builder/ })
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  test('shows drafts by name or filter, opens them, and brings a discarded one back', async () => {
    const listId = await createList('Edited');
    const draft = (body: object) => rest().post('/v1/drafts', body).expect(201);
    await draft({ definition: { registry_version: '2', root: null }, name: HOSTILE });
    app.service.clock.advance({ minutes: 1 });
    await draft({ definition: countryIs('AT'), list_id: listId, definition_version: 1, name: 'Edited' });
    app.service.clock.advance({ minutes: 1 });
    await draft({ definition: countryIs('DE') });
    const page = await open();
    const section = page.getByRole('region', { name: 'Drafts' });
    await section.getByRole('link', { name: 'Companies where country is Germany' }).waitFor();
    const shown = await section.getByRole('listitem').allInnerTexts();
    expect(shown.map((each) => each.split('\n')[0])).toEqual([
      'Companies where country is Germany',
      'Edited',
      SHOWN,
    ]);
    await expectAccessible(page);
    await section.getByRole('button', { name: 'Discard the draft: Edited' }).click();
    await page.getByText('The draft is discarded.').waitFor();
    await section.getByRole('link', { name: 'Edited' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await section.getByRole('link', { name: 'Edited' }).waitFor();
    const { body } = await rest().get(`/v1/drafts?list_id=${listId}`);
    expect(body.drafts).toMatchObject([
      { name: 'Edited', definition: countryIs('AT'), definition_version: 1 },
    ]);
    await section.getByRole('link', { name: 'Edited' }).click();
    await page.waitForURL(`**/app/lists/${listId}/edit**`);
    await page.getByText('draft · differs from version 1').waitFor();
  });

  test('shows the latest drafts first, and all of them on demand', async () => {
    await createList('Saved');
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      await rest()
        .post('/v1/drafts', { name, definition: countryIs('DE') })
        .expect(201);
      app.service.clock.advance({ minutes: 1 });
    }
    const page = await open({ viewport: PHONE });
    const rows = page.getByRole('region', { name: 'Drafts' }).getByRole('listitem');
    await page.getByRole('button', { name: 'Show all 5 drafts' }).waitFor();
    expect(await rows.count()).toBe(3);
    await page.getByRole('button', { name: 'Show all 5 drafts' }).click();
    await page.getByRole('link', { name: 'one' }).waitFor();
    expect(await widthOf(page)).toBe(PHONE.width);
    await expectAccessible(page);
  });

  test('shows lists as cards on a phone, with targets for a thumb', async () => {
    const listId = await createList(HOSTILE);
    await rest().get(`/v1/lists/${listId}/members`).expect(200);
    await rest()
      .patch(`/v1/lists/${listId}`, { tags: ['DACH', 'Q3'] })
      .expect(200);
    await rest()
      .post('/v1/drafts', { name: 'Begun', definition: countryIs('DE') })
      .expect(201);
    for (const options of [DARK, { viewport: PHONE }]) {
      const page = await open(options);
      const cards = page.getByRole('list', { name: 'Lists that you can see' }).getByRole('listitem');
      await cards.getByRole('link', { name: SHOWN }).waitFor();
      expect(await table(page).count()).toBe(0);
      const text = (await cards.first().innerText()).replace(/\s+/g, ' ');
      expect(text).toContain(`${SHOWN} DACH Q3 2 companies High 2 Medium 0 Exploratory 0`);
      expect(text).toMatch(/ Owner · (now|.* ago)$/);
      expect(await widthOf(page)).toBe((options.viewport ?? PHONE).width);
      expect(await smallTargets(page)).toEqual([]);
      const sizes = await page
        .locator('main input:not([type=radio])')
        .evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize));
      expect(new Set(sizes)).toEqual(new Set(['16px']));
      await expectAccessible(page);
      await cards.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Rename…' }).waitFor();
      await page.keyboard.press('Escape');
    }
  });

  test('holds hostile names of 200 characters on a phone, in messages and in dialogs', async () => {
    const listId = await createList(HOSTILE);
    await rest().put(`/v1/lists/${listId}/watch`).expect(204);
    const page = await open({ viewport: PHONE });
    await page.getByRole('button', { name: /^Actions for <script>/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('1 version of the filter').waitFor();
    const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBe(0);
  });
});
