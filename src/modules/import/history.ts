import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { textIn } from '../../lib/json.ts';
import { MAX_ROW_ID } from '../../lib/page.ts';
import { shareReading } from '../../lib/shared-loader.ts';
import { UNIVERSE } from '../facets/facet.ts';
import { IMPORT_LOCK } from '../facets/index-state.ts';
import { describeRefused, ImportRefusal } from './guards.ts';
import type { FileReport } from './importer.ts';
import type { ImportProgress, Progress } from './progress.ts';
import { type ImportProblem, UPLOAD_STATES, type UploadState } from './upload/queries.ts';

/** Paths and options of a run, as given. */
interface ImportRequest {
  paths: readonly string[];
  /** By their names in snake_case, such as `max_rejects`. Undefined ones are not stored. */
  options: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
}

/** Result of a run: `refused` by a guard, or `failed` for another reason. */
interface RunOutcome {
  state: 'finished' | 'refused' | 'failed';
  /** Reports of the files that were judged or stored. */
  report: { files: readonly FileReport[] };
  /** Reason of a refusal or failure. */
  error?: string | undefined;
}

/** A run of the history. Paths in it are for operators only. */
export type ImportRun = ReturnType<typeof toRun>;

/** Runs that the history keeps. */
const KEPT_RUNS = 1000;

/** Milliseconds between two writes of the progress. */
const SAVE_INTERVAL = 2000;

/**
 * Records the start of a run and removes the oldest ones from the history.
 *
 * @param runId id of an upload. Its run begins again when the process has died.
 * @returns the id of the run.
 */
export async function beginRun(db: Queryable, request: ImportRequest, runId?: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `WITH pruned AS (
       DELETE FROM catalogue_import
       WHERE id <= (SELECT id FROM catalogue_import ORDER BY id DESC OFFSET $2 LIMIT 1))
     INSERT INTO catalogue_import (id, request) VALUES (coalesce($3::int, nextval('catalogue_import_id_seq')), $1)
     ON CONFLICT (id) DO UPDATE SET state = 'running', request = excluded.request, started_at = excluded.started_at,
       progress = NULL, report = NULL, error = NULL, finished_at = NULL RETURNING id`,
    [JSON.stringify(request), KEPT_RUNS - 1, runId ?? null],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('catalogue_import returned no id');
  return row.id;
}

/**
 * Records the progress of a run, and that its process is alive. Never waits for a lock: if a transaction is just recording
 * the outcome, the progress is not needed any more.
 */
export async function saveProgress(db: Queryable, id: number, progress: ImportProgress | undefined) {
  await db.query(
    `UPDATE catalogue_import SET progress = $2::jsonb || jsonb_build_object('at', clock_timestamp())
     WHERE id = (SELECT id FROM catalogue_import WHERE id = $1 AND state = 'running' FOR UPDATE SKIP LOCKED)`,
    [id, JSON.stringify(progress ?? {})],
  );
}

/**
 * Saves the progress of a run every two seconds until the returned function is called. A failure to save it does not fail
 * the import.
 */
export function followRun(db: Queryable, id: number, progress: Progress, interval = SAVE_INTERVAL) {
  let saving: Promise<void> | undefined;
  const save = () => {
    saving ??= saveProgress(db, id, progress.read())
      .catch(() => undefined)
      .finally(() => {
        saving = undefined;
      });
  };
  const timer = setInterval(save, interval).unref();
  return async () => {
    clearInterval(timer);
    await saving;
  };
}

/** Records the outcome of a run. Inside the transaction of an import, the two commit together. */
export async function finishRun(db: Queryable, id: number, { state, report, error }: RunOutcome) {
  await db.query(
    `UPDATE catalogue_import
     SET state = $2::import_state, report = $3, error = $4, finished_at = clock_timestamp() WHERE id = $1`,
    [id, state, JSON.stringify(report), error ?? null],
  );
}

interface RecordedRun {
  request: ImportRequest;
  /** Filled by the import. When it fails, the reports of the files before are recorded as well. */
  report: RunOutcome['report'];
  progress: Progress;
  onNote: (note: string) => void;
  runId?: number | undefined;
}

/**
 * Runs an import and records it in the history, whatever its outcome. An outcome that cannot be recorded is a note, not a
 * failure: the rows are stored, and a scheduler must not repeat the import.
 */
