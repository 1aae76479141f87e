import { beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../../../src/config.ts';
import { Bitmap, serialize } from '../../../../src/modules/facets/bitmap.ts';
import { answer, refusal } from '../../../harness/errors.ts';
import { deleteCompanies } from '../../../harness/retire.ts';
import type { TestService } from '../../../harness/service.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN } from '../operations.ts';

/** Bytes of a response. An operation may read twice as many, and hold eight times as many in bitmaps. */
const MAX = 256 * 1024;
/** Every second id of a range above all companies: 128 KiB, of which PostgreSQL sends 256. */
const LARGE_COUNT = 2 ** 19;
const LARGE = serialize(new Bitmap(Uint32Array.from({ length: LARGE_COUNT }, (_, at) => 2 ** 20 + 2 * at)));
/** So many large lists are more than the rows that an operation may read, and fewer than the bitmaps that it may hold. */
const FITTING = 10;
const TOO_MANY = 20;

const operationLimits = { ...readConfig({}).operationLimits, maxAnswerBytes: MAX };
const { service, tenant, beside } = useService('large', {
  credits: 10_000,
  seed: seedSmallCatalogue,
  operationLimits,
});
/** Beside the service, with a cache that holds nothing: every request is cold. */
const tiny = beside({ operationLimits, facetCacheBytes: 1 });
const ids: number[] = [];
/** A list with many materializations, and their ids. */
let grown: number;
let materializations: number[];

beforeAll(async () => {
  for (let at = 0; at < TOO_MANY; at += 1) {
    const id = await createList(service, tenant.userKey, `List ${at}`, GERMAN);
    await service.rest(tenant.userKey).get(`/v1/lists/${id}/members?limit=1`);
    ids.push(id);
  }
  grown = await createList(service, tenant.userKey, 'Grown', GERMAN);
  await service.rest(tenant.userKey).get(`/v1/lists/${grown}/members?limit=1`);
  await addLarge(ids, 1);
  materializations = await addLarge([grown], TOO_MANY);
});

/** Adds materializations to lists: the members of the first one, and LARGE. @returns their ids */
async function addLarge(listIds: readonly number[], times: number): Promise<number[]> {
  const { rows } = await service.database.pool.query<{ id: number }>(
    `INSERT INTO list_materialization (list_id, revision, definition_version, index_version, high, medium, exploratory,
       added, high_count, medium_count, exploratory_count, created_at)
     SELECT list_id, revision, definition_version, index_version, high, medium, $2, added, high_count, medium_count, $3,
       created_at FROM list_materialization, generate_series(1, $4) WHERE list_id = ANY ($1) RETURNING id`,
    [listIds, LARGE, LARGE_COUNT, times],
  );
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

const MEMBERS = `members(first: 1) { totalCount edges { node { tier company { slug } } }
  materialization { counts { total exploratory } } }`;
const toGlobalId = (id: number) => Buffer.from(`List:${id}`).toString('base64');

/** Operations that read so many large lists, or so many large materializations of one list. */
const OPERATIONS: Record<string, (count: number) => string> = {
  'a page of lists': (count) =>
    `{ lists(first: ${count}, search: "List", orderBy: {field: CREATED_AT, direction: ASC}) { edges { node { name ${MEMBERS} } } } }`,
  nodes: (count) =>
    `{ nodes(ids: ${JSON.stringify(ids.slice(0, count).map(toGlobalId))}) { ... on List { name ${MEMBERS} } } }`,
  'explanations and members of several lists': (count) =>
    `{ nodes(ids: ${JSON.stringify(ids.slice(0, count).map(toGlobalId))}) { ... on List {
      explain(identifier: "acme.example") { tier } ${MEMBERS} } } }`,
  'changes of one list since many materializations': (count) =>
    `{ list(listId: ${grown}) { ${materializations
      .slice(0, count)
      .map(
        (id, at) =>
          `c${at}: changes(sinceMaterializationId: ${id}) { all { totalCount } left { totalCount } }`,
      )
      .join(' ')} } }`,
  'the same changes behind many aliases': (count) =>
    `{ list(listId: ${grown}) { ${Array.from(
      { length: 90 },
      (_, at) => `c${at}: changes(sinceMaterializationId: ${materializations[at % count]}) {
      materialization { id } entered { totalCount } }`,
    ).join(' ')} } }`,
};

const ask = (from: TestService, query: string) => from.graphql(tenant.userKey, query).then(refusal);

async function expectSameColdAndWarm(query: string) {
  const first = await ask(service, query);
  expect(await ask(service, query)).toEqual(first);
  expect(await ask(tiny, query)).toEqual(first);
  expect(await ask(tiny, query)).toEqual(first);
  return first;
}

const TOO_LARGE = {
  status: 422,
  data: undefined,
  errors: [
    {
      message: expect.stringMatching(/ take more than 2 MiB of memory\. Read fewer of them at a time\.$/),
      extensions: { code: 'MEMBERS_TOO_LARGE', max_bytes: 8 * MAX },
    },
  ],
};

describe.each(Object.keys(OPERATIONS))('an operation that reads many large lists: %s', (name) => {
  const query = (count: number) => OPERATIONS[name]?.(count) ?? '';

  it('has a complete answer, the same without a cache', async () => {
    const { data, errors } = (await expectSameColdAndWarm(query(FITTING))) as { data: object; errors: [] };
    expect(errors).toEqual([]);
    if (name === 'a page of lists')
      expect(data).toEqual({
        lists: { edges: Array.from({ length: FITTING }, (_, at) => ({ node: expectedList(at) })) },
      });
  });

  it('is refused beyond the bitmaps that it may hold, the same without a cache', async () => {
    expect(await expectSameColdAndWarm(query(TOO_MANY))).toMatchObject(TOO_LARGE);
  });
});

const expectedList = (at: number) => ({
  name: `List ${at}`,
  members: {
    totalCount: LARGE_COUNT + 2,
    edges: [{ node: { tier: 'HIGH', company: { slug: 'acme' } } }],
    materialization: { counts: { total: LARGE_COUNT + 2, exploratory: LARGE_COUNT } },
  },
});

describe('pages over REST without a cache', () => {
  it('are those of a warm service', async () => {
    for (const id of ids.slice(0, 4))
      for (const path of ['members?limit=1', 'members?limit=2&sort=-founded_year', 'explain?company=acme']) {
        const read = (from: TestService) =>
          from.rest(tenant.userKey).get(`/v1/lists/${id}/${path}`).then(answer);
        const warm = await read(service);
        expect(warm.status).toBe(200);
        expect(await read(tiny)).toEqual(warm);
      }
  });
});

describe('companies that leave the catalogue', () => {
  it('are left out of every list, cold and warm, and of counts within the same limit', async () => {
    await deleteCompanies(service.database.pool, 'beta');
    const { data } = (await expectSameColdAndWarm(OPERATIONS['a page of lists']?.(FITTING) ?? '')) as {
      data: { lists: { edges: { node: { members: { totalCount: number } } }[] } };
    };
    expect(data.lists.edges.map(({ node }) => node.members.totalCount)).toEqual(
      Array(FITTING).fill(LARGE_COUNT + 1),
    );
    const kept = (count: number) =>
      `{ list(listId: ${grown}) { materializations(first: ${count}) { edges { node { counts { total } } } } } }`;
    const counts = Array(FITTING).fill({ node: { counts: { total: LARGE_COUNT + 1 } } });
    expect(await expectSameColdAndWarm(kept(FITTING))).toMatchObject({
      data: { list: { materializations: { edges: counts } } },
    });
    expect(await expectSameColdAndWarm(kept(TOO_MANY))).toMatchObject(TOO_LARGE);
  });
});
