import { beforeAll, describe, expect, it } from '@jest/globals';
import { importRows } from '../../harness/retire.ts';
import { useService } from '../../harness/use-service.ts';
import { condition, seedSmallCatalogue } from '../filters/support.ts';

/** As many fields as a catalogue and an organization can have (contract, section 20). */
const [OF_CATALOGUE, OF_ORGANIZATION] = [500, 200];
const TYPES = ['number', 'category', 'date', 'boolean'] as const;
const SLUGS = ['acme', 'beta', 'gamma', 'delta', 'hub'];

const { service, tenant, rest } = useService('many', { seed: seedSmallCatalogue });

const typeOf = (n: number) => TYPES[n % TYPES.length] ?? 'number';
const keysOf = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}f${n}`);
const CUSTOM = keysOf('custom.', OF_CATALOGUE);
const ORG = keysOf('org.', OF_ORGANIZATION);

/** The value of a company in a field; most companies have none. */
function heldBy(company: number, n: number): unknown {
  if ((company + n) % 3 !== 0) return undefined;
  const values = { number: n + company / 10, category: `v${(n + company) % 4}`, boolean: company % 2 === 0 };
  return { ...values, date: `20${String(n % 100).padStart(2, '0')}-0${company + 1}-15` }[typeOf(n)];
}

const valuesOf = (company: number, keys: readonly string[]) =>
  Object.fromEntries(
    keys.flatMap((key, n) => {
      const value = heldBy(company, n);
      return value === undefined ? [] : [[key, value]];
    }),
  );
const holders = (n: number) => SLUGS.filter((_, company) => heldBy(company, n) !== undefined);

beforeAll(async () => {
  await service.admin.setOperator(tenant.email, true);
  for (const [n, key] of [...CUSTOM.entries(), ...ORG.entries()])
    await rest()
      .post('/v1/fields', { key, label: `Field ${n}`, type: typeOf(n) })
      .expect(201);
  const rows = SLUGS.map((slug, company) => ({
    name: slug,
    primary_domain: `${slug}.example`,
    ...valuesOf(company, CUSTOM),
  }));
  await importRows(service.database.pool, 'companies', ...rows);
  const values = SLUGS.map((identifier, company) => ({ identifier, fields: valuesOf(company, ORG) }));
  await rest().post('/v1/fields/values', { values }).expect(200);
});

const stamped = async (root: object) => {
  const { registry_version } = (await rest().get('/v1/lists/filter-fields')).body;
  return { registry_version, root };
};
/** Companies that have a value in each of some fields, the first one known to be so for a bounded filter. */
const known = (...keys: string[]) => ({ and: keys.map((key) => condition(key, 'is_known', [true])) });

describe(`${OF_CATALOGUE} fields of the catalogue and ${OF_ORGANIZATION} of an organization`, () => {
  it('are all listed with their counts, and one more is refused in either scope', async () => {
    const { body } = await rest().get('/v1/fields').expect(200);
    const counted = body.fields.map(({ key, type, position, company_count }: Record<string, unknown>) => [
      key,
      type,
      position,
      company_count,
    ]);
    const expected = [CUSTOM, ORG].flatMap((keys) =>
      keys.map((key, n) => [key, typeOf(n), n, holders(n).length]),
    );
    expect(counted).toEqual(expected);
    for (const [key, limit] of [
      ['custom.more', OF_CATALOGUE],
      ['org.more', OF_ORGANIZATION],
    ] as const)
      expect(await rest().post('/v1/fields', { key, label: 'More', type: 'number' })).toMatchObject({
        status: 403,
        body: { detail: { error: 'quota_exceeded', limit, used: limit } },
      });
    expect((await rest().get('/v1/fields')).body).toEqual(body);
  });

  it('stand in the catalogue of filters after the built-in ones, with few enough values', async () => {
    const { body } = await rest().get('/v1/lists/filter-fields').expect(200);
    const own = body.fields.filter(({ scope }: { scope?: string }) => scope !== undefined);
    expect(body.fields.slice(-own.length)).toEqual(own);
    expect(own.map(({ key }: { key: string }) => key)).toEqual([...CUSTOM, ...ORG]);
    const listed = own.flatMap(({ values }: { values?: unknown[] | null }) => values ?? []);
    expect(listed.length).toBeLessThanOrEqual(2000);
    expect(listed.length).toBeGreaterThan(0);
  });

  it('are read at a company, all of them', async () => {
    for (const [company, slug] of SLUGS.entries()) {
      const { body } = await rest().get(`/v1/companies/${slug}?include=fields`).expect(200);
      expect(body.fields).toEqual({ ...valuesOf(company, CUSTOM), ...valuesOf(company, ORG) });
    }
  });

  it('are counted by previews and lists over many at once', async () => {
    // Fields whose values the same companies have.
    const alike = [...CUSTOM.keys()].filter((n) => n % 3 === 0).slice(0, 90);
    const root = known(...alike.map((n) => CUSTOM[n] ?? ''), ...alike.slice(0, 10).map((n) => ORG[n] ?? ''));
    const definition = await stamped(root);
    const breakdown = [CUSTOM[0], CUSTOM[9], ORG[6], ORG[3]];
    const { body } = await rest().post('/v1/lists/preview', { definition, breakdown }).expect(200);
    expect(body.count).toBe(holders(0).length);
    for (const key of breakdown) {
      const counts = body.breakdowns[key ?? ''].map(({ count }: { count: number }) => count);
      expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(holders(0).length);
    }
    const list = await rest().post('/v1/lists', { name: 'Many', definition }).expect(201);
    const { members } = (await rest().get(`/v1/lists/${list.body.list_id}/members`).expect(200)).body;
    expect(members.map(({ slug }: { slug: string }) => slug).sort()).toEqual(holders(0).sort());
  });
});
