import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import {
  createWebhook,
  LOOPBACK,
  listsOf,
  makeEvent,
  type Receiver,
  readWebhook,
  received,
  until,
  useReceivers,
} from '../modules/webhooks/support.ts';
import { cellsOf, DARK, dialogOf, rowsOf, serveConsole } from './fixture.ts';

const app = serveConsole({ settings: LOOPBACK });
const { rest, openPage } = app;
const startReceiver = useReceivers();

const PATH = '/app/settings/webhooks';
const TABLE = 'Attempts to send events';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const read = (id: number) => readWebhook(app.service, app.tenant.userKey, id);
const event = (name: string) => makeEvent(app.service, app.tenant.userKey, name);

async function create(receiver: Receiver, fields: object = {}): Promise<number> {
  const body = { url: receiver.url, label: 'CRM', ...fields };
  return (await createWebhook(app.service, app.tenant.userKey, body)).webhook_id;
}

const deliveries = (id: number, count: number) =>
  until(
    async () => (await rest().get(`/v1/webhooks/${id}/deliveries`).expect(200)).body.total === count,
    `${count} deliveries`,
  );

/** A webhook that hangs on an event. @returns the id of its list, and that of a later event's. */
async function hanging(receiver: Receiver) {
  receiver.answer = 500;
  const id = await create(receiver);
  const lists = [await event('First'), await event('Second')];
  await until(async () => (await read(id)).failed_attempts === 1, 'a failure');
  return { id, lists };
}

async function openReplay(page: Page): Promise<void> {
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Choose where it goes on' }).click();
}

describeInBrowser('the page of a webhook', () => {
  test('shows deliveries and what became of them', async () => {
    const receiver = await startReceiver();
    const id = await create(receiver);
    const page = await openPage(`${PATH}/${id}`);
    await page.getByText('Nothing was sent in the last 7 days').waitFor();
    await event('First');
    await deliveries(id, 1);
    receiver.answer = (response) => response.socket?.destroy();
    await event('Second');
    await deliveries(id, 2);
    await button(page, 'Refresh').click();
    await page.getByText('The endpoint fails').waitFor();
    await rowsOf(page, TABLE).nth(1).waitFor();
    const cells = (await cellsOf(page, TABLE)).map(([, result, what, attempt]) => [result, what, attempt]);
    expect(cells).toEqual([
      [
        'Not reachedThe endpoint closed the connection.',
        expect.stringMatching(/^List deletedevent \d+$/),
        '1',
      ],
      ['Delivered · 204', expect.stringMatching(/^List deletedevent \d+$/), '1'],
    ]);
    await expectAccessible(page);
    const phone = await openPage(`${PATH}/${id}`, DARK);
    await rowsOf(phone, TABLE).first().waitFor();
    await expectAccessible(phone);
  });

  test.each([
    [
      'refuses',
      (receiver: Receiver) => (receiver.answer = 401),
      'The endpoint answered with the status 401.',
    ],
    ['redirects', (receiver: Receiver) => (receiver.answer = 302), 'Redirects are not followed.'],
    [
      'is down',
      (receiver: Receiver) => (receiver.answer = (response) => response.socket?.destroy()),
      'The endpoint closed the connection.',
    ],
  ])('says what became of a test where the endpoint %s', async (_how, prepare, sentence) => {
    const receiver = await startReceiver();
    prepare(receiver);
    const page = await openPage(`${PATH}/${await create(receiver)}`);
    await button(page, 'Send a test').click();
    const result = page.getByRole('status').filter({ hasText: 'The test did not arrive' });
    await result.getByText(sentence).waitFor();
    await expectAccessible(page);
    await result.getByRole('button', { name: 'Close' }).click();
    await result.waitFor({ state: 'hidden' });
  });

  test('shows how far one is behind that hangs, and tries again at once', async () => {
    const receiver = await startReceiver();
    const { id, lists } = await hanging(receiver);
    const list = await openPage(PATH);
    await list.getByText('Failing', { exact: true }).waitFor();
    await list.getByText(/^failed .*, next attempt/).waitFor();
    const page = await openPage(`${PATH}/${id}`);
    await page.getByText('2 events, the oldest').waitFor();
    await page.getByText(/^Event \d+ failed .* The next attempt follows .* none is lost\.$/).waitFor();
    await expectAccessible(page);
    receiver.answer = 204;
    await button(page, 'Try again now').click();
    await page.getByText('The next attempt begins now.').waitFor();
    expect(listsOf(await received(receiver, 3))).toEqual([lists[0], ...lists]);
    await deliveries(id, 3);
    await button(page, 'Refresh').click();
    await page.getByText('The endpoint fails').waitFor({ state: 'hidden' });
    await page.getByText('Nothing waits').waitFor();
  });

  test('skips the event that it hangs on, and says when there is none any more', async () => {
    const receiver = await startReceiver();
    const { id, lists } = await hanging(receiver);
    const page = await openPage(`${PATH}/${id}`);
    const late = await openPage(`${PATH}/${id}`);
    await button(late, 'Skip this event').click();
    await button(page, 'Skip this event').click();
    await dialogOf(page).getByText('Your endpoint never gets it.').waitFor();
    await expectAccessible(page);
    receiver.answer = 204;
    await dialogOf(page).getByRole('button', { name: 'Skip this event' }).click();
    await page.getByText('The event is skipped.').waitFor();
    expect(listsOf(await received(receiver, 2))).toEqual(lists);
    await until(async () => (await read(id)).pending_event_id === undefined, 'an end');
    await dialogOf(late).getByRole('button', { name: 'Skip this event' }).click();
    await dialogOf(late).getByText('It hangs on no event any more, so nothing was skipped.').waitFor();
  });
});

