import { afterAll, describe, expect, it } from '@jest/globals';
import { getNamedType, isObjectType } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { codes } from '../harness/errors.ts';
import { startTestService } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import { createList } from '../modules/lists/operations.ts';

const service = await startTestService();
const tenant = await service.createTenant('readers');
const listId: number = await createList(service, tenant.userKey, 'Read from both ends');
/** The log has eleven events: the list was created, and renamed ten times. */
for (let time = 0; time < 10; time += 1)
  await service.rest(tenant.userKey).patch(`/v1/lists/${listId}`, { name: `Name ${time}` });
afterAll(() => service.close());

interface Page {
  edges: { cursor: string; node: { eventId: number } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
}

const QUERY = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $offset: Int) {
  list(listId: $id) { auditLog(first: $first, after: $after, last: $last, before: $before, offset: $offset) {
    edges { cursor node { eventId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
const ask = ({ query = QUERY, ...page }: { query?: string } & object) =>
  service.graphql(tenant.userKey, query, { id: listId, ...page });

async function read(page: object): Promise<Page> {
  const { body } = await ask(page);
  expect(body.errors).toBeUndefined();
  return body.data.list.auditLog;
}

const all: Page = await read({});
const EDGES = all.edges;
const cursorOf = (position: number) => EDGES.at(position)?.cursor;

const connections = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({ place: `${type.name}.${field.name}`, field })),
  )
  .filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'));

describe('every connection', () => {
  it('takes first and after, and either last and before, or says why not', () => {
    const faults = connections.filter(({ field }) => {
      const names = field.args.map(({ name }) => name);
      const backward = names.includes('last') && names.includes('before');
      const says = /read forwards only[,:]/.test(getNamedType(field.type).description ?? '');
      return !names.includes('first') || !names.includes('after') || backward === says;
    });
    expect([connections.length > 15, faults.map(({ place }) => place)]).toEqual([true, []]);
  });

  it('counts `last` as it counts `first`', () => {
    const backward = connections.filter(({ field }) => field.args.some(({ name }) => name === 'last'));
    const sizes = backward.map(({ field: { extensions } }) => {
      const priceOf = extensions.price as (args: object) => { multiplier: number };
      return priceOf({ first: 100, last: 7 }).multiplier;
    });
    expect([sizes.length > 4, new Set(sizes)]).toEqual([true, new Set([7])]);
  });
});

describe('a connection that is read both ways', () => {
  it('is read backwards to the same edges', async () => {
    const pages: Page[] = [];
    for (let before: string | undefined, more = true; more; ) {
      const page = await read({ last: 4, before });
      pages.unshift(page);
      before = page.pageInfo.startCursor;
      more = page.pageInfo.hasPreviousPage;
    }
    expect(pages.map(({ edges }) => edges.length)).toEqual([3, 4, 4]);
    expect(pages.flatMap(({ edges }) => edges)).toEqual(EDGES);
    expect(pages.map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([true, true, false]);
  });

  it.each<[string, object, number, number]>([
    ['the last', { last: 2 }, 9, 11],
    ['the last before a cursor', { last: 2, before: cursorOf(5) }, 3, 5],
    ['the last after a cursor', { last: 1_000, after: cursorOf(7) }, 8, 11],
    ['the last between two cursors', { last: 2, after: cursorOf(1), before: cursorOf(9) }, 7, 9],
    ['the first before a cursor', { before: cursorOf(3) }, 0, 3],
    ['the first between two cursors', { first: 3, after: cursorOf(1), before: cursorOf(9) }, 2, 5],
    ['more than there are', { last: 1_000 }, 0, 11],
    ['none before the first', { last: 2, before: cursorOf(0) }, 0, 0],
    ['none between neighbours', { last: 2, after: cursorOf(3), before: cursorOf(4) }, 4, 4],
    ['first beside last', { first: 1, last: 2 }, 9, 11],
    ['an explicit null', { first: 2, last: null, before: null }, 0, 2],
  ])('returns %s', async (_name, page, from, to) => {
    const { edges, pageInfo } = await read(page);
    expect(edges).toEqual(EDGES.slice(from, to));
    expect([pageInfo.hasPreviousPage, pageInfo.hasNextPage]).toEqual([from > 0, to < EDGES.length]);
  });

  it.each<[object, string]>([
    [{ last: 0 }, '/last'],
    [{ last: -1 }, '/last'],
    [{ last: 1_001 }, '/last'],
    [{ last: 1, before: 'x' }, '/before'],
    [{ before: Buffer.from('id:7').toString('base64url') }, '/before'],
    [{ last: 1, after: 'x' }, '/after'],
    [{ after: '' }, '/after'],
    [{ last: 1, offset: 8 }, '/offset'],
    [{ last: 1, before: cursorOf(5), offset: 0 }, '/offset'],
    [{ after: cursorOf(5), offset: 0 }, '/offset'],
  ])('refuses %j', async (page, pointer) => {
    const response = await ask(page);
    expect(codes(response)).toEqual(['VALIDATION_ERROR']);
    expect(response.body.errors[0].extensions.errors).toEqual([expect.objectContaining({ pointer })]);
  });

  it('counts nothing, and takes one statement more to look beyond a cursor, if that is selected', async () => {
    const statementsOf = async (page: object) => (await recordStatements(() => read(page))).statements.length;
    const forwards = await statementsOf({ first: 2 });
    expect(await statementsOf({ last: 2 })).toBe(forwards);
    expect(await statementsOf({ last: 2, before: cursorOf(5) })).toBe(forwards + 1);
    const next = { query: QUERY.replace('hasPreviousPage ', ''), after: cursorOf(1) };
    expect(await statementsOf({ first: 2, ...next })).toBe(forwards);
  });

  it('knows that nothing is left beyond a cursor whose row is gone', async () => {
    const { rows } = await service.database.pool.query(
      'DELETE FROM list_event WHERE list_id = $1 AND id IN (SELECT max(id) FROM list_event WHERE list_id = $1) RETURNING *',
      [listId],
    );
    expect(rows).toHaveLength(1);
    const { edges, pageInfo } = await read({ first: 2, after: cursorOf(0) });
    expect(edges).toEqual(EDGES.slice(1, 3));
    expect([pageInfo.hasPreviousPage, pageInfo.hasNextPage]).toEqual([false, true]);
    const before = await read({ before: cursorOf(0) });
    expect([before.edges, before.pageInfo.hasPreviousPage, before.pageInfo.hasNextPage]).toEqual([
      [],
      false,
      true,
    ]);
  });
});
