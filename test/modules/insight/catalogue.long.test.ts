import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REGISTRY_VERSION } from '../../../src/modules/filters/registry.ts';
import { importPaths } from '../../../src/modules/import/import.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { Workspace } from '../import/support.ts';
import { compareWithAll, findMoves, largest, readValues, rounded } from './brute-force.ts';
import { openInsight, openRules, USER } from './open-insight.ts';
import { conditionsOf, matchesOf, type RestDefinition, readFacts, traitsOf } from './rule-oracle.ts';

/** Folder with the files of a catalogue: `CATALOGUE=/data npm run jest -- test/modules/insight/catalogue`. */
const { CATALOGUE } = process.env;

let database: TestDatabase;
let workspace: Workspace;
beforeAll(async () => {
  if (!CATALOGUE) return;
  database = await createTestDatabase();
  workspace = await Workspace.create();
  await importPaths(database.pool, [CATALOGUE], { rejectsDir: workspace.rejectsDir });
}, 600_000);
afterAll(async () => {
  await workspace?.remove();
  await database?.drop();
});

const TIMEOUT = 600_000;

(CATALOGUE ? describe : describe.skip)('over a real catalogue', () => {
  const readCommonest = async (field: string, count: number): Promise<string[]> => {
    const { rows } = await database.pool.query<{ value: string }>(
      `SELECT value FROM facet_posting WHERE field = $1 AND value <> '' AND window_days = 0 ORDER BY cardinality DESC, value LIMIT $2`,
      [field, count],
    );
    return rows.map(({ value }) => value);
  };

  it(
    'the overlap of values is what a comparison of all companies finds',
    async () => {
      const found = await Promise.all(
        ['technology', 'country', 'employee_range'].map(async (field) =>
          (await readCommonest(field, 7)).map((value) => ({ field, value })),
        ),
      );
      const asked = found.flat().slice(0, 20);
      const all = [...(await readValues(database.pool)).values()];
      const having = asked.map(({ field, value }) => all.filter((values) => values.has(`${field} ${value}`)));
      const sets = asked.map(({ field, value }) => ({
        name: value,
        definition: {
          registry_version: REGISTRY_VERSION,
          root: { condition: { field, operator: 'any_of', values: [value] } },
        },
      }));
      const { pairs } = await openInsight(database.pool).overlap(USER, sets);
      const common = having.map((a) => {
        const own = new Set(a);
        return having.map((b) => b.filter((each) => own.has(each)).length);
      });
      expect(pairs).toEqual(common);
    },
    TIMEOUT,
  );

  it(
    'similar companies are those of a comparison with each company',
    async () => {
      const insight = openInsight(database.pool);
      const all = await readValues(database.pool);
      const { rows } = await database.pool.query<{ id: number }>(
        'SELECT id FROM company ORDER BY technology_count > 0 DESC, md5(id::text) LIMIT 30',
      );
      for (const { id } of rows) {
        const found = rounded(await insight.similar({ organizationId: 1 }, id, 20));
        expect({ id, found }).toEqual({ id, found: compareWithAll(all, id, 20) });
      }
    },
    TIMEOUT,
  );

  it(
    'moves are those of companies whose detections plain SQL reads',
    async () => {
      const insight = openInsight(database.pool);
      for (const category of await readCommonest('technology_category', 30)) {
        const found = await insight.largestMoves(category, 365);
        const pairs = found.map(({ from, to, count }) => ({ pair: `${from.techKey} ${to.techKey}`, count }));
        const expected = largest(await findMoves(database.pool, category, 365));
        expect({ category, pairs }).toEqual({ category, pairs: expected });
      }
    },
    TIMEOUT,
  );

  it(
    'rules behind examples match, cover and share what a comparison with each company finds',
    async () => {
      const fields = ['technology', 'country', 'employee_range', 'founded_year', 'technology_count'];
      const facts = await readFacts(database.pool);
      const rules = openRules(database.pool);
      for (const technology of await readCommonest('technology', 20)) {
        const examples = facts
          .filter(({ values }) => values.get('technology')?.has(technology))
          .slice(0, 500);
        const ids = new Set(examples.map(({ id }) => id));
        const { traits, suggestions } = await rules.suggest(USER, {
          examples: { domains: examples.map(({ domain }) => domain) },
          fields,
          maxConditions: 4,
          strictness: 'balanced',
        });
        const counts = new Map(
          traitsOf(facts, ids, ['technology', 'country']).map((each) => [
            `${each.field} ${each.value}`,
            each.count,
          ]),
        );
        for (const { field, value, count } of traits)
          if (field === 'technology' || field === 'country')
            expect(count).toBe(counts.get(`${field} ${value}`));
        expect(suggestions).not.toEqual([]);
        for (const { definition, covered, count } of suggestions) {
          const matches = matchesOf(facts, definition as RestDefinition);
          expect({ technology, covered, count }).toEqual({
            technology,
            covered: matches.filter(({ id }) => ids.has(id)).length,
            count: matches.length,
          });
          expect(conditionsOf(definition as RestDefinition).length).toBeLessThanOrEqual(4);
        }
      }
    },
    TIMEOUT,
  );
});
