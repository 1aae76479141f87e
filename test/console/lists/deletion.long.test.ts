import { expect, test } from '@jest/globals';
import type { Request, Response } from 'playwright-core';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { dialogOf, menuOf, pasteField } from '../fixture.ts';
import { chooseAction, namesIn, serveLists } from './service.ts';

const app = serveLists();
const { createCountryList: createList, openLists: open, readNames, rest } = app;

const UNAVAILABLE = {
  errors: [{ message: 'The database cannot be reached.', extensions: { code: 'UNAVAILABLE' } }],
};
/** Tells whether a request of a page deletes a list. */
const isDeletion = (sent: Request | Response) => {
  const request = 'request' in sent ? sent.request() : sent;
  return request.postDataJSON()?.variables?.input?.listId !== undefined;
};

describeInBrowser('the page of lists', () => {
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
    await app.shareWithAda('Shared', 'editor');
    const page = await open();
    await chooseAction(page, 'Shared', 'Leave…');
    await page.getByText('To see it again, ask Grace to share it.').waitFor();
    await page.getByRole('button', { name: 'Leave the list' }).click();
    await page.getByText('No lists yet').waitFor();
    expect(await readNames()).toEqual([]);
    expect(await readNames(app.grace.userKey)).toEqual(['Shared']);
  });
});
