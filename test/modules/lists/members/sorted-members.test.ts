import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rebuildIndex } from '../../../../src/modules/filters/facet-index.ts';
import { recordStatements } from '../../../harness/statements.ts';
import { useService } from '../../../harness/use-service.ts';
import { condition, definition } from '../../filters/support.ts';
import { createList } from '../operations.ts';

const COMPANIES = 120;
const FIELDS = ['TIER', 'NAME', 'PARTNERSHIP_COUNT', 'TECHNOLOGY_COUNT', 'FOUNDED_YEAR'] as const;
const RUNS = 40;

/** A company, as plain SQL reads it. */
interface Row {
  id: number;
  name: string;
  key: string;
  partnership_count: number;
  technology_count: number;
  founded_year: number | null;
  country: string;
  last_seen: Date | null;
}

const { service, tenant, rest } = useService('sorters');
let rows: Row[];

/** Companies that share names but for their case, and numbers, of which some are unknown. */
beforeAll(async () => {
  const { pool } = service.database;
  await pool.query(`
    INSERT INTO company (name, slug, primary_domain, country, founded_year, partnership_count, technology_count, domain_count)
    SELECT (ARRAY['Öl', 'acme', 'ACME', 'Zeta', 'zeta b', 'Über', '東京'])[1 + n * 7 % 11 % 7] || CASE WHEN n % 3 = 0 THEN '' ELSE ' ' || n % 5 END,
      'c' || n, 'c' || n || '.example', (ARRAY['DE', 'AT', 'US'])[1 + n % 3],
      CASE WHEN n % 4 = 0 THEN NULL ELSE 1900 + n * 37 % 120 END, n * 13 % 9, n * 29 % 300, 1
    FROM generate_series(1, ${COMPANIES}) n`);
  await pool.query(`INSERT INTO company_domain (domain, company_id, is_primary, position)
    SELECT primary_domain, id, true, 0 FROM company`);
  await pool.query(`INSERT INTO technology (tech_key, display_name) VALUES ('kubernetes', 'Kubernetes')`);
  await pool.query(`INSERT INTO company_technology
    SELECT c.id, t.id, 1, '2020-01-01', timestamptz '2026-03-01' - c.id * interval '5 days'
    FROM company c, technology t WHERE c.id % 5 < 4`);
  await rebuildIndex(pool);
  rows = (
    await pool.query<Row>(`SELECT c.id, c.name, lower(c.name) AS key, partnership_count, technology_count, founded_year, country, last_seen
      FROM company c LEFT JOIN company_technology t ON t.company_id = c.id ORDER BY c.id`)
  ).rows;
});

const AS_OF = Date.parse('2026-03-01') - 5 * 86_400_000;
const DAY = 86_400_000;

/** Tier of a company by a definition over Kubernetes: by the date of its evidence. */
function tierOf({ last_seen }: Row): number {
  if (last_seen === null) return -1;
  const age = (AS_OF - last_seen.getTime()) / DAY;
  return age <= 90 ? 0 : age <= 365 ? 1 : 2;
}

const TIERS = ['HIGH', 'MEDIUM', 'EXPLORATORY'];

/** Independent order: a sort of rows, with unknown values last and ids as ties. */
function sorted(members: Row[], dated: boolean, field: string, descending: boolean): number[] {
  const sortKey = (row: Row): number | Buffer | null => {
    if (field === 'TIER') return dated ? tierOf(row) : 0;
    if (field === 'NAME') return Buffer.from(row.key);
    return row[field.toLowerCase() as 'founded_year'];
  };
  return [...members]
    .sort((a, b) => {
      const [x, y] = [sortKey(a), sortKey(b)];
      if (x === null || y === null) return Number(x === null) - Number(y === null) || a.id - b.id;
      const order = Buffer.isBuffer(x) ? Buffer.compare(x, y as Buffer) : x - (y as number);
      return (descending ? -order : order) || a.id - b.id;
    })
    .map(({ id }) => id);
}

const PAGE = `query ($id: ID!, $first: Int!, $after: String, $tier: MemberTier, $search: String, $orderBy: MemberOrder) {
  list(listId: $id) {
    members(first: $first, after: $after, tier: $tier, search: $search, orderBy: $orderBy) {
      totalCount edges { node { companyId } } pageInfo { hasNextPage endCursor } } } }`;

