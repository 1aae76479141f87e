import type { PoolClient } from '../../database/client.ts';
import { CopyBuffer } from '../../database/copy-buffer.ts';

/** Temporary table of a transaction: the companies to charge for. */
export const STAGE = 'charge_wanted';

/** Number of companies above which they are staged. As one parameter, a million would take several times 8 MB. */
export const STAGE_FROM = 20_000;

/** Bytes of rows that are collected before they are sent. */
const SEND_BYTES = 64 * 1024;

/** Copies company ids into the stage in small parts. The stage lasts until the transaction ends. */
export async function stageCompanies(
  client: PoolClient,
  companyIds: readonly number[] | Uint32Array,
): Promise<void> {
  await client.query(`CREATE TEMP TABLE ${STAGE} (company_id integer NOT NULL) ON COMMIT DROP`);
  const rows = new CopyBuffer();
  for (const id of companyIds) {
    rows.row(1);
    rows.int4(id);
    if (rows.bytes > SEND_BYTES) await rows.send(client, `${STAGE} (company_id)`);
  }
  await rows.send(client, `${STAGE} (company_id)`);
  // Without statistics, the planner assumes that a new table is small.
  await client.query(`ANALYZE ${STAGE}`);
}
