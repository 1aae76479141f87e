import { EventEmitter, once } from 'node:events';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { PHONE } from '../../harness/browser/console-page.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { cellsOf, countryIs, DARK, dialogOf, HOSTILE, rowsOf, SHOWN, sendFor, widthOf } from '../fixture.ts';
import { chooseAction, namesIn, serveLists } from './service.ts';

const app = serveLists();
const { createCountryList: createList, openLists: open, readNames, rest } = app;

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

  test('duplicates a list that was shared, and leads to the copy', async () => {
    await app.shareWithAda('Theirs', 'viewer');
    const page = await open();
    await chooseAction(page, 'Theirs', 'Duplicate');
    await page.getByText('“Copy of Theirs” is a list of yours now.').waitFor();
    await page.getByRole('link', { name: 'Copy of Theirs' }).waitFor();
    await page.getByText('“Copy of Theirs” is a list of yours now.').hover();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open the copy' }).click();
    await page.getByRole('heading', { name: 'Copy of Theirs' }).waitFor();
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByText('“Copy of Copy of Theirs” is a list of yours now.').waitFor();
    expect(await readNames()).toEqual(['Copy of Copy of Theirs', 'Copy of Theirs', 'Theirs']);
  });

  test('has examples that fit a phone, also at 200 % zoom', async () => {
    const page = await open({ viewport: PHONE });
    await page
      .getByRole('link', { name: /^Open as a draft/ })
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
    const section = page.getByRole('table', { name: 'Drafts' });
    await section.getByRole('link', { name: 'Companies where country is Germany' }).waitFor();
    expect((await cellsOf(page, 'Drafts')).map(([name]) => name)).toEqual([
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
    await page.waitForURL(`**/app/lists/${listId}?edit=true**`);
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
    const more = page.getByRole('region', { name: 'Drafts' }).getByRole('button', { name: 'Show more' });
    await more.waitFor();
    expect(await rowsOf(page, 'Drafts').count()).toBe(3);
    await more.click();
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
      const cards = rowsOf(page, 'Lists that you can see');
      await cards.getByRole('link', { name: SHOWN }).waitFor();
      expect(await cards.first().evaluate((card) => getComputedStyle(card).display)).toBe('flex');
      const [cells = []] = await cellsOf(page, 'Lists that you can see');
      expect(cells.slice(0, 4)).toEqual([
        `${SHOWN}DACHQ3`,
        '2 companiesHigh 2Medium 0Exploratory 0',
        'Owner',
        'me',
      ]);
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
