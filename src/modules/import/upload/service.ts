import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Pool, transaction } from '../../../database/client.ts';
import { unexpectedFault } from '../../../database/errors.ts';
import type { PrismaClient } from '../../../generated/prisma/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isStorable } from '../../../lib/domain-name.ts';
import { Fault, invalidValue, StartupError } from '../../../lib/fault.ts';
import { streamFile } from '../../../lib/file-stream.ts';
import { organizationOf, type UserPrincipal } from '../../../lib/principal.ts';
import { OperationScope, runWith } from '../../../lib/request-context.ts';
import { recordAdminEventIn } from '../../access/admin-events.ts';
import type { KeyWatch } from '../../access/key-streams.ts';
import { requireLive } from '../../access/locked-caller.ts';
import { requireOperator } from '../../access/operators.ts';
import { suggestFields } from '../../fields/suggest.ts';
import { effect, recalled } from '../../idempotency/effects.ts';
import { keyReused, type StreamedBody } from '../../idempotency/service.ts';
import { openDownload } from '../../limits/download.ts';
import type { WorkQueue } from '../../limits/work-queue.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import type { Sweeps, SweepTime } from '../../sweeps/sweeps.ts';
import { parseRenames } from '../formats/columns.ts';
import { parseMaxDeletes } from '../guards.ts';
import { readOwnColumns } from '../own-columns.ts';
import { parseConstants } from '../row-reader.ts';
import { suggest } from '../suggest/suggest.ts';
import {
  endRun,
  insertPart,
  insertUpload,
  lockBytes,
  PART_BYTES,
  readParts,
  type UploadOptions,
  type UploadRun,
} from './queries.ts';

/** A file that arrives. */
interface ImportFile extends StreamedBody {
  chunks: AsyncIterable<Buffer>;
}

interface ImportUploadTools {
  pool: Pool;
  /** Prisma over `reads`. */
  prisma: Pick<PrismaClient, 'user'>;
  clock: Clock;
  quotas: Quotas;
  sweeps: Pick<Sweeps, 'add'>;
  work: Pick<WorkQueue, 'take'> | undefined;
  keys: Pick<KeyWatch, 'watch'>;
  onError: (error: unknown) => void;
}

export type ImportUploads = ReturnType<typeof createImportUploads>;

/** Longer than the slowest client needs for a part. */
const RECEIVE_MS = 600_000;
const SWEEP_MS = 60_000;
const DAY_MS = 86_400_000;
/** Time for which a file that was tried can be applied, and for which the outcome of an upload is kept. */
const KEPT_MS = { file: 7 * DAY_MS, outcome: 30 * DAY_MS };

/** Files of the catalogue that operators send: receives them, and lets them be imported. */
export function createImportUploads(tools: ImportUploadTools) {
  const { pool, prisma, clock, quotas, sweeps, work, keys, onError } = tools;

  /** Checks options before the file is read. @throws Fault validation_error */
  async function check({ map, set, max_deletes: maxDeletes }: UploadOptions): Promise<void> {
    if (!map.every(isStorable)) throw invalidValue('/map', 'must have no NUL');
    const own = await readOwnColumns(pool);
    const renames = await asFault('/map', () => parseRenames(map, own));
    await asFault('/set', () => parseConstants(set, renames, own));
    if (maxDeletes !== undefined) await asFault('/max_deletes', () => parseMaxDeletes(maxDeletes));
  }

  async function store(upload: UploadRun, number: number, data: Buffer): Promise<void> {
    const now = clock.now();
    const isStored = await transaction(pool, async (client) => {
      const used = await lockBytes(client);
      await quotas.assertRoom('import_bytes', data.length, used);
      const leasedUntil = new Date(now.getTime() + RECEIVE_MS);
      return insertPart(client, upload, { kind: 'file', number, data }, now, leasedUntil);
    });
    if (!isStored)
      throw new Fault('import_status_conflict', 'The upload was ended meanwhile. Send the file again.');
  }

  async function receive(caller: UserPrincipal, options: UploadOptions, isDryRun: boolean, file: ImportFile) {
    const { organizationId, userId } = caller;
    await requireOperator(prisma, caller);
    await check(options);
    const begun = clock.now();
    const request = { paths: ['-'], options };
    const upload = await insertUpload(
      pool,
      { organizationId, userId, isDryRun, request },
      begun,
      new Date(begun.getTime() + RECEIVE_MS),
    );
    try {
      let number = 0;
      for await (const data of inParts(file.chunks)) {
        await store(upload, number, data);
        number += 1;
      }
      if (number === 0) throw invalidValue('', 'the file is empty');
      const digest = await file.digest();
      return await effect(pool, async (client) => {
        await requireLive(client, clock, caller);
        if (!(await endRun(client, upload, { status: 'queued' }, clock.now())))
          throw new Fault('import_status_conflict', 'The upload was ended meanwhile. Send the file again.');
        const details = { import_id: upload.id, kind: options.kind, dry_run: isDryRun };
        const event = { action: 'import_uploaded', organizationId: null, details } as const;
        await recordAdminEventIn(client, clock, caller, event);
        return { importId: upload.id, digest };
      });
    } catch (error) {
      const { message } = error instanceof Fault ? error : unexpectedFault(error);
      await endRun(pool, upload, { status: 'failed', error: message }, clock.now()).catch(onError);
      throw error;
    }
  }

  sweeps.add({ everyMs: SWEEP_MS, work: (time) => sweep(pool, time), onError });

  return {
    /**
     * Receives a file, which a process then tries or imports.
     *
     * @returns the id of the import.
     * @throws Fault insufficient_access, validation_error, quota_exceeded, idempotency_key_reused, and what `file` throws.
     */
    receive(
      caller: UserPrincipal,
      options: UploadOptions,
      isDryRun: boolean,
      file: ImportFile,
    ): Promise<number> {
      const operation = new OperationScope(organizationOf(caller.organizationId));
      return runWith({ operation }, async () => {
        const { importId, digest } = await recalled(() => receive(caller, options, isDryRun, file));
        if (digest !== (await file.digest())) throw keyReused();
        return importId;
      });
    },

    /** Lets the file of a dry run be imported. @throws Fault insufficient_access, import_not_found, import_status_conflict */
    async apply(caller: UserPrincipal, importId: number): Promise<number> {
      await requireOperator(prisma, caller);
      return effect(pool, async (client) => {
        const { rows } = await client.query<{ status: string }>({
          name: 'import_upload_lock',
          text: 'SELECT status FROM import_upload WHERE id = $1 FOR NO KEY UPDATE',
          values: [importId],
        });
        await requireLive(client, clock, caller);
        if (!rows[0]) throw importNotFound();
        const { status } = rows[0];
        if (status !== 'tried') {
          const message = `Import ${importId} is ${status}, and only one that was tried can be applied.`;
          throw new Fault('import_status_conflict', message, { details: { status } });
        }
        await client.query({
          name: 'import_upload_apply',
          text: `UPDATE import_upload SET status = 'queued', is_dry_run = false, attempts = 0, updated_at = $2 WHERE id = $1`,
          values: [importId, clock.now()],
        });
        const event = {
          action: 'import_applied',
          organizationId: null,
          details: { import_id: importId },
        } as const;
        await recordAdminEventIn(client, clock, caller, event);
        return importId;
      });
    },

    /** Streams the list of rejected rows. @throws Fault insufficient_access, import_not_found, overloaded */
    async openRejects(caller: UserPrincipal, importId: number): Promise<Readable> {
      await requireOperator(prisma, caller);
      return openDownload({ work, keys }, caller, (signal, onEnd) =>
        streamFile(caller.organizationId, () => readParts(pool, importId, 'rejects'), signal, onEnd),
      );
    },

    /** Tells how a file can be imported, from its beginning. @throws Fault insufficient_access, validation_error */
    async suggest(caller: UserPrincipal, head: Buffer, given: { kind?: string; format?: string }) {
      await requireOperator(prisma, caller);
      const path = join(tmpdir(), `import-${randomUUID()}`);
      await writeFile(path, head, { mode: 0o600, flag: 'wx' });
      try {
        return await asFault('', () => suggestion(path, given));
      } finally {
        await rm(path, { force: true });
      }
    },

    /** @throws Fault insufficient_access */
    requireOperator: async (caller: UserPrincipal): Promise<void> =>
      void (await requireOperator(prisma, caller)),
  };
}

