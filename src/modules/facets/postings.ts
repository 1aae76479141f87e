import pg from 'pg';
import type { PoolClient, Queryable } from '../../database/client.ts';
import { CopyBuffer } from '../../database/copy-buffer.ts';
import { type CopyRow, copyRows } from '../../database/copy-reader.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { textKey } from '../../lib/text-key.ts';
import { Bitmap, deserialize, type ReadonlyBitmap, serialize } from './bitmap.ts';
import { cardinality, type Deltas, foldInPlace, type Layers, type PostingChange } from './delta.ts';
import type { EvidenceBands } from './evidence-bands.ts';
import { isBand, toWindow } from './evidence-windows.ts';
import { isSpelled, organizationOfFacet, type PostingKey, postingName } from './facet.ts';
import { assertBands, assertReadable } from './index-state.ts';

interface Posting {
  key: PostingKey;
  ids: Bitmap;
}

/** Postings that are being collected, by key. */
export class Postings {
  readonly #byName = new Map<string, Posting>();

  set(key: PostingKey, ids: Bitmap): void {
    this.#byName.set(postingName(key), { key, ids });
  }

  /** Sets the postings of a dated value. */
  setBands(value: Omit<PostingKey, 'window'>, bands: EvidenceBands): void {
    for (const [window, ids] of bands.postings()) this.set({ ...value, window }, ids);
  }

  get(key: PostingKey): Bitmap | undefined {
    return this.#byName.get(postingName(key))?.ids;
  }

  values(): IterableIterator<Posting> {
    return this.#byName.values();
  }
}

/** Builds the postings of one column of `company`, row by row. NULLs are skipped by the caller. */
export interface Collector {
  add(id: number, row: CopyRow, column: number): void;
  finish(postings: Postings, field: string): void;
}

/** A value that this share of the companies has is frequent. */
const FREQUENT_SHARE = 1 / 2000;

/**
 * Returns how many companies must share a value of an open-ended field (a name term, a partner) for it to get a
 * posting. Rarer values are found as fast in rows. A share limits the postings of any catalogue.
 */
export async function readFrequencyThreshold(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ companies: number }>(
    'SELECT count(*)::int AS companies FROM company',
  );
  return Math.max(2, Math.ceil((rows[0]?.companies ?? 0) * FREQUENT_SHARE));
}

/** Buffered bytes at which rows are sent. */
const SEND_BYTES = 4 * 1024 * 1024;

/** Tables of postings, as `isBand` tells them apart. The view `facet_stored` has the rows of both. */
const TABLES = ['facet_posting', 'facet_band'] as const;

export interface StoredPosting extends Layers {
  key: PostingKey;
}

/** The row of a posting as it will be. */
export interface PostingUpdate extends Deltas {
  key: PostingKey;
  /** Number of ids. */
  size: number;
  /** Absent where the stored one stays. */
  base?: Bitmap | undefined;
}

/** Returns the row of a posting with changed layers. */
export function toUpdate(key: PostingKey, change: PostingChange): PostingUpdate {
  const { base, added, removed, folded } = change;
  return { key, size: cardinality(change), base: folded ? base : undefined, added, removed };
}

/** Stored postings that a refresh may have to change. */
export interface Candidates {
  field: string;
  /** Absent for all values. */
  values?: readonly string[];
}

/** Reads postings and passes each to `take`, which may modify the bitmaps. */
export async function readStoredPostings(
  client: PoolClient,
  candidates: readonly Candidates[],
  take: (posting: StoredPosting) => void,
): Promise<void> {
  if (candidates.length === 0) return;
  const query = `
    SELECT field, value, window_days, base, added, removed FROM facet_stored
    WHERE ${candidates.map(toCondition).join(' OR ')}`;
  await copyRows(client, query, (row) => {
    const key = { field: row.text(0), value: row.text(1), window: toWindow(row.int2(2)) };
    take({ key, ...readLayers(row, 3) });
  });
}

