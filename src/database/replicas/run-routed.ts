import type { Queryable } from '../client.ts';
import type { SubmittedStatement } from '../driver/statement.ts';
import { replicaFor } from './routing.ts';

/**
 * Runs a statement that passes rows on as they arrive, on a replica if it may run there. If the replica fails before the
 * first row, the primary runs it.
 *
 * @param create makes the statement, which can be run once.
 */
export async function runRouted(
  db: Queryable,
  statement: object,
  create: () => SubmittedStatement<never>,
): Promise<void> {
  const target = replicaFor(db, statement);
  if (!target) return create().run(db);
  const first = create();
  try {
    await first.run(target.pool);
  } catch (error) {
    if (first.rowCount > 0 || !target.isAtFault(error)) throw error;
    await create().run(db);
  }
}
