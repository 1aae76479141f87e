import type { Queryable } from '../../database/client.ts';

const MAX_SUGGESTIONS = 3;

/**
 * Domains by their trigrams: pg_trgm's `%` uses the index, and its threshold keeps what is merely alike out. The same
 * name under another top-level domain is the likeliest mistake.
 */
const SIMILAR_DOMAINS = `
  SELECT domain AS identifier FROM company_domain WHERE domain % $1
  ORDER BY split_part(domain, '.', 1) = split_part($1, '.', 1) DESC, similarity(domain, $1) DESC, domain LIMIT ${MAX_SUGGESTIONS}`;

const SIMILAR_NAMES = `
  SELECT slug AS identifier FROM company WHERE name % $1
  ORDER BY similarity(name, $1) DESC, partnership_count DESC, id LIMIT ${MAX_SUGGESTIONS}`;

/** Identifiers of companies that a mistaken one may have meant: domains for a domain, else slugs. */
export async function suggestCompanies(db: Queryable, identifier: string): Promise<string[]> {
  const text = identifier.trim().toLowerCase();
  const isDomain = text.includes('.');
  const { rows } = await db.query<{ identifier: string }>(isDomain ? SIMILAR_DOMAINS : SIMILAR_NAMES, [
    isDomain ? text : text.replaceAll('-', ' '),
  ]);
  return rows.map((row) => row.identifier);
}

/** Some company that is a partner, by domain; undefined when there are no partnerships. */
export async function findAnyPartner(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ domain: string }>(`
    SELECT primary_domain AS domain FROM company WHERE id = (SELECT partner_id FROM partnership LIMIT 1)`);
  return rows[0]?.domain;
}