/** Reads the deltas of postings, whose bases may have megabytes, and passes each to `take` with its number of ids. */
export async function readStoredDeltas(
  client: PoolClient,
  candidates: readonly Candidates[],
  take: (posting: Deltas & { key: PostingKey; size: number }) => void,
): Promise<void> {
  if (candidates.length === 0) return;
  const query = `
    SELECT field, value, window_days, cardinality, added, removed FROM facet_stored
    WHERE ${candidates.map(toCondition).join(' OR ')}`;
  await copyRows(client, query, (row) => {
    const key = { field: row.text(0), value: row.text(1), window: toWindow(row.int2(2)) };
    take({ key, size: row.int4(3), ...readDeltas(row, 4) });
  });
}

/** Reads the layers of a posting from three adjacent columns: base, added, removed. */
function readLayers(row: CopyRow, base: number): Layers {
  return { base: deserialize(row.bytes(base)), ...readDeltas(row, base + 1) };
}

function readDeltas(row: CopyRow, first: number): Deltas {
  const delta = (column: number) => (row.isNull(column) ? undefined : deserialize(row.bytes(column)));
  return { added: delta(first), removed: delta(first + 1) };
}

/** SQL of the version of the own fields of an organization. */
export const ownVersionSql = (organizationId: string) =>
  `coalesce((SELECT s.version FROM field_scope s WHERE s.scope_id = ${organizationId}), 0)`;

/** Returns the organization whose own fields are among the keys, which are of one caller; 0 for none. */
export function organizationOfKeys(keys: readonly PostingKey[]): number {
  for (const { field } of keys) {
    const organizationId = organizationOfFacet(field);
    if (organizationId !== 0) return organizationId;
  }
  return 0;
}

interface PostingRequest {
  key: PostingKey;
  /** The version of the posting that the caller has cached. */
  cachedVersion: number;
}

interface ChangedPosting {
  ids: ReadonlyBitmap;
  /** The index version at which the posting last changed. */
  version: number;
}

/**
 * Reads the index version, that of the organization's own fields, and the postings that are newer than their cached versions, by their position in `requests`.
 * One statement reads both, so they belong together. It is a COPY in binary format: as text, bitmaps of 3 MB took three
 * times as long (measured). The SQL function that it calls keeps its plan.
 *
 * @throws Fault unavailable if a newer release has rebuilt the index in another format, or if an older one has imported.
 */
export async function readChangedPostings(
  db: Queryable,
  requests: readonly PostingRequest[],
): Promise<{ version: number; ownVersion: number; changed: Map<number, ChangedPosting> }> {
  let version = 0;
  let ownVersion = 0;
  let format = 0;
  let bandsVersion = 0;
  const changed = new Map<number, ChangedPosting>();
  const organizationId = organizationOfKeys(requests.map(({ key }) => key));
  const text = selectChanged(requests, organizationId);
  // What an organization has just written is read at once.
  await copyRows(db, { text, runsOn: organizationId === 0 ? ON_REPLICA : 'primary' }, (row) => {
    version = row.int4(0);
    format = row.int4(6);
    bandsVersion = row.isNull(7) ? 0 : row.int4(7);
    ownVersion = row.isNull(8) ? 0 : row.int4(8);
    if (row.isNull(2)) return;
    const [place, posting] = [row.int4(1), { version: row.int4(2), ids: foldInPlace(readLayers(row, 3)) }];
    const other = changed.get(place);
    changed.set(place, other ? united(other, posting) : posting);
  });
  assertReadable(format);
  if (requests.some(({ key }) => isBand(key.window))) assertBands(bandsVersion === version);
  return { version, ownVersion, changed };
}

/** Unites the postings of two spellings of a value. */
function united(a: ChangedPosting, b: ChangedPosting): ChangedPosting {
  return { version: Math.max(a.version, b.version), ids: Bitmap.or(a.ids, b.ids) };
}

