import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import roaring from 'roaring';
import { KEPT } from '../../../../src/modules/lists/members/materializations.ts';
import { MAX_SORTED_BY_TEXT } from '../../../../src/modules/lists/members/order.ts';
import { type Colleague, startTestService } from '../../../harness/service.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../operations.ts';

const { service, tenant } = useService('pagers', { seed: seedSmallCatalogue });
let grace: Colleague;
let listId: number;

beforeAll(async () => {
  grace = await service.createColleague(tenant, 'Grace');
});
beforeEach(async () => {
  listId = await createList(service, tenant.userKey, 'Paged', KUBERNETES);
});

const PAGE = `query ($id: ID!, $first: Int, $after: String, $offset: Int, $tier: MemberTier, $search: String, $orderBy: MemberOrder, $force: Boolean) {
  list(listId: $id) { members(first: $first, after: $after, offset: $offset, tier: $tier, search: $search, orderBy: $orderBy, forceRefresh: $force) {
    totalCount edges { cursor node { company { slug } } } pageInfo { hasNextPage hasPreviousPage endCursor } } } }`;

async function request(variables: object, key = tenant.userKey) {
  return (await service.graphql(key, PAGE, { id: listId, ...variables })).body;
}
async function page(variables: object) {
  const { data, errors } = await request(variables);
  expect(errors).toBeUndefined();
  const { edges, ...more } = data.list.members;
  return {
    ...more,
    slugs: edges.map(({ node }: { node: { company: { slug: string } } }) => node.company.slug),
  };
}
async function refusal(variables: object, key?: string) {
  const { message, extensions } = (await request(variables, key)).errors[0];
  return extensions.errors
    ? { code: extensions.code, ...extensions.errors[0] }
    : { code: extensions.code, message };
}
const materialize = () => service.rest(tenant.userKey).post(`/v1/lists/${listId}/materialize`);
const toCursor = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

describe('a cursor', () => {
  const byYear = { field: 'FOUNDED_YEAR', direction: 'DESC' };

  it('repeats tier, search and order of its page, given again or not', async () => {
    const shown = { orderBy: byYear, search: ' .example ' };
    const first = await page({ ...shown, first: 2 });
    expect(first).toMatchObject({ slugs: ['beta', 'acme'], totalCount: 4 });
    // A number is sorted from the largest on unless the direction is given.
    expect(await page({ first: 2, orderBy: { field: 'FOUNDED_YEAR' }, search: '.example' })).toEqual(first);
    const rest = {
      slugs: ['delta', 'gamma'],
      totalCount: 4,
      pageInfo: { hasNextPage: false, hasPreviousPage: true, endCursor: expect.any(String) },
    };
    const after = first.pageInfo.endCursor;
    expect(await page({ after })).toEqual(rest);
    expect(await page({ after, ...shown, force: false })).toEqual(rest);
  });

  it('is refused with arguments that contradict it', async () => {
    const { pageInfo } = await page({ first: 1, orderBy: byYear });
    const after = pageInfo.endCursor;
    const differs = 'differs from that of the cursor; leave it out, or begin again at the first page';
    const cases: [object, string, string][] = [
      [{ tier: 'HIGH' }, '/tier', differs],
      [{ search: 'acme' }, '/search', differs],
      [{ orderBy: { field: 'FOUNDED_YEAR', direction: 'ASC' } }, '/orderBy', differs],
      [{ orderBy: { field: 'NAME', direction: 'DESC' } }, '/orderBy', differs],
      [{ offset: 0 }, '/offset', 'cannot be combined with a cursor; send one of them'],
      [
        { force: true },
        '/forceRefresh',
        'cannot be combined with a cursor, which belongs to a materialization',
      ],
    ];
    for (const [more, pointer, message] of cases)
      expect(await refusal({ after, ...more })).toEqual({ code: 'VALIDATION_ERROR', pointer, message });
  });

  it('of another list is refused, and needs access to its own on each page', async () => {
    const share = { user_id: grace.userId, access_level: 'viewer' };
    const { body } = await service.rest(tenant.userKey).post(`/v1/lists/${listId}/permissions`, share);
    const { pageInfo } = await page({ first: 1 });
    const after = pageInfo.endCursor;
    const id = await createList(service, tenant.userKey, 'Other', KUBERNETES);
    expect(await refusal({ id, after })).toMatchObject({
      pointer: '/after',
      message: 'is a cursor of another list',
    });
    expect((await request({ after }, grace.userKey)).errors).toBeUndefined();
    await service.rest(tenant.userKey).delete(`/v1/lists/${listId}/permissions/${body.permission_id}`);
    expect(await refusal({ after }, grace.userKey)).toMatchObject({ code: 'LIST_NOT_FOUND' });
  });

  it('expires with its materialization', async () => {
    const { pageInfo } = await page({ first: 1 });
    const after = pageInfo.endCursor;
    for (let time = 1; time < KEPT; time += 1) await materialize();
    expect((await page({ after })).slugs).toEqual(['beta', 'gamma', 'delta']);
    await materialize();
    expect(await refusal({ after })).toEqual({
      code: 'CURSOR_EXPIRED',
      message: 'The materialization of this cursor is no longer kept. Begin again at the first page.',
    });
  });

  it('is refused when it is malformed', async () => {
    const valid = [listId, 1, null, null, 'tier', false, 'high', 1];
    const replaced = (index: number, value: unknown) => toCursor(valid.with(index, value as null));
    const malformed = [
      '',
      'x',
      '\u0000',
      'x'.repeat(10_000),
      toCursor(null),
      toCursor([]),
      toCursor([...valid, 1]),
      replaced(0, -1),
      replaced(1, 2 ** 31),
      replaced(2, 'highest'),
      replaced(3, '\u0000'),
      replaced(4, 'slug'),
      replaced(5, 'false'),
      replaced(6, 'highest'),
      replaced(6, 1),
      replaced(7, 1.5),
      toCursor([listId, 1, null, null, 'name', false, null, 1]),
      toCursor([listId, 1, null, null, 'founded_year', false, '1999', 1]),
    ];
    for (const after of malformed)
      expect([after, await refusal({ after })]).toEqual([
        after,
        { code: 'VALIDATION_ERROR', pointer: '/after', message: 'must be a cursor of an earlier page' },
      ]);
  });

  it('that was changed shows nothing but members of its list', async () => {
    const { data } = await request({ first: 1 });
    const [, materialization] = JSON.parse(
      Buffer.from(data.list.members.edges[0].cursor, 'base64url').toString(),
    );
    const other = await createList(service, tenant.userKey, 'Other', GERMAN);
    const foreign = (await request({ id: other, first: 1 })).data.list.members.edges[0].cursor;
    const [, ofOther] = JSON.parse(Buffer.from(foreign, 'base64url').toString());
    const begin = ['tier', false, 'high', 1];
    expect(await refusal({ after: toCursor([listId, ofOther, null, null, ...begin]) })).toMatchObject({
      code: 'CURSOR_EXPIRED',
    });
    const shifted = toCursor([listId, materialization, null, null, 'partnership_count', true, 2 ** 40, 1]);
    expect((await page({ after: shifted })).slugs).toEqual(['acme', 'beta', 'gamma', 'delta']);
  });

  it('is paid for like the first page of its search and sort', async () => {
    const cost = async (variables: object) =>
      (await request({ first: 1, ...variables })).extensions.cost.requested;
    for (const shown of [{}, { search: 'a' }, { orderBy: { field: 'NAME' } }, { orderBy: byYear }]) {
      const { pageInfo } = await page({ first: 1, ...shown });
      expect(await cost({ after: pageInfo.endCursor })).toBe(await cost(shown));
    }
  });
});

