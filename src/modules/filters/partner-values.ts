import type { Queryable } from '../../database/client.ts';

const MAX_SUGGESTIONS = 3;

/**
 * Similar domains by trigrams. The `%` of pg_trgm uses the index and drops weak matches. The same name under another
 * top-level domain comes first, because that is the most frequent mistake. Planned each time: how many rows are similar
 * depends on the text.
 */
const SIMILAR_DOMAINS = {
  text: `
  SELECT domain AS identifier FROM company_domain WHERE domain % $1
  ORDER BY split_part(domain, '.', 1) = split_part($1, '.', 1) DESC, similarity(domain, $1) DESC, domain LIMIT ${MAX_SUGGESTIONS}`,
};

const SIMILAR_NAMES = {
  text: `
  SELECT slug AS identifier FROM company WHERE name % $1
  ORDER BY similarity(name, $1) DESC, partnership_count DESC, id LIMIT ${MAX_SUGGESTIONS}`,
};

/** Suggests identifiers similar to an unknown one: domains for a domain, else slugs. */
export async function suggestCompanies(db: Queryable, identifier: string): Promise<string[]> {
  const text = identifier.trim().toLowerCase();
  const isDomain = text.includes('.');
  const { rows } = await db.query<{ identifier: string }>({
    ...(isDomain ? SIMILAR_DOMAINS : SIMILAR_NAMES),
    values: [isDomain ? text : text.replaceAll('-', ' ')],
  });
  return rows.map((row) => row.identifier);
}

/** Returns the domain of any company that is a partner; undefined without partnerships. */
export async function findAnyPartner(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ domain: string }>({
    name: 'any_partner',
    text: 'SELECT primary_domain AS domain FROM company WHERE id = (SELECT partner_id FROM partnership LIMIT 1)',
  });
  return rows[0]?.domain;
}