describeInBrowser('a webhook that is disabled', () => {
  test('by its endpoint has a notice, and goes on where it stopped', async () => {
    const receiver = await startReceiver(410);
    const id = await create(receiver, { types: ['list.deleted'] });
    const lists = [await event('First')];
    await until(async () => (await read(id)).enabled === false, 'an end');
    lists.push(await event('Second'));
    const page = await openPage(PATH);
    await page.getByText('A webhook of yours was disabled.').waitFor();
    await page.getByText('wants no more events, disabled').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'CRM' }).click();
    await page.getByText('Its endpoint answered with the status 410').waitFor();
    await expectAccessible(page);
    receiver.answer = 204;
    await button(page, 'Enable').click();
    await page.getByText('The webhook is enabled, and goes on where it stopped.').waitFor();
    expect(listsOf(await received(receiver, 3))).toEqual([lists[0], ...lists]);
  });

  test('by its owner is paused, and keeps its place', async () => {
    const receiver = await startReceiver();
    const id = await create(receiver);
    const page = await openPage(`${PATH}/${id}`);
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await page.getByText('It sends nothing, and keeps its place for 30 days.').waitFor();
    expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'by_owner' });
    const list = await event('Meanwhile');
    await button(page, 'Enable').click();
    await page.getByText('goes on where it stopped').waitFor();
    expect(listsOf(await received(receiver, 1))).toEqual([list]);
  });

  test('because of a restore waits until it is enabled', async () => {
    const receiver = await startReceiver();
    const id = await create(receiver);
    const epoch = '00000000-0000-4000-8000-000000000000';
    await app.service.prisma.webhook.update({ where: { id }, data: { epoch } });
    const page = await openPage(PATH);
    await page.getByText('waits since the database was restored').waitFor();
    await page.getByRole('link', { name: 'CRM' }).click();
    await page.getByText('The database was restored from a backup.').waitFor();
    await button(page, 'Enable').click();
    await page.getByText('The webhook is enabled').waitFor();
    expect(await read(id)).toMatchObject({ enabled: true });
  });

  test('because it waited for too long is enabled once its place is chosen', async () => {
    const receiver = await startReceiver();
    const id = await create(receiver);
    const disabled = { disabledAt: app.service.clock.now(), disabledReason: 'expired', position: -1n };
    await app.service.prisma.webhook.update({ where: { id }, data: disabled });
    const page = await openPage(`${PATH}/${id}`);
    await page.getByText('Choose where it goes on, then enable it.').waitFor();
    await button(page, 'Enable').click();
    await page.getByText('The events that come next are no longer kept.').waitFor();
    await button(page, 'Choose where it goes on').click();
    await dialogOf(page).getByLabel('Send').selectOption('only what happens from now on');
    await dialogOf(page).getByText('What was not sent yet is left out.').waitFor();
    await button(page, 'Go on there').click();
    await page.getByText('The webhook goes on there once it is enabled.').waitFor();
    await button(page, 'Enable').click();
    await page.getByText('The webhook is enabled').waitFor();
    const list = await event('Afterwards');
    expect(listsOf(await received(receiver, 1))).toEqual([list]);
  });
});

describeInBrowser('events that were sent before', () => {
  test('are sent again from the oldest, from one of the feed, and from a delivery on', async () => {
    const receiver = await startReceiver();
    const earlier = await event('Before it was created');
    const id = await create(receiver, { types: ['list.deleted'] });
    const [first, second, third] = [await event('First'), await event('Second'), await event('Third')];
    await deliveries(id, 3);
    const page = await openPage(`${PATH}/${id}`);
    const sentSince = async (count: number, already: number) =>
      listsOf(await received(receiver, already + count)).slice(already);

    await openReplay(page);
    await expectAccessible(page);
    await button(page, 'Go on there').click();
    await page.getByText('The webhook goes on there.').waitFor();
    expect(await sentSince(4, 3)).toEqual([earlier, first, second, third]);
    await deliveries(id, 7);

    await openReplay(page);
    await dialogOf(page).getByLabel('Send').selectOption('from an event on');
    expect(await button(page, 'Go on there').isDisabled()).toBe(true);
    await dialogOf(page).getByLabel('First event to send').selectOption({ index: 3 });
    await expectAccessible(page);
    await button(page, 'Go on there').click();
    expect(await sentSince(2, 7)).toEqual([second, third]);
    await deliveries(id, 9);

    await button(page, 'Refresh').click();
    await rowsOf(page, TABLE).nth(8).waitFor();
    await rowsOf(page, TABLE).first().getByRole('button').click();
    await dialogOf(page).getByText('This event and all after it are sent').waitFor();
    await dialogOf(page).getByRole('button', { name: 'Send again' }).click();
    expect(await sentSince(1, 9)).toEqual([third]);
    await deliveries(id, 10);
  });

  test('are said to be gone when they are no longer kept', async () => {
    const receiver = await startReceiver();
    const id = await create(receiver);
    await event('First');
    await deliveries(id, 1);
    await app.service.prisma.webhookDelivery.updateMany({
      where: { webhookId: id },
      data: { eventId: 987_654 },
    });
    const page = await openPage(`${PATH}/${id}`);
    await button(page, 'Send again from event 987654 on').click();
    await dialogOf(page).getByRole('button', { name: 'Send again' }).click();
    await dialogOf(page).getByText('This event is no longer kept.').waitFor();
    expect(receiver.requests).toHaveLength(1);
  });
});
