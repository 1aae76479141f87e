import { createClient, refusesOptions } from './connect.ts';
import { errorCode } from './errors.ts';

/** Values of DATABASE_POOLER. */
export const POOLER_SETTINGS = ['auto', 'transaction', 'none'] as const;

const TIMEOUT_MS = 5_000;
const PROBE = 'company_data_probe';
/** PostgreSQL manual, appendix A: invalid_sql_statement_name. */
const NO_SUCH_STATEMENT = '26000';

/**
 * Returns whether each transaction at `url` may have another session, as behind PgBouncer in transaction mode without
 * prepared statements. Then nothing may be prepared by name.
 *
 * `auto` tries it out. A pooler that refuses the startup parameter `options` is one. So is one that loses a prepared
 * statement between two transactions, while another client holds the session in which it was prepared.
 *
 * @throws the error of a server that cannot be reached.
 */
export async function isTransactionPooled(setting: (typeof POOLER_SETTINGS)[number], url: string) {
  if (setting !== 'auto') return setting === 'transaction';
  try {
    return await losesStatements(url);
  } catch (error) {
    if (refusesOptions(error)) return true;
    throw error;
  }
}

async function losesStatements(url: string): Promise<boolean> {
  const create = () =>
    createClient(url, {
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'company-data probe',
    });
  const [own, other] = [create(), create()];
  try {
    await own.connect();
    await own.query(`PREPARE ${PROBE} AS SELECT 1`);
    await other.connect();
    // A pooler gives out the session that was used last.
    await other.query('BEGIN');
    await own.query(`EXECUTE ${PROBE}`);
    return false;
  } catch (error) {
    if (errorCode(error) === NO_SUCH_STATEMENT) return true;
    throw error;
  } finally {
    await Promise.allSettled([own.end(), other.end()]);
  }
}
