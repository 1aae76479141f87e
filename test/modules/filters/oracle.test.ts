import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { seedCompany, seedPartnership, seedTechnologies } from '../../harness/seed.ts';
import { askOracle, groupBy } from './oracle.ts';
import { isBounded, nodesOf, type Tree } from './oracle-tree.ts';

const AS_OF = Date.parse('2026-03-01T12:00:00.000Z');
const DAY = 86_400_000;
const ago = (days: number, ms = 0) => new Date(AS_OF - days * DAY - ms).toISOString();
const first = ago(2000);

let database: TestDatabase;
let name: Map<number, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  const fresh = await seedCompany(pool, {
    name: '50%_Off\\É',
    slug: 'fresh',
    domains: ['fresh.example', 'other.test'],
    investors: ['Ann', 'Bob'],
    industry: 'Games',
    country: 'DE',
    employeeRange: '11-50',
    foundedYear: 2000,
  });
  const aging = await seedCompany(pool, {
    name: 'Aging',
    slug: 'aging',
    domains: ['aging.example'],
    investors: ['Ann'],
    industry: 'Tools',
  });
  const old = await seedCompany(pool, {
    name: 'Old',
    slug: 'old',
    domains: ['old.example'],
    foundedYear: 1990,
  });
  const none = await seedCompany(pool, { name: 'None', slug: 'none', domains: ['none.example'] });
  const tool = (key: string, last: string) => ({ key, category: key === 'x' ? 'A' : 'B', first, last });
  await seedTechnologies(pool, fresh, [tool('x', ago(90)), tool('y', ago(365, 1))]);
  await seedTechnologies(pool, aging, [tool('x', ago(90, 1)), tool('y', ago(365))]);
  await seedTechnologies(pool, old, [tool('x', ago(365, 1))]);
  await seedPartnership(pool, fresh, old, { first, last: ago(0) });
  await seedPartnership(pool, aging, old, { first, last: ago(100) });
  name = new Map([
    [fresh, 'fresh'],
    [aging, 'aging'],
    [old, 'old'],
    [none, 'none'],
  ]);
});
afterAll(() => database.drop());

const is = (field: string, operator: string, ...values: (string | number | boolean)[]): Tree => ({
  condition: { field, operator, values },
});

/** Returns the slugs of the matches as `high | medium | exploratory`. */
async function matchesOf(tree: Tree): Promise<string> {
  const { high, medium, exploratory } = await askOracle(database.pool, tree);
  return [high, medium, exploratory].map((ids) => ids.map((id) => name.get(id)).join(' ')).join(' | ');
}

describe('the oracle', () => {
  it.each<[string, Tree, string]>([
    ['includes both ends of a window', is('technology', 'any_of', 'x'), 'fresh | aging | old'],
    [
      'requires every value of all_of in the window',
      is('technology', 'all_of', 'x', 'y'),
      ' | aging | fresh',
    ],
    ['uses the freshest of several values', is('technology', 'any_of', 'x', 'y'), 'fresh | aging | old'],
    ['dates categories by their technologies', is('technology_category', 'any_of', 'B'), ' | aging | fresh'],
    ['matches none_of only without evidence at any time', is('technology', 'none_of', 'y'), 'old none |  | '],
    [
      'matches a negation only without evidence at any time',
      { not: is('technology', 'any_of', 'y') },
      'old none |  | ',
    ],
    [
      'negates all_of with evidence of any time',
      { not: is('technology', 'all_of', 'x', 'y') },
      'old none |  | ',
    ],
    ['dates a negated none_of', { not: is('technology', 'none_of', 'x') }, 'fresh | aging | old'],
    [
      'turns a negated and into an or',
      { not: { and: [is('technology', 'none_of', 'x'), is('industry', 'none_of', 'Tools')] } },
      'fresh aging |  | old',
    ],
    ['finds partners by slug', is('partner', 'any_of', 'old'), 'fresh | aging | '],
    ['finds partners by any domain', is('partner', 'any_of', 'WWW.Other.test'), 'old |  | '],
    ['requires all partners of all_of', is('partner', 'all_of', 'fresh', 'aging.example'), ' | old | '],
    [
      'matches none_of a partner only without evidence at any time',
      is('partner', 'none_of', 'aging'),
      'fresh aging none |  | ',
    ],
    ['matches investors', is('investor', 'all_of', 'Ann', 'Bob'), 'fresh |  | '],
    ['includes unknown countries in none_of', is('country', 'none_of', 'DE'), 'aging old none |  | '],
    ['matches known industries', is('industry', 'is_known', true), 'fresh aging |  | '],
    ['matches unknown industries', is('industry', 'is_known', false), 'old none |  | '],
    ['excludes unknown years from a comparison', is('founded_year', 'lte', 2000), 'fresh old |  | '],
    [
      'includes unknown years in a negated comparison',
      { not: is('founded_year', 'lte', 1999) },
      'fresh aging none |  | ',
    ],
    ['includes both ends of between', is('founded_year', 'between', 1990, 2000), 'fresh old |  | '],
    ['compares numbers of technologies', is('technology_count', 'eq', 0), 'none |  | '],
    ['compares numbers of partners', is('partnership_count', 'gte', 2), 'old |  | '],
    ['matches % and _ literally', is('name', 'contains', '%_', 'zz'), 'fresh |  | '],
    ['does not use _ as a wildcard', is('name', 'contains', 'a_'), ' |  | '],
    ['ignores case', is('name', 'equals', '50%_OFF\\é'), 'fresh |  | '],
    ['matches starts_with only at the start of a name', is('name', 'starts_with', 'ol', 'in'), 'old |  | '],
    [
      'compares every domain of a company',
      is('domain', 'ends_with', '.TEST', 'g.example'),
      'fresh aging |  | ',
    ],
    [
      'matches equals only with complete domains',
      is('domain', 'equals', 'other.test', 'ging.example'),
      'fresh |  | ',
    ],
  ])('%s', async (_, tree, expected) => {
    expect(await matchesOf(tree)).toBe(expected);
  });

  it('groups companies by value without duplicates', async () => {
    const all = [...name.keys()];
    expect(await groupBy(database.pool, 'technology', all)).toEqual(new Map(Object.entries({ x: 3, y: 2 })));
    expect(await groupBy(database.pool, 'founded_year', all.slice(0, 2))).toEqual(new Map([['2000', 1]]));
  });
});

describe('trees', () => {
  const has = is('technology', 'any_of', 'x');
  const lacks = is('technology', 'none_of', 'x');

  it('are bounded by a positive condition', () => {
    const bounded = [has, { and: [lacks, has] }, { not: lacks }, { not: { or: [has, lacks] } }];
    const unbounded = [lacks, { or: [lacks, has] }, { not: has }, { not: { and: [has, lacks] } }];
    expect(bounded.map((tree) => isBounded(tree))).toEqual([true, true, true, true]);
    expect(unbounded.map((tree) => isBounded(tree))).toEqual([false, false, false, false]);
  });

  it('have a pointer at every node', () => {
    const tree = { and: [has, { not: { or: [lacks] } }] };
    expect([...nodesOf(tree)].map(([pointer]) => pointer)).toEqual([
      '/root',
      '/root/and/0',
      '/root/and/1',
      '/root/and/1/not',
      '/root/and/1/not/or/0',
    ]);
  });
});