export async function recordRun<T>(db: Queryable, run: RecordedRun, work: () => Promise<T>): Promise<T> {
  const { request, report, progress, onNote, runId } = run;
  const id = await beginRun(db, request, runId);
  const stopFollowing = followRun(db, id, progress);
  const finish = async (outcome: RunOutcome) => {
    await stopFollowing();
    await finishRun(db, id, outcome).catch((error: unknown) =>
      onNote(`the history of imports does not show the outcome of run ${id}: ${reasonOf(error)}`),
    );
  };
  try {
    const result = await work();
    const refused = describeRefused(report.files);
    const isAnyStored = refused === undefined || report.files.some((file) => !file.refused);
    await finish({ state: isAnyStored ? 'finished' : 'refused', report, error: refused });
    return result;
  } catch (error) {
    if (error instanceof ImportRefusal)
      await finish({ state: 'refused', report: { files: error.files }, error: error.reason });
    else await finish({ state: 'failed', report, error: reasonOf(error) });
    throw error;
  }
}

/** Characters of a reason that are stored. */
const MAX_REASON = 2000;

function reasonOf(error: unknown): string {
  if (textIn(error, 'name') === 'AbortError') return 'interrupted by a signal';
  // PostgreSQL stores no NUL.
  return (textIn(error, 'message') ?? String(error)).replaceAll('\0', '').slice(0, MAX_REASON);
}

interface RunRow {
  id: number;
  /** `interrupted`: the process ended without recording an outcome. */
  state:
    | 'running'
    | 'interrupted'
    | RunOutcome['state']
    | 'receiving'
    | 'queued'
    | 'trying'
    | 'tried'
    | 'expired';
  started_at: Date;
  finished_at: Date | null;
  seconds: number;
  request: ImportRequest;
  progress: ImportProgress | null;
  report: RunOutcome['report'] | null;
  error: string | null;
  isDryRun: boolean;
  problems: readonly ImportProblem[] | null;
  /** Null for a run of the command. */
  hasRejects: boolean | null;
}

/** Runs of the history, and uploads that no run has stored. The first problems of their rows stand with the uploads. */
const ALL_RUNS = `(
    SELECT i.id, i.started_at, i.finished_at, i.request, i.report, i.error, i.state::text AS state, i.progress, false AS is_dry_run
    FROM catalogue_import i
    UNION ALL
    SELECT u.id, u.created_at, CASE WHEN u.status IN ('receiving', 'queued', 'working') THEN NULL ELSE u.updated_at END, u.request, u.report,
      u.error, CASE WHEN u.status <> 'working' THEN u.status WHEN u.is_dry_run THEN 'trying' ELSE 'queued' END, u.progress, u.is_dry_run
    FROM import_upload u WHERE NOT EXISTS (SELECT FROM catalogue_import i WHERE i.id = u.id)
  ) runs`;

/**
 * Builds a statement that reads runs. A run without an outcome counts as interrupted when it gave no sign of life for a
 * minute, or for five seconds while no process holds or awaits the lock of imports. The lock is free for a moment between
 * two files, hence the five seconds; another import may hold it, hence the minute.
 *
 * @param which condition and order of the runs. `$1` is the number of the lock.
 */
const selectRuns = (which: string) => `
  SELECT id, started_at, finished_at, request, report, error, is_dry_run AS "isDryRun", upload.*,
    CASE WHEN is_lost THEN 'interrupted' ELSE state END AS state,
    CASE WHEN state IN ('running', 'trying') THEN progress - 'at' END AS progress,
    extract(epoch FROM coalesce(finished_at, CASE WHEN is_lost THEN seen_at ELSE clock_timestamp() END)
      - started_at)::float8 AS seconds
  FROM ${ALL_RUNS}
  LEFT JOIN LATERAL (SELECT problems, EXISTS (
      SELECT FROM import_upload_part p WHERE p.upload_id = u.id AND p.kind = 'rejects') AS "hasRejects"
    FROM import_upload u WHERE u.id = runs.id) AS upload ON true
  CROSS JOIN LATERAL (SELECT greatest(started_at, (progress ->> 'at')::timestamptz) AS seen_at) AS seen
  CROSS JOIN LATERAL (SELECT state = 'running' AND (
      seen_at < clock_timestamp() - interval '1 minute'
      OR seen_at < clock_timestamp() - interval '5 seconds' AND NOT EXISTS (
        SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 1 AND (classid::bigint << 32 | objid::bigint) = $1
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))) AS is_lost) AS life
  WHERE ${which}`;

