import { beforeAll, describe, expect, it } from '@jest/globals';
import { getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { seedPlain } from '../harness/seed.ts';
import { useService } from '../harness/use-service.ts';

const { service, tenant, rest, graphql } = useService('long', { credits: 100 });

/** Beyond 32 bits, and as large as a number holds exactly with a little room. */
const FROM = [5_000_000_000, 9_007_199_254_740_000] as const;
const SEQUENCES = ['event', 'list_event', 'credit_entry', 'webhook_delivery'];

const startAt = async (from: number) => {
  for (const table of SEQUENCES)
    await service.database.pool.query(`SELECT setval('${table}_id_seq', $1)`, [from]);
};
const dataOf = async (query: string, variables?: object) => {
  const { data, errors } = (await graphql(query, variables)).body;
  expect(errors).toBeUndefined();
  return data;
};

beforeAll(async () => {
  for (const slug of ['one', 'two', 'three', 'four']) await seedPlain(service.database.pool, slug);
});

describe.each(FROM)('ids from %d on', (from) => {
  const above = (ids: number[]) => {
    expect(ids.length).toBeGreaterThan(1);
    expect(ids.filter((id) => typeof id !== 'number' || id <= from)).toEqual([]);
    return ids;
  };
  beforeAll(() => startAt(from));

  it('are numbers in the feed, over both APIs', async () => {
    const { next_cursor: cursor } = (await rest().get('/v1/events?cursor=now')).body;
    for (const name of ['First', 'Second']) {
      const { list_id } = (await rest().post('/v1/lists', { name })).body;
      await rest().delete(`/v1/lists/${list_id}`).expect(204);
    }
    const { events } = (await rest().get(`/v1/events?cursor=${cursor}`)).body;
    const ids = above(events.map(({ event_id }: { event_id: number }) => event_id));
    const { events: page } = await dataOf(
      'query ($c: String) { events(after: $c) { edges { node { eventId } } } }',
      {
        c: cursor,
      },
    );
    expect(page.edges).toEqual(ids.map((eventId) => ({ node: { eventId } })));
  });

  it('are numbers in the audit log, over both APIs', async () => {
    const { list_id } = (await rest().post('/v1/lists', { name: 'Audited' })).body;
    await rest().patch(`/v1/lists/${list_id}`, { name: 'Audited again' }).expect(200);
    const { events } = (await rest().get(`/v1/lists/${list_id}/audit-log`)).body;
    const ids = above(events.map(({ event_id }: { event_id: number }) => event_id));
    const { list } = await dataOf(
      'query ($id: ID!) { list(listId: $id) { auditLog { totalCount edges { node { eventId } } } } }',
      { id: list_id },
    );
    expect(list.auditLog).toEqual({
      totalCount: ids.length,
      edges: ids.map((eventId) => ({ node: { eventId } })),
    });
  });

  it('page the ledger, and lead to its entries', async () => {
    const slugs = from === FROM[0] ? ['one', 'two'] : ['three', 'four'];
    for (const slug of slugs)
      await rest()
        .post('/v1/enrich/partnerships', { domains: [`${slug}.example`] })
        .expect(200);
    const { entries } = (await rest().get('/v1/account/ledger?limit=2')).body;
    const ids = above(entries.map(({ entry_id }: { entry_id: number }) => entry_id));
    const LEDGER = `query ($after: String) { viewer { organization { creditEntries(first: 1, after: $after) {
      edges { cursor node { id entryId } } } } } }`;
    const first = (await dataOf(LEDGER)).viewer.organization.creditEntries.edges[0];
    const second = (await dataOf(LEDGER, { after: first.cursor })).viewer.organization.creditEntries.edges[0];
    expect([first.node.entryId, second.node.entryId]).toEqual(ids);
    const { node } = await dataOf(
      'query ($id: ID!) { node(id: $id) { id ... on CreditEntry { entryId } } }',
      {
        id: first.node.id,
      },
    );
    expect(node).toEqual({ id: first.node.id, entryId: ids[0] });
  });

  it('page the deliveries of a webhook, and name the event that blocks it', async () => {
    const { pool } = service.database;
    const { webhook_id } = (await rest().post('/v1/webhooks', { url: 'https://hooks.example/' }).expect(201))
      .body;
    await pool.query(
      `INSERT INTO webhook_delivery (webhook_id, event_id, type, at, attempt, outcome, duration_ms)
       SELECT $1, $2::bigint + n, 'list.deleted', $3, 1, 'delivered', 5 FROM generate_series(1, 2) n`,
      [webhook_id, from, service.clock.now()],
    );
    await pool.query('UPDATE webhook SET pending_event_id = $2, attempts = 1 WHERE id = $1', [
      webhook_id,
      from,
    ]);
    expect((await rest().get(`/v1/webhooks/${webhook_id}`)).body.pending_event_id).toBe(from);
    const path = `/v1/webhooks/${webhook_id}/deliveries?limit=1`;
    const { deliveries: first, next_cursor } = (await rest().get(path)).body;
    const { deliveries: second } = (await rest().get(`${path}&cursor=${next_cursor}`)).body;
    above([first[0].delivery_id, second[0].delivery_id]);
    expect([first[0].event_id, second[0].event_id]).toEqual([from + 2, from + 1]);
    const { viewer } = await dataOf(
      'query ($id: ID!) { viewer { webhook(webhookId: $id) { pendingEventId deliveries { edges { node { deliveryId eventId } } } } } }',
      { id: webhook_id },
    );
    expect(viewer.webhook).toEqual({
      pendingEventId: from,
      deliveries: {
        edges: [...first, ...second].map(({ delivery_id, event_id }) => ({
          node: { deliveryId: delivery_id, eventId: event_id },
        })),
      },
    });
  });
});

it.each(['Company', 'List', 'CreditEntry'])(
  'an id that no row can have leads to nothing: %s',
  async (type) => {
    const ids = ['2147483648', '9007199254740993', '99999999999999999999'].map((id) => btoa(`${type}:${id}`));
    expect(await dataOf('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toEqual({
      nodes: [null, null, null],
    });
  },
);

it('credits that exceed 32 bits are refused by the service, not by the schema', async () => {
  const { data, errors } = (
    await graphql(
      'mutation { updateOrganization(input: { creditsLowThreshold: 5000000000 }) { organization { name } } }',
    )
  ).body;
  expect(data).toEqual({ updateOrganization: null });
  expect(errors[0].extensions).toEqual({
    code: 'VALIDATION_ERROR',
    errors: [{ pointer: '/creditsLowThreshold', message: 'must be 1 to 2147483647, or null' }],
  });
  expect(tenant.organizationId).toBeGreaterThan(0);
});

/** Fields by whose names the numbers are counts, credits, or ids of rows that outnumber 32 bits. */
const LONG =
  /^(eventId|entryId|deliveryId|pendingEventId|amount|balanceAfter|credit.*|.*Count|count|total|rows)$/;

it('counts, credits and 64-bit ids are SafeInt in the schema', () => {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInputObjectType(type)
      ? Object.values(type.getFields()).map(({ name, type: of }) => ({
          name: `${type.name}.${name}`,
          of: String(getNamedType(of)),
          field: name,
        }))
      : [],
  );
  const numbers = fields.filter(({ of }) => ['Int', 'Float', 'SafeInt'].includes(of));
  const long = numbers.filter(({ field }) => LONG.test(field));
  expect(long.length).toBeGreaterThan(60);
  expect(long.filter(({ of }) => of !== 'SafeInt').map(({ name }) => name)).toEqual([]);
});

it('they are int64 without a maximum in openapi.json', () => {
  const numbers: [string, { maximum?: number; format?: string }][] = [];
  JSON.stringify(openApiDocument, (key, value) => {
    if (
      value?.type === 'integer' &&
      /^(event_id|entry_id|delivery_id|pending_event_id|amount|balance\w*|credit\w*|total|\w*_count)$/.test(
        key,
      )
    )
      numbers.push([key, value]);
    return value;
  });
  expect(numbers.length).toBeGreaterThan(40);
  const bounded = numbers.filter(([, { maximum }]) => maximum !== undefined).map(([key]) => key);
  // The credits of one grant have a maximum of their own, and so have the first ones of an organization.
  expect([...new Set(bounded)]).toEqual(['credits', 'amount']);
  const short = numbers.filter(([, { maximum, format }]) => maximum === undefined && format !== 'int64');
  expect(short.map(([key]) => key)).toEqual([]);
});
