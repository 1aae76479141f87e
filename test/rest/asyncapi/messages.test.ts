import { beforeAll, describe, expect, it } from '@jest/globals';
import { nameOf } from '../../../src/graphql/enums.ts';
import { EVENT_TYPES } from '../../../src/modules/events/event.ts';
import { faultsOfHeaders, faultsOfPayload, faultsOfRequest, messages } from '../../harness/event-messages.ts';
import { importRows } from '../../harness/retire.ts';
import type { Colleague } from '../../harness/service.ts';
import { useService, useTenant } from '../../harness/use-service.ts';
import { selectVariants, toJson, valuesOfVariant } from '../../harness/variants.ts';
import { endOf, readAll } from '../../modules/events/support.ts';
import { seedSmallCatalogue } from '../../modules/filters/support.ts';
import { raiseFlag } from '../../modules/flags/support.ts';
import { untilStatus } from '../../modules/jobs/support.ts';
import { sendFile } from '../../modules/jobs/upload-support.ts';
import { createList, GERMAN, KUBERNETES } from '../../modules/lists/operations.ts';
import { untilEvaluated } from '../../modules/lists/watch/support.ts';
import {
  createWebhook,
  LOOPBACK,
  type Receiver,
  readWebhook,
  until,
  useReceivers,
} from '../../modules/webhooks/support.ts';

const { service, tenant, rest } = useService('documented', {
  ...LOOPBACK,
  seed: seedSmallCatalogue,
  credits: 2,
  works: true,
});
const office = useTenant(service, 'reviewers');
const startReceiver = useReceivers();
const vera = {} as Colleague;
let receiver: Receiver;
let slack: Receiver;

/** Makes an event of each type. @returns those that the feed shows to the user of the key. */
async function makeAll() {
  const cursor = await endOf(service, tenant.userKey);
  const id = await createList(service, tenant.userKey, 'Followed', GERMAN);
  await rest().put(`/v1/lists/${id}/watch`).expect(204);
  await importRows(service.database.pool, 'companies', {
    name: 'Newcomer',
    primary_domain: 'newcomer.example',
    country: 'DE',
  });
  await untilEvaluated(service);
  const granted = { user_id: vera.userId, access_level: 'viewer' };
  const { body } = await rest().post(`/v1/lists/${id}/permissions`, granted).expect(201);
  await rest().put(`/v1/lists/${id}/definition`, KUBERNETES).expect(200);
  await rest().delete(`/v1/lists/${id}/permissions/${body.permission_id}`).expect(204);
  await rest().post(`/v1/lists/${id}/owner`, { user_id: vera.userId }).expect(200);
  await service.rest(vera.userKey).delete(`/v1/lists/${id}`).expect(204);
  const flag = await raiseFlag(service, tenant.userKey, 'Moved away');
  const review = { resolution: 'corrected', note: 'Thanks' };
  await service.rest(office.userKey).patch(`/v1/flags/${flag}`, review).expect(200);
  await rest().patch('/v1/account', { credits_low_threshold: 2 }).expect(200);
  const { body: job } = await sendFile(service, 'Website\nacme.example\n', { key: tenant.userKey });
  await untilStatus(service, job.job_id, 'awaiting_approval');
  await rest().post(`/v1/jobs/${job.job_id}/cancel`).expect(200);
  await rest()
    .post('/v1/enrich/partnerships', { domains: ['acme.example'] })
    .expect(200);
  const gone = await startReceiver(410);
  const { webhook_id } = await createWebhook(service, tenant.userKey, { url: gone.url });
  await createList(service, tenant.userKey, 'Last').then((list) => rest().delete(`/v1/lists/${list}`));
  await until(async () => !(await readWebhook(service, tenant.userKey, webhook_id)).enabled, 'it is gone');
  return readAll(service, tenant.userKey, cursor);
}

