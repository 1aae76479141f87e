import { readConfig } from '../config.ts';
import { acquireDatabase } from '../database/acquire.ts';
import { print } from './terminal.ts';

/**
 * `company-data migrate`: brings the database up to date, and does nothing else.
 *
 * @throws StartupError in one line.
 */
export async function runMigrate(options: { json?: boolean }): Promise<void> {
  const { applied, close } = await acquireDatabase(readConfig(process.env), 'command');
  await close();
  const lines = applied.length > 0 ? applied.map((name) => `applied ${name}`) : 'the database is up to date';
  print(options.json === true, { applied }, lines);
}
