import type pg from 'pg';

export interface SeedCompany {
  name: string;
  slug: string;
  domains: [string, ...string[]];
  investors?: string[];
  industry?: string;
  employeeRange?: string;
  country?: string;
  foundedYear?: number;
}

/** Inserts a company with its domains and investors. @returns its id. */
export async function seedCompany(pool: pg.Pool, company: SeedCompany): Promise<number> {
  const { name, slug, domains, investors = [] } = company;
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO company (name, slug, primary_domain, industry, employee_range, country, founded_year, domain_count, investor_count)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      name,
      slug,
      domains[0],
      company.industry,
      company.employeeRange,
      company.country,
      company.foundedYear,
      domains.length,
      investors.length,
    ],
  );
  const id = only(rows).id;
  await pool.query(
    `INSERT INTO company_domain (domain, company_id, is_primary, position)
     SELECT domain, $1, n = 1, n - 1 FROM unnest($2::text[]) WITH ORDINALITY AS d(domain, n)`,
    [id, domains],
  );
  await pool.query(
    `WITH known AS (INSERT INTO investor (name) SELECT unnest($2::text[]) ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id, name)
     INSERT INTO company_investor (company_id, investor_id, position)
     SELECT $1, known.id, n - 1 FROM unnest($2::text[]) WITH ORDINALITY AS i(name, n) JOIN known USING (name)`,
    [id, investors],
  );
  return id;
}

/** Inserts a company with only the required fields: `acme` becomes ACME at acme.example. */
export function seedPlain(pool: pg.Pool, slug: string): Promise<number> {
  return seedCompany(pool, { name: slug.toUpperCase(), slug, domains: [`${slug}.example`] });
}

export interface SeedPartnership {
  first?: string;
  last?: string;
  count?: number;
}

/** Makes two companies partners, with both rows of the pair and the counts. */
export async function seedPartnership(
  pool: pg.Pool,
  a: number,
  b: number,
  { first = '2024-01-01T00:00:00Z', last = '2024-06-01T00:00:00Z', count = 1 }: SeedPartnership = {},
): Promise<void> {
  await pool.query(
    `INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
     VALUES ($1, $2, $3, $4, $5), ($2, $1, $3, $4, $5)`,
    [a, b, first, last, count],
  );
  await pool.query(
    `UPDATE company c SET partnership_count = (SELECT count(*) FROM partnership p WHERE p.company_id = c.id)
     WHERE id = ANY($1::int[])`,
    [[a, b]],
  );
}

/** Unlocks companies for an organization without a charge, by default until a time in the far future. */
export async function unlockCompanies(
  pool: pg.Pool,
  organizationId: number,
  companyIds: readonly number[],
  until = '2100-01-01T00:00:00Z',
): Promise<void> {
  await pool.query(
    `INSERT INTO company_unlock (organization_id, company_id, unlocked_at, expires_at)
     SELECT $1, unnest($2::int[]), $3::timestamptz - interval '30 days', $3`,
    [organizationId, companyIds, until],
  );
}

export interface SeedTechnology {
  key: string;
  name?: string;
  category?: string;
  count?: number;
  first?: string;
  last?: string;
}

/** Records that technologies were detected at a company. */
export async function seedTechnologies(pool: pg.Pool, companyId: number, technologies: SeedTechnology[]) {
  for (const { key, name = key, category, count = 1, first, last } of technologies) {
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO technology (tech_key, display_name, category) VALUES ($1, $2, $3)
       ON CONFLICT (tech_key) DO UPDATE SET display_name = excluded.display_name RETURNING id`,
      [key, name, category],
    );
    await pool.query('INSERT INTO company_technology VALUES ($1, $2, $3, $4, $5)', [
      companyId,
      only(rows).id,
      count,
      first ?? '2024-01-01T00:00:00Z',
      last ?? '2024-06-01T00:00:00Z',
    ]);
  }
  await pool.query(
    `UPDATE company c SET technology_count = (SELECT count(*) FROM company_technology t WHERE t.company_id = c.id)
     WHERE id = $1`,
    [companyId],
  );
}

function only<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}

/** Stores an import that was tried, without its file. @returns its id */
export async function seedTriedImport(
  pool: pg.Pool,
  { organizationId, userId }: { organizationId: number; userId: number },
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO import_upload (id, organization_id, user_id, status, is_dry_run, request, report, created_at, updated_at)
     VALUES (nextval('catalogue_import_id_seq'), $1, $2, 'tried', true, '{"paths": ["-"], "options": {}}', '{"files": []}', now(), now())
     RETURNING id`,
    [organizationId, userId],
  );
  return rows[0]?.id ?? 0;
}
