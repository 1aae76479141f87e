import type { Queryable } from '../../database/client.ts';
import { Fault, StartupError } from '../../lib/fault.ts';

/** Advisory lock of imports. They run one after another, because each assigns domains and slugs by the current ones. */
export const IMPORT_LOCK = 7_203_412_901;

/** Version of the meaning of postings. An index of another format is rebuilt at the start. */
export const FORMAT = 3;

/** Version of the meaning of terms of names. An index of names of another format is built anew, beside the old one. */
const NAMES_FORMAT = 1;

export interface IndexState {
  version: number;
  format: number;
  asOf: Date | null;
  detectionsAsOf: Date | null;
  partnershipsAsOf: Date | null;
  /** The version that the bands of evidence belong to. The release before them raises `version` alone when it imports. */
  bandsVersion: number | null;
  /** The version and the format that the index of names belongs to. A release without it raises `version` alone. */
  namesVersion: number | null;
  namesFormat: number | null;
  /** Whether `asOf` is ahead of the clock: an earlier release took it from a row with a wrong date, or the clock was wrong. */
  isAhead: boolean;
}

/**
 * Maximum time by which a row may be ahead of the clock. It leaves room for days and time zones. A row that is further
 * ahead has a wrong date, which must not become the as-of time of all others.
 */
export const MAX_AHEAD_MS = 86_400_000;

/** Difference that is no sign of a wrong date: the clock may be set back a little. */
const TOLERANCE = `interval '1 minute'`;

const COLUMNS = `version, format, as_of AS "asOf", detections_as_of AS "detectionsAsOf",
  partnerships_as_of AS "partnershipsAsOf", bands_version AS "bandsVersion",
  names_version AS "namesVersion", names_format AS "namesFormat",
  coalesce(as_of > clock_timestamp() + ${TOLERANCE}, false) AS "isAhead"`;

/** Reads the state and locks it against other refreshes until the transaction ends. Readers are not blocked. */
export async function lockState(client: Queryable): Promise<IndexState> {
  return only(await client.query<IndexState>(`SELECT ${COLUMNS} FROM facet_index FOR UPDATE`));
}

export async function readState(db: Queryable): Promise<IndexState> {
  return only(await db.query<IndexState>(`SELECT ${COLUMNS} FROM facet_index`));
}

export async function saveState(client: Queryable, state: IndexState): Promise<void> {
  await client.query(
    `UPDATE facet_index SET version = $1, format = $2, as_of = $3, detections_as_of = $4,
       partnerships_as_of = $5, bands_version = $1, names_version = $1, names_format = $6, refreshed_at = now()`,
    [state.version, state.format, state.asOf, state.detectionsAsOf, state.partnershipsAsOf, NAMES_FORMAT],
  );
}

/** Records that the index of names belongs to the current version. */
export async function saveNames(client: Queryable): Promise<void> {
  await client.query('UPDATE facet_index SET names_version = version, names_format = $1', [NAMES_FORMAT]);
}

/** Tells whether the index must be rebuilt before it can be used or updated. */
export function needsRebuild(state: IndexState): boolean {
  return state.isAhead || !isBuilt(state);
}

/** Returns whether the index of names shows the same catalogue as the postings, in the current format. */
export function areNamesCurrent({ version, namesVersion, namesFormat }: IndexState): boolean {
  return namesVersion === version && namesFormat === NAMES_FORMAT;
}

/** Reads PostgreSQL's clock, by which everything that the database keeps is dated. */
export async function readClock(db: Queryable): Promise<Date> {
  return only(await db.query<{ now: Date }>('SELECT clock_timestamp() AS now')).now;
}

/** Tells whether the index was built, in the current format. */
export function isBuilt({ version, format, bandsVersion }: IndexState): boolean {
  return version > 0 && format === FORMAT && bandsVersion === version;
}

const REMEDY = 'upgrade this one, or rebuild the index with it: index rebuild';

/** @throws StartupError if a newer release has rebuilt the index in a format that this release cannot read. */
export function refuseNewer({ format }: Pick<IndexState, 'format'>): void {
  if (format <= FORMAT) return;
  throw new StartupError(`a newer release of company-data has rebuilt the facet index; ${REMEDY}`);
}

/** A proxy may lead the retry to a process that was upgraded. */
const RETRY_AFTER_SECONDS = 5;

/** @throws Fault unavailable if a newer release has rebuilt the index while this process serves. */
export function assertReadable(format: number): void {
  if (format <= FORMAT) return;
  const message =
    'A newer release has rebuilt the facet index. This server must be upgraded to evaluate filters again.';
  throw new Fault('unavailable', message, { details: { retry_after: RETRY_AFTER_SECONDS } });
}

/** @throws Fault unavailable if the release before bands of evidence has imported meanwhile, which did not update them. */
export function assertBands(areCurrent: boolean): void {
  if (areCurrent) return;
  const message =
    'An earlier release has imported data. Conditions with `when` are answered again after the next import or start of this release.';
  throw new Fault('unavailable', message, { details: { retry_after: RETRY_AFTER_SECONDS } });
}

/** Returns the later of two times; null means unknown. */
export function latest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

/** Returns the earlier of two times; null means unknown. */
export function atMost(time: Date | null, limit: Date): Date | null {
  return time !== null && time > limit ? limit : time;
}

/** Returns the row of `facet_index`. */
export function only<T>({ rows: [row] }: { rows: T[] }): T {
  if (row === undefined) throw new Error('the table facet_index is empty; it must have one row');
  return row;
}
