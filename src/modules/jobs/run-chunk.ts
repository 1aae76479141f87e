import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Pool, type PoolClient, type Queryable, transaction } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import type { Clock } from '../../lib/clock.ts';
import type { OnCharge } from '../credits/service.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { storeOutcomes } from './chunks.ts';
import { type ClaimedJob, lockRun, type NextChunk } from './due-jobs.ts';
import {
  type InputRow,
  isSelected,
  type JobKind,
  type JobReport,
  type RowOutcome,
  type RowResult,
  type RowValues,
} from './job.ts';
import type { StopReason, StoredJob } from './queries.ts';
import { assertJobFits } from './upload-chunks.ts';

/** A row that a kind runs: it is not left out. */
export interface RunRow {
  /** Its number; the first row of a job is 1. */
  row: number;
  /** Empty unless the kind writes cells into fields. */
  input: InputRow;
  result: RowResult;
  /** The company of a matched row as it is now, which may be another one after a merge; null if it has left the catalogue. */
  company: FoundCompany | null;
}

/** What running rows gave. */
export interface RunOutcome {
  /**
   * Values of the columns of the kind, one entry for each row that is done, in their order. If there are fewer entries than rows, the
   * next run begins at the first row without one.
   */
  values: readonly RowValues[];
  /** Credits that the rows cost; absent for 0. The job has charged so much more. */
  credits?: number;
  /** Numbers to add to the report of the job. */
  report?: JobReport;
  /** Why the row after the last one that is done cannot be run: the job then waits for an approval. */
  stop?: StopReason | undefined;
}

/** Runs rows in the transaction that locks their job and stores what they gave. A Fault undoes it and ends the job as failed. */
type RunRows = (client: PoolClient, job: StoredJob, now: Date) => Promise<RunOutcome>;

type LockedWork = <Result>(
  work: (client: PoolClient, job: StoredJob, now: Date) => Promise<Result>,
  before: (client: PoolClient) => Promise<void>,
) => Promise<Result | undefined>;

/** How a job without rows ended. */
interface RunEnd {
  /** Why the job waits for an approval; absent if it is done. */
  stop?: StopReason;
  /** What it would cost now. */
  creditsRequired?: number;
}

/** What a kind does with rows that are matched. */
export interface KindRun {
  /**
   * Reads what rows need that no lock protects.
   *
   * @param rows rows of one chunk, at least one.
   * @returns what runs them. It may be called again after a conflict with another transaction.
   */
  prepare: (db: Queryable, job: StoredJob, rows: readonly RunRow[]) => Promise<RunRows>;
  /** Runs after the transaction of a chunk has committed. What it fails to do is done by others later. */
  settle?: (job: StoredJob, rows: readonly RunRow[]) => Promise<void>;
  /** Locks what `finish` changes, before the job is locked. */
  lock?: (client: PoolClient, job: StoredJob) => Promise<void>;
  /**
   * Does what a job does once, after its last row, in the transaction that ends it. A Fault undoes it and ends the job as failed.
   *
   * @returns the report of the job; undefined if that of its rows stays.
   */
  finish?: (client: PoolClient, job: StoredJob, now: Date) => Promise<JobReport>;
  /**
   * Does all that a job without rows does, instead of the others.
   *
   * @param locked runs work in a transaction that has locked the job, which it ends; `before` locks what comes first. It returns
   *   undefined if the run no longer has the job.
   */
  run?: (job: StoredJob, locked: LockedWork) => Promise<RunEnd>;
  /** Computes the credits that the rows after those that are done would cost now. Absent: none. */
  price?: (db: Queryable, job: StoredJob, done: number, now: Date) => Promise<number>;
}

export type KindRuns = Readonly<Record<JobKind, KindRun>>;

/** A company as results name it. */
interface FoundCompany {
  companyId: number;
  name: string;
  domain: string;
  /** Number of distinct partners. */
  partnershipCount: number;
}

/**
 * Reads companies as they are now, by the ids to which rows were matched. A merged company is the one that it was merged into. Those
 * that have left the catalogue are left out.
 */
