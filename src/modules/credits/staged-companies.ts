import type { PoolClient } from '../../database/client.ts';
import { CopyBuffer } from '../../database/copy-buffer.ts';

/** A table of one transaction with the companies that a statement is about. */
export const STAGE = 'charge_wanted';

/** More companies than this go into the stage: as one parameter, a million would take eight megabytes several times over. */
export const STAGE_FROM = 20_000;

/** Rows are sent when so many bytes are held. */
const SEND_BYTES = 64 * 1024;

/** Copies company ids into the stage, a little at a time. It lasts until the transaction ends. */
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
  // Unasked, PostgreSQL takes a new table for a small one.
  await client.query(`ANALYZE ${STAGE}`);
}
