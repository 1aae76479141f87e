import { readConfig } from '../config.ts';
import { acquireDatabase } from '../database/acquire.ts';
import { type Database, openDatabase } from '../database/client.ts';
import { systemClock } from '../lib/clock.ts';
import { type Administration, createAdministration } from '../modules/access/administration.ts';

export interface CommandTools {
  database: Database;
  administration: Administration;
  dataDir: string;
}

/**
 * Runs a command on the database of the settings, beside a running server or alone, and lets go of it afterwards,
 * whatever happens.
 */
export async function withTools<T>(work: (tools: CommandTools) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const acquired = await acquireDatabase(config, 'command');
  try {
    const database = openDatabase({ url: acquired.url, poolSize: 4 });
    try {
      const administration = createAdministration(database, systemClock);
      return await work({ database, administration, dataDir: config.dataDir });
    } finally {
      await database.close();
    }
  } finally {
    await acquired.close();
  }
}

/** Prints a result: one JSON object for programs, else lines for people. */
export function print(json: boolean, result: object, lines: string | readonly string[]): void {
  const text = json ? JSON.stringify(result) : [lines].flat().join('\n');
  process.stdout.write(`${text}\n`);
}
