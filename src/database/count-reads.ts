import type { Duplex } from 'node:stream';
import type pg from 'pg';
import type { OperationScope, StatementRead } from '../lib/operation-scope.ts';
import { Submitted } from './submitted.ts';

/**
 * Counts the bytes that a connection brings while it is out for an operation: one addition for each piece that arrives,
 * whatever number of rows it holds. They are a lower bound of the memory that the rows take.
 *
 * @returns what ends that.
 */
export function countReads(scope: OperationScope, client: pg.PoolClient): () => void {
  if (!scope.hasReadBudget) return () => undefined;
  const stream = streamOf(client);
  let bytes = 0;
  // node-postgres listens as well, and has parsed the piece by now.
  const count = (piece: Buffer) => {
    bytes += piece.length;
    scope.addRead(piece.length, () => ({ bytes, rows: rowsOf(client) }));
  };
  stream.on('data', count);
  return () => stream.off('data', count);
}

function streamOf(client: pg.PoolClient): Duplex {
  // A field that every connected client of node-postgres has, which its types leave out.
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream;
}

/** Rows of the running statement that have arrived; 0 where node-postgres does not say. */
function rowsOf(client: pg.PoolClient): StatementRead['rows'] {
  const running = field(client, '_activeQuery');
  if (running instanceof Submitted) return running.rowCount;
  const rows = field(field(running, '_result'), 'rows');
  return Array.isArray(rows) ? rows.length : 0;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
