import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { importRows } from '../../harness/retire.ts';
import { useService } from '../../harness/use-service.ts';

const RUNS = Number(process.env.FIELD_CASES ?? 8);
const { service, rest } = useService('imported-values', {
  seed: async (pool) => {
    await rebuildIndex(pool);
    return {};
  },
});

type Value = string | number | boolean | string[];
/** Values by the keys of fields. */
type Fields = Record<string, Value>;
/** What the catalogue must have, by the names of companies. The steps of all runs go on with it. */
const model = new Map<string, Fields>();

const NAMES = Array.from({ length: 12 }, (_, n) => `c${n}`);
const TEXTS = ['Ada', 'ADA', 'Grace', 'Edsger', 'é'];
const DECIMAL = fc.constantFrom(-2.5, -1, -0.0001, 0, 0.5, 3, 12.75, 99_999_999_999.9999, 123456789012345);
const DAY = fc.constantFrom('1900-01-01', '2023-12-31', '2024-02-29', '2100-12-31');
const FIELDS = {
  'custom.revenue': { type: 'number', value: DECIMAL },
  'custom.since': { type: 'date', value: DAY },
  'custom.hiring': { type: 'boolean', value: fc.boolean() },
  'custom.owner': { type: 'category', value: fc.constantFrom(...TEXTS) },
  'custom.tags': {
    type: 'category',
    multiple: true,
    value: fc.uniqueArray(fc.constantFrom('new', 'eu', 'Ada'), { minLength: 1 }),
  },
} as const;
const KEYS = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

const statedArbitrary = fc.record(
  Object.fromEntries(
    KEYS.map((key) => [key, fc.option<Value | ''>(fc.oneof(FIELDS[key].value, fc.constant('' as const)))]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, Value | '' | null>>;
const nameArbitrary = fc.constantFrom(...NAMES);
const stepArbitrary = fc.oneof(
  { weight: 6, arbitrary: fc.record({ name: nameArbitrary, stated: statedArbitrary }) },
  { weight: 1, arbitrary: fc.record({ merged: nameArbitrary, into: nameArbitrary }) },
  { weight: 1, arbitrary: fc.record({ deleted: nameArbitrary }) },
);
type Step =
  | { name: string; stated: Record<string, Value | '' | null> }
  | { merged: string; into: string }
  | { deleted: string };

/** Carries out a step on the model. @returns its row; undefined if it would change nothing */
function take(step: Step): object | undefined {
  if ('stated' in step) {
    const fields = { ...model.get(step.name) };
    for (const [key, value] of Object.entries(step.stated)) {
      if (value === null) delete fields[key];
      else if (value !== '') fields[key] = value;
    }
    model.set(step.name, fields);
    return { name: step.name, primary_domain: `${step.name}.example`, ...step.stated };
  }
  const leaving = 'deleted' in step ? step.deleted : step.merged;
  const into = 'into' in step ? step.into : undefined;
  const given = model.get(leaving);
  const survivor = into === undefined ? {} : model.get(into);
  if (!given || !survivor || leaving === into) return undefined;
  model.delete(leaving);
  if (into === undefined) return { primary_domain: `${leaving}.example`, deleted: true };
  model.set(into, { ...given, ...survivor });
  // Rows of the merged domain would be those of the survivor.
  retired.add(leaving);
  return { primary_domain: `${leaving}.example`, merge_into: `${into}.example` };
}
const retired = new Set<string>();

async function readStored(): Promise<Record<string, Fields>> {
  const { rows } = await service.database.pool.query<{ name: string; fields: Fields }>(
    `SELECT split_part(c.primary_domain, '.', 1) AS name, jsonb_object_agg(f.key, e.value) AS fields
     FROM own_field_values v LEFT JOIN company c ON c.id = v.company_id
     CROSS JOIN LATERAL jsonb_each(v."values") e JOIN own_field f ON f.id = e.key::int GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, fields }) => [name, fields]));
}

const lower = (value: Value | undefined) => [value ?? []].flat().map((each) => String(each).toLowerCase());

/** Conditions, each with the test that plain values of a company must pass. */
function conditions(): [
  key: string,
  operator: string,
  values: Value[],
  passes: (value: Value | undefined) => boolean,
][] {
  const held = (key: string) => [...new Set([...model.values()].flatMap((fields) => lower(fields[key])))];
  const texts = (key: string) =>
    held(key).map(
      (text) => [key, 'any_of', [text], (value: Value | undefined) => lower(value).includes(text)] as const,
    );
  const bounds = ([-2.5, -0.0001, 0, 0.5001, 123456789012345] as const).map(
    (bound) =>
      [
        'custom.revenue',
        'gte',
        [bound],
        (value: Value | undefined) => value !== undefined && Number(value) >= bound,
      ] as const,
  );
  const days = (['2024-01-01', '2100-12-31'] as const).map(
    (day) =>
      [
        'custom.since',
        'lte',
        [day],
        (value: Value | undefined) => value !== undefined && String(value) <= day,
      ] as const,
  );
  const known = KEYS.map(
    (key) => [key, 'is_known', [true], (value: Value | undefined) => value !== undefined] as const,
  );
  const hiring = ['custom.hiring', 'eq', [false], (value: Value | undefined) => value === false] as const;
  return [...texts('custom.owner'), ...texts('custom.tags'), ...bounds, ...days, ...known, hiring].map(
    ([key, operator, values, passes]) => [key, operator, [...values], passes],
  );
}

it('own fields of the catalogue are stored and counted as plain values say, after any imports, merges and deletes', async () => {
  await service.database.pool.query('INSERT INTO field_scope (scope_id, version, registry) VALUES (0, 1, 1)');
  for (const [position, key] of KEYS.entries()) {
    const { type } = FIELDS[key];
    await service.database.pool.query(
      `INSERT INTO own_field (scope_id, key, label, type, multiple, position, declared_at, created_at)
       VALUES (0, $1, $1, $2, $3, $4, 1, now())`,
      [key, type, 'multiple' in FIELDS[key], position],
    );
  }
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 8 }), async (steps) => {
      // Updates come first, as parts of a file do.
      const updates = steps.filter((step) => 'stated' in step && !retired.has(step.name));
      const others = steps.filter((step) => !('stated' in step));
      const rows = updates.flatMap((step) => take(step) ?? []);
      if (rows.length > 0) await importRows(service.database.pool, 'companies', ...rows);
      for (const step of others) {
        const row = take(step);
        if (row) await importRows(service.database.pool, 'companies', row);
      }
      const filled = [...model].filter(([, fields]) => Object.keys(fields).length > 0);
      expect(await readStored()).toEqual(Object.fromEntries(filled));
      const { registry_version } = (await rest().get('/v1/lists/filter-fields')).body;
      for (const [field, operator, values, passes] of conditions()) {
        const root = { condition: { field, operator, values } };
        const { body } = await rest().post('/v1/lists/preview-count', { registry_version, root });
        const expected = [...model.values()].filter((fields) => passes(fields[field])).length;
        expect([field, operator, values, body.count ?? body]).toEqual([field, operator, values, expected]);
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
