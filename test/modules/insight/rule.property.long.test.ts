import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { generateTo } from '../../../src/modules/generate/generate.ts';
import { importPaths } from '../../../src/modules/import/import.ts';
import { useService } from '../../harness/use-service.ts';
import { settings } from '../filters/property-support.ts';
import { Workspace } from '../import/support.ts';
import {
  conditionsOf,
  type Facts,
  matchesOf,
  type RestCondition,
  type RestDefinition,
  readFacts,
  rounded,
  traitsOf,
} from './rule-oracle.ts';

const { service, rest } = useService('guessers', {
  seed: async (pool) => {
    const workspace = await Workspace.create();
    await generateTo(workspace.folder, { companies: 1_000, seed: 11 });
    await importPaths(pool, [workspace.folder], { rejectsDir: workspace.rejectsDir });
    await workspace.remove();
    return {};
  },
});

const SEGMENTS = ['Core', 'Growth', 'Tail'];
let facts: Facts[];
beforeAll(async () => {
  const api = rest();
  await api.post('/v1/fields', { key: 'org.segment', label: 'Segment', type: 'category', multiple: true });
  await api.post('/v1/fields', { key: 'org.score', label: 'Score', type: 'number' });
  const { pool } = service.database;
  const { rows } = await pool.query<{ id: number; slug: string }>('SELECT id, slug FROM company ORDER BY id');
  const values = rows
    .filter(({ id }) => id % 3 > 0)
    .map(({ id, slug }) => ({
      identifier: slug,
      fields: { 'org.segment': SEGMENTS.filter((_, n) => id % (n + 2) === 0), 'org.score': (id * 37) % 1000 },
    }));
  const { status } = await api.post('/v1/fields/values', { values });
  expect(status).toBe(200);
  facts = await readFacts(pool);
});

const VALUES = ['technology', 'technology_category', 'partner', 'investor', 'industry', 'country'];
const FIELDS = [...VALUES, 'employee_range', 'org.segment', 'founded_year', 'technology_count', 'org.score'];
const STRICTNESSES = ['loose', 'balanced', 'strict'] as const;
const POWERS = { loose: 3, balanced: 2, strict: 1.5 };

interface Answer {
  examples: { tracked: number; not_tracked: string[] };
  traits: { field: string; value: string; lift_low: number; share: number; label: string }[];
  suggestions: {
    definition: RestDefinition;
    covered: number;
    coverage: number;
    count: number;
    lift: number;
    near_misses: { company_id: number }[];
  }[];
}

/** Companies that a condition of the catalogue joins, by numbers that choose one, and others beside them. */
const examplesOf = fc.record({
  field: fc.constantFrom(...VALUES),
  rank: fc.nat(30),
  members: fc.integer({ min: 3, max: 80 }),
  noise: fc.integer({ min: 0, max: 20 }),
  first: fc.nat(999),
});

type Drawn = typeof examplesOf extends fc.Arbitrary<infer Value> ? Value : never;

function choose({ field, rank, members, noise, first }: Drawn): Facts[] {
  const counts = new Map<string, number>();
  for (const { values } of facts)
    for (const value of values.get(field)?.keys() ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
  const value = [...counts].sort((a, b) => b[1] - a[1])[rank % Math.max(1, counts.size)]?.[0] ?? '';
  const joined = facts.filter(({ values }) => values.get(field)?.has(value)).slice(0, members);
  return [...new Set([...joined, ...facts.slice(first, first + noise), ...facts.slice(0, 3)])];
}

describe('the rule behind any examples', () => {
  it('has the figures of a comparison with each company, over the whole catalogue', async () => {
    const asked = fc.record({
      drawn: examplesOf,
      fields: fc.subarray(FIELDS, { minLength: 1 }),
      max_conditions: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ drawn, fields, max_conditions }) => {
        const examples = choose(drawn);
        const ids = new Set(examples.map(({ id }) => id));
        const domains = examples.map(({ domain }) => domain);
        const answers: Answer[] = [];
        for (const strictness of STRICTNESSES) {
          const body = { domains, fields, max_conditions, strictness };
          const response = await rest().post('/v1/lists/suggest', body);
          const answer: Answer = response.body;
          expect(answer).toMatchObject({ examples: { tracked: ids.size, not_tracked: [] } });
          answers.push(answer);
          expectTraits(answer, ids, fields);
          for (const suggestion of answer.suggestions)
            await expectSuggestion(suggestion, ids, fields, max_conditions);
          const worths = answer.suggestions.map(
            ({ covered, count }) => covered ** POWERS[strictness] / count,
          );
          expect(worths).toEqual(worths.toSorted((a, b) => b - a));
        }
        const [loose, balanced, strict] = answers.map(({ suggestions: [best] }) => best);
        for (const [wider, narrower] of [
          [loose, balanced],
          [balanced, strict],
        ]) {
          expect(narrower?.covered ?? 0).toBeLessThanOrEqual(wider?.covered ?? 0);
          expect(narrower?.count ?? 0).toBeLessThanOrEqual(wider?.count ?? 0);
        }
      }),
      settings(25, 120_000),
    );
  });

  function expectTraits({ traits }: Answer, examples: ReadonlySet<number>, fields: readonly string[]): void {
    // Partners of fewer than 20 companies cost credits.
    const shown = fields.filter((field) => field !== 'partner' || examples.size >= 20);
    const expected = traitsOf(facts, examples, shown).sort(
      (a, b) =>
        b.lift_low - a.lift_low ||
        b.share - a.share ||
        (`${a.field}\0${a.value}` < `${b.field}\0${b.value}` ? -1 : 1),
    );
    const figures = traits.map(({ label: _label, ...trait }) =>
      Object.fromEntries(
        Object.entries(trait).map(([key, value]) => [
          key,
          typeof value === 'number' ? rounded(value) : value,
        ]),
      ),
    );
    expect(figures).toEqual(expected.slice(0, 50));
  }

  async function expectSuggestion(
    { definition, near_misses, ...figures }: Answer['suggestions'][number],
    examples: ReadonlySet<number>,
    fields: readonly string[],
    maxConditions: number,
  ): Promise<void> {
    const matches = matchesOf(facts, definition);
    const covered = matches.filter(({ id }) => examples.has(id)).length;
    const coverage = covered / examples.size;
    expect(figures).toEqual({
      covered,
      coverage,
      count: matches.length,
      lift: expect.closeTo((coverage * facts.length) / matches.length, 9),
    });
    expect(figures.lift).toBeGreaterThan(1);
    const others = matches.filter(({ id }) => !examples.has(id)).map(({ id }) => id);
    expect(near_misses.map(({ company_id }) => company_id)).toEqual(others.slice(0, 5));
    const conditions: RestCondition[] = conditionsOf(definition);
    expect(conditions.length).toBeLessThanOrEqual(maxConditions);
    for (const { condition } of conditions) expect(fields).toContain(condition.field);
    const preview = await rest().post('/v1/lists/preview-count', definition);
    expect([preview.status, preview.body.count]).toEqual([200, matches.length]);
  }
});
