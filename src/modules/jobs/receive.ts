import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Pool, transaction } from '../../database/client.ts';
import { unexpectedFault } from '../../database/errors.ts';
import type { Pools } from '../../database/pools.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault, invalidValue } from '../../lib/fault.ts';
import { organizationOf, type Principal, requireUser, type UserPrincipal } from '../../lib/principal.ts';
import { OperationScope, runWith } from '../../lib/request-context.ts';
import { requireLive } from '../access/locked-caller.ts';
import { Bitmap } from '../facets/bitmap.ts';
import { readScope } from '../fields/declarations.ts';
import { effect, recalled } from '../idempotency/effects.ts';
import { keyReused, type StreamedBody } from '../idempotency/service.ts';
import { requireList } from '../lists/access.ts';
import { searchCompanies } from '../lists/members/order.ts';
import type { Members } from '../lists/members/service.ts';
import { TIERS, type Tier } from '../lists/members/snapshot.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { Sweeps } from '../sweeps/sweeps.ts';
import { type JobError, type JobKind, type JobStatus, KINDS } from './job.ts';
import { requireOwnField } from './job-changes.ts';
import { type UploadFormat, UploadReader } from './read-upload.ts';
import { readCompanies } from './run-chunk.ts';
import {
  assertJobFits,
  endUpload,
  failAbandoned,
  failUpload,
  type InputChunk,
  insertChunk,
  insertJob,
  RENEWAL_MS,
  readJobBytes,
  readStatus,
  renewUploads,
  type Upload,
} from './upload-chunks.ts';

/** What a caller says of a file. */
export interface UploadOptions {
  kind: JobKind;
  /** Of the file; null for none. */
  name: string | null;
  format: UploadFormat;
  /** Of CSV: `guessed`, or a name of WHATWG. */
  encoding: string;
  isShared: boolean;
  minConfidence: number;
  /** Null: the job waits for an approval. */
  maxCredits: number | null;
  /** List of `add_to_list`; null for other kinds. */
  listId: number | null;
}

/** A file that arrives. */
interface UploadedFile extends StreamedBody {
  /** Decompressed. */
  chunks: AsyncIterable<Buffer>;
}

interface UploadTools {
  pool: Pool;
  /** Runs the renewals of leases: a pool that operations do not use. */
  leases: Pool;
  clock: Clock;
  quotas: Quotas;
  sweeps: Pick<Sweeps, 'add'>;
  /** Rows that a file may have. */
  maxRows: number;
  source: SourceTools;
  onError: (error: unknown) => void;
}

/** Thrown when somebody ended the job while its file arrived. */
const ENDED = new Error('the job receives no more rows');

const SWEEP_INTERVAL_MS = 60 * 1000;

/** Body of a request that has none. */
export const NO_BODY: StreamedBody = {
  digest: async () => createHash('sha256').digest('hex'),
};

export type Uploads = ReturnType<typeof createUploads>;

