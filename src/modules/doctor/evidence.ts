import type { Queryable } from '../../database/client.ts';
import { CLI } from '../../lib/command-line.ts';
import { counted } from '../../lib/counted.ts';
import { MAX_AHEAD_MS, readState } from '../facets/index-state.ts';
import { failure, ok, type Result, warning } from './finding.ts';

const SHOWN = 3;

/** A row that is more than a day ahead of the clock. */
interface AheadRow {
  domain: string;
  /** Key of a technology, or primary domain of a partner. */
  object: string;
  kind: 'technology' | 'partner';
  at: Date;
  /** Number of all such rows. */
  total: number;
}

/**
 * Looks for an as-of time ahead of the clock, from which all windows and tiers are counted, and for the rows that made it.
 *
 * @param isComplete also reads all evidence if the as-of time is right.
 */
export async function checkEvidence(db: Queryable, isComplete: boolean): Promise<Result> {
  const { asOf, isAhead } = await readState(db);
  if (!isAhead && !isComplete) return ok(asOf === null ? 'there is none yet' : asOfText(asOf));
  const { rows } = await db.query<AheadRow>(AHEAD);
  const total = rows[0]?.total ?? 0;
  const found =
    total === 0 ? '' : `${aheadText(total)}: ${rows.map(describeRow).join('; ')}${moreText(total)}`;
  const correct = 'import these rows with the right dates, or with "deleted": true';
  if (asOf !== null && isAhead) {
    const rebuild = `run: ${CLI} index rebuild`;
    const message = `${asOfText(asOf)}, which is ahead of the clock, and moves the tiers of all companies`;
    return total === 0
      ? failure(`${message}; the clock was wrong when it was set`, rebuild)
      : failure(`${message}; ${found}`, `${correct}; then ${rebuild}`);
  }
  if (total > 0) return warning(`${found}; such rows do not count for the as-of time`, correct);
  return ok(asOf === null ? 'there is none yet' : `${asOfText(asOf)}, and no row is ahead of the clock`);
}

const asOfText = (asOf: Date) => `as of ${asOf.toISOString()}`;
const aheadText = (total: number) =>
  `${counted(total, 'row')} ${total === 1 ? 'is' : 'are'} more than a day ahead of the clock`;
const moreText = (total: number) => (total > SHOWN ? `; and ${total - SHOWN} more` : '');
const describeRow = ({ domain, kind, object, at }: AheadRow) =>
  `${domain} with the ${kind} ${object}, last seen at ${at.toISOString()}`;

const AHEAD = `
  WITH ahead AS (
    SELECT company_id, technology_id, NULL::integer AS partner_id, last_seen AS at
    FROM company_technology WHERE last_seen > now() + interval '${MAX_AHEAD_MS} milliseconds'
    UNION ALL
    SELECT observer_id, NULL, partner_id, last_observed_at
    FROM partnership_observation WHERE last_observed_at > now() + interval '${MAX_AHEAD_MS} milliseconds'
  ), shown AS (
    SELECT *, count(*) OVER ()::integer AS total FROM ahead
    ORDER BY at DESC, company_id, technology_id, partner_id LIMIT ${SHOWN}
  )
  SELECT c.primary_domain AS domain, coalesce(t.tech_key, p.primary_domain) AS object,
    CASE WHEN t.id IS NULL THEN 'partner' ELSE 'technology' END AS kind, s.at, s.total
  FROM shown s JOIN company c ON c.id = s.company_id
  LEFT JOIN technology t ON t.id = s.technology_id LEFT JOIN company p ON p.id = s.partner_id
  ORDER BY s.at DESC, c.id, t.id, p.id`;