async function suggestion(path: string, given: { kind?: string; format?: string }) {
  const [found] = await suggest([path], given);
  if (!found) throw new StartupError('the file has no columns');
  const { kind, format, columns, missing } = found;
  const isOwn = kind === 'companies';
  const { fields } = isOwn ? await suggestFields([path], given) : { fields: [] };
  return {
    kind,
    format,
    columns: columns.flatMap(({ column: name, fields: guessed, samples }) =>
      (guessed.length === 0 ? [null] : guessed).map((field) => ({
        name,
        samples,
        field,
        confidence: sureOf(name, field),
      })),
    ),
    missing,
    fields: fields.map(({ seen: _seen, ...field }) => field),
  };
}

/** A column that has the name of its field is sure; other names and values are guesses. */
function sureOf(name: string, field: string | null): number {
  if (field === null) return 0;
  return name.trim().toLowerCase() === field ? 1 : 0.8;
}

function importNotFound(): Fault {
  return new Fault(
    'import_not_found',
    'Import not found. The history keeps the last 1000, and files for 30 days.',
  );
}

/** Faults of options and files, which the command prints, are those of a parameter here. */
async function asFault<T>(pointer: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    // The path of the copy and the options of the command mean nothing to a caller.
    throw invalidValue(
      pointer,
      error.message.replace(/^\S*import-[\da-f-]{36}: /, '').replace(/^--[a-z-]+:? /, ''),
    );
  }
}

/** Joins what arrives into parts. */
async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(held);
    [held, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/** Ends uploads whose process is gone, and deletes files and outcomes that are no longer kept. */
async function sweep(pool: Pool, time: SweepTime): Promise<void> {
  const ended = `WITH ended AS (UPDATE import_upload SET status = $2, error = $3, bytes = 0, lease = NULL, leased_until = NULL, updated_at = $4
      WHERE status = $5 AND coalesce(leased_until, updated_at) < $1 RETURNING id)
    DELETE FROM import_upload_part p USING ended WHERE p.upload_id = ended.id AND p.kind = 'file'`;
  const abandoned = 'the process that received the file ended; send the file again';
  const end = (values: unknown[]) => pool.query({ name: 'import_upload_sweep', text: ended, values });
  await end([time.now, 'failed', abandoned, time.now, 'receiving']);
  await end([time.before(KEPT_MS.file), 'expired', null, time.now, 'tried']);
  await pool.query({
    name: 'import_upload_delete_old',
    text: `DELETE FROM import_upload WHERE updated_at < $1 AND status NOT IN ('receiving', 'queued', 'working')`,
    values: [time.before(KEPT_MS.outcome)],
  });
}
