import pg from 'pg';
import type { PoolClient } from '../../database/client.ts';
import { CopyBuffer } from '../../database/copy-buffer.ts';
import { type CopyRow, copyRows } from '../../database/copy-reader.ts';
import { deserialize, serialize } from './bitmap.ts';
import { cardinality, type Layers, type PostingChange } from './delta.ts';
import { type EvidenceWindow, WINDOWS } from './evidence-windows.ts';
import type { PostingKey } from './facet.ts';
import type { Posting } from './postings.ts';

const COLUMNS = 'field, value, window_days, version, cardinality, base, added, removed';
/** Buffered bytes at which rows are sent. */
const SEND_BYTES = 4 * 1024 * 1024;

export interface StoredPosting extends Layers {
  key: PostingKey;
}

/** Stored postings that a refresh may have to change. */
export interface Candidates {
  field: string;
  /** Undefined for all values. */
  values: readonly string[] | undefined;
}

/** Reads postings and passes each to `take`, which may modify the bitmaps. */
export async function readStoredPostings(
  client: PoolClient,
  candidates: readonly Candidates[],
  take: (posting: StoredPosting) => void,
): Promise<void> {
  if (candidates.length === 0) return;
  const query = `
    SELECT field, value, window_days, base, added, removed FROM facet_posting
    WHERE ${candidates.map(toCondition).join(' OR ')}`;
  await copyRows(client, query, (row) => {
    const key = { field: row.text(0), value: row.text(1), window: toWindow(row.int2(2)) };
    take({ key, ...readLayers(row, 3) });
  });
}

/** Reads the layers of a posting from three adjacent columns: base, added, removed. */
export function readLayers(row: CopyRow, base: number): Layers {
  const delta = (column: number) => (row.isNull(column) ? undefined : deserialize(row.bytes(column)));
  return { base: deserialize(row.bytes(base)), added: delta(base + 1), removed: delta(base + 2) };
}

/** Reads the keys of all postings of some fields. */
export async function readKeys(client: PoolClient, fields: readonly string[]): Promise<PostingKey[]> {
  const { rows } = await client.query<{ field: string; value: string; window_days: number }>(
    'SELECT field, value, window_days FROM facet_posting WHERE field = ANY ($1)',
    [fields],
  );
  return rows.map(({ field, value, window_days }) => ({ field, value, window: toWindow(window_days) }));
}

/** Inserts postings that have no row yet. */
export async function insertPostings(
  client: PoolClient,
  postings: Iterable<Posting>,
  version: number,
): Promise<void> {
  const rows = new CopyBuffer();
  for (const { key, ids } of postings) {
    writeRow(rows, key, version, { base: ids, added: undefined, removed: undefined }, true);
    if (rows.bytes > SEND_BYTES) await rows.send(client, `facet_posting (${COLUMNS})`);
  }
  await rows.send(client, `facet_posting (${COLUMNS})`);
}

/** Updates stored postings. A base that did not change is neither sent nor rewritten. */
export async function updatePostings(
  client: PoolClient,
  changes: Iterable<{ key: PostingKey; change: PostingChange }>,
  version: number,
): Promise<void> {
  await client.query('DROP TABLE IF EXISTS facet_change');
  await client.query('CREATE TEMP TABLE facet_change (LIKE facet_posting) ON COMMIT DROP');
  await client.query('ALTER TABLE facet_change ALTER base DROP NOT NULL');
  const rows = new CopyBuffer();
  for (const { key, change } of changes) {
    writeRow(rows, key, version, change, change.folded);
    if (rows.bytes > SEND_BYTES) await rows.send(client, `facet_change (${COLUMNS})`);
  }
  await rows.send(client, `facet_change (${COLUMNS})`);
  await client.query(`
    UPDATE facet_posting p
    SET version = c.version, cardinality = c.cardinality, base = coalesce(c.base, p.base),
      added = c.added, removed = c.removed
    FROM facet_change c
    WHERE (p.field, p.value, p.window_days) = (c.field, c.value, c.window_days)`);
}

export async function deletePostings(client: PoolClient, fields: readonly string[]): Promise<void> {
  await client.query('DELETE FROM facet_posting WHERE field = ANY ($1)', [fields]);
}

function writeRow(
  rows: CopyBuffer,
  { field, value, window }: PostingKey,
  version: number,
  layers: Layers,
  withBase: boolean,
): void {
  rows.row(8);
  rows.text(field);
  rows.text(value);
  rows.int2(window);
  rows.int4(version);
  rows.int4(cardinality(layers));
  rows.bytea(withBase ? serialize(layers.base) : null);
  rows.bytea(layers.added ? serialize(layers.added) : null);
  rows.bytea(layers.removed ? serialize(layers.removed) : null);
}

function toCondition({ field, values }: Candidates): string {
  const ofField = `field = ${pg.escapeLiteral(field)}`;
  if (values === undefined) return ofField;
  return `(${ofField} AND value = ANY (ARRAY[${values.map((value) => pg.escapeLiteral(value)).join(', ')}]::text[]))`;
}

function toWindow(days: number): EvidenceWindow {
  const window = WINDOWS.find((each) => each === days);
  if (window === undefined) throw new RangeError(`unknown evidence window: ${days} days`);
  return window;
}