/** The same value with the names of types in the place of texts, numbers and the like. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]));
}

beforeAll(async () => {
  Object.assign(vera, await service.createColleague(tenant, 'Vera'));
  await service.admin.setOperator(office.email, true);
  [receiver, slack] = [await startReceiver(), await startReceiver()];
});

describe('the messages of asyncapi.json', () => {
  it('are those that a webhook sends and the feed shows, for an event of each type', async () => {
    await createWebhook(service, tenant.userKey, { url: receiver.url });
    await createWebhook(service, tenant.userKey, { url: slack.url, format: 'slack' });
    const events = await makeAll();
    expect([...new Set(events.map(({ type }) => type))].sort()).toEqual(Object.keys(EVENT_TYPES).sort());
    await until(() => receiver.requests.length >= events.length, 'every event was sent');
    await until(() => slack.requests.length >= events.length, 'every event was sent to Slack');
    const sent = receiver.requests.map(({ body }) => JSON.parse(body));
    expect(sent).toEqual(events.map((data) => ({ type: data.type, timestamp: data.at, data })));
    for (const payload of sent) {
      const [example] = messages[payload.type]?.examples ?? [];
      expect(shapeOf(payload)).toEqual(shapeOf(example?.payload));
    }
    expect([...receiver.requests, ...slack.requests].flatMap(faultsOfRequest)).toEqual([]);
    const page = { events, next_cursor: await endOf(service, tenant.userKey) };
    expect(shapeOf(messages.EventPage?.examples[0]?.payload)).toMatchObject({ next_cursor: 'string' });
    expect(faultsOfPayload('EventPage', page)).toEqual([]);
  });

  it('have types over GraphQL with a field for each value', async () => {
    const query = `{ events { edges { node { type data ${selectVariants('Event')} } } } }`;
    const { body } = await service.graphql(tenant.userKey, query);
    const nodes: Record<string, unknown>[] = body.data.events.edges.map(({ node }: { node: object }) => node);
    expect([...new Set(nodes.map(({ type }) => String(type)))].sort()).toEqual(
      Object.keys(EVENT_TYPES).map(nameOf).sort(),
    );
    expect(nodes.map((node) => valuesOfVariant('Event', node))).toEqual(
      nodes.map(({ data }) => toJson(data)),
    );
  });

  it('are a test, too, with its own shape', async () => {
    const { webhook_id } = await createWebhook(service, tenant.userKey, { url: receiver.url });
    const before = receiver.requests.length;
    await rest().post(`/v1/webhooks/${webhook_id}/test`).expect(200);
    const [request] = receiver.requests.slice(before);
    const payload = JSON.parse(request?.body ?? '');
    expect(faultsOfRequest(request ?? { headers: {}, body: '{}' })).toEqual([]);
    expect(shapeOf(payload)).toEqual(shapeOf(messages['webhook.test']?.examples[0]?.payload));
  });

  it('refuse what lacks a field, has another one or belongs to another type, and unsigned requests', () => {
    const [example] = messages['list.deleted']?.examples ?? [];
    if (!example) throw new Error('there is no example');
    const { data, ...message } = example.payload as { data: { data: object } };
    const faults = (payload: object) => faultsOfPayload('list.deleted', payload);
    expect(faults({ ...message, data })).toEqual([]);
    expect(faults({ ...message, data: { ...data, data: { name: 'Former' } } })).toHaveLength(1);
    expect(faults({ ...message, data: { ...data, data: { ...data.data, owner: 1 } } })).toHaveLength(1);
    expect(faults({ ...message, data, more: 1 })).toHaveLength(1);
    expect(faultsOfPayload('list.shared', { ...message, data })).not.toEqual([]);
    expect(faultsOfPayload('EventPage', { events: [{ ...data, data: {} }], next_cursor: 'x' })).not.toEqual(
      [],
    );
    expect(
      faultsOfHeaders({ 'webhook-id': '7', 'webhook-timestamp': '1', 'webhook-signature': 'v2,x' }),
    ).toHaveLength(1);
    expect(faultsOfHeaders({})).toHaveLength(3);
  });
});
