import type { Queryable } from '../../database/client.ts';
import { readTexts, type TextRow } from '../../database/prepared.ts';
import { cleanDomain } from '../../lib/domain-name.ts';
import { fromArrayText, fromBase64, NO_IDS } from '../facets/bitmap.ts';
import type { Question, Reply } from '../facets/reader.ts';
import type { Answer } from '../facets/reader-cache.ts';
import { EVER, type Window } from '../facets/windows.ts';

/** The partners, as observed within a window, of the company that has this domain or slug. */
export interface PartnerQuestion extends Question {
  kind: 'partner';
  identifier: string;
  window: Window;
}

export function askPartner(identifier: string, window: Window): PartnerQuestion {
  return { kind: 'partner', name: `partner\0${window}\0${identifier}`, identifier, window };
}

/**
 * A row for each question. A company with many partners has a posting of them; those of any other are few. PostgreSQL
 * estimates a JSON array alike whatever it holds, so that it plans the statement once and not each time: arrays of its
 * own take twice as long (measured).
 */
const selectPartners = (days: string, observed: string) => `
    SELECT (SELECT version FROM facet_index) AS version, found.place,
      encode(found.posting, 'base64') AS posting,
      CASE WHEN found.posting IS NULL AND found.company_id IS NOT NULL THEN ARRAY(
        SELECT p.partner_id FROM partnership p WHERE p.company_id = found.company_id ${observed}
      )::text END AS few
    FROM (
      SELECT k.place, ${days} AS days, who.company_id, (
        SELECT f.base FROM facet_posting f
        WHERE f.field = 'partner' AND f.value = who.company_id::text AND f.window_days = ${days}
      ) AS posting
      FROM jsonb_to_recordset($1::jsonb) AS k (place integer, domain text, slug text, days smallint)
      CROSS JOIN LATERAL (
        SELECT coalesce(
          (SELECT company_id FROM company_domain d WHERE d.domain = k.domain),
          (SELECT id FROM company c WHERE c.slug = k.slug)) AS company_id
        OFFSET 0
      ) who
      OFFSET 0
    ) found`;

/** Most are asked of all times: a plan without windows is a tenth smaller, which counts where little else is done. */
const EVER_PARTNERS = { name: 'filter_partners_ever', text: selectPartners('0', '') };

const PARTNERS = {
  name: 'filter_partners',
  text: selectPartners(
    'k.days',
    `AND p.last_observed_at >= CASE found.days
       WHEN 0 THEN '-infinity' ELSE (SELECT as_of FROM facet_index) - found.days * interval '24 hours' END`,
  ),
};

/** Answers them in their order, all by one statement. */
export async function answerPartners(
  db: Queryable,
  questions: readonly PartnerQuestion[],
): Promise<readonly Reply[]> {
  const wanted = questions.map(({ identifier, window }, place) => ({
    place,
    ...toLookup(identifier),
    days: window,
  }));
  const statement = questions.every(({ window }) => window === EVER) ? EVER_PARTNERS : PARTNERS;
  const replies: Reply[] = [];
  for (const [version, place, ...partners] of await readTexts(db, statement, [JSON.stringify(wanted)]))
    replies[Number(place)] = { version: Number(version), answer: read(partners) };
  return replies;
}

/** A bitmap in base64, else the text of an array; neither when there is no such company. */
function read([posting = null, few = null]: TextRow): Answer {
  if (posting !== null) return { found: true, ids: fromBase64(posting) };
  return few === null ? { found: false, ids: NO_IDS } : { found: true, ids: fromArrayText(few) };
}

/** As identifiers are read everywhere (contract, section 3): with a dot a domain, else a slug. */
export function toLookup(identifier: string): { domain: string | undefined; slug: string | undefined } {
  return identifier.includes('.')
    ? { domain: cleanDomain(identifier), slug: undefined }
    : { domain: undefined, slug: identifier.trim().toLowerCase() };
}
