import { hostname, userInfo } from 'node:os';
import { readConfig } from '../config.ts';
import { acquireDatabase } from '../database/acquire.ts';
import { type Database, openDatabase } from '../database/client.ts';
import { readDatabaseClock } from '../database/database-clock.ts';
import type { Clock } from '../lib/clock.ts';
import { EXIT_CODES, onInterruption } from '../lib/interruption.ts';
import { type Administration, createAdministration } from '../modules/access/administration.ts';

/** Option that every command has. */
export interface OutputOptions {
  json?: boolean;
}

interface CommandTools {
  database: Database;
  databaseUrl: string;
  administration: Administration;
  /** The clock of the database. */
  clock: Clock;
  dataDir: string;
  /** Origin of the service, as users reach it. */
  publicUrl: string;
  /** Aborted when the process receives a signal to stop. */
  signal: AbortSignal;
}

/**
 * Runs a command on the configured database, with or without a running server, and releases the database afterwards. A
 * signal aborts `tools.signal`. Commands that do not use `tools.signal` are short enough to finish.
 */
export async function withTools<T>(work: (tools: CommandTools) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  for (const warning of config.withoutEffect) process.stderr.write(`company-data: ${warning}\n`);
  const acquired = await acquireDatabase(config, 'command');
  const signal = signalOfInterruption();
  try {
    const database = openDatabase({ url: acquired.directUrl, poolSize: 4 });
    try {
      const clock = await readDatabaseClock(database.pool);
      const administration = createAdministration(database, clock, operatorOf());
      return await work({
        database,
        databaseUrl: acquired.directUrl,
        administration,
        clock,
        dataDir: config.dataDir,
        publicUrl: config.publicUrl,
        signal,
      });
    } finally {
      await database.close();
    }
  } finally {
    await acquired.close();
  }
}

/** Returns the system user who runs the command, and the host, such as `ada@server1`. */
export function operatorOf(): string {
  return `${nameOfUser()}@${hostname()}`;
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers may run as a number that has no entry in /etc/passwd.
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** Returns a signal that is aborted when the process receives a signal to stop, which then sets the exit code. */
export function signalOfInterruption(): AbortSignal {
  const interruption = new AbortController();
  onInterruption((signal) => {
    process.exitCode = EXIT_CODES[signal];
    interruption.abort();
  });
  return interruption.signal;
}

/** Aligns rows in columns under a header. @returns one line a row, without control characters. */
export function table(header: readonly string[], rows: readonly (readonly unknown[])[]): string[] {
  const cells = [header, ...rows].map((row) => row.map((value) => String(value).replace(/\p{Cc}+/gu, ' ')));
  const widths = header.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  return cells.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Prints a result, as one JSON object for programs or as lines for people. */
export function print(json: boolean | undefined, result: object, lines: string | readonly string[]): void {
  const text = json ? JSON.stringify(result) : [lines].flat().join('\n');
  process.stdout.write(`${text}\n`);
}
