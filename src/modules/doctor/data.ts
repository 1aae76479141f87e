import type { PoolClient, Queryable } from '../../database/client.ts';
import { CLI } from '../../lib/interruption.ts';
import { counted } from '../../lib/text.ts';
import { compareIndex } from '../facets/compare-index.ts';
import type { Facet } from '../facets/facet.ts';
import { isBuilt, MAX_AHEAD_MS, readState } from '../facets/index-state.ts';
import { countFormerTexts } from '../facets/stored-texts.ts';
import { findDeclaring, readOwnFacets } from '../fields/stored-values.ts';
import { readFacets } from '../filters/facet-index.ts';
import { readRuns } from '../import/history.ts';
import { failure, ok, type Result, warning } from './finding.ts';

const SHOWN = 3;
const SHOWN_KEYS = 20;
/** Organizations whose own fields are compared with the index. */
const COMPARED_ORGANIZATIONS = 20;
const REMEDY = `run: ${CLI} index rebuild`;

/**
 * Compares the facet index with the tables for a sample of companies.
 *
 * @param size number of companies, at most. 0: only whether this version can read the index.
 */
export async function checkIndex(client: PoolClient, size: number): Promise<Result> {
  if (!isBuilt(await readState(client)))
    return failure('it is missing, or has another format than this version reads', `run: ${CLI} migrate`);
  const former = await countFormerTexts(client);
  if (size === 0)
    return former === 0
      ? ok(`it is built; ${CLI} doctor also compares it with the tables`)
      : formerTexts(former);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  try {
    const { companies, postings, differences, rareTerms, names } = await compareIndex(
      client,
      [...(await readFacets(client)), ...(await sampleOwnFacets(client))],
      size,
    );
    const compared = `${counted(companies, 'company', 'companies')} in ${counted(postings, 'posting')}`;
    if (differences.length + rareTerms + names === 0)
      return former === 0 ? ok(`compared ${compared}: equal to the tables`) : formerTexts(former);
    const shown = differences
      .slice(0, SHOWN)
      .map(
        ({ field, value, missing, extra }) =>
          `${field} "${value}" lacks ${missing} and has ${extra} too many`,
      );
    const more = differences.length > SHOWN ? [`${differences.length - SHOWN} postings more`] : [];
    const unequalNames = Math.max(rareTerms, names);
    const terms = unequalNames > 0 ? [`names of ${counted(unequalNames, 'company', 'companies')}`] : [];
    return failure(`compared ${compared}; not equal: ${[...shown, ...more, ...terms].join('; ')}`, REMEDY);
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Reads the facets of own fields of some organizations, which differ from one run to the next. */
async function sampleOwnFacets(client: PoolClient): Promise<Facet[]> {
  const found = await findDeclaring(client);
  const first = Math.floor(Math.random() * Math.max(1, found.length - COMPARED_ORGANIZATIONS + 1));
  const facets: Facet[] = [];
  for (const organization of found.slice(first, first + COMPARED_ORGANIZATIONS))
    facets.push(...(await readOwnFacets(client, organization)));
  return facets;
}

function formerTexts(count: number): Result {
  return warning(
    `${counted(count, 'text')} stored by an earlier release, without a key or not in Unicode's form C: another spelling may not find them`,
    REMEDY,
  );
}

/** Looks for keys that are held since a restore. */
export async function checkHeldKeys(db: Queryable, now: Date): Promise<Result> {
  const { rows } = await db.query<{ id: number; reason: string }>(
    `SELECT id, coalesce(held_reason, 'restored') AS reason FROM api_key
     WHERE held_at IS NOT NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) ORDER BY id`,
    [now],
  );
  const [first] = rows;
  if (!first) return ok('none is held');
  const shown = rows.slice(0, SHOWN_KEYS).map(({ id }) => id);
  const more = rows.length > shown.length ? ` and ${rows.length - shown.length} more` : '';
  return warning(
    `${counted(rows.length, 'key')} held since the database was ${first.reason}: ${shown.join(', ')}${more}; requests with them get 401`,
    `run ${CLI} key list, revoke keys that were revoked before, then run ${CLI} key confirm --all`,
  );
}

/** Compares the balances with the ledger. */
export async function checkLedger(db: Queryable): Promise<Result> {
  const { rows } = await db.query<{ name: string; balance: number; ledger: number }>(`
    SELECT o.name, o.credit_balance AS balance, coalesce(sum(e.amount), 0)::int AS ledger
    FROM organization o LEFT JOIN credit_entry e ON e.organization_id = o.id
    GROUP BY o.id HAVING o.credit_balance <> coalesce(sum(e.amount), 0) ORDER BY o.name`);
  const { rows: organizations } = await db.query<{ count: number }>('SELECT count(*)::int FROM organization');
  const [first] = rows;
  if (!first) {
    const count = counted(organizations[0]?.count ?? 0, 'organization');
    return ok(`balances of ${count}: equal to the sums of their entries`);
  }
  const message = `${counted(rows.length, 'balance')} wrong: "${first.name}" has ${first.balance}, its entries sum to ${first.ledger}`;
  return failure(message, 'find the manual change of tables that caused it; the entries are right');
}

/** Looks at the last import. */
export async function checkImports(db: Queryable): Promise<Result> {
  const [last] = await readRuns(db, { limit: 1 });
  if (!last) return ok('there was none yet');
  const message = `#${last.import_id} of ${last.started_at} is ${last.state}`;
  if (['finished', 'running'].includes(last.state)) return ok(message);
  return warning(`${message}${last.error ? `: ${last.error}` : ''}`, `run: ${CLI} catalogue status`);
}

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
