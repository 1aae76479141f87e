import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { readConfig } from '../config.ts';
import { openConfigured } from '../database/acquire.ts';
import { beginEpoch, type Epoch } from '../database/backup/begin-epoch.ts';
import { damaged } from '../database/backup/format.ts';
import { type BackupContents, notABackup, readBackup } from '../database/backup/read-backup.ts';
import { restoreBackup } from '../database/backup/restore-backup.ts';
import { openDatabase, transaction } from '../database/client.ts';
import { attempt, databaseReason, errorCode, reason } from '../database/errors.ts';
import { migrate } from '../database/migrate.ts';
import { systemClock } from '../lib/clock.ts';
import { StartupError } from '../lib/fault.ts';
import { CLI } from '../lib/interruption.ts';
import { openReadable } from '../lib/streams.ts';
import { counted } from '../lib/text.ts';
import { prepareIndex } from './facet-index.ts';
import { type OutputOptions, operatorOf, print, signalOfInterruption, withTools } from './terminal.ts';

/**
 * Loads a backup into an empty database, compares every table with it, begins a new epoch, and brings the schema to this
 * version.
 */
export async function runRestore(
  path: string,
  options: OutputOptions & EpochOptions & { checkOnly?: boolean; checksum?: string },
): Promise<void> {
  if (path !== '-') await attempt(`cannot read ${path}`, () => stat(path));
  const signal = signalOfInterruption();
  const source = readCompressed(path, signal);
  const started = performance.now();
  const contents: BackupContents & { epoch?: Epoch } = options.checkOnly
    ? await readBackup(source, CHECK, options.checksum)
    : await restoreConfigured(source, epochOf(options), { signal, checksum: options.checksum });
  const seconds = (performance.now() - started) / 1000;
  const rows = contents.tables.reduce((sum, each) => sum + each.rows, 0);
  const done = options.checkOnly ? 'read' : 'restored and compared';
  const { header, tables, checksum, epoch } = contents;
  print(options.json, { ...header, tables, checksum, ...(epoch && resultOf(epoch)) }, [
    `backup of ${header.created_at}, by version ${header.version} on PostgreSQL ${header.postgres}`,
    `${done} ${rows} rows of ${tables.length} tables, in ${seconds.toFixed(1)} s`,
    ...(checksum === undefined ? [] : [`checksum ${checksum}`]),
    ...(epoch ? linesOf(epoch) : []),
  ]);
}

/** Reads all rows and stores none. */
const CHECK = {
  begin: async () => undefined,
  async table(_table: unknown, rows: AsyncIterable<Buffer>) {
    for await (const _ of rows);
  },
  sequence: async () => undefined,
};

async function restoreConfigured(
  source: AsyncIterable<Buffer>,
  epoch: Parameters<typeof restoreBackup>[2],
  options: { signal: AbortSignal; checksum: string | undefined },
): Promise<BackupContents & { epoch: Epoch }> {
  const { directUrl, close } = await openConfigured(readConfig(process.env), 'command');
  try {
    const contents = await restoreBackup(directUrl, source, epoch, options);
    await vacuum(directUrl);
    await bringUpToDate(directUrl);
    return contents;
  } finally {
    await close();
  }
}

/** Makes statistics for the planner, and pages that scans of indexes alone need not read. Autovacuum would do it later. */
async function vacuum(url: string): Promise<void> {
  const { pool, close } = openDatabase({ url, poolSize: 1 });
  try {
    await pool.query('SET statement_timeout = 0');
    await pool.query('VACUUM (ANALYZE)');
  } catch (error) {
    process.stderr.write(
      `company-data: the backup is restored; run VACUUM (ANALYZE) later, because it failed: ${databaseReason(error)}\n`,
    );
  } finally {
    await close();
  }
}

/** @throws StartupError that says that the rows are there */
async function bringUpToDate(url: string): Promise<void> {
  try {
    await migrate(url);
    await prepareIndex(url);
  } catch (error) {
    throw new StartupError(
      `the backup is restored, but not brought to this version: ${databaseReason(error)}; then run ${CLI} migrate`,
      { cause: error },
    );
  }
}

const READ_BYTES = 64 * 1024;

/** Message of zlib about input that gzip did not write. */
const NOT_GZIP = 'incorrect header check';

/**
 * Reads a compressed backup. Nothing is opened before the first piece is asked for, because nobody would handle its errors.
 *
 * @param path of a file, or `-` for standard input
 */
async function* readCompressed(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const stop = () => gunzip.destroy(new Error('interrupted'));
  // An interruption may come while the file is opened, before anybody reads the stream and handles its errors.
  gunzip.on('error', () => undefined);
  signal.addEventListener('abort', stop);
  let file: Readable | undefined;
  let isBegun = false;
  try {
    file = path === '-' ? process.stdin : await openReadable(path, READ_BYTES);
    file.once('error', (error: Error) => gunzip.destroy(error));
    for await (const chunk of file.pipe(gunzip)) {
      isBegun = true;
      yield chunk;
    }
  } catch (error) {
    if (!errorCode(error)?.startsWith('Z_'))
      throw new StartupError(`cannot read the backup: ${databaseReason(error)}`, { cause: error });
    if (reason(error) !== NOT_GZIP) throw damaged(reason(error), error);
    throw isBegun ? damaged('something follows its end', error) : notABackup(error);
  } finally {
    signal.removeEventListener('abort', stop);
    file?.destroy();
  }
}

/** Begins a new epoch, as `restore` does, of a database that PostgreSQL's own means brought to an earlier state. */
export async function runRecovered(options: OutputOptions & EpochOptions): Promise<void> {
  const epoch = await withTools(({ database: { pool } }) =>
    transaction(pool, (client) => beginEpoch(client, { ...epochOf(options), reason: 'recovered' })),
  );
  print(options.json, resultOf(epoch), linesOf(epoch));
}

/** Options of commands after which a database is in an earlier state. */
export interface EpochOptions {
  keepKeys?: boolean;
}

export function epochOf({ keepKeys }: EpochOptions): Omit<Parameters<typeof beginEpoch>[1], 'reason'> {
  return { operator: operatorOf(), now: systemClock.now(), keepKeys: keepKeys === true };
}

/** Returns what programs read of a new epoch. */
export function resultOf({ heldKeys, endedSessions, endedLinks }: Epoch) {
  return { held_keys: heldKeys, ended_sessions: endedSessions, ended_links: endedLinks };
}

/** Returns what people read of a new epoch, with the next command. */
export function linesOf({ heldKeys, endedSessions, endedLinks }: Epoch): string[] {
  const ended = `ended ${counted(endedSessions, 'session')} and ${counted(endedLinks, 'link')} to sign in`;
  if (heldKeys === 0) return [ended, 'no key is held'];
  const [are, them, they] = heldKeys === 1 ? ['is', 'it', 'it'] : ['are', 'them', 'they'];
  return [
    ended,
    `${counted(heldKeys, 'key')} ${are} held: requests with ${them} get 401, because ${they} may have been revoked since`,
    `next: ${CLI} key list shows ${them}; ${CLI} key revoke ID for those that were revoked, then ${CLI} key confirm --all`,
  ];
}
