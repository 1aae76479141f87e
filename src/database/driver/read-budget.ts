import type pg from 'pg';
import type { OperationScope } from '../../lib/operation-scope.ts';
import { connectionOf, rowsReceived, runningStatement } from './internals.ts';
import { SubmittedStatement } from './statement.ts';

/**
 * Counts the bytes that a connection receives while an operation has it: one addition for each chunk, however many rows
 * it holds. The bytes are a lower bound of the memory that the rows take.
 *
 * @returns a function that ends the counting.
 */
export function countReads(scope: OperationScope, client: pg.PoolClient): () => void {
  if (!scope.hasReadBudget) return () => undefined;
  const { stream } = connectionOf(client);
  let bytes = 0;
  // node-postgres listens as well, and has parsed the chunk before this is called.
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    scope.addRead(chunk.length, () => ({ bytes, rows: rowsOf(client) }));
  };
  stream.on('data', count);
  return () => stream.off('data', count);
}

function rowsOf(client: pg.PoolClient): number {
  const running = runningStatement(client);
  return running instanceof SubmittedStatement ? running.rowCount : rowsReceived(running);
}