describe('a sort by name', () => {
  it('is refused for more than 100,000 members', async () => {
    await materialize();
    const many = roaring.RoaringBitmap32.fromRange(1, MAX_SORTED_BY_TEXT + 2).serialize('portable');
    const { pool } = service.database;
    // Another process reads what is stored; this one has it in its cache.
    await pool.query('UPDATE list_materialization SET medium = $2 WHERE list_id = $1', [listId, many]);
    const beside = await startTestService({ beside: service });
    const sorted = (tier?: string) =>
      beside.graphql(tenant.userKey, PAGE, { id: listId, first: 1, tier, orderBy: { field: 'NAME' } });
    try {
      const { errors } = (await sorted('MEDIUM')).body;
      expect(errors[0]).toMatchObject({
        message:
          'At most 100000 members can be sorted by name, and these are 100001. Narrow them by tier or by a search, or sort by something else.',
        extensions: { code: 'SORT_TOO_LARGE' },
      });
      expect((await sorted('HIGH')).body.errors).toBeUndefined();
      const rest = await beside.rest(tenant.userKey).get(`/v1/lists/${listId}/members?sort=-name`);
      expect([rest.status, rest.body.detail.error]).toEqual([422, 'sort_too_large']);
    } finally {
      await beside.close();
    }
  });
});

describe('members over REST', () => {
  it('carry the parts that include names, without what is unknown', async () => {
    const { body } = await service
      .rest(tenant.userKey)
      .get(`/v1/lists/${listId}/members?limit=1000&include=technologies,firmographics&sort=-name`);
    const { body: plain } = await service.rest(tenant.userKey).get(`/v1/lists/${listId}/members?sort=-name`);
    const slugs = plain.members.map(({ slug }: { slug: string }) => slug);
    expect(slugs).toEqual(['gamma', 'delta', 'beta', 'acme']);
    for (const [index, member] of plain.members.entries()) {
      const path = `/v1/companies/${member.slug}?include=technologies,firmographics`;
      const { technologies, firmographics, company_id } = (await service.rest(tenant.userKey).get(path)).body;
      expect(body.members[index]).toEqual({ ...member, company_id, technologies, firmographics });
    }
    await service.rest(tenant.userKey).post(`/v1/lists/${listId}/domains`, { domains: ['hub.example'] });
    const { members } = (
      await service.rest(tenant.userKey).get(`/v1/lists/${listId}/members?include=technologies`)
    ).body;
    expect(members.find(({ slug }: { slug: string }) => slug === 'hub')).not.toHaveProperty('technologies');
  });
});
