import type { Queryable } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { keySql } from '../../database/text-keys.ts';
import { isStorable, toDomainPart } from '../../lib/domain-name.ts';
import { invalidValue } from '../../lib/fault.ts';
import { escapeLike } from '../../lib/like.ts';
import type { Page } from '../../lib/page.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { storedText, textKey } from '../../lib/text-key.ts';
import type { Company } from './company.ts';
import { findCompaniesByIds } from './company-queries.ts';

const NAME_KEY = keySql('c.name', 'c.name_key');

/** SQL of the companies that match by name or domain. Both use trigram indexes; UNION removes duplicates. */
const HITS = `
  WITH hit AS (
    SELECT id FROM company WHERE ${keySql('name', 'name_key')} LIKE $1
    UNION SELECT company_id FROM company_domain WHERE domain LIKE $2
  )`;

/** Order: equal name, slug or domain; name with the prefix; primary domain with the prefix; the rest. */
const SEARCH = {
  name: 'search_companies',
  runsOn: ON_REPLICA,
  text: `${HITS}
    SELECT c.id FROM hit JOIN company c USING (id)
    ORDER BY CASE
        WHEN ${NAME_KEY} = $3 OR c.slug = $7
          OR EXISTS (SELECT FROM company_domain d WHERE d.company_id = c.id AND d.domain = $4) THEN 0
        WHEN ${NAME_KEY} LIKE $5 THEN 1
        WHEN c.primary_domain LIKE $6 THEN 2
        ELSE 3 END,
      c.partnership_count DESC, c.id
    LIMIT $8 OFFSET $9`,
};

const COUNT = {
  name: 'count_company_hits',
  runsOn: ON_REPLICA,
  text: `${HITS} SELECT count(*)::int AS total FROM hit`,
};

/**
 * Finds companies whose name or domain contains the text in any case, the best match first.
 *
 * @throws Fault validation_error when the text is not 2 to 100 characters long.
 */
export async function searchCompanies(db: Queryable, search: string, page: Page): Promise<Company[]> {
  const { name, domain, slug } = parseSearch(search);
  const values = [name.contains, domain.contains, name.text, domain.text, name.prefix, domain.prefix, slug];
  const { rows } = await db.query<{ id: number }>({
    ...SEARCH,
    values: [...values, page.limit, page.offset],
  });
  const ids = rows.map((row) => row.id);
  const companies = await findCompaniesByIds(db, ids);
  return companies.filter((company) => company !== null);
}

/** Counts the companies that a search matches. */
export async function countCompanies(db: Queryable, search: string): Promise<number> {
  const { name, domain } = parseSearch(search);
  const values = [name.contains, domain.contains];
  const { rows } = await db.query<{ total: number }>({ ...COUNT, values });
  return rows[0]?.total ?? 0;
}

interface Patterns {
  text: string;
  contains: string;
  prefix: string;
}

interface ParsedSearch {
  name: Patterns;
  domain: Patterns;
  slug: string;
}

/** Parses a search. Names are compared with its key, domains with its A-labels. */
function parseSearch(search: string): ParsedSearch {
  const text = storedText(search.trim());
  const { minLength, maxLength } = TEXT_LIMITS.companySearch;
  if (!isWithin(text, TEXT_LIMITS.companySearch) || !isStorable(text))
    throw invalidValue('/search', `must be ${minLength} to ${maxLength} characters of a name or domain`);
  const slug = text.toLowerCase();
  return { name: patternsOf(textKey(text)), domain: patternsOf(toDomainPart(slug).text), slug };
}

function patternsOf(text: string): Patterns {
  const literal = escapeLike(text);
  return { text, contains: `%${literal}%`, prefix: `${literal}%` };
}
