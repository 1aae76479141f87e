import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { useService } from '../../harness/use-service.ts';
import { createList } from '../lists/operations.ts';
import {
  createWebhook,
  LOOPBACK,
  listsOf,
  makeEvent,
  readWebhook,
  received,
  until,
  useReceivers,
} from './support.ts';

const { service, tenant, rest, beside } = useService('hooked', { ...LOOPBACK, tenantPerTest: true });
const second = beside(LOOPBACK);
const startReceiver = useReceivers();

describe('a webhook', () => {
  it('sends the events of its owner in the order of the feed, as Standard Webhooks with its signature', async () => {
    service.clock.set(new Date().toISOString());
    const receiver = await startReceiver();
    await makeEvent(service, tenant.userKey, 'Before it was created');
    const { secret, webhook_id } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    const lists: number[] = [];
    for (let n = 0; n < 5; n += 1) lists.push(await makeEvent(service, tenant.userKey, `List ${n}`));
    const bodies = await received(receiver, 5);
    expect(listsOf(bodies)).toEqual(lists);
    const feed = await rest().get('/v1/events?types=list.deleted').expect(200);
    const event = feed.body.events.find(({ list_id }: { list_id: number }) => list_id === lists[0]);
    expect(bodies[0]).toEqual({ type: 'list.deleted', timestamp: event.at, data: event });
    const [first] = receiver.requests;
    expect(first?.headers['webhook-id']).toBe(String(event.event_id));
    const verified = new Webhook(secret).verify(first?.body ?? '', first?.headers as Record<string, string>);
    expect(verified).toEqual(bodies[0]);
    expect(receiver.mostOpen()).toBe(1);
    await until(
      async () => (await rest().get(`/v1/webhooks/${webhook_id}/deliveries`)).body.total === 5,
      'a log',
    );
    const { body } = await rest().get(`/v1/webhooks/${webhook_id}/deliveries?limit=1`).expect(200);
    expect(body).toMatchObject({
      total: 5,
      deliveries: [
        {
          event_id: expect.any(Number),
          type: 'list.deleted',
          attempt_number: 1,
          outcome: 'delivered',
          status: 204,
        },
      ],
    });
  });

  it('sends only the types and lists that it names, and passes the others', async () => {
    const receiver = await startReceiver();
    const [one, two] = [
      await createList(service, tenant.userKey, 'One'),
      await createList(service, tenant.userKey, 'Two'),
    ];
    const { webhook_id, cursor } = await createWebhook(service, tenant.userKey, {
      url: receiver.url,
      types: ['list.deleted', 'list.shared', 'catalogue.imported'],
      list_ids: [two],
    });
    const share = { org_wide: true, access_level: 'viewer' };
    await rest().post(`/v1/lists/${one}/permissions`, share).expect(201);
    const { body } = await rest().post(`/v1/lists/${two}/permissions`, share).expect(201);
    await rest().delete(`/v1/lists/${two}/permissions/${body.permission_id}`).expect(204);
    await rest().delete(`/v1/lists/${two}`).expect(204);
    await rest().delete(`/v1/lists/${one}`).expect(204);
    expect((await received(receiver, 2)).map(({ type }) => type)).toEqual(['list.shared', 'list.deleted']);
    expect(listsOf(await received(receiver, 2))).toEqual([two, two]);
    const end = (await rest().get('/v1/events?cursor=now')).body.next_cursor;
    await until(
      async () => (await readWebhook(service, tenant.userKey, webhook_id)).cursor === end,
      'the end of the feed',
    );
    expect(end).not.toBe(cursor);
  });

  it('sends what its owner may see: the lists of others only once they are shared', async () => {
    const vera = await service.createColleague(tenant, 'Vera');
    const [ofOwner, ofVera] = [await startReceiver(), await startReceiver()];
    await createWebhook(service, tenant.userKey, { url: ofOwner.url });
    await createWebhook(service, vera.userKey, { url: ofVera.url });
    const hidden = await makeEvent(service, tenant.userKey);
    const shared = await createList(service, tenant.userKey, 'Shared');
    const permission = { user_id: vera.userId, access_level: 'viewer' };
    await rest().post(`/v1/lists/${shared}/permissions`, permission).expect(201);
    await rest().delete(`/v1/lists/${shared}`).expect(204);
    expect(listsOf(await received(ofOwner, 3))).toEqual([hidden, shared, shared]);
    expect(listsOf(await received(ofVera, 2))).toEqual([shared, shared]);
    expect(ofVera.requests).toHaveLength(2);
  });

  it('sends messages to Slack', async () => {
    const receiver = await startReceiver();
    await createWebhook(service, tenant.userKey, { url: receiver.url, format: 'slack' });
    const id = await makeEvent(service, tenant.userKey, 'A & <B>');
    expect(await received(receiver, 1)).toEqual([
      { text: `A list was deleted.\nlist_id: ${id}, name: A &amp; &lt;B&gt;, actor_id: ${tenant.userId}` },
    ]);
  });

  it('waits while its owner is disabled, and goes on where it stopped', async () => {
    const vera = await service.createColleague(tenant, 'Vera');
    const receiver = await startReceiver();
    await createWebhook(service, vera.userKey, { url: receiver.url });
    const list = await createList(service, vera.userKey, 'Of somebody who leaves');
    await rest().patch(`/v1/account/users/${vera.userId}`, { disabled: true }).expect(200);
    // Both see the list: its owner, and the admin while the owner is disabled.
    await rest().delete(`/v1/lists/${list}`).expect(204);
    const other = await startReceiver();
    await createWebhook(service, tenant.userKey, { url: other.url });
    const own = await makeEvent(service, tenant.userKey);
    expect(listsOf(await received(other, 1))).toEqual([own]);
    expect(receiver.requests).toEqual([]);
    await rest().patch(`/v1/account/users/${vera.userId}`, { disabled: false }).expect(200);
    expect(listsOf(await received(receiver, 1))).toEqual([list]);
  });

  it('sends with both secrets for 24 hours after a rotation', async () => {
    service.clock.set(new Date().toISOString());
    const receiver = await startReceiver();
    const { secret: former, webhook_id } = await createWebhook(service, tenant.userKey, {
      url: receiver.url,
    });
    const path = `/v1/webhooks/${webhook_id}/rotate-secret`;
    const { body: rotated } = await rest().post(path).expect(200);
    expect(rotated).toMatchObject({ webhook_id, secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.secret).not.toBe(former);
    await makeEvent(service, tenant.userKey);
    await received(receiver, 1);
    const signs = (secret: string, at: number) => {
      const request = receiver.requests[at];
      try {
        new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    expect([signs(former, 0), signs(rotated.secret, 0)]).toEqual([true, true]);
    // The library takes the time of this machine: two signatures are one from now on.
    service.clock.advance({ hours: 24 });
    await makeEvent(service, tenant.userKey);
    await received(receiver, 2);
    const signatures = (at: number) => String(receiver.requests[at]?.headers['webhook-signature']).split(' ');
    expect([signatures(0).length, signatures(1).length]).toEqual([2, 1]);
    const shown = await readWebhook(service, tenant.userKey, webhook_id);
    expect(shown).not.toHaveProperty('previous_secret_until');
    expect(shown).not.toHaveProperty('secret');
  });

  it('sends each event once, and one at a time, with several processes', async () => {
    const receiver = await startReceiver((response) =>
      setTimeout(() => response.writeHead(200).end('ok'), 3),
    );
    await createWebhook(second, tenant.userKey, { url: receiver.url });
    const lists: number[] = [];
    for (let n = 0; n < 40; n += 1) lists.push(await makeEvent(n % 2 ? service : second, tenant.userKey));
    expect(listsOf(await received(receiver, 40))).toEqual(lists);
    expect([receiver.requests.length, receiver.mostOpen()]).toEqual([40, 1]);
  });
});
