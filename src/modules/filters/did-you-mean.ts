import type { Queryable } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { keySql } from '../../database/sql.ts';
import { toLookUpDomain, withPlainDots } from '../../lib/domain-name.ts';
import { MAX_SUGGESTIONS } from '../../lib/text.ts';
import { textKey } from '../../lib/text-key.ts';

/**
 * Similar domains by trigrams. The `%` of pg_trgm uses the index and drops weak matches. The same name under another
 * top-level domain comes first, because that is the most frequent mistake. Planned each time: how many rows are similar
 * depends on the text.
 */
const SIMILAR_DOMAINS = {
  runsOn: ON_REPLICA,
  text: `
  SELECT domain AS identifier FROM company_domain WHERE domain % $1
  ORDER BY split_part(domain, '.', 1) = split_part($1, '.', 1) DESC, similarity(domain, $1) DESC, domain LIMIT ${MAX_SUGGESTIONS}`,
};

const NAME_KEY = keySql('name', 'name_key');

const SIMILAR_NAMES = {
  runsOn: ON_REPLICA,
  text: `
  SELECT slug AS identifier FROM company WHERE ${NAME_KEY} % $1
  ORDER BY similarity(${NAME_KEY}, $1) DESC, partnership_count DESC, id LIMIT ${MAX_SUGGESTIONS}`,
};

/** Suggests identifiers similar to an unknown one: domains for a domain, else slugs. */
export async function suggestCompanies(db: Queryable, identifier: string): Promise<string[]> {
  const text = withPlainDots(textKey(identifier.trim()));
  const isDomain = text.includes('.');
  const { rows } = await db.query<{ identifier: string }>({
    ...(isDomain ? SIMILAR_DOMAINS : SIMILAR_NAMES),
    values: [isDomain ? (toLookUpDomain(text) ?? text) : text.replaceAll('-', ' ')],
  });
  return rows.map((row) => row.identifier);
}
