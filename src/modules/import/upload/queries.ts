import type { Queryable } from '../../../database/client.ts';
import type { JsonObject } from '../../../lib/json.ts';
import type { ImportFormat } from '../formats/format.ts';
import type { ImportKind } from '../kinds.ts';
import type { ImportProgress } from '../progress.ts';

/** States of an upload. The history shows `working` as `trying`, or as the state of the run that stores it. */
export const UPLOAD_STATES = [
  'receiving',
  'queued',
  'working',
  'tried',
  'expired',
  'finished',
  'refused',
  'failed',
] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** What the request of an upload says of its file, as the options of the command. */
export interface UploadOptions {
  kind: ImportKind;
  format?: ImportFormat | undefined;
  map: readonly string[];
  set: readonly string[];
  snapshot?: ImportKind | undefined;
  max_deletes?: string | undefined;
}

/** A line of a rejects file. */
export interface ImportProblem {
  line: number;
  level: string;
  reason: string;
  field?: string;
  row: string;
}

/** A run that receives an upload, or works on it. */
export interface UploadRun {
  id: number;
  lease: string;
}

export interface Work extends UploadRun {
  isDryRun: boolean;
  attempts: number;
  options: UploadOptions;
}

type PartKind = 'file' | 'rejects';

/** Time after which the process of a run counts as gone, unless it renews the lease. */
export const LEASE_MS = 60_000;

/** Bytes of a part. */
export const PART_BYTES = 4 * 1024 * 1024;

/** Creates an upload that receives its file. */
export async function insertUpload(
  db: Queryable,
  upload: { organizationId: number; userId: number; isDryRun: boolean; request: object },
  now: Date,
  leasedUntil: Date,
): Promise<UploadRun> {
  const { organizationId, userId, isDryRun, request } = upload;
  const { rows } = await db.query<UploadRun>({
    name: 'import_upload_insert',
    text: `INSERT INTO import_upload (id, organization_id, user_id, status, is_dry_run, request, created_at, updated_at, lease, leased_until)
      VALUES (nextval('catalogue_import_id_seq'), $1, $2, 'receiving', $3, $4, $5, $5, gen_random_uuid(), $6) RETURNING id, lease`,
    values: [organizationId, userId, isDryRun, JSON.stringify(request), now, leasedUntil],
  });
  const [row] = rows;
  if (!row) throw new Error('an import upload was not created');
  return row;
}

/** Stores a part. @returns whether the run still has the upload */
export async function insertPart(
  db: Queryable,
  { id, lease }: UploadRun,
  { kind, number, data }: { kind: PartKind; number: number; data: Buffer },
  now: Date,
  leasedUntil: Date,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'import_upload_part_insert',
    text: `WITH upload AS (
        UPDATE import_upload SET bytes = bytes + $6, updated_at = $7, leased_until = $8 WHERE id = $1 AND lease = $2 RETURNING id)
      INSERT INTO import_upload_part (upload_id, kind, number, data) SELECT id, $3, $4, $5 FROM upload`,
    values: [id, lease, kind, number, data, data.length, now, leasedUntil],
  });
  return rowCount === 1;
}

/** The lock under which uploads see how much room others have left. */
const ROOM_LOCK = 7_461_903_561;

/** Returns the bytes of all uploads. Parallel transactions that ask wait for each other. */
export async function lockBytes(client: Queryable): Promise<number> {
  await client.query({
    name: 'import_upload_room_lock',
    text: 'SELECT pg_advisory_xact_lock($1)',
    values: [ROOM_LOCK],
  });
  const { rows } = await client.query<{ bytes: number }>({
    name: 'import_upload_bytes',
    text: 'SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM import_upload',
  });
  return rows[0]?.bytes ?? 0;
}

/** What an upload becomes at the end of a run. */
export interface UploadEnd {
  status: UploadState;
  error?: string | undefined;
  report?: JsonObject | undefined;
  problems?: readonly ImportProblem[] | undefined;
}

