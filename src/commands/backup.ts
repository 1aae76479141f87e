import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { readConfig } from '../config.ts';
import { openConfigured } from '../database/acquire.ts';
import { type BackupSummary, writeBackup } from '../database/backup/write-backup.ts';
import { attempt } from '../database/errors.ts';
import { migrationNames } from '../database/migrations/files.ts';
import { systemClock } from '../lib/clock.ts';
import { StartupError } from '../lib/fault.ts';
import { beforeSuddenEnd } from '../lib/interruption.ts';
import { type OutputOptions, print, signalOfInterruption } from './terminal.ts';

const STANDARD_OUTPUT = '-';

/**
 * Writes a backup of the database as it is, without migrating it. A file appears when it is complete and on the disk.
 * With `-`, standard output gets the backup, and standard error the summary.
 */
export async function runBackup(options: OutputOptions & { out: string }): Promise<void> {
  const { out } = options;
  if (out !== STANDARD_OUTPUT) await refuseExisting(out);
  const { directUrl, close } = await openConfigured(readConfig(process.env), 'command');
  const signal = signalOfInterruption();
  const started = performance.now();
  try {
    const given = { now: systemClock.now(), signal };
    const summary =
      out === STANDARD_OUTPUT
        ? await writeBackup(directUrl, process.stdout, given)
        : await writeFile(out, (target) => writeBackup(directUrl, target, given));
    await warnOfNewer(summary);
    warnOfLeftOut(summary);
    report(options, summary, (performance.now() - started) / 1000);
  } finally {
    await close();
  }
}

async function refuseExisting(path: string): Promise<void> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new StartupError(`${path} exists already: name another file, or remove it`);
}

/** After a release was rolled back, the schema keeps migrations that this version could not make again. */
async function warnOfNewer({ migrations }: BackupSummary): Promise<void> {
  const known = await migrationNames();
  const newer = migrations.filter((name) => !known.includes(name));
  if (newer.length === 0) return;
  process.stderr.write(
    `company-data: the schema has the migration ${newer.join(', ')} of a newer release; ` +
      'only a release that has it can restore this backup\n',
  );
}

function warnOfLeftOut({ left_out: tables }: BackupSummary): void {
  if (tables.length === 0) return;
  process.stderr.write(
    `company-data: left out ${tables.join(', ')}, which no migration made; move such tables to another schema, and back them up there\n`,
  );
}

/** Writes a file that appears complete, under its name, or not at all. */
async function writeFile<T>(path: string, write: (target: Writable) => Promise<T>): Promise<T> {
  // Two backups to one name must not write into one file.
  const unfinished = `${path}.${process.pid}.unfinished`;
  // It has e-mail addresses and lists, so it is for its owner alone.
  const file = await attempt(`cannot write ${unfinished}`, () => open(unfinished, 'wx', 0o600));
  const forget = beforeSuddenEnd(() => rm(unfinished, { force: true }));
  try {
    // The stream writes to the disk before it closes the file.
    const result = await write(file.createWriteStream({ flush: true }));
    await refuseExisting(path);
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    return result;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    forget();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

function report(
  { out, json }: OutputOptions & { out: string },
  summary: BackupSummary,
  seconds: number,
): void {
  const rows = summary.tables.reduce((sum, each) => sum + each.rows, 0);
  const text = `${rows} rows of ${summary.tables.length} tables, in ${seconds.toFixed(1)} s`;
  const lines = [
    `wrote ${out === STANDARD_OUTPUT ? text : `${out}: ${text}`}`,
    `checksum ${summary.checksum}`,
  ];
  if (out === STANDARD_OUTPUT) process.stderr.write(lines.map((line) => `company-data: ${line}\n`).join(''));
  else print(json, { file: out, ...summary }, lines);
}