/** SQL of a row for each request, and for each spelling of its value; its columns are NULL when the posting is unchanged. COPY takes no parameters. */
function selectChanged(requests: readonly PostingRequest[], organizationId: number): string {
  const rows = requests.map(({ key, cachedVersion }, place) => {
    const { field, value, window: days } = key;
    const row = { place, field, value, days, held: cachedVersion };
    return isSpelled(key) ? { ...row, value: textKey(value), spelled: true } : row;
  });
  const ownVersion = organizationId === 0 ? 'NULL::int' : ownVersionSql(String(organizationId));
  return `SELECT after.*, i.format, i.bands_version, ${ownVersion}
    FROM facet_index i, facet_postings_after(${pg.escapeLiteral(JSON.stringify(rows))}) after`;
}

/** Reads the keys of all postings of some fields. */
export async function readKeys(client: PoolClient, fields: readonly string[]): Promise<PostingKey[]> {
  const { rows } = await client.query<{ field: string; value: string; window_days: number }>(
    'SELECT field, value, window_days FROM facet_stored WHERE field = ANY ($1)',
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
  const updates = [...postings].map(({ key, ids }) => ({ key, size: ids.size, base: ids }));
  await sendRows(
    client,
    'facet_posting',
    updates.filter(({ key }) => !isBand(key.window)),
    version,
  );
  await sendRows(
    client,
    'facet_band',
    updates.filter(({ key }) => isBand(key.window)),
    version,
  );
}

/** Updates stored postings. A base that did not change is neither sent nor rewritten. */
export async function updatePostings(
  client: PoolClient,
  updates: readonly PostingUpdate[],
  version: number,
): Promise<void> {
  if (updates.length === 0) return;
  await client.query('DROP TABLE IF EXISTS facet_change');
  await client.query('CREATE TEMP TABLE facet_change (LIKE facet_posting) ON COMMIT DROP');
  await client.query('ALTER TABLE facet_change ALTER base DROP NOT NULL');
  await sendRows(client, 'facet_change', updates, version);
  const areBands = updates.map(({ key }) => isBand(key.window));
  for (const table of TABLES.filter((_, isBands) => areBands.includes(isBands === 1)))
    await client.query(`
      UPDATE ${table} p
      SET version = c.version, cardinality = c.cardinality, base = coalesce(c.base, p.base),
        added = c.added, removed = c.removed
      FROM facet_change c
      WHERE (p.field, p.value, p.window_days) = (c.field, c.value, c.window_days)`);
}

export async function deletePostings(client: PoolClient, fields: readonly string[]): Promise<void> {
  for (const table of TABLES) await client.query(`DELETE FROM ${table} WHERE field = ANY ($1)`, [fields]);
}

/** Sends rows to a table with the columns of `facet_posting`. A base that did not change is NULL. */
async function sendRows(
  client: PoolClient,
  table: string,
  updates: readonly PostingUpdate[],
  version: number,
): Promise<void> {
  const rows = new CopyBuffer();
  const target = `${table} (field, value, value_key, window_days, version, cardinality, base, added, removed)`;
  for (const { key, size, base, added, removed } of updates) {
    rows.row(9);
    rows.text(key.field);
    rows.text(key.value);
    rows.text(isSpelled(key) ? textKey(key.value) : undefined);
    rows.int2(key.window);
    rows.int4(version);
    rows.int4(size);
    rows.bytea(base ? serialize(base) : null);
    rows.bytea(added ? serialize(added) : null);
    rows.bytea(removed ? serialize(removed) : null);
    if (rows.bytes > SEND_BYTES) await rows.send(client, target);
  }
  await rows.send(client, target);
}

function toCondition({ field, values }: Candidates): string {
  const ofField = `field = ${pg.escapeLiteral(field)}`;
  if (values === undefined) return ofField;
  return `(${ofField} AND value = ANY (ARRAY[${values.map((value) => pg.escapeLiteral(value)).join(', ')}]::text[]))`;
}