const PAGE_OF_RUNS = { name: 'import_runs', text: selectRuns('id < $2 ORDER BY id DESC LIMIT $3 OFFSET $4') };

const RUNS_BY_ID = { name: 'import_runs_by_ids', text: selectRuns('id = ANY ($2::int[])') };

/** Reads a page of runs, newest first. It begins after the run `after` in this order. */
export async function readRuns(
  db: Queryable,
  { limit, after = MAX_ROW_ID, offset = 0 }: { limit: number; after?: number | undefined; offset?: number },
): Promise<ImportRun[]> {
  const values = [IMPORT_LOCK, after, limit, offset];
  const { rows } = await db.query<RunRow>({ ...PAGE_OF_RUNS, values });
  return rows.map(toRun);
}

/** Reads runs by id, in any order. */
export async function findRuns(db: Queryable, ids: readonly number[]): Promise<ImportRun[]> {
  const { rows } = await db.query<RunRow>({ ...RUNS_BY_ID, values: [IMPORT_LOCK, ids] });
  return rows.map(toRun);
}

export async function countRuns(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ total: number }>({
    name: 'import_runs_count',
    text: `SELECT count(*)::int AS total FROM ${ALL_RUNS}`,
  });
  return rows[0]?.total ?? 0;
}

function toRun(row: RunRow) {
  return {
    import_id: row.id,
    state: row.state,
    started_at: row.started_at.toISOString(),
    /** Null while it runs, and for an interrupted run. */
    finished_at: row.finished_at?.toISOString() ?? null,
    /** Duration; of an interrupted run, until its last sign of life. */
    seconds: Math.round(row.seconds * 1000) / 1000,
    paths: row.request.paths,
    options: row.request.options,
    files: (row.report?.files ?? []).map((file) => withoutPath(file, row.hasRejects !== null)),
    /** How far a run came that is running or interrupted; null if it is over. */
    progress: row.progress && 'file' in row.progress ? row.progress : null,
    error: row.error,
    dry_run: row.isDryRun,
    /** The first problems of the rows of an upload. */
    problems: row.problems ?? [],
    has_rejects: row.hasRejects ?? false,
  };
}

/** The list of an upload is stored in the database, and its file is deleted. */
function withoutPath(file: FileReport, isUpload: boolean): FileReport {
  const { rejects_file: _, ...rest } = file;
  return isUpload ? rest : file;
}

/** Values of the catalogue for metrics. */
interface CatalogueGauges {
  companies: number;
  /** Newest observation; null without observations. */
  asOf: Date | null;
  /** When the last successful import ended; null before the first. */
  importedAt: Date | null;
  /** State of the running import; null if none runs, or it is between two files. */
  running: ImportProgress | null;
  /** Files that operators have sent, by state. */
  uploads: Readonly<Record<UploadState, number>>;
}

/** An import that waits for another one has no phase. A killed import has written nothing for ten seconds. */
const GAUGES = {
  name: 'catalogue_gauges',
  text: `
    SELECT as_of AS "asOf",
      coalesce((SELECT cardinality FROM facet_posting
        WHERE field = '${UNIVERSE.field}' AND value = '' AND window_days = 0), 0) AS companies,
      (SELECT finished_at FROM catalogue_import WHERE state = 'finished' ORDER BY id DESC LIMIT 1) AS "importedAt",
      (SELECT progress FROM catalogue_import
       WHERE state = 'running' AND progress ? 'phase'
         AND (progress ->> 'at')::timestamptz > clock_timestamp() - interval '10 seconds'
       ORDER BY id DESC LIMIT 1) AS running,
      (SELECT json_object_agg(state, (SELECT count(*) FROM import_upload u WHERE u.status = state))
       FROM unnest('{${UPLOAD_STATES.join()}}'::text[]) state) AS uploads
    FROM facet_index`,
};

/** Returns what reads the values for a scrape, with one statement. */
export function createCatalogueGauges(db: Queryable, clock: Clock) {
  return shareReading(clock, async () => (await db.query<CatalogueGauges>(GAUGES)).rows[0]);
}