/** Creates what turns files into jobs. */
export function createUploads({
  pool,
  leases,
  clock,
  quotas,
  sweeps,
  maxRows,
  source: sourceTools,
  onError,
}: UploadTools) {
  /** Jobs whose files this process receives. */
  const receiving = new Set<Upload>();

  const readBytes = ({ organizationId }: Pick<Upload, 'organizationId'>) =>
    readJobBytes(pool, organizationId);

  async function begin(caller: Principal, options: UploadOptions): Promise<Upload> {
    const { organizationId, userId, keyId: apiKeyId } = caller;
    const upload = await insertJob(pool, { ...options, organizationId, userId, apiKeyId }, clock.now());
    receiving.add(upload);
    return upload;
  }

  /** Stores rows, unless they exceed the quota. @throws Fault quota_exceeded, or ENDED */
  async function store(upload: Upload, chunk: InputChunk): Promise<void> {
    const { organizationId } = upload;
    const isStored = await transaction(pool, async (client) => {
      const stored = await insertChunk(client, upload, chunk, clock.now());
      await assertJobFits(client, quotas, organizationId, chunk.bytes);
      return stored;
    });
    if (!isStored) throw ENDED;
  }

  /** Ends the job of an upload that broke. @returns what its client is told */
  async function fail(upload: Upload, error: unknown, rows: number): Promise<unknown> {
    if (error === ENDED) return endedFault(upload.jobId, await readStatus(pool, upload.jobId));
    const { code, message } = error instanceof Fault ? error : unexpectedFault(error);
    const failure: JobError = { code, message, at_row: rows };
    await failUpload(pool, upload, failure, clock.now()).catch(onError);
    return error;
  }

  async function receive(caller: Principal, options: UploadOptions, file: UploadedFile) {
    const { kind, listId } = options;
    const { credentials, writesFields } = KINDS[kind];
    if (credentials === 'user') requireUser(caller);
    if (listId !== null) await requireList(pool, requireUser(caller), listId, 'editor');
    await quotas.assertRoom('job_bytes', 1, () => readBytes(caller));
    const reader = await UploadReader.open(file.chunks, options, maxRows);
    const upload = await begin(caller, options);
    try {
      for await (const chunk of reader.read()) await store(upload, chunk);
      const digest = await file.digest();
      const own = writesFields ? await readScope(pool, caller.organizationId) : [];
      const columns = reader.columns(own);
      if (writesFields && options.maxCredits !== null) requireOwnField(columns);
      return await effect(pool, async (client) => {
        await requireLive(client, clock, caller);
        if (!(await endUpload(client, upload, columns, clock.now()))) throw ENDED;
        return { jobId: upload.jobId, digest };
      });
    } catch (error) {
      throw await fail(upload, error, reader.rows);
    } finally {
      receiving.delete(upload);
    }
  }

  /** Receives a file as `receive` below does. */
  async function receiveOnce(caller: Principal, options: UploadOptions, file: UploadedFile): Promise<number> {
    const operation = new OperationScope(organizationOf(caller.organizationId));
    return runWith({ operation }, async () => {
      // A former request with the key may have stored the job, and not its answer.
      const { jobId, digest } = await recalled(() => receive(caller, options, file));
      if (digest !== (await file.digest())) throw keyReused();
      return jobId;
    });
  }

  sweeps.add({ everyMs: SWEEP_INTERVAL_MS, work: (time) => failAbandoned(pool, time), onError });
  const timer = setInterval(() => {
    renewUploads(leases, [...receiving], clock.now()).catch(onError);
  }, RENEWAL_MS);
  timer.unref();

  return {
    /**
     * Makes a job of a file while it arrives. No connection is held while its client is slow. An upload that breaks leaves a
     * job that failed, without rows.
     *
     * @returns the id of the job, whose rows are then matched.
     * @throws Fault user_credential_required, list_not_found, insufficient_access, quota_exceeded, unsupported_media_type, validation_error or body_too_large for the content,
     *   job_status_conflict if somebody ended the job meanwhile, idempotency_key_reused, invalid_api_key, and what `file` throws.
     */
    receive: receiveOnce,

    /**
     * Makes a job of the members of a list, with their names, domains and the same values as columns.
     *
     * @throws Fault as `receive`, and user_credential_required, list_not_found, definition_conflict, members_too_large
     */
    receiveList: (
      caller: Principal,
      options: Omit<UploadOptions, 'format' | 'encoding'>,
      source: SourceList,
    ): Promise<number> => {
      const chunks = readSourceList(sourceTools, requireUser(caller), source);
      return receiveOnce(caller, { ...options, format: 'ndjson', encoding: 'utf-8' }, { chunks, ...NO_BODY });
    },

    /** Reads the bytes that files of an organization take. */
    readBytes: (organizationId: number) => readBytes({ organizationId }),

    /** Stops the renewal of leases. */
    close: () => clearInterval(timer),
  };
}

/** @param status undefined if the job was deleted. */
function endedFault(jobId: number, status: JobStatus | undefined): Fault {
  if (status === undefined)
    return new Fault('job_not_found', `Job ${jobId} was deleted while its file arrived.`);
  const message = `Job ${jobId} was ${status} while its file arrived. Send the file again for another job.`;
  return new Fault('job_status_conflict', message, { details: { status } });
}

/** Members of a list that become the rows of a job. */
export interface SourceList {
  listId: number;
  /** Undefined: all tiers. */
  tier: Tier | undefined;
  /** Text that their names or domains contain. */
  search: string | undefined;
  /** Cells that all rows have beside their name and domain, by the names of their columns. */
  values: Readonly<Record<string, string>>;
}

interface SourceTools {
  pools: Pick<Pools, 'reads' | 'evaluation'>;
  members: Pick<Members, 'current'>;
}

/** Members that are read at a time. */
const ROWS_AT_ONCE = 1_000;

/**
 * Reads the members of a list, as they are now, as NDJSON with the keys `name` and `domain`, and those of the values: tier by
 * tier, in each by company id.
 *
 * @throws Fault list_not_found, definition_conflict, members_too_large; validation_error if there are none
 */
async function* readSourceList(
  { pools, members }: SourceTools,
  caller: UserPrincipal,
  { listId, tier, search, values }: SourceList,
): AsyncGenerator<Buffer> {
  const list = await requireList(pools.reads, caller, listId, 'viewer');
  const snapshot = await members.current(caller, list);
  const found = search === undefined ? undefined : await searchCompanies(pools.evaluation, search);
  let isEmpty = true;
  for (const each of tier === undefined ? TIERS : [tier]) {
    const ids = (found ? Bitmap.and(snapshot[each], found) : snapshot[each]).toUint32Array();
    for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
      const part = [...ids.subarray(start, start + ROWS_AT_ONCE)];
      const companies = await readCompanies(pools.reads, part);
      const rows = part.flatMap((id) => companies.get(id) ?? []);
      if (rows.length === 0) continue;
      isEmpty = false;
      const lines = rows.map(({ name, domain }) => `${JSON.stringify({ name, domain, ...values })}\n`);
      yield Buffer.from(lines.join(''));
      await nextTurn();
    }
  }
  if (isEmpty) throw invalidValue('/source_list_id', 'has no members that tier and search select');
}