async function readPage(variables: object) {
  const { body } = await service.graphql(tenant.userKey, PAGE, variables);
  expect(body.errors).toBeUndefined();
  const { edges, pageInfo, totalCount } = body.data.list.members;
  return {
    ids: edges.map(({ node }: { node: { companyId: number } }) => node.companyId) as number[],
    total: totalCount as number,
    next: pageInfo.hasNextPage ? (pageInfo.endCursor as string) : undefined,
  };
}

const cases = fc.record({
  dated: fc.boolean(),
  countries: fc.uniqueArray(fc.constantFrom<string>('DE', 'AT', 'US'), { minLength: 1 }),
  fromYear: fc.option(fc.integer({ min: 1890, max: 2020 }), { nil: undefined }),
  tier: fc.option(fc.constantFrom(...TIERS), { nil: undefined }),
  search: fc.option(fc.constantFrom('acme', 'ÖL', 'eta'), { nil: undefined }),
  field: fc.constantFrom(...FIELDS),
  descending: fc.boolean(),
  first: fc.integer({ min: 1, max: 50 }),
  /** Event between two pages: nothing, a refresh, or another definition. */
  between: fc.constantFrom('nothing', 'refresh', 'definition'),
});

describe('pages by cursor', () => {
  it('concatenate to the members in any order, whatever becomes of the list between them', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (each) => {
        const { dated, countries, fromYear, tier, search, field, descending, first } = each;
        const root = {
          and: [
            condition('country', 'any_of', countries),
            ...(dated ? [condition('technology', 'any_of', ['kubernetes'])] : []),
            ...(fromYear === undefined ? [] : [condition('founded_year', 'gte', [fromYear])]),
          ],
        };
        const id = await createList(service, tenant.userKey, 'Sorted', definition(root));
        const members = rows.filter(
          (row) =>
            countries.includes(row.country) &&
            (!dated || row.last_seen !== null) &&
            (fromYear === undefined || (row.founded_year ?? 0) >= fromYear) &&
            (!tier || tier === (dated ? TIERS[tierOf(row)] : 'HIGH')) &&
            (!search || row.key.includes(search.toLowerCase())),
        );
        const expected = sorted(members, dated, field, descending);
        const orderBy = { field, direction: descending ? 'DESC' : 'ASC' };
        const found: number[] = [];
        let after: string | undefined;
        let refreshes = 0;
        do {
          const begin = after === undefined ? { tier, search, orderBy } : { after };
          const page = await readPage({ id, first, ...begin });
          expect(page.total).toBe(expected.length);
          expect(page.ids.length).toBeLessThanOrEqual(first);
          found.push(...page.ids);
          after = page.next;
          // A list keeps its last 30 materializations.
          if (each.between === 'refresh' && refreshes++ < 25)
            await rest().post(`/v1/lists/${id}/materialize`);
          if (each.between === 'definition')
            await rest().put(
              `/v1/lists/${id}/definition`,
              definition(condition('country', 'any_of', ['FR'])),
            );
        } while (after !== undefined);
        expect(found).toEqual(expected);
        await rest().delete(`/v1/lists/${id}`);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('pages by offset', () => {
  const everything = definition(condition('country', 'any_of', ['DE', 'AT', 'US']));
  const SORTS = ['tier', 'name', 'partnership_count', 'technology_count', 'founded_year'];

  it.each(SORTS.flatMap((field) => [field, `-${field}`]))('have the order of %s over REST', async (sort) => {
    const id = await createList(service, tenant.userKey, sort, everything);
    const found: number[] = [];
    for (let offset = 0; offset < COMPANIES; offset += 50) {
      const path = `/v1/lists/${id}/members?limit=50&offset=${offset}&sort=${sort}`;
      const { body } = await rest().get(path);
      found.push(...body.members.map(({ company_id }: { company_id: number }) => company_id));
    }
    expect(found).toEqual(sorted(rows, false, sort.replace('-', '').toUpperCase(), sort.startsWith('-')));
  });

  it('read as many statements as pages by cursor: one more than without a sort', async () => {
    const id = await createList(service, tenant.userKey, 'Counted', everything);
    const count = async (variables: object) => {
      await readPage({ id, first: 20, ...variables });
      return (await recordStatements(() => readPage({ id, first: 20, ...variables }))).statements.length;
    };
    const plain = await count({});
    const { next } = await readPage({ id, first: 20 });
    expect(await count({ after: next })).toBe(plain);
    for (const field of FIELDS.slice(1)) {
      const orderBy = { field };
      const { next: after } = await readPage({ id, first: 20, orderBy });
      expect([field, await count({ orderBy }), await count({ after })]).toEqual([
        field,
        plain + 1,
        plain + 1,
      ]);
    }
  });
});
