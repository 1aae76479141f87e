import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useTestService } from '../../harness/use-service.ts';
import { condition, definition as definitionOf } from '../filters/support.ts';
import { observation, Workspace } from '../import/support.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
/** Domains of the companies that are asked for. */
let domains = NAMES.map((name) => `${name}.example`);

const service = useTestService();
let workspace: Workspace;
let key: string;

const load = (kind: 'companies' | 'partnerships', rows: readonly object[]) =>
  workspace.import(service.database.pool, kind, rows);

/** Sees pairs of companies in one direction, by their primary domains unless told otherwise. */
const observe = (...pairs: readonly string[]) =>
  load(
    'partnerships',
    pairs.map((pair) => {
      const [observer = '', partner = ''] = pair.split('-');
      return observation(domainOf(observer), domainOf(partner));
    }),
  );
/** Upper case names the second domain of a company. */
const domainOf = (name: string) => (/[A-Z]/.test(name) ? `${name.toLowerCase()}.test` : `${name}.example`);

beforeAll(async () => {
  workspace = await Workspace.create();
  key = (await service.createTenant('readers', 10_000)).userKey;
  const companies = NAMES.map((name) => ({
    name: `Company ${name}`,
    primary_domain: `${name}.example`,
    domains: [`${name}.test`],
  }));
  await load('companies', companies);
});
afterAll(() => workspace.remove());

type Counts = Record<string, number>;

/** Answers by name of the company. */
async function each(read: (domain: string) => Promise<number | undefined>): Promise<Counts> {
  const counts: Counts = {};
  for (const domain of domains) {
    const count = await read(domain);
    if (count !== undefined) counts[domain.slice(0, 1)] = count;
  }
  return counts;
}

const lookUp = () =>
  each(async (domain) => (await service.rest(key).get(`/v1/companies/${domain}`)).body.partnership_count);

/** Enriches all companies over REST. @returns the numbers that it says, and those of the partners that it lists. */
async function enrich() {
  const { body } = await service.rest(key).post('/v1/enrich/partnerships', { domains }).expect(200);
  const read = (of: (result: { partnership_count: number; partnerships: object[] }) => number) =>
    each(async (wanted) => {
      const result = body.results.find(({ domain }: { domain: string }) => domain === wanted);
      return result.status === 'not_tracked' ? undefined : of(result);
    });
  return {
    said: await read((result) => result.partnership_count),
    listed: await read((result) => result.partnerships.length),
  };
}

const PAGE = `query ($domain: String!, $after: String) { company(identifier: $domain) { partnershipCount
  partnerships(first: 2, after: $after) { totalCount edges { node { partnerSlug } }
    pageInfo { hasNextPage endCursor } } } }`;

/** Walks over all pages of partners, of companies that are unlocked. */
async function walk() {
  const totals: Counts = {};
  const fields: Counts = {};
  const walked = await each(async (domain) => {
    const seen = new Set<string>();
    for (let after: string | null = null, more = true; more; ) {
      const { body }: { body: WalkBody } = await service.graphql(key, PAGE, { domain, after });
      const company = body.data.company;
      if (company === null) return undefined;
      const { totalCount, edges, pageInfo } = company.partnerships;
      totals[domain.slice(0, 1)] = totalCount;
      fields[domain.slice(0, 1)] = company.partnershipCount;
      for (const { node } of edges) seen.add(node.partnerSlug);
      more = pageInfo.hasNextPage;
      after = pageInfo.endCursor;
    }
    return seen.size;
  });
  return { walked, totals, fields };
}

interface WalkBody {
  data: {
    company: null | {
      partnershipCount: number;
      partnerships: {
        totalCount: number;
        edges: { node: { partnerSlug: string } }[];
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
      };
    };
  };
}

/** Numbers of companies that a filter finds as partners of each company. Without partners it is no value of the filter. */
const filterCounts = (counts: Counts) =>
  each(async (domain) => {
    const count = counts[domain.slice(0, 1)];
    if (!count) return count;
    const definition = definitionOf(condition('partner', 'any_of', [domain]));
    return (await service.rest(key).post('/v1/lists/preview-count', definition).expect(200)).body.count;
  });

/** Members of a list of all companies, with the numbers of its rows. */
async function memberCounts(): Promise<Counts> {
  const definition = definitionOf(condition('partnership_count', 'gte', [0]));
  const { body: list } = await service.rest(key).post('/v1/lists', { name: 'All', definition }).expect(201);
  const { body } = await service.rest(key).get(`/v1/lists/${list.list_id}/members`).expect(200);
  const counts: Counts = {};
  for (const { primary_domain, partnership_count } of body.members) {
    counts[primary_domain.slice(0, 1)] = partnership_count;
  }
  return counts;
}

/** Expects that all places say the same numbers of partners, and the same number of pairs. */
async function expectEverywhere(counts: Counts, pairs: number): Promise<void> {
  expect(await lookUp()).toEqual(counts);
  expect(await enrich()).toEqual({ said: counts, listed: counts });
  expect(await walk()).toEqual({ walked: counts, totals: counts, fields: counts });
  expect(await filterCounts(counts)).toEqual(counts);
  expect(await memberCounts()).toEqual(counts);
  const { body } = await service.rest(key).get('/v1/catalogue').expect(200);
  expect(body.partnership_count).toBe(pairs);
  const { body: answer } = await service.graphql(key, '{ catalogue { partnershipCount } }');
  expect(answer.data.catalogue.partnershipCount).toBe(pairs);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(2 * pairs);
}

describe('numbers of partnerships are the same in all places', () => {
  it('after a first load with pairs that were seen from both sides, and by different domains', async () => {
    const { report } = await observe('a-b', 'b-a', 'A-c', 'c-A', 'a-d', 'a-e', 'f-a', 'B-C', 'g-f');
    expect(report).toMatchObject({ rows: 9, accepted: 9 });
    await expectEverywhere({ a: 5, b: 2, c: 2, d: 1, e: 1, f: 2, g: 1, h: 0 }, 7);
  });

  it('after a change that sees known pairs from their other side, and new ones', async () => {
    await observe('d-a', 'e-A', 'h-g', 'G-H', 'e-d');
    await expectEverywhere({ a: 5, b: 2, c: 2, d: 2, e: 2, f: 2, g: 2, h: 1 }, 9);
  });

  it('after one side of a pair was deleted, and both sides of another one', async () => {
    const gone = [
      { domain: 'a.example', partner_domain: 'b.example', deleted: true },
      { domain: 'h.example', partner_domain: 'g.example', deleted: true },
      { domain: 'g.example', partner_domain: 'h.example', deleted: true },
    ];
    await load('partnerships', gone);
    await expectEverywhere({ a: 5, b: 2, c: 2, d: 2, e: 2, f: 2, g: 1, h: 0 }, 8);
  });

  it('after a company was deleted, and one was merged into a partner of its partners', async () => {
    await load('companies', [
      { primary_domain: 'f.example', deleted: true },
      { primary_domain: 'b.example', merge_into: 'c.example' },
    ]);
    domains = domains.filter((domain) => domain !== 'b.example');
    await expectEverywhere({ a: 3, c: 1, d: 2, e: 2, g: 0, h: 0 }, 4);
  });
});
