import { beforeEach, describe, expect, it } from '@jest/globals';
import { prepareIndex } from '../../../src/commands/facet-index.ts';
import { transaction } from '../../../src/database/client.ts';
import { checkIndex } from '../../../src/modules/doctor/data.ts';
import { findUnsettled, settleAll } from '../../../src/modules/fields/settle-values.ts';
import { readValues } from '../../../src/modules/fields/stored-values.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { untilWaiting } from '../../harness/locks.ts';
import { bringBack, deleteCompanies, deleteWithin, importRows, mergeCompany } from '../../harness/retire.ts';
import { seedPlain } from '../../harness/seed.ts';
import { recordStatements } from '../../harness/statements.ts';
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

/** The cells of the score and the owner that an export has of a company. */
async function exportedOf(slug: string): Promise<string | undefined> {
  const { registry_version } = (await rest().get('/v1/lists/filter-fields')).body;
  const root = { condition: { field: 'domain', operator: 'equals', values: [`${slug}.example`] } };
  const { body: list } = await rest().post('/v1/lists', {
    name: slug,
    definition: { registry_version, root },
  });
  const fields = ['org.score', 'org.owner'];
  const { body } = await rest().post(`/v1/lists/${list.list_id}/export`, { fields });
  const [, row] = (await rest().get(body.url)).text.split('\n');
  return row?.split(',').slice(-2).join(',');
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
    expect(await exportedOf('plain1')).toBe('2,Ada');
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
    expect(await exportedOf('plain7')).toBe('5,Grace');
    await settleAll(pool, (error) => {
      throw error;
    });
    expect(await read()).toEqual(before);
    expect(await exportedOf('plain7')).toBe('5,Grace');
    expect(await readRows()).toEqual({ plain7: { 'org.score': 5, 'org.owner': 'Grace' } });
    expect(await findUnsettled(pool)).toEqual([]);
    expect(await count('org.score', 'gte', 0)).toBe(1);
    expect(await count('org.owner', 'is_known', true)).toBe(1);
  });

  it('follow a merge or a deletion that commits while they are written', async () => {
    const { database } = service;
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM field_scope WHERE scope_id = $1 FOR UPDATE', [tenant.organizationId]);
    // The write has found its companies, and waits.
    const writing = Promise.resolve(
      setValues({ plain9: { 'org.score': 9 }, plain10: { 'org.score': 10 }, plain11: { 'org.score': 11 } }),
    );
    await untilWaiting(database, 1);
    await mergeCompany(database.pool, 'plain9', 'plain11');
    await deleteCompanies(database.pool, 'plain10');
    await client.query('COMMIT');
    client.release();
    expect((await writing).body).toMatchObject({ set: 3 });
    expect(await readRows()).toEqual({ plain11: { 'org.score': 11 } });
    expect(await findUnsettled(database.pool)).toEqual([]);
    expect(await count('org.score', 'is_known', true)).toBe(1);
    await bringBack(database.pool, 'plain10');
    expect(await readRows()).toEqual({ plain11: { 'org.score': 11 } });
  });

  it('are moved in batches, whatever becomes of another organization', async () => {
    const { pool, url } = service.database;
    await setValues({ plain7: { 'org.owner': 'Grace' } });
    // Another organization whose values cannot be moved.
    const { organizationId } = await service.createTenant('unlucky', 10);
    await pool.query('INSERT INTO field_scope (scope_id, version, registry) VALUES ($1, 1, 1)', [
      organizationId,
    ]);
    await pool.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by the test'; END $$`,
    );
    await pool.query(`CREATE TRIGGER refuse BEFORE DELETE ON own_field_values FOR EACH ROW
      WHEN (OLD.scope_id = ${organizationId}) EXECUTE FUNCTION refuse()`);
    const field = `(SELECT id::text FROM own_field WHERE scope_id = $1 AND key = 'org.score')`;
    await pool.query(
      `WITH gone AS (INSERT INTO retired_company (id, slug, name, merged_into)
         SELECT 900000 + n, 'gone' || n, 'Gone', $2 FROM generate_series(1, 450) n RETURNING id)
       INSERT INTO own_field_values (scope_id, company_id, "values")
       SELECT scope, id, jsonb_build_object(${field}, id) FROM gone, unnest(ARRAY[$1::int, $3::int]) AS scope`,
      [tenant.organizationId, ids.plain7, organizationId],
    );
    const failures: string[] = [];
    const { statements } = await recordStatements(() =>
      settleAll(pool, ({ message }) => failures.push(message)),
    );
    expect(failures).toEqual(['refused by the test']);
    expect(statements.filter((text) => text.startsWith('DELETE FROM own_field_values')).length).toBe(4);
    expect(await readRows()).toEqual({ plain7: { 'org.owner': 'Grace', 'org.score': 900_001 } });
    expect(await findUnsettled(pool)).toEqual([organizationId]);
    await rebuildIndex(pool);
    expect(await count('org.score', 'eq', 900_001)).toBe(1);
    // A start ends all the same.
    expect(await prepareIndex(url)).toBe(false);
    await pool.query('DROP TRIGGER refuse ON own_field_values');
    await pool.query('DROP FUNCTION refuse');
    await prepareIndex(url);
    expect(await findUnsettled(pool)).toEqual([]);
  });
});