export async function readCompanies(
  db: Queryable,
  companyIds: readonly number[],
): Promise<ReadonlyMap<number, FoundCompany>> {
  if (companyIds.length === 0) return new Map();
  const { rows } = await db.query<FoundCompany & { matchedId: number }>({
    name: 'job_companies',
    runsOn: ON_REPLICA,
    text: `SELECT sent.id AS "matchedId", c.id AS "companyId", c.name, c.primary_domain AS domain,
        c.partnership_count AS "partnershipCount"
      FROM unnest($1::int[]) AS sent (id) LEFT JOIN retired_company r ON r.id = sent.id AND r.merged_into IS NOT NULL
      JOIN company c ON c.id = coalesce(r.merged_into, sent.id)`,
    values: [[...new Set(companyIds)]],
  });
  return new Map(rows.map(({ matchedId, ...company }) => [matchedId, company]));
}

interface RunTools {
  pools: { reads: Pool; writes: Pool };
  clock: Clock;
  kinds: KindRuns;
  quotas: Quotas;
  onCharge: OnCharge;
  /** Returns the end of a lease that begins now. */
  leaseFrom: (now: Date) => Date;
}

/** Rows that were run. */
interface RunPart {
  rowCount: number;
  credits: number;
  /** Why the next row cannot be run. */
  stop: StopReason | undefined;
}

/**
 * Runs the rows of a chunk after those that are done, and stores what they gave. What the kind reads comes first; what it writes, the
 * outcomes and the progress of the job commit together.
 *
 * @returns undefined if the job has changed, another run has it, or its creator has lost their rights.
 */
export async function runChunk(
  { pools, clock, kinds, quotas, onCharge, leaseFrom }: RunTools,
  claimed: ClaimedJob,
  chunk: NextChunk,
  done: number,
): Promise<RunPart | undefined> {
  const { rows, results } = await readRest(pools.reads, claimed, chunk, done);
  const run = rows.length > 0 ? await kinds[claimed.kind].prepare(pools.reads, claimed, rows) : undefined;
  const part = await transaction(pools.writes, async (client) => {
    const now = clock.now();
    const job = await lockRun(client, claimed, now);
    if (job?.done !== done) return undefined;
    const { values, credits = 0, report, stop } = (await run?.(client, job, now)) ?? { values: [] };
    // Rows that are left out count as done with the row before them.
    const rowCount =
      values.length < rows.length ? (rows[values.length]?.row ?? 0) - done - 1 : results.length;
    const outcomes = outcomesOf(results.slice(0, rowCount), done, rows, values);
    if (rowCount > 0) {
      const stored = { rowCount, outcomes: JSON.stringify(outcomes), credits, report };
      const bytes = await storeOutcomes(client, job, stored, { now, leasedUntil: leaseFrom(now) });
      await assertJobFits(client, quotas, job.organizationId, bytes);
    }
    return { rowCount, credits, stop };
  });
  if (part?.credits) onCharge('enrichment', part.credits);
  if (part) await kinds[claimed.kind].settle?.(claimed, rows).catch(() => undefined);
  return part;
}

/** Reads the rows of a chunk after those that are done: what they were matched to, and those that are not left out. */
async function readRest(
  db: Pool,
  { leaveOut }: ClaimedJob,
  { input, output, firstRow }: NextChunk,
  done: number,
): Promise<{ rows: RunRow[]; results: RowResult[] }> {
  const start = done + 1 - firstRow;
  const inputs: InputRow[] = JSON.parse(input ?? '[]');
  await nextTurn();
  const results = (JSON.parse(output ?? '[]') as RowResult[]).slice(start);
  const run = results
    .map((result, index) => ({ result, row: done + 1 + index, input: inputs[start + index] ?? [] }))
    .filter(({ result }) => !isSelected(result, leaveOut));
  const companies = await readCompanies(
    db,
    run.flatMap(({ result }) => result.companyId ?? []),
  );
  await nextTurn();
  const rows = run.map((each) => ({ ...each, company: companies.get(each.result.companyId ?? 0) ?? null }));
  return { rows, results };
}

function outcomesOf(
  results: readonly RowResult[],
  done: number,
  rows: readonly RunRow[],
  values: readonly RowOutcome['values'][],
): RowOutcome[] {
  const run = new Map(rows.map(({ row, company }, index) => [row, { company, values: values[index] }]));
  return results.map((_, index) => {
    const found = run.get(done + 1 + index);
    if (!found) return { status: 'left_out', values: {} };
    const { companyId, name, domain } = found.company ?? {};
    return { status: 'run', values: { ...found.values, company_id: companyId, name, domain } };
  });
}
