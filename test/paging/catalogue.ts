import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { seedCompany, seedPartnership, seedTechnologies, unlockCompanies } from '../harness/seed.ts';
import type { Tenant, TestService } from '../harness/service.ts';
import { copyRow, next, numberAt, type Rows, timeAt } from './rows.ts';

/** Companies by slug: `hub` and `spare` have edges, `member-1` to `member-12` match a definition, and others do not. */
export async function seedCatalogue(
  { database: { pool } }: TestService,
  { organizationId }: Tenant,
): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  const seed = async (slug: string, name = slug) => {
    ids[slug] = await seedCompany(pool, { name, slug, domains: [`${slug}.example`] });
    return ids[slug];
  };
  for (const slug of ['hub', 'spare']) await seed(slug);
  for (let n = 1; n <= 40; n += 1) await seed(`other-${n}`);
  for (let n = 1; n <= 30; n += 1) {
    const id = await seed(`member-${n}`);
    await seedTechnologies(pool, id, [{ key: 'old-tech', last: '2024-01-01T00:00:00Z' }]);
  }
  for (let n = 1; n <= 9; n += 1) await seed(`paid-${n}`);
  await seedTechnologies(pool, Number(ids.hub), [{ key: 'new-tech', last: '2026-02-01T00:00:00Z' }]);
  await seedTechnologies(pool, Number(ids.spare), [{ key: 'new-tech' }, { key: 'old-tech' }]);
  for (const other of ['other-1', 'other-2'])
    await seedPartnership(pool, Number(ids.hub), Number(ids[other]));
  await seedPartnership(pool, Number(ids.spare), Number(ids['other-3']));
  await seedPartnership(pool, Number(ids.spare), Number(ids['other-4']));
  await rebuildIndex(pool);
  await unlockCompanies(pool, organizationId, [Number(ids.hub), Number(ids.spare)]);
  return ids;
}

/** Partners of a company, found by slug. */
export function partners({ database: { pool } }: TestService, companyId: number): Rows {
  const one = '(SELECT id FROM company WHERE slug = $2)';
  let from = 4;
  return {
    create: async (end) => {
      from += 1;
      await pool.query(
        `INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
         VALUES ($1, ${one}, '2020-01-01Z', $3, 1)`,
        [companyId, `other-${from}`, timeAt(end, true)],
      );
    },
    remove: (slug) =>
      pool.query(`DELETE FROM partnership WHERE company_id = $1 AND partner_id = ${one}`, [companyId, slug]),
    move: (slug, end) =>
      pool.query(
        `UPDATE partnership SET last_observed_at = $3 WHERE company_id = $1 AND partner_id = ${one}`,
        [companyId, slug, timeAt(end, true)],
      ),
  };
}

/** Technologies of a company, found by key. */
export function detections({ database: { pool } }: TestService, companyId: number): Rows {
  const one = '(SELECT id FROM technology WHERE tech_key = $2)';
  return {
    create: async (end) => {
      const key = `detected-${next()}`;
      await pool.query('INSERT INTO technology (tech_key, display_name) VALUES ($1, $1)', [key]);
      await pool.query(
        `INSERT INTO company_technology VALUES ($1, ${one}, $3, '2025-01-01Z', '2025-01-01Z')`,
        [companyId, key, numberAt(end, true)],
      );
    },
    remove: (key) =>
      pool.query(`DELETE FROM company_technology WHERE company_id = $1 AND technology_id = ${one}`, [
        companyId,
        key,
      ]),
    move: (key, end) =>
      pool.query(
        `UPDATE company_technology SET detection_count = $3 WHERE company_id = $1 AND technology_id = ${one}`,
        [companyId, key, numberAt(end, true)],
      ),
  };
}

/** Technologies of the catalogue whose names have a text, with numbers of companies in the index. */
export function technologies({ database: { pool } }: TestService, text: string): Rows {
  const setNumbers = async (key: string, number: number) => {
    for (const [table, days] of [
      ['facet_posting', 0],
      ['facet_band', -90],
    ] as const)
      await pool.query(
        `INSERT INTO ${table} (field, value, window_days, version, cardinality, base)
         VALUES ('technology', $1, $2, 1, $3, '')
         ON CONFLICT (field, value, window_days) DO UPDATE SET cardinality = excluded.cardinality`,
        [key, days, number],
      );
  };
  return {
    create: async (end) => {
      const key = `${text}-${next()}`;
      await pool.query('INSERT INTO technology (tech_key, display_name) VALUES ($1, $2)', [
        key,
        // Names that differ in case alone, and by characters that collations of languages sort elsewhere.
        `${text} ${['Zeta', 'zeta', 'äther', '_'][next() % 4]}`,
      ]);
      await setNumbers(key, numberAt(end, true));
    },
    remove: (key) => pool.query('DELETE FROM technology WHERE tech_key = $1', [key]),
    move: (key, end) => setNumbers(key, numberAt(end, true)),
  };
}

/** Companies whose names have a text, found by primary domain. */
export function companies({ database: { pool } }: TestService, text: string): Rows {
  return {
    create: async (end) => {
      const slug = `${text}-${next()}`;
      const id = await seedCompany(pool, { name: `The ${text}`, slug, domains: [`${slug}.example`] });
      await pool.query('UPDATE company SET partnership_count = $2 WHERE id = $1', [id, numberAt(end, true)]);
    },
    remove: (domain) => pool.query('DELETE FROM company WHERE primary_domain = $1', [domain]),
    move: (domain, end) =>
      pool.query('UPDATE company SET partnership_count = $2 WHERE primary_domain = $1', [
        domain,
        numberAt(end, true),
      ]),
  };
}

/** Companies that an entry of the ledger has paid for. They can only leave the catalogue. */
export function paidCompanies({ database: { pool } }: TestService): Rows {
  return { remove: (id) => pool.query('DELETE FROM company WHERE id = $1', [id]) };
}

/** Copies a list with its definition. */
export async function copyList(
  pool: TestService['database']['pool'],
  listId: number,
  set: Readonly<Record<string, string>>,
): Promise<number> {
  await copyRow(pool, 'list', `id = ${listId}`, set);
  const { rows } = await pool.query<{ id: number }>('SELECT max(id) AS id FROM list');
  const id = rows[0]?.id ?? 0;
  await copyRow(pool, 'list_definition', `list_id = ${listId} AND version = 1`, { list_id: String(id) });
  return id;
}
