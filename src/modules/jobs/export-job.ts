import type { Pool, PoolClient } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import type { UserPrincipal } from '../../lib/principal.ts';
import { requireLive } from '../access/locked-caller.ts';
import { effect } from '../idempotency/effects.ts';
import { listNotFound, requireList } from '../lists/access.ts';
import type { FileFormat } from '../lists/export/member-stream.ts';
import { countOf, type ExportedMembers } from '../lists/export/payments.ts';
import type { Exports, ListExport, Selection } from '../lists/export/service.ts';
import { JOBS_CHANNEL, type StoredExport } from './job.ts';
import { JOB, moveJob, type StopReason, type StoredJob } from './queries.ts';
import type { KindRun } from './run-chunk.ts';

/** What a caller asks an export for. */
export interface ExportRequest extends Selection {
  listId: number;
  format: FileFormat;
  /** Keys of columns; null for those of every export. */
  fields: readonly string[] | null;
  /** Most credits that it may charge; null: no limit. */
  maxCredits: number | null;
  isShared: boolean;
}

interface CreateTools {
  pool: Pool;
  clock: Clock;
  exports: Exports;
}

/**
 * Creates a job that exports a list. It runs without an approval.
 *
 * @throws Fault list_not_found, definition_conflict, members_too_large, validation_error, invalid_api_key
 */
export async function createExport(
  { pool, clock, exports }: CreateTools,
  caller: UserPrincipal,
  request: ExportRequest,
): Promise<StoredJob> {
  const { listId, tier, since, format, fields, maxCredits, isShared } = request;
  await exports.requireSelection(caller, listId, since);
  await exports.files.fileColumns(caller, fields, true);
  const asked: StoredExport = { tier: tier ?? null, since: since ?? null, format, fields };
  const { organizationId, userId, keyId } = caller;
  return effect(pool, async (client) => {
    await requireLive(client, clock, caller);
    const { rows } = await client.query<StoredJob>({
      name: 'job_insert_export',
      text: `WITH made AS (
          INSERT INTO job (organization_id, user_id, api_key_id, kind, status, is_shared, min_confidence, max_credits, list_id,
            export, created_at, updated_at)
          SELECT $1, $2, $3, 'export', 'running', $4, 0, $5, l.id, $7, $8, $8 FROM list l WHERE l.id = $6
          RETURNING *, pg_notify('${JOBS_CHANNEL}', id::text)
        )
        SELECT ${JOB} FROM made j`,
      values: [
        organizationId,
        userId,
        keyId,
        isShared,
        maxCredits,
        listId,
        JSON.stringify(asked),
        clock.now(),
      ],
    });
    if (!rows[0]) throw listNotFound();
    return rows[0];
  });
}

/**
 * Creates the kind that pays for the members of a list at once, as `POST …/export` does (contract, section 14). Its file is made when it
 * is downloaded.
 */
export function createExportRun(exports: Exports): KindRun {
  return {
    // An export has no rows.
    prepare: async () => async () => ({ values: [] }),

    run: async (job, locked) => {
      const caller = callerOf(job);
      const { tier, since } = exportOf(job);
      const selection = { tier: tier ?? undefined, since: since ?? undefined };
      const members = await exports.members(caller, job.listId ?? 0, selection);
      try {
        const maxCredits = job.maxCredits ?? undefined;
        await exports.pay(caller, members, { requestId: null, jobId: job.jobId, maxCredits }, (charge) =>
          locked(
            (client, current, now) => finish(client, current, { caller, members, charge, now }),
            (client) => holdList(client, members.list.listId),
          ),
        );
        return {};
      } catch (error) {
        const stop = stopOf(error);
        if (!stop) throw error;
        const { cost } = await exports.quote(caller, members);
        return { stop, creditsRequired: cost };
      }
    },
  };
}

interface Ending {
  caller: UserPrincipal;
  members: ExportedMembers;
  charge: (client: PoolClient) => Promise<ListExport>;
  now: Date;
}

/** Charges members, and ends the job with what it has paid for. */
async function finish(client: PoolClient, job: StoredJob, { caller, members, charge, now }: Ending) {
  await requireList(client, caller, members.list.listId, 'viewer');
  const paid = await charge(client);
  const stored: StoredExport = {
    ...exportOf(job),
    paid: {
      materialization_id: paid.materialization.materializationId,
      since_id: members.since?.storedId ?? null,
      valid_until: paid.validUntil.toISOString(),
    },
  };
  const count = countOf(members);
  await client.query({
    name: 'job_store_export',
    text: `UPDATE job SET export = $2, row_count = $3, matched = $3, credits_charged = credits_charged + $4 WHERE id = $1`,
    values: [job.jobId, JSON.stringify(stored), count, paid.creditsCharged],
  });
  await moveJob(client, job, 'done', now, { done: count, creditsRequired: 0 });
  return paid;
}

/** Whoever deletes the list locks it first, and then the jobs that name it. */
async function holdList(client: PoolClient, listId: number): Promise<void> {
  await client.query({
    name: 'job_hold_list',
    text: 'SELECT FROM list WHERE id = $1 FOR KEY SHARE',
    values: [listId],
  });
}

function stopOf(error: unknown): StopReason | undefined {
  if (!(error instanceof Fault)) return undefined;
  const { code } = error;
  if (code === 'max_credits_exceeded') return 'max_credits';
  return code === 'insufficient_credits' || code === 'credit_limit_reached' ? code : undefined;
}

/** Returns what an export was asked for. */
export function exportOf({ jobId, export: stored }: StoredJob): StoredExport {
  if (!stored) throw new Error(`job ${jobId} is no export`);
  return stored;
}

/** Returns the user who made an export, with the credential that pays. */
function callerOf({ jobId, organizationId, userId, apiKeyId }: StoredJob): UserPrincipal {
  if (userId === null || apiKeyId === null) throw new Error(`export ${jobId} has no user`);
  // Lists look up the role of a user by themselves.
  return { kind: 'user', organizationId, userId, keyId: apiKeyId, isSession: false, role: 'member' };
}
