import { beforeEach, describe, expect, it } from '@jest/globals';
import { transaction } from '../../../src/database/client.ts';
import { checkIndex } from '../../../src/modules/doctor/data.ts';
import { findUnsettled, readValues, settleAll } from '../../../src/modules/fields/stored-values.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { bringBack, deleteCompanies, deleteWithin, importRows, mergeCompany } from '../../harness/retire.ts';
import { seedPlain } from '../../harness/seed.ts';
import { useService } from '../../harness/use-service.ts';

const COMPANIES = Array.from({ length: 12 }, (_, n) => `plain${n}`);
const { service, tenant, ids, rest } = useService('retired-values', {
  tenantPerTest: true,
  seed: async (pool) => {
    const seeded: Record<string, number> = {};
    for (const slug of COMPANIES) seeded[slug] = await seedPlain(pool, slug);
    await rebuildIndex(pool);
    return seeded;
  },
});

beforeEach(async () => {
  await rest().post('/v1/fields', { key: 'org.score', label: 'Score', type: 'number' });
  await rest().post('/v1/fields', { key: 'org.owner', label: 'Owner', type: 'category' });
});

const setValues = (values: object) =>
  rest().post('/v1/fields/values', {
    values: Object.entries(values).map(([identifier, fields]) => ({ identifier, fields })),
  });

async function count(field: string, operator: string, ...values: unknown[]): Promise<number> {
  const { registry_version } = (await rest().get('/v1/lists/filter-fields')).body;
  const root = { condition: { field, operator, values } };
  return (await rest().post('/v1/lists/preview-count', { registry_version, root })).body.count;
}

/** The values of the organization, by the slugs of companies that have or had them. */
async function readRows(): Promise<Record<string, unknown>> {
  const { rows } = await service.database.pool.query<{ slug: string; fields: object }>(
    `SELECT coalesce(c.slug, r.slug) AS slug, jsonb_object_agg(f.key, e.value) AS fields
     FROM own_field_values v LEFT JOIN company c ON c.id = v.company_id LEFT JOIN retired_company r ON r.id = v.company_id
     CROSS JOIN LATERAL jsonb_each(v."values") e JOIN own_field f ON f.id = e.key::int
     WHERE v.scope_id = $1 GROUP BY 1`,
    [tenant.organizationId],
  );
  return Object.fromEntries(rows.map(({ slug, fields }) => [slug, fields]));
}

const readVersion = async () =>
  (
    await service.database.pool.query<{ version: number }>(
      'SELECT version FROM field_scope WHERE scope_id = $1',
      [tenant.organizationId],
    )
  ).rows[0]?.version;

describe('values of an organization', () => {
  it('are compared with their postings by doctor, and indexed anew by index rebuild', async () => {
    const { pool } = service.database;
    await setValues({ plain9: { 'org.score': 9, 'org.owner': 'Ada' }, plain10: { 'org.owner': 'Ada' } });
    const check = async () => {
      const client = await pool.connect();
      try {
        return await checkIndex(client, 100);
      } finally {
        client.release();
      }
    };
    expect(await check()).toMatchObject({ state: 'ok' });
    await pool.query(`UPDATE own_field_values SET "values" = '{}' WHERE scope_id = $1 AND company_id = $2`, [
      tenant.organizationId,
      ids.plain10,
    ]);
    expect(await check()).toMatchObject({
      state: 'failure',
      message: expect.stringMatching(/org:\d+:\d+ "Ada" lacks 0 and has 1 too many/),
    });
    await rebuildIndex(pool);
    expect(await check()).toMatchObject({ state: 'ok' });
    expect(await count('org.owner', 'any_of', 'Ada')).toBe(1);
    expect(await count('org.score', 'gte', 9)).toBe(1);
  });

  it('go to the survivor of a merge, which keeps its own, and with a deleted company', async () => {
    const { pool } = service.database;
    await setValues({
      plain0: { 'org.score': 1, 'org.owner': 'Ada' },
      plain1: { 'org.score': 2 },
      plain2: { 'org.owner': 'Grace' },
      plain3: { 'org.score': 4, 'org.owner': 'Edsger' },
    });
    await mergeCompany(pool, 'plain0', 'plain1');
    await mergeCompany(pool, 'plain2', 'plain1');
    await deleteCompanies(pool, 'plain3');
    expect(await readRows()).toEqual({ plain1: { 'org.score': 2, 'org.owner': 'Ada' } });
    expect(await findUnsettled(pool)).toEqual([]);
    expect(await count('org.score', 'gte', 0)).toBe(1);
    expect(await count('org.owner', 'any_of', 'Ada')).toBe(1);
    const version = await readVersion();
    await bringBack(pool, 'plain3');
    await importRows(pool, 'companies', { name: 'Plain 4', primary_domain: 'plain4.example' });
    expect(await readRows()).toEqual({ plain1: { 'org.score': 2, 'org.owner': 'Ada' } });
    expect(await readVersion()).toBe(version);
  });

  it('are moved by the next start when an import was killed before, and read alike meanwhile', async () => {
    const { pool } = service.database;
    await setValues({
      plain5: { 'org.score': 5 },
      plain6: { 'org.score': 6, 'org.owner': 'Ada' },
      plain7: { 'org.owner': 'Grace' },
      plain8: { 'org.score': 8 },
    });
    for (const slug of ['plain5', 'plain6', 'plain8'])
      await transaction(pool, (client) => deleteWithin(client, ids[slug] ?? 0));
    await pool.query('UPDATE retired_company SET merged_into = $1 WHERE id = ANY ($2)', [
      ids.plain7,
      [ids.plain5, ids.plain6],
    ]);
    // The survivor of an earlier merge was deleted later.
    await pool.query('UPDATE retired_company SET merged_into = $1 WHERE id = $2', [ids.plain5, ids.plain8]);
    const read = async () =>
      (await readValues(pool, tenant.organizationId, [ids.plain7 ?? 0])).get(ids.plain7 ?? 0);
    const before = await read();
    expect(await findUnsettled(pool)).toEqual([tenant.organizationId]);
    await settleAll(pool);
    expect(await read()).toEqual(before);
    expect(await readRows()).toEqual({ plain7: { 'org.score': 5, 'org.owner': 'Grace' } });
    expect(await findUnsettled(pool)).toEqual([]);
    expect(await count('org.score', 'gte', 0)).toBe(1);
    expect(await count('org.owner', 'is_known', true)).toBe(1);
  });
});
