import { beginEpoch } from '../database/backup/begin-epoch.ts';
import { transaction } from '../database/client.ts';
import { type EpochOptions, epochOf, linesOf, resultOf } from './epoch.ts';
import { type OutputOptions, print, withTools } from './terminal.ts';

/** Begins a new epoch, as `restore` does, of a database that PostgreSQL's own means brought to an earlier state. */
export async function runRecovered(options: OutputOptions & EpochOptions): Promise<void> {
  const epoch = await withTools(({ database: { pool } }) =>
    transaction(pool, (client) => beginEpoch(client, { ...epochOf(options), reason: 'recovered' })),
  );
  print(options.json, resultOf(epoch), linesOf(epoch));
}
