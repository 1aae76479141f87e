import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Reads the values for the trees: the generator's words by rank, and two companies of the database. */
export async function readWords(root, pool) {
  const load = (name) => import(pathToFileURL(join(root, `dist/modules/generate/${name}.js`)).href);
  const [{ createTechnologies }, { createInvestors }, { INDUSTRIES }, { COUNTRY_TABLE }] = await Promise.all(
    ['technologies', 'companies', 'industries', 'names'].map(load),
  );
  const technologies = createTechnologies();
  const { rows } = await pool.query(`
    (SELECT primary_domain AS domain, name FROM company ORDER BY partnership_count DESC, id LIMIT 1)
    UNION ALL
    (SELECT c.primary_domain, c.name FROM company c WHERE c.id = (
       SELECT p.partner_id FROM partnership p JOIN company few ON few.id = p.partner_id
       WHERE p.company_id = (SELECT id FROM company ORDER BY partnership_count DESC, id LIMIT 1)
         AND few.partnership_count BETWEEN 3 AND 5 AND few.name LIKE '% %'
       ORDER BY p.partner_id LIMIT 1))`);
  const [hub, small] = rows;
  return {
    technologies,
    categories: [...new Set(technologies.map(({ category }) => category))],
    investors: createInvestors(),
    industries: INDUSTRIES,
    countries: COUNTRY_TABLE.map(({ code }) => code),
    hub,
    small,
  };
}

const IDS = {
  technology: 'SELECT tech_key AS value, id FROM technology',
  // Categories are texts in the service's tables. The peers number them in PostgreSQL's sort order.
  technology_category: `
    SELECT category AS value, (row_number() OVER (ORDER BY category))::integer AS id
    FROM (SELECT DISTINCT category FROM technology WHERE category IS NOT NULL) named`,
  investor: 'SELECT name AS value, id FROM investor',
};

/** @returns a function from a value of a field to its id; a partner is the company with this primary domain. */
export async function readIds(pool, { hub, small }) {
  const maps = {};
  const partners = 'SELECT primary_domain AS value, id FROM company WHERE primary_domain = ANY($1)';
  for (const [field, text] of Object.entries(IDS)) maps[field] = toMap((await pool.query(text)).rows);
  maps.partner = toMap((await pool.query(partners, [[hub.domain, small.domain]])).rows);
  return (field, value) => {
    const id = maps[field].get(value);
    if (id === undefined) throw new Error(`the catalogue has no ${field} "${value}"`);
    return id;
  };
}

const toMap = (rows) => new Map(rows.map(({ value, id }) => [value, id]));

/** A table (technology_id, category_id) for the peers, with the numbers of readIds. */
export const CATEGORY_OF_TECHNOLOGY = `
  SELECT t.id AS technology_id, named.id AS category_id
  FROM technology t JOIN (${IDS.technology_category}) named ON named.value = t.category`;