/** States whose file may still be needed. */
const KEEPS_FILE: readonly UploadState[] = ['queued', 'tried'];

/** Ends a run, and deletes the file unless it may still be needed. @returns whether the run still had the upload */
export async function endRun(
  db: Queryable,
  { id, lease }: UploadRun,
  { status, error, report, problems }: UploadEnd,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'import_upload_end',
    text: `WITH gone AS (
        DELETE FROM import_upload_part WHERE upload_id = $1 AND kind = 'file' AND NOT $7
          AND EXISTS (SELECT FROM import_upload WHERE id = $1 AND lease = $2) RETURNING octet_length(data) AS bytes)
      UPDATE import_upload SET status = $3, error = $4, report = coalesce($5::jsonb, report), problems = coalesce($6::jsonb, problems),
        bytes = bytes - (SELECT coalesce(sum(bytes), 0) FROM gone), updated_at = $8, progress = NULL, lease = NULL, leased_until = NULL
      WHERE id = $1 AND lease = $2`,
    values: [
      ...[id, lease, status, error ?? null, report ? JSON.stringify(report) : null],
      ...[problems ? JSON.stringify(problems) : null, KEEPS_FILE.includes(status), now],
    ],
  });
  return rowCount === 1;
}

const CLAIM = {
  name: 'import_upload_claim',
  text: `WITH due AS (
      SELECT id FROM import_upload WHERE status IN ('queued', 'working') AND (leased_until IS NULL OR leased_until <= $1)
      ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
    UPDATE import_upload u SET status = 'working', attempts = attempts + 1, lease = gen_random_uuid(), leased_until = $3, updated_at = $1
    FROM due WHERE u.id = due.id
    RETURNING u.id, u.lease, u.is_dry_run AS "isDryRun", u.attempts, u.request -> 'options' AS options`,
};

/** Takes uploads that wait for their import, or whose process is gone. */
export async function claimUploads(
  db: Queryable,
  limit: number,
  now: Date,
  leasedUntil: Date,
): Promise<Work[]> {
  return (await db.query<Work>({ ...CLAIM, values: [now, limit, leasedUntil] })).rows;
}

/** Extends the lease of a run. @returns whether it still has the upload */
export async function renewUpload(
  db: Queryable,
  { id, lease }: UploadRun,
  leasedUntil: Date,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'import_upload_renew',
    text: 'UPDATE import_upload SET leased_until = $3 WHERE id = $1 AND lease = $2',
    values: [id, lease, leasedUntil],
  });
  return rowCount === 1;
}

/** Reads the parts of a file one by one. */
export async function* readParts(db: Queryable, uploadId: number, kind: PartKind): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const { rows } = await db.query<{ data: Buffer }>({
      name: 'import_upload_part',
      text: 'SELECT data FROM import_upload_part WHERE upload_id = $1 AND kind = $2 AND number = $3',
      values: [uploadId, kind, number],
    });
    if (!rows[0]) return;
    yield rows[0].data;
  }
}

/** Deletes the list of rejected rows that an earlier run has stored. */
export async function deleteRejects(db: Queryable, { id, lease }: UploadRun): Promise<void> {
  await db.query({
    name: 'import_upload_rejects_delete',
    text: `WITH gone AS (DELETE FROM import_upload_part WHERE upload_id = $1 AND kind = 'rejects' RETURNING octet_length(data) AS bytes)
      UPDATE import_upload SET bytes = bytes - (SELECT coalesce(sum(bytes), 0) FROM gone) WHERE id = $1 AND lease = $2`,
    values: [id, lease],
  });
}

/** Shows how far the process is that holds the lease. */
export async function saveUploadProgress(
  db: Queryable,
  { id, lease }: UploadRun,
  progress: ImportProgress | undefined,
): Promise<void> {
  await db.query({
    text: 'UPDATE import_upload SET progress = $3 WHERE id = $1 AND lease = $2',
    values: [id, lease, JSON.stringify(progress ?? null)],
  });
}
