import type { PoolClient, Queryable } from '../../database/client.ts';
import { CLI } from '../../lib/command-line.ts';
import { counted } from '../../lib/counted.ts';
import { compareIndex } from '../facets/compare-index.ts';
import { isBuilt, readState } from '../facets/index-state.ts';
import { countFormerTexts } from '../facets/stored-texts.ts';
import { FACETS } from '../filters/registry.ts';
import { readRuns } from '../import/history.ts';
import { failure, ok, type Result, warning } from './finding.ts';

const SHOWN = 3;
const SHOWN_KEYS = 20;
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
    const { companies, postings, differences, rareTerms } = await compareIndex(client, FACETS, size);
    const compared = `${counted(companies, 'company', 'companies')} in ${counted(postings, 'posting')}`;
    if (differences.length + rareTerms === 0)
      return former === 0 ? ok(`compared ${compared}: equal to the tables`) : formerTexts(former);
    const shown = differences
      .slice(0, SHOWN)
      .map(
        ({ field, value, missing, extra }) =>
          `${field} "${value}" lacks ${missing} and has ${extra} too many`,
      );
    const more = differences.length > SHOWN ? [`${differences.length - SHOWN} postings more`] : [];
    const terms = rareTerms > 0 ? [`names of ${counted(rareTerms, 'company', 'companies')}`] : [];
    return failure(`compared ${compared}; not equal: ${[...shown, ...more, ...terms].join('; ')}`, REMEDY);
  } finally {
    await client.query('ROLLBACK');
  }
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
