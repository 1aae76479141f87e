import type { Queryable } from '../../database/client.ts';
import { readTexts, type TextRow } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { toLookUpDomain, withPlainDots } from '../../lib/domain-name.ts';
import { Bitmap, fromArrayText, fromBase64, NO_IDS } from '../facets/bitmap.ts';
import { EVER, type EvidenceWindow, isBand, partsOf } from '../facets/evidence-windows.ts';
import { assertBands } from '../facets/index-state.ts';
import type { SqlCondition } from '../facets/reader.ts';
import type { ConditionResult } from '../facets/reader-cache.ts';

/** Partners, observed within a window, of the company with this domain or slug. */
export interface PartnerSqlCondition extends SqlCondition {
  kind: 'partner';
  identifier: string;
  window: EvidenceWindow;
}

export function partnerSqlCondition(identifier: string, window: EvidenceWindow): PartnerSqlCondition {
  return { kind: 'partner', name: `partner\0${window}\0${identifier}`, identifier, window };
}

/**
 * SQL of the id of the company that `k` names by its columns `domain` and `slug`; NULL if there is none. A company that
 * was merged is found by its old slug, as the one that took it over.
 */
export const NAMED_COMPANY = `coalesce(
          (SELECT company_id FROM company_domain d WHERE d.domain = k.domain),
          (SELECT id FROM company c WHERE c.slug = k.slug),
          (SELECT c.id FROM retired_company r JOIN company c ON c.id = r.merged_into WHERE r.slug = k.slug))`;

/**
 * SQL of a row for each condition. A company with many partners has postings of them, other companies have few.
 * Conditions are passed as JSON: PostgreSQL estimates it alike whatever it contains, so one plan serves all calls.
 * With SQL arrays the statement took twice as long (measured).
 *
 * @param posting SQL of the postings of the company `who`, in base64. @param observed SQL that limits rows.
 */
const selectPartners = (posting: string, observed: string) => `
    SELECT i.version, found.place, i.bands_version, found.postings,
      CASE WHEN found.postings IS NULL AND found.company_id IS NOT NULL THEN ARRAY(
        SELECT p.partner_id FROM partnership p WHERE p.company_id = found.company_id ${observed}
      )::text END AS few
    FROM (
      SELECT k.place, k.days, who.company_id, (${posting}) AS postings
      FROM jsonb_to_recordset($1::jsonb)
        AS k (place integer, domain text, slug text, days smallint, parts smallint[])
      CROSS JOIN LATERAL (
        SELECT ${NAMED_COMPANY} AS company_id
        OFFSET 0
      ) who
      OFFSET 0
    ) found CROSS JOIN facet_index i`;

/** The most frequent case has a statement of its own: without windows the plan is a tenth smaller. */
const EVER_PARTNERS = {
  name: 'filter_partners_ever',
  runsOn: ON_REPLICA,
  text: selectPartners(
    `SELECT encode(f.base, 'base64') FROM facet_posting f
     WHERE f.field = 'partner' AND f.value = who.company_id::text AND f.window_days = 0`,
    '',
  ),
};

/** A window is a union of postings. Evidence of other companies is compared with the start of the window. */
const PARTNERS = {
  name: 'filter_partners',
  runsOn: ON_REPLICA,
  text: selectPartners(
    `SELECT string_agg(encode(f.base, 'base64'), ',') FROM facet_stored f
     WHERE f.field = 'partner' AND f.value = who.company_id::text AND f.window_days = ANY (k.parts)`,
    `AND CASE
       WHEN found.days > 0 THEN
         p.last_observed_at >= (SELECT as_of FROM facet_index) - found.days * interval '24 hours'
       WHEN found.days < 0 THEN
         p.first_observed_at >= (SELECT as_of FROM facet_index) + found.days * interval '24 hours'
       ELSE true END`,
  ),
};

/**
 * Runs all conditions in one statement and returns results in the same order.
 *
 * @throws Fault unavailable if an older release has imported, which updates no bands of evidence.
 */
export async function runPartnerConditions(db: Queryable, conditions: readonly PartnerSqlCondition[]) {
  const parameters = conditions.map(({ identifier, window }, place) => {
    return { place, ...parseIdentifier(identifier), days: window, parts: partsOf(window) };
  });
  const statement = conditions.every(({ window }) => window === EVER) ? EVER_PARTNERS : PARTNERS;
  const readsBands = conditions.some(({ window }) => partsOf(window).some(isBand));
  const results: ConditionResult[] = [];
  for (const [version, place, bandsVersion, ...partners] of await readTexts(db, statement, [
    JSON.stringify(parameters),
  ])) {
    if (readsBands) assertBands(bandsVersion === version);
    results[Number(place)] = { ...parsePartners(partners), validAt: Number(version) };
  }
  return results;
}

/** Parses bitmaps in base64, or the text of an array. Both are null when the company does not exist. */
function parsePartners([postings = null, few = null]: TextRow): Omit<ConditionResult, 'validAt'> {
  if (postings !== null) return { found: true, ids: Bitmap.orMany(postings.split(',').map(fromBase64)) };
  return few === null ? { found: false, ids: NO_IDS } : { found: true, ids: fromArrayText(few) };
}

/** Parses a company identifier (contract, section 3): a domain when it has a dot, else a slug. */
export function parseIdentifier(identifier: string): {
  domain: string | undefined;
  slug: string | undefined;
} {
  return withPlainDots(identifier).includes('.')
    ? { domain: toLookUpDomain(identifier), slug: undefined }
    : { domain: undefined, slug: identifier.trim().toLowerCase() };
}
